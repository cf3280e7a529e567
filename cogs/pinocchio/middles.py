"""The middle of the table: the heap, what is said of its top card, and what that asks of the active player."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, garments, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import wrap
from bot.pictures.kit.names import legible
from bot.pictures.kit.sprites import Sprite, sprite
from cogs.pinocchio.moves import COLOURS, GARMENTS, Card
from cogs.pinocchio.views import PinocchioView

LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN
CARD = 132
"""The width of the card in the middle."""
TALL = 216
BUBBLE_LEFT = LEFT + CARD + 40
BUBBLE_TALL = 132
WORDS_WIDTH = RIGHT - BUBBLE_LEFT - 150 - 90
"""Room for the words in the bubble, between the garment and the padlock or the verdict."""
WORDS_SIZE = 34
TASK_WIDTH = 120
"""Room for a name, or a word, of the task."""
OR_WIDTH = 34
"""Room for the word between a garment and a colour."""


def middle(canvas: Canvas, top: int, view: PinocchioView, say: Say) -> None:
    """The heap at the left, its announcement in a bubble, and under it the task of the active player."""
    heap(canvas, LEFT + CARD / 2, top + TALL / 2, view)
    if view.announcement is None:
        _wardrobe(canvas, top)
    else:
        announcement(canvas, top, view, say)
    if view.active is not None:
        _task(canvas, top + TALL - 30, view, view.active, say)


def heap(canvas: Canvas, x: float, y: float, view: PinocchioView) -> None:
    """The heap with its number of cards; while a doubted card may be seen, that card on it."""
    if view.flash is None:
        canvas.put(cards.pile(view.heap, CARD), x, y)
        return
    tall = cards.height(CARD)
    canvas.put(cards.garment_card(*view.flash.card, CARD), x, y)
    canvas.frame((x - CARD / 2, y - tall / 2, x + CARD / 2, y + tall / 2), radius=18, gap=7)


def announcement(canvas: Canvas, top: float, view: PinocchioView, say: Say) -> None:
    """What was said, by whom, and what became of it: a padlock when protected, a verdict when doubted."""
    said = view.announcement
    assert said is not None
    bottom = top + BUBBLE_TALL
    badges.bubble(canvas, (BUBBLE_LEFT, top, RIGHT, bottom), (BUBBLE_LEFT + 40, bottom + 24))
    y = top + BUBBLE_TALL / 2
    canvas.put(garments.garment(*said.card, 116), BUBBLE_LEFT + 78, y)
    words(canvas, BUBBLE_LEFT + 150, y, said.card, say)
    if view.last == "doubt" and view.verdict:
        canvas.put(badges.verdict(64, good=not view.verdict.lie), RIGHT - 14, top + 14, anchor="rt")
    elif said.protected:
        canvas.put(badges.padlock(60), RIGHT - 18, top + 14, anchor="rt")
    canvas.put(seats.disc(said.seat, 44), BUBBLE_LEFT + 40, bottom + 50)


def words(canvas: Canvas, x: float, y: float, card: Card, say: Say) -> None:
    """A card in words, on one line or two."""
    lines = wrap(say("picture-card", garment=card.garment, colour=card.colour), WORDS_WIDTH, WORDS_SIZE, strong=True)
    for place, line in enumerate(lines):
        below = y + (place - (len(lines) - 1) / 2) * WORDS_SIZE * 1.3
        canvas.text(line, x, below, size=WORDS_SIZE, anchor="lm", colour=theme.INK, strong=True)


def _wardrobe(canvas: Canvas, top: float) -> None:
    """Nothing is said yet: everything that can be."""
    room = RIGHT - BUBBLE_LEFT
    for place, garment in enumerate(GARMENTS):
        x = BUBBLE_LEFT + room * (place + 0.5) / len(GARMENTS)
        canvas.put(garments.garment(garment, COLOURS[place % len(COLOURS)], 92), x, top + 70)


def _task(canvas: Canvas, y: float, view: PinocchioView, seat: Seat, say: Say) -> None:
    """Whose turn it is: to judge, or to announce something that fits, or anything."""
    x = BUBBLE_LEFT + 84.0
    if view.announcement is not None:
        links.link(canvas, (x, y), (x + 44, y), heads=">")
        x += 56
    else:
        x = BUBBLE_LEFT + 20
    canvas.put(seats.disc(seat, 44), x, y, anchor="lm")
    name = legible(say.raw_name(seat), f"· {seat + 1} ·")
    x += 54
    x += canvas.text(name, x, y, size=28, anchor="lm", width=TASK_WIDTH) + 20
    if view.phase == "judge":
        canvas.put(badges.verdict(44, good=True), x, y, anchor="lm")
        canvas.put(badges.verdict(44, good=False), x + 56, y, anchor="lm")
        canvas.text("?", x + 124, y, size=36, strong=True)
        return
    bound(canvas, x, y, view, say)


def bound(canvas: Canvas, x: float, y: float, view: PinocchioView, say: Say) -> None:
    """What the next announcement must share with this one: its garment or its colour; or that it is free."""
    if view.free or view.announcement is None:
        x += canvas.text(say("picture-free"), x, y, size=28, anchor="lm", width=TASK_WIDTH, colour=theme.ACCENT) + 14
        if view.shielded:
            canvas.put(badges.padlock(44), x, y, anchor="lm")
        return
    said = view.announcement.card
    canvas.panel((x, y - 28, x + 152, y + 28), theme.PAPER, radius=20)
    canvas.put(shape(said.garment), x + 36, y)
    canvas.text(say("picture-or"), x + 80, y, size=24, colour=theme.FAINT_INK, width=OR_WIDTH)
    canvas.put(garments.swatch(said.colour, 42), x + 122, y)


@sprite
def shape(garment: str, size: int = 48) -> Sprite:
    """A garment of no colour: this cut, in whatever cloth."""
    return garments.garment(garment, "red", size).convert("LA").convert("RGBA")
