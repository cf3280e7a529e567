"""Cells of the honeycomb and their names.

A cell is axial, ``(q, r)``: r is its row, and its six neighbours differ by one step. On the screen every row is
shifted by half a cup against the next, so a cell stands ``2q + r`` half cups from the left.

Players never see axial numbers. A cell is named by its row and column on the screen: a letter for the row, A at the
top, then a number that counts half cups from the left, 1 at the leftmost cell shown. Rows therefore have odd and
even numbers in turn (A1 A3 A5 above B2 B4 B6), a column is a true vertical line, and touching cells are
exactly A3 and A5 or A3 and B2 or B4. The *frame* is the corner from which rows and columns count. While the cups stay
in place it stays too, and emptied cells keep their names: during play names never change. In the advanced
set-up the frame contains the cups and the free cells, so names are stable while a player chooses, and grow
with the plane: they shift only when a cup widens the cluster at the top or on the left.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from operator import itemgetter

import msgspec

Cell = tuple[int, int]
Spot = tuple[int, int]
"""A row on the screen, from 0, and a column, from 1."""

ORIGIN: Cell = (0, 0)
STEPS: tuple[Cell, ...] = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
"""To the six neighbours in reading order. The opposite of step k is step 5 - k."""

reading_order = itemgetter(1, 0)
"""Sort key of cells: by row, then along the row."""


@lru_cache(maxsize=8192)
def shared(q: int, r: int) -> Cell:
    """A cell; equal cells of all tables are one object."""
    return q, r


@lru_cache(maxsize=8192)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells that touch a cell, in reading order."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in STEPS)


def distance(cell: Cell) -> int:
    """The number of steps from the origin to a cell."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r))


def half_steps(cell: Cell) -> int:
    """How many half cups a cell is to the right of the origin's centre."""
    return 2 * cell[0] + cell[1]


def connected(cells: Collection[Cell]) -> bool:
    """Whether the cells form one group."""
    rest = set(cells)
    reached = [rest.pop()] if rest else []
    for cell in reached:
        for other in neighbours(cell):
            if other in rest:
                rest.remove(other)
                reached.append(other)
    return not rest


# ---- names


def row_name(row: int) -> str:
    """A row's letter, counted from 0 at the top: A to Z, then AA, AB and so on."""
    name = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


class Frame(msgspec.Struct, frozen=True):
    """The corner from which rows and columns are counted."""

    top: int = 0
    left: int = 0

    @classmethod
    def around(cls, cells: Collection[Cell]) -> Frame:
        """The frame of a picture of all these cells."""
        return cls(min(r for _, r in cells), min(map(half_steps, cells))) if cells else cls()

    def spot(self, cell: Cell) -> Spot:
        """A cell's row, from 0, and its column, from 1."""
        return cell[1] - self.top, half_steps(cell) - self.left + 1

    def row(self, cell: Cell) -> str:
        """The letter of a cell's row."""
        return row_name(cell[1] - self.top)

    def name(self, cell: Cell) -> str:
        """The name of a cell; its axial numbers if it is outside the picture."""
        row, column = self.spot(cell)
        return f"{row_name(row)}{column}" if row >= 0 and column > 0 else f"({cell[0]},{cell[1]})"
