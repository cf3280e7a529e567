"""The honeycomb: its cells and the names people call them by, the board as it is built, and the board once it stands.

A cell is axial, ``(q, r)``: r is its row, and its six neighbours differ by one step. On the screen every row is
shifted by half a cup against the next, so a cell stands ``2q + r`` half cups from the left.

People never see axial numbers. A cell is called by its row and column on the screen: a letter for the row, A at the
top, then a number that counts half cups from the left, 1 at the leftmost cell shown. Rows therefore have odd and
even numbers in turn (A1 A3 A5 above B2 B4 B6), a column is a true vertical line, and touching cells are
exactly A3 and A5 or A3 and B2 or B4. The *frame* is the corner the counting starts from. While the cups stay
where they are it stays too, and emptied cells keep their names: during play names never change. In the advanced
set-up the frame holds the cups and the cells free to choose, so names are settled while a player chooses, and grow
with the plane: they shift only when a cup widens the cluster at the top or on the left.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable, Sequence
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
"""Sorts cells as one reads them: by row, then along the row."""


@lru_cache(maxsize=8192)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells that touch a cell, in reading order."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in STEPS)


def distance(cell: Cell) -> int:
    """How many steps a cell is away from the origin."""
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
    """Where the counting of rows and columns starts."""

    top: int = 0
    left: int = 0

    @classmethod
    def around(cls, cells: Collection[Cell]) -> Frame:
        """The frame of a picture that shows all these cells."""
        return cls(min(r for _, r in cells), min(map(half_steps, cells))) if cells else cls()

    def spot(self, cell: Cell) -> Spot:
        """A cell's row, from 0, and its column, from 1."""
        return cell[1] - self.top, half_steps(cell) - self.left + 1

    def row(self, cell: Cell) -> str:
        """The letter of a cell's row."""
        return row_name(cell[1] - self.top)

    def name(self, cell: Cell) -> str:
        """What people call a cell; one outside the picture has only its axial numbers."""
        row, column = self.spot(cell)
        return f"{row_name(row)}{column}" if row >= 0 and column > 0 else f"({cell[0]},{cell[1]})"


# ---- while it is built

REACH = 35
"""No cup is placed so far from the first: a row can be begun only beside two cups of the row before."""
WIDTH = 2 * REACH
TAKEN = 8
AROUND = tuple(dr * WIDTH + dq for dq, dr in STEPS)


def number_of(cell: Cell) -> int:
    """A cell that can be reached as a number, which grows in reading order; 0 for any other, never free."""
    q, r = cell
    return (r + REACH) * WIDTH + q + REACH if abs(q) < REACH and abs(r) < REACH else 0


def cell_at(number: int) -> Cell:
    """The cell of a number."""
    row, column = divmod(number, WIDTH)
    return column - REACH, row - REACH


class Site(msgspec.Struct, frozen=True, gc=False):
    """Where cups stand and where the next may go. Each is made from the one before: a cup changes six cells."""

    cups: int = 0
    contacts: bytes = bytes(WIDTH * WIDTH)
    """For each cell, how many cups touch it; TAKEN more if a cup is on it."""
    free: tuple[int, ...] = (number_of(ORIGIN),)
    """The cells where the next cup may go, by number."""

    def add(self, number: int) -> Site:
        """The site with a cup more on a free cell."""
        contacts = bytearray(self.contacts)
        contacts[number] += TAKEN
        # What was free for the second cup, beside the first, is not for the third: it must touch two.
        free = list(self.free) if self.cups > 1 else [number]
        free.remove(number)
        needed = 2 if self.cups else 1
        for step in AROUND:
            contacts[number + step] += 1
            if contacts[number + step] == needed:
                insort(free, number + step)
        return Site(self.cups + 1, bytes(contacts), tuple(free))

    def touching(self, cell: Cell) -> int:
        """How many cups touch a cell without one."""
        number = number_of(cell)
        return self.contacts[number] if number else 0

    def free_cells(self) -> tuple[Cell, ...]:
        """Where the next cup may go, in reading order."""
        return tuple(map(cell_at, self.free))


EMPTY = Site()


@lru_cache(maxsize=64)
def site_of(cells: tuple[Cell, ...]) -> Site:
    """The site with cups on these cells, in the order in which they were placed."""
    site = EMPTY
    for cell in cells:
        site = site.add(number_of(cell))
    return site


# ---- once it stands

Piles = Sequence[str]
"""A stack for each cell of a board: the letters of its cups from bottom to top; empty for a void."""

BITS = tuple(tuple(1 << 8 * place + step for step in range(6)) for place in range(64))
"""For each place and step, the bit of the move from there in that direction."""


class Board:
    """Cells in reading order, known by their place in it. A board never changes, so all about it is worked out once.

    The moves of a seat are one number, its *options*: eight bits a place, of which six say in which directions the
    stack there may move. A move changes only what touches two places, so options are brought up to date rather than
    searched for anew, and a seat without a move is one whose number is zero.
    """

    __slots__ = ("_hash", "apart", "cells", "index", "links", "near")

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells = cells
        self._hash = hash(cells)
        self.index = index = {cell: place for place, cell in enumerate(cells)}
        links: list[tuple[tuple[int, int, int], ...]] = []
        for (q, r), bits in zip(cells, BITS, strict=False):
            found: list[tuple[int, int, int]] = []
            for step, (dq, dr) in enumerate(STEPS):
                other = index.get((q + dq, r + dr))
                if other is not None:
                    found.append((other, bits[step], BITS[other][5 - step]))
            links.append(tuple(found))
        self.links = tuple(links)
        """For each place, the places that touch it, with the bits of the moves there and back."""
        self.near = tuple([tuple([other for other, _, _ in found]) for found in links])
        """For each place, the places that touch it."""
        self.apart = tuple([~sum([there | back for _, there, back in found]) for found in links])
        """For each place, all bits but those of moves from or to it."""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.cells == other.cells)

    def __hash__(self) -> int:
        return self._hash

    def isolated(self, piles: Piles, place: int) -> bool:
        """Whether the stack at a place touches no other: it is safe for ever."""
        return not any(piles[other] for other in self.near[place])

    def decided(self, piles: Piles, seeds: Iterable[int]) -> list[list[int]]:
        """The islands around some places whose result is certain: one colour on top, or two of unequal heights."""
        islands: list[list[int]] = []
        near = self.near
        for seed in seeds:
            if pile := piles[seed]:
                # Nearly all are open, and nearly always one sees it at once.
                top, others, mixed = pile[-1], 0, False
                for place in near[seed]:
                    if pile := piles[place]:
                        others += 1
                        mixed = mixed or pile[-1] != top
                        if mixed and others > 1:
                            break
                else:
                    if not any(seed in island for island in islands) and (island := self._certain(piles, seed)):
                        islands.append(island)
        return islands

    def _certain(self, piles: Piles, seed: int) -> list[int]:
        """The island of a stack if its result is certain; otherwise nothing."""
        top, mixed = piles[seed][-1], False
        island = [seed]
        for place in island:
            for other in self.near[place]:
                if (pile := piles[other]) and other not in island:
                    island.append(other)
                    mixed = mixed or pile[-1] != top
            if mixed and len(island) > 2:
                return []
        return island if not mixed or len(piles[island[0]]) != len(piles[island[1]]) else []


board_of = lru_cache(maxsize=64)(Board)
"""The board with these cells."""

NO_BOARD = board_of(())
