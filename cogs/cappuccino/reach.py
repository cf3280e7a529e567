"""What the player whose turn it is can do, stack by stack: for panels, which tell it while it is short."""

from __future__ import annotations

from cogs.cappuccino.cells import Cell, neighbours
from cogs.cappuccino.views import CappuccinoView

FEW = 12
"""So many moves are listed one by one; more are better looked for on the board."""


def reach(view: CappuccinoView) -> dict[Cell, tuple[Cell, ...]]:
    """For each stack that can move, in reading order, the stacks it may cover; empty when these are too many."""
    heights = {pile.cell: len(pile.layers) for pile in view.piles}
    found = {
        cell: tuple(near for near in neighbours(cell) if 0 < heights.get(near, 0) <= heights[cell])
        for cell in view.movable
    }
    return found if sum(map(len, found.values())) <= FEW else {}
