"""Cached and stored: boards, and the reveals that players of slow tables have seen."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.client import boards as module
from bot.client.boards import BoardCache, BoardEntry, PostedBoard, users_to_ping
from bot.client.seats import SeenReveals
from bot.core.absence import wake
from bot.store.sqlite import SqliteStore
from tests.kit.seated import window
from tests.kit.stores import opening


@pytest.fixture
def no_boards():
    """A storage that has no board."""
    return AsyncMock(**{"board.return_value": None})


async def test_boards_that_are_forgotten_are_not_written_and_take_nobodys_place(no_boards, monkeypatch):
    monkeypatch.setattr(module, "CACHED_BOARDS", 2)
    boards = BoardCache(no_boards)
    known = [await boards.get(number) for number in (1, 2)]
    boards.forget(3)
    assert [await boards.get(number) for number in (1, 2)] == known
    assert no_boards.board.await_count == 2
    for number in (1, 2, 3):
        boards.store_later(number, BoardEntry(PostedBoard()), shown=5)
    boards.forget()
    await boards.finish()
    no_boards.mark_shown.assert_not_awaited()


async def test_many_are_written_down_at_once_and_who_is_painted_waits(no_boards, caplog):
    boards = BoardCache(no_boards)
    for number in (3, 1, 2):
        boards.store_later(number, BoardEntry(PostedBoard()), shown=number)
    async with boards.lock(2):
        await boards._write(boards._unlocked())
    assert [mark.table for mark in no_boards.mark_shown.await_args.args] == [1, 3]
    await boards.finish()
    assert [mark.table for mark in no_boards.mark_shown.await_args.args] == [2]
    no_boards.mark_shown.side_effect = OSError
    boards.store_later(1, BoardEntry(PostedBoard()), shown=5)
    await boards.finish()
    assert "tables=[1]: OSError" in caplog.text
    assert not boards._locks.taken(1), "harmless"


def test_nobody_is_pinged_where_silence_is_consent():
    table = window(pace="flash")
    much_later = table.moved_at + 3600
    assert users_to_ping(table, PostedBoard(), much_later) == ()
    turn = wake(table, table.facts.deadline, 0.0)
    assert users_to_ping(turn, PostedBoard(), turn.moved_at) == (turn.users[turn.to_act[0]],), "they were silent"


# ---- reveals seen, by seat


@pytest.fixture
async def store():
    async with opening(SqliteStore(":memory:")) as opened:
        yield opened


def table(number: int = 3, revision: int = 5) -> Any:
    return SimpleNamespace(id=number, revision=revision)


async def test_every_seat_of_every_table_is_kept_apart(store):
    reveals = SeenReveals(store)
    seats = [(number, seat) for number in range(1, 5) for seat in range(9)]
    for number, seat in seats:
        await reveals.mark_seen(table(number), seat, number, [100 + seat])
        await reveals.mark_active(table(number, revision=10 * number + seat), seat)
    for known in (reveals, SeenReveals(store)):
        for number, seat in seats:
            assert await known.seen(table(number), seat) == [number, 100 + seat]
            assert await known.last_active(table(number), seat) == 10 * number + seat
    await reveals.forget(2)
    for known in (reveals, SeenReveals(store)):
        assert await known.seen(table(2), 1) == [0]
        assert await known.last_active(table(3), 1) == 31


async def test_a_write_that_fails_is_dropped(store, monkeypatch, caplog):
    reveals = SeenReveals(store)
    await reveals.mark_seen(table(), 1, 4)
    with monkeypatch.context() as failing:
        failing.setattr(store, "swap", AsyncMock(side_effect=OSError("the disk is full")))
        await reveals.mark_seen(table(), 1, 5)
    assert await reveals.seen(table(), 1) == [4]
    assert "not stored: seen reveals, table=3: OSError" in caplog.text


async def test_two_clicks_at_once_do_not_forget_what_the_other_saw(store):
    reveals = SeenReveals(store)
    await asyncio.gather(*(reveals.mark_seen(table(), 1, 0, [revision]) for revision in (7, 9)))
    assert await reveals.seen(table(), 1) == [0, 7, 9]
    await asyncio.gather(*(reveals.mark_seen(table(), 1, all_to) for all_to in (8, 4)))
    assert await reveals.seen(table(), 1) == [8, 9], "what was seen before a later moment need not be listed"
