"""The worked examples (section 7), the edge cases (section 6), every refusal, and the invariants (section 8)."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from bot.core.game import CHANCE, Outcome
from cogs.trio.deal import DECK
from cogs.trio.game import GAME
from cogs.trio.links import LINKS
from cogs.trio.moves import Deal
from cogs.trio.rules import default
from cogs.trio.view import Missed, RevealedCard, Took, fit
from tests.cogs.trio.positions import (
    D3,
    DECLINE,
    centre,
    fresh,
    high,
    low,
    no_exchange,
    offer,
    position,
    table3,
    team_deal,
)
from tests.kit.rules import afterwards, fact, holds_in, played, random_games, refused, refuses


def numbers(cards):
    return [card.number for card in cards]


# ---- Worked examples


def test_example_1_two_numbers_differ():
    state = played(table3(), low(1))
    assert state.public.shown == (RevealedCard(1, low(1)),)
    assert state.to_act == {0}
    missed = played(state, low(2))
    assert (missed.secrets.hands, missed.secrets.centre) == (D3.hands, D3.centre)
    assert missed.public.shown == ()
    assert missed.public.flash.cards == (RevealedCard(1, low(1)), RevealedCard(2, low(2)))
    assert missed.public.flash.seconds == 5
    assert missed.public.last == Missed(0, (low(1), low(2)))
    assert missed.public.active == 1


def test_example_3_the_third_card_fails():
    state = played(table3(first=1), centre(1), low(0))
    assert state.secrets.centre[1] == 0
    assert state.view(2).public.centre[1] is False
    state = played(state, low(2))
    assert (state.secrets.hands, state.secrets.centre) == (D3.hands, D3.centre)
    assert numbers(state.public.flash.cards) == [1, 1, 2]
    assert state.public.active == 2


def test_nothing_of_a_flash_remains():
    """Two misses that showed different numbers are the same once the cards are back."""
    swapped = Deal(0, D3.hands, (*D3.centre[:2], D3.centre[3], D3.centre[2], *D3.centre[4:]))
    one = played(table3(), low(0), centre(2))
    other = played(fresh().play(CHANCE, swapped), low(0), centre(2))
    for seat in (None, 0, 1):
        assert one.view(seat) != other.view(seat)
        assert one.view(seat).without_flash() == other.view(seat).without_flash()


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
        state = played(state, low(0), low(1), low(2))
        assert (state.outcome() is not None) == won
        assert state.public.trios[0] == (*owned, number)


def exchange(**changes):
    """The moment at which the other team may exchange: seat 0 has taken the ones."""
    hands = [(1, 2, 4, 9), (1, 4, 8, 11), (1, 3, 8, 9), (3, 6, 8, 11)]
    return played(position(hands, teams=True, **changes), low(0), low(1), low(2))


def exchanged(state):
    return [(state.view(seat).own.offered, state.view(seat).own.received) for seat in range(4)]


def test_example_9_an_exchange():
    state = exchange()
    assert (state.public.phase, state.to_act) == ("exchange", {1, 3})
    state = played(state, (1, offer(4)), (3, offer(11)))
    assert (state.secrets.hands[1], state.secrets.hands[3]) == ((8, 11, 11), (3, 4, 6, 8))
    assert (state.public.phase, state.to_act) == ("reveal", {1})
    assert all(state.view(seat).public.answers == ("out", "swapped") for seat in (None, 0, 1, 2, 3))
    assert exchanged(state) == [(None, None), (4, 11), (None, None), (11, 4)]
    assert state.view(None).own is None
    # In view until the next turn ends.
    state = played(state, low(3))
    assert exchanged(state)[3] == (11, 4)
    state = played(state, high(3))
    assert state.public.last == Missed(1, (low(3), high(3)))
    assert (exchanged(state)[3], state.view(3).public.answers) == ((None, None), ())


def test_example_10_a_refused_exchange():
    before = exchange()
    asked = before.play(1, offer(4))
    assert asked.to_act == {3}
    assert (asked.view(1).own.offered, asked.view(3).own.offered) == (4, None)
    state = asked.play(3, DECLINE)
    assert (state.secrets.hands, state.secrets.offers) == (before.secrets.hands, (0, 0, 0, 0))
    assert state.view(None).public.answers == ("out", "kept")
    assert exchanged(state) == [(None, None)] * 4
    for over in (state, before.play(3, DECLINE)):  # one refusal closes the team
        assert (over.public.active, over.public.phase, over.to_act) == (1, "reveal", {1})


def test_example_11_partners_sit_opposite_each_other():
    assert GAME.teams(6, {"mode": "simple", "teams": True}) == ((0, 3), (1, 4), (2, 5))
    assert GAME.teams(6, {"mode": "simple", "teams": False}) == ()


def test_edge_12_the_linked_numbers():
    assert LINKS == {
        1: (6, 8), 2: (5, 9), 3: (4, 10), 4: (3, 11), 5: (2, 12), 6: (1,),
        7: (), 8: (1,), 9: (2,), 10: (3,), 11: (4,), 12: (5,),
    }  # fmt: skip


ENDS = {*map(centre, range(9)), *map(low, range(3)), *map(high, range(3))}
ONE_CARD = position([(5, 9), (5,), (5, 9)], [9])
SIX = played(position([(3, 12), (4, 12), (5, 6), (2, 12), (8, 9), (9, 10)], teams=True), high(1), high(3), high(0))
FOUR, SEVENS = [(5, 9)] * 3 + [(8,)], position([(7, 8), (7, 8), ()], [7, 8], active=2)
LOWEST, SEVEN = (low(0), low(1), low(2)), (low(0), low(1), centre(0))
EMPTIED = played(table3(first=1), centre(1), low(0), low(1))
OVER = {"to_act": frozenset(), "answers": ()}
AFTER = {
    **{
        f"example 2: a trio from three hands, {mode}": (
            played(table3(mode=mode), high(1), high(2), high(0)),
            {"trios": ((12,), (), ()), "counts": (8, 8, 8), "last": Took(0, 12, (high(1), high(2), high(0))),
             "outcome": None, "active": 1, "flash": None},
        )
        for mode in ("simple", "picante")
    },
    "example 4: the same request twice": (
        played(table3(), high(1), high(1)), {"flashed": [12, 10], "hands": D3.hands},
    ),
    "example 4: it may be a trio": (
        played(position([(), (3, 8, 8), (3, 3)], [8]), high(1), high(1), centre(0)),
        {"trios": ((8,), (), ()), "hands": ((), (3,), (3, 3))},
    ),
    "example 5: the middle of a hand is out of reach": (table3(), {"legal": ENDS}),
    "example 5: the lowest of one's own": (played(table3(), low(0)), {"shown": [1]}),
    "example 5: the highest": (played(table3(), high(0)), {"shown": [12]}),
    "example 6: sevens win at once": (played(SEVENS, *SEVEN), {"outcome": Outcome((2,), (0, 0, 1)), **OVER}),
    "example 6: in the spicy mode too": (
        played(position([(7, 8), (7, 8), ()], [7, 8], active=2, mode="picante"), *SEVEN),
        {"outcome": Outcome((2,), (0, 0, 1)), **OVER},
    ),
    "example 8: a one-card hand has two ends": (ONE_CARD, {"legal": {centre(0), *ENDS - {*map(centre, range(9))}}}),
    **{
        f"example 8: the {end.end} is the only card": (
            played(ONE_CARD, end), {"shown": [5], "legal": {centre(0), low(0), high(0), low(2), high(2)}},
        )
        for end in (low(1), high(1))
    },
    "example 11: teams of six": (SIX, {"trios": ((12,), (), (), (), (), ()), "to_act": {1, 2, 4, 5}}),
    "example 11: then the next player": (no_exchange(SIX), {"to_act": {1}}),
    "example 12: a team pools its trios": (
        played(position(FOUR, teams=True, active=2, trios=[(1,), (), (3,), ()]), *LOWEST),
        {"outcome": Outcome((0, 2), (1, 0, 2, 0)), **OVER},
    ),
    "example 12: linked ones too": (
        played(position(FOUR, teams=True, mode="picante", active=2, trios=[(12,), (), (), ()]), *LOWEST),
        {"outcome": Outcome((0, 2), (1, 0, 1, 0)), **OVER},
    ),
    "edge 1: there is no stopping": (
        played(table3(), high(0), high(1)), {"to_act": {0}, "shown": [12, 12], "legal": ENDS},
    ),
    "edge 2: an empty hand plays": (SEVENS, {"legal": {low(0), high(0), low(1), high(1), centre(0), centre(1)}}),
    "edges 5 to 8: a revealed card uncovers the next": (
        played(position([(3,), (3, 3, 8), (8,)], [8]), low(1), low(1)), {"shown": [3, 3]},
    ),
    "edges 5 to 8: also three from one hand": (
        played(position([(2, 2, 2, 9), (9,), (9,)]), low(0), low(0), low(0)),
        {"trios": ((2,), (), ()), "hands": ((9,), (9,), (9,))},
    ),
    "edges 5 to 8: it has left the hand": (
        played(position([(3, 5, 8), (3, 3), ()], [5, 5, 8, 8]), low(0)),
        {"own": [(5, 8), (3, 3), ()], "counts": (2, 2, 0)},
    ),
    "edge 9: a hand is its owner's alone": (table3(), {"own": [*D3.hands]}),
    "edge 11: an emptied place stays empty": (
        EMPTIED, {"trios": ((), (1,), ()), "middle": (D3.centre[0], 0, *D3.centre[2:])},
    ),
    "edges 13 and 14: with a partner's cards too, only opponents exchange": (
        played(position([(1, 2, 4, 9), (1, 4, 8, 11), (1, 3, 8, 9), (3, 6, 8, 11)], teams=True), *LOWEST[::-1]),
        {"answers": ("out", "open")},
    ),
    "edge 15: no exchange after the end": (
        played(position([(7, 9)] * 3 + [(9,)], teams=True), *LOWEST),
        {"outcome": Outcome((0, 2), (1, 0, 0, 0)), **OVER},
    ),
    "edge 16: an empty hand in a team plays": (
        position([(), (7, 8), (7, 8), (7, 8)], teams=True),
        {"legal": {*map(low, (1, 2, 3)), *map(high, (1, 2, 3))}},
    ),
    "edge 17: an exchange is for the other team": (exchange(active=1), {"to_act": {0, 2}}),
    "edge 17: and does not change the order": (
        played(exchange(active=1), (2, offer(9)), (0, offer(9))),
        {"active": 2, "hands": ((2, 4, 9), (4, 8, 11), (3, 8, 9), (3, 6, 8, 11)), "answers": ("swapped", "out")},
    ),
    "decision T4: a team with an empty hand is passed over": (
        played(position([(1, 9), (1, 8), (1, 9), (), (8,), (8, 9)], teams=True), *LOWEST[::-1]),
        {"answers": ("out", "open", "open")},
    ),
    "decision T4: also where it is the only one": (
        played(position([(1,), (1,), (1,), (9, 9, 9)], teams=True), *LOWEST[::-1]), {"answers": (), "to_act": {1}},
    ),
    "decision T5: equal numbers may be exchanged": (
        played(exchange(), (1, offer(8)), (3, offer(8))),
        {"hands": exchange().secrets.hands, "answers": ("out", "swapped")},
    ),
}  # fmt: skip


def look(state, name):
    """A fact of a state; of cards that are face up their numbers, of views the own hands."""
    match name:
        case "legal":
            return {*state.legal(state.public.active)}
        case "shown":
            return numbers(state.public.shown)
        case "flashed":
            return numbers(state.public.flash.cards)
        case "middle":
            return state.secrets.centre
        case "own":
            assert state.view(None).own is None
            return [state.view(seat).own.hand for seat in range(3)]
    return fact(state, name)


test_afterwards = afterwards(AFTER, look)


# ---- Exchanges


def test_the_opening_exchange_is_for_every_team_in_any_order():
    state = fresh(4, teams=True).play(CHANCE, team_deal(first=2))
    assert state.to_act == {0, 1, 2, 3}
    state = state.play(3, offer(state.secrets.hands[3][0]))
    assert state.to_act == {0, 1, 2}
    assert refused(state, 3, DECLINE).key == "already-answered"
    state = state.play(0, DECLINE)
    assert state.to_act == {1}
    assert refused(state, 2, DECLINE).key == "team-closed"
    state = state.play(1, DECLINE)
    assert (state.public.phase, state.to_act) == ("reveal", {2})


# ---- The deal


@pytest.mark.parametrize(
    ("seats", "teams", "hand", "middle"),
    [(3, False, 9, 9), (4, False, 7, 8), (5, False, 6, 6), (6, False, 5, 6), (4, True, 9, 0), (6, True, 6, 0)],
)
def test_the_deal(seats, teams, hand, middle):
    deal = fresh(seats, teams=teams).chance(Random(7))
    assert [len(cards) for cards in deal.hands] == [hand] * seats
    assert len(deal.centre) == middle


# ---- Refusals

TEAMS = fresh(4, teams=True).play(CHANCE, team_deal())
MISSING = next(number for number in range(1, 13) if number not in TEAMS.secrets.hands[0])


test_a_refusal_names_its_reason = refuses(
    [
        (table3(), 1, low(0), "not-your-turn", {"seat": 0}),
        (table3(), 0, low(3), "no-such-seat", {"number": 4}),
        (table3(), 0, centre(9), "no-such-place", {"place": "10", "places": 9}),
        (table3(), 0, centre(-1), "no-such-place", {"place": "0", "places": 9}),
        (played(table3(), centre(4)), 0, centre(4), "place-shown", {"place": "E"}),
        (EMPTIED, 2, centre(1), "place-empty", {"place": "B"}),
        (played(position([(5,), (5,), (5,)]), low(0)), 0, high(0), "own-hand-shown", {}),
        (played(position([(5, 9), (5,), (5, 9)], [9]), low(1)), 0, low(1), "hand-shown", {"seat": 1}),
        (position([(), (7, 8), (7, 8)], [7, 8]), 0, low(0), "own-hand-empty", {}),
        (position([(7,), (), (7,)], [7]), 0, high(1), "hand-empty", {"seat": 1}),
        (table3(), 0, offer(1), "no-teams", {}),
        (table3(), 0, DECLINE, "no-teams", {}),
        (exchange(), 2, offer(3), "not-in-exchange", {}),
        (exchange(), 0, DECLINE, "not-in-exchange", {}),
        (TEAMS, 0, low(1), "exchange-first", {}),
        (TEAMS, 0, offer(MISSING), "not-in-hand", {"card": MISSING}),
        (no_exchange(TEAMS), 0, centre(0), "no-centre", {}),
        (no_exchange(TEAMS), 1, offer(1), "no-exchange", {"seat": 0}),
    ]
)


# ---- Defaults


def chosen(state, seat):
    return default(state.view(seat), state.legal(seat))


def test_the_default_shows_the_centre_then_opponents_and_its_own_side_last():
    assert chosen(table3(), 0) == centre(0)
    assert chosen(played(table3(), centre(0)), 0) == centre(1)
    assert chosen(position([(2, 5), (), (2, 5)]), 0) == low(2)
    team = position([(1, 5), (1, 5), (1, 5), (7, 7)], teams=True, active=3)
    assert chosen(team, 3) == low(0)
    assert chosen(position([(5,), (), (5, 5), ()], teams=True), 0) == low(0)
    assert chosen(fresh(4, teams=True).play(CHANCE, team_deal()), 2) == DECLINE


# ---- Invariants


def lively(_game, state, seat, rng):
    """A random legal move; now and then the one that an all-seeing player would make, so that games get on."""
    legal = list(state.legal(seat))
    if state.public.phase == "reveal" and rng.random() < 0.6:
        hands, middle = state.secrets.hands, state.secrets.centre
        shown = {centre(place): number for place, number in enumerate(middle)}
        for other, hand in enumerate(hands):
            shown |= {low(other): hand[0], high(other): hand[-1]} if hand else {}
        left = [number for pile in (*hands, middle) for number in pile if number]
        wanted = state.public.shown[0].number if state.public.shown else min(left)
        legal = [move for move in legal if shown[move] == wanted] or legal
    return rng.choice(legal)


games = random_games("trio", lively)
LONG = 400


def cards(state):
    """Every card of a state, wherever it lies."""
    found = Counter(number for hand in state.secrets.hands for number in hand)
    found.update(number for number in state.secrets.centre if number)
    found.update(numbers(state.public.shown))
    found.update(number for owned in state.public.trios for number in owned * 3)
    return found


@holds_in(games)
def test_cards_are_conserved_hands_sorted_and_moves_as_many_as_ends(game):
    for before, _, _, after in islice(game, LONG):
        public, secrets = after.public, after.secrets
        assert public.centre == tuple(map(bool, secrets.centre))
        assert cards(after) == Counter(DECK)
        assert all(list(hand) == sorted(hand) for hand in secrets.hands)
        assert public.counts == tuple(map(len, secrets.hands))
        assert len(public.shown) <= 2
        assert len(set(numbers(public.shown))) <= 1
        assert public.phase == "reveal" or not public.shown
        if public.phase == "reveal":
            ends = sum(map(bool, secrets.centre)) + 2 * sum(map(bool, secrets.hands))
            assert len(after.legal(public.active)) == ends <= 25
        if before.public.phase == "exchange":
            earlier = before.secrets.hands
            assert list(map(len, secrets.hands)) == list(map(len, earlier))
            for one, two in public.setup.pairs:
                assert sorted(secrets.hands[one] + secrets.hands[two]) == sorted(earlier[one] + earlier[two])


@holds_in(games)
def test_a_failed_turn_restores_everything(game):
    begun = None
    for before, _, _, after in islice(game, LONG):
        if not before.public.shown:
            begun = before
        if after.public.flash:
            assert after.secrets == replace(begun.secrets, offers=(0,) * game.setting.seats)
            assert after.public.trios == begun.public.trios
            assert after.public.active == (begun.public.active + 1) % game.setting.seats


@holds_in(games)
def test_trios_only_grow_and_the_last_one_ends_the_game(game):
    for before, _, _, after in game:
        setup, trios, over = after.public.setup, after.public.trios, after.public.phase == "over"
        assert sum(map(len, trios)) - sum(map(len, before.public.trios)) in {0, 1}
        sides = setup.pairs or [(seat,) for seat in range(setup.seats)]
        owned = [[number for seat in side for number in trios[seat]] for side in sides]
        victories = [side for side, pool in zip(sides, owned, strict=True) if victorious(setup.mode, pool)]
        assert over == bool(victories) == (after.outcome() is not None) == (not after.to_act)
        if over:
            assert victories == [after.outcome().winners]
            assert after.outcome().scores == tuple(map(len, trios))
            assert isinstance(after.public.last, Took)


def victorious(mode, pool):
    """The goal of section 2, said again without the order in which trios were taken."""
    linked = any(other in pool for number in pool for other in LINKS[number])
    return 7 in pool or (len(pool) >= 3 if mode == "simple" else linked)


def test_a_guess_draws_all_that_is_hidden_afresh():
    rng = Random(7)
    view = table3().view(0)
    drawn = [GAME.guess(view, rng) for _ in range(40)]
    assert all(state.secrets.hands[0] == table3().secrets.hands[0] for state in drawn)
    assert len({state.secrets.hands[1] for state in drawn}) > 30
    assert len({state.secrets.centre for state in drawn}) > 30


def test_cards_are_fitted_fairly_within_their_spans():
    """Two slots below four, one free, and the numbers 1 to 3: six ways when all fit, each as often."""
    rng = Random(7)
    seen = Counter(tuple(fit([(1, 3), (1, 3), (1, 12)], [1, 2, 3], rng)) for _ in range(6000))
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())
    seen = Counter(tuple(fit([(1, 3), (2, 12), (1, 12)], [1, 3, 5], rng)) for _ in range(6000))
    assert set(seen) == {(1, 3, 5), (1, 5, 3), (3, 5, 1)}
    assert all(1800 < times < 2200 for times in seen.values())
