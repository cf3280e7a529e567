"""The figures of a game: those of the worked examples, worked out by hand, and what holds in every game."""

from itertools import pairwise

from hypothesis import given

from bot.core.game import Played
from cogs.pinocchio.moves import AnnounceCard, GarmentCard
from cogs.pinocchio.tally import tally
from tests.cogs.pinocchio.tabletop import BELIEVE, DOUBT, dealt, random_game
from tests.cogs.pinocchio.test_properties import few, games
from tests.kit.tallies import column, log_in_turn

JACKET_BLUE, DUNGAREES_BLUE, SABOTS_YELLOW = (
    GarmentCard("jacket", "blue"),
    GarmentCard("dungarees", "blue"),
    GarmentCard("sabots", "yellow"),
)


def told(state, *moves):
    """The figures after these moves, each made by whoever's turn it is."""
    return tally(3, log_in_turn(state, moves))


def test_example_1_two_lies_one_swallowed_one_found_out():
    state = dealt(JACKET_BLUE, DUNGAREES_BLUE, GarmentCard("bonnet", "yellow"))
    figures = told(state, AnnounceCard("bowtie", "red"), BELIEVE, AnnounceCard("dungarees", "red"), DOUBT)
    assert column(figures, "lies") == (1, 1, 0)
    assert column(figures, "caught") == (0, 1, 0)
    assert column(figures, "right") == (0, 0, 1)
    assert column(figures, "wrong") == (0, 0, 0)
    assert column(figures, "swallowed") == (0, 1, 0)
    assert figures.whole == {"doubts": 1, "lies": 2}


def test_example_2_a_doubted_truth_is_a_wrong_doubt():
    state = dealt(JACKET_BLUE, SABOTS_YELLOW)
    figures = told(state, AnnounceCard("sabots", "red"), BELIEVE, AnnounceCard("sabots", "yellow"), DOUBT)
    assert column(figures, "lies") == (1, 0, 0)
    assert column(figures, "right") == (0, 0, 0)
    assert column(figures, "wrong") == (0, 0, 1)
    assert column(figures, "caught") == (0, 0, 0)


def test_example_3_a_protected_lie_counts_and_is_swallowed_by_nobody():
    state = dealt(JACKET_BLUE, DUNGAREES_BLUE, GarmentCard("bonnet", "yellow"))
    moves = [
        AnnounceCard("bowtie", "red"),
        BELIEVE,
        AnnounceCard("dungarees", "red"),
        DOUBT,
        AnnounceCard("jacket", "blue"),
    ]
    figures = told(state, *moves)
    assert column(figures, "lies") == (1, 1, 1)
    assert column(figures, "swallowed") == (0, 1, 0)
    assert column(figures, "streak") == (1, 1, 1)


def test_a_lie_found_out_ends_the_row_of_those_that_were_not():
    red = AnnounceCard("bonnet", "red")
    state = dealt(*[JACKET_BLUE, DUNGAREES_BLUE, SABOTS_YELLOW] * 3)
    turn = [red, BELIEVE]
    # Everybody lies three times; Bella's second lie is doubted by Claudia, whose next one is protected.
    figures = told(state, *turn, *turn, *turn, *turn, red, DOUBT, red, red, BELIEVE, *turn, red)
    assert column(figures, "lies") == (3, 3, 3)
    assert column(figures, "streak") == (3, 2, 3)


@few
@given(games)
def test_the_figures_agree_with_the_noses(how):
    game = random_game(*how)
    log = [Played(before, next(iter(before.to_act)), move, after) for (before, move), (after, _) in pairwise(game)]
    figures = tally(how[0], log)
    noses = game[-1][0].public.noses
    assert tuple(own["caught"] + own["wrong"] for own in figures.seats) == noses
    assert sum(column(figures, "right")) == sum(column(figures, "caught"))
    assert figures.whole["doubts"] == sum(noses)
    assert all(own["caught"] <= own["lies"] for own in figures.seats)
    assert all(own["streak"] <= own["lies"] for own in figures.seats)
    assert all((own["streak"] > 0) == (own["lies"] > 0) for own in figures.seats)
    # A lie is found out, believed, or protected: whoever lies is judged by the next seat.
    for seat, own in enumerate(figures.seats):
        heard = figures.seats[(seat + 1) % how[0]]
        assert heard["swallowed"] <= own["lies"] - own["caught"]
