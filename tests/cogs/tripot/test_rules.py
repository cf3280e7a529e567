"""The worked examples (§8) and edge cases (§7), by their numbers, the invariants (§9), and opponents."""

from collections import Counter
from random import Random

import pytest

from bot.core.game import Deal, Outcome
from bot.core.opponents import ViewHistory
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Challenge, Commit, MeetChallenge, Resolve
from cogs.tripot.opponent import choose
from cogs.tripot.rules import CARDS, default, guess, start
from cogs.tripot.view import Answered, DuelResolved, Lone, Own, Skip
from tests.cogs.tripot.positions import (
    A,
    C,
    D,
    commit,
    commit_all,
    dealt,
    duel,
    holding,
    lone_holder,
    nobody_to_challenge,
    resolve_all,
    two_duels_of_x,
)
from tests.kit.rules import but, holds_in, random_games, refuses


@pytest.mark.parametrize(
    ("tokens", "stakes", "before", "after", "reserve"),
    [
        # Example 2: all outcomes of that duel.
        ((C, C), (2, 4), (13, 11), (18, 16), -4),
        ((C, A), (2, 4), (13, 11), (13, 17), 0),
        ((A, C), (2, 4), (13, 11), (19, 11), 0),
        ((A, A), (2, 4), (13, 11), (17, 13), 0),
        ((A, D), (2, 4), (13, 11), (12, 18), 0),
        ((D, A), (2, 4), (13, 11), (20, 10), 0),
        ((D, D), (2, 4), (13, 11), (13, 11), 6),
        ((D, C), (2, 4), (13, 11), (14, 16), 0),
        ((C, D), (2, 4), (13, 11), (16, 14), 0),
        # Example 3: odd pot. Example 4: short stake. Example 5: penalty unpaid.
        ((C, C), (2, 5), (10, 10), (15, 16), -4),
        ((C, C), (1, 2), (0, 13), (3, 17), -4),
        ((A, D), (1, 3), (0, 7), (0, 12), -1),
        ((D, C), (1, 3), (0, 7), (0, 11), 0),
        ((D, C), (0, 3), (0, 7), (0, 11), -1),
        # Cases 6 and 7: nothing to stake.
        ((C, C), (0, 0), (0, 0), (2, 2), -4),
        ((C, C), (0, 3), (0, 9), (3, 13), -4),
    ],
)
def test_what_a_duel_pays(tokens, stakes, before, after, reserve):
    """The two purses after a duel, and the change of the reserve."""
    duel = Duel(seats=(0, 1), cards=(1, 1), stakes=stakes)
    gains = duel.resolve(tokens, before).gains
    assert gains is not None
    assert (before[0] + gains[0], before[1] + gains[1]) == after
    assert duel.pot - sum(gains) == reserve


# ---- §8: worked examples


def test_example_1_the_stakes_are_the_numbers_received():
    state = duel(dealt(2), 0, 1, (4, 2))
    assert state.public.points == (13, 11)
    assert state.public.duels == (Duel(seats=(0, 1), cards=(4, 2), stakes=(2, 4)),)
    assert state.public.hands == ((1, 2, 2, 3, 3, 4, 5), (1, 2, 3, 3, 4, 4, 5))


def test_example_2_in_a_played_round():
    state = duel(duel(dealt(2), 0, 1, (4, 2)), 1, 0, (1, 1))
    state = commit(commit(state, 0, D, A), 1, A, D)
    assert state.to_act == {0}
    state = state.play(0, Resolve(0))
    assert state.public.points == (12 + 7, 10 - 1 + 0)
    assert state.public.duels[0].tokens == (D, A)
    assert state.public.duels[0].gains == (7, -1)
    assert state.public.reserve == 0


def test_example_4_and_case_6_who_is_short_of_points_stakes_less():
    state = duel(holding(CARDS, CARDS, points=(1, 15)), 0, 1, (2, 4))
    assert (state.public.duels[0].stakes, state.public.points) == ((1, 2), (0, 13))
    assert duel(holding(CARDS, CARDS, points=(0, 0)), 0, 1, (5, 5)).public.duels[0].stakes == (0, 0)


@pytest.mark.parametrize(("order", "points", "change"), [((0, 1), (6, 11, 5), -1), ((1, 0), (5, 11, 5), 0)])
def test_example_6_the_order_of_resolution_matters(order, points, change):
    before = two_duels_of_x()
    state = before
    for number in order:
        state = state.play(0, Resolve(number))
    assert state.public.points == points
    assert state.public.reserve == before.public.reserve + change


