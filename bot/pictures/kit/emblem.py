"""Our sign: a round table with six seats. It is on the back of everything."""

from __future__ import annotations

from bot.pictures.kit.colour import Colour
from bot.pictures.kit.pen import Pen, regular


def emblem(pen: Pen, x: float, y: float, radius: float, colour: Colour) -> None:
    """Draw the sign round a point."""
    pen.disc(x, y, radius * 0.56, colour)
    for seat_x, seat_y in regular(x, y, radius * 0.86, 6):
        pen.disc(seat_x, seat_y, radius * 0.19, colour)
