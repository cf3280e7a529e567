"""Reference players of Cappuccino, and the rows of its ladder."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cogs.cappuccino.cells import neighbours
from cogs.cappuccino.moves import Stack
from tests.ladder.table import Row, beginner, best, climbs


def _simple(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """Take the tallest stack of somebody else, but not with a stack that somebody could then take."""
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

    return best(legal, worth, rng)


PLAYERS = {"simple": _simple}

EXPERT_GAMES = 80
"""Games with an expert are slow."""
ROWS = (
    *(row for seats in (2, 3, 4) for row in (beginner(seats, 300), *climbs(seats, 200)[:-1])),
    *(Row(seats, "expert", "regular", EXPERT_GAMES) for seats in (2, 3, 4)),
    Row(3, "expert", "simple", EXPERT_GAMES, least=0.75),
)
