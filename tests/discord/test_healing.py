"""Whatever breaks between us and Discord heals by itself, pauses or closes; what was revealed is hidden first."""

import itertools
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import msgspec
import pytest

from bot.client.boards import HIDE_RETRY_SECONDS, ONLOOKERS_SECONDS, RETRY_SECONDS
from bot.client.messages import ChannelMessages, PublicMessage, new_public
from bot.core import absence
from bot.core.facts import CLOSED, LOBBY, PLAYING, Log
from bot.core.table import Table
from bot.store import ShownBoard
from tests.kit.house import House, buttons, read, told
from tests.kit.players import in_phase, move, open_hand, press, quick_mind, type_anything
from tests.kit.publishing import ROW, WINDOW, Wire, boards, breaking, calls, cut, ok, refusal, waited_for


async def revealed(home: House) -> Table:
    """A table at which a cup has just been lifted."""
    table = await in_phase(home, "ptipasspass", 3, {"rythme": "relaxed"}, "doublon")
    await press(home, table, table.to_act[0], ("doublon",))
    table = await home.now(table)
    assert "Regardez bien" in read(home.board(table))
    return table


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError, TimeoutError, KeyError])
async def test_a_reveal_is_hidden_as_soon_as_discord_can_be_reached(home: House, error: type[Exception]):
    table = await revealed(home)
    with calls(PublicMessage, "edit", home, breaking(error)) as tries:
        await home.env.advance_time(table.flash_until - home.app.now() + 0.5)
        for wait, count in zip(HIDE_RETRY_SECONDS, itertools.count(2)):
            assert len(tries) == count - 1
            await home.env.advance_time(wait)
            assert len(tries) == count
        assert "Regardez bien" in read(home.board(table))
    await home.env.advance_time(HIDE_RETRY_SECONDS[-1] + 1)
    assert "Regardez bien" not in read(home.board(await home.now(table)))


async def test_a_reveal_is_hidden_although_the_permission_is_missing_for_a_while(home: House):
    table = await revealed(home)
    home.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=6)
    await home.env.advance_time(table.flash_until - home.app.now() + 0.5)
    await home.env.advance_time(200)
    assert "Regardez bien" not in read(home.board(await home.now(table)))


async def test_a_reveal_is_hidden_although_an_old_board_cannot_be_deleted(home: House):
    table = await in_phase(home, "ptipasspass", 3, {"rythme": "relaxed"}, "doublon")
    (await home.app.boards.cache.get(table.id)).posted.stale = ((table.place, 1),)
    with calls(PublicMessage, "delete", home, breaking(KeyError)):
        board = home.board(table)
        await home.person(table, table.to_act[0]).click(board, custom_id=buttons(board)["Doublon !"])
        table = await home.now(table)
        assert "Regardez bien" in read(home.board(table))
        await home.env.advance_time(table.flash_until - home.app.now() + 0.5)
    assert "Regardez bien" not in read(home.board(await home.now(table)))


async def test_a_reveal_that_is_still_on_after_a_restart_is_hidden_in_time(home: House):
    table = await revealed(home)
    await home.restart()
    assert "Regardez bien" in read(home.board(table))
    await home.env.advance_time(table.flash_until - home.app.now() + 0.5)
    assert "Regardez bien" not in read(home.board(await home.now(table)))


async def test_a_board_is_tried_again_for_as_long_as_it_takes(home: House):
    table = await home.reach(await home.start("ptipasspass", 3, rythme="free"), "doublon", quick_mind())
    with calls(PublicMessage, "edit", home, cut) as tries:
        await home.person(table, table.to_act[0]).slash(home.place(table), "ok")
        for wait, count in zip(RETRY_SECONDS, itertools.count(2)):
            await home.env.advance_time(wait - 0.5)
            assert len(tries) == count - 1
            await home.env.advance_time(0.6)
            assert len(tries) == count
    table = await home.now(table)
    await home.env.advance_time(RETRY_SECONDS[-1] + 1)
    assert f"<@{table.users[table.to_act[0]]}>" in read(home.board(table))


async def test_an_old_board_goes_although_the_bot_died_before_deleting_it(home: House):
    table = await in_phase(home, *ROW)
    with calls(PublicMessage, "delete", home, cut):
        await press(home, table, table.to_act[0], table.game.path(quick_mind()(table, table.to_act[0])))
    await home.restart()
    assert len(boards(home, table)) == 1


async def test_a_board_that_shows_an_older_moment_is_put_right_by_a_click(home: House):
    table = await in_phase(home, *WINDOW)
    board = home.board(table)
    old = home.env.backend.messages[table.place][board.id].components
    seat, other = table.to_act
    await press(home, table, seat, ("ok",))
    table = await home.now(table)
    new = read(home.board(table))
    # As if an edit of ours from before had come after the newest one.
    home.env.backend.messages[table.place][board.id].components = old
    assert read(home.board(table)) != new
    await home.person(table, other).click(home.board(table), label="Ma main")
    assert read(home.board(table)) == new


