"""Cards: numbers, backs, blank ones to draw on, and empty places. All are 7:10 with a darker lower edge."""

from __future__ import annotations

from bot.pictures.kit import theme
from bot.pictures.kit.fonts import inscribe, write
from bot.pictures.kit.pen import Pen, Sprite, regular, sprite
from bot.pictures.kit.theme import Colour


def height(width: int) -> int:
    """The height of a card of that width, its edge included."""
    return round(width * 1.4)


def _radius(width: int) -> int:
    return round(width * 0.13)


def blank(width: int, face: Colour = theme.PAPER, edge: Colour = theme.PAPER_EDGE) -> Pen:
    """A card with nothing on it yet."""
    tall = height(width)
    depth = max(3, width * 0.045)
    pen = Pen(width, tall)
    pen.rounded((0, depth, width, tall), _radius(width), edge)
    pen.rounded((0, 0, width, tall - depth), _radius(width), face)
    return pen


@sprite
def number_card(
    number: int, width: int = 96, *, links: tuple[int, ...] | None = None, stripe: Colour | None = None
) -> Sprite:
    """A card with a large number; ``stripe`` is its owner's colour, on top.

    ``links`` are the small numbers at its foot: a dash for an empty tuple, nothing for None.
    """
    tall = height(width)
    pen = blank(width)
    if stripe is not None:
        # The dark edge is for colours close to paper.
        pen.rounded((width * 0.13, width * 0.1, width * 0.87, width * 0.25), width * 0.07, theme.deep(stripe))
        pen.rounded((width * 0.13 + 2, width * 0.1 + 2, width * 0.87 - 2, width * 0.25 - 2), width * 0.06, stripe)
    if links is not None:
        pen.line([(width * 0.2, tall * 0.68), (width * 0.8, tall * 0.68)], 2, theme.PAPER_EDGE)
    card = pen.done()
    middle = tall * (0.39 if links is not None else 0.52 if stripe is not None else 0.475)
    write(card, str(number), width / 2, middle, size=max(26, round(width * 0.62)), colour=theme.INK, strong=True)
    if links is not None:
        foot = "·".join(str(link) for link in links) or "–"
        inscribe(card, foot, tall * 0.81, 0.24, colour=theme.FAINT_INK, room=0.92, strong=False)
    return card


@sprite
def back(width: int = 96, *, label: str = "") -> Sprite:
    """A card face down, with its position as label."""
    tall = height(width)
    depth = max(3, width * 0.045)
    pen = blank(width, theme.BACK, theme.BACK_EDGE)
    inset = width * 0.08
    pen.rounded((inset, inset, width - inset, tall - depth - inset), _radius(width) * 0.6, None, theme.BACK_PATTERN, 2)
    middle = (tall - depth) / 2
    if label:
        pen.disc(width / 2, middle, width * 0.29, theme.PAPER)
    else:
        emblem(pen, width / 2, middle, width * 0.27, theme.BACK_PATTERN)
    card = pen.done()
    if label:
        inscribe(card, label, middle, 0.32, room=0.54)
    return card


@sprite
def slot(width: int = 96, *, label: str = "") -> Sprite:
    """The empty place of a card."""
    tall = height(width)
    pen = Pen(width, tall)
    pen.rounded((1, 1, width - 1, tall - 1), _radius(width), theme.SHADE, theme.HEM, 2.5)
    place = pen.done()
    if label:
        inscribe(place, label, tall / 2, 0.3, colour=theme.MUTED, room=0.8, strong=False)
    return place


def emblem(pen: Pen, x: float, y: float, radius: float, colour: Colour) -> None:
    """Draw our sign round a point: a round table with six seats."""
    pen.disc(x, y, radius * 0.56, colour)
    for seat_x, seat_y in regular(x, y, radius * 0.86, 6):
        pen.disc(seat_x, seat_y, radius * 0.19, colour)