THREE = duel(duel(duel(dealt(3), 0, 1, (4, 2)), 1, 2, (1, 1)), 2, 0, (3, 3))
"""Example 7: Lucie 0, Charles 1, Chloé 2."""
TWICE = duel(duel(dealt(2), 0, 1, (1, 2)), 1, 0, (3, 4))
"""Case 3: two duels between the same two."""


def test_example_7_one_token_of_each_kind():
    assert [THREE.public.duels[number].seats for number in THREE.public.duels_of(0)] == [(0, 1), (2, 0)]  # case 14
    assert Commit(((0, C), (2, A))) in THREE.legal(0)
    assert [duel.seats for duel in TWICE.public.duels] == [(0, 1), (1, 0)]
    assert len(THREE.legal(0)) == len(TWICE.legal(0)) == len(TWICE.legal(1)) == 6


def test_example_8_nobody_to_challenge_and_the_game_goes_on():
    state = nobody_to_challenge()
    assert tuple(map(len, state.public.hands)) == (2, 0, 4, 0)
    assert state.public.phase == "actions"
    assert state.public.last == Answered(2, (Skip(2, "nobody"),))
    assert state.to_act == {0, 1, 3}
    state = resolve_all(commit_all(state))
    assert (state.public.phase, state.public.first, state.to_act) == ("challenge", 0, {0})
    assert state.opponents(0) == (2,)


def test_example_9_and_case_13_a_lone_holder_keeps_cards():
    state = lone_holder()
    assert state.public.phase == "resolve"
    before = state.public.points[2], state.public.reserve
    state = state.play(0, Resolve(0))
    assert (state.public.phase, state.to_act) == ("over", frozenset())
    assert [len(hand) for hand in state.public.hands] == [0, 0, 2]
    assert state.public.last == DuelResolved(0, Lone(2, 5))
    assert state.public.points[2] == before[0] + 5
    assert sum(state.public.points) + state.public.reserve == 45


def test_example_10_two_players_have_four_rounds_of_two_duels():
    state, rounds = dealt(2), []
    while state.to_act:
        assert state.public.phase == "challenge"
        rounds.append(state.public.round)
        first, second = state.public.first, 1 - state.public.first
        state = duel(state, first, second, (state.public.hands[first][0], state.public.hands[second][0]))
        state = duel(state, second, first, (state.public.hands[second][0], state.public.hands[first][0]))
        assert state.public.phase == "actions"
        state = resolve_all(commit_all(state))
    assert rounds == [1, 2, 3, 4]
    assert state.public.hands == ((), ())
    assert state.public.last == DuelResolved(1, None)
    # Both pairs of tokens were C–C and A–A every round: 2 from the reserve for each, and stakes that only moved.
    assert state.outcome() == Outcome((0, 1), (23, 23))


# ---- §7: edge cases


def test_case_1_challenged_thrice_before_ones_turn():
    state = dealt(4)
    state = duel(state, 0, 3, (1, 1))
    state = duel(state, 1, 3, (1, 2))
    state = duel(state, 2, 3, (1, 2))
    assert state.public.phase == "actions"
    assert state.public.last == Answered(2, (Skip(3, "busy"),))


def test_case_2_emptied_by_answering_before_ones_turn():
    state = holding((1, 2), (3,), (4, 5))
    state = duel(state, 0, 1, (1, 3))
    assert state.public.last == Answered(0, (Skip(1, "empty"),))
    assert state.to_act == {2}
    state = duel(state, 2, 0, (4, 2))
    assert state.to_act == {0, 1, 2}
    state = duel(holding((1, 2), (), (4, 5)), 0, 2, (1, 4))
    assert state.public.last == Answered(0), "who had no cards from the start has no turn to lose"
    assert state.to_act == {2}


def test_cases_4_and_15_a_challenge_cannot_be_refused_and_its_card_is_face_down():
    state = dealt(3).play(0, Challenge(2, 5))
    assert set(state.legal(2)) == {MeetChallenge(card) for card in CARDS}
    assert [view.own and view.own.card for view in map(state.view, (0, 1, 2, None))] == [5, None, None, None]
    assert state.view(1).public.hands[0] == CARDS
    met = state.play(2, MeetChallenge(1)).public.hands  # case 8
    assert (met[0], met[2]) == ((1, 2, 2, 3, 3, 4, 4), (2, 2, 3, 3, 4, 4, 5))


