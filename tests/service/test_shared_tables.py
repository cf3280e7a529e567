"""To whoever shows tables to others, a table that somebody plays alone does not exist."""

from __future__ import annotations

from random import Random

import pytest

from bot.core import lobby
from bot.core.facts import CLOSED, OPEN, Player
from bot.core.results import results
from bot.tables.tables import Tables
from tests.kit.seated import GAMES, NOW, play_until, refused

ANA = Player(user=1, name="Ana")


@pytest.fixture
def tables(store):
    return Tables(store, GAMES, now=lambda: NOW, rng=Random(1))


def solo():
    """A table that Ana is about to play alone."""
    return lobby.solo_table(GAMES["tripot"], guild=5, person=ANA, level="novice", seats=3, now=NOW, options={})


async def begun(tables: Tables):
    """One that she plays."""
    opened = await tables.open(solo())
    return (await tables.change(opened.id, lambda table: lobby.start(table, 1, Random(2), NOW))).after


async def test_it_is_in_no_channel_and_has_no_clock():
    table = solo()
    assert (table.channel, table.place, table.people) == (0, 0, (1,))
    assert table.alone
    assert table.pace.turn is None
    assert lobby.start(table, 1, Random(2), NOW).facts.deadline is None


async def test_nobody_else_finds_it(tables):
    mine = await begun(tables)
    assert await tables.in_guild(5, OPEN) == []
    assert await tables.in_place(0, OPEN) == []
    assert [table.id for table in await tables.of(1, OPEN)] == [mine.id]


async def test_no_board_of_it_is_ever_behind(tables):
    mine = await begun(tables)
    assert await tables.store.behind() == []
    await tables.change(mine.id, lambda table: table.close("host"))
    assert (await tables.get(mine.id)).status == CLOSED
    assert await tables.store.behind() == []


def test_its_result_is_no_servers_and_rates_nobody():
    table = play_until(lobby.start(solo(), 1, Random(2), NOW), lambda table: table.outcome is not None)
    found = results(table)
    assert {each.guild for each in found} == {0}
    assert not any(each.rated for each in found)
    assert [each.user for each in found] == [1, None, None]


def test_the_next_game_is_played_alone_too():
    table = lobby.start(solo(), 1, Random(2), NOW).close("host")
    following = lobby.next_game(table, 1, NOW + 60)
    assert following.alone
    assert following.channel == 0
    assert {player.level for player in following.facts.players} == {None, "novice"}


def test_how_many_sit_down():
    assert {key: lobby.solo_seats(game) for key, game in GAMES.items()} == {
        "cappuccino": 2, "pinocchio": 3, "ptipasspass": 3, "trio": 3, "tripot": 3
    }  # fmt: skip
    assert lobby.solo_seats(GAMES["trio"], 5) == 5
    with refused("alone-seats", fewest=2, most=4):
        lobby.solo_seats(GAMES["cappuccino"], 5)
