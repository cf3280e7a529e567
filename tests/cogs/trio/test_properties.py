"""Invariants of Trio (section 8 of the rules sheet) over random games."""

from collections import Counter
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.trio.deal import DECK
from cogs.trio.game import GAME
from cogs.trio.links import LINKS
from cogs.trio.view import Took, fit
from tests.cogs.trio.tabletop import VARIANTS, moments, table3

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