def test_case_9_seats_without_cards_are_jumped_for_the_first_player():
    state = holding((1, 2), (), (4, 5), (2,), first=0)
    state = duel(duel(state, 0, 2, (1, 4)), 2, 0, (5, 2))
    assert state.public.last == Answered(1, (Skip(3, "nobody"),))
    state = resolve_all(commit_all(state))
    assert state.public.last == DuelResolved(1, Lone(3, 2))
    state = holding((1, 2), (), (3, 4, 5), first=0)
    state = resolve_all(commit_all(duel(duel(state, 0, 2, (1, 4)), 2, 0, (3, 2))))
    assert state.public.phase == "over"
    state = holding((1, 2, 2), (), (3, 4, 5), first=0)
    state = resolve_all(commit_all(duel(duel(state, 0, 2, (1, 4)), 2, 0, (3, 2))))
    assert (state.public.phase, state.public.first) == ("challenge", 2)


def test_case_10_a_lone_holder_in_the_middle_of_a_round_is_nothing_special():
    state = duel(holding((1,), (1,), (2, 3)), 0, 1, (1, 1))
    assert state.public.phase == "actions"
    assert state.public.points == (14, 14, 15)


def test_case_11_tokens_of_resolved_duels_stay_visible():
    state = two_duels_of_x().play(0, Resolve(0))
    onlooker = state.view(None).public
    assert onlooker.duels[0].tokens == (A, D)
    assert onlooker.duels[1].tokens is None
    ended = state.play(0, Resolve(1))
    assert (ended.public.duels, [duel.tokens for duel in ended.view(None).public.ended]) == ((), [(A, D), (A, D)])
    assert ended.play(1, Challenge(0, 1)).public.ended == ()


def test_case_12_a_token_laid_is_seen_by_its_player_alone():
    state = commit(TWICE, 0, A, D)
    assert state.view(0).own == Own(((0, A), (1, D)), None)
    assert state.view(1).own == Own((), None)
    assert state.view(None).own is None
    assert state.view(1) == commit(state, 0, C, A).view(1)


# ---- §3: the course of a round


def test_a_sealed_choice_may_change_until_the_last_one_is_in():
    state = commit(TWICE, 0, A, D)
    assert state.to_act == {1}
    assert len(state.legal(0)) == 6
    state = commit(commit(state, 0, A, D), 0, C, D)
    state = commit(state, 1, D, C)
    assert state.public.phase == "resolve"
    assert state.play(0, Resolve(0)).public.duels[0].tokens == (C, D)


def test_resolvers_take_turns_from_the_first_player():
    state = duel(duel(duel(dealt(4, first=2), 2, 3, (1, 1)), 3, 0, (2, 2)), 0, 1, (1, 1))
    state = commit_all(duel(state, 1, 0, (2, 4)))
    order = []
    while state.public.phase == "resolve":
        (seat,) = state.to_act
        order.append((seat, [move.duel for move in state.legal(seat)]))  # pyright: ignore[reportAttributeAccessIssue]
        state = state.play(seat, list(state.legal(seat))[-1])
    assert order == [(2, [0]), (3, [1]), (0, [2, 3]), (0, [2])]
    assert state.public.first == 3


def test_a_reveal_pauses_the_table_and_the_next_move_clears_it():
    state = two_duels_of_x().play(0, Resolve(1))
    assert state.public.flash is not None
    assert (state.public.flash.duel, state.public.flash.seconds, state.public.flash.hides) == (1, 5, False)
    state = state.play(0, Resolve(0))
    assert state.view(2).flash == state.public.flash != None  # noqa: E711
    assert state.play(1, Challenge(0, 1)).public.flash is None


# ---- refusals

ROUND = nobody_to_challenge()
LAST_CHALLENGER = but(ROUND, phase="challenge", waited=(2,))
ASKED = dealt(3).play(0, Challenge(2, 5))
HAND = {"card": 6, "cards": "1 2 2 3 3 4 4 5"}


