"""The layout of a board of any shape on a picture.

A board is drawn as large as the space allows. One that is much longer than it is wide, or the other way round, would
become tiny; it is cut into bands instead, one below the other or side by side.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from bot.pictures.kit import theme
from bot.pictures.kit.pen import Point
from cogs.cappuccino.cells import Spot

RISE = 0.866
"""Distance between rows, in cups: touching circles."""
LARGEST_CUP = 88
"""The largest width of a cup."""
GAP = 18
"""Between two bands."""
MOST_BANDS = 8
SMALL_CUP = 56
"""A board is cut only if its cups would be narrower than this."""
CUT_GAIN = 1.1
"""The factor by which one more cut must widen the cups."""


class Band(NamedTuple):
    """A rectangle of a board: its rows and columns, the last ones included."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def around(cls, spots: Collection[Spot]) -> Band:
        """The smallest band that contains all these spots."""
        rows, columns = [row for row, _ in spots], [column for _, column in spots]
        return cls(min(rows), min(columns), max(rows), max(columns))

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


class Cutting(NamedTuple):
    """Bands, arranged in lines of ``abreast``."""

    bands: tuple[Band, ...]
    across: int

    def lines(self) -> list[tuple[Band, ...]]:
        """The bands line by line."""
        return [self.bands[start : start + self.across] for start in range(0, len(self.bands), self.across)]

    def size(self, room: int, head: int) -> int:
        """The possible width of a cup, for a height of ``room`` pixels."""
        lines = self.lines()
        wide = max(sum(band.wide for band in line) for line in lines)
        tall = sum(max(band.tall for band in line) for line in lines)
        across = theme.WIDTH - 2 * theme.MARGIN - (self.across - 1) * GAP
        down = room - len(lines) * head - (len(lines) - 1) * GAP
        return int(min(LARGEST_CUP, across / wide, down / tall))


@lru_cache(maxsize=256)
def cut(spots: tuple[Spot, ...], room: int, head: int) -> tuple[int, Cutting]:
    """The width of a cup and the bands: the fewest with which cups are wide enough."""
    whole = Band.around(spots)
    best = Cutting((whole,), 1)
    size = best.size(room, head)
    for count in range(2, MOST_BANDS + 1):
        if size >= SMALL_CUP:
            break
        parts = (_parts(spots, whole, count, axis=axis) for axis in (0, 1))
        found = max(
            (Cutting(bands, across) for bands in parts for across in range(1, count + 1)),
            key=lambda cutting: cutting.size(room, head),
        )
        if (larger := found.size(room, head)) > size * CUT_GAIN:
            size, best = larger, found
    return size, best


def _parts(spots: tuple[Spot, ...], whole: Band, count: int, *, axis: int) -> tuple[Band, ...]:
    """Cut a board into about ``count`` equal parts by rows (axis 0) or columns (1)."""
    first, last = whole[axis], whole[axis + 2]
    each = -(-(last - first + 1) // count)
    parts = ([spot for spot in spots if start <= spot[axis] < start + each] for start in range(first, last + 1, each))
    return tuple(Band.around(part) for part in parts if part)


class Bands:
    """The position of each spot (row from 0, column from 1) on a picture; ``size`` is the width of a cup."""

    def __init__(self, spots: tuple[Spot, ...], room: int, *, head: int) -> None:
        """``room`` is the height in pixels; ``head`` is how far a stack may rise above its place."""
        self.size, self._cutting = cut(spots, room, head)
        self._corners: list[Point] = []
        y = 0.0
        for line in self._cutting.lines():
            x = (theme.WIDTH - sum(map(self._wide, line)) - GAP * (len(line) - 1)) / 2
            for band in line:
                self._corners.append((x + self.size / 2, y + head + self.size / 2))
                x += self._wide(band) + GAP
            y += max(band.tall for band in line) * self.size + head + GAP
        self.height = round(y - GAP)

    def _wide(self, band: Band) -> float:
        return band.wide * self.size

    def band(self, spot: Spot) -> int:
        """The index of the band that contains a spot."""
        return next(place for place, band in enumerate(self._cutting.bands) if band.holds(spot))

    def point(self, spot: Spot) -> Point:
        """The centre of a spot, relative to the upper edge of the board."""
        place = self.band(spot)
        band, (x, y) = self._cutting.bands[place], self._corners[place]
        return x + (spot[1] - band.left) * self.size / 2, y + (spot[0] - band.top) * self.size * RISE
