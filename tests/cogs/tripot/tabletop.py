"""Positions that the tests of Le Tripot du Chaos start from, and ways to play on."""

from random import Random
from typing import Any

from msgspec.structs import replace

from bot.core.game import CHANCE, Deal
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Action, Answer, Challenge, Commit, Moves
from cogs.tripot.rules import State, start
from cogs.tripot.view import Secrets

C, A, D = "cooperate", "attack", "defend"


def dealt(seats: int, first: int = 0) -> State:
    return start(seats, {}).play(CHANCE, Deal(first))


def but(state: State, **changes: Any) -> State:
    """The same moment, but for something everybody knows."""
    return State(replace(state.public, **changes), state.secrets)


def holding(*hands: tuple[int, ...], first: int = 0, points: tuple[int, ...] | None = None) -> State:
    """A round about to start with these cards; the reserve holds what the purses miss."""
    state = dealt(len(hands), first)
    points = points or state.public.points
    return but(state, hands=hands, points=points, reserve=15 * len(hands) - sum(points))


def duel(state: State, one: int, two: int, cards: tuple[int, int]) -> State:
    return state.play(one, Challenge(two, cards[0])).play(two, Answer(cards[1]))


def commit(state: State, seat: int, *actions: Action) -> State:
    return state.play(seat, Commit(tuple(zip(state.public.duels_of(seat), actions, strict=True))))


def commit_all(state: State) -> State:
    """Everybody lays C, A, D in this order."""
    for seat in sorted(state.to_act):
        state = commit(state, seat, *(C, A, D)[: len(state.public.duels_of(seat))])
    return state


def resolve_all(state: State) -> State:
    before = state.public.round
    while state.public.phase == "resolve" and state.public.round == before:
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
    state = but(dealt(3), phase="resolve", duels=duels, points=(0, 5, 6), reserve=45 - 11 - 10, last=None)
    return State(state.public, Secrets((((0, A), (1, D)), ((0, D),), ((1, A),))))


def random_game(seats: int, rng: Random) -> tuple[list[State], list[tuple[int, Moves]]]:
    """Every state of a game played at random, changes of sealed actions included, and its moves."""
    states, log = [start(seats, {})], []
    while states[-1].to_act:
        state = states[-1]
        able = sorted(state.to_act)
        if state.public.phase == "actions" and rng.random() < 0.2:
            able = sorted({seat for duel in state.public.duels for seat in duel.seats})
        seat = rng.choice(able)
        move = state.chance(rng) if seat == CHANCE else rng.choice(list(state.legal(seat)))
        states.append(state.play(seat, move))
        log.append((seat, move))
    return states, log
