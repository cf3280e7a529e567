"""Publishing boards: very many of them, a stop, and answers that are boards."""

import asyncio

from cachetools import LRUCache

from bot.client import boards as module
from bot.client.boards import (
    CACHED_BOARDS,
    CAPACITY_TIMEOUT_SECONDS,
    STOP_TIMEOUT_SECONDS,
)
from bot.client.messages import PublicMessage
from bot.store import ShownBoard
from tests.kit.house import House, buttons
from tests.kit.players import in_phase, move
from tests.kit.publishing import ROW, WINDOW, Wire, boards, calls, ok, slowly, soon, waited_for


async def test_a_stop_waits_for_boards_that_are_being_painted(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    with calls(PublicMessage, "edit", home, slowly(1)):
        await ok(home, table, one)
        stop = await soon(home, home.app.boards.finish)
        assert not stop.done()
        await home.env.advance_time(1.1)
        assert stop.done()
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))
    assert (await soon(home, home.app.boards.finish)).done(), "there is nothing to wait for"


async def test_a_stop_does_not_wait_for_ever_and_leaves_nothing_behind(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    with calls(PublicMessage, "edit", home, slowly(60)):
        await ok(home, table, one)
        stop = await soon(home, home.app.boards.finish)
        await home.env.advance_time(STOP_TIMEOUT_SECONDS - 0.1)
        assert not stop.done()
        await home.env.advance_time(0.2)
        assert stop.done()
        await home.env.advance_time(100)
    assert f"<@{table.users[one]}>" in waited_for(home.board(table)), "the next run catches up"
    assert table.id in await home.app.store.behind()
    assert not home.app.boards.tasks


async def test_a_stop_ends_the_catching_up(home: House, monkeypatch):
    tables = [await in_phase(home, *ROW) for _ in range(3)]
    for table in tables:
        await home.app.store.mark_shown(ShownBoard(table.id, -1))
    monkeypatch.setattr(module, "MAX_CONCURRENT_REPAINTS", 0)
    asked: list[int] = []
    home.app.boards.request = asked.append  # type: ignore[method-assign]

    async def nap() -> None:
        await asyncio.sleep(600)

    with home.env._bot_scope():
        home.app.boards.tasks[999] = asyncio.create_task(nap())
    await soon(home, home.app.boards.catch_up)
    assert asked == []
    await home.env.advance_time(CAPACITY_TIMEOUT_SECONDS + 0.1)
    assert len(asked) == 1, "a few at a time, while the games go on"
    await soon(home, home.app.boards.finish)
    await home.env.advance_time(60)
    assert len(asked) == 1


async def test_only_so_many_boards_are_remembered(home: House):
    assert CACHED_BOARDS >= 1000
    publisher = home.app.boards
    known = publisher.cache._entries = LRUCache(1)
    tables = [await in_phase(home, *ROW) for _ in range(3)]
    publisher.cache.forget()
    for table in tables:
        await publisher.lobby_message(table)
        await move(home, table)
        assert list(known) == [table.id]
        assert known[table.id].digest is not None
    for table in tables:
        assert len(boards(home, await home.now(table))) == 1


async def test_a_click_that_changes_the_board_within_a_turn_is_answered_by_the_board(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    board = home.board(table)
    wire = Wire(home)
    await home.person(table, one).click(board, custom_id=buttons(board)["OK"])
    assert (wire("PATCH"), wire("POST"), wire("DELETE")) == ([], [], [])
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))
    await home.app.boards.flush()
    assert table.id not in await home.app.store.behind()
