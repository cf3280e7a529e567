"""Pictures of Pinocchio: the table with announcement, turn and noses, or a player's own card."""

from __future__ import annotations

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import badges, cards, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import legible
from bot.pictures.kit.pen import Box
from cogs.pinocchio import pieces
from cogs.pinocchio.moves import COLOURS, FITTING, GARMENTS, AnnounceCard, GarmentCard
from cogs.pinocchio.view import Announcement, PinocchioView, Public

LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN

# ---- the middle of the table
MIDDLE_HEIGHT = 216
HEAP_CARD_WIDTH = 132
"""The width of the card on the heap."""
BUBBLE_LEFT = LEFT + HEAP_CARD_WIDTH + 40
BUBBLE_HEIGHT = 132
WORDS_WIDTH = RIGHT - BUBBLE_LEFT - 150 - 90
"""For the words in the bubble, between the garment and the padlock or the verdict."""
WORDS_SIZE = 34
TASK_WIDTH = 120
"""For a name or a word of the task."""
OR_WIDTH = 34
"""For the word between a garment and a colour."""

# ---- the players' lines
ROWS_TOP = theme.MARGIN + MIDDLE_HEIGHT + 14
ROW_HEIGHT, ROW_GAP = 72, 8
NAME_WIDTH = 176
CARDS_AT = 272
NOSE_AT = 362
NOSE_WIDTH = RIGHT - NOSE_AT - 68
"""The same in every line, so that noses can be compared; the rest is for a crown or a new ring's tag."""

# ---- a player's own card and the possible announcements
OWN_CARD_WIDTH = 136
OWN_SIZE = 24
"""The size of the words under the own card."""
GARMENT_WIDTH = 116
"""For a garment's name before its row."""
GARMENT_SIZE = 68
GRID_LEFT = LEFT + OWN_CARD_WIDTH + 24
GRID_COLUMN_WIDTH = (RIGHT - GRID_LEFT - GARMENT_WIDTH) / len(COLOURS)
GRID_ROW_HEIGHT = 72
GRID_HEIGHT = 2 * theme.MARGIN + len(GARMENTS) * GRID_ROW_HEIGHT
WAITING_HEIGHT = 206


