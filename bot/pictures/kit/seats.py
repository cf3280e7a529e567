"""Seats: plates with a name and facts, and their layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import inscribe, legible, measure
from bot.pictures.kit.pen import Box, Pen, Sprite, sprite
from bot.pictures.kit.theme import Colour
from bot.text.strings import AWAY

LOW = 58
"""The height of a plate with one line: a name, and facts beside it if it is wide enough."""
HIGH = 94
"""The height of a plate with a line of facts under the name."""
GAP = 8
OWN_WIDTH = 152
"""The part of a seat's own strip that holds its number and name."""


class Fact(NamedTuple):
    """Something countable about a seat: an icon about 32 px high, or none, and a few characters."""

    icon: Sprite | None
    words: str = ""


class Seat(NamedTuple):
    """The content of a plate."""

    place: int
    """0, 1, 2 …; the plate shows it counted from 1."""
    name: str
    facts: tuple[Fact, ...] = ()
    active: bool = False
    """The player must move: the plate has the yellow ring."""
    out: bool = False
    """The player is out, or has answered already: the plate is muted."""
    mark: Sprite | None = None
    """A sign at the right end: a crown, an hourglass, a verdict."""
    plain: bool = False
    """The disc has no colour, because players have one in the game."""
    colour: Colour | None = None
    """The disc's colour, where the theme's mean something else in the game."""


@sprite
def disc(index: int, size: int = 40, *, out: bool = False, colour: Colour | None = None) -> Sprite:
    """The seat's number (counted from 1) on its colour; ``out``: without its colour."""
    colour = colour or theme.SEATS[index % len(theme.SEATS)]
    pen = Pen(size, size)
    pen.disc(size / 2, size / 2, size / 2, theme.SHADE)
    pen.disc(size / 2, size / 2, size / 2 - 2, theme.HEM if out else colour)
    done = pen.done()
    inscribe(done, str(index + 1), size / 2, 0.6, colour=theme.MUTED if out else theme.INK)
    return done


def stayed(name: str) -> bool:
    """Whether a player is there, or stayed until the end: only then the crown is theirs."""
    return not name.startswith(AWAY)


def _number(canvas: Canvas, seat: Seat, x: float, y: float) -> None:
    """The disc of a seat; a player who is away sleeps on it."""
    canvas.put(disc(seat.place, out=seat.out or seat.plain, colour=seat.colour), x, y)
    if not stayed(seat.name):
        canvas.put(_asleep(), x + 10, y - 17)


@sprite
def _asleep() -> Sprite:
    pen = Pen(30, 22)
    pen.rounded((0, 0, 30, 22), 8, theme.INK)
    for x, y, side in ((4, 8, 9), (15, 4, 12)):
        pen.line([(x, y), (x + side, y), (x, y + side), (x + side, y + side)], 2.5, theme.PAPER)
    return pen.done()


def plate(canvas: Canvas, box: Box, seat: Seat) -> None:
    """Draw a seat's plate: number, name made to fit, and the facts under it, or beside it in a low box."""
    left, top, right, bottom = box
    canvas.panel(box, theme.PLATE, radius=20)
    if seat.active:
        canvas.frame(box, radius=20, width=5)
    low = bottom - top <= LOW
    first = (top + bottom) / 2 if low else top + 28 - (HIGH - (bottom - top)) / 2
    _number(canvas, seat, left + 32, first)
    name_at = left + 58
    end = right - 14
    if seat.mark is not None:
        canvas.put(seat.mark, end, first, anchor="rm")
        end -= seat.mark.width + 8
    if seat.facts and low:
        end -= sum(map(_wide, seat.facts)) + 14 * len(seat.facts)
        _facts(canvas, end + 14, first, right - end, seat)
    elif seat.facts:
        _facts(canvas, left + 16, bottom - 26, right - left - 30, seat)
    name = legible(seat.name, f"· {seat.place + 1} ·")
    canvas.text(
        name,
        name_at,
        first,
        size=28,
        anchor="lm",
        width=round(end - name_at),
        colour=theme.MUTED if seat.out else theme.PAPER,
    )


FACT_SIZE = 26


def _wide(fact: Fact) -> int:
    icon = fact.icon.width if fact.icon else 0
    return icon + (6 if fact.icon and fact.words else 0) + measure(fact.words, FACT_SIZE)


def _facts(canvas: Canvas, x: float, y: float, room: float, seat: Seat) -> None:
    widths = [_wide(fact) for fact in seat.facts]
    gaps = len(seat.facts) - 1
    gap = min(14.0, (room - sum(widths)) / gaps) if gaps else 0.0
    for fact, width in zip(seat.facts, widths, strict=True):
        after = x
        if fact.icon:
            canvas.put(fact.icon, x, y, anchor="lm", strength=0.5 if seat.out else 1)
            after += fact.icon.width + (6 if fact.words else 0)
        if fact.words:
            colour = theme.MUTED if seat.out else theme.PAPER
            canvas.text(fact.words, after, y, size=FACT_SIZE, anchor="lm", colour=colour)
        x += width + gap


def rows(count: int, top: float, *, tall: int = 0) -> list[Box]:
    """Boxes for plates in reading order, as wide as the picture allows: two low or three high (``tall``) ones a row."""
    across = {1: 1, 2: 2, 4: 2}.get(count, 3)
    tall = tall or (HIGH if across == 3 else LOW)
    each = (theme.WIDTH - 2 * theme.MARGIN - GAP * (across - 1)) / across
    return grid(count, across, (each, tall), top, GAP)


def grid(count: int, across: int, size: tuple[float, float], top: float, gap: float) -> list[Box]:
    """Boxes of a width and height in reading order, so many to a row; every row is centred."""
    wide, tall = size
    boxes: list[Box] = []
    for index in range(count):
        row, column = divmod(index, across)
        in_row = min(across, count - row * across)
        left = (theme.WIDTH - in_row * (wide + gap) + gap) / 2 + column * (wide + gap)
        upper = top + row * (tall + gap)
        boxes.append((round(left), round(upper), round(left + wide), round(upper + tall)))
    return boxes


def strip(canvas: Canvas, top: int, tall: int, seat: Seat) -> tuple[int, int, int, int]:
    """Draw the place of a seat's own hand: number and name on the left. Returns the box for the hand."""
    left, right, bottom = theme.MARGIN, theme.WIDTH - theme.MARGIN, top + tall
    canvas.panel((left, top, right, bottom), theme.SHADE, radius=20)
    if seat.active:
        canvas.frame((left, top, right, bottom), radius=20)
    middle, y = left + OWN_WIDTH / 2, top + tall / 2
    _number(canvas, seat, middle - (24 if seat.mark else 0), y - 22)
    if seat.mark is not None:
        canvas.put(seat.mark, middle + 24, y - 22)
    name = legible(seat.name, f"· {seat.place + 1} ·")
    canvas.text(name, middle, y + 20, size=26, width=OWN_WIDTH - 12)
    return left + OWN_WIDTH, top, right - 12, bottom


def below(boxes: Sequence[Box]) -> int:
    """The lower edge of the lowest box."""
    return round(max(bottom for *_, bottom in boxes))
