"""A board once all cups are set: its cells, which of them touch, and the moves that its stacks allow.

The moves of a seat are kept as one number, its *options*: eight bits a cell, of which six say in which directions the
stack there may move. A move changes only what touches the two cells, so options are brought up to date rather
than searched for anew, and a seat without a move is simply one whose number is zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache

from cogs.cappuccino.cells import STEPS, Cell, Frame, neighbours
from cogs.cappuccino.moves import Stack
from cogs.cappuccino.terms import COLOURS

Piles = tuple[str, ...]
"""A stack for each cell of a board: the letters of its cups from bottom to top; empty for a void."""

OWNERS = {seats: {colour[0]: turn % seats for turn, colour in enumerate(COLOURS)} for seats in (2, 3, 4)}
"""For each number of seats, who plays which letter."""


class Board:
    """Cells in reading order, known by their place in it. A board never changes, so all about it is worked out once."""

    __slots__ = ("_hash", "cells", "frame", "index", "near", "touch", "ways")

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells = cells
        self._hash = hash(cells)
        self.frame = Frame.around(cells)
        self.index = index = {cell: place for place, cell in enumerate(cells)}
        # STEPS stand so that the opposite of step k is step 5 - k.
        self.ways = tuple(
            [
                tuple(
                    [
                        (index[to], 1 << 8 * place + step, 1 << 8 * index[to] + 5 - step)
                        for step, to in enumerate(neighbours(cell))
                        if to in index
                    ]
                )
                for place, cell in enumerate(cells)
            ]
        )
        """For each place, the places that touch it, with the bits of the moves there and back."""
        self.near = tuple([tuple([other for other, _, _ in ways]) for ways in self.ways])
        """For each place, the places that touch it."""
        self.touch = tuple([sum([there | back for _, there, back in ways]) for ways in self.ways])
        """For each place, the bits of all moves from or to it."""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.cells == other.cells)

    def __hash__(self) -> int:
        return self._hash

    def isolated(self, piles: Piles, place: int) -> bool:
        """Whether the stack at a place touches no other: it is safe for ever."""
        return not any(piles[other] for other in self.near[place])


board_of = lru_cache(maxsize=64)(Board)
"""The board with these cells."""

NO_BOARD = board_of(())


class Stacks(Set[Stack]):
    """The moves that a seat's options stand for, in reading order."""

    __slots__ = ("_board", "_options")

    def __init__(self, board: Board, options: int) -> None:
        self._board = board
        self._options = options

    def __len__(self) -> int:
        return self._options.bit_count()

    def __iter__(self) -> Iterator[Stack]:
        cells = self._board.cells
        found: list[Stack] = []
        for cell, steps in zip(cells, self._options.to_bytes(len(cells), "little"), strict=True):
            if steps:
                found += leading(cell, steps)
        return iter(found)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Stack) or move.from_ not in self._board.index:
            return False
        (q, r), (to_q, to_r) = move.from_, move.to
        step = _STEP.get((to_q - q, to_r - r))
        return step is not None and bool(self._options >> 8 * self._board.index[move.from_] + step & 1)


_STEP = {step: number for number, step in enumerate(STEPS)}


@lru_cache(maxsize=16384)
def leading(cell: Cell, steps: int) -> tuple[Stack, ...]:
    """The moves from a cell in the directions whose bits are set."""
    return tuple(Stack(cell, to) for step, to in enumerate(neighbours(cell)) if steps >> step & 1)


def all_options(board: Board, piles: Piles, seats: int) -> tuple[int, ...]:
    """The options of each seat."""
    options = [0] * seats
    for place, pile in enumerate(piles):
        if pile:
            connect(board, piles, options, place)
    return tuple(options)


def connect(board: Board, piles: Sequence[str], options: list[int], place: int) -> None:
    """Add all moves from and to the stack at a place: onto any stack that touches it and is no taller."""
    owners = OWNERS[len(options)]
    pile = piles[place]
    height, mine = len(pile), owners[pile[-1]]
    for other, there, back in board.ways[place]:
        if pile := piles[other]:
            if height >= len(pile):
                options[mine] |= there
            if height <= len(pile):
                options[owners[pile[-1]]] |= back


def disconnect(board: Board, options: Sequence[int], places: Iterable[int]) -> list[int]:
    """Options without any move from or to these places."""
    keep = ~0
    for place in places:
        keep &= ~board.touch[place]
    return [moves & keep for moves in options]


def decided(board: Board, piles: Sequence[str], seeds: Iterable[int]) -> list[list[int]]:
    """The islands around some places whose result is certain: one colour on top, or two stacks of unequal heights."""
    islands: list[list[int]] = []
    seen: set[int] = set()
    for seed in seeds:
        if piles[seed] and seed not in seen:
            island, certain = _explore(board, piles, seed)
            seen.update(island)
            if certain:
                islands.append(island)
    return islands


def _explore(board: Board, piles: Sequence[str], seed: int) -> tuple[list[int], bool]:
    """The island of a stack and whether its result is certain; of an open one, as much as it takes to know."""
    top, mixed = piles[seed][-1], False
    island = [seed]
    for place in island:
        for other in board.near[place]:
            if (pile := piles[other]) and other not in island:
                island.append(other)
                mixed = mixed or pile[-1] != top
        if mixed and len(island) > 2:
            return island, False
    return island, not mixed or len(piles[island[0]]) != len(piles[island[1]])
