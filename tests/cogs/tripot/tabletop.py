"""Positions that the tests of Le Tripot du Chaos start from, and ways to play on."""

from random import Random

from msgspec.structs import replace

from bot.core.game import CHANCE
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Action, Answer, AnyMove, Challenge, Commit, Deal
from cogs.tripot.rules import State, start

C, A, D = "cooperate", "attack", "defend"


def dealt(seats: int, first: int = 0) -> State:
    return start(seats, {}).play(CHANCE, Deal(first))


def holding(*hands: tuple[int, ...], first: int = 0, points: tuple[int, ...] | None = None) -> State:
    """A round about to start with these cards; the reserve holds what the purses miss."""
    state = dealt(len(hands), first)
    points = points or state.points
    return replace(state, hands=hands, points=points, reserve=15 * len(hands) - sum(points))


def duel(state: State, one: int, two: int, cards: tuple[int, int]) -> State:
    return state.play(one, Challenge(two, cards[0])).play(two, Answer(cards[1]))


def commit(state: State, seat: int, *actions: Action) -> State:
    return state.play(seat, Commit(tuple(zip(state.duels_of(seat), actions, strict=True))))


def commit_all(state: State) -> State:
    """Everybody lays C, A, D in this order."""
    for seat in sorted(state.to_act):
        state = commit(state, seat, *(C, A, D)[: len(state.duels_of(seat))])
    return state


def resolve_all(state: State) -> State:
    before = state.round
    while state.phase == "resolve" and state.round == before:
        (seat,) = state.to_act
        state = state.play(seat, next(iter(state.legal(seat))))
    return state


def nobody_to_challenge() -> State:
    state = holding((1, 2, 2, 3, 3), (4, 5), (2, 2, 3, 3), (1,), first=3)
    state = duel(state, 3, 0, (1, 1))
    state = duel(state, 0, 1, (2, 4))
    return duel(state, 1, 0, (5, 2))


def lone_holder() -> State:
    state = holding((1,), (1,), (2, 3), points=(15, 15, 15))
    return commit_all(duel(state, 0, 1, (1, 1)))


def two_duels_of_x() -> State:
    """Seat 0 is X, seat 1 Y, seat 2 Z; all actions are sealed and X is about to resolve."""
    duels = (Duel(seats=(0, 1), cards=(3, 2), stakes=(2, 3)), Duel(seats=(2, 0), cards=(1, 4), stakes=(4, 1)))
    sealed = (((0, A), (1, D)), ((0, D),), ((1, A),))
    return replace(
        dealt(3), phase="resolve", duels=duels, sealed=sealed, points=(0, 5, 6), reserve=45 - 11 - 10, last=None
    )


def random_game(seats: int, rng: Random) -> tuple[list[State], list[tuple[int, AnyMove]]]:
    """Every state of a game played at random, changes of sealed actions included, and its moves."""
    states, log = [start(seats, {})], []
    while states[-1].to_act:
        state = states[-1]
        able = sorted(state.to_act)
        if state.phase == "actions" and rng.random() < 0.2:
            able = sorted({seat for duel in state.duels for seat in duel.seats})
        seat = rng.choice(able)
        move = state.chance(rng) if seat == CHANCE else rng.choice(list(state.legal(seat)))
        states.append(state.play(seat, move))
        log.append((seat, move))
    return states, log
