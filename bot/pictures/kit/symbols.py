"""The symbols of the cups: a cat, a panda, a leaf, a flower. Each has its own outline, so colour is never needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.pictures.kit.colour import Colour
from bot.pictures.kit.pen import Pen, regular
from bot.pictures.kit.sprites import Sprite, sprite
from bot.pictures.kit.theme import CUPS, INK


def _cat(pen: Pen, ink: Colour, ground: Colour) -> None:
    pen.polygon([(14, 8), (45, 30), (14, 55)], ink, soft=4)
    pen.polygon([(86, 8), (55, 30), (86, 55)], ink, soft=4)
    pen.ellipse((8, 24, 92, 94), ink)
    pen.ellipse((26, 46, 41, 66), ground)
    pen.ellipse((59, 46, 74, 66), ground)
    pen.polygon([(44, 68), (56, 68), (50, 75)], ground, soft=2)
    pen.curve([(50, 76), (46, 86), (37, 82)], 3.5, ground)
    pen.curve([(50, 76), (54, 86), (63, 82)], 3.5, ground)


def _panda(pen: Pen, ink: Colour, ground: Colour) -> None:
    pen.disc(18, 24, 17, ink)
    pen.disc(82, 24, 17, ink)
    pen.ellipse((6, 12, 94, 96), ink)
    pen.ellipse((13, 19, 87, 89), ground)
    pen.polygon([(30, 43), (38, 46), (36, 58), (27, 62)], ink, soft=8)
    pen.polygon([(70, 43), (62, 46), (64, 58), (73, 62)], ink, soft=8)
    pen.disc(34, 52, 5, ground)
    pen.disc(66, 52, 5, ground)
    pen.ellipse((41, 66, 59, 78), ink)


def _leaf(pen: Pen, ink: Colour, ground: Colour) -> None:
    pen.shape([(90, 6), (16, 2), (-8, 62), (26, 80)], [(26, 80), (84, 92), (102, 44), (90, 6)], fill=ink)
    pen.curve([(8, 96), (28, 66), (70, 32)], 7, ink)
    pen.curve([(25, 75), (40, 55), (70, 30)], 5, ground)
    for start, end in (((37, 60), (34, 40)), ((50, 48), (50, 28)), ((43, 55), (62, 60)), ((56, 43), (74, 46))):
        pen.line([start, end], 4, ground)


def _flower(pen: Pen, ink: Colour, ground: Colour) -> None:
    for x, y in regular(50, 50, 28, 5):
        pen.disc(x, y, 21.5, ink)
    pen.disc(50, 50, 17, ground)
    pen.disc(50, 50, 10, ink)


_SHAPES: Mapping[str, Callable[[Pen, Colour, Colour], None]] = MappingProxyType(
    {"cat": _cat, "panda": _panda, "leaf": _leaf, "flower": _flower}
)


def draw_symbol(pen: Pen, name: str, ground: Colour, ink: Colour = INK) -> None:
    """Draw a symbol over the pen's square; its holes show the ground."""
    _SHAPES[name](pen, ink, ground)


@sprite
def symbol(name: str, size: int = 32, ground: Colour | None = None, ink: Colour = INK) -> Sprite:
    """A symbol alone, ``cat``, ``panda``, ``leaf`` or ``flower``: a square; without a ground, on its cup's colour."""
    pen = Pen(size, size)
    colour = CUPS[name] if ground is None else ground
    if ground is None:
        pen.disc(size / 2, size / 2, size / 2, colour)
        draw_symbol(pen.square(size * 0.19, size * 0.19, size * 0.62), name, colour, ink)
    else:
        draw_symbol(pen.square(0, 0, size), name, colour, ink)
    return pen.done()
