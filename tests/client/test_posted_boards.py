"""What is remembered of boards, and what is still to be written down of them."""

from unittest.mock import AsyncMock

import pytest

from bot.client import boards as module
from bot.client.boards import BoardCache, BoardEntry, PostedBoard, users_to_ping
from bot.core.absence import wake
from tests.kit.seated import window


@pytest.fixture
def store():
    """A storage that has no board."""
    return AsyncMock(**{"board.return_value": None})


async def test_boards_that_are_forgotten_are_not_written_and_take_nobodys_place(store, monkeypatch):
    monkeypatch.setattr(module, "CACHED_BOARDS", 2)
    boards = BoardCache(store)
    known = [await boards.get(number) for number in (1, 2)]
    boards.forget(3)
    assert [await boards.get(number) for number in (1, 2)] == known
    assert store.board.await_count == 2
    for number in (1, 2, 3):
        boards.store_later(number, BoardEntry(PostedBoard()), shown=5)
    boards.forget()
    await boards.finish()
    store.mark_shown.assert_not_awaited()


async def test_many_are_written_down_at_once_and_who_is_painted_waits(store, caplog):
    boards = BoardCache(store)
    for number in (3, 1, 2):
        boards.store_later(number, BoardEntry(PostedBoard()), shown=number)
    async with boards.lock(2):
        await boards._write(boards._unlocked())
    assert [mark.table for mark in store.mark_shown.await_args.args] == [1, 3]
    await boards.finish()
    assert [mark.table for mark in store.mark_shown.await_args.args] == [2]
    store.mark_shown.side_effect = OSError
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
