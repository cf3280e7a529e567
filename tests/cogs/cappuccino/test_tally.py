"""The figures of a game: those of the worked examples, worked out by hand, and what holds in every game."""

from itertools import pairwise, starmap

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.game import Played
from bot.core.simulate import settings as every_table
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import Stack
from cogs.cappuccino.tally import tally
from tests.cogs.cappuccino.tabletop import played, position
from tests.kit.tallies import column, log_in_turn

TABLES = every_table(GAME, None, {})


def told(state, *moves):
    """The figures after these moves of whoever's turn it is: ``(from, to)``."""
    return tally(state.public.setup.seats, log_in_turn(state, starmap(Stack, moves)))


def test_example_1_a_stack_of_two_takes_a_stack_of_two():
    stacks = {
        (0, 0): ("flower", 2),
        (1, 0): ("panda", 2),
        (0, 1): ("cat", 1),
        (-1, 0): ("panda", 3),
        (3, 0): ("cat", 1),
    }
    figures = told(position(4, stacks, active=3), ((0, 0), (1, 0)))
    assert column(figures, "tallest") == (0, 0, 0, 4)
    assert column(figures, "taken") == column(figures, "biggest") == (0, 0, 0, 2)
    assert column(figures, "lost") == (0, 2, 0, 0)
    assert figures.whole["tallest"] == 4


def test_example_4_taking_first_and_then_joining_nothing():
    stacks = {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (2, 0): ("cat", 1)}
    figures = told(position(2, stacks, active=1), ((1, 0), (0, 0)))
    assert column(figures, "taken") == (0, 1)
    assert column(figures, "moves") == (0, 1)
    assert figures.whole == {"tallest": 2, "stacks": 2}
    figures = told(position(2, stacks), ((0, 0), (1, 0)), ((1, 0), (2, 0)))
    assert column(figures, "taken") == (1, 0)
    assert column(figures, "joined") == (1, 0)
    assert column(figures, "tallest") == (3, 0)
    assert figures.whole == {"tallest": 3, "stacks": 1}


def test_example_9_covering_ones_own_takes_nothing():
    stacks = {(0, 0): ("cat", 2), (1, 0): ("cat", 2), (2, 0): ("panda", 3), (3, 0): ("panda", 1)}
    figures = told(position(2, stacks), ((0, 0), (1, 0)))
    assert column(figures, "joined") == (1, 0)
    assert column(figures, "taken") == column(figures, "lost") == (0, 0)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(TABLES), st.integers(0, 2**32))
def test_what_some_take_others_lose(table, seed):
    seats, options = table
    game = played(seats, options, seed)
    log = [Played(before, before.public.active, move, after) for (_, before), (move, after) in pairwise(game)]
    figures, end = tally(seats, log), log[-1].after.public
    assert sum(column(figures, "taken")) == sum(column(figures, "lost"))
    for seat, own in enumerate(figures.seats):
        assert own["moves"] == sum(step.seat == seat and isinstance(step.move, Stack) for step in log)
        assert own["biggest"] <= own["taken"]
        assert own["joined"] <= own["moves"]
        assert (own["moves"] > own["joined"]) == (own["taken"] > 0)
        assert own["tallest"] >= 2 * own["biggest"]
    assert figures.whole["stacks"] == sum(map(bool, end.piles))
    assert figures.whole["tallest"] >= max(map(len, end.piles))
