"""A short version of `make ladder`: few games at cheap levels. It is the same every time."""

import pytest

from tests.kit.moments import CATALOGUE
from tests.ladder.table import TEAMS, Row, measure, reference, rows


@pytest.mark.parametrize(
    ("key", "row"),
    [
        ("cappuccino", Row(2, "novice", "random", 20)),
        ("cappuccino", Row(4, "regular", "random", 12)),
        ("cappuccino", Row(3, "beginner", "novice", 15)),
        ("cappuccino", Row(3, "regular", "simple", 12)),
        ("pinocchio", Row(3, "beginner", "novice", 40)),
        ("pinocchio", Row(3, "regular", "random", 30)),
        ("tripot", Row(2, "beginner", "novice", 100)),
        ("tripot", Row(2, "expert", "regular", 20)),
        ("trio", Row(3, "novice", "random", 6)),
        ("trio", Row(3, "beginner", "novice", 60)),
        ("trio", Row(4, "regular", "random", 6, TEAMS)),
        ("ptipasspass", Row(3, "regular", "random", 6)),
        ("tripot", Row(2, "expert", "simple", 10)),
        ("pinocchio", Row(3, "expert", "honest", 45)),
        ("cappuccino", Row(2, "expert", "simple", 2)),
        ("trio", Row(3, "expert", "simple", 6)),
        ("ptipasspass", Row(3, "expert", "truthful", 4)),
    ],
    ids=str,
)
def test_levels_beat_what_is_far_below_them(key, row):
    assert measure(key, row).share > row.fair + 0.02


def test_every_game_has_its_ladder():
    for key in CATALOGUE.games:
        known = {*reference(key), "novice", "regular", "expert", "random", "default"}
        assert {player for row in rows(key) for player in (row.player, row.others)} <= known
        assert {("regular", "novice"), ("expert", "regular")} <= {(row.player, row.others) for row in rows(key)}
