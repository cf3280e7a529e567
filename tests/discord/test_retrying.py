"""Publishing boards: what must go, what is tried again, and what happens when Discord says no."""

from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest

from bot.client.boards import RETRY_SECONDS
from bot.client.messages import ChannelMessages, PublicMessage, new_public
from bot.core import absence
from bot.core.facts import CLOSED, LOBBY, Log
from bot.core.table import Table
from bot.store import ShownBoard
from tests.kit.house import House, read
from tests.kit.players import in_phase, move
from tests.kit.publishing import ROW, WINDOW, Wire, boards, calls, cut, ok, refusal, stored, waited_for


async def posted_again(home: House, table: Table) -> Any:
    """Another copy of a board or a lobby, of which nothing is written down."""
    pages = home.app.boards
    with home.env._bot_scope():
        if table.status == LOBBY:
            page = await pages.lobby_page(table)
        else:
            page, _ = await pages._board_page(table, home.app.now())
        return await ChannelMessages(home.bot, table.place).post(**new_public(page), nonce="extra")


# ---- what must go


@pytest.mark.parametrize(
    ("answer", "again"),
    [
        (cut, True),
        (refusal(429), True),
        (refusal(404, 10008), False),
        (refusal(403, 50001), False),
        (refusal(404, 10003), False),
    ],
)
async def test_an_old_board_is_deleted_until_it_is_gone_or_not_ours(home: House, answer: Any, again: bool):  # noqa: FBT001
    table = await in_phase(home, "cappuccino", 2, {"rythme": "free"}, "stack")
    with calls(PublicMessage, "delete", home, answer) as times:
        table = await move(home, table)
        await home.env.advance_time(RETRY_SECONDS[0] + RETRY_SECONDS[1] + 1)
    assert len(times) == (3 if again else 1)
    assert (table.id in await home.app.store.behind()) == again
    await home.env.advance_time(RETRY_SECONDS[2] + 1)
    assert len(boards(home, table)) == (1 if again else 2)
    assert table.id not in await home.app.store.behind()
    assert (await home.now(table)).facts.paused is None


async def test_a_lobby_that_is_there_twice_is_there_once_after_a_click(home: House):
    await home.people[1].slash(home.channel, "cappuccino nouvelle")  # from now on they are offered no rules
    first = await home.lobby("cappuccino", 1)
    (table,) = await home.app.tables.of(home.people[0].id, (LOBBY,))
    second = await posted_again(home, table)
    await home.does(home.app.boards.opened, table, second.id)
    wire = Wire(home)
    result = await home.people[1].click(first, label="Rejoindre")
    assert result.acknowledged
    assert (result.response, result.followups) == (None, [])
    assert (await home.now(table)).size == 2
    (gone,) = wire("DELETE")
    assert gone.path.endswith(f"{home.channel.id}/messages/{first.id}")
    assert "**Bo**" in read(home.newest(home.channel.id))
    assert home.newest(home.channel.id).id == second.id


async def test_a_board_that_was_replaced_long_ago_goes_when_somebody_looks_at_it(home: House):
    table = await in_phase(home, *WINDOW)
    extra = await posted_again(home, table)
    board = next(m for m in boards(home, table) if m.id != extra.id)
    await home.person(table, 0).click(board, label="⋯")
    assert len(boards(home, table)) == 2, "a click on the true one changes nothing"
    shown = next(m for m in boards(home, table) if m.id == extra.id)
    await home.person(table, 0).click(shown, label="⋯")
    assert [m.id for m in boards(home, table)] == [board.id]
    # A click on one that was just replaced takes nothing away.
    old = home.board(table)
    home.env.inject_error("DELETE", "/channels/*/messages/*", status=403, code=50001)
    await home.people[0].slash(home.place(table), "table voir")
    wire = Wire(home)
    await home.person(table, 0).click(old, label="⋯")
    assert wire("DELETE") == []
    assert (await stored(home, table)).former == old.id


# ---- tried again


async def test_after_a_success_the_distances_begin_again(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    with calls(PublicMessage, "edit", home, cut):
        await ok(home, table, one)
        await home.env.advance_time(RETRY_SECONDS[0] + 0.1)
    await home.env.advance_time(RETRY_SECONDS[1] + 0.1)
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))
    with calls(PublicMessage, "edit", home, cut) as times:
        await home.after(table, lambda table: absence.leave(table, table.users[one]))
        for _ in range(6):
            await home.env.advance_time(0.5)
    assert [time - times[0] for time in times] == pytest.approx([0, RETRY_SECONDS[0]], abs=0.6)


