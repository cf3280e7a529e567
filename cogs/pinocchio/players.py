"""One line a player: the cards left, and the nose."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, noses, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.names import legible
from cogs.pinocchio.views import PinocchioView

ROW, GAP = 72, 8
NAME_WIDTH = 176
CARDS_AT = 272
NOSE_AT = 362
NOSE_WIDTH = theme.WIDTH - theme.MARGIN - NOSE_AT - 68
"""The same in every line, so that noses can be compared; behind it there is room for a crown or a new ring's tag."""


def tall(count: int) -> int:
    """The height of so many lines."""
    return count * (ROW + GAP) - GAP


def rows(canvas: Canvas, top: float, view: PinocchioView, say: Say) -> None:
    """A line for every seat; the yellow ring is round the one whose turn it is."""
    for seat in range(view.seats):
        _row(canvas, top + seat * (ROW + GAP), view, seat, say)


def _row(canvas: Canvas, top: float, view: PinocchioView, seat: Seat, say: Say) -> None:
    box = (theme.MARGIN, top, theme.WIDTH - theme.MARGIN, top + ROW)
    y = top + ROW / 2
    canvas.panel(box, radius=20)
    if seat == view.active:
        canvas.frame(box, radius=20)
    canvas.put(seats.disc(seat), theme.MARGIN + 14, y, anchor="lm")
    name = legible(say.raw_name(seat), f"· {seat + 1} ·")
    canvas.text(name, theme.MARGIN + 64, y, size=28, anchor="lm", width=NAME_WIDTH)
    canvas.put(cards.back(34), CARDS_AT, y, anchor="lm", strength=1 if view.piles[seat] else 0.3)
    canvas.text(str(view.piles[seat]), CARDS_AT + 42, y, size=28, anchor="lm")
    grown = view.last == "doubt" and view.verdict is not None and view.verdict.punished == seat
    won = view.phase == "over" and view.noses[seat] == min(view.noses)
    noses.nose_row(canvas, NOSE_AT, y - 2, view.noses[seat], width=NOSE_WIDTH, tall=60)
    if won:
        canvas.put(badges.crown(44), box[2] - 12, y, anchor="rm")
    elif grown:
        canvas.put(badges.tag("+1", size=26, fill=theme.ACCENT), box[2] - 12, y, anchor="rm")
