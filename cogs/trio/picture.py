"""Pictures of Trio: the table, and below it a player's own hand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import measure
from bot.pictures.kit.pen import Box
from cogs.trio.links import LINKS, wanted
from cogs.trio.moves import Reveal, RevealCentre, place_name
from cogs.trio.pieces import CHAINS_HEIGHT, LEFT, RIGHT, chains, end_sign, lines
from cogs.trio.view import Own, Public, RevealedCard, Took, TrioView

GAP = 10
TOP_HEIGHT = 134
"""The height of the cards of this turn, with the centre beside them."""
CARD_WIDTH = 60
TURNED_WIDTH = 352
"""The part of the top that holds the cards of this turn, if there is a centre."""
CENTRE_CARD_WIDTH = 44
EXCHANGE_WIDTH = 260
"""For the partner in an exchange, between the cards given and received."""
HAND_HEIGHT = 128
LARGEST_CARD_WIDTH = 62


def picture(view: TrioView, say: Say, _choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the cards of this turn, the centre, the seats, in the spicy mode the links; a seat's hand."""
    public, canvas, top = view.public, Canvas(), theme.MARGIN
    # At the end the open hands need the space of this turn's cards; the last trio is ringed among the others.
    over = public.phase == "over"
    if not over:
        _turn(canvas, view, say)
        top += TOP_HEIGHT + GAP
    if public.setup.sizes[1]:
        if over:
            _centre(canvas, public, LEFT, theme.MARGIN, rows=1)
            top += signs.card_height(CENTRE_CARD_WIDTH) + GAP
        else:
            _centre(canvas, public, LEFT + TURNED_WIDTH + GAP, theme.MARGIN, rows=2)
    top = lines(canvas, view, say, top)
    if public.setup.mode == "picante":
        chains(canvas, public, top + GAP)
        top += GAP + CHAINS_HEIGHT
    if view.seat is not None and view.own is not None and not public.opened:
        _hand(canvas, view, view.own, view.seat, say, top + GAP)
        top += GAP + HAND_HEIGHT
    canvas.height = top + theme.MARGIN
    return canvas.png()


# ---- the table


def _turn(canvas: Canvas, view: TrioView, say: Say) -> None:
    """The three cards of a turn, face up, each with its origin; before the first, a seat's exchange."""
    public, top = view.public, theme.MARGIN
    right = LEFT + TURNED_WIDTH if public.setup.sizes[1] else RIGHT
    canvas.panel((LEFT, top, right, top + TOP_HEIGHT), theme.SHADE)
    shown = _turned(public)
    own, seat = view.own, view.seat
    if not shown and own and seat is not None and (own.offered or own.received or seat in public.waited):
        _exchange(canvas, public, own, seat, say, top)
        return
    tall = signs.card_height(CARD_WIDTH)
    pitch = (right - LEFT - 12) / 3
    for place in range(3):
        x = LEFT + 6 + (place + 0.5) * pitch
        if place >= len(shown):
            canvas.put(signs.card_slot(CARD_WIDTH), x, top + 8, anchor="mt")
            continue
        canvas.put(signs.number_card(shown[place].number, CARD_WIDTH), x, top + 8, anchor="mt")
        if public.shown or public.flash:
            _origin(canvas, shown[place].by, x, top + tall + 28, say)
    if shown:
        x = LEFT + 6 + (len(shown) - 0.5) * pitch
        if public.shown:
            canvas.frame((x - CARD_WIDTH / 2, top + 8, x + CARD_WIDTH / 2, top + 8 + tall), radius=10, gap=5)
        else:
            canvas.put(signs.verdict(44, good=public.flash is None), x + CARD_WIDTH / 2 + 2, top + 28)


def _turned(public: Public) -> Sequence[RevealedCard]:
    """The cards to draw: face up now, flashed after a miss, or just won."""
    if public.shown or public.flash:
        return public.shown or (public.flash.cards if public.flash else ())
    if isinstance(public.last, Took):
        return tuple(RevealedCard(public.last.number, by) for by in public.last.asked)
    return ()


def _origin(canvas: Canvas, by: Reveal, x: float, y: float, say: Say) -> None:
    """The origin of a card: a place of the centre, or a player's lowest or highest."""
    if isinstance(by, RevealCentre):
        canvas.put(signs.tag(place_name(by.place), size=24), x, y)
        return
    words = say("picture-end", end=by.end)
    left = x - (32 + 6 + 16 + 4 + measure(words, 24)) / 2
    canvas.put(seats.disc(by.seat, 32), left, y, anchor="lm")
    canvas.put(end_sign(16, up=by.end == "highest"), left + 38, y, anchor="lm")
    canvas.text(words, left + 58, y, size=24, anchor="lm")