async def test_a_failure_of_ours_is_logged_once_with_its_place_and_heals(home: House, caplog):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    page = home.app.boards._board_page
    home.app.boards._board_page = AsyncMock(side_effect=KeyError("ours"))  # type: ignore[method-assign]
    await ok(home, table, one)
    await home.env.advance_time(RETRY_SECONDS[0] + RETRY_SECONDS[1] + 1)
    home.app.boards._board_page = page  # type: ignore[method-assign]
    assert caplog.text.count("repaint failed table=") == 1
    assert f"<@{table.users[one]}>" in waited_for(home.board(table))
    await home.env.advance_time(RETRY_SECONDS[2] + 1)
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))


async def test_a_board_of_a_game_played_by_older_rules_keeps_its_end(home: House):
    table = await in_phase(home, *ROW)
    table = await home.after(table, lambda table: table.close("host"))
    seen = read(home.board(table))
    wire = Wire(home)
    ended = msgspec.structs.replace(table, status="over", log=Log(), state=None)
    with home.env._bot_scope():
        home.app.tables._cache[table.id] = ended
        await home.app.store.mark_shown(ShownBoard(table.id, -1))
        home.app.boards.request(table.id)
    await home.env.settle()
    assert (wire("PATCH"), wire("POST")) == ([], [])
    assert read(home.board(table)) == seen
    assert not home.app.boards.retries
    assert table.id not in await home.app.store.behind()


# ---- when Discord says no


@pytest.mark.parametrize("code", [50001, 50013, 0])
async def test_a_board_that_may_not_be_shown_pauses_the_game_for_what_is_missing(home: House, code: int):
    table = await in_phase(home, *ROW)
    home.env.inject_error("POST", f"/channels/{table.place}/messages", status=403, code=code, times=None)
    table = await move(home, table)
    assert table.thread
    assert table.facts.paused == "view_channel,send_messages_in_threads", "all seems to be there: the usual ones"
    version, wire = table.row.version, Wire(home)
    await home.does(home.app.boards.request, table.id)
    assert len(wire("POST")) == 1
    await home.env.advance_time(400)
    assert len(wire("POST")) == 1
    assert (await home.now(table)).row.version == version, "paused once"


async def test_a_game_that_is_over_is_not_paused(home: House):
    table = await in_phase(home, *ROW)
    home.env.inject_error("*", f"/channels/{table.place}/messages*", status=403, code=50013, times=None)
    table = await home.after(table, lambda table: table.close("host"))
    assert (table.status, table.facts.paused) == (CLOSED, None)
    assert "host" in (table.facts.closed or "")


async def test_a_cancelled_lobby_is_done_with_once_it_says_so(home: House):
    lobby = await home.lobby("cappuccino", 1)
    (table,) = await home.app.tables.of(home.people[0].id, (LOBBY,))
    with calls(PublicMessage, "edit", home, cut):
        await home.after(table, lambda table: table.close("host"))
        assert table.id in await home.app.store.behind()
    await home.env.advance_time(RETRY_SECONDS[0] + 0.1)
    assert "[Rejoindre]" not in read(lobby)
    assert table.id not in await home.app.store.behind()


@pytest.mark.parametrize("begun", [True, False])
async def test_what_cannot_be_read_says_so_where_it_is_shown_and_is_done_with(home: House, begun: bool):  # noqa: FBT001
    lobby = await home.lobby("cappuccino", 2)
    (table,) = await home.app.tables.of(home.people[0].id, (LOBBY,))
    if begun:
        await home.people[0].click(lobby, label="Commencer")
        table = await home.now(table)
    await home.app.boards.flush()
    store: Any = home.app.store
    await store._write(
        lambda ledger: ledger.execute("UPDATE tables SET facts = '[', wake = 1 WHERE id = ?", (table.id,))
    )
    await home.restart()
    assert "sans perdant" in read(home.board(table) if begun else home.newest(home.channel.id))
    assert table.id not in await home.app.store.behind()
    assert not home.app.boards._unreadable
