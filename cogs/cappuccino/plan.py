"""The board as text: staggered rows with the names of rows and columns, narrow enough for a phone.

Columns count half cups, so those of one row are all odd and those of the next all even: the numbers of the top row
stand above the drawing, those of the other rows below it. A board that is too wide is cut into bands, one below
the other. One that would still be too long is only listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill

from cogs.cappuccino.cells import row_name

Spot = tuple[int, int]
"""A row, from 0, and a column, from 1."""

WIDTH = 38
LENGTH = 1400
LABEL = 3
"""The width of a row's name and the space after it."""
MARK = 3
"""The width of a mark: a symbol and a height, or a column's number."""


def draw(marks: Mapping[Spot, str], scale: int) -> str:
    """A drawing with a mark on each spot, each half cup so many characters wide. An empty mark keeps its spot blank."""
    if not marks:
        return ""
    columns = max(column for _, column in marks)
    most = (WIDTH - LABEL - MARK) // scale + 1
    bands = -(-columns // most)
    width = -(-columns // bands)
    drawing = "\n\n".join(
        _band({spot: mark for spot, mark in marks.items() if first <= spot[1] < first + width}, first, scale)
        for first in range(1, columns + 1, width)
    )
    return drawing if len(drawing) <= LENGTH else listing(marks)


def listing(marks: Mapping[Spot, str]) -> str:
    """All marks with the names of their spots, in reading order."""
    return fill(
        " ".join(f"{row_name(row)}{column}{mark}" for (row, column), mark in sorted(marks.items()) if mark), WIDTH
    )


def _band(marks: Mapping[Spot, str], first: int, scale: int) -> str:
    """The part of a drawing that starts at a column, with its numbers above and below."""
    rows = sorted({row for row, _ in marks})
    lines = [
        _line(row_name(row), {column: mark for (at, column), mark in marks.items() if at == row}, first, scale)
        for row in range(rows[0], rows[-1] + 1)
    ]
    above = _numbers(marks, rows[0] % 2, first, scale)
    below = _numbers(marks, 1 - rows[0] % 2, first, scale)
    return "\n".join([above, *lines, below] if below else [above, *lines])


def _numbers(marks: Mapping[Spot, str], parity: int, first: int, scale: int) -> str:
    """The numbers of the columns that every other row has, as many as there is room for."""
    columns = sorted({column for row, column in marks if row % 2 == parity})
    if not columns:
        return ""
    every = range(columns[0], columns[-1] + 1, (MARK + 1) // scale)
    return _line("", {column: str(column) for column in every}, first, scale)


def _line(name: str, marks: Mapping[int, str], first: int, scale: int) -> str:
    line = name
    for column, mark in sorted(marks.items()):
        line = line.ljust(LABEL + (column - first) * scale) + mark
    return line.rstrip()
