"""The invariants of the rules (§9), over games played at random."""

from collections import Counter
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.tripot.moves import Challenge, Commit, Resolve
from cogs.tripot.rules import CARDS, default, guess
from tests.cogs.tripot.moves import A, C, D, commit, duel, random_game
from tests.cogs.tripot.tabletop import dealt, two_duels_of_x

games = st.tuples(st.integers(2, 6), st.integers(0, 2**32)).map(lambda drawn: random_game(drawn[0], Random(drawn[1])))
few = settings(max_examples=40, deadline=None)


@given(games)
@few
def test_points_stakes_and_reserve_always_add_up(game):
    states, _ = game
    for state in states:
        stakes = sum(duel.on_table for duel in state.public.duels)
        assert sum(state.public.points) + stakes + state.public.reserve == 15 * state.public.seats
        assert stakes == state.view(None).public.stakes
        assert min(state.public.points) >= 0
        for met in (*state.public.duels, *state.public.ended):
            assert all(0 <= stake <= card <= 5 for stake, card in zip(met.stakes, reversed(met.cards), strict=True))
        assert all(duel.on_table == 0 for duel in state.public.ended)


@given(games)
@few
def test_cards_and_duels_add_up(game):
    states, log = game
    duels = 0
    for before, after in pairwise(states):
        duels += before.public.phase == "answer"
        left = sum(map(len, after.public.hands))
        assert left + 2 * duels == 8 * after.public.seats
        assert left % 2 == 0
        assert all(Counter(hand) <= Counter(CARDS) for hand in after.public.hands)
        assert all(hand == tuple(sorted(hand)) for hand in after.public.hands)
    last, seats = states[-1], states[-1].public.seats
    lone = [len(hand) for hand in last.public.hands if hand]
    assert lone in ([], [2], [4])
    assert duels == 4 * seats - sum(lone) // 2
    assert last.public.round <= 4 * seats
    assert sum(isinstance(made, Resolve) for _, made in log) == duels
    if seats == 2:
        assert last.public.round == 4
        assert lone == []


@given(games)
@few
def test_each_round_is_well_formed(game):
    states, log = game
    challenged: set[tuple[int, int]] = set()
    for state, (seat, made) in zip(states, log, strict=False):
        if isinstance(made, Challenge):
            assert (state.public.round, seat) not in challenged
            challenged.add((state.public.round, seat))
        if isinstance(made, Commit):
            actions = [action for _, action in made.actions]
            assert len(set(actions)) == len(actions) == len(state.public.duels_of(seat))
        if isinstance(made, Resolve):
            assert state.public.duels[made.duel].tokens is None
        assert all(len(state.public.duels_of(seat)) <= 3 for seat in range(state.public.seats))


@given(games)
@few
def test_the_default_is_the_same_in_whichever_order_moves_are_listed(game):
    states, _ = game
    for state in states[1:]:
        for seat in state.to_act:
            view, legal = state.view(seat), list(state.legal(seat))
            assert default(view, legal[::-1]) == default(view, legal)


def test_a_guess_draws_every_hidden_card():
    state = dealt(3).play(0, Challenge(1, 5))
    rng = Random(0)
    assert {guess(state.view(1), rng).secrets.card for _ in range(200)} == {1, 2, 3, 4, 5}
    assert {guess(state.view(0), rng).secrets.card for _ in range(20)} == {5}


def test_a_guess_agrees_with_the_tokens_turned_up():
    state = two_duels_of_x().play(0, Resolve(0))
    rng = Random(0)
    # Seat 2 has seen X attack in the first duel: X cooperates or defends in the other.
    assert {guess(state.view(2), rng).secrets.actions[0] for _ in range(100)} == {((0, A), (1, C)), ((0, A), (1, D))}
    assert {guess(state.view(1), rng).secrets.actions[2] for _ in range(100)} == {((1, C),), ((1, A),), ((1, D),)}


def test_the_default_defends_where_most_is_staked():
    state = duel(duel(dealt(2), 0, 1, (5, 2)), 1, 0, (4, 3))
    assert default(state.view(0), state.legal(0)) == Commit(((0, C), (1, D)))
    assert default(state.view(1), state.legal(1)) == Commit(((0, D), (1, C)))
    state = commit(commit(state, 0, A, D), 1, A, D)
    assert default(state.view(0), state.legal(0)) == Resolve(0)
    assert default(dealt(3, first=2).view(2), dealt(3, first=2).legal(2)) == Challenge(0, 1)
