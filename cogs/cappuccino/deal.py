"""The default shapes of the board, a well-mixed deal, and which deals a record may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from bot.core.game import Seat
from bot.core.moves import Deals
from cogs.cappuccino.board import FinishedBoard, board_of
from cogs.cappuccino.cells import Cell, connected, reading_order
from cogs.cappuccino.moves import EACH, Colour, Cup, Deal
from cogs.cappuccino.view import CappuccinoSetup

ROWS = {32: (6, 7, 6, 7, 6), 48: (8,) * 6, 64: (8,) * 8}
"""Cups in each row of the default shapes."""

SHUFFLES = 20


@lru_cache(maxsize=3)
def shape(cups: int) -> tuple[Cell, ...]:
    """The default shape for so many cups, in reading order. Rows of equal length lean right and left in turn."""
    rows = ROWS[cups]
    found: list[Cell] = []
    for r, length in enumerate(rows):
        shift = r % 2 if len(set(rows)) == 1 else 0
        start = shift - (length - 1)
        found += [((x - r - 1) // 2, r) for x in range(start, start + 2 * length, 2)]
    return tuple(found)


def draw(setup: CappuccinoSetup, rng: Random, first: Seat | None) -> Deal:
    """A deal by chance: the best mixed of twenty shuffles on the default shape."""
    if first is None:
        first = rng.randrange(setup.seats)
    if setup.advanced:
        return Deal(first, ())
    board = board_of(shape(setup.cups))
    in_order: list[Colour] = [colour for colour in setup.colours for _ in range(EACH)]
    # Sorting by random numbers shuffles as well as Random.shuffle and takes a third of its time.
    number = rng.random
    shuffles = (sorted(in_order, key=lambda _: number()) for _ in range(SHUFFLES))
    return Deal(first, _cups(board.cells, min(shuffles, key=lambda colours: clumping(board, colours))))


def clumping(board: FinishedBoard, colours: Sequence[Colour]) -> tuple[int, int]:
    """How badly colours are mixed: the largest patch of one colour, then how many touching pairs share theirs."""
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
    """Every two places that touch."""
    return [(one, other) for one, near in enumerate(board.near) for other in near if one < other]


def deals(setup: CappuccinoSetup) -> Deals[Deal]:
    """Every deal of a table."""
    return Deals(Deal, setup.seats, lambda first: _plain(setup, first), lambda deal: _fault(setup, deal))


def _plain(setup: CappuccinoSetup, first: Seat) -> Deal:
    """The colours in turn on the default shape."""
    return Deal(first, () if setup.advanced else _cups(shape(setup.cups), setup.colours * EACH))


def _fault(setup: CappuccinoSetup, deal: Deal) -> str | None:
    """What is wrong with the cups. How well their colours are mixed is not checked."""
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
        if count[colour] != EACH:
            return f"{count[colour]} cups of {colour} instead of {EACH}"
    return None if connected(cells) else "the cups are not one connected group"


def _cups(cells: Sequence[Cell], colours: Sequence[Colour]) -> tuple[Cup, ...]:
    return tuple((q, r, colour) for (q, r), colour in zip(cells, colours, strict=True))
