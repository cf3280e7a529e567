"""Pictures of Trio: the public table, and a player's own hand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import badges, cards, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import fit, measure
from bot.pictures.kit.pen import Box
from cogs.trio.links import LINKS, wanted
from cogs.trio.moves import Reveal, RevealCentre, place_name
from cogs.trio.pieces import (
    CHAINS_HEIGHT,
    LEFT,
    LINE_HEIGHT,
    NAME_WIDTH,
    RIGHT,
    chains,
    column,
    end_arrow,
    line_tall,
    mark,
    team_tall,
    teams,
    trios,
)
from cogs.trio.view import Own, Public, RevealedCard, Took, TrioView

GAP = 14
CARD_WIDTH = 92
STRIP_HEIGHT = 200
LARGEST_CARD_WIDTH = 96
EXCHANGE_HEIGHT = 100
ENDS_HEIGHT = 44


def picture(view: TrioView, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the table for an onlooker, the seat's own hand for a seat."""
    if view.seat is None or view.own is None:
        return _board(view, say, choosing).png()
    return _hand(view, view.own, view.seat, say).png()


# ---- the table


def _board(view: TrioView, say: Say, choosing: Choosing) -> Canvas:
    """From top to bottom: the cards of this turn, the centre, the seats, and in the spicy mode the links."""
    public, setup = view.public, view.public.setup
    places = setup.sizes[1]
    width = min(84, (RIGHT - LEFT - 8 * (places - 1)) // places) if places else 0
    centre = cards.height(width) + GAP if places else 0
    pairs = setup.pairs
    if pairs:
        below = len(pairs) * (team_tall(public) + 10) - 10
    else:
        below = sum(line_tall(public, seat) + 8 for seat in range(setup.seats)) - 8
    spicy = setup.mode == "picante"
    # At the end the hands need this space; the last trio is ringed among the others.
    strip = 0 if public.phase == "over" else STRIP_HEIGHT + GAP
    canvas = Canvas(2 * theme.MARGIN + strip + centre + below + (GAP + CHAINS_HEIGHT if spicy else 0))
    if strip:
        _strip(canvas, public, say)
    top = theme.MARGIN + strip
    if places:
        _centre(canvas, public, width, top)
    bottom = (teams if pairs else column)(canvas, view, say, choosing, top + centre)
    if spicy:
        chains(canvas, public, bottom + GAP)
    return canvas


def _strip(canvas: Canvas, public: Public, say: Say) -> None:
    """The three cards of a turn, face up, each with its origin."""
    canvas.panel((LEFT, theme.MARGIN, RIGHT, theme.MARGIN + STRIP_HEIGHT), theme.SHADE)
    shown = _turned(public)
    tall = cards.height(CARD_WIDTH)
    top = theme.MARGIN + 14
    for place in range(3):
        x = theme.WIDTH / 2 + (place - 1) * 222
        if place >= len(shown):
            canvas.put(cards.slot(CARD_WIDTH), x, top, anchor="mt")
            continue
        canvas.put(cards.number_card(shown[place].number, CARD_WIDTH), x, top, anchor="mt")
        if public.shown or public.flash:
            _origin(canvas, shown[place].by, x, top + tall + 30, say)
    if shown:
        x = theme.WIDTH / 2 + (len(shown) - 2) * 222
        if public.shown:
            canvas.frame((x - CARD_WIDTH / 2, top, x + CARD_WIDTH / 2, top + tall), radius=12, gap=5)
        else:
            canvas.put(badges.verdict(52, good=public.flash is None), x + CARD_WIDTH / 2 + 6, top + 30)


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
        canvas.put(badges.tag(say("picture-place", place=place_name(by.place)), size=24), x, y)
        return
    words, size = fit(say("picture-end", end=by.end), 126, 24)
    wide = measure(words, size)
    left = x - (38 + 8 + wide + 6 + 28) / 2
    canvas.put(seats.disc(by.seat, 38), left, y, anchor="lm")
    canvas.text(words, left + 46, y, size=size, anchor="lm")
    canvas.put(end_arrow(28, up=by.end == "highest"), left + 52 + wide, y, anchor="lm")


def _centre(canvas: Canvas, public: Public, width: int, top: int) -> None:
    """The places of the centre; cards about to be turned back are ringed."""
    places = public.centre or (False,) * public.setup.sizes[1]
    back = [card.by.place for card in public.flash.cards if isinstance(card.by, RevealCentre)] if public.flash else []
    pitch = (RIGHT - LEFT - width) / (len(places) - 1)
    for place, full in enumerate(places):
        x = LEFT + place * pitch
        name = place_name(place)
        card = cards.back(width, label=name) if full else cards.slot(width, label=name)
        if full and public.opened:
            card = cards.number_card(public.opened.centre[place], width)
        canvas.put(card, x, top, anchor="lt")
        if place in back:
            canvas.frame((x, top, x + width, top + cards.height(width)), radius=9, gap=4)


# ---- the player's own hand


def _hand(view: TrioView, own: Own, seat: Seat, say: Say) -> Canvas:
    """From top to bottom: the player's line, an exchange if there is one, the sorted cards, the names of both ends."""
    public = view.public
    exchange = bool(own.offered or own.received or seat in public.waited)
    width = min(LARGEST_CARD_WIDTH, (RIGHT - LEFT + 8) // max(1, len(own.hand)) - 8)
    tall = cards.height(width)
    upper = theme.MARGIN + LINE_HEIGHT + GAP + (EXCHANGE_HEIGHT + GAP if exchange else 0)
    below = tall + (ENDS_HEIGHT if public.phase != "over" else 0) if own.hand else 56 if public.counts else -GAP
    canvas = Canvas(upper + below + theme.MARGIN)
    _line(canvas, view, seat, say)
    if exchange:
        _exchange(canvas, public, own, seat, say, theme.MARGIN + LINE_HEIGHT + GAP)
    if own.hand:
        linked = public.setup.mode == "picante"
        _cards(canvas, own, width, upper, linked=linked)
        if public.phase != "over":
            _ends(canvas, own, say, width, upper + tall + 28)
    elif public.counts:
        canvas.text(say("picture-empty"), theme.WIDTH / 2, upper + 28, size=28, colour=theme.MUTED, width=600)
    return canvas


def _line(canvas: Canvas, view: TrioView, seat: Seat, say: Say) -> None:
    """The player's name and their side's trios; at the right end the numbers that would win.

    The cards of this turn are only on the board: a private message that can no longer be edited would preserve them.
    """
    top, middle = theme.MARGIN, theme.MARGIN + LINE_HEIGHT / 2
    box = (LEFT, top, RIGHT, top + LINE_HEIGHT)
    canvas.panel(box, radius=20)
    name = seats.Seat(seat, say.raw_name(seat), mark=mark(view, seat))
    seats.plate(canvas, (LEFT, top, LEFT + NAME_WIDTH - 16, top + LINE_HEIGHT), name)
    if seat in view.to_act:
        canvas.frame(box, radius=20)
    side = view.public.setup.side(seat)
    room = (LEFT + NAME_WIDTH - 8, _right(canvas, view.public, side, middle) - 14)
    trios(canvas, view.public, side, room, middle)


def _right(canvas: Canvas, public: Public, side: Sequence[Seat], y: float) -> float:
    """Draw the right end of the player's line. Returns its left edge."""
    x: float = RIGHT - 16
    if public.setup.mode == "picante" and public.phase != "over" and (numbers := wanted(public.trios, side)):
        x -= canvas.text(" · ".join(map(str, numbers)), x, y, size=26, anchor="rm", width=190) + 10
        canvas.put(badges.crown(34), x, y, anchor="rm")
        x -= 34
    return x


def _exchange(canvas: Canvas, public: Public, own: Own, seat: Seat, say: Say, top: int) -> None:
    """The card given, the partner, and the card received; placeholders while they are unknown."""
    middle, partner = top + EXCHANGE_HEIGHT / 2, public.setup.partner(seat)
    waited = badges.hourglass() if partner in public.waited else None
    box = (190, top + 18, 530, top + EXCHANGE_HEIGHT - 18)
    seats.plate(canvas, box, seats.Seat(partner, say.raw_name(partner), mark=waited))
    given = cards.number_card(own.offered, 66) if own.offered else cards.slot(66, label="?")
    got = cards.number_card(own.received, 66) if own.received else cards.back(66)
    canvas.put(given, 76, middle)
    canvas.put(got, theme.WIDTH - 76, middle)
    links.link(canvas, (112, middle), (190, middle), colour=theme.ACCENT, gap=6, heads=">")
    links.link(canvas, (530, middle), (608, middle), colour=theme.ACCENT, gap=6, heads=">")


def _cards(canvas: Canvas, own: Own, width: int, top: int, *, linked: bool) -> None:
    """The hand in ascending order; the offered or received card is ringed."""
    meant = own.received or own.offered
    ringed = own.hand.index(meant) if meant in own.hand else None
    for place, number in enumerate(own.hand):
        x = _left(own, width) + place * (width + 8)
        canvas.put(cards.number_card(number, width, links=LINKS[number] if linked else None), x, top, anchor="lt")
        if place == ringed:
            canvas.frame((x, top, x + width, top + cards.height(width)), radius=10, width=4, gap=3)


def _ends(canvas: Canvas, own: Own, say: Say, width: int, y: float) -> None:
    """The names of the two ends, below them, or below the middle when the hand is small."""
    middle = theme.WIDTH / 2
    reach = max(middle - _left(own, width), 190)
    canvas.put(end_arrow(30, up=False), middle - reach, y, anchor="lm")
    canvas.text(say("picture-end", end="lowest"), middle - reach + 40, y, size=24, anchor="lm", width=140)
    canvas.put(end_arrow(30, up=True), middle + reach, y, anchor="rm")
    canvas.text(say("picture-end", end="highest"), middle + reach - 40, y, size=24, anchor="rm", width=140)


def _left(own: Own, width: int) -> float:
    count = len(own.hand)
    return (theme.WIDTH - count * width - (count - 1) * 8) / 2


# ---- before the game


def emblem(canvas: Canvas, box: Box) -> None:
    """Three equal cards in front of face-down ones."""
    left, top, right, bottom = box
    width = round(min((bottom - top) / 1.78, (right - left - 20) / 3))
    middle = (left + right) / 2
    for place in (-0.5, 0.5):
        canvas.put(cards.back(width), middle + place * (width + 10), top, anchor="mt")
    for place in (-1, 0, 1):
        canvas.put(cards.number_card(7, width), middle + place * (width + 10), bottom, anchor="mb")


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.trio.game import GAME

    raise SystemExit(main(GAME))
