"""Sprites of PtiPassPass: cups closed and lifted, tokens open and hidden, victories, and the fist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from bot.pictures.kit import seats, theme
from bot.pictures.kit.fonts import inscribe, write
from bot.pictures.kit.pen import Pen, Point, Sprite, regular, sprite
from bot.pictures.kit.theme import Colour, deep, pale

SEATS: tuple[Colour, ...] = (*theme.SEATS[3:], theme.CLOTHS["red"], theme.SKIN, theme.MUTED)
"""The colour of each seat: none is that of a token."""

_CORNERS: Mapping[str, tuple[Point, ...]] = MappingProxyType(
    {
        "green": ((50, 14), (88, 80), (12, 80)),
        "orange": ((50, 9), (90, 49), (50, 89), (10, 49)),
    }
)


def _shape(pen: Pen, colour: str, fill: Colour, *, shrink: float = 0, drop: float = 0) -> None:
    if colour == "blue":
        pen.disc(50, 49 + drop, 44 - shrink * 1.05, fill)
        return
    corners = _CORNERS[colour]
    x0 = sum(x for x, _ in corners) / len(corners)
    y0 = sum(y for _, y in corners) / len(corners)
    # Moving corners inwards moves the sides of a rhombus by less than those of a triangle.
    share = 1 - shrink / {"green": 24, "orange": 32}[colour]
    pen.polygon(
        [(x0 + (x - x0) * share, y0 + (y - y0) * share + drop) for x, y in corners], fill, soft=8 if share > 0.7 else 4
    )


def seat(index: int, size: int = 40) -> Sprite:
    """The disc of a seat, in a colour that no token has."""
    return seats.disc(index, size, colour=SEATS[index])


@sprite
def token(colour: str, size: int = 48) -> Sprite:
    """A token, ``blue`` ●, ``green`` ▲ or ``orange`` ◆: a square."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    _shape(unit, colour, theme.SHADE, shrink=-2, drop=6)
    _shape(unit, colour, deep(theme.TOKENS[colour]), drop=6)
    _shape(unit, colour, theme.TOKENS[colour])
    _shape(unit, colour, pale(theme.TOKENS[colour]), shrink=13)
    _shape(unit, colour, theme.TOKENS[colour], shrink=17)
    return pen.done()


@sprite
def hidden_token(size: int = 48) -> Sprite:
    """A token whose colour is not shown: a dark disc with a question mark."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.disc(50, 53, 43, theme.SHADE)
    unit.disc(50, 48, 43, theme.MUTED)
    unit.disc(50, 48, 37, theme.PLATE)
    done = pen.done()
    inscribe(done, "?", size * 0.48, 0.56, colour=theme.PAPER)
    return done


@sprite
def held(count: int) -> Sprite:
    """Hidden tokens in a hand: up to three, overlapping; an empty place for none."""
    size = 34
    step = size * 0.5
    shown = min(count, 3)
    pen = Pen(size + step * max(0, shown - 1), size)
    if not count:
        pen.ring(size / 2, size / 2, size * 0.42, 2.5, theme.MUTED)
    for place in range(shown):
        x = size / 2 + place * step
        pen.disc(x, size / 2, size * 0.5, theme.PLATE)
        pen.disc(x, size * 0.53, size * 0.43, theme.SHADE)
        pen.disc(x, size * 0.48, size * 0.43, theme.MUTED)
        pen.disc(x, size * 0.48, size * 0.34, theme.PLATE)
        pen.disc(x, size * 0.48, size * 0.24, theme.MUTED)
    return pen.done()


@sprite
def victory(size: int = 48, *, won: bool = True) -> Sprite:
    """A victory token, a white disc with a star; not won, its empty place."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    if won:
        unit.disc(50, 54, 43, theme.PAPER_EDGE)
        unit.disc(50, 48, 43, theme.PAPER)
        unit.polygon(regular(50, 50, 29, 5, inner=13), theme.COIN_EDGE, soft=3)
        unit.polygon(regular(50, 50, 25, 5, inner=11), theme.COIN, soft=2)
    else:
        unit.ring(50, 50, 43, 6, theme.MUTED)
        unit.polygon(regular(50, 51, 22, 5, inner=10), theme.MUTED, soft=2)
        unit.polygon(regular(50, 51, 14, 5, inner=6), theme.PLATE, soft=1)
    return pen.done()


@sprite
def cup(label: str, size: int = 104, *, lit: bool = False) -> Sprite:
    """A closed cup from above with its name: a square. ``lit``: highlighted."""
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
        inscribe(done, label, size * 0.55, 0.29, room=0.56)
    return done


@sprite
def lifted(contents: tuple[str, ...], label: str, size: int = 104) -> Sprite:
    """The place of a lifted cup with its tokens, ringed: a square."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.disc(50, 51, 47, theme.ACCENT)
    unit.disc(50, 51, 42, theme.SHADE)
    done = pen.done()
    inscribe(done, label, size * 0.79, 0.22, colour=theme.MUTED)
    middle = size * 0.5 - size * 0.1
    if not contents:
        inscribe(done, "–", middle, 0.36, colour=theme.MUTED)
        return done
    if len(contents) > 5:
        _counted(done, contents, middle)
        return done
    # A circle is narrower at the top than in the middle: the shorter row goes on top.
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


@sprite
def ring(size: int) -> Sprite:
    """The yellow ring that highlights something: a square."""
    pen = Pen(size, size)
    pen.rounded((0, 0, size, size), size // 2, None, theme.ACCENT, 5)
    return pen.done()


@sprite
def fist(size: int = 80) -> Sprite:
    """A closed fist, seen from the front: a token is in it."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    line = 4.5
    unit.rounded((26, 68, 74, 100), 8, theme.INK)
    unit.rounded((26 + line, 68, 74 - line, 100), 6, theme.MUTED)  # no token has this colour
    unit.rounded((10, 14, 90, 82), 24, theme.INK)
    for finger in range(4):
        left = 10 + finger * 19
        unit.rounded((left, 8, left + 23, 58), 11, theme.INK)
        unit.rounded((left + line, 8 + line, left + 23 - line, 58 - line), 8, theme.SKIN)
    unit.rounded((10 + line, 44, 90 - line, 82 - line), 20, theme.SKIN)
    unit.rounded((14, 46, 68, 70), 12, theme.INK)
    unit.rounded((14, 46 + line, 68 - line, 70 - line), 9, theme.SKIN)
    return pen.done()