async def test_a_lobby_out_of_reach_does_not_keep_the_board_away(home: House):
    lobby = await home.lobby("cappuccino", 2)
    home.env.inject_error("PATCH", f"/channels/{home.channel.id}/messages/{lobby.id}", status=500, times=3)
    await home.people[0].click(lobby, label="Commencer")
    (table,) = await home.app.tables.of(home.people[0].id, (PLAYING,))
    assert len(boards(home, table)) == 1
    await home.restart()
    await home.env.advance_time(RETRY_SECONDS[0] + RETRY_SECONDS[1] + RETRY_SECONDS[2] + 1)
    assert "[Rejoindre]" not in read(lobby), "it is told as well, also by the next run"
    assert len(boards(home, table)) == 1


async def test_a_lobby_out_of_reach_is_told_later_although_somebody_moves_on_the_board(home: House):
    lobby = await home.lobby("ptipasspass", 3, rythme="free")
    with calls(home.app.boards, "_edit_lobby", home, cut):
        await home.people[0].click(lobby, label="Commencer")
        table = await home.reach(await home.table_of(home.people[0]), "doublon", quick_mind())
    assert "[Rejoindre]" in read(lobby)
    board = home.board(table)
    await home.person(table, table.to_act[0]).click(board, custom_id=buttons(board)["OK"])
    assert "[Rejoindre]" not in read(lobby)


async def test_started_and_cancelled_at_once_is_started(home: House):
    lobby = await home.lobby("cappuccino", 2)
    host = home.people[0]
    asked = (await host.click(await home.lobby_menu(host, lobby), label="Fermer la table")).response
    await home.at_once(host.click(lobby, label="Commencer"), host.click(asked, label="Fermer la table"))
    (table,) = await home.app.tables.of(host.id, (PLAYING, LOBBY, CLOSED))
    assert table.status == PLAYING
    assert len(boards(home, table)) == 1


async def test_nobody_can_tell_that_a_sealed_choice_was_changed(home: House):
    table = await in_phase(home, "tripot", 3, {}, "actions")
    seat, other = table.to_act[0], table.to_act[1]
    first, second = [table.game.path(move) for move in list(table.legal(seat))[:2]]
    await press(home, table, seat, first)
    table = await home.now(table)
    theirs = await open_hand(home, table, other)
    board, seen = home.board(table), read(home.board(table))
    text, revision = read(theirs), table.revision
    wire = Wire(home)
    await press(home, table, seat, second)
    table = await home.now(table)
    assert table.game.path(table.log[-1].move) == second
    assert (table.revision, len(table.log)) == (revision, revision)
    assert wire() == [], "nothing everybody can see was touched"
    assert (home.board(table).id, read(home.board(table)), read(theirs)) == (board.id, seen, text)
    assert buttons(home.board(table)) == buttons(board)
    await home.restart()
    # A restart loads the rules anew: their moves are compared as they are written.
    assert msgspec.json.encode([*(await home.now(table)).log]) == msgspec.json.encode([*table.log])
    assert read(home.board(table)) == seen


# ---- what must go


async def posted_again(home: House, table: Table) -> Any:
    """Another copy of a board or a lobby, of which nothing is written down."""
    pages = home.app.boards
    with home.env._bot_scope():
        if table.status == LOBBY:
            page = await pages.lobby_page(table)
        else:
            page, _ = await pages._board_page(table, home.app.now())
        return await ChannelMessages(home.bot, table.place).post(**new_public(page), nonce="extra")


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
    await home.people[1].click(first, label="Rejoindre")
    assert (await home.now(table)).size == 2
    (gone,) = wire("DELETE")
    assert gone.path.endswith(f"{home.channel.id}/messages/{second.id}")
    assert "**Bo**" in read(first)


async def test_one_of_two_lobbies_stays_when_both_are_clicked_on_at_once(home: House):
    first = await home.lobby("cappuccino", 1)
    (table,) = await home.app.tables.of(home.people[0].id, (LOBBY,))
    other = await posted_again(home, table)
    await home.does(home.app.boards.opened, table, other.id)
    second = next(m for m in home.public(home.channel.id) if m.id == other.id)
    await home.at_once(*(home.people[n].click(m, label="Rejoindre") for n, m in ((1, first), (2, second))))
    assert (await home.now(table)).size == 3
    (left,) = [m for m in home.public(home.channel.id) if m.id in (first.id, second.id)]
    assert await home.app.boards.lobby_message(table) == left.id
    assert "**Bo**" in read(left)
    assert "**Chloé**" in read(left)


async def test_a_board_that_was_replaced_long_ago_goes_when_somebody_moves_on_it(home: House):
    table = await in_phase(home, *WINDOW)
    extra = await posted_again(home, table)
    board = next(m for m in boards(home, table) if m.id != extra.id)
    shown = next(m for m in boards(home, table) if m.id == extra.id)
    await home.person(table, table.to_act[0]).click(shown, custom_id=buttons(shown)["OK"])
    assert [m.id for m in boards(home, table)] == [board.id]


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
    assert wire() == []
    assert read(home.board(table)) == seen
    assert not home.app.boards.timers
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


