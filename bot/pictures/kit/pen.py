"""Sprites: a pen that draws one with smooth edges, and a cache of all sprites."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import wraps
from itertools import count, pairwise
from typing import ParamSpec

from cachetools import LRUCache
from PIL import Image, ImageDraw

from bot.pictures.kit.theme import Colour

SCALE = 4
"""Sprites are drawn this many times larger and then reduced, which smooths their edges."""
STEPS = 24
"""Straight segments of a curve."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Pen:
    """Draws one sprite, in the sprite's pixels or fractions of them; ``done`` returns it."""

    def __init__(self, width: float, height: float) -> None:
        self.size = (math.ceil(width), math.ceil(height))
        self.image = Image.new("RGBA", (self.size[0] * SCALE, self.size[1] * SCALE))
        self.draw = ImageDraw.Draw(self.image)
        self.left = self.top = 0.0
        self.unit = float(SCALE)

    def square(self, left: float, top: float, side: float) -> Pen:
        """A pen on the same sprite with coordinates from 0 to 100 in this square, for icons."""
        inner = Pen.__new__(Pen)
        inner.size, inner.image, inner.draw = self.size, self.image, self.draw
        inner.left, inner.top = self._x(left), self._y(top)
        inner.unit = self.unit * side / 100
        return inner

    def _x(self, x: float) -> float:
        return self.left + x * self.unit

    def _y(self, y: float) -> float:
        return self.top + y * self.unit

    def _box(self, box: Box) -> Box:
        left, top, right, bottom = box
        # Pillow includes the last pixel: without the subtraction discs grow by a quarter of a pixel.
        return self._x(left), self._y(top), self._x(right) - 1, self._y(bottom) - 1

    def _points(self, points: Iterable[Point]) -> list[Point]:
        return [(self._x(x), self._y(y)) for x, y in points]

    def ellipse(self, box: Box, fill: Colour) -> None:
        """A filled ellipse."""
        self.draw.ellipse(self._box(box), fill=fill)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A filled circle round a point."""
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    def ring(self, x: float, y: float, radius: float, width: float, fill: Colour) -> None:
        """A circle's line; the radius is that of its outer edge."""
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        self.draw.ellipse(box, outline=fill, width=round(width * self.unit))

    def rounded(
        self, box: Box, radius: float, fill: Colour | None, line: Colour | None = None, width: float = 0
    ) -> None:
        """A rectangle with round corners, filled or outlined (the line lies inside the box)."""
        line_width = round(width * self.unit)
        self.draw.rounded_rectangle(self._box(box), radius * self.unit, fill=fill, outline=line, width=line_width)

    def polygon(self, points: Sequence[Point], fill: Colour, soft: float = 0) -> None:
        """A filled polygon; ``soft`` rounds its corners outwards by that much."""
        self.draw.polygon(self._points(points), fill=fill)
        if soft:
            self.line([*points, points[0]], soft * 2, fill)

    def line(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """A line through points, with round ends and joints."""
        placed = self._points(points)
        thick = max(1, round(width * self.unit))
        self.draw.line(placed, fill=fill, width=thick)
        radius = thick / 2
        for x, y in placed:
            self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)

    def curve(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """A smooth line from the first to the last point, bent towards the one or two between them (Bézier)."""
        self.line(bent(points), width, fill)

    def shape(self, *parts: Sequence[Point], fill: Colour) -> None:
        """A filled shape whose outline is made of Bézier curves, each starting where the one before ends."""
        self.polygon([point for part in parts for point in bent(part)], fill)

    def arc(self, box: Box, start: float, end: float, width: float, fill: Colour) -> None:
        """Part of an ellipse's line; degrees clockwise from the right."""
        self.draw.arc(self._box(box), start, end, fill=fill, width=round(width * self.unit))

    def done(self) -> Image.Image:
        """The sprite."""
        return self.image.reduce(SCALE)


def bent(points: Sequence[Point]) -> list[Point]:
    """Points along the Bézier curve of two (straight), three or four control points."""
    if len(points) <= 2:
        return list(points)
    found: list[Point] = []
    for step in range(STEPS + 1):
        share = step / STEPS
        level = list(points)
        while len(level) > 1:
            level = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(level)]
        found.append(level[0])
    return found


def regular(x: float, y: float, radius: float, corners: int, inner: float | None = None) -> list[Point]:
    """The corners of a regular polygon round a point, the first at the top; with ``inner``, of a star."""
    radii = [radius] * corners if inner is None else [radius, inner] * corners
    turns = [math.radians(360 * index / len(radii) - 90) for index in range(len(radii))]
    return [(x + far * math.cos(turn), y + far * math.sin(turn)) for far, turn in zip(radii, turns, strict=True)]


Sprite = Image.Image
"""An RGBA image with smooth edges (or an L mask of a text). It is shared: never draw on a sprite you received."""

P = ParamSpec("P")


SPRITES: LRUCache[Hashable, Sprite] = LRUCache(12 * 2**20, lambda it: it.width * it.height * len(it.getbands()) + 500)
"""All sprites of the process. A game needs one or two megabytes."""


def cached_sprite(key: Hashable, make: Callable[[], Sprite]) -> Sprite:
    """The sprite of that key, drawn if it is not in the cache."""
    found = SPRITES.get(key)
    if found is None:
        found = SPRITES[key] = make()
    return found


def sprite(make: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """Decorate a pure function that draws a sprite: its result is cached by its arguments."""

    @wraps(make)
    def cached(*args: P.args, **kwargs: P.kwargs) -> Sprite:
        key = (make, args, tuple(sorted(kwargs.items())))
        return cached_sprite(key, lambda: make(*args, **kwargs))

    return cached


_numbers = count(1)


def number(sprite: Sprite) -> int:
    """A number that is unique in this process: identifies the sprite in a key without a reference to it."""
    # An attribute of this image: a copy, which may be drawn on, does not inherit it.
    found: int | None = getattr(sprite, "_number", None)
    if found is None:
        found = next(_numbers)
        setattr(sprite, "_number", found)  # noqa: B010, Pillow's class does not declare it
    return found
