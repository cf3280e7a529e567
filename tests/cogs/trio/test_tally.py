"""The figures of a game: those of the worked examples, worked out by hand, and what holds in every game."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.game import Played
from cogs.trio.moves import Reveal
from cogs.trio.tally import tally
from tests.cogs.trio.moves import DECLINE, centre, high, low, no_exchange, offer
from tests.cogs.trio.tabletop import VARIANTS, fresh, moments, position, table3, team_deal
from tests.kit.tallies import column, log_of


def told(state, *moves):
    """The figures after these moves given as (seat, move)."""
    return tally(state.public.setup.seats, log_of(state, moves))


def test_example_1_two_cards_and_a_failed_turn():
    figures = told(table3(), (0, low(1)), (0, low(2)))
    assert column(figures, "revealed") == (2, 0, 0)
    assert column(figures, "misses") == (1, 0, 0)
    assert column(figures, "near") == (0, 0, 0)
    assert figures.whole == {"turns": 1, "trios": 0}


def test_example_2_a_trio_at_first_sight():
    figures = told(table3(), (0, high(1)), (0, high(2)), (0, high(0)))
    assert column(figures, "first_sight") == (1, 0, 0)
    assert column(figures, "stolen") == (0, 0, 0)
    assert column(figures, "revealed") == (3, 0, 0)
    assert figures.whole == {"turns": 1, "trios": 1}


def test_example_3_one_card_short():
    figures = told(table3(1), (1, centre(1)), (1, low(0)), (1, low(2)))
    assert column(figures, "near") == column(figures, "misses") == (0, 1, 0)


def test_a_trio_of_which_another_had_found_two_is_snatched():
    short = [(1, centre(1)), (1, low(0)), (1, low(2))]
    taken = [(2, low(1)), (2, low(0)), (2, centre(1))]
    figures = told(table3(1), *short, *taken)
    assert column(figures, "stolen") == (0, 0, 1)
    assert column(figures, "first_sight") == (0, 0, 0)


def test_who_found_two_before_takes_what_is_their_own():
    short = [(1, centre(1)), (1, low(0)), (1, low(2))]
    misses = [(2, high(0)), (2, low(0)), (0, high(0)), (0, low(0))]
    figures = told(table3(1), *short, *misses, (1, low(1)), (1, low(0)), (1, centre(1)))
    assert column(figures, "stolen") == (0, 0, 0)
    assert column(figures, "first_sight") == (0, 0, 0)


def test_a_number_seen_once_is_neither_at_first_sight_nor_snatched():
    figures = told(table3(), (0, low(1)), (0, low(2)), (1, low(0)), (1, centre(1)), (1, low(1)))
    assert figures.whole["trios"] == 1
    assert column(figures, "first_sight") == column(figures, "stolen") == (0, 0, 0)


def test_what_a_partner_found_is_not_snatched():
    hands = ((1, 5), (1, 6), (1, 7), (5, 8))
    state = position(hands, active=0, teams=True)
    short = [(0, low(0)), (0, low(1)), (0, low(3))]
    misses = [(1, low(0)), (1, high(1))]
    for mover, stolen in ((2, (0, 0, 0, 0)), (1, (0, 1, 0, 0))):
        taken = [(mover, low(0)), (mover, low(1)), (mover, low(2))]
        moves = [*short, *(misses if mover == 2 else []), *taken]
        assert column(told(state, *moves), "stolen") == stolen


def test_examples_9_and_10_only_an_exchange_that_takes_place_counts():
    state = fresh(4, teams=True).play(-1, team_deal())
    hands = state.secrets.hands
    exchange = [(1, offer(hands[1][0])), (3, offer(hands[3][0]))]
    refused = [(0, offer(hands[0][0])), (2, DECLINE)]
    figures = told(state, *exchange, *refused)
    assert column(figures, "exchanges") == (0, 1, 0, 1)
    assert no_exchange(state).public.phase == "reveal"


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_every_card_and_every_trio_is_counted(variant, seed):
    states = list(moments(*variant, seed, 20_000))
    assert not states[-1][0].to_act
    log = [Played(before, seat, move, after) for (before, seat, move), (after, _, _) in pairwise(states)]
    figures, trios = tally(variant[0], log), log[-1].after.public.trios
    for seat, own in enumerate(figures.seats):
        assert own["revealed"] == sum(step.seat == seat and isinstance(step.move, Reveal) for step in log)
        assert own["first_sight"] + own["stolen"] <= len(trios[seat])
        assert own["near"] <= own["misses"]
        assert 2 * own["misses"] + own["near"] + 3 * len(trios[seat]) == own["revealed"]
    assert figures.whole["trios"] == sum(map(len, trios))
    assert figures.whole["turns"] == figures.whole["trios"] + sum(column(figures, "misses"))
    assert sum(column(figures, "exchanges")) % 2 == 0
    assert variant[2] or not any(column(figures, "exchanges"))
