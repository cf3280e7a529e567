"""Seats: plates with a name and facts, and their layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import inscribe, legible, measure
from bot.pictures.kit.pen import Box, Pen, Sprite, sprite
from bot.pictures.kit.theme import Colour

LOW = 60
"""The height of a plate with a name only."""
HIGH = 104
"""The height of a plate with a line of facts under the name."""
GAP = 12
"""Between two plates."""


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


def plate(canvas: Canvas, box: Box, seat: Seat) -> None:
    """Draw a seat's plate: number, name made to fit, and under it the facts when the box is high enough."""
    left, top, right, bottom = box
    canvas.panel(box, theme.PLATE, radius=20)
    if seat.active:
        canvas.frame(box, radius=20, width=5)
    room = right - left
    first = top + (LOW / 2 if seat.facts and bottom - top > LOW else (bottom - top) / 2)
    canvas.put(disc(seat.place, out=seat.out or seat.plain, colour=seat.colour), left + 14, first, anchor="lm")
    name_at = left + 64
    end = right - 16
    if seat.mark is not None:
        canvas.put(seat.mark, end, first, anchor="rm")
        end -= seat.mark.width + 8
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
    if seat.facts and bottom - top > LOW:
        _facts(canvas, left + 18, bottom - 28, room - 34, seat)


def _facts(canvas: Canvas, x: float, y: float, room: float, seat: Seat) -> None:
    size = 26
    widths = [
        (fact.icon.width if fact.icon else 0) + (6 if fact.icon and fact.words else 0) + measure(fact.words, size)
        for fact in seat.facts
    ]
    gaps = len(seat.facts) - 1
    gap = min(20.0, (room - sum(widths)) / gaps) if gaps else 0.0
    for fact, width in zip(seat.facts, widths, strict=True):
        after = x
        if fact.icon:
            canvas.put(fact.icon, x, y, anchor="lm", strength=0.5 if seat.out else 1)
            after += fact.icon.width + (6 if fact.words else 0)
        if fact.words:
            canvas.text(fact.words, after, y, size=size, anchor="lm", colour=theme.MUTED if seat.out else theme.PAPER)
        x += width + gap


def rows(count: int, top: float, *, tall: int = HIGH) -> list[Box]:
    """Boxes for plates in reading order: two or three to a row, all as wide as the picture allows."""
    across = {1: 1, 2: 2, 4: 2}.get(count, 3)
    room = theme.WIDTH - 2 * theme.MARGIN
    each = (room - GAP * (across - 1)) / across
    boxes: list[Box] = []
    for index in range(count):
        row, column = divmod(index, across)
        in_row = min(across, count - row * across)
        start = theme.MARGIN + (room - in_row * each - (in_row - 1) * GAP) / 2
        left = start + column * (each + GAP)
        upper = top + row * (tall + GAP)
        boxes.append((round(left), round(upper), round(left + each), round(upper + tall)))
    return boxes


def below(boxes: Sequence[Box]) -> int:
    """The lower edge of the lowest box."""
    return round(max(bottom for *_, bottom in boxes))
