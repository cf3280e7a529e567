"""Invariants of Trio (section 8 of the rules sheet) over random games."""

from collections import Counter
from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.game import CHANCE
from cogs.trio.deal import DECK
from cogs.trio.game import GAME
from cogs.trio.links import LINKS
from cogs.trio.moves import Deal, RevealCentre, RevealHand
from cogs.trio.view import Took, fit
from tests.cogs.trio.moves import answers, centre, high, low, no_exchange, offer, turn
from tests.cogs.trio.tabletop import VARIANTS, fresh, moments, table3

games = given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32))
some = settings(max_examples=30, deadline=None)
LONG = 400


def cards(state):
    """Every card of a state, wherever it lies."""
    found = Counter(number for hand in state.secrets.hands for number in hand)
    found.update(number for number in state.secrets.centre if number)
    found.update(card.number for card in state.public.shown)
    found.update(number for owned in state.public.trios for number in owned * 3)
    return found


@games
@some
def test_cards_are_conserved_hands_sorted_and_moves_as_many_as_ends(variant, seed):
    before = None
    for state, _, _ in moments(*variant, seed, LONG):
        public, secrets = state.public, state.secrets
        assert public.centre == tuple(map(bool, secrets.centre))
        if public.phase != "deal":
            assert cards(state) == Counter(DECK)
            assert all(list(hand) == sorted(hand) for hand in secrets.hands)
            assert public.counts == tuple(map(len, secrets.hands))
        assert len(public.shown) <= 2
        assert len({card.number for card in public.shown}) <= 1
        assert public.phase == "reveal" or not public.shown
        if public.phase == "reveal":
            ends = sum(map(bool, secrets.centre)) + 2 * sum(map(bool, secrets.hands))
            assert len(state.legal(public.active)) == ends <= 25
        if before and before.public.phase == "exchange":
            earlier = before.secrets.hands
            assert list(map(len, secrets.hands)) == list(map(len, earlier))
            for one, two in public.setup.pairs:
                assert sorted(secrets.hands[one] + secrets.hands[two]) == sorted(earlier[one] + earlier[two])
        before = state


@games
@some
def test_a_failed_turn_restores_everything(variant, seed):
    begun = None
    for state, _, _ in moments(*variant, seed, LONG):
        if state.public.flash:
            assert state.secrets == msgspec.structs.replace(begun.secrets, offers=(0,) * variant[0])
            assert state.public.trios == begun.public.trios
            assert state.public.active == (begun.public.active + 1) % state.public.setup.seats
        if not state.public.shown:
            begun = state


@games
@some
def test_trios_only_grow_and_the_last_one_ends_the_game(variant, seed):
    won = 0
    for state, _, _ in moments(*variant, seed, 5000):
        setup, trios, over = state.public.setup, state.public.trios, state.public.phase == "over"
        now = sum(map(len, trios))
        assert now - won in {0, 1}
        won = now
        sides = setup.pairs or [(seat,) for seat in range(setup.seats)]
        owned = [[number for seat in side for number in trios[seat]] for side in sides] if trios else []
        victories = [side for side, pool in zip(sides, owned, strict=False) if victorious(setup.mode, pool)]
        assert over == bool(victories) == (state.outcome() is not None) == (not state.to_act)
        if over:
            assert victories == [state.outcome().winners]
            assert state.outcome().scores == tuple(map(len, trios))
            assert isinstance(state.public.last, Took)


def victorious(mode, pool):
    """The goal of section 2, said again without the order in which trios were taken."""
    linked = any(other in pool for number in pool for other in LINKS[number])
    return 7 in pool or (len(pool) >= 3 if mode == "simple" else linked)


@games
@some
def test_a_guess_contradicts_no_card_that_was_seen(variant, seed):
    rng = Random(seed)
    for state, _, _ in islice(moments(*variant, seed, 60), 1, None):
        for seat in (None, *range(variant[0])):
            for view in (state.view(seat), state.view(seat).without_flash()):
                guessed = GAME.guess(view, rng)
                assert cards(guessed) == Counter(DECK)
                credible(guessed, view)


