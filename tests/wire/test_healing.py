"""Boards, lobbies and rematches recover from requests that Discord did not execute, or whose response was lost."""

import asyncio

import pytest

from bot.cli.local import GAMES
from bot.core.facts import CLOSED, LOBBY, PLAYING
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.kit.players import quick_mind
from tests.wire import stored
from tests.wire.boards import addresses, leads
from tests.wire.hall import CATALOGUE, NAMES, ONLOOKER, hall
from tests.wire.players import press
from tests.wire.settled import public, settle

ANSWER = "POST /interactions/"
POST = "POST /channels/{channel_id}/messages$"
EDIT = "PATCH /channels/"
cut = pytest.mark.parametrize("after", [False, True], ids=["cut before", "cut after"])
"""The connection is cut before Discord has done what was asked, or after it, so that only the answer is lost."""


def tables(folder):
    return stored.tables(folder / "wire.sqlite3", CATALOGUE.games)


async def settled(home, folder):
    """Wait until everything shown is true; whatever the bot lost sight of is pressed, as people do."""
    await settle(home.sandbox.world, lambda: tables(folder), list(home.people.values()), CATALOGUE.words)


async def struck(home):
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while home.sandbox.faults.waiting:  # noqa: ASYNC110, nothing tells us
            await asyncio.sleep(0.01)


async def close(home, table):
    """The host takes the table away: straight at the table, for how the host says so is not in question here."""
    await home.app.tables.change(table.id, lambda table: table.close("host"))


def fault(home, route, after, **more):
    """Cut the next connection that asks for this, escaping the braces that routes are named with."""
    home.sandbox.control.fault(kind="drop", route=route.replace("{", r"\{").replace("}", r"\}"), after=after, **more)


@cut
async def test_what_was_revealed_is_hidden_though_the_connection_is_cut(tmp_path, after):
    """Issue 4: the edit that hides a card was never tried again."""
    async with hall(tmp_path) as home:
        table = await home.start("trio", 3)
        while table.flash_until <= home.app.now():
            seat = table.to_act[0]
            await press(home, table, seat, table.game.path(quick_mind()(table, seat)))
            table = await home.now(table)
        await home.board(table, home.named(ONLOOKER))
        fault(home, EDIT, after)
        await home.advance(table.flash_until - home.app.now() + 0.1)
        await struck(home)
        await home.painted(table)
        await settled(home, tmp_path)


@cut
async def test_a_board_whose_posting_was_cut_is_there_once(tmp_path, after):
    """Issue 9: a board that Discord had posted without our hearing of it stayed beside the next one."""
    async with hall(tmp_path) as home:
        lobby = await home.lobby("cappuccino", 2)
        fault(home, POST, after)
        await home.named(NAMES[0]).press(lobby, "Commencer")
        await struck(home)
        await settled(home, tmp_path)
        [table] = tables(tmp_path).values()
        assert table.status == PLAYING
        seat = table.to_act[0]
        await press(home, table, seat, table.game.path(quick_mind()(table, seat)))
        await settled(home, tmp_path)


@cut
async def test_a_board_that_moves_on_leaves_none_behind(tmp_path, after):
    """Issue 9: the old board stays when its removal is cut, and must not stay for ever."""
    async with hall(tmp_path) as home:
        table = await home.start("cappuccino", 2)
        fault(home, "DELETE /channels/", after)
        while home.sandbox.faults.waiting:
            seat = table.to_act[0]
            await press(home, table, seat, table.game.path(quick_mind()(table, seat)))
            table = await home.now(table)
            await home.painted(table)
        await settled(home, tmp_path)


@cut
async def test_a_lobby_whose_answer_was_cut_is_seen_or_taken_back(tmp_path, after):
    """Issue 7: a lobby nobody could see counted for half an hour."""
    async with hall(tmp_path) as home:
        host = home.named(NAMES[0])
        fault(home, ANSWER, after)
        typed = asyncio.create_task(host.command(GAMES, "trio nouvelle"))
        await struck(home)
        await settled(home, tmp_path)
        typed.cancel()
        [table] = tables(tmp_path).values()
        if table.status == LOBBY:
            [lobby] = [each for each in public(home.sandbox.world) if leads(each, table, "join")]
            for name in NAMES[1:3]:
                await home.join(lobby, home.named(name))
            await host.press(host.messages[lobby["id"]], "Commencer")
            await settled(home, tmp_path)
        else:
            assert table.status == CLOSED


async def test_a_table_closed_in_the_second_it_began_says_so(tmp_path):
    """Two boards of one revision in one second had one nonce, for which Discord gives the first one back."""
    async with hall(tmp_path) as home:
        table = await home.start("cappuccino", 2)
        await close(home, table)
        await settled(home, tmp_path)


@cut
async def test_a_rematch_whose_answer_was_cut_can_be_asked_for_again(tmp_path, after):
    """Issue 7: a rematch nobody could see had been asked for, so nobody could ask again."""
    async with hall(tmp_path) as home:
        table = await home.start("cappuccino", 2)
        await home.advance(5)
        await close(home, table)
        await settled(home, tmp_path)
        host = home.named(NAMES[0])
        board = await home.board(table, host)
        again = next(str(each) for each in addresses(board) if each.verb == "rematch")
        fault(home, ANSWER, after)
        asked = asyncio.create_task(host.use(board, again))
        await struck(home)
        await settled(home, tmp_path)
        asked.cancel()
        if not _lobbies(tmp_path):
            await host.use(board, again)
            await settled(home, tmp_path)
        assert len(_lobbies(tmp_path)) == 1


def _lobbies(folder):
    return [table for table in tables(folder).values() if table.status == LOBBY]
