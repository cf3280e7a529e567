"""What people have seen of slow tables: kept for every seat, and read again only where another may know better."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.client.seats import KEYS_PER_TABLE, SEEN, SeenReveals
from bot.store.sqlite import SqliteStore
from bot.store.statements import MISSED
from tests.kit.stores import opening


class Shelf(SqliteStore):
    """A storage that counts what it is asked for, and is at home where the test says."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.reads, self.told, self.home = 0, [], True

    def at_home(self, _shard: int) -> bool:
        """As the test says."""
        return self.home

    async def get(self, kind: str, key: int) -> bytes | None:
        """Count."""
        self.reads += 1
        return await super().get(kind, key)

    async def swap(self, kind: str, key: int, before: Any, after: Any, *, tell: bool = False, also: Any = ()) -> bool:
        """Note who is told."""
        self.told.append((kind, key, tell))
        return await super().swap(kind, key, before, after, also=also)


@pytest.fixture
async def store():
    async with opening(Shelf()) as shelf:
        yield shelf


def table(number: int = 3, revision: int = 5) -> Any:
    return SimpleNamespace(id=number, revision=revision, kept=SimpleNamespace(shard=0))


async def test_every_seat_of_every_table_is_kept_apart(store):
    reveals = SeenReveals(store)
    seats = [(number, seat) for number in range(1, 5) for seat in range(9)]
    for number, seat in seats:
        reveals.mark_seen(table(number), seat, number, [100 + seat])
        reveals.mark_active(table(number, revision=10 * number + seat), seat)
    await reveals.written()
    for known in (reveals, SeenReveals(store)):
        for number, seat in seats:
            assert await known.seen(table(number), seat) == [number, 100 + seat]
            assert await known.last_active(table(number), seat) == 10 * number + seat
    await reveals.forget(2)
    for known in (reveals, SeenReveals(store)):
        assert await known.seen(table(2), 1) == [0]
        assert await known.last_active(table(3), 1) == 31


@pytest.mark.parametrize("topic", [SEEN, MISSED])
async def test_what_others_have_written_is_read_again(store, topic):
    here, there = SeenReveals(store), SeenReveals(store)
    assert await here.seen(table(), 1) == [0]
    there.mark_seen(table(), 1, 9)
    await there.written()
    assert await here.seen(table(), 1) == [0]
    store.notify(topic, 3 * KEYS_PER_TABLE + 1)
    assert await here.seen(table(), 1) == [9]


async def test_where_a_table_is_not_at_home_nothing_is_remembered_and_its_home_is_told(store):
    store.home = False
    here, there = SeenReveals(store), SeenReveals(store)
    for known, all_to in ((here, 4), (there, 6), (there, 6)):
        known.mark_seen(table(), 1, all_to)
        await known.written()
    assert await here.seen(table(), 1) == [6]
    assert [tell for *_, tell in store.told] == [True] * 2, "the third changes nothing"


async def test_nobody_waits_for_a_write_that_fails_and_what_was_seen_stays_seen(store, monkeypatch, caplog):
    reveals = SeenReveals(store)
    reveals.mark_seen(table(), 1, 4)
    await reveals.written()
    with monkeypatch.context() as failing:
        failing.setattr(store, "swap", AsyncMock(side_effect=OSError("the disk is full")))
        reveals.mark_seen(table(), 1, 5)
        assert await reveals.seen(table(), 1) == [5]
        await reveals.written()
    assert await reveals.seen(table(), 1) == [5]
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["seen reveals not stored table=3"]
    assert await SeenReveals(store).seen(table(), 1) == [4]
    reveals.mark_seen(table(), 1, 6)
    await reveals.written()
    assert await SeenReveals(store).seen(table(), 1) == [6]


async def test_what_is_forgotten_is_not_written_again(store):
    reveals = SeenReveals(store)
    reveals.mark_seen(table(), 1, 4)
    await reveals.forget(3)
    assert await SeenReveals(store).seen(table(), 1) == [0]


async def test_two_clicks_at_once_do_not_forget_what_the_other_saw(store):
    here, there = SeenReveals(store), SeenReveals(store)
    for each, revision in ((here, 7), (there, 9)):
        each.mark_seen(table(), 1, 0, [revision])
    await asyncio.gather(here.written(), there.written())
    assert await SeenReveals(store).seen(table(), 1) == [0, 7, 9]
    here.mark_seen(table(), 1, 8)
    there.mark_seen(table(), 1, 4)
    await asyncio.gather(here.written(), there.written())
    assert await SeenReveals(store).seen(table(), 1) == [8, 9], "what was seen before a later moment need not be listed"