test_a_refusal_names_its_reason = refuses(
    [
        # Example 11.
        (LAST_CHALLENGER, 2, Challenge(0, 2), "opponent-busy"),
        (LAST_CHALLENGER, 2, Challenge(3, 2), "opponent-empty"),
        (LAST_CHALLENGER, 2, Challenge(2, 2), "self-challenge"),
        (dealt(3), 0, Challenge(1, 6), "not-in-hand", HAND),
        (ASKED, 2, MeetChallenge(6), "not-in-hand", HAND),
        # Examples 7 and 8, case 5.
        (THREE, 0, Commit(((0, C), (2, C))), "same-action"),
        (TWICE, 1, Commit(((0, A), (1, A))), "same-action"),
        (ROUND, 2, Commit(((0, C),)), "no-duel"),
        # Case 4.
        (ASKED, 2, Challenge(0, 1), "wrong-phase", {"phase": "answer"}),
        (ASKED, 1, MeetChallenge(1), "not-your-turn", {"seat": 2}),
        (dealt(3), 0, Challenge(3, 1), "no-such-seat", {"number": 3}),
        (dealt(3), 0, Challenge(-1, 1), "no-such-seat", {"number": -1}),
        (dealt(3), 1, Challenge(0, 1), "not-your-turn", {"seat": 0}),
        (dealt(3), 0, Resolve(0), "wrong-phase", {"phase": "challenge"}),
        (ROUND, 0, Challenge(2, 3), "wrong-phase", {"phase": "actions"}),
        (ROUND, 0, Commit(((1, A), (0, C), (2, D))), "duels-in-order", {"numbers": "1 2 3"}),
        (ROUND, 0, Commit(((0, A), (1, C))), "every-duel", {"count": 3, "numbers": "1 2 3"}),
        (ROUND, 3, Commit(((1, A),)), "every-duel", {"count": 1, "numbers": "1"}),
        (ROUND, 3, Commit(()), "every-duel", {"count": 1, "numbers": "1"}),
        (commit_all(TWICE), 1, Commit(((0, C), (1, D))), "not-your-turn", {"seat": 0}),
        (commit_all(THREE), 0, Resolve(1), "not-your-duel"),
        (two_duels_of_x(), 1, Resolve(0), "not-your-turn", {"seat": 0}),
        (two_duels_of_x(), 0, Resolve(2), "no-such-duel", {"number": 3}),
        (two_duels_of_x(), 0, Resolve(-1), "no-such-duel", {"number": 0}),
        (two_duels_of_x().play(0, Resolve(1)), 0, Resolve(1), "already-resolved", {"number": 2}),
    ]
)


# ---- invariants

games = random_games("tripot")


@holds_in(games)
def test_points_stakes_and_reserve_always_add_up(game):
    for state in game.states:
        stakes = sum(duel.on_table for duel in state.public.duels)
        assert sum(state.public.points) + stakes + state.public.reserve == 15 * state.public.seats
        assert stakes == state.view(None).public.stakes
        assert min(state.public.points) >= 0
        for met in (*state.public.duels, *state.public.ended):
            assert all(0 <= stake <= card <= 5 for stake, card in zip(met.stakes, reversed(met.cards), strict=True))
        assert all(duel.on_table == 0 for duel in state.public.ended)


@holds_in(games)
def test_cards_and_duels_add_up(game):
    duels = resolved = 0
    for before, _, made, after in game:
        duels += before.public.phase == "answer"
        resolved += isinstance(made, Resolve)
        left = sum(map(len, after.public.hands))
        assert left + 2 * duels == 8 * after.public.seats
        assert left % 2 == 0
        assert all(Counter(hand) <= Counter(CARDS) for hand in after.public.hands)
        assert all(hand == tuple(sorted(hand)) for hand in after.public.hands)
    seats = game.setting.seats
    lone = [len(hand) for hand in after.public.hands if hand]
    assert lone in ([], [2], [4])
    assert duels == 4 * seats - sum(lone) // 2
    assert after.public.round <= 4 * seats
    assert resolved == duels
    if seats == 2:
        assert after.public.round == 4
        assert lone == []


@holds_in(games)
def test_each_round_is_well_formed(game):
    challenged = set[tuple[int, int]]()
    for state, seat, made, _ in game:
        if isinstance(made, Challenge):
            assert (state.public.round, seat) not in challenged
            challenged.add((state.public.round, seat))
        if isinstance(made, Commit):
            actions = [action for _, action in made.actions]
            assert len(set(actions)) == len(actions) == len(state.public.duels_of(seat))
        if isinstance(made, Resolve):
            assert state.public.duels[made.duel].tokens is None
        assert all(len(state.public.duels_of(seat)) <= 3 for seat in range(state.public.seats))


def test_a_guess_draws_every_hidden_card_and_agrees_with_the_tokens_turned_up():
    state = dealt(3).play(0, Challenge(1, 5))
    rng = Random(0)
    assert {guess(state.view(1), rng).secrets.card for _ in range(200)} == {1, 2, 3, 4, 5}
    assert {guess(state.view(0), rng).secrets.card for _ in range(20)} == {5}
    state = two_duels_of_x().play(0, Resolve(0))
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


# ---- opponents


def test_an_expert_is_never_predictable_even_against_a_player_who_is():
    state, shown = start(2, {}).play(-1, Deal(0)), ViewHistory([0, 1])
    shown.add(state)
    while state.to_act:
        seat = min(state.to_act)
        views, legal = shown.of(seat), state.legal(seat)
        if seat == 0 and state.public.phase == "actions":
            found = {choose(views, legal, "expert", Random(seed)) for seed in range(60)}
            assert len(found) > 1, f"round {state.public.round}"
        state = state.play(seat, default(views[-1], legal) if seat else choose(views, legal, "expert", Random(0)))
        shown.add(state)
