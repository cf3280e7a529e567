"""One's own side in Le Tripot du Chaos: points, duels seen from one's side, action tokens and cards."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, seats, theme, tokens
from bot.pictures.kit.canvas import Canvas
from cogs.tripot.lines import GAP, TALL, Line
from cogs.tripot.moves import ACTIONS
from cogs.tripot.views import TripotView

OWN = 72
CARD = 74
END = theme.WIDTH - theme.MARGIN


def hand(view: TripotView, seat: Seat, say: Say) -> Canvas:
    """From the top: one's own line, one's duels and the challenge one is in, the cards one still holds."""
    duels = view.duels_of(seat)
    pending = view.pending if view.pending and seat in {view.pending.challenger, view.pending.opponent} else None
    held = list(view.hands[seat])
    if pending and pending.card is not None:
        held.remove(pending.card)
    top = theme.MARGIN + OWN + 12
    lower = top + (len(duels) + (pending is not None)) * (TALL + GAP) + 4
    canvas = Canvas(lower + (cards.height(CARD) if held else 44) + theme.MARGIN)
    _own(canvas, view, seat, say)
    laid = dict(view.own)
    for number in duels:
        duel = view.duels[number]
        line = Line(canvas, view, say, top)
        line.duel(number, duel, laid.get(number), turned=seat == duel.seats[1])
        if view.flash and view.flash.duel == number:
            line.ring()
        top += TALL + GAP
    if pending:
        turned = seat == pending.opponent
        Line(canvas, view, say, top).challenge(pending.challenger, pending.opponent, pending.card, turned=turned)
    _cards(canvas, seat, held, say, lower)
    return canvas


def _own(canvas: Canvas, view: TripotView, seat: Seat, say: Say) -> None:
    """One's name and points; while actions are laid, the three tokens, those already used in the shade."""
    top, middle = theme.MARGIN, theme.MARGIN + OWN / 2
    box = (theme.MARGIN, top, END, top + OWN)
    canvas.panel(box, radius=20)
    won = view.phase == "over" and view.points[seat] == max(view.points)
    mark = badges.crown() if won else badges.hourglass() if seat in view.to_act else None
    seats.plate(canvas, (theme.MARGIN, top, 320, top + OWN), seats.Seat(seat, say.raw_name(seat), mark=mark))
    canvas.put(tokens.coin(size=40), 334, middle, anchor="lm")
    canvas.text(str(view.points[seat]), 382, middle, size=32, anchor="lm", strong=True)
    if view.phase == "actions" and view.duels_of(seat):
        used = {action for _, action in view.own}
        for place, action in enumerate(ACTIONS):
            x = 436 + place * 84
            letter = say(f"picture-{action}")
            canvas.text(letter, x, middle, size=26, strong=True, colour=theme.MUTED if action in used else theme.PAPER)
            canvas.put(tokens.action(action, 50), x + 42, middle, strength=0.35 if action in used else 1)
    if seat in view.to_act:
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
