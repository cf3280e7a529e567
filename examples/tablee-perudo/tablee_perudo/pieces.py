"""The pieces of Perudo: dice."""

from __future__ import annotations

from bot.pictures.kit import theme
from bot.pictures.kit.fonts import inscribe
from bot.pictures.kit.pen import Pen, Sprite, sprite

_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.28, 0.28), (0.28, 0.72), (0.72, 0.28), (0.72, 0.72)),
    5: ((0.27, 0.27), (0.27, 0.73), (0.5, 0.5), (0.73, 0.27), (0.73, 0.73)),
    6: ((0.28, 0.24), (0.28, 0.5), (0.28, 0.76), (0.72, 0.24), (0.72, 0.5), (0.72, 0.76)),
}
"""Where the pips of each face are, from 0 to 1."""


@sprite
def die(face: int, size: int, *, counts: bool = False) -> Sprite:
    """A die; one that ``counts`` for the bid has a thick edge."""
    pen = Pen(size, size)
    pen.rounded((0, 0, size, size), size * 0.2, theme.YES if counts else theme.PAPER_EDGE)
    edge = max(2.0, size * (0.1 if counts else 0.05))
    pen.rounded((edge, edge, size - edge, size - edge), size * 0.14, theme.PAPER)
    for x, y in _PIPS[face]:
        pen.disc(x * size, y * size, size * 0.1, theme.INK)
    return pen.done()


@sprite
def hidden_die(size: int) -> Sprite:
    """A die under a cup."""
    pen = Pen(size, size)
    pen.rounded((0, 0, size, size), size * 0.2, theme.BACK_EDGE)
    pen.rounded((2, 2, size - 2, size - 2), size * 0.16, theme.BACK)
    done = pen.done()
    inscribe(done, "?", size / 2, 0.6, colour=theme.PAPER)
    return done
