"""Opponents at tables on Discord: they sit down, play to the end, are never called, and go on after a restart."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.absence import auto
from bot.core.facts import OVER, PLAYING
from bot.core.players import MARK
from bot.core.rhythm import due
from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import CATALOGUE, House, buttons, house, menus, read, told, visiting
from tests.kit.players import press, quick_mind

MIXED = [("trio", 2), ("ptipasspass", 2), ("tripot", 2), ("pinocchio", 2), ("cappuccino", 1)]
"""Every game, and how many people play it with opponents."""


async def begin(home: House, game: str, people: int, opponents: int, **options: Any) -> Table:
    """A game that people and opponents have just begun."""
    lobby = await home.lobby(game, people, adversaires=str(opponents), **options)
    await home.people[0].click(lobby, label="Commencer")
    rows = await home.bot.store.of_user(home.people[0].id, (PLAYING,))
    return await home.bot.tables.get(rows[-1].id)


async def play_on(home: House, table: Table, most: int = 600) -> Table:
    """Play until the game is over or so many turns were taken: people press, and time passes for everybody else."""
    choose = quick_mind()
    for _ in range(most):
        table = await home.look(table)
        if table.status != PLAYING:
            break
        seat = next((seat for seat in table.to_act if not table.facts.players[seat].opponent), None)
        if seat is None or auto(table):
            await home.env.advance_time(2.5 if due(table) is None else max(0.0, due(table).at - home.bot.now()) + 0.05)
        else:
            await press(home, table, seat, table.game.path(choose(table, seat)))
        table = await home.now(table)
    return table


@pytest.mark.parametrize(("game", "people"), MIXED)
async def test_a_mixed_table_plays_to_the_end(tmp_path, game, people):
    async with house(tmp_path) as home:
        table = await play_on(home, await begin(home, game, people, 2))
        assert table.status == OVER
        seats = {turn.seat for turn in table.log}
        assert seats >= set(range(table.size)), "everybody has moved"
        assert MARK in read(home.board(table))
        assert "level" not in table.record()


@visiting
async def test_the_host_adds_completes_and_removes_opponents(home):
    lobby = await home.lobby("trio", 1)
    result = await home.people[0].click(lobby, label="Ajouter un adversaire")
    page = result.response
    assert "Compléter la table" in read(page)
    ids = list(buttons(page).values())
    complete = next(i for i in ids if i.startswith("complete:") and i.endswith(":regular"))
    await home.people[0].click(page, custom_id=complete)
    (row,) = await home.bot.store.of_user(home.people[0].id, ("lobby",))
    table = await home.bot.tables.get(row.id)
    assert [player.level for player in table.facts.players] == [None, "regular", "regular"]
    shown = read(home.newest(home.channel.id))
    assert f"{MARK} Odile" in shown
    assert "habitué" in shown
    one = str(Address("opponent", table.id, 0, ("expert",)))
    fresh = (await home.people[0].click(lobby, label="Ajouter un adversaire")).response
    assert "Compléter" not in read(fresh)
    await home.people[0].click(fresh, custom_id=one)
    assert (await home.now(table)).size == 4
    removal = (await home.people[0].click(fresh, label="Retirer quelqu’un")).response
    (menu,) = menus(removal)
    await home.people[0].select(removal, ["-1"], custom_id=menu)
    assert (await home.now(table)).users == (home.people[0].id, -2, -3)
    refused = await home.people[1].click(lobby, label="Ajouter un adversaire")
    assert "hôte" in told(refused)


@visiting
async def test_a_person_takes_the_seat_of_an_opponent_where_none_is_free(home):
    lobby = await home.lobby("trio", 1, adversaires="5", niveau="expert")
    await home.people[1].click(lobby, label="Rejoindre")
    (row,) = await home.bot.store.of_user(home.people[1].id, ("lobby",))
    table = await home.bot.tables.get(row.id)
    assert table.size == 6
    assert table.people == (home.people[0].id, home.people[1].id)
    assert {player.level for player in table.facts.players} == {None, "expert"}


@visiting
async def test_a_level_alone_completes_the_table(home):
    await home.lobby("trio", 1, niveau="novice")
    (row,) = await home.bot.store.of_user(home.people[0].id, ("lobby",))
    assert (await home.bot.tables.get(row.id)).size == 3


def test_every_game_has_opponents_to_test():
    assert {game for game, _ in MIXED} == set(CATALOGUE.games)
