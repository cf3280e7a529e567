"""Pictures of Trio: the table everybody sees, and one's own hand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Say
from bot.pictures.kit import badges, cards, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import fit, measure
from cogs.trio.hands import hand
from cogs.trio.links import TALL as LINKS_TALL
from cogs.trio.links import chains
from cogs.trio.moves import Reveal, RevealCentre
from cogs.trio.seats import TALL, TEAM, column, teams
from cogs.trio.views import Shown, Took, TrioView

CARD = 92
STRIP = 200
"""The height of the strip with the three cards of a turn."""
GAP = 14


def picture(view: TrioView, say: Say) -> bytes:
    """The view as a PNG: the table for an onlooker, the own hand for a seat."""
    return (_board(view, say) if view.seat is None else hand(view, view.seat, say)).png()


def _board(view: TrioView, say: Say) -> Canvas:
    """From the top: the cards of this turn, the centre, the seats, and in the spicy mode the links."""
    places = view.terms.sizes[1]
    width = min(84, (theme.WIDTH - 2 * theme.MARGIN - 8 * (places - 1)) // places) if places else 0
    centre = cards.height(width) + GAP if places else 0
    pairs = len(view.terms.pairs)
    below = pairs * (TEAM + 10) - 10 if pairs else view.terms.seats * (TALL + 8) - 8
    spicy = view.terms.mode == "picante"
    canvas = Canvas(2 * theme.MARGIN + STRIP + GAP + centre + below + (GAP + LINKS_TALL if spicy else 0))
    _strip(canvas, view, say)
    top = theme.MARGIN + STRIP + GAP
    if places:
        _centre(canvas, view, width, top)
    bottom = (teams if pairs else column)(canvas, view, say, top + centre)
    if spicy:
        chains(canvas, view, bottom + GAP)
    return canvas


def _strip(canvas: Canvas, view: TrioView, say: Say) -> None:
    """The three places of a turn with the cards face up and where each is from."""
    canvas.panel((theme.MARGIN, theme.MARGIN, theme.WIDTH - theme.MARGIN, theme.MARGIN + STRIP), theme.SHADE)
    shown = turned(view)
    tall = cards.height(CARD)
    top = theme.MARGIN + 14
    for place in range(3):
        x = theme.WIDTH / 2 + (place - 1) * 222
        if place >= len(shown):
            canvas.put(cards.slot(CARD), x, top, anchor="mt")
            continue
        canvas.put(cards.number_card(shown[place].number, CARD), x, top, anchor="mt")
        if view.shown or view.flash:
            _origin(canvas, shown[place].by, x, top + tall + 30, say)
    if shown:
        x = theme.WIDTH / 2 + (len(shown) - 2) * 222
        if view.shown:
            canvas.frame((x - CARD / 2, top, x + CARD / 2, top + tall), radius=12, gap=5)
        else:
            canvas.put(badges.verdict(52, good=view.flash is None), x + CARD / 2 + 6, top + 30)


def turned(view: TrioView) -> Sequence[Shown]:
    """The cards to show: face up now, or seen for a moment after a miss, or just won."""
    if view.shown or view.flash:
        return view.shown or (view.flash.cards if view.flash else ())
    if isinstance(view.last, Took):
        return tuple(Shown(view.last.number, by) for by in view.last.asked)
    return ()


def _origin(canvas: Canvas, by: Reveal, x: float, y: float, say: Say) -> None:
    """Where a card is from: a place of the centre, or somebody's lowest or highest."""
    if isinstance(by, RevealCentre):
        canvas.put(badges.tag(say("picture-place", place=by.place + 1), size=24), x, y)
        return
    words, size = fit(say("picture-end", end=by.end), 126, 24)
    wide = measure(words, size)
    left = x - (38 + 8 + wide + 6 + 28) / 2
    canvas.put(seats.disc(by.seat, 38), left, y, anchor="lm")
    canvas.text(words, left + 46, y, size=size, anchor="lm")
    canvas.put(badges.end_arrow(28, up=by.end == "highest"), left + 52 + wide, y, anchor="lm")


def _centre(canvas: Canvas, view: TrioView, width: int, top: int) -> None:
    """The places of the centre; those of the cards that are going back are ringed."""
    places = view.centre or (False,) * view.terms.sizes[1]
    back = [card.by.place for card in view.flash.cards if isinstance(card.by, RevealCentre)] if view.flash else []
    room = theme.WIDTH - 2 * theme.MARGIN
    pitch = (room - width) / (len(places) - 1)
    for place, full in enumerate(places):
        x = theme.MARGIN + place * pitch
        card = cards.back(width, label=str(place + 1)) if full else cards.slot(width, label=str(place + 1))
        canvas.put(card, x, top, anchor="lt")
        if place in back:
            canvas.frame((x, top, x + width, top + cards.height(width)), radius=9, gap=4)


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.trio.game import GAME

    raise SystemExit(main(GAME))
