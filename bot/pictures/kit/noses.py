"""Noses that grow: a wooden face in profile, one ring of the nose for each lie or wrong doubt."""

from __future__ import annotations

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Pen
from bot.pictures.kit.sprites import Sprite, sprite

RING = 16
"""The length of one ring of a nose, when there is room for it."""


def face_width(tall: int) -> int:
    """How wide the face without its nose is."""
    return round(tall * 0.86)


@sprite
def nose(count: int, width: int = 320, tall: int = 64) -> Sprite:
    """A face looking right with a nose of ``count`` rings (0: a button), no wider than ``width`` in all.

    Rings have the same length in every face until one needs more room than there is; then they become narrower.
    """
    head = face_width(tall)
    room = width - head - 6
    ring = min(RING, room / count) if count else 0.0
    pen = Pen(width, tall)
    unit = pen.square(0, 0, tall)
    unit.polygon([(6, 34), (30, 2), (74, 26)], theme.CLOTHS["red"], soft=3)
    unit.disc(42, 56, 39, theme.WOOD_EDGE)
    unit.disc(42, 56, 35.5, theme.WOOD)
    unit.line([(8, 33), (72, 27)], 9, theme.INK)
    unit.disc(56, 46, 6.5, theme.INK)
    unit.curve([(44, 72), (56, 84), (68, 74)], 5, theme.INK)
    unit.disc(24, 62, 7, theme.CLOTHS["red"])
    root = head - tall * 0.08
    y = tall * 0.6
    thick = tall * 0.11
    if not count:
        pen.disc(root, y, thick * 1.1, theme.WOOD_EDGE)
        pen.disc(root, y, thick * 1.1 - 2, theme.WOOD)
        return pen.done()
    end = root + ring * count
    pen.rounded((root - thick, y - thick, end, y + thick), thick, theme.WOOD_EDGE)
    pen.rounded((root - thick, y - thick + 2.5, end - 2.5, y + thick - 2.5), thick - 2, theme.WOOD)
    for index in range(1, count):
        x = root + ring * index
        pen.line([(x, y - thick + 4), (x, y + thick - 4)], min(2.5, ring / 3), theme.WOOD_EDGE)
    return pen.done()


def nose_row(canvas: Canvas, x: float, y: float, count: int, *, width: int = 320, tall: int = 64) -> None:
    """A nose with its number behind the tip; (x, y) is the middle of the left edge."""
    room = width - 44
    canvas.put(nose(count, room, tall), x, y, anchor="lm")
    head = face_width(tall)
    ring = min(RING, (room - head - 6) / count) if count else 0.0
    tip = x + head - tall * 0.08 + max(ring * count, tall * 0.12)
    canvas.text(str(count), tip + 10, y + tall * 0.1, size=28, anchor="lm", strong=True)