def _centre(canvas: Canvas, public: Public, left: int, top: int, *, rows: int) -> None:
    """The places of the centre in rows; cards about to be turned back are ringed."""
    places = public.centre or (False,) * public.setup.sizes[1]
    back = [card.by.place for card in public.flash.cards if isinstance(card.by, RevealCentre)] if public.flash else []
    width, tall = CENTRE_CARD_WIDTH, signs.card_height(CENTRE_CARD_WIDTH)
    across = -(-len(places) // rows)
    pitch = (RIGHT - left) / across
    for place, full in enumerate(places):
        row, column = divmod(place, across)
        x, y = left + (column + 0.5) * pitch - width / 2, top + row * (tall + 8)
        name = place_name(place)
        card = signs.card_back(width, label=name) if full else signs.card_slot(width, label=name)
        if full and public.opened:
            card = signs.number_card(public.opened.centre[place], width)
        canvas.put(card, x, y, anchor="lt")
        if place in back:
            canvas.frame((x, y, x + width, y + tall), radius=9, gap=4)


# ---- the player's own hand


def _hand(canvas: Canvas, view: TrioView, own: Own, seat: Seat, say: Say, top: int) -> None:
    """The sorted cards with the signs of both ends; in the spicy mode the numbers that would win."""
    public = view.public
    plate = seats.Seat(seat, say.raw_name(seat), active=seat in view.to_act)
    left, top, right, bottom = seats.strip(canvas, top, HAND_HEIGHT, plate)
    if not own.hand:
        if public.counts:
            canvas.text(say("picture-empty"), (left + right) / 2, (top + bottom) / 2, size=28, colour=theme.MUTED)
        return
    count = len(own.hand)
    width = min(LARGEST_CARD_WIDTH, int((right - left + 6) / count) - 6)
    start = (left + right - count * (width + 6) + 6) / 2
    meant, linked = own.received or own.offered, public.setup.mode == "picante"
    ringed = own.hand.index(meant) if meant in own.hand else None
    for place, number in enumerate(own.hand):
        x, y = start + place * (width + 6), top + 8
        canvas.put(signs.number_card(number, width, links=LINKS[number] if linked else None), x, y, anchor="lt")
        if place == ringed:
            canvas.frame((x, y, x + width, y + signs.card_height(width)), radius=10, width=4, gap=3)
    y, reach = bottom - 15, max((right - left) / 2 - (start - left), 110)
    middle = (left + right) / 2
    canvas.put(end_sign(16, up=False), middle - reach, y, anchor="lm")
    canvas.text(say("picture-end", end="lowest"), middle - reach + 22, y, size=22, anchor="lm")
    canvas.put(end_sign(16, up=True), middle + reach, y, anchor="rm")
    canvas.text(say("picture-end", end="highest"), middle + reach - 22, y, size=22, anchor="rm")
    if linked and (numbers := wanted(public.trios, public.setup.side(seat))):
        words = " · ".join(map(str, numbers))
        canvas.put(signs.crown(26), middle - measure(words, 22) / 2 - 18, y)
        canvas.text(words, middle, y, size=22)


def _exchange(canvas: Canvas, public: Public, own: Own, seat: Seat, say: Say, top: int) -> None:
    """The card given, the partner, and the card received; placeholders while they are unknown."""
    y, middle, half = top + TOP_HEIGHT / 2, theme.WIDTH / 2, EXCHANGE_WIDTH / 2
    partner = public.setup.partner(seat)
    waited = signs.hourglass() if partner in public.waited else None
    box = (middle - half, y - 29, middle + half, y + 29)
    seats.plate(canvas, box, seats.Seat(partner, say.raw_name(partner), mark=waited))
    given = signs.number_card(own.offered, CARD_WIDTH) if own.offered else signs.card_slot(CARD_WIDTH, label="?")
    got = signs.number_card(own.received, CARD_WIDTH) if own.received else signs.card_back(CARD_WIDTH)
    for x, card, arrow in ((middle - half - 110, given, 40), (middle + half + 110, got, -70)):
        canvas.put(card, x, y)
        canvas.link((x + arrow, y), (x + arrow + 30, y), colour=theme.ACCENT)


# ---- before the game


def emblem(canvas: Canvas, box: Box) -> None:
    """Three equal cards in front of face-down ones."""
    left, top, right, bottom = box
    width = round(min((bottom - top) / 1.78, (right - left - 20) / 3))
    middle = (left + right) / 2
    for place in (-0.5, 0.5):
        canvas.put(signs.card_back(width), middle + place * (width + 10), top, anchor="mt")
    for place in (-1, 0, 1):
        canvas.put(signs.number_card(7, width), middle + place * (width + 10), bottom, anchor="mb")
