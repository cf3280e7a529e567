"""How choices lie: tokens side by side, cups in their rows, lines by the way they run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.core.game import Cell, Grid, Path, Say
from cogs.ptipasspass.layouts import Board, Line, board
from cogs.ptipasspass.moves import way
from cogs.ptipasspass.tokens import COLOURS
from cogs.ptipasspass.view import PtiPassPassView

WIDEST = 5
"""Buttons of a row."""
LINES_ON_BOARD = 14
"""More lines than these would make the public board very long: it asks for their direction first."""
LINES_BESIDE_SWAP = 22
"""The same for a panel where cups can still be swapped."""
LINES = 26
"""All lines of the largest board."""


def grid(view: PtiPassPassView, path: Path, _ends: Sequence[Path], _say: Say) -> Grid:
    """Tokens, cups and lines as the picture shows them."""
    cups = board(view.public.layout, view.public.seats)
    match path:
        case ("aim",) | ("announce",):
            return [[Cell((colour,)) for colour in COLOURS]]
        case ("aim", _) | ("swap", *_):
            return list(_cups(cups))
        case ("lift",) if len(cups.lines) > _most_lines(view):
            return [[Cell((each,)) for each in dict.fromkeys(_way(line) for line in cups.lines)]]
        case ("lift",):
            return list(_lines(cups.lines, with_way=True))
        case ("lift", chosen):
            return list(_lines((line for line in cups.lines if _way(line) == chosen), with_way=False))
        case _:
            return ()


def _most_lines(view: PtiPassPassView) -> int:
    """How many lines are shown at once; who has just swapped cups has pressed enough, and sees them all."""
    if view.seat is None:
        return LINES_ON_BOARD
    return LINES_BESIDE_SWAP if view.phase == "reveal" else LINES


def line_name(line: Line) -> str:
    """A line by its two ends, which is enough to find it and short enough for a button."""
    return f"{line[0]}–{line[2]}"


def _way(line: Line) -> str:
    return way(line[0], line[1])


def _cups(cups: Board) -> Iterator[list[Cell | None]]:
    """The rows of cups; a staggered one is shifted as far as whole buttons can, where there is room."""
    room = max(map(len, cups.rows)) <= WIDEST
    for row, indent in zip(cups.rows, cups.indents, strict=True):
        shift: list[Cell | None] = [None] * (indent // 2 if room else 0)
        yield from _halves([*shift, *(Cell((cup,), cup) for cup in row)])


def _lines(lines: Iterable[Line], *, with_way: bool) -> Iterator[list[Cell | None]]:
    """A row of buttons for each way lines run; for those along rows of cups one each, when there are many."""
    for _, group in groupby(lines, key=_way):
        same = list(group)
        parts = [same]
        if len(same) > WIDEST and _way(same[0]) == "row":
            parts = [list(row) for _, row in groupby(same, key=lambda line: line[0][0])]
        for part in parts:
            yield from _halves(
                [Cell((*([_way(line)] if with_way else ()), "-".join(line)), line_name(line)) for line in part]
            )


def _halves(row: list[Cell | None]) -> Iterator[list[Cell | None]]:
    """A row, in two like ones where it is too long."""
    middle = -(-len(row) // 2)
    yield from (row,) if len(row) <= WIDEST else (row[:middle], row[middle:])
