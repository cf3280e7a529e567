"""The board while players build it: cups placed so far, and where the next one may go."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import msgspec

from cogs.cappuccino.cells import ORIGIN, Cell, Frame, neighbours, reading_order
from cogs.cappuccino.moves import Cup, Place
from cogs.cappuccino.terms import Colour


class Site(msgspec.Struct, frozen=True):
    """Cups in the order in which they were placed."""

    cells: tuple[Cell, ...] = ()
    colours: tuple[Colour, ...] = ()
    """The colour of the cup on each cell."""
    free: tuple[Cell, ...] = (ORIGIN,)
    """Where the next cup may go, in reading order."""

    @property
    def frame(self) -> Frame:
        """The frame of the cups and of the cells to choose from."""
        return Frame.around(self.cells + self.free)

    def contacts_needed(self) -> int:
        """How many cups the next one must touch: none, one, and two from the third cup on."""
        return min(len(self.cells), 2)

    def cups(self) -> list[Cup]:
        """The cups in reading order."""
        found = zip(self.cells, self.colours, strict=True)
        return [(q, r, colour) for (q, r), colour in sorted(found, key=lambda cup: reading_order(cup[0]))]

    def add(self, cell: Cell, colour: Colour) -> Site:
        """The site with one cup more."""
        cells = (*self.cells, cell)
        taken = frozenset(cells)
        if len(cells) == 1:
            free = neighbours(cell)
        else:
            # Only neighbours of the new cup gained a contact. What was free for the second cup is not for the third.
            around = {other for other in neighbours(cell) if other not in taken and contacts(other, taken) > 1}
            if len(cells) > 2:
                around.update(self.free)
                around.discard(cell)
            free = tuple(sorted(around, key=reading_order))
        return Site(cells, (*self.colours, colour), free)


def contacts(cell: Cell, taken: frozenset[Cell]) -> int:
    """How many of these cells touch a cell."""
    return len(taken.intersection(neighbours(cell)))


@lru_cache(maxsize=256)
def places(free: tuple[Cell, ...], colours: tuple[Colour, ...]) -> Collection[Place]:
    """A cup of any of these colours on any of these cells."""
    return dict.fromkeys(_place(cell, colour) for colour in colours for cell in free).keys()


_place = lru_cache(maxsize=8192)(Place)
