"""Lobbies and rematches recover from an answer that Discord did not take, or whose response was lost."""

import asyncio

import pytest

from bot.cli.local import GAMES
from bot.core.facts import CLOSED, LOBBY
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.wire import stored
from tests.wire.boards import addresses, leads
from tests.wire.hall import CATALOGUE, NAMES, hall
from tests.wire.settled import public, settle

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


@cut
async def test_a_lobby_whose_answer_was_cut_is_seen_or_taken_back(tmp_path, after):
    """A lobby nobody could see counted for half an hour."""
    async with hall(tmp_path) as home:
        host = home.named(NAMES[0])
        home.sandbox.control.fault(kind="drop", route="POST /interactions/", after=after)
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


@cut
async def test_a_rematch_whose_answer_was_cut_can_be_asked_for_again(tmp_path, after):
    """Issue 7: a rematch nobody could see had been asked for, so nobody could ask again."""
    async with hall(tmp_path) as home:
        table = await home.start("cappuccino", 2)
        await home.advance(5)
        await home.app.tables.change(table.id, lambda table: table.close("host"))
        await settled(home, tmp_path)
        host = home.named(NAMES[0])
        board = await home.board(table, host)
        again = next(str(each) for each in addresses(board) if each.verb == "rematch")
        home.sandbox.control.fault(kind="drop", route="POST /interactions/", after=after)
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
