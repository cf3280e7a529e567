"""Reference players of Cappuccino, and the rows of its ladder."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cogs.cappuccino.moves import Stack
from tests.ladder.table import climbs


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


PLAYERS = {"greedy": _greedy}

ROWS = (*climbs(2, 100), *climbs(3, 120), *climbs(4, 240))