def picture(view: PinocchioView, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the board for an onlooker; for a seat its card, or the announcement to judge."""
    public, seat = view.public, view.seat
    if seat is None:
        canvas = _board(public, say)
    elif view.own is not None:
        canvas = _holding(public, view.own.card, say, choosing)
    elif public.phase == "judge" and seat == public.active:
        canvas = _judging(public, say)
    else:
        canvas = _waiting(public, seat)
    return canvas.png()


def _board(public: Public, say: Say) -> Canvas:
    """The middle, and a line for every seat."""
    canvas = Canvas(ROWS_TOP + public.seats * (ROW_HEIGHT + ROW_GAP) - ROW_GAP + theme.MARGIN)
    _middle(canvas, public, say)
    for seat, left in enumerate(public.piles):
        _player(canvas, ROWS_TOP + seat * (ROW_HEIGHT + ROW_GAP), public, seat, left, say)
    return canvas


def _holding(public: Public, card: GarmentCard, say: Say, choosing: Choosing) -> Canvas:
    """The card, and all announcements laid out as their buttons, with impossible ones dimmed."""
    canvas = Canvas(GRID_HEIGHT)
    middle = LEFT + OWN_CARD_WIDTH / 2
    canvas.put(pieces.garment_card(*card, OWN_CARD_WIDTH), middle, theme.MARGIN, anchor="mt")
    own = say("picture-card", garment=card.garment, colour=card.colour)
    _lines(canvas, own, middle, theme.MARGIN + cards.height(OWN_CARD_WIDTH) + 24, OWN_CARD_WIDTH, OWN_SIZE)
    if public.shielded:
        canvas.put(badges.padlock(44), LEFT + 28, theme.MARGIN + 30)
    for row, garment in enumerate(GARMENTS):
        y = theme.MARGIN + (row + 0.5) * GRID_ROW_HEIGHT
        words = say("press-garment", garment=garment)
        canvas.text(words, GRID_LEFT, y, size=theme.SMALLEST, anchor="lm", width=GARMENT_WIDTH)
        for column, colour in enumerate(COLOURS):
            strength = 1 if _may_say(public, GarmentCard(garment, colour), choosing) else 0.2
            x = GRID_LEFT + GARMENT_WIDTH + (column + 0.5) * GRID_COLUMN_WIDTH
            canvas.put(pieces.sign(colour), x - 42, y, strength=strength)
            canvas.put(pieces.garment(garment, colour, GARMENT_SIZE), x + 14, y, strength=strength)
    return canvas


def _may_say(public: Public, card: GarmentCard, choosing: Choosing) -> bool:
    """Whether an announcement is possible, given the steps already chosen."""
    if choosing.cells:
        return choosing.label("announce", *card) is not None
    return public.bound is None or AnnounceCard(*card) in FITTING[public.bound]


def _lines(canvas: Canvas, words: str, x: float, y: float, width: int, size: int) -> None:
    """Centred words, in several lines if needed."""
    for place, line in enumerate(pieces.wrap(words, width, size)):
        canvas.text(line, x, y + place * size * 1.2, size=size)


def _judging(public: Public, say: Say) -> Canvas:
    canvas = Canvas(MIDDLE_HEIGHT + 2 * theme.MARGIN)
    _middle(canvas, public, say)
    return canvas


def _waiting(public: Public, seat: Seat) -> Canvas:
    """The seat's own face-down pile and nose."""
    canvas = Canvas(WAITING_HEIGHT)
    y = WAITING_HEIGHT / 2
    canvas.put(pieces.pile(public.piles[seat], 100), LEFT + 70, y)
    pieces.nose_row(canvas, LEFT + 150, y, public.noses[seat], width=RIGHT - LEFT - 150 - 50, tall=104)
    if _won(public, seat):
        canvas.put(badges.crown(60), RIGHT - 6, 60, anchor="rm")
    return canvas


def _won(public: Public, seat: Seat) -> bool:
    return public.phase == "over" and public.noses[seat] == min(public.noses)


def _player(canvas: Canvas, top: int, public: Public, seat: Seat, left: int, say: Say) -> None:
    """One line: the cards left, and the nose; ringed if it is the seat's turn."""
    box = (LEFT, top, RIGHT, top + ROW_HEIGHT)
    y = top + ROW_HEIGHT / 2
    canvas.panel(box, radius=20)
    if seat == public.active:
        canvas.frame(box, radius=20)
    canvas.put(seats.disc(seat), LEFT + 14, y, anchor="lm")
    name = legible(say.raw_name(seat), f"· {seat + 1} ·")
    canvas.text(name, LEFT + 64, y, size=28, anchor="lm", width=NAME_WIDTH)
    if shown := _uncovered(public, seat):
        canvas.put(pieces.garment_card(*shown, 38), CARDS_AT - 2, y, anchor="lm")
        if seat == public.active and public.laid_open and public.laid_open.held:
            tall = cards.height(38)
            canvas.frame((CARDS_AT - 2, y - tall / 2, CARDS_AT + 36, y + tall / 2), radius=6, width=4, gap=2)
    else:
        canvas.put(cards.back(34), CARDS_AT, y, anchor="lm", strength=1 if left else 0.3)
    canvas.text(str(left), CARDS_AT + 42, y, size=28, anchor="lm")
    pieces.nose_row(canvas, NOSE_AT, y - 2, public.noses[seat], width=NOSE_WIDTH, tall=60)
    if _won(public, seat):
        canvas.put(badges.crown(44), RIGHT - 12, y, anchor="rm")
    elif public.last == "doubt" and public.verdict and public.verdict.punished == seat:
        canvas.put(badges.tag("+1", size=26, fill=theme.ACCENT), RIGHT - 12, y, anchor="rm")


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
        _everything(canvas, top + 70)
    else:
        _said(canvas, top, public, public.announcement, say)
    if public.active is not None:
        _task(canvas, top + MIDDLE_HEIGHT - 30, public, public.active, say)


def _heap(canvas: Canvas, x: float, y: float, public: Public) -> None:
    """The heap with its number of cards; on it a doubted card while it is revealed, at the end the last card."""
    card = public.opened or (public.flash and public.flash.card)
    if card is None:
        canvas.put(pieces.pile(public.heap, HEAP_CARD_WIDTH), x, y)
        return
    tall = cards.height(HEAP_CARD_WIDTH)
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
    badges.bubble(canvas, (BUBBLE_LEFT, top, RIGHT, bottom), (BUBBLE_LEFT + 40, bottom + 24))
    y = top + BUBBLE_HEIGHT / 2
    canvas.put(pieces.garment(*said.card, 116), BUBBLE_LEFT + 78, y)
    _words(canvas, BUBBLE_LEFT + 150, y, said.card, say)
    if public.last == "doubt" and public.verdict:
        canvas.put(badges.verdict(64, good=not public.verdict.lie), RIGHT - 14, top + 14, anchor="rt")
    elif public.opened is not None:
        canvas.put(badges.verdict(64, good=public.opened == said.card), RIGHT - 14, top + 14, anchor="rt")
    elif said.protected:
        canvas.put(badges.padlock(60), RIGHT - 18, top + 14, anchor="rt")
    canvas.put(seats.disc(said.seat, 44), BUBBLE_LEFT + 40, bottom + 50)


def _words(canvas: Canvas, x: float, y: float, card: GarmentCard, say: Say) -> None:
    """A card in words, on one line or two."""
    lines = pieces.wrap(
        say("picture-card", garment=card.garment, colour=card.colour), WORDS_WIDTH, WORDS_SIZE, strong=True
    )
    for place, line in enumerate(lines):
        below = y + (place - (len(lines) - 1) / 2) * WORDS_SIZE * 1.3
        canvas.text(line, x, below, size=WORDS_SIZE, anchor="lm", colour=theme.INK, strong=True)


def _task(canvas: Canvas, y: float, public: Public, seat: Seat, say: Say) -> None:
    """The active player's task: to judge, or to announce something that fits, or anything."""
    x = BUBBLE_LEFT + 84.0
    if public.announcement is not None:
        links.link(canvas, (x, y), (x + 44, y), heads=">")
        x += 56
    else:
        x = BUBBLE_LEFT + 20
    canvas.put(seats.disc(seat, 44), x, y, anchor="lm")
    name = legible(say.raw_name(seat), f"· {seat + 1} ·")
    x += 54
    x += canvas.text(name, x, y, size=28, anchor="lm", width=TASK_WIDTH) + 20
    if public.phase == "judge":
        canvas.put(badges.verdict(44, good=True), x, y, anchor="lm")
        canvas.put(badges.verdict(44, good=False), x + 56, y, anchor="lm")
        canvas.text("?", x + 124, y, size=36, strong=True)
        return
    _what_fits(canvas, x, y, public, say)


def _what_fits(canvas: Canvas, x: float, y: float, public: Public, say: Say) -> None:
    """The garment or colour that the next announcement must share with this one, or that it is free."""
    if public.bound is None:
        x += canvas.text(say("picture-free"), x, y, size=28, anchor="lm", width=TASK_WIDTH, colour=theme.ACCENT) + 14
        if public.shielded:
            canvas.put(badges.padlock(44), x, y, anchor="lm")
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


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.pinocchio.game import GAME

    raise SystemExit(main(GAME))
