"""Lines and arrows between places on the table."""

from __future__ import annotations

import math

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Pen, Point, Sprite, bent, sprite
from bot.pictures.kit.theme import Colour


def _straight(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _control(start: Point, end: Point, bend: float) -> tuple[Point, Point, Point]:
    """The control points of a curve that is ``bend`` pixels left of the straight line."""
    length = math.dist(start, end) or 1
    across = ((end[1] - start[1]) / length, -(end[0] - start[0]) / length)
    x, y = _straight(start, end, 0.5)
    # A Bézier curve passes half way between the straight line and its control point.
    return start, (x + across[0] * 2 * bend, y + across[1] * 2 * bend), end


def link(
    canvas: Canvas,
    start: Point,
    end: Point,
    *,
    colour: Colour = theme.MUTED,
    width: float = 6,
    bend: float = 0,
    gap: float = 0,
    heads: str = "",
) -> None:
    """A line between two points, ``bend`` pixels left of the straight one, that leaves ``gap`` pixels at both ends.

    ``heads`` is ``""``, ``">"`` (an arrow head at the end), ``"<"`` or ``"<>"``.
    """
    path = bent(_control(start, end, bend)) if bend else [start, end]
    path = _shortened(path, gap)
    path = _shortened(path[::-1], gap)[::-1]
    if len(path) < 2:
        return
    left = min(x for x, _ in path) - width * 3
    top = min(y for _, y in path) - width * 3
    moved = tuple((round(x - left, 1), round(y - top, 1)) for x, y in path)
    canvas.put(_link(moved, colour, width, heads), round(left), round(top), anchor="lt")


def _shortened(path: list[Point], gap: float) -> list[Point]:
    """The path without its first pixels."""
    rest = gap
    while len(path) > 1 and rest > 0:
        step = math.dist(path[0], path[1])
        if step > rest:
            return [_straight(path[0], path[1], rest / step), *path[1:]]
        rest -= step
        path = path[1:]
    return path


@sprite
def _link(path: tuple[Point, ...], colour: Colour, width: float, heads: str) -> Sprite:
    pen = Pen(max(x for x, _ in path) + width * 3, max(y for _, y in path) + width * 3)
    body = list(path)
    if ">" in heads:
        body = _shortened(body[::-1], width * 1.6)[::-1]
        _head(pen, body[-1], path[-1], width, colour)
    if "<" in heads:
        body = _shortened(body, width * 1.6)
        _head(pen, body[0], path[0], width, colour)
    pen.line(body, width, colour)
    return pen.done()


def _head(pen: Pen, neck: Point, tip: Point, width: float, colour: Colour) -> None:
    length = math.dist(neck, tip) or 1
    along = ((tip[0] - neck[0]) / length, (tip[1] - neck[1]) / length)
    back = (tip[0] - along[0] * width * 3, tip[1] - along[1] * width * 3)
    side = (-along[1] * width * 1.7, along[0] * width * 1.7)
    pen.polygon(
        [tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])], colour, soft=width * 0.2
    )
