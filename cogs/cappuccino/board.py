"""The board, unfinished while players build it and finished once all cups are placed, and its moves.

Cells are identified by numbers: on an unfinished board they grow in reading order over the whole plane; on a
finished board they are indices in reading order.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

import msgspec

from cogs.cappuccino.cells import ORIGIN, STEPS, Cell, neighbours
from cogs.cappuccino.moves import COLOURS, Colour, PlaceCup, Stack

# ---- unfinished

REACH = 35
"""Greater than any cup's distance from the first: a row can be begun only beside two cups of the previous row."""
WIDTH = 2 * REACH
AROUND = tuple(dr * WIDTH + dq for dq, dr in STEPS)
"""The steps as differences between numbers of cells."""
TAKEN = 8


_NUMBERS = {(q, r): (r + REACH) * WIDTH + q + REACH for q in range(1 - REACH, REACH) for r in range(1 - REACH, REACH)}


def number_of(cell: Cell) -> int:
    """The number of a reachable cell, in reading order; 0, which is never free, for any other."""
    return _NUMBERS.get(cell, 0)


def cell_at(number: int) -> Cell:
    """The cell of a number."""
    row, column = divmod(number, WIDTH)
    return column - REACH, row - REACH


class UnfinishedBoard(msgspec.Struct, frozen=True, gc=False):
    """The cups placed so far and the free cells. Updated incrementally: a cup changes six cells."""

    cups: int = 0
    contacts: bytes = bytes(WIDTH * WIDTH)
    """For each cell, how many cups touch it; plus TAKEN if a cup is on it."""
    free: tuple[int, ...] = (number_of(ORIGIN),)
    """The numbers of the cells where the next cup may go."""

    def add(self, number: int) -> UnfinishedBoard:
        """The board with one more cup on a free cell."""
        contacts = bytearray(self.contacts)
        contacts[number] += TAKEN
        # The second cup touches the first; every later cup must touch two.
        free = list(self.free) if self.cups > 1 else [number]
        free.remove(number)
        needed = 2 if self.cups else 1
        for step in AROUND:
            near = number + step
            contacts[near] = touching = contacts[near] + 1
            if touching == needed:
                insort(free, near)
        return UnfinishedBoard(self.cups + 1, bytes(contacts), tuple(free))

    def fits(self, number: int) -> bool:
        """Whether the next cup may go to a cell."""
        return 1 < self.contacts[number] < TAKEN if self.cups > 1 else number in self.free

    def touching(self, cell: Cell) -> int:
        """How many cups touch a cell without one."""
        number = number_of(cell)
        return self.contacts[number] if number else 0

    def free_cells(self) -> tuple[Cell, ...]:
        """The cells where the next cup may go, in reading order."""
        return tuple(map(cell_at, self.free))

    def places(self, colours: tuple[Colour, ...]) -> tuple[PlaceCup, ...]:
        """The moves that put a cup of any of these colours on any free cell."""
        found: list[PlaceCup] = []
        for colour in colours:
            found += map(PLACINGS[colour].__getitem__, self.free)
        return tuple(found)


EMPTY = UnfinishedBoard()


@lru_cache(maxsize=64)
def unfinished_board(cells: tuple[Cell, ...]) -> UnfinishedBoard:
    """The board after placing cups on these cells in this order."""
    board = EMPTY
    for cell in cells:
        board = board.add(number_of(cell))
    return board


class Placings(dict[int, PlaceCup]):
    """The moves that place a cup of one colour, by the number of the cell."""

    def __init__(self, colour: Colour) -> None:
        self._colour: Colour = colour

    def __missing__(self, number: int) -> PlaceCup:
        self[number] = found = PlaceCup(cell_at(number), self._colour)
        return found


PLACINGS = {colour: Placings(colour) for colour in COLOURS}


# ---- finished

Piles = Sequence[str]
"""A stack for each cell of a board: the letters of its cups from bottom to top; empty for a void."""

Link = tuple[int, int, int]
"""A neighbour of a place: its index, the step to it as one bit of six, and the bit of the move back. The same for all
boards."""

Way = tuple[int, int, int, int]
"""A move: source, target, its bit, and a mask of all bits but those of moves from or to either."""

PLACES = tuple(range(64))
"""The places of the largest board."""
ALL_STEPS = 63
"""The bits of all moves from one place."""
LINKS: tuple[tuple[Link, ...], ...] = tuple(
    tuple((place, 1 << step, 1 << 8 * place + 5 - step) for place in PLACES) for step in range(len(STEPS))
)
"""For each step, the links to every place."""

ROW = 1024
LEAPS = tuple(dr * ROW + dq for dq, dr in STEPS)
"""The steps as differences between numbers that count ROW cells to a row."""
CIRCLE = tuple(LEAPS[step] for step in (0, 1, 3, 5, 4, 2))
"""The same steps in circular order."""


