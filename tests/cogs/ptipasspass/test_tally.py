"""The figures of a game: those of the worked examples, worked out by hand, and what holds in every game."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.game import Played
from cogs.ptipasspass.moves import AnnounceColour, Doublon, Lift, Menteur
from cogs.ptipasspass.tally import tally
from tests.cogs.ptipasspass.moves import DOUBLON, MENTEUR, OK, aim, announce, lift, swap
from tests.cogs.ptipasspass.tabletop import careless, table
from tests.kit.tallies import column, log_of


def told(state, *moves):
    """The figures after these moves given as (seat, move)."""
    return tally(state.public.seats, log_of(state, moves))


def others(figures, *keys):
    """Whether all but these figures are nought."""
    return all(count == 0 for own in figures.seats for key, count in own.items() if key not in keys)


def test_example_1_a_lie_that_nobody_contests():
    state = table("bvo", "bvo", "bvo")
    figures = told(state, (0, aim("v", "B2")), (1, OK), (2, OK), (0, announce("b")), (1, OK), (2, OK))
    assert column(figures, "lies") == (1, 0, 0)
    assert others(figures, "lies")


def test_example_2_a_right_doublon_gives_the_active_player_the_cup():
    state = table("b", "bvo", "bvo", cups={"B2": "vo"}, active=1)
    figures = told(state, (1, aim("b", "B2")), (2, DOUBLON))
    assert column(figures, "right") == (0, 0, 1)
    assert column(figures, "gained") == (0, 2, 0)
    assert others(figures, "right", "gained")


def test_example_3_a_wrong_doublon_brings_a_token():
    state = table("bvo", "bvo", "bvo", active=1)
    figures = told(state, (1, aim("o", "C1")), (0, DOUBLON))
    assert column(figures, "wrong") == (1, 0, 0)
    assert column(figures, "gained") == (1, 0, 0)
    assert others(figures, "wrong", "gained")


def test_example_4_a_lie_found_out():
    state = table("bvo", "bvo", "bv", cups={"C3": "o"}, active=2)
    figures = told(state, (2, aim("b", "A1")), (0, OK), (1, OK), (2, announce("o")), (0, MENTEUR))
    assert column(figures, "lies") == column(figures, "caught") == (0, 0, 1)
    assert column(figures, "right") == (1, 0, 0)
    assert others(figures, "lies", "caught", "right")


def test_example_5_a_truth_doubted():
    state = table("", "bvo", "bvo", cups={"C3": "bvo"}, active=2)
    figures = told(state, (2, aim("v", "A1")), (0, OK), (1, OK), (2, announce("v")), (0, MENTEUR))
    assert column(figures, "wrong") == column(figures, "gained") == (1, 0, 0)
    assert others(figures, "wrong", "gained")


def test_examples_6_and_7_a_lift_that_wins_and_one_that_does_not():
    won = table("", "bvo", "bvo", cups={"A1": "b", "B2": "o", "C3": "v"})
    figures = told(won, (0, lift("A1-B2-C3")))
    assert others(figures)
    assert figures.whole == {"rounds": 2, "voids": 0}
    failed = table("", "bvo", "o", cups={"A1": "b", "A2": "v", "A3": "b", "B1": "vo"})
    figures = told(failed, (0, swap("A2", "A3")), (0, lift("A1-A2-A3")))
    assert column(figures, "misses") == (1, 0, 0)
    assert figures.whole == {"rounds": 1, "voids": 0}


def test_example_10_the_last_round_is_counted_once():
    state = table("bvo", "", "bvo", cups={"A1": "b", "B2": "o", "C3": "v"}, active=1, victories=(0, 1, 0), round=2)
    assert told(state, (1, lift("A1-B2-C3"))).whole["rounds"] == 1


def test_example_11_a_void_round():
    cups = {"A1": "bb", "A2": "b", "A3": "vvvooo"}
    state = table("", "", "", cups=cups)
    figures = told(state, (0, lift("A1-A2-A3")))
    assert figures.whole == {"rounds": 2, "voids": 1}
    assert column(figures, "misses") == (1, 0, 0)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from((3, 4, 5, 6)), st.sampled_from(("grid", "hive")), st.integers(0, 2**32))
def test_every_shout_and_every_round_is_counted(seats, layout, seed):
    log = [Played(*step) for step in careless(seats, layout, seed)]
    figures, end = tally(seats, log), log[-1].after.public
    moves = [(step.seat, step.move) for step in log]
    for seat, own in enumerate(figures.seats):
        mine = [move for who, move in moves if who == seat]
        assert own["right"] + own["wrong"] == sum(isinstance(move, Doublon | Menteur) for move in mine)
        assert own["misses"] + end.victories[seat] == sum(isinstance(move, Lift) for move in mine)
        assert own["caught"] <= own["lies"] <= sum(isinstance(move, AnnounceColour) for move in mine)
    assert sum(column(figures, "caught")) <= sum(column(figures, "right"))
    assert sum(column(figures, "wrong")) <= sum(column(figures, "gained"))
    assert figures.whole["rounds"] == end.round
    # The last round ends the game instead of beginning another.
    assert figures.whole["voids"] == end.round - sum(end.victories)


def test_nothing_is_counted_before_it_is_played():
    assert others(tally(4, []))
