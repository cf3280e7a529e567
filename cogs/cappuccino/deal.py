"""The default shapes of the board, drawing a well-mixed deal, and which deals are valid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from bot.core.game import Seat, first_player
from bot.core.moves import Deals
from cogs.cappuccino.board import FinishedBoard, board_of
from cogs.cappuccino.cells import Cell, connected, reading_order
from cogs.cappuccino.moves import CUPS_PER_COLOUR, Colour, Cup, Deal
from cogs.cappuccino.view import CappuccinoSetup

ROWS = {32: (6, 7, 6, 7, 6), 48: (8,) * 6, 64: (8,) * 8}
"""Cups in each row of the default shapes."""

SHUFFLES = 20


@lru_cache(maxsize=3)
def shape(cups: int) -> tuple[Cell, ...]:
    """The default shape for a number of cups, in reading order. Rows of equal length shift right and left in turn."""
    rows = ROWS[cups]
    found: list[Cell] = []
    for r, length in enumerate(rows):
        shift = r % 2 if len(set(rows)) == 1 else 0
        start = shift - (length - 1)
        found += [((x - r - 1) // 2, r) for x in range(start, start + 2 * length, 2)]
    return tuple(found)


def draw(setup: CappuccinoSetup, rng: Random, first: Seat | None) -> Deal:
    """A random deal: the best mixed of twenty shuffles on the default shape."""
    first = first_player(rng, setup.seats, first)
    if setup.advanced:
        return Deal(first, ())
    board = board_of(shape(setup.cups))
    in_order: list[Colour] = [colour for colour in setup.colours for _ in range(CUPS_PER_COLOUR)]
    # Sorting by random numbers is as fair as Random.shuffle and three times as fast.
    number = rng.random
    shuffles = (sorted(in_order, key=lambda _: number()) for _ in range(SHUFFLES))
    return Deal(first, _cups(board.cells, min(shuffles, key=lambda colours: clumping(board, colours))))


def clumping(board: FinishedBoard, colours: Sequence[Colour]) -> tuple[int, int]:
    """How badly colours are mixed: the size of the largest patch of one colour, then the number of equal neighbours."""
    alike = [pair for pair in pairs(board) if colours[pair[0]] == colours[pair[1]]]
    patches: dict[int, list[int]] = {}
    for one, other in alike:
        mine, theirs = patches.get(one) or [one], patches.get(other) or [other]
        if mine is not theirs:
            mine += theirs
            patches[one] = mine
            for place in theirs:
                patches[place] = mine
    return max(map(len, patches.values()), default=1), len(alike)


@lru_cache(maxsize=8)
def pairs(board: FinishedBoard) -> list[tuple[int, int]]:
    """All pairs of touching places."""
    return [(one, other) for one, near in enumerate(board.near) for other in near if one < other]


def deals(setup: CappuccinoSetup) -> Deals[Deal]:
    """Every valid deal of a table."""
    return Deals(Deal, setup.seats, lambda first: _plain(setup, first), lambda deal: _fault(setup, deal))


def _plain(setup: CappuccinoSetup, first: Seat) -> Deal:
    """The colours in turn on the default shape."""
    return Deal(first, () if setup.advanced else _cups(shape(setup.cups), setup.colours * CUPS_PER_COLOUR))


def _fault(setup: CappuccinoSetup, deal: Deal) -> str | None:
    """The fault in a deal; None when it is valid. The mixing of colours is not checked."""
    if setup.advanced:
        return "players place the cups themselves: none is dealt" if deal.cups else None
    if len(deal.cups) != setup.cups:
        return f"{len(deal.cups)} cups instead of {setup.cups}"
    cells = [(q, r) for q, r, _ in deal.cups]
    if len(set(cells)) < len(cells):
        return "two cups on one cell"
    if cells != sorted(cells, key=reading_order):
        return "cups are not in ascending (r, q) order"
    count = Counter(colour for _, _, colour in deal.cups)
    for colour in setup.colours:
        if count[colour] != CUPS_PER_COLOUR:
            return f"{count[colour]} cups of {colour} instead of {CUPS_PER_COLOUR}"
    return None if connected(cells) else "the cups are not one connected group"


def _cups(cells: Sequence[Cell], colours: Sequence[Colour]) -> tuple[Cup, ...]:
    return tuple((q, r, colour) for (q, r), colour in zip(cells, colours, strict=True))