def credible(state, view):
    """Nothing in a guessed state contradicts the cards that this view has seen."""
    public, secrets = state.public, state.secrets
    for card in reversed(public.shown):
        if isinstance(card.by, RevealHand):
            hand = secrets.hands[card.by.seat]
            assert all(card.number <= n if card.by.end == "lowest" else card.number >= n for n in hand)
    hands = list(map(list, secrets.hands))
    for card in public.flash.cards if public.flash else ():
        if isinstance(card.by, RevealCentre):
            assert secrets.centre[card.by.place] == card.number
        else:
            assert hands[card.by.seat].pop(0 if card.by.end == "lowest" else -1) == card.number
    if view.own and view.own.received:
        partner = public.setup.partner(view.seat)
        theirs = [card.number for card in public.shown if getattr(card.by, "seat", None) == partner]
        assert view.own.offered in (*secrets.hands[partner], *theirs)
    for seat, card in enumerate(secrets.offers):
        answer = public.answers[public.setup.team(seat)] if public.answers else "out"
        assert bool(card) == (answer == "swapped" or (answer == "open" and seat not in state.to_act))
        assert answer != "open" or not card or card in secrets.hands[seat]


def test_a_guess_draws_all_that_is_hidden_afresh():
    rng = Random(7)
    view = table3().view(0)
    drawn = [GAME.guess(view, rng) for _ in range(40)]
    assert all(state.secrets.hands[0] == table3().secrets.hands[0] for state in drawn)
    assert len({state.secrets.hands[1] for state in drawn}) > 30
    assert len({state.secrets.centre for state in drawn}) > 30


def test_a_guess_respects_the_bounds_of_a_trio_and_of_an_exchange():
    rng = Random(7)
    hands = (
        (1, 1, 1, 2, 2, 2, 3, 3, 5),
        (5, 6, 7, 8, 9, 10, 11, 12, 12),
        (3, 4, 4, 4, 6, 7, 8, 9, 10),
        (5, 6, 7, 8, 9, 10, 11, 11, 12),
    )
    state = no_exchange(fresh(4, teams=True).play(CHANCE, Deal(0, hands, ())))
    state = answers(turn(state, high(0), low(1), low(3)), (1, offer(6)), (3, offer(12)))
    assert state.secrets.hands[3] == (6, 6, 7, 8, 9, 10, 11, 11)
    for seat in (None, 0, 1, 2, 3):
        for _ in range(20):
            guessed = GAME.guess(state.view(seat), rng)
            assert max(guessed.secrets.hands[0]) < 5 < min(guessed.secrets.hands[1] + guessed.secrets.hands[3])
            assert seat != 1 or 6 in guessed.secrets.hands[3]
            assert seat not in {1, 3} or guessed.secrets.offers == (0, 6, 0, 12)


def test_cards_are_fitted_fairly_within_their_spans():
    """Two slots below four, one free, and the numbers 1 to 3: six ways when all fit, each as often."""
    rng = Random(7)
    seen = Counter(tuple(fit([(1, 3), (1, 3), (1, 12)], [1, 2, 3], rng)) for _ in range(6000))
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())
    seen = Counter(tuple(fit([(1, 3), (2, 12), (1, 12)], [1, 3, 5], rng)) for _ in range(6000))
    assert set(seen) == {(1, 3, 5), (1, 5, 3), (3, 5, 1)}
    assert all(1800 < times < 2200 for times in seen.values())


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_greatest_and_the_smallest_number_can_always_be_taken(variant):
    """The lemma of section 5: no position is a dead end for a player who knows everything."""
    state = fresh(variant[0], variant[1], teams=variant[2])
    state = state.play(CHANCE, state.chance(Random(11)))
    while state.to_act:
        if state.public.phase == "exchange":
            state = state.play(min(state.to_act), offer(state.secrets.hands[min(state.to_act)][0]))
            continue
        left = [number for pile in (*state.secrets.hands, state.secrets.centre) for number in pile if number]
        wanted, end = (min(left), low) if sum(map(len, state.public.trios)) % 2 else (max(left), high)
        for _ in range(3):
            hands = state.secrets.hands
            ends = [end(seat) for seat, hand in enumerate(hands) if hand and wanted in (hand[0], hand[-1])]
            ends = [move for move in ends if hands[move.seat][0 if move.end == "lowest" else -1] == wanted]
            places = [centre(place) for place, number in enumerate(state.secrets.centre) if number == wanted]
            state = state.play(min(state.to_act), (ends + places)[0])
    assert state.outcome()
