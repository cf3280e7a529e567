"""One's own tokens, large, with the names of their colours."""

from __future__ import annotations

from bot.core.game import Say
from bot.pictures.kit import links, seats, theme, tokens
from bot.pictures.kit.canvas import Canvas
from cogs.ptipasspass.moves import COLOURS
from cogs.ptipasspass.views import Doubled, TableView

TALL = 172
TOKEN = 88
NAME_WIDTH = 140
"""Room for the name of a colour under its token."""
PASSED_WIDTH = 186


def hand(canvas: Canvas, top: int, view: TableView, say: Say) -> None:
    """How many of each colour a seat holds, and the token that has passed unseen between it and another."""
    held = view.hand or ()
    passed = view.passed if isinstance(view.last, Doubled) else None
    room = theme.WIDTH - 2 * theme.MARGIN - (PASSED_WIDTH if passed else 0)
    for place, colour in enumerate(COLOURS):
        count = held.count(colour)
        x = theme.MARGIN + room * (place + 0.5) / len(COLOURS)
        canvas.put(tokens.token(colour, TOKEN), x - 28, top + 60, strength=1 if count else 0.25)
        ink = theme.PAPER if count else theme.MUTED
        canvas.text(f"×{count}", x + 28, top + 60, size=38, anchor="lm", colour=ink, strong=True)
        canvas.text(say("picture-colour", colour=colour), x, top + 138, size=28, colour=ink, width=NAME_WIDTH)
    if passed and isinstance(view.last, Doubled):
        left = theme.WIDTH - theme.MARGIN - PASSED_WIDTH
        canvas.panel((left + 8, top, left + PASSED_WIDTH, top + TALL))
        middle = left + 4 + PASSED_WIDTH / 2
        canvas.put(tokens.token(passed, 72), middle, top + 56)
        y = top + 130
        canvas.put(seats.disc(view.last.active), middle - 52, y)
        links.link(canvas, (middle - 26, y), (middle + 26, y), heads=">")
        canvas.put(seats.disc(view.last.by), middle + 52, y)
