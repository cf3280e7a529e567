"""The worked examples (section 7), the edge cases (section 6) and every refusal."""

from random import Random

import pytest

from bot.core.game import CHANCE, Outcome
from bot.text.strings import LANGUAGES
from cogs.trio.game import GAME
from cogs.trio.links import LINKS
from cogs.trio.moves import RevealCentre, RevealHand
from cogs.trio.rules import default
from cogs.trio.view import Missed, RevealedCard, Took
from tests.cogs.trio.moves import DECLINE, answers, centre, high, low, no_exchange, offer, turn
from tests.cogs.trio.tabletop import D3, fresh, position, table3, team_deal
from tests.kit import refusals
from tests.kit.words import saying


def refused(state, seat, move):
    """Why a move is refused, with its blanks; there are words for it."""
    no = refusals.refused(state, seat, move)
    for lang in LANGUAGES:
        assert saying("trio", lang)(f"illegal-{no.key}", **no.blanks)
    return no.key, no.blanks


# --- Worked examples ---------------------------------------------------------------------------------------------


def test_example_1_two_numbers_differ():
    state = turn(table3(), low(1))
    assert state.public.shown == (RevealedCard(1, low(1)),)
    assert state.to_act == {0}
    missed = turn(state, low(2))
    assert missed.secrets.hands == D3.hands
    assert missed.secrets.centre == D3.centre
    assert missed.public.shown == ()
    assert missed.public.flash.cards == (RevealedCard(1, low(1)), RevealedCard(2, low(2)))
    assert missed.public.flash.seconds == 5
    assert missed.public.last == Missed(0, (low(1), low(2)))
    assert missed.public.active == 1


@pytest.mark.parametrize("mode", ["simple", "picante"])
def test_example_2_a_trio_from_three_hands(mode):
    state = turn(table3(mode=mode), high(1), high(2), high(0))
    assert state.public.trios == ((12,), (), ())
    assert [len(hand) for hand in state.secrets.hands] == [8, 8, 8]
    assert state.public.last == Took(0, 12, (high(1), high(2), high(0)))
    assert state.outcome() is None
    assert state.public.active == 1
    assert state.public.flash is None


def test_example_3_the_third_card_fails():
    state = turn(table3(first=1), centre(1), low(0))
    assert state.secrets.centre[1] == 0
    assert state.view(2).public.centre[1] is False
    state = turn(state, low(2))
    assert state.secrets.hands == D3.hands
    assert state.secrets.centre == D3.centre
    assert [card.number for card in state.public.flash.cards] == [1, 1, 2]
    assert state.public.active == 2


def test_example_4_the_same_request_twice():
    state = turn(table3(), high(1), high(1))
    assert [card.number for card in state.public.flash.cards] == [12, 10]
    assert state.secrets.hands == D3.hands
    state = turn(position([(), (3, 8, 8), (3, 3)], [8]), high(1), high(1), centre(0))
    assert state.public.trios[0] == (8,)
    assert state.secrets.hands[1] == (3,)


def test_example_5_the_middle_of_a_hand_is_out_of_reach():
    own = [move for move in table3().legal(0) if isinstance(move, RevealHand) and move.seat == 0]
    assert own == [low(0), high(0)]
    assert turn(table3(), low(0)).public.shown[0].number == 1
    assert turn(table3(), high(0)).public.shown[0].number == 12


@pytest.mark.parametrize("mode", ["simple", "picante"])
def test_example_6_the_trio_of_seven_wins_at_once(mode):
    state = position([(7, 8), (7, 8), ()], [7, 8], active=2, mode=mode)
    state = turn(state, low(0), low(1), centre(0))
    assert state.to_act == frozenset()
    assert state.outcome() == Outcome((2,), (0, 0, 1))


