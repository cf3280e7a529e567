"""Sprites of Cappuccino: symbols, stacks of cups, empty places and small signs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from PIL import Image

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import measure, write
from bot.pictures.kit.pen import Pen, Point, Sprite, cached_sprite, number, regular, sprite
from bot.pictures.kit.theme import Colour, deep, pale, quiet

LAYER = 4
"""How far each cup of a stack stands above the one below, in pixels of the picture."""
MOST_LAYERS = 5
"""The largest number of rims drawn; taller stacks have only a higher number."""
RIMS = (MOST_LAYERS - 1) * LAYER
"""How far the tallest stack rises above its place."""
GAP = 8
"""The space between signs."""


# ---- symbols: each has its own outline, so that colour is not needed to tell them apart


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


def draw_symbol(pen: Pen, name: str, ground: Colour, ink: Colour = theme.INK) -> None:
    """Draw a symbol over the pen's square; its holes show the ground."""
    _SHAPES[name](pen, ink, ground)


@sprite
def symbol(name: str, size: int = 32) -> Sprite:
    """A symbol on its cup's colour: a disc."""
    pen = Pen(size, size)
    colour = theme.CUPS[name]
    pen.disc(size / 2, size / 2, size / 2, colour)
    draw_symbol(pen.square(size * 0.19, size * 0.19, size * 0.62), name, colour)
    return pen.done()


# ---- cups

Look = Literal["plain", "possible", "chosen", "calm"]
"""The look of a stack: normal; selectable; selected; or dimmed but readable."""

RINGS: Mapping[Look, Colour] = MappingProxyType({"possible": theme.ACCENT, "chosen": theme.PAPER})
"""The colour of a highlighted stack's ring and name; both are on dark ink, because cups may have the same yellow."""


def rise(height: int) -> int:
    """The height of the top cup of a stack above its ground, in pixels."""
    return max(0, min(height, MOST_LAYERS) - 1) * LAYER


def stack(layers: tuple[str, ...], size: int = 76, look: Look = "plain") -> Sprite:
    """A stack (symbols from bottom to top) from above: the symbol of the top cup, and the height.

    Put it with ``anchor="mb"`` so that all stacks stand on the same ground. A single cup shows no number. The upper
    half of the top cup is left for its name (``name_stack``), because no stack in front ever hides it.
    """
    return _stack(layers[-MOST_LAYERS:], len(layers), size, look)


@sprite
def _stack(shown: tuple[str, ...], height: int, size: int, look: Look) -> Sprite:
    """The visible cups of a stack of that height."""
    tall = size + rise(height)
    pen = Pen(size, tall)
    radius = size / 2
    for index, name in enumerate(shown):
        y = tall - radius - index * LAYER
        colour = theme.CUPS[name]
        pen.disc(radius, y, radius - 1, theme.SHADE)
        pen.disc(radius, y, radius - 2.5, deep(colour) if index < len(shown) - 1 else colour)
        if index < len(shown) - 1:
            pen.disc(radius, y - 1, radius - 3.5, colour)
    top = tall - radius - (len(shown) - 1) * LAYER
    if look in RINGS:
        pen.disc(radius, top, radius - 1, RINGS[look])
        pen.disc(radius, top, radius - 5.5, theme.INK)
    else:
        pen.disc(radius, top, radius - 6, deep(theme.CUPS[shown[-1]]))
    ground = _ground(shown[-1], look)
    ink = theme.ink_on(ground)
    pen.disc(radius, top, radius - (9 if look in RINGS else 7.5), ground)
    middle = top + size * 0.15
    if height == 1:
        side = size * 0.44
        draw_symbol(pen.square(radius - side / 2, middle - side / 2, side), shown[-1], ground, ink)
        return pen.done()
    side = size * (0.32 if height < 10 else 0.26)
    digits = max(theme.SMALLEST, round(size * (0.4 if height < 10 else 0.34)))
    width = side + 3 + measure(str(height), digits, strong=True)
    draw_symbol(pen.square(radius - width / 2, middle - side / 2, side), shown[-1], ground, ink)
    done = pen.done()
    write(done, str(height), radius + width / 2, middle, size=digits, colour=ink, anchor="rm", strong=True)
    return done


def _ground(top: str, look: Look) -> Colour:
    """The colour of a stack's upper face."""
    return quiet(theme.CUPS[top]) if look == "calm" else pale(theme.CUPS[top])


def name_stack(canvas: Canvas, words: str, cups: Sequence[str], x: float, ground: float, size: int, look: Look) -> None:
    """Write a stack's name on its top cup: on a dark pill if it has a ring."""
    y = ground - size / 2 - rise(len(cups)) - size * 0.22
    if look in RINGS:
        canvas.put(_pill(words, RINGS[look]), x, y)
    else:
        canvas.text(words, x, y, size=theme.SMALLEST, colour=theme.ink_on(_ground(cups[-1], look)))


@sprite
def _pill(words: str, colour: Colour) -> Sprite:
    """The name of a selectable or selected stack."""
    wide, tall = measure(words, theme.SMALLEST) + 14, theme.SMALLEST + 5
    pen = Pen(wide, tall)
    pen.rounded((0, 0, wide, tall), tall / 2, theme.INK)
    done = pen.done()
    write(done, words, wide / 2, tall / 2, size=theme.SMALLEST, colour=colour)
    return done


@sprite
def spot(size: int = 76, *, lit: bool = False) -> Sprite:
    """A place without a cup: a free cell (``lit``), or a void."""
    pen = Pen(size, size)
    pen.ring(size / 2, size / 2, size / 2 - 5, 3 if lit else 2, theme.ACCENT if lit else theme.HEM)
    return pen.done()


# ---- signs


@sprite
def halted() -> Sprite:
    """A disc with a bar: a player who can no longer move."""
    pen = Pen(30, 30)
    unit = pen.square(0, 0, 30)
    unit.disc(50, 50, 46, theme.NO)
    unit.rounded((22, 40, 78, 60), 6, theme.PAPER)
    return pen.done()


@sprite
def ringed(look: Look) -> Sprite:
    """The ring of a stack, alone."""
    pen = Pen(34, 34)
    pen.ring(17, 17, 17, 5, RINGS[look])
    return pen.done()


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way between two points."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def row(signs: Sequence[Sprite]) -> Sprite:
    """One or more signs side by side as one sprite."""
    if len(signs) == 1:
        return signs[0]
    return cached_sprite((row, *map(number, signs)), lambda: _row(signs))


def _row(signs: Sequence[Sprite]) -> Sprite:
    tall = max(sign.height for sign in signs)
    image = Image.new("RGBA", (sum(sign.width for sign in signs) + GAP * (len(signs) - 1), tall))
    x = 0
    for sign in signs:
        image.paste(sign, (x, (tall - sign.height) // 2))
        x += sign.width + GAP
    return image


def legend(canvas: Canvas, items: Sequence[tuple[Sprite, str]], y: float) -> None:
    """A centred line that explains signs."""
    size, gap = 24, 28
    widths = [sign.width + GAP + measure(words, size) for sign, words in items]
    x = (theme.WIDTH - sum(widths) - gap * (len(items) - 1)) / 2
    for (sign, words), width in zip(items, widths, strict=True):
        canvas.put(sign, x, y, anchor="lm")
        canvas.text(words, x + sign.width + GAP, y, size=size, colour=theme.MUTED, anchor="lm")
        x += width + gap
