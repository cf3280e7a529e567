"""Whatever breaks between us and Discord heals by itself; what was revealed is hidden again before all else."""

import itertools

import aiohttp
import msgspec
import pytest
import simcord

from bot.client.boards import HIDE_RETRY_SECONDS, RETRY_SECONDS
from bot.client.messages import PublicMessage
from bot.core.facts import CLOSED, LOBBY, PLAYING
from bot.core.table import Table
from tests.kit.house import House, buttons, read
from tests.kit.players import in_phase, open_hand, press, quick_mind
from tests.kit.publishing import boards, breaking, calls, cut

WINDOW = ("ptipasspass", 3, {}, "doublon")


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
    table = await in_phase(home, "cappuccino", 2, {}, "stack")
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
    shown = simcord.results.to_discord_message(home.env, home.env.backend.messages[home.channel.id][lobby.id])
    assert "[Rejoindre]" not in read(shown), "it is told as well, also by the next run"
    assert len(boards(home, table)) == 1


async def test_started_and_cancelled_at_once_is_started(home: House):
    lobby = await home.lobby("cappuccino", 2)
    host = home.people[0]
    menu = await home.lobby_menu(host, lobby)
    await home.at_once(host.click(lobby, label="Commencer"), host.click(menu, label="Annuler"))
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
    before = len(home.env.http_requests)
    await press(home, table, seat, second)
    table = await home.now(table)
    assert table.game.path(table.log[-1].move) == second
    assert (table.revision, len(table.log)) == (revision, revision)
    asked = [request for request in home.env.http_requests[before:] if "/channels/" in request.path]
    assert not asked, "nothing everybody can see was touched"
    assert (home.board(table).id, read(home.board(table)), read(theirs)) == (board.id, seen, text)
    assert buttons(home.board(table)) == buttons(board)
    await home.restart()
    # A restart loads the rules anew: their moves are compared as they are written.
    assert msgspec.json.encode([*(await home.now(table)).log]) == msgspec.json.encode([*table.log])
    assert read(home.board(table)) == seen