@pytest.mark.parametrize(
    ("owned", "number", "simple", "picante"),
    [
        ((2,), 9, False, True),
        ((2,), 5, False, True),
        ((2,), 4, False, False),
        ((2, 3), 8, True, False),
        ((6,), 8, False, False),
        ((6,), 1, False, True),
        ((8,), 1, False, True),
    ],
)
def test_example_7_linked_trios(owned, number, simple, picante):
    for mode, won in (("simple", simple), ("picante", picante)):
        state = position([(number,)] * 3, mode=mode, trios=[owned, (), ()])
        state = turn(state, low(0), low(1), low(2))
        assert (state.outcome() is not None) == won
        assert state.public.trios[0] == (*owned, number)


def test_example_8_a_one_card_hand():
    state = position([(5, 9), (5,), (5, 9)], [9])
    assert {low(1), high(1)} <= set(state.legal(0))
    for end in (low(1), high(1)):
        shown = turn(state, end)
        assert shown.public.shown[0].number == 5
        assert not {low(1), high(1)} & set(shown.legal(0))
        assert refused(shown, 0, low(1)) == ("hand-shown", {"seat": 1})


def team_position(**changes):
    """Four in teams; seat 0 can take the ones."""
    hands = [(1, 2, 4, 9), (1, 4, 8, 11), (1, 3, 8, 9), (3, 6, 8, 11)]
    return position(hands, teams=True, **changes)


def test_example_9_an_exchange():
    state = turn(team_position(), low(0), low(1), low(2))
    assert state.public.phase == "exchange"
    assert state.to_act == {1, 3}
    state = answers(state, (1, offer(4)), (3, offer(11)))
    assert state.secrets.hands[1] == (8, 11, 11)
    assert state.secrets.hands[3] == (3, 4, 6, 8)
    assert state.to_act == {1}
    assert state.public.phase == "reveal"
    for seat in (None, 0, 1, 2, 3):
        assert state.view(seat).public.answers == ("out", "swapped")
    assert (state.view(1).own.offered, state.view(1).own.received) == (4, 11)
    assert (state.view(3).own.offered, state.view(3).own.received) == (11, 4)
    for seat in (0, 2):
        assert (state.view(seat).own.offered, state.view(seat).own.received) == (None, None)
    assert state.view(None).own is None


def test_example_9_what_was_exchanged_is_in_view_until_the_next_turn_ends():
    state = answers(turn(team_position(), low(0), low(1), low(2)), (1, offer(4)), (3, offer(11)))
    state = turn(state, low(3))
    assert state.view(3).own.received == 4
    state = turn(state, high(3))
    assert state.public.last == Missed(1, (low(3), high(3)))
    assert (state.view(3).own.offered, state.view(3).own.received, state.view(3).public.answers) == (None, None, ())


def test_example_10_a_refused_exchange():
    before = turn(team_position(), low(0), low(1), low(2))
    asked = before.play(1, offer(4))
    assert asked.to_act == {3}
    assert asked.view(1).own.offered == 4
    assert asked.view(3).own.offered is None
    state = asked.play(3, DECLINE)
    assert state.secrets.hands == before.secrets.hands
    assert state.secrets.offers == (0, 0, 0, 0)
    assert state.view(None).public.answers == ("out", "kept")
    assert all(state.view(seat).own.offered is None for seat in range(4))
    assert state.public.active == 1
    assert state.public.phase == "reveal"


def test_example_10_one_refusal_closes_the_team():
    state = turn(team_position(), low(0), low(1), low(2)).play(3, DECLINE)
    assert state.public.phase == "reveal"
    assert state.to_act == {1}


def test_example_11_teams_of_six():
    hands = [(3, 12), (4, 12), (5, 6), (2, 12), (8, 9), (9, 10)]
    state = turn(position(hands, teams=True), high(1), high(3), high(0))
    assert state.public.trios == ((12,), (), (), (), (), ())
    assert state.to_act == {1, 2, 4, 5}
    state = no_exchange(state)
    assert state.to_act == {1}
    assert GAME.teams(6, {"mode": "simple", "teams": True}) == ((0, 3), (1, 4), (2, 5))
    assert GAME.teams(6, {"mode": "simple", "teams": False}) == ()