@lru_cache(maxsize=1024)
def moves_from(cell: Cell) -> tuple[tuple[Stack, ...], ...]:
    """The moves from a cell, for each set of steps written as bits."""
    found: list[tuple[Stack, ...]] = [()]
    for to in neighbours(cell):
        move = Stack(cell, to)
        found += [(*some, move) for some in found]
    return tuple(found)


class FinishedBoard:
    """Cells in reading order, identified by index. Immutable, so everything derived is computed once.

    The moves of a seat are one integer, its *options*: eight bits per place, of which six are the directions in which
    the stack there may move. A move changes only the neighbours of two places, so options are updated incrementally,
    and a seat without a move has options of zero.
    """

    __slots__ = ("_hash", "apart", "cells", "index", "links", "moves", "near", "rings", "ways")

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells = cells
        self._hash = hash(cells)
        self.index = {cell: place for place, cell in enumerate(cells)}
        self.moves = tuple([moves_from(cell) for cell in cells])
        """For each place, the moves from it, for each set of steps."""
        # Integers hash much faster than pairs; a connected group is never wider than ROW.
        numbers = [r * ROW + q for q, r in cells]
        find = dict(zip(numbers, range(len(cells)), strict=True)).get
        near: list[list[Link]] = [[] for _ in cells]
        for leap, step in zip(LEAPS, LINKS, strict=True):
            for links, number in zip(near, numbers, strict=True):
                if (place := find(number + leap)) is not None:
                    links.append(step[place])
        self.links = tuple(map(tuple, near))
        """For each place, the links to its neighbours, in reading order."""
        self.near = tuple([tuple([link[0] for link in links]) for links in near])
        """For each place, its neighbours."""
        self.rings = tuple(
            [tuple([find(number + leap, place) for leap in CIRCLE]) for place, number in enumerate(numbers)]
        )
        """For each place, its six neighbours in circular order; the place itself for a missing one."""
        every = (1 << 8 * len(cells)) - 1
        apart = [
            every ^ sum([back for _, _, back in links], ALL_STEPS << 8 * place) for place, links in enumerate(near)
        ]
        self.apart = tuple(apart)
        """For each place, a mask of all bits but those of moves from or to it."""
        self.ways: dict[Stack, Way] = {
            self.moves[place][step][0]: (place, other, step << 8 * place, apart[place] & apart[other])
            for place, links in enumerate(near)
            for other, step, _ in links
        }
        """Every possible move on this board."""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, FinishedBoard) and self.cells == other.cells)

    def __hash__(self) -> int:
        return self._hash

    def isolated(self, piles: Piles, place: int) -> bool:
        """Whether the stack at a place touches no other, so that nobody can ever take it."""
        return not any(piles[other] for other in self.near[place])

    def stacks(self, options: int) -> tuple[Stack, ...]:
        """The moves encoded by a seat's options, in reading order."""
        moves = self.moves
        steps = options.to_bytes(len(moves), "little")
        found: list[Stack] = []
        for place in compress(PLACES, steps):
            found += moves[place][steps[place]]
        return tuple(found)

    def way(self, options: int, move: Stack) -> Way | None:
        """The encoded move, if it is among these options."""
        way = self.ways.get(move)
        return way if way and options & way[2] else None

    def decided(self, piles: Piles, source: int, target: int) -> list[list[int]]:
        """The islands that a move decided: that of the target first, then in reading order.

        An island is decided if one colour tops all its stacks, or if it has two stacks of unequal heights.
        """
        islands: list[list[int]] = []
        ring, whole = self.rings[source], True
        before = piles[ring[-1]]
        # Changed islands touch the source; adjacent stacks around it are one island, so test one of them.
        for seed in ring:
            pile = piles[seed]
            if pile and not before:
                whole = False
                if (island := self._certain(piles, seed)) and island not in islands:
                    islands.append(island)
            before = pile
        if whole and (island := self._certain(piles, target)):
            islands.append(island)
        return islands if len(islands) < 2 else sorted(islands, key=lambda island: (target not in island, island))

    def _certain(self, piles: Piles, seed: int) -> list[int]:
        """The island of a stack, in reading order, if it is decided; else empty."""
        top, mixed = piles[seed][-1], False
        island = [seed]
        for place in island:
            for other in self.near[place]:
                if (pile := piles[other]) and other not in island:
                    if mixed or pile[-1] != top:
                        if len(island) > 1:
                            return []
                        mixed = True
                    island.append(other)
        return sorted(island) if not mixed or len(piles[island[0]]) != len(piles[island[1]]) else []


board_of = lru_cache(maxsize=64)(FinishedBoard)
"""The cached board with these cells."""

NO_BOARD = board_of(())
