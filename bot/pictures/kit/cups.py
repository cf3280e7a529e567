"""Cups: upside down on the table, seen from above, lifted, and in stacks."""

from __future__ import annotations

from collections import Counter

from bot.pictures.kit import theme
from bot.pictures.kit.colour import Colour
from bot.pictures.kit.fonts import write
from bot.pictures.kit.pen import Pen
from bot.pictures.kit.sprites import Sprite, sprite
from bot.pictures.kit.symbols import draw_symbol
from bot.pictures.kit.theme import deep, pale, quiet
from bot.pictures.kit.tokens import token

LAYER = 5
"""How far each cup of a stack stands above the one below, in pixels of the picture."""
MOST_LAYERS = 5
"""A stack shows this many rims; the number says the rest."""


@sprite
def cup(label: str = "", size: int = 104, *, lit: bool = False) -> Sprite:
    """A closed cup with a pierced bottom, from above, its place written on it: a square. ``lit``: it is meant."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.disc(50, 53, 46, theme.SHADE)
    unit.disc(50, 49, 46, theme.ACCENT if lit else theme.CUP_EDGE)
    unit.disc(50, 49, 41 if lit else 43, theme.CUP)
    unit.disc(50, 46, 34, theme.CUP_EDGE)
    unit.disc(50, 45, 33, theme.CUP if not lit else theme.PAPER)
    unit.ellipse((41, 19, 59, 34), theme.SHADE)
    done = pen.done()
    if label:
        write(
            done,
            label,
            size / 2,
            size * 0.55,
            size=max(theme.SMALLEST, round(size * 0.29)),
            colour=theme.INK,
            strong=True,
            width=round(size * 0.56),
        )
    return done


@sprite
def lifted(contents: tuple[str, ...], label: str = "", size: int = 104) -> Sprite:
    """The place of a lifted cup with the tokens that were under it (none: empty), ringed: a square."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.disc(50, 51, 47, theme.ACCENT)
    unit.disc(50, 51, 42, theme.SHADE)
    done = pen.done()
    foot = 0.0
    if label:
        write(
            done,
            label,
            size / 2,
            size * 0.79,
            size=max(theme.SMALLEST, round(size * 0.22)),
            colour=theme.MUTED,
            strong=True,
        )
        foot = size * 0.1
    middle = size * 0.5 - foot
    if not contents:
        write(
            done, "–", size / 2, middle, size=max(theme.SMALLEST, round(size * 0.36)), colour=theme.MUTED, strong=True
        )
        return done
    if len(contents) > 5:
        _counted(done, contents, middle)
        return done
    # The circle is narrower above than in its middle: the shorter row is the upper one.
    rows = (contents,) if len(contents) <= 3 else (contents[:2], contents[2:])
    side = int(size * (0.46, 0.46, 0.35, 0.26)[len(rows[-1])] if len(rows) == 1 else size * 0.25)
    for row, colours in enumerate(rows):
        for column, colour in enumerate(colours):
            left = size / 2 + (column - len(colours) / 2) * side
            top = middle + (row - len(rows) / 2) * side
            done.alpha_composite(token(colour, side), (round(left), round(top)))
    return done


def _counted(image: Sprite, contents: tuple[str, ...], middle: float) -> None:
    """Many tokens: one of each colour with their number under it."""
    counts = Counter(contents)
    side = int(image.width * 0.23)
    for column, (colour, count) in enumerate(counts.items()):
        left = image.width / 2 + (column - len(counts) / 2) * side
        image.alpha_composite(token(colour, side), (round(left), round(middle - side * 0.8)))
        write(image, str(count), left + side / 2, middle + side * 0.6, size=theme.SMALLEST, strong=True)


def stack_size(layers: int, size: int) -> tuple[int, int]:
    """The width and height of a stack's sprite; its foot is at the bottom."""
    return size, size + (min(layers, MOST_LAYERS) - 1) * LAYER


