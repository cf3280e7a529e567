"""Experts are good against players they were not made against, not only against the levels below them."""

import pytest

from tests.kit.scripted import SCRIPTS, against

TABLES = {
    "tripot": (2, 20),
    "pinocchio": (3, 45),
    "cappuccino": (2, 4),
    "trio": (3, 9),
    "ptipasspass": (3, 4),
}
"""For each game at how many seats, and how many games show enough where margins are large."""

CLOSE = {("tripot", "tit for tat"), ("pinocchio", "believes")}
"""Against these so few games show nothing, or the expert is not better: docs/opponents.md has what was measured."""


@pytest.mark.parametrize(
    ("key", "script"),
    [(key, script) for key, found in SCRIPTS.items() for script in found if (key, script) not in CLOSE],
)
def test_an_expert_beats_a_table_of_simple_players(key, script):
    seats, games = TABLES[key]
    assert against(key, seats, "expert", script, games).share > 1 / seats
