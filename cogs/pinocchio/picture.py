"""Pictures of Pinocchio: announcement, turn, noses, and below them a player's own card."""

from __future__ import annotations

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import legible
from bot.pictures.kit.pen import Box
from cogs.pinocchio import pieces
from cogs.pinocchio.moves import COLOURS, GARMENTS, GarmentCard
from cogs.pinocchio.view import Announcement, PinocchioView, Public

LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN

GAP = 10

# ---- the middle of the table
MIDDLE_HEIGHT = 190
HEAP_CARD_WIDTH = 122
"""The width of the card on the heap."""
BUBBLE_LEFT = LEFT + HEAP_CARD_WIDTH + 40
BUBBLE_HEIGHT = 118
WORDS_WIDTH = RIGHT - BUBBLE_LEFT - 144 - 90
"""For the words in the bubble, between the garment and the padlock or the verdict."""
WORDS_SIZE = 34
TASK_WIDTH = 140
"""For a name or a word of the task."""
OR_WIDTH = 34
"""For the word between a garment and a colour."""

# ---- a player's own card
HAND_HEIGHT = 132
OWN_CARD_WIDTH = 80
OWN_SIZE = 34
OWN_WORDS_WIDTH = 390
"""For the words beside the own card."""


def picture(view: PinocchioView, say: Say, _choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the middle of the table, the seats, and for a seat that holds a card this card below them."""
    public, canvas = view.public, Canvas()
    _middle(canvas, public, say)
    boxes = seats.rows(public.seats, theme.MARGIN + MIDDLE_HEIGHT + GAP, tall=seats.HIGH)
    for seat, box in enumerate(boxes):
        _player(canvas, box, public, seat, say)
    top = seats.below(boxes)
    if view.seat is not None and view.own is not None:
        _holding(canvas, view.seat, view.own.card, say, top + GAP)
        top += GAP + HAND_HEIGHT
    canvas.height = top + theme.MARGIN
    return canvas.png()


def _holding(canvas: Canvas, seat: Seat, card: GarmentCard, say: Say, top: int) -> None:
    """The card in a seat's hand."""
    plate = seats.Seat(seat, say.raw_name(seat), active=True)
    left, top, _, bottom = seats.strip(canvas, top, HAND_HEIGHT, plate)
    y = (top + bottom) / 2
    canvas.put(pieces.garment_card(*card, OWN_CARD_WIDTH), left, y, anchor="lm")
    _words(canvas, left + OWN_CARD_WIDTH + 16, y, card, say, width=OWN_WORDS_WIDTH, size=OWN_SIZE, colour=theme.PAPER)


def _won(public: Public, seat: Seat, say: Say) -> bool:
    best = public.phase == "over" and public.noses[seat] == min(public.noses)
    return best and seats.stayed(say.raw_name(seat))


def _player(canvas: Canvas, box: Box, public: Public, seat: Seat, say: Say) -> None:
    """A seat: its name, the cards left, and the nose; ringed if it is the seat's turn."""
    left, _, right, bottom = box
    mark = None
    if _won(public, seat, say):
        mark = signs.crown()
    elif public.last == "doubt" and public.verdict and public.verdict.punished == seat:
        mark = signs.tag("+1", size=24, fill=theme.ACCENT)
    count, y = public.piles[seat], bottom - 26
    name = seats.Seat(seat, say.raw_name(seat), active=seat == public.active, mark=mark)
    seats.plate(canvas, box, name)
    if shown := _uncovered(public, seat):
        canvas.put(pieces.garment_card(*shown, 30), left + 16, y, anchor="lm")
        if seat == public.active and public.laid_open and public.laid_open.held:
            canvas.frame((left + 16, y - 21, left + 46, y + 21), radius=6, width=3, gap=2)
    else:
        canvas.put(signs.card_back(26), left + 18, y, anchor="lm", strength=1 if count else 0.3)
    canvas.text(str(count), left + 52, y, size=26, anchor="lm")
    pieces.nose_row(canvas, left + 84, y - 2, public.noses[seat], width=round(right - left - 90), tall=46)


def _uncovered(public: Public, seat: Seat) -> GarmentCard | None:
    """In an open replay: the card a seat holds, or the next of its pile."""
    if public.laid_open is None:
        return None
    if seat == public.active and public.laid_open.held:
        return public.laid_open.held
    return next(iter(public.laid_open.piles[seat]), None)


def _middle(canvas: Canvas, public: Public, say: Say) -> None:
    """The heap at the left, its announcement in a bubble, and below it the task of the active player."""
    top = theme.MARGIN
    _heap(canvas, LEFT + HEAP_CARD_WIDTH / 2, top + MIDDLE_HEIGHT / 2, public)
    if public.announcement is None:
        _everything(canvas, top + 60)
    else:
        _said(canvas, top, public, public.announcement, say)
    if public.active is not None:
        _task(canvas, top + MIDDLE_HEIGHT - 28, public, public.active, say)


def _heap(canvas: Canvas, x: float, y: float, public: Public) -> None:
    """The heap with its number of cards; on it a doubted card while it is revealed, at the end the last card."""
    card = public.opened or (public.flash and public.flash.card)
    if card is None:
        canvas.put(pieces.pile(public.heap, HEAP_CARD_WIDTH), x, y)
        return
    tall = signs.card_height(HEAP_CARD_WIDTH)
    canvas.put(pieces.garment_card(*card, HEAP_CARD_WIDTH), x, y)
    canvas.frame((x - HEAP_CARD_WIDTH / 2, y - tall / 2, x + HEAP_CARD_WIDTH / 2, y + tall / 2), radius=18, gap=7)


def _everything(canvas: Canvas, y: float) -> None:
    """All garments, before the first announcement."""
    room = RIGHT - BUBBLE_LEFT
    for place, garment in enumerate(GARMENTS):
        x = BUBBLE_LEFT + room * (place + 0.5) / len(GARMENTS)
        canvas.put(pieces.garment(garment, COLOURS[place % len(COLOURS)], 92), x, y)


def _said(canvas: Canvas, top: float, public: Public, said: Announcement, say: Say) -> None:
    """The announcement and its player, with a padlock when protected and a verdict when doubted."""
    bottom = top + BUBBLE_HEIGHT
    signs.bubble(canvas, (BUBBLE_LEFT, top, RIGHT, bottom), (BUBBLE_LEFT + 40, bottom + 20))
    y = top + BUBBLE_HEIGHT / 2
    canvas.put(pieces.garment(*said.card, 106), BUBBLE_LEFT + 74, y)
    _words(canvas, BUBBLE_LEFT + 144, y, said.card, say, width=WORDS_WIDTH, size=WORDS_SIZE, colour=theme.INK)
    if public.last == "doubt" and public.verdict:
        canvas.put(signs.verdict(64, good=not public.verdict.lie), RIGHT - 14, top + 14, anchor="rt")
    elif public.opened is not None:
        canvas.put(signs.verdict(64, good=public.opened == said.card), RIGHT - 14, top + 14, anchor="rt")
    elif said.protected:
        canvas.put(signs.padlock(60), RIGHT - 18, top + 14, anchor="rt")
    canvas.put(seats.disc(said.seat, 44), BUBBLE_LEFT + 40, bottom + 44)


def _words(
    canvas: Canvas, x: float, y: float, card: GarmentCard, say: Say, *, width: int, size: int, colour: theme.Colour
) -> None:
    """A card in words, on one line or two."""
    lines = pieces.wrap(say("picture-card", garment=card.garment, colour=card.colour), width, size, strong=True)
    for place, line in enumerate(lines):
        below = y + (place - (len(lines) - 1) / 2) * size * 1.3
        canvas.text(line, x, below, size=size, anchor="lm", colour=colour, strong=True)


def _task(canvas: Canvas, y: float, public: Public, seat: Seat, say: Say) -> None:
    """The active player's task: to judge, or to announce something that fits, or anything."""
    x = BUBBLE_LEFT + 84.0
    if public.announcement is not None:
        canvas.link((x, y), (x + 44, y))
        x += 56
    else:
        x = BUBBLE_LEFT + 20
    canvas.put(seats.disc(seat, 44), x, y, anchor="lm")
    name = legible(say.raw_name(seat), f"· {seat + 1} ·")
    x += 54
    x += canvas.text(name, x, y, size=28, anchor="lm", width=TASK_WIDTH) + 20
    if public.phase == "judge":
        canvas.put(signs.verdict(44, good=True), x, y, anchor="lm")
        canvas.put(signs.verdict(44, good=False), x + 56, y, anchor="lm")
        canvas.text("?", x + 124, y, size=36, strong=True)
        return
    _what_fits(canvas, x, y, public, say)


def _what_fits(canvas: Canvas, x: float, y: float, public: Public, say: Say) -> None:
    """The garment or colour that the next announcement must share with this one, or that it is free."""
    if public.bound is None:
        x += canvas.text(say("picture-free"), x, y, size=28, anchor="lm", width=TASK_WIDTH, colour=theme.ACCENT) + 14
        if public.shielded:
            canvas.put(signs.padlock(44), x, y, anchor="lm")
        return
    canvas.panel((x, y - 28, x + 152, y + 28), theme.PAPER, radius=20)
    canvas.put(pieces.uncoloured(public.bound.garment), x + 36, y)
    canvas.text(say("picture-or"), x + 80, y, size=24, colour=theme.FAINT_INK, width=OR_WIDTH)
    canvas.put(pieces.swatch(public.bound.colour, 42), x + 122, y)


# ---- before the game


def emblem(canvas: Canvas, box: Box) -> None:
    """A long-nosed face and garments."""
    left, top, right, bottom = box
    tall = round((bottom - top) * 0.5)
    canvas.put(pieces.nose(9, round(right - left - 16), tall), left + 16, top, anchor="lt")
    size = round((bottom - top) * 0.46)
    for place, (name, colour) in enumerate((("bonnet", "red"), ("jacket", "yellow"), ("sabots", "blue"))):
        canvas.put(
            pieces.garment(name, colour, size), (left + right) / 2 + (place - 1) * (size + 10), bottom, anchor="mb"
        )
