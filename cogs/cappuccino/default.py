"""The move played for a seat whose time is up."""

from __future__ import annotations

from collections.abc import Collection

from cogs.cappuccino.cells import distance
from cogs.cappuccino.moves import AnyMove, Place, Stack
from cogs.cappuccino.views import CappuccinoView


def default(view: CappuccinoView, legal: Collection[AnyMove]) -> AnyMove:
    """A plain, sound move: place close to the first cup; capture as many cups of others as possible.

    Among equals it is the first in reading order.
    """
    tops = {pile.cell: pile.layers for pile in view.piles}

    def cost(move: AnyMove) -> int:
        if isinstance(move, Place):
            return distance(move.cell)
        if not isinstance(move, Stack):
            return 0
        under = tops[move.to]
        return 0 if view.terms.owner(under[-1]) == view.seat else -len(under)

    return min(legal, key=cost)