def test_example_12_a_team_pools_its_trios():
    state = position([(5, 9)] * 3 + [(8,)], teams=True, active=2, trios=[(1,), (), (3,), ()])
    state = turn(state, low(0), low(1), low(2))
    assert state.outcome() == Outcome((0, 2), (1, 0, 2, 0))
    state = position([(5, 9)] * 3 + [(8,)], teams=True, mode="picante", active=2, trios=[(12,), (), (), ()])
    assert turn(state, low(0), low(1), low(2)).outcome() == Outcome((0, 2), (1, 0, 1, 0))


# --- Edge cases --------------------------------------------------------------------------------------------------


def test_edge_1_there_is_no_stopping():
    state = turn(table3(), high(0), high(1))
    assert state.to_act == {0}
    assert all(isinstance(move, RevealHand | RevealCentre) for move in state.legal(0))
    assert len(state.public.shown) == 2


def test_edges_2_and_3_an_empty_hand_plays_but_cannot_be_asked():
    state = position([(), (7, 8), (7, 8)], [7, 8])
    assert set(state.legal(0)) == {low(1), high(1), low(2), high(2), centre(0), centre(1)}
    assert refused(state, 0, low(0)) == ("own-hand-empty", {})
    assert refused(position([(7,), (), (7,)], [7]), 0, high(1)) == ("hand-empty", {"seat": 1})


def test_edge_5_two_equal_low_cards():
    state = turn(position([(3,), (3, 3, 8), (8,)], [8]), low(1), low(1))
    assert [card.number for card in state.public.shown] == [3, 3]


def test_edge_6_a_trio_from_a_single_hand():
    state = turn(position([(2, 2, 2, 9), (9,), (9,)]), low(0), low(0), low(0))
    assert state.public.trios[0] == (2,)
    assert state.secrets.hands[0] == (9,)


def test_edges_7_and_8_a_revealed_card_uncovers_the_next():
    state = turn(position([(3, 5, 8), (3, 3), ()], [5, 5, 8, 8]), low(0))
    assert state.secrets.hands[0] == (5, 8)
    assert state.view(0).own.hand == (5, 8)
    assert state.view(1).public.counts == (2, 2, 0)


def test_edge_9_a_hand_is_its_owners_alone():
    state = table3()
    assert [state.view(seat).own.hand for seat in range(3)] == list(D3.hands)
    assert state.view(None).own is None


def test_edge_11_an_emptied_place_stays_empty():
    state = turn(table3(first=1), centre(1), low(0), low(1))
    assert state.public.trios[1] == (1,)
    assert state.secrets.centre[1] == 0
    assert centre(1) not in state.legal(2)
    assert refused(state, 2, centre(1)) == ("place-empty", {"place": "B"})


def test_edge_12_the_linked_numbers():
    assert LINKS == {
        1: (6, 8), 2: (5, 9), 3: (4, 10), 4: (3, 11), 5: (2, 12), 6: (1,),
        7: (), 8: (1,), 9: (2,), 10: (3,), 11: (4,), 12: (5,),
    }  # fmt: skip


def test_edges_13_and_14_a_trio_with_a_partners_cards_lets_only_opponents_exchange():
    state = turn(team_position(), low(2), low(1), low(0))
    assert state.public.answers == ("out", "open")
    assert refused(state, 2, offer(3)) == ("not-in-exchange", {})
    assert refused(state, 0, DECLINE) == ("not-in-exchange", {})


def test_edge_15_no_exchange_after_the_end():
    state = turn(position([(7, 9)] * 3 + [(9,)], teams=True), low(0), low(1), low(2))
    assert state.public.phase == "over"
    assert state.public.answers == ()


def test_edge_16_a_team_player_without_cards_still_plays():
    state = position([(), (7, 8), (7, 8), (7, 8)], teams=True)
    assert len(state.legal(0)) == 6


def test_edge_17_an_exchange_does_not_change_the_order():
    state = turn(team_position(active=1), low(0), low(1), low(2))
    assert state.to_act == {0, 2}
    state = answers(state, (2, offer(9)), (0, offer(9)))
    assert state.public.active == 2
    assert state.secrets.hands[0] == (2, 4, 9)
    assert state.view(0).public.answers == ("swapped", "out")


# --- Exchanges ---------------------------------------------------------------------------------------------------


