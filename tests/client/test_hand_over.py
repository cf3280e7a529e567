"""Every interaction is handled by exactly one of two processes, whichever hears of it first."""

import asyncio
from random import Random

import discord
import pytest

from bot.core.shards import Shards
from bot.fleet import hand_over
from bot.fleet.hand_over import RECENT, HandOver
from bot.store import Unavailable

SHARDS = Shards(0, 3, 4)


class Documents:
    """Storage, as far as it is used."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int], bytes] = {}

    async def get(self, kind: str, key: int) -> bytes | None:
        """A document."""
        await asyncio.sleep(0)
        return self.kept.get((kind, key))

    async def put(self, kind: str, key: int, document: bytes) -> None:
        """Keep it."""
        await asyncio.sleep(0)
        self.kept[kind, key] = document


class Clock:
    """The time, which tests move."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0
        self._last = 0

    def __call__(self) -> float:
        """What time it is."""
        return self.time

    def interaction(self, guild: int | None = None) -> dict[str, str | None]:
        """One that is sent now, in some server."""
        self._last += 1
        number = (int(self.time * 1000 - discord.utils.DISCORD_EPOCH) << 22) + self._last
        return {"id": str(number), "guild_id": guild and str(guild << 22)}


@pytest.fixture
def clock():
    return Clock()


async def test_the_new_one_handles_what_the_old_one_has_not_taken(clock):
    store = Documents()
    old, new = HandOver(store, clock), HandOver(store, clock, standby=True)
    before, between = clock.interaction(1), [clock.interaction(), clock.interaction(2)]
    assert old.arrived(before)
    assert not new.arrived(before)
    old.stop()
    for each in between:
        assert not old.arrived(each)
        assert not new.arrived(each)
    await old.leave(SHARDS)
    assert await new.begin(SHARDS) == between
    after = clock.interaction(1)
    assert (old.arrived(after), new.arrived(after)) == (False, True)


async def test_what_the_old_one_took_is_not_handled_again_though_it_reaches_the_new_one_late(clock):
    store = Documents()
    old, new = HandOver(store, clock), HandOver(store, clock, standby=True)
    late = clock.interaction(3)
    assert old.arrived(late)
    old.stop()
    await old.leave(SHARDS)
    assert await new.begin(SHARDS) == []
    assert not new.arrived(late)


async def test_storage_that_is_away_is_waited_for(clock):
    class Away(Documents):
        """Storage that does not answer the first time."""

        times = 0

        async def get(self, kind, key):
            """A document, the second time."""
            self.times += 1
            if self.times <= len(SHARDS.numbers):
                raise Unavailable
            return await super().get(kind, key)

    new = HandOver(Away(), clock, standby=True)
    kept = clock.interaction(1)
    new.arrived(kept)
    assert await new.begin(SHARDS) == [kept]


async def test_what_nobody_can_answer_any_more_is_left_alone(clock):
    new = HandOver(Documents(), clock, standby=True)
    assert not new.arrived(clock.interaction(1))
    clock.time += 2
    young = clock.interaction(1)
    assert not new.arrived(young)
    clock.time += 1.5
    assert await new.begin(SHARDS) == [young]


async def test_a_long_time_on_standby_keeps_little(clock):
    new = HandOver(Documents(), clock, standby=True)
    for _ in range(1000):
        new.arrived(clock.interaction(1))
        clock.time += 1
    assert len(new._recent) <= RECENT + 1


async def test_only_what_was_taken_lately_is_written_down(clock):
    store = Documents()
    old = HandOver(store, clock)
    old.arrived(clock.interaction(1))
    clock.time += RECENT + 1
    recent = [clock.interaction(guild) for guild in (2, 6, None)]
    for each in recent:
        assert old.arrived(each)
    old.stop()
    await old.leave(SHARDS)
    first, second, third = (each["id"] for each in recent)
    assert store.kept == {
        ("taken", 2): f"[{first},{second}]".encode(), ("taken", 0): f"[{third}]".encode(),
    }  # fmt: skip


async def test_after_a_death_what_was_written_down_long_ago_does_no_harm(clock):
    store = Documents()
    first, second = HandOver(store, clock), HandOver(store, clock, standby=True)
    first.arrived(clock.interaction(1))
    first.stop()
    await first.leave(SHARDS)
    await second.begin(SHARDS)
    third = HandOver(store, clock, standby=True)
    clock.time += 100
    unanswered = clock.interaction(1)
    third.arrived(unanswered)
    assert await third.begin(SHARDS) == [unanswered]


async def test_what_needs_no_answer_waits_for_whoever_takes_over(clock, monkeypatch):
    store = Documents()
    old, new = HandOver(store, clock), HandOver(store, clock, standby=True)
    assert await old.ours()
    waiting = asyncio.create_task(new.ours())
    old.stop()
    assert not await old.ours()
    await new.begin(SHARDS)
    assert await waiting
    monkeypatch.setattr(hand_over, "RECENT", 0.01)
    assert not await HandOver(store, clock, standby=True).ours()


@pytest.mark.parametrize("seed", range(200))
async def test_whatever_arrives_when_exactly_one_handles_it(clock, seed):
    rng = Random(seed)
    store = Documents()
    old, new = HandOver(store, clock), HandOver(store, clock, standby=True)
    sent = [clock.interaction(rng.randrange(8)) for _ in range(40)]
    handled: list[str] = []

    def deliver(process: HandOver, data: dict) -> None:
        if process.arrived(data):
            handled.append(data["id"])

    async def hear(process: HandOver) -> None:
        # In order, as a connection is, but each at its own pace.
        for data in sent:
            for _ in range(rng.randrange(4)):
                await asyncio.sleep(0)
            deliver(process, data)

    async def change() -> None:
        for _ in range(rng.randrange(100)):
            await asyncio.sleep(0)
        old.stop()
        await old.leave(SHARDS)
        handled.extend(data["id"] for data in await new.begin(SHARDS))

    await asyncio.gather(hear(old), hear(new), change())
    assert sorted(handled) == sorted(data["id"] for data in sent)
