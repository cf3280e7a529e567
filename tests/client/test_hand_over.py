"""Every interaction is handled by exactly one of two processes, whichever receives it first."""

import asyncio
from random import Random
from unittest.mock import Mock

import discord
import pytest

from bot.core.shards import Shards
from bot.fleet import hand_over
from bot.fleet.hand_over import HandOver
from bot.store import Unavailable

SHARDS = Shards(0, 3, 4)


class Documents:
    """Storage, as far as it is used."""

    def __init__(self) -> None:
        self.stored: dict[tuple[str, int], bytes] = {}
        self.failures = 0

    async def get(self, kind: str, key: int) -> bytes | None:
        """A document."""
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise Unavailable
        return self.stored.get((kind, key))

    async def put(self, kind: str, key: int, document: bytes) -> None:
        """Store a document."""
        await asyncio.sleep(0)
        self.stored[kind, key] = document


class Clock:
    """The time, which tests move."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0
        self._last = 0

    def __call__(self) -> float:
        """The time now."""
        return self.time

    def interaction(self) -> int:
        """The id of an interaction that is sent now."""
        self._last += 1
        return (int(self.time * 1000 - discord.utils.DISCORD_EPOCH) << 22) + self._last


class Process:
    """A process, and the interactions it has handled."""

    def __init__(self, store: Documents, clock: Clock, *, standby: bool = False) -> None:
        seats = Mock(release=dict)
        self.hand_over = HandOver(store, clock, seats, standby=standby)  # type: ignore[arg-type]
        self.handled: list[int] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def receives(self, interaction: int, guild: int | None = None) -> None:
        """Receive an interaction, and handle it if it is admitted."""
        self._tasks.append(asyncio.create_task(self._handle(interaction, guild)))
        await asyncio.sleep(0)

    async def _handle(self, interaction: int, guild: int | None) -> None:
        if await self.hand_over.admits(interaction, guild and guild << 22):
            self.handled.append(interaction)

    async def replace(self, old: "Process") -> None:
        """Take over from the other."""
        old.hand_over.stop()
        await old.hand_over.leave(SHARDS)
        await self.hand_over.begin(SHARDS)
        await asyncio.sleep(0)


@pytest.fixture
def store():
    return Documents()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def old(store, clock):
    return Process(store, clock)


@pytest.fixture
async def new(store, clock):
    return Process(store, clock, standby=True)


async def test_storage_that_is_away_is_waited_for(old, new, store, clock):
    waiting = clock.interaction()
    await new.receives(waiting)
    store.failures = len(SHARDS.numbers)
    await new.replace(old)
    assert new.handled == [waiting]


async def test_an_interaction_that_can_no_longer_be_answered_is_dropped(old, new, clock):
    await new.receives(clock.interaction(), 1)
    clock.time += 2
    await new.receives(young := clock.interaction(), 1)
    clock.time += 1.5
    await new.replace(old)
    assert new.handled == [young]


async def test_an_old_document_does_no_harm_after_a_crash(old, new, store, clock):
    await old.receives(clock.interaction(), 1)
    await new.replace(old)
    clock.time += 100
    third = Process(store, clock, standby=True)
    await third.receives(unanswered := clock.interaction(), 1)
    await third.hand_over.begin(SHARDS)
    await asyncio.sleep(0)
    assert third.handled == [unanswered]


async def test_events_without_an_answer_wait_for_the_new_process(old, new, store, clock, monkeypatch):
    assert await old.hand_over.admits_event()
    waiting = asyncio.create_task(new.hand_over.admits_event())
    old.hand_over.stop()
    assert not await old.hand_over.admits_event()
    await new.hand_over.begin(SHARDS)
    assert await waiting
    monkeypatch.setattr(hand_over, "RECENT_SECONDS", 0.01)
    assert not await Process(store, clock, standby=True).hand_over.admits_event()


async def test_exactly_one_process_handles_each_interaction(clock):
    for seed in range(50):
        store, rng = Documents(), Random(seed)
        old, new = Process(store, clock), Process(store, clock, standby=True)
        # In servers and in direct messages.
        sent = [(clock.interaction(), rng.randrange(8) or None) for _ in range(40)]

        async def receive(process: Process, rng: Random = rng, sent: list[tuple[int, int | None]] = sent) -> None:
            # In order, as a connection is, but each process at its own pace.
            for interaction, guild in sent:
                for _ in range(rng.randrange(4)):
                    await asyncio.sleep(0)
                await process.receives(interaction, guild)

        async def change(rng: Random = rng, old: Process = old, new: Process = new) -> None:
            for _ in range(rng.randrange(100)):
                await asyncio.sleep(0)
            await new.replace(old)

        await asyncio.gather(receive(old), receive(new), change())
        assert sorted(old.handled + new.handled) == sorted(interaction for interaction, _ in sent), f"seed {seed}"