# ---- what Discord refuses or takes away


async def quiet_for(home: House, seconds: float) -> bool:
    """Whether the bot asks nothing of Discord for so long."""
    before = len(home.env.http_requests)
    await home.env.advance_time(seconds)
    return len(home.env.http_requests) == before


def true_board(home: House, table: Table) -> bool:
    """Whether the newest board shows whom the table waits for."""
    text = read(home.board(table))
    return all(f"<@{table.users[seat]}>" in text for seat in table.to_act)


@pytest.mark.parametrize("deleted", [True, False])
async def test_a_board_that_is_deleted_or_in_an_archived_thread_is_posted_again(home: House, deleted: bool):  # noqa: FBT001
    table = await in_phase(home, *WINDOW)
    old = home.board(table)
    if deleted:
        home.env.backend.delete_message(table.place, old.id)
    else:
        home.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083)
    await home.person(table, table.to_act[0]).slash(home.place(table), "ok")
    table = await home.now(table)
    assert home.board(table).id != old.id
    assert true_board(home, table)


WAYS_TO_GO = {
    "its channel is deleted": lambda home, _: home.env.backend.delete_channel(home.channel.id),
    "its thread is deleted": lambda home, table: home.env.backend.delete_channel(table.place),
    "the bot is removed": lambda home, _: home.env.backend.remove_guild(home.guild.id),
    **{
        f"unnoticed, {code}": lambda home, table, code=code: home.env.inject_error(
            "*", f"/channels/{table.place}/*", status=404, code=code, times=None
        )
        for code in (10003, 10004)
    },
}


@pytest.mark.parametrize("way", WAYS_TO_GO)
async def test_a_table_whose_place_is_gone_is_closed(home: House, way: str):
    table = await in_phase(home, *ROW)
    WAYS_TO_GO[way](home, table)
    await home.env.advance_time(130 if "unnoticed" in way else 0)
    await home.env.settle()
    assert (await home.now(table)).facts.closed == "gone"
    assert await quiet_for(home, 3600)


@pytest.mark.parametrize("typed", [True, False])
async def test_a_missing_permission_pauses_and_resumes(home: House, typed: bool):  # noqa: FBT001
    table = await in_phase(home, *ROW)
    home.forbid("send_messages_in_threads")
    table = await move(home, table)
    # discord.py counts what cannot be used without it as missing too.
    assert table.facts.paused.split(",")[0] == "send_messages_in_threads"
    assert table.revision == 2, "the move is kept"
    assert await quiet_for(home, 600), "no clock runs and nothing is tried again"
    assert (await home.now(table)).revision == 2
    seat = table.to_act[0]
    path = table.game.path(quick_mind()(table, seat))
    refused = await type_anything(home, table, seat, path)
    assert "il me manque **Envoyer des messages dans les fils**" in told(refused)
    home.allow_all()
    await home.env.advance_time(1)
    if typed:
        await type_anything(home, table, seat, path)
    else:
        panel = await open_hand(home, table, seat)
        table = await home.now(table)
        assert table.facts.paused is None
        assert table.facts.deadline > home.env.now().timestamp() + 100
        await press(home, table, seat, path, panel)
    table = await home.now(table)
    assert (table.facts.paused, table.revision) == (None, 3)
    await home.env.advance_time(ONLOOKERS_SECONDS)
    assert true_board(home, table)


async def test_a_locked_thread_is_left_for_the_channel(home: House):
    table = await in_phase(home, *ROW)
    thread = table.thread
    home.env.inject_error("*", f"/channels/{thread}/messages*", status=403, code=160005, times=None)
    await home.env.advance_time(130)
    table = await home.now(table)
    assert table.status == PLAYING
    assert table.thread is None
    assert true_board(home, table)
    assert home.board(table).channel.id == home.channel.id
    await move(home, table)
    await home.env.advance_time(ONLOOKERS_SECONDS)
    text = read(home.board(table))
    assert true_board(home, await home.now(table))
    assert "joue pour **Bo**" in text, "whose time has run out"


@pytest.mark.parametrize("way", ["button", "panel", "command"])
async def test_a_move_is_kept_when_its_answer_is_not_taken(home: House, way: str):
    table = await in_phase(home, *WINDOW)
    seat, board = table.to_act[0], home.board(table)
    panel = await open_hand(home, table, seat)
    home.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    if way == "button":
        await home.person(table, seat).click(board, custom_id=buttons(board)["OK"])
    elif way == "panel":
        await home.person(table, seat).click(panel, custom_id=buttons(panel)["OK"])
    else:
        await home.person(table, seat).slash(home.place(table), "ok")
    table = await home.now(table)
    assert seat not in table.to_act
    text = read(home.board(table)).split("On attend", 1)[1]
    assert f"<@{table.users[seat]}>" not in text, "the board tells it all the same"
