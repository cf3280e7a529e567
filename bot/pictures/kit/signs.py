"""Cards, tags, ticks and crosses, a padlock, an hourglass, a crown, and speech bubbles.

Cards are 7:10 with a darker lower edge.
"""

from __future__ import annotations

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import inscribe, measure, write
from bot.pictures.kit.pen import Box, Pen, Point, Sprite, regular, sprite
from bot.pictures.kit.theme import Colour


def card_height(width: int) -> int:
    """The height of a card of that width, its edge included."""
    return round(width * 1.4)


def _corner_radius(width: int) -> int:
    return round(width * 0.13)


def blank_card(width: int, face: Colour = theme.PAPER, edge: Colour = theme.PAPER_EDGE) -> Pen:
    """A card with nothing on it yet."""
    tall = card_height(width)
    depth = max(3, width * 0.045)
    pen = Pen(width, tall)
    pen.rounded((0, depth, width, tall), _corner_radius(width), edge)
    pen.rounded((0, 0, width, tall - depth), _corner_radius(width), face)
    return pen


@sprite
def number_card(
    number: int, width: int = 96, *, links: tuple[int, ...] | None = None, stripe: Colour | None = None
) -> Sprite:
    """A card with a large number; ``stripe`` is its owner's colour, on top.

    ``links`` are the small numbers at its foot: a dash for an empty tuple, nothing for None.
    """
    tall = card_height(width)
    pen = blank_card(width)
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
def card_back(width: int = 96, *, label: str = "") -> Sprite:
    """A card face down, with its position as label."""
    tall = card_height(width)
    depth = max(3, width * 0.045)
    pen = blank_card(width, theme.BACK, theme.BACK_EDGE)
    inset = width * 0.08
    box = (inset, inset, width - inset, tall - depth - inset)
    pen.rounded(box, _corner_radius(width) * 0.6, None, theme.BACK_PATTERN, 2)
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
def card_slot(width: int = 96, *, label: str = "") -> Sprite:
    """The empty place of a card."""
    tall = card_height(width)
    pen = Pen(width, tall)
    pen.rounded((1, 1, width - 1, tall - 1), _corner_radius(width), theme.SHADE, theme.HEM, 2.5)
    place = pen.done()
    if label:
        inscribe(place, label, tall / 2, 0.3, colour=theme.MUTED, room=0.8, strong=False)
    return place


def emblem(pen: Pen, x: float, y: float, radius: float, colour: Colour) -> None:
    """Draw our sign round a point: a round table with six seats."""
    pen.disc(x, y, radius * 0.56, colour)
    for seat_x, seat_y in regular(x, y, radius * 0.86, 6):
        pen.disc(seat_x, seat_y, radius * 0.19, colour)


@sprite
def tag(words: str, *, size: int = theme.SMALLEST, fill: Colour = theme.PAPER) -> Sprite:
    """Words on a pill."""
    tall = round(size * 1.5)
    width = max(tall, measure(words, size) + round(size * 0.9))
    pen = Pen(width, tall)
    pen.rounded((0, 0, width, tall), tall / 2, fill)
    done = pen.done()
    write(done, words, width / 2, tall / 2, size=size, colour=theme.ink_on(fill))
    return done


@sprite
def verdict(size: int = 48, *, good: bool) -> Sprite:
    """A tick on a green disc, or a cross on a red square: two shapes, not only two colours."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    if good:
        unit.disc(50, 50, 46, theme.YES)
        unit.line([(27, 52), (43, 68), (74, 34)], 12, theme.INK)
    else:
        unit.rounded((6, 6, 94, 94), 20, theme.NO)
        unit.line([(32, 32), (68, 68)], 12, theme.INK)
        unit.line([(68, 32), (32, 68)], 12, theme.INK)
    return pen.done()


@sprite
def padlock(size: int = 40) -> Sprite:
    """A closed padlock: may not be challenged."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.arc((26, 6, 74, 70), 180, 360, 11, theme.MUTED)
    unit.rounded((14, 42, 86, 94), 14, theme.ACCENT)
    unit.disc(50, 63, 9, theme.INK)
    unit.line([(50, 64), (50, 78)], 8, theme.INK)
    return pen.done()


@sprite
def hourglass(size: int = 32) -> Sprite:
    """An hourglass: this player must move."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.polygon([(24, 14), (76, 14), (50, 52)], theme.ACCENT, soft=4)
    unit.polygon([(24, 86), (76, 86), (50, 48)], theme.ACCENT, soft=4)
    unit.polygon([(38, 24), (62, 24), (50, 40)], theme.PLATE)
    unit.line([(16, 10), (84, 10)], 10, theme.ACCENT)
    unit.line([(16, 90), (84, 90)], 10, theme.ACCENT)
    return pen.done()


@sprite
def crown(size: int = 36) -> Sprite:
    """A crown: this player has won."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.polygon([(12, 32), (32, 52), (50, 22), (68, 52), (88, 32), (80, 78), (20, 78)], theme.COIN, soft=5)
    unit.line([(20, 88), (80, 88)], 8, theme.COIN_EDGE)
    for x, y in ((12, 28), (50, 17), (88, 28)):
        unit.disc(x, y, 8, theme.COIN)
    return pen.done()


def bubble(canvas: Canvas, box: Box, tail: Point) -> None:
    """A speech bubble over a box, its tail pointing at a point outside."""
    left, top, right, bottom = box
    x, y = tail
    root = (min(max(x, left + 40), right - 40), min(max(y, top + 24), bottom - 24))
    if top <= y <= bottom:
        corners = (tail, (root[0], root[1] - 16), (root[0], root[1] + 16))
    else:
        corners = (tail, (root[0] - 16, root[1]), (root[0] + 16, root[1]))
    near_x, near_y = min(px for px, _ in corners), min(py for _, py in corners)
    canvas.put(_tail(tuple((px - near_x, py - near_y) for px, py in corners)), near_x, near_y, anchor="lt")
    canvas.panel(box, theme.PAPER, radius=22)


@sprite
def _tail(corners: tuple[Point, ...]) -> Sprite:
    pen = Pen(max(x for x, _ in corners) + 1, max(y for _, y in corners) + 1)
    pen.polygon(corners, theme.PAPER)
    return pen.done()
