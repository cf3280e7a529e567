"""Pictures of Le Tripot du Chaos: the table everybody sees, and one's own cards and duels."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, seats, theme, tokens
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import write
from bot.pictures.kit.pen import Box, Pen
from bot.pictures.kit.sprites import Sprite, sprite
from cogs.tripot.hands import hand
from cogs.tripot.lines import GAP, TALL, Line, signed
from cogs.tripot.views import Answered, Resolved, TripotView

PLATE = 146
"""The height of a seat's plate: its name, its points, its cards."""
CAPTION = 44
"""The height of the line between the seats and the duels."""


def picture(view: TripotView, say: Say) -> bytes:
    """The view as a PNG: the table for an onlooker, one's own cards and duels for a seat."""
    return (_board(view, say) if view.seat is None else hand(view, view.seat, say)).png()


def _board(view: TripotView, say: Say) -> Canvas:
    """The seats, then the duels of this round, or until the next challenge those of the round before."""
    boxes = seats.rows(view.seats, theme.MARGIN, tall=PLATE)
    duels = view.duels or view.ended
    lines = len(duels) + (view.pending is not None)
    top = seats.below(boxes)
    canvas = Canvas(top + CAPTION + lines * (TALL + GAP) - (GAP if lines else 8) + theme.MARGIN)
    for seat, box in enumerate(boxes):
        _seat(canvas, box, view, seat, say)
    _caption(canvas, view, say, top + CAPTION / 2 + 1)
    top += CAPTION
    for number, duel in enumerate(duels):
        line = Line(canvas, view, say, top)
        line.duel(number, duel)
        if number == _newest(view):
            line.ring()
        top += TALL + GAP
    if view.pending:
        line = Line(canvas, view, say, top)
        line.challenge(view.pending.challenger, view.pending.opponent, None)
        line.ring()
    return canvas


def _seat(canvas: Canvas, box: Box, view: TripotView, seat: Seat, say: Say) -> None:
    """A seat's plate: points, who opens the round, and every card left, which is public."""
    left, top, right, bottom = box
    canvas.panel(box, radius=20)
    facts = [seats.Fact(tokens.coin(size=32), str(view.points[seat]))]
    if seat == view.first and view.phase != "over":
        facts.append(seats.Fact(badges.tag(say("picture-first"))))
    if isinstance(view.last, Resolved) and view.last.lone and view.last.lone.seat == seat:
        facts.append(seats.Fact(badges.tag(signed(view.last.lone.points), size=24, fill=theme.COIN)))
    if view.phase == "over" and view.points[seat] == max(view.points):
        facts.append(seats.Fact(badges.crown(34)))
    seats.plate(canvas, (left, top, right, bottom - 42), seats.Seat(seat, say.raw_name(seat), tuple(facts)))
    for place in range(8):
        card = chip(view.hands[seat][place] if place < len(view.hands[seat]) else None)
        canvas.put(card, left + 18 + place * 23, bottom - 29, anchor="lm")
    if seat in view.to_act:
        canvas.frame(box, radius=20)


@sprite
def chip(card: int | None) -> Sprite:
    """A card so small that eight of them fit a plate; None: the place of one that was played."""
    pen = Pen(20, 32)
    if card is None:
        pen.rounded((0, 0, 20, 32), 5, theme.TABLE)
        return pen.done()
    pen.rounded((0, 2, 20, 32), 5, theme.PAPER_EDGE)
    pen.rounded((0, 0, 20, 30), 5, theme.PAPER)
    done = pen.done()
    write(done, str(card), 10, 15, size=theme.SMALLEST, colour=theme.INK, strong=True)
    return done


def _caption(canvas: Canvas, view: TripotView, say: Say, y: float) -> None:
    """What the duels below are, when they are past; what the reserve has received or given."""
    if view.ended and not view.duels:
        number = view.round if view.phase == "over" else view.round - 1
        words = say("picture-past", round=number)
        canvas.text(words, theme.MARGIN + 8, y, size=24, colour=theme.MUTED, anchor="lm", width=320)
    words = say("picture-reserve", points=signed(view.reserve))
    canvas.text(words, theme.WIDTH - theme.MARGIN - 8, y, size=24, colour=theme.MUTED, anchor="rm", width=300)


def _newest(view: TripotView) -> int | None:
    """The duel that has just been made, or is being looked at."""
    if view.flash:
        return view.flash.duel
    return view.last.duel if isinstance(view.last, Answered) else None


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.tripot.game import GAME

    raise SystemExit(main(GAME))