def test_the_opening_exchange_is_for_every_team_in_any_order():
    state = fresh(4, teams=True).play(CHANCE, team_deal(first=2))
    assert state.to_act == {0, 1, 2, 3}
    state = state.play(3, offer(state.secrets.hands[3][0]))
    assert state.to_act == {0, 1, 2}
    assert refused(state, 3, DECLINE) == ("already-answered", {})
    state = state.play(0, DECLINE)
    assert state.to_act == {1}
    assert refused(state, 2, DECLINE) == ("team-closed", {})
    state = state.play(1, DECLINE)
    assert state.public.phase == "reveal"
    assert state.to_act == {2}


def test_decision_t4_a_team_with_an_empty_hand_is_passed_over():
    hands = [(1, 9), (1, 8), (1, 9), (), (8,), (8, 9)]
    state = turn(position(hands, teams=True), low(0), low(1), low(2))
    assert state.public.answers == ("out", "open", "open")
    hands = [(1,), (1,), (1,), (9, 9, 9)]
    state = turn(position(hands, teams=True), low(0), low(1), low(2))
    assert state.public.answers == ()
    assert state.to_act == {1}


def test_decision_t5_equal_numbers_may_be_exchanged():
    state = turn(team_position(), low(0), low(1), low(2))
    after = answers(state, (1, offer(8)), (3, offer(8)))
    assert after.secrets.hands == state.secrets.hands
    assert after.public.answers == ("out", "swapped")


# --- The deal ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "teams", "hand", "middle"),
    [(3, False, 9, 9), (4, False, 7, 8), (5, False, 6, 6), (6, False, 5, 6), (4, True, 9, 0), (6, True, 6, 0)],
)
def test_the_deal(seats, teams, hand, middle):
    deal = fresh(seats, teams=teams).chance(Random(7))
    assert [len(cards) for cards in deal.hands] == [hand] * seats
    assert len(deal.centre) == middle


# --- Refusals ----------------------------------------------------------------------------------------------------


def test_refusals_during_a_turn():
    state = table3()
    assert refused(state, 1, low(0)) == ("not-your-turn", {"seat": 0})
    assert refused(state, 0, low(3)) == ("no-such-seat", {"number": 4})
    assert refused(state, 0, centre(9)) == ("no-such-place", {"place": "10", "places": 9})
    assert refused(state, 0, centre(-1)) == ("no-such-place", {"place": "0", "places": 9})
    assert refused(turn(state, centre(4)), 0, centre(4)) == ("place-shown", {"place": "E"})
    assert refused(turn(position([(5,), (5,), (5,)]), low(0)), 0, high(0)) == ("own-hand-shown", {})
    assert refused(state, 0, offer(1)) == ("no-teams", {})
    assert refused(state, 0, DECLINE) == ("no-teams", {})


def test_refusals_in_teams():
    state = fresh(4, teams=True).play(CHANCE, team_deal())
    assert refused(state, 0, low(1)) == ("exchange-first", {})
    missing = next(number for number in range(1, 13) if number not in state.secrets.hands[0])
    assert refused(state, 0, offer(missing)) == ("not-in-hand", {"card": missing})
    state = no_exchange(state)
    assert refused(state, 0, centre(0)) == ("no-centre", {})
    assert refused(state, 1, offer(1)) == ("no-exchange", {"seat": 0})


# --- Notation, paths, defaults -----------------------------------------------------------------------------------


def chosen(state, seat):
    return default(state.view(seat), state.legal(seat))


def test_the_default_shows_the_centre_then_opponents_and_its_own_side_last():
    assert chosen(table3(), 0) == centre(0)
    assert chosen(turn(table3(), centre(0)), 0) == centre(1)
    assert chosen(position([(2, 5), (), (2, 5)]), 0) == low(2)
    team = position([(1, 5), (1, 5), (1, 5), (7, 7)], teams=True, active=3)
    assert chosen(team, 3) == low(0)
    assert chosen(position([(5,), (), (5, 5), ()], teams=True), 0) == low(0)
    assert chosen(fresh(4, teams=True).play(CHANCE, team_deal()), 2) == DECLINE
