"""Every game of the catalogue over HTTP and WebSocket: pressing buttons, and shown to its end."""

import logging

import pytest

from bot.core.facts import OVER
from bot.core.records import verify
from tests.kit.players import quick_mind
from tests.wire.boards import private, read
from tests.wire.hall import CATALOGUE, hall
from tests.wire.players import play_on, play_out

PRESSED = 40
"""Moves that are made by pressing; the further ones are made without a click, with the same messages."""


@pytest.mark.parametrize("key", CATALOGUE.games)
async def test_a_whole_game(tmp_path, caplog, key):
    caplog.set_level(logging.WARNING)
    game = CATALOGUE.games[key]
    async with hall(tmp_path) as home:
        table = await home.start(key, min(game.seats))
        table = await home.look(await play_on(home, table, quick_mind(), most=PRESSED))
        table = await play_out(home, table)
        assert table.status == OVER
        assert verify(table.record().encode(), CATALOGUE.games) is None
        assert home.sandbox.control.stats()["refused"] == 0
        assert [record.getMessage() for record in caplog.records if record.name.startswith("bot")] == []
        # Somebody who does not play sees the same last board, and never saw anything of the others' hands.
        onlooker = home.people["Maëlle"]
        board = await home.board(table, onlooker)
        winner = table.names[table.outcome.winners[0]]
        assert winner in read(board)
        assert not any(private(message) for message in onlooker.messages.values())


async def test_what_is_sent_is_what_discord_describes(tmp_path, described):
    """The commands, and the first moves of every game, with each request held against Discord's own description."""
    async with hall(tmp_path, spec=described) as home:
        for key, game in CATALOGUE.games.items():
            table = await home.start(key, max(game.seats))
            table = await play_on(home, table, quick_mind(), most=4)
            await home.revision(table)
            await home.app.tables.change(table.id, lambda table: table.close("host"))
        assert home.sandbox.control.stats()["refused"] == 0
