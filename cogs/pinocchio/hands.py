"""One's own card and what may be said of it; or the announcement to judge; or one's pile and nose."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, garments, noses, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import wrap
from cogs.pinocchio import middles
from cogs.pinocchio.moves import ANNOUNCEMENTS, COLOURS, FITTING, GARMENTS, Card
from cogs.pinocchio.views import PinocchioView

CARD = 136
CARD_SIZE = 24
"""The size of the words under the own card."""
GRID_LEFT = theme.MARGIN + CARD + 8
COLUMN = (theme.WIDTH - theme.MARGIN - GRID_LEFT) / len(GARMENTS)
LINE = 80
GRID_TALL = 344
LOW_TALL = 206
NAME_WIDTH = 118
"""Room for a word of a garment's name under its column: a little into the next column, whose name is shorter."""


def hand(view: PinocchioView, seat: Seat, say: Say) -> Canvas:
    """The picture of what this seat holds and needs now."""
    if view.card is not None:
        return _holding(view, view.card, say)
    if view.phase == "judge" and seat == view.active:
        return _judging(view, say)
    return _waiting(view, seat)


def _holding(view: PinocchioView, card: Card, say: Say) -> Canvas:
    """The card, and all announcements with those in the shade that may not be made."""
    canvas = Canvas(GRID_TALL)
    middle = theme.MARGIN + CARD / 2
    canvas.put(cards.garment_card(*card, CARD), middle, theme.MARGIN, anchor="mt")
    own = say("picture-card", garment=card.garment, colour=card.colour)
    _lines(canvas, own, middle, theme.MARGIN + cards.height(CARD) + 24, CARD, CARD_SIZE)
    if view.shielded:
        canvas.put(badges.padlock(44), theme.MARGIN + 28, theme.MARGIN + 30)
    said = view.announcement.card if view.announcement and not view.free else None
    allowed = {move.card for move in (FITTING[said] if said else ANNOUNCEMENTS)}
    for column, garment in enumerate(GARMENTS):
        x = GRID_LEFT + (column + 0.5) * COLUMN
        for row, colour in enumerate(COLOURS):
            strength = 1 if Card(garment, colour) in allowed else 0.2
            canvas.put(garments.garment(garment, colour, 76), x, theme.MARGIN + (row + 0.5) * LINE, strength=strength)
        _lines(canvas, say("garment", garment=garment), x, theme.MARGIN + 3 * LINE + 16, NAME_WIDTH, theme.SMALLEST)
    return canvas


def _lines(canvas: Canvas, words: str, x: float, y: float, width: int, size: int) -> None:
    """Words in the middle under something, one line below another where they need it."""
    for place, line in enumerate(wrap(words, width, size)):
        canvas.text(line, x, y + place * size * 1.2, size=size)


def _judging(view: PinocchioView, say: Say) -> Canvas:
    canvas = Canvas(middles.TALL + 2 * theme.MARGIN)
    middles.middle(canvas, theme.MARGIN, view, say)
    return canvas


def _waiting(view: PinocchioView, seat: Seat) -> Canvas:
    """The own pile, which nobody has seen, and the own nose."""
    canvas = Canvas(LOW_TALL)
    canvas.put(cards.pile(view.piles[seat], 100), theme.MARGIN + 70, LOW_TALL / 2)
    left = theme.MARGIN + 150
    noses.nose_row(canvas, left, LOW_TALL / 2, view.noses[seat], width=theme.WIDTH - theme.MARGIN - left - 50, tall=104)
    if view.phase == "over" and view.noses[seat] == min(view.noses):
        canvas.put(badges.crown(60), theme.WIDTH - theme.MARGIN - 6, 60, anchor="rm")
    return canvas