@sprite
def stack(layers: tuple[str, ...], size: int = 76, *, lit: bool = False, calm: bool = False) -> Sprite:
    """Cups on one another (symbols from bottom to top) from above: the top one's symbol, and the height.

    Put it with ``anchor="mb"`` so that all stacks stand on the same ground. A single cup shows no number. ``lit``: it
    is meant, or may be. ``calm``: nothing can happen to it any more; it steps back and stays readable.
    """
    shown = layers[-MOST_LAYERS:]
    width, tall = stack_size(len(layers), size)
    pen = Pen(width, tall)
    radius = size / 2
    for index, name in enumerate(shown):
        y = tall - radius - index * LAYER
        colour = theme.CUPS[name]
        pen.disc(radius, y, radius - 1, theme.SHADE)
        pen.disc(radius, y, radius - 2.5, deep(colour) if index < len(shown) - 1 else colour)
        if index < len(shown) - 1:
            pen.disc(radius, y - 1, radius - 3.5, colour)
    top = tall - radius - (len(shown) - 1) * LAYER
    colour = theme.CUPS[layers[-1]]
    if lit:
        pen.disc(radius, top, radius - 1, theme.ACCENT)
        pen.disc(radius, top, radius - 6, theme.INK)
    else:
        pen.disc(radius, top, radius - 8, deep(colour))
    ground = quiet(colour) if calm else pale(colour)
    ink = theme.ink_on(ground)
    pen.disc(radius, top, radius - 9.5, ground)
    if len(layers) == 1:
        side = size * 0.52
        draw_symbol(pen.square(radius - side / 2, top - side / 2, side), layers[-1], ground, ink)
        return pen.done()
    side = size * 0.36
    draw_symbol(pen.square(radius - side / 2, top - size * 0.345, side), layers[-1], ground, ink)
    done = pen.done()
    write(
        done,
        str(len(layers)),
        radius,
        top + size * 0.19,
        size=max(theme.SMALLEST, round(size * 0.37)),
        colour=ink,
        strong=True,
    )
    return done


@sprite
def side_stack(layers: tuple[str, ...], size: int = 96) -> Sprite:
    """A stack from the side, every layer visible with its colour: for looking closely at one stack."""
    step = size * 0.2
    tall = size * 0.95 + (len(layers) - 1) * step
    pen = Pen(size, tall + 4)
    for index, name in enumerate(layers):
        foot = tall - index * step
        colour = theme.CUPS[name]
        _side(pen, size, foot, size * 0.9, theme.SHADE, grow=2)
        _side(pen, size, foot, size * 0.9, colour)
        pen.rounded((size * 0.06, foot - size * 0.1, size * 0.94, foot), size * 0.05, deep(colour))
        pen.rounded((size * 0.06, foot - size * 0.1, size * 0.94, foot - size * 0.03), size * 0.035, pale(colour))
    foot = tall - (len(layers) - 1) * step
    mark = size * 0.42
    draw_symbol(pen.square((size - mark) / 2, foot - size * 0.68, mark), layers[-1], theme.CUPS[layers[-1]])
    return pen.done()


def _side(pen: Pen, size: float, foot: float, tall: float, colour: Colour, grow: float = 0) -> None:
    pen.polygon(
        [
            (size * 0.12, foot - size * 0.06),
            (size * 0.24, foot - tall + 4),
            (size * 0.76, foot - tall + 4),
            (size * 0.88, foot - size * 0.06),
        ],
        colour,
        soft=4 + grow,
    )


@sprite
def spot(size: int = 76, *, lit: bool = False, label: str = "") -> Sprite:
    """A place without a cup: where one may be put (``lit``, with a dot or the label), or where one stood."""
    pen = Pen(size, size)
    radius = size / 2
    if lit:
        pen.ring(radius, radius, radius - 5, 3, theme.ACCENT)
        if not label:
            pen.disc(radius, radius, size * 0.09, theme.ACCENT)
    else:
        pen.ring(radius, radius, radius - 5, 2, theme.HEM)
    done = pen.done()
    if label:
        write(
            done, label, radius, radius, size=24, colour=theme.ACCENT if lit else theme.MUTED, width=round(size * 0.74)
        )
    return done
