"""Reference players of Cappuccino, and the rows of its ladder."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cogs.cappuccino.cells import neighbours
from cogs.cappuccino.moves import Stack
from tests.ladder.table import Row, beginner, climbs


def _simple(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """A sensible beginner: takes what it can, but not with a stack that somebody could then take."""
    public, seat = views[-1].public, views[-1].seat
    if not isinstance(legal[0], Stack):
        return rng.choice(legal)
    layers, owner = public.layers, public.setup.owner

    def worth(move: Stack) -> int:
        under = layers[move.to]
        height = len(layers[move.from_]) + len(under)
        near = [layers[cell] for cell in neighbours(move.to) if cell != move.from_ and layers.get(cell)]
        danger = any(owner(pile[-1]) != seat and len(pile) >= height for pile in near)
        return (0 if owner(under[-1]) == seat else len(under)) - danger * height

    most = max(map(worth, legal))
    return rng.choice([move for move in legal if worth(move) == most])


def _greedy(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """Take the tallest stack of somebody else that one can."""
    public, seat = views[-1].public, views[-1].seat
    if not isinstance(legal[0], Stack):
        return rng.choice(legal)
    piles = dict(zip(public.cells, public.piles, strict=True))

    def gain(move: Stack) -> int:
        under = piles[move.to]
        return 0 if public.setup.owner(_colour(public, under[-1])) == seat else len(under)

    most = max(map(gain, legal))
    return rng.choice([move for move in legal if gain(move) == most])


def _colour(public: Any, letter: str) -> Any:
    return next(colour for colour in public.setup.colours if colour[0] == letter or colour == letter)


PLAYERS = {"simple": _simple, "greedy": _greedy}

EXPERT_GAMES = 80
"""Games with an expert are slow."""
ROWS = (
    *(row for seats in (2, 3, 4) for row in (beginner(seats, 300), *climbs(seats, 200)[:-1])),
    *(Row(seats, "expert", "regular", EXPERT_GAMES) for seats in (2, 3, 4)),
    Row(3, "expert", "simple", EXPERT_GAMES, least=0.75),
)
