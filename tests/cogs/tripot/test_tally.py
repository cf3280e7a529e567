"""The figures of a game: those of the worked examples, worked out by hand, and what holds in every game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.game import Played
from cogs.tripot.moves import Commit, Resolve
from cogs.tripot.tally import tally
from tests.cogs.tripot.moves import A, C, D, duel, random_game
from tests.cogs.tripot.tabletop import dealt, holding, two_duels_of_x
from tests.kit.tallies import column, log_of

LUCIE_AND_CHARLES = {
    (C, C): {"pacts": (1, 1)},
    (C, A): {"betrayed": (1, 0), "betrayals": (0, 1), "plunder": (0, 2), "biggest": (0, 6)},
    (A, C): {"betrayals": (1, 0), "betrayed": (0, 1), "plunder": (4, 0), "biggest": (6, 0)},
    (A, A): {"plunder": (4, 2)},
    (A, D): {"parries": (0, 1), "biggest": (0, 6)},
    (D, A): {"parries": (1, 0), "biggest": (6, 0)},
    (D, D): {},
    (D, C): {},
    (C, D): {},
}
"""Example 2: Lucie stakes 2, Charles stakes 4."""


@pytest.mark.parametrize(("actions", "expected"), LUCIE_AND_CHARLES.items(), ids=str)
def test_example_2_what_a_duel_adds(actions, expected):
    state = duel(holding((4,), (2,)), 0, 1, (4, 2))
    moves = [(seat, Commit(((0, action),))) for seat, action in enumerate(actions)]
    figures = tally(2, log_of(state, [*moves, (0, Resolve(0))]))
    for key in figures.seats[0]:
        assert column(figures, key) == expected.get(key, (0, 0)), key
    assert figures.whole == {"duels": 1, "biggest": 6, "rounds": 1}


def test_example_6_two_duels_in_either_order():
    for order in ((0, 1), (1, 0)):
        figures = tally(3, log_of(two_duels_of_x(), [(0, Resolve(number)) for number in order]))
        assert column(figures, "parries") == (1, 1, 0)
        assert column(figures, "biggest") == (5, 5, 0)
        assert figures.whole == {"duels": 2, "biggest": 5, "rounds": 1}


def test_a_choice_changed_before_it_is_turned_up_counts_once():
    state = duel(dealt(2), 0, 1, (4, 2))
    state = duel(state, 1, 0, (1, 1))
    moves = [(0, Commit(((0, C), (1, D)))), (0, Commit(((0, A), (1, C)))), (1, Commit(((0, C), (1, A))))]
    figures = tally(2, log_of(state, [*moves, (0, Resolve(0))]))
    assert column(figures, "betrayals") == (1, 0)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from((2, 3, 4, 5, 6)), st.integers(0, 2**32))
def test_both_sides_of_every_duel_are_counted(seats, seed):
    states, moves = random_game(seats, Random(seed))
    log = [
        Played(before, seat, move, after)
        for before, (seat, move), after in zip(states, moves, states[1:], strict=False)
    ]
    figures = tally(seats, log)
    assert sum(column(figures, "betrayals")) == sum(column(figures, "betrayed"))
    assert sum(column(figures, "pacts")) % 2 == 0
    assert figures.whole["duels"] == sum(isinstance(move, Resolve) for _, move in moves)
    assert figures.whole["duels"] == 4 * seats - sum(map(len, states[-1].public.hands)) // 2
    assert figures.whole["rounds"] == states[-1].public.round
    assert max(column(figures, "biggest")) <= figures.whole["biggest"] <= 10
    for own in figures.seats:
        assert own["betrayals"] + own["betrayed"] + own["pacts"] + own["parries"] <= 8
        assert (own["biggest"] > 0) <= (own["betrayals"] + own["parries"] > 0)
        assert own["plunder"] <= 5 * 8
