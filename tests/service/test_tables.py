"""The one door: what it remembers and forgets, and who is told."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from random import Random
from unittest.mock import AsyncMock, Mock

import pytest
from cachetools import LRUCache

from bot.core import absence
from bot.core.absence import wake_at
from bot.core.facts import CLOSED, LOBBY, OPEN, PLAYING
from bot.core.game import Illegal
from bot.core.lobby import LOBBY_LIFE_SECONDS, cancel, choose, join, start
from bot.tables.tables import ATTEMPTS, CACHED_TABLES
from tests.kit.doors import GAME, GAMES, NOW, begun, door, one_more, opened
from tests.kit.seated import play_until, refused

# ---- looking and changing


async def test_a_change_is_stored_remembered_and_told(store):
    tables, told = door(store), []
    tables.on_change(lambda before, after: told.append((before.revision, after.revision)))
    table = await begun(tables)
    after = (await tables.change(table.id, one_more)).after
    assert told == [(0, 1), (1, 2)]
    assert await tables.get(table.id) is after
    assert store.loads == [], "what was written need not be read"
    again = await door(store).get(table.id)
    assert (again.state, again.log, again.facts, again.row) == (after.state, after.log, after.facts, after.row)


async def test_what_changes_nothing_is_not_written(store):
    tables, told = door(store), []
    table = await begun(tables)
    tables.on_change(lambda _before, after: told.append(after))
    saves = len(store.saves)
    assert (await tables.change(table.id, lambda table: table)).after is table
    with refused("already-started"):
        await tables.change(table.id, lambda table: join(table, 9, "x"))
    assert await tables.get(table.id) is table
    assert (len(store.saves), told) == (saves, [])


async def test_people_are_written_only_when_they_change(store):
    tables = door(store)
    table = await opened(tables)
    await tables.change(table.id, lambda table: join(table, 9, "Dan"))
    assert store.saves[-1][1]["users"] == (1, 2, 3, 9)
    assert [row.id for row in await store.of_user(9, OPEN)] == [table.id]
    await tables.change(table.id, lambda table: choose(table, 1, "mode", "picante"))
    assert store.saves[-1][1]["users"] is None


async def test_there_is_no_such_table(store):
    tables = door(store)
    for act in (tables.get(77), tables.change(77, one_more)):
        with refused("no-table"):
            await act
    assert await tables.wake(77) is None


async def test_two_changes_at_once_are_one_after_the_other(store):
    tables = door(store)
    table = await begun(tables)
    tables.forget(table.id)
    await asyncio.gather(*(tables.change(table.id, one_more) for _ in range(3)))
    assert (await tables.get(table.id)).revision == 4
    assert store.loads == [table.id]


async def test_only_so_many_tables_are_remembered(store):
    assert CACHED_TABLES >= 1000
    tables = door(store)
    tables._cache = LRUCache(2)
    numbers = [(await opened(tables)).id for _ in range(3)]
    await tables.get(numbers[1])
    await tables.get(numbers[0])  # read again: the least used is now the third
    assert store.loads == [numbers[0]]
    await tables.get(numbers[1])
    assert store.loads == [numbers[0]]
    await tables.get(numbers[2])
    assert store.loads == [numbers[0], numbers[2]]
    await tables.change(numbers[1], lambda table: join(table, 8, "x"))
    assert store.loads == [numbers[0], numbers[2]], "a change counts as a look"


# ---- storage that disagrees, and storage that fails


async def test_after_a_conflict_what_is_refused_now_is_refused(store):
    here, there = door(store), door(store)
    table = await opened(here)
    await there.change(table.id, lambda table: start(table, 1, Random(1), NOW))
    with refused("already-started"):
        await here.change(table.id, lambda table: cancel(table, 1, moderator=False))
    assert (await here.get(table.id)).status == PLAYING


async def test_storage_that_never_agrees_is_given_up_and_nothing_has_changed(store):
    tables, told = door(store), []
    table = await begun(tables)
    tables.on_change(lambda _before, after: told.append(after))
    store.conflicts = ATTEMPTS - 1
    assert ((await tables.change(table.id, one_more)).after).revision == 2, "a few conflicts in a row are overcome"
    assert ATTEMPTS > 2
    told.clear()
    saves = len(store.saves)
    store.conflicts = 10**9
    with refused("busy"):
        await tables.change(table.id, one_more)
    assert len(store.saves) - saves == ATTEMPTS
    assert told == []
    assert await tables.wake(table.id) is None
    store.conflicts = 0
    assert (await tables.get(table.id)).revision == 2
    assert ((await tables.change(table.id, one_more)).after).revision == 3


@pytest.mark.parametrize(("failing", "written"), [("before", False), ("after", True), ("cancelled", False)])
async def test_after_a_failed_write_only_storage_knows(store, failing, written):
    tables, told = door(store), []
    table = await begun(tables)
    tables.on_change(lambda _before, after: told.append(after))
    store.failing = failing
    store.meanwhile = AsyncMock(side_effect=asyncio.CancelledError) if failing == "cancelled" else None
    with pytest.raises((OSError, asyncio.CancelledError)):
        await tables.change(table.id, one_more)
    store.failing = None
    assert told == []
    assert store.loads == []
    now = await tables.get(table.id)
    assert store.loads == [table.id], "it is read again"
    assert now.revision == table.revision + written
    assert ((await tables.change(table.id, one_more)).after).revision == table.revision + written + 1


async def test_what_storage_raises_while_reading_closes_nothing(store):
    tables = door(store)
    table = await begun(tables)
    saves = len(store.saves)
    tables.forget(table.id)
    store.failing = "load"
    for act in (tables.get, tables.wake, lambda number: tables.change(number, one_more), lambda _: tables.of(1, OPEN)):
        with pytest.raises(OSError, match="disk"):
            await act(table.id)
    store.failing = None
    assert len(store.saves) == saves
    assert (await tables.get(table.id)).status == PLAYING


# ---- time


async def test_waking_does_what_time_does_and_writes_the_next_time(store):
    table = await begun(door(store))
    deadline = table.facts.deadline
    assert table.row.wake == deadline
    assert await store.claim(deadline, 15, 10) == [table.id]
    # The clock was early, say: nothing happens, but the claim has moved the stored time.
    await door(store, now=deadline - 1).wake(table.id)
    assert (await store.load(table.id))[0].wake == deadline
    after = await door(store, now=deadline).wake(table.id)
    assert after.revision == 2
    assert (await store.load(table.id))[0].wake == wake_at(after) > deadline


async def test_waking_tells_as_any_change(store):
    table = await opened(door(store))
    tables, told = door(store, now=NOW + LOBBY_LIFE_SECONDS), []
    tables.on_change(lambda before, after: told.append((before.status, after.status)))
    assert (await tables.wake(table.id)).facts.closed == "expired"
    assert told == [(LOBBY, CLOSED)]
    assert await store.next_wake() is None


async def test_a_default_that_fails_closes_the_table_and_keeps_the_secret(store, caplog):
    game = dataclasses.replace(GAME, default=Mock(side_effect=Illegal("not-in-hand", card=987)))
    table = await begun(door(store, trio=game))
    late = door(store, trio=game, now=NOW + 1000)
    with caplog.at_level(logging.ERROR):
        found = await late.wake(table.id)
    assert (found.status, found.facts.closed) == (CLOSED, "broken")
    assert "not-in-hand" in caplog.text
    assert "987" not in caplog.text
    assert await store.next_wake() is None


async def test_a_default_that_fails_keeps_nobody_else_from_playing(store):
    game = dataclasses.replace(GAMES["pinocchio"], default=Mock(side_effect=RuntimeError))
    tables = door(store, pinocchio=game)
    table = await begun(tables, "pinocchio", 2)
    (seat,) = table.to_act
    await tables.change(table.id, lambda table: absence.leave(table, table.users[1 - seat]))
    after = (
        await tables.change(table.id, lambda table: play_until(table, lambda table: table.to_act == (1 - seat,)))
    ).after
    assert after.row.wake is not None, "its time will come, and only then the table is closed"
