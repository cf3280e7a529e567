"""Where on a picture the cells of a board stand, however the board has grown.

A board is shown as large as the room allows. One that is much longer than it is wide, or the other way round, would
become tiny; it is cut into bands instead, one below the other or side by side, each with the names of its rows and
columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from bot.draw import theme
from bot.draw.canvas import Canvas
from bot.draw.pen import Point
from cogs.cappuccino.cells import row_name
from cogs.cappuccino.plan import Spot

RISE = 0.866
"""From one row to the next, in cups: touching circles."""
LARGEST = 88
"""A cup is never wider than this."""
LABEL = 34
"""The room for the letters of the rows, on either side."""
NUMBER = 30
"""The room for the numbers of the columns, above and below."""
GAP = 18
"""Between two bands."""
MOST_BANDS = 4
WORTH = 1.2
"""How much larger cups must become for the board to be cut once more."""


class Band(NamedTuple):
    """A rectangle of a board: its rows and columns, the last ones included."""

    top: int
    left: int
    bottom: int
    right: int

    def holds(self, spot: Spot) -> bool:
        """Whether a spot is in it."""
        return self.top <= spot[0] <= self.bottom and self.left <= spot[1] <= self.right

    @property
    def wide(self) -> float:
        """Its width in cups."""
        return (self.right - self.left) / 2 + 1

    @property
    def tall(self) -> float:
        """Its height in cups."""
        return (self.bottom - self.top) * RISE + 1


class Chart:
    """The bands of a board, how wide a cup is, and the point where each stands."""

    def __init__(self, spots: Collection[Spot], room: int, *, head: int) -> None:
        """For all these spots (row from 0, column from 1), in so many pixels of height; ``head``: above a cup."""
        self._head = head
        self._spots = spots
        self.size, self.bands, self._beside = self._best(room)
        self.height = round(self._tall(self.size))
        self._corners = list(self._places())

    def _best(self, room: int) -> tuple[int, list[Band], bool]:
        """The cutting that gives the largest cups; one with fewer bands unless it is clearly worse."""
        whole = [self._around(self._spots)]
        best = (self._size(whole, room, beside=False), whole, False)
        for count in range(2, MOST_BANDS + 1):
            for beside in (False, True):
                bands = self._cut(whole[0], count, beside=beside)
                if (size := self._size(bands, room, beside=beside)) > best[0] * WORTH:
                    best = (size, bands, beside)
        return best

    def _cut(self, whole: Band, count: int, *, beside: bool) -> list[Band]:
        """Equal parts of the board: of its rows, to stand side by side, or of its columns."""
        axis = 0 if beside else 1
        first, last = (whole.top, whole.bottom) if beside else (whole.left, whole.right)
        each = -(-(last - first + 1) // count)
        parts = [
            [spot for spot in self._spots if start <= spot[axis] < start + each]
            for start in range(first, last + 1, each)
        ]
        return [self._around(part) for part in parts if part]

    @staticmethod
    def _around(spots: Collection[Spot]) -> Band:
        rows, columns = [row for row, _ in spots], [column for _, column in spots]
        return Band(min(rows), min(columns), max(rows), max(columns))

    def _size(self, bands: list[Band], room: int, *, beside: bool) -> int:
        """How wide cups are when the board is shown in these bands."""
        lines, columns = (1, len(bands)) if beside else (len(bands), 1)
        wide = sum(band.wide for band in bands) if beside else max(band.wide for band in bands)
        tall = max(band.tall for band in bands) if beside else sum(band.tall for band in bands)
        across = theme.WIDTH - 2 * theme.MARGIN - columns * 2 * LABEL - (columns - 1) * GAP
        down = room - lines * (2 * NUMBER + self._head) - (lines - 1) * GAP
        return int(min(LARGEST, across / wide, down / tall))

    def _band_tall(self, band: Band, size: int) -> float:
        return band.tall * size + 2 * NUMBER + self._head

    def _tall(self, size: int) -> float:
        talls = [self._band_tall(band, size) for band in self.bands]
        return max(talls) if self._beside else sum(talls) + GAP * (len(talls) - 1)

    def _places(self) -> Iterator[Point]:
        """The middle of each band's first cell on the picture, as if that cell were there."""
        wides = [band.wide * self.size + 2 * LABEL for band in self.bands]
        x = (theme.WIDTH - (sum(wides) + GAP * (len(wides) - 1))) / 2
        y = 0.0
        for band, wide in zip(self.bands, wides, strict=True):
            left = x if self._beside else (theme.WIDTH - wide) / 2
            yield left + LABEL + self.size / 2, y + NUMBER + self._head + self.size / 2
            if self._beside:
                x += wide + GAP
            else:
                y += self._band_tall(band, self.size) + GAP

    def band(self, spot: Spot) -> int:
        """The place of the band that shows a spot."""
        return next(place for place, band in enumerate(self.bands) if band.holds(spot))

    def point(self, spot: Spot) -> Point:
        """The middle of a spot, from the upper edge of the board."""
        place = self.band(spot)
        band, (x, y) = self.bands[place], self._corners[place]
        return x + (spot[1] - band.left) * self.size / 2, y + (spot[0] - band.top) * self.size * RISE

    def name(self, canvas: Canvas, top: float) -> None:
        """Write the letters of the rows and the numbers of the columns: the first row's above, the others' below."""
        for band, (x, y) in zip(self.bands, self._corners, strict=True):
            inside = [spot for spot in self._spots if band.holds(spot)]
            end = x + (band.right - band.left) * self.size / 2
            for row in range(band.top, band.bottom + 1):
                middle = top + y + (row - band.top) * self.size * RISE
                for side in (x - (self.size + LABEL) / 2, end + (self.size + LABEL) / 2):
                    _name(canvas, row_name(row), side, middle)
            foot = y + (band.bottom - band.top) * self.size * RISE + (self.size + NUMBER) / 2
            for parity in (0, 1):
                columns = [column for row, column in inside if (row - band.top) % 2 == parity]
                line = top + (foot if parity else y - self._head - (self.size + NUMBER) / 2)
                step = 2 if self.size > LABEL else 4
                for column in range(min(columns), max(columns) + 1, step) if columns else ():
                    _name(canvas, str(column), x + (column - band.left) * self.size / 2, line)


def _name(canvas: Canvas, words: str, x: float, y: float) -> None:
    canvas.text(words, x, y, size=theme.SMALLEST, colour=theme.MUTED)
