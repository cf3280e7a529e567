"""Whole games, from the command that opens a table to the rematch: with buttons only, and with commands only."""

from typing import Any

import pytest

from bot.core.facts import LOBBY, OVER
from bot.core.records import verify
from bot.core.table import Table
from tests.kit.house import House, buttons, house, read
from tests.kit.players import play_on, played_out, press, quick_mind, type_in
from tests.kit.tables import tables

# Their options are played without Discord, which takes a tenth of the time: tests/pages/test_limits.py.
TABLES = [pytest.param(game, seats, id=game) for game, seats, options in tables(2) if not options]


PRESSES = 25
"""After so many moves a long game is played on without Discord."""


async def finish(home: House, table: Table, make: Any) -> Table:
    """Play to the end, and look at what everybody sees then."""
    choose = quick_mind()
    table = await home.look(await play_on(home, table, choose, make, most=PRESSES))
    table = await played_out(home, table, choose)
    board = home.board(table)
    outcome = table.outcome
    assert table.status == OVER
    assert outcome is not None
    won = [line for line in read(board).split("\n") if "🏆" in line]
    assert all(any(table.names[seat] in line for line in won) for seat in outcome.winners)
    assert list(buttons(board)) == ["Revanche", "Revoir", "Règles", "⋯"]
    assert all(buttons(each) == buttons(board) for each in home.private(table, home.people[0].id))
    menu = (await home.people[0].click(board, label="⋯")).response
    assert list(buttons(menu)) == ["Preuve de la donne", "Lire le plateau"]
    proof = (await home.people[0].click(menu, label="Preuve de la donne")).response
    assert proof.ephemeral
    (file,) = proof.attachments
    assert file.filename == f"{table.game.key}-{table.id}.jsonl"
    assert table.facts.nonce in read(proof)
    assert verify(await file.read(), home.catalogue.games) is None
    return table


async def rematch(home: House, table: Table) -> Table:
    """The next game of the same people, asked for in the host's seat message if they have one."""
    asked = [each for each in home.private(table, home.people[0].id) if "Revanche" in buttons(each)] or [
        home.board(table)
    ]
    lobby = (await home.people[0].click(asked[-1], label="Revanche")).response
    assert all(f"<@{user}>" in read(lobby) for user in table.users[1:])
    await home.people[0].click(lobby, label="Commencer")
    return await home.table_of(home.people[0])


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_with_buttons_only(home: House, game: str, seats: int):
    first = await finish(home, await home.start(game, seats), press)
    second = await rematch(home, first)
    assert second.users == first.users
    assert second.facts.options == first.facts.options
    assert second.place == first.place
    assert second.log[0].move.first == (first.log[0].move.first + 1) % seats
    assert second.seal is not None
    assert second.seal != first.seal
    after = await play_on(home, second, quick_mind(), press, most=1)
    assert after.revision > second.revision


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_with_commands_only(home: House, game: str, seats: int):
    await finish(home, await home.start(game, seats), type_in)


async def test_everybody_answers_a_rematch_once(home: House):
    table = await played_out(home, await home.start("cappuccino", 2))
    board = home.board(table)
    one, two = await home.at_once(
        home.people[0].click(board, label="Revanche"), home.people[1].click(board, label="Revanche")
    )
    rows = await home.app.store.of_user(home.people[0].id, (LOBBY,))
    assert len(rows) == 1
    assert "Revanche" not in read(one.response)
    assert two.response.ephemeral
    assert "La revanche est déjà ouverte" in read(two.response)


async def test_a_game_with_pictures(tmp_path):
    async with house(tmp_path, pictures=True) as home:
        table = await home.start("cappuccino", 2)
        board = home.board(table)
        assert [file.filename for file in board.attachments] == ["table.png"]
        assert "▲1" in read(board), "the picture's alt text says what it shows"
        table = await play_on(home, table, quick_mind(), press, most=3)
        assert [file.filename for file in home.board(table).attachments] == ["table.png"]
        assert table.revision == 4
