"""A short version of `make ladder`: few games at cheap levels. It is the same every time."""

import pytest

from tests.kit.moments import CATALOGUE
from tests.ladder import STEPS, TABLES, Table


@pytest.mark.parametrize(
    ("table", "better", "weaker", "games"),
    [
        (Table("cappuccino", 2, 0), "novice", "random", 20),
        (Table("cappuccino", 2, 0), "regular", "random", 10),
        (Table("cappuccino", 4, 0), "regular", "random", 12),
        (Table("pinocchio", 3, 0), "novice", "random", 90),
        (Table("pinocchio", 3, 0), "regular", "random", 30),
        (Table("pinocchio", 5, 0), "expert", "random", 20),
        (Table("tripot", 2, 0), "novice", "random", 300),
        (Table("tripot", 2, 0), "expert", "random", 30),
        (Table("tripot", 2, 0), "expert", "regular", 20),
        (Table("trio", 3, 0), "novice", "random", 6),
        (Table("trio", 3, 0), "expert", "random", 6),
        (Table("trio", 4, 0, ("teams", True)), "regular", "random", 12),
        (Table("ptipasspass", 3, 0), "regular", "random", 6),
        (Table("ptipasspass", 4, 0), "expert", "random", 4),
    ],
    ids=str,
)
def test_levels_beat_what_is_far_below_them(table, better, weaker, games):
    assert table.climb(better, weaker, games).share > 1 / table.seats + 0.04


def test_the_ladder_has_every_step():
    assert STEPS == (("novice", "random"), ("regular", "novice"), ("expert", "regular"))
    assert len({(table.name, table.seats) for table in TABLES}) == len(TABLES) >= 12
    assert {table.key for table in TABLES} == CATALOGUE.games.keys(), "a new game has its line in TABLES"
