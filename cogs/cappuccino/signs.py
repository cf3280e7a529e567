"""Small signs that only this game needs, and signs in a row."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import measure
from bot.pictures.kit.pen import Pen
from bot.pictures.kit.sprites import Sprite, sprite

GAP = 8


@sprite
def halted(size: int = 30) -> Sprite:
    """A disc with a bar: somebody who can no longer move."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.disc(50, 50, 46, theme.NO)
    unit.rounded((22, 40, 78, 60), 6, theme.PAPER)
    return pen.done()


@sprite
def ringed(size: int = 34) -> Sprite:
    """The ring of a stack that can move, alone."""
    pen = Pen(size, size)
    pen.ring(size / 2, size / 2, size / 2, 5, theme.ACCENT)
    return pen.done()


def row(signs: Sequence[Sprite]) -> Sprite:
    """Signs, at least one, side by side as one."""
    if len(signs) == 1:
        return signs[0]
    tall = max(sign.height for sign in signs)
    image = Image.new("RGBA", (sum(sign.width for sign in signs) + GAP * (len(signs) - 1), tall))
    x = 0
    for sign in signs:
        image.paste(sign, (x, (tall - sign.height) // 2))
        x += sign.width + GAP
    return image


def key(canvas: Canvas, items: Sequence[tuple[Sprite, str]], y: float) -> None:
    """A line in the middle of the picture that says what signs mean."""
    size, gap = 24, 36
    widths = [sign.width + GAP + measure(words, size) for sign, words in items]
    x = (theme.WIDTH - sum(widths) - gap * (len(items) - 1)) / 2
    for (sign, words), width in zip(items, widths, strict=True):
        canvas.put(sign, x, y, anchor="lm")
        canvas.text(words, x + sign.width + GAP, y, size=size, colour=theme.MUTED, anchor="lm")
        x += width + gap
