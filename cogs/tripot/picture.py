"""Pictures of Le Tripot du Chaos: the table everybody sees, and one's own cards and duels."""

from __future__ import annotations

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import badges, cards, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box
from cogs.tripot.moves import ACTIONS
from cogs.tripot.pieces import GAP, TALL, Line, action_token, coin, signed, small_card
from cogs.tripot.view import Answered, Own, Public, Resolved, TripotView

PLATE = 146
"""The height of a seat's plate: its name, its points, its cards."""
CAPTION = 44
"""The height of the line between the seats and the duels."""
OWN = 72
"""The height of one's own plate in one's own picture."""
CARD = 74
END = theme.WIDTH - theme.MARGIN


def picture(view: TripotView, say: Say, _choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the table for an onlooker, one's own cards and duels for a seat."""
    if view.seat is None or view.own is None:
        return _board(view, say).png()
    return _hand(view, view.seat, view.own, say).png()


# ---- the table


def _board(view: TripotView, say: Say) -> Canvas:
    """The seats, then the duels of this round, or until the next challenge those of the round before."""
    public = view.public
    boxes = seats.rows(public.seats, theme.MARGIN, tall=PLATE)
    duels = public.duels or public.ended
    lines = len(duels) + (public.pending is not None)
    top = seats.below(boxes)
    canvas = Canvas(top + CAPTION + lines * (TALL + GAP) - (GAP if lines else 8) + theme.MARGIN)
    for seat, box in enumerate(boxes):
        _seat(canvas, box, view, seat, say)
    _caption(canvas, public, say, top + CAPTION / 2 + 1)
    top += CAPTION
    for number, duel in enumerate(duels):
        line = Line(canvas, public, say, top)
        line.duel(number, duel)
        if number == _newest(public):
            line.ring()
        top += TALL + GAP
    if public.pending:
        line = Line(canvas, public, say, top)
        line.challenge(public.pending, None)
        line.ring()
    return canvas


def _seat(canvas: Canvas, box: Box, view: TripotView, seat: Seat, say: Say) -> None:
    """A seat's plate: points, who opens the round, and every card left, which is public."""
    public = view.public
    left, top, right, bottom = box
    canvas.panel(box, radius=20)
    facts = [seats.Fact(coin(None, 32), str(public.points[seat]))]
    if seat == public.first and public.phase != "over":
        facts.append(seats.Fact(badges.tag(say("picture-first"))))
    if isinstance(public.last, Resolved) and public.last.lone and public.last.lone.seat == seat:
        facts.append(seats.Fact(badges.tag(signed(public.last.lone.points), size=24, fill=theme.COIN)))
    if _won(public, seat):
        facts.append(seats.Fact(badges.crown(34)))
    seats.plate(canvas, (left, top, right, bottom - 42), seats.Seat(seat, say.raw_name(seat), tuple(facts)))
    hand = public.hands[seat]
    for place in range(8):
        card = small_card(hand[place] if place < len(hand) else None)
        canvas.put(card, left + 18 + place * 23, bottom - 29, anchor="lm")
    if seat in view.to_act:
        canvas.frame(box, radius=20)


def _caption(canvas: Canvas, public: Public, say: Say, y: float) -> None:
    """What the duels below are, when they are past; what the reserve has received or given."""
    if public.ended and not public.duels:
        number = public.round if public.phase == "over" else public.round - 1
        words = say("picture-past", round=number)
        canvas.text(words, theme.MARGIN + 8, y, size=24, colour=theme.MUTED, anchor="lm", width=320)
    words = say("picture-reserve", points=signed(public.reserve))
    canvas.text(words, END - 8, y, size=24, colour=theme.MUTED, anchor="rm", width=300)


def _newest(public: Public) -> int | None:
    """The duel that has just been made, or is being looked at."""
    if public.flash:
        return public.flash.duel
    return public.last.duel if isinstance(public.last, Answered) else None


def _won(public: Public, seat: Seat) -> bool:
    return public.phase == "over" and public.points[seat] == max(public.points)


# ---- one's own side


def _hand(view: TripotView, seat: Seat, own: Own, say: Say) -> Canvas:
    """From the top: one's own line, one's duels and the challenge one is in, the cards one still holds."""
    public = view.public
    duels, pending = public.duels_of(seat), public.pending
    if pending and seat not in {pending.challenger, pending.opponent}:
        pending = None
    held = list(public.hands[seat])
    if own.card is not None:
        held.remove(own.card)
    top = theme.MARGIN + OWN + 12
    lower = top + (len(duels) + (pending is not None)) * (TALL + GAP) + 4
    canvas = Canvas(lower + (cards.height(CARD) if held else 44) + theme.MARGIN)
    _own_plate(canvas, view, seat, own, say)
    laid = dict(own.actions)
    for number in duels:
        duel = public.duels[number]
        line = Line(canvas, public, say, top)
        line.duel(number, duel, laid.get(number), turned=seat == duel.seats[1])
        if public.flash and public.flash.duel == number:
            line.ring()
        top += TALL + GAP
    if pending:
        Line(canvas, public, say, top).challenge(pending, own.card, turned=seat == pending.opponent)
    _cards(canvas, seat, held, say, lower)
    return canvas


def _own_plate(canvas: Canvas, view: TripotView, seat: Seat, own: Own, say: Say) -> None:
    """One's name and points; while actions are laid, the three tokens, those already used in the shade."""
    public = view.public
    top, middle = theme.MARGIN, theme.MARGIN + OWN / 2
    box = (theme.MARGIN, top, END, top + OWN)
    canvas.panel(box, radius=20)
    waited = seat in view.to_act
    mark = badges.crown() if _won(public, seat) else badges.hourglass() if waited else None
    seats.plate(canvas, (theme.MARGIN, top, 320, top + OWN), seats.Seat(seat, say.raw_name(seat), mark=mark))
    canvas.put(coin(None, 40), 334, middle, anchor="lm")
    canvas.text(str(public.points[seat]), 382, middle, size=32, anchor="lm", strong=True)
    if public.phase == "actions" and public.duels_of(seat):
        used = {action for _, action in own.actions}
        for place, action in enumerate(ACTIONS):
            x = 436 + place * 84
            letter = say(f"picture-{action}")
            canvas.text(letter, x, middle, size=26, strong=True, colour=theme.MUTED if action in used else theme.PAPER)
            canvas.put(action_token(action, 50), x + 42, middle, strength=0.35 if action in used else 1)
    if waited:
        canvas.frame(box, radius=20)


def _cards(canvas: Canvas, seat: Seat, held: list[int], say: Say, top: int) -> None:
    """The cards one may still play."""
    if not held:
        canvas.text(say("picture-empty"), theme.WIDTH / 2, top + 22, size=28, colour=theme.MUTED, width=600)
    left = (theme.WIDTH - len(held) * (CARD + 10) + 10) / 2
    for place, card in enumerate(held):
        canvas.put(
            cards.number_card(card, CARD, stripe=theme.SEATS[seat]), left + place * (CARD + 10), top, anchor="lt"
        )


# ---- before the game


def emblem(canvas: Canvas, box: Box) -> None:
    """The three actions, and what they are about."""
    left, top, right, bottom = box
    middle, size = (left + right) / 2, round((bottom - top) * 0.5)
    for place, value in enumerate((None, 5, None)):
        y = top + (size * 0.16 if place != 1 else 0)
        canvas.put(
            coin(value, round(size * (0.8 if value is None else 1))), middle + (place - 1) * size * 0.9, y, anchor="mt"
        )
    for place, action in enumerate(ACTIONS):
        canvas.put(action_token(action, size), middle + (place - 1) * size * 1.02, bottom, anchor="mb")


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.tripot.game import GAME

    raise SystemExit(main(GAME))
