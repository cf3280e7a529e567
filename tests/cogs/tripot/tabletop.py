"""Positions that the tests of Le Tripot du Chaos start from."""

from typing import Any

from msgspec.structs import replace

from bot.core.game import CHANCE, Deal
from cogs.tripot.duel import Duel
from cogs.tripot.rules import State, start
from cogs.tripot.view import Secrets
from tests.cogs.tripot.moves import A, D, commit_all, duel


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
