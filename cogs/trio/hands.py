"""One's own hand in Trio: the cards, the side's trios, what is looked for, the exchange with one's partner."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from cogs.trio.links import wanted
from cogs.trio.seats import NAME, TALL, TRIO, trios
from cogs.trio.terms import LINKS
from cogs.trio.views import TrioView

GAP = 14
WIDEST = 96
EXCHANGE = 100
ENDS = 44
END = theme.WIDTH - theme.MARGIN


def hand(view: TrioView, seat: Seat, say: Say) -> Canvas:
    """From the top: one's own line, an exchange if there is one, the cards in their order, which ends are which."""
    exchange = _exchanging(view, seat)
    width = min(WIDEST, (theme.WIDTH - 2 * theme.MARGIN + 8) // max(1, len(view.hand)) - 8)
    tall = cards.height(width)
    upper = theme.MARGIN + TALL + GAP + (EXCHANGE + GAP if exchange else 0)
    below = tall + (ENDS if view.phase != "over" else 0) if view.hand else 56 if view.counts else -GAP
    canvas = Canvas(upper + below + theme.MARGIN)
    _line(canvas, view, seat, say)
    if exchange:
        _exchange(canvas, view, seat, say, theme.MARGIN + TALL + GAP)
    if view.hand:
        _cards(canvas, view, width, upper)
        if view.phase != "over":
            _ends(canvas, view, say, width, upper + tall + 28)
    elif view.counts:
        canvas.text(say("picture-empty"), theme.WIDTH / 2, upper + 28, size=28, colour=theme.MUTED, width=600)
    return canvas


def _line(canvas: Canvas, view: TrioView, seat: Seat, say: Say) -> None:
    """One's name and one's side's trios; at the right end the cards of this turn, or the numbers that would win."""
    top, middle = theme.MARGIN, theme.MARGIN + TALL / 2
    box = (theme.MARGIN, top, END, top + TALL)
    canvas.panel(box, radius=20)
    won = view.phase == "over" and seat in view.terms.side(view.active)
    mark = badges.crown() if won else badges.hourglass() if seat in view.to_act else None
    name = seats.Seat(seat, say.raw_name(seat), mark=mark)
    seats.plate(canvas, (theme.MARGIN, top, theme.MARGIN + NAME - 16, top + TALL), name)
    if seat in view.to_act:
        canvas.frame(box, radius=20)
    trios(
        canvas, view, view.terms.side(seat), (theme.MARGIN + NAME - 8, _right(canvas, view, seat, middle) - 14), middle
    )


def _right(canvas: Canvas, view: TrioView, seat: Seat, y: float) -> float:
    """The right end of one's line; returns where it begins."""
    shown = view.shown or (view.flash.cards if view.flash else ())
    x: float = END - 16
    if shown:
        for place in (2, 1, 0):
            card = cards.number_card(shown[place].number, TRIO) if place < len(shown) else cards.slot(TRIO)
            canvas.put(card, x, y, anchor="rm")
            x -= TRIO + 8
        if view.flash:
            canvas.put(badges.verdict(36, good=False), x, y, anchor="rm")
            x -= 36
    elif view.terms.mode == "picante" and view.phase != "over" and (numbers := wanted(view, seat)):
        x -= canvas.text(" · ".join(map(str, numbers)), x, y, size=26, anchor="rm", width=190) + 10
        canvas.put(badges.crown(34), x, y, anchor="rm")
        x -= 34
    return x


def _exchanging(view: TrioView, seat: Seat) -> bool:
    return bool(view.offered or view.received or (view.phase == "exchange" and seat in view.to_act))


def _exchange(canvas: Canvas, view: TrioView, seat: Seat, say: Say, top: int) -> None:
    """What one gives, to whom, and what comes back: a place or a back as long as it is not known."""
    middle, partner = top + EXCHANGE / 2, view.terms.partner(seat)
    waited = partner in view.to_act and view.phase == "exchange"
    box = (190, top + 18, 530, top + EXCHANGE - 18)
    mark = badges.hourglass() if waited else None
    seats.plate(canvas, box, seats.Seat(partner, say.raw_name(partner), mark=mark))
    given = cards.number_card(view.offered, 66) if view.offered else cards.slot(66, label="?")
    got = cards.number_card(view.received, 66) if view.received else cards.back(66)
    canvas.put(given, 76, middle)
    canvas.put(got, theme.WIDTH - 76, middle)
    links.link(canvas, (112, middle), (190, middle), colour=theme.ACCENT, gap=6, heads=">")
    links.link(canvas, (530, middle), (608, middle), colour=theme.ACCENT, gap=6, heads=">")


def _cards(canvas: Canvas, view: TrioView, width: int, top: int) -> None:
    """The hand from the lowest to the highest; the card that is offered or was received is ringed."""
    meant = view.received or view.offered
    ringed = view.hand.index(meant) if meant in view.hand else None
    for place, number in enumerate(view.hand):
        x = _left(view, width) + place * (width + 8)
        linked = LINKS[number] if view.terms.mode == "picante" else None
        canvas.put(cards.number_card(number, width, links=linked), x, top, anchor="lt")
        if place == ringed:
            canvas.frame((x, top, x + width, top + cards.height(width)), radius=10, width=4, gap=3)


def _ends(canvas: Canvas, view: TrioView, say: Say, width: int, y: float) -> None:
    """The words for the two ends, under them, or under the middle when the hand is small."""
    middle = theme.WIDTH / 2
    reach = max(middle - _left(view, width), 190)
    canvas.put(badges.end_arrow(30, up=False), middle - reach, y, anchor="lm")
    canvas.text(say("picture-end", end="lowest"), middle - reach + 40, y, size=24, anchor="lm", width=140)
    canvas.put(badges.end_arrow(30, up=True), middle + reach, y, anchor="rm")
    canvas.text(say("picture-end", end="highest"), middle + reach - 40, y, size=24, anchor="rm", width=140)


def _left(view: TrioView, width: int) -> float:
    count = len(view.hand)
    return (theme.WIDTH - count * width - (count - 1) * 8) / 2
