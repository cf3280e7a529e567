"""Pictures of Le Tripot du Chaos: seats, duels, and below them a player's own cards."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box, Sprite
from cogs.tripot.duel import signed
from cogs.tripot.moves import ACTIONS, Action
from cogs.tripot.pieces import GAP, LEFT, RIGHT, DuelRow, action_token, coin, rows, small_card
from cogs.tripot.view import DuelResolved, Own, Public, TripotView

PLATE_HEIGHT = 130
"""The height of a seat's plate: its name, its points, its cards."""
CAPTION_HEIGHT = 36
"""The height of the line between the seats and the duels."""
HAND_HEIGHT = 98
CARD_WIDTH = 56


def picture(view: TripotView, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the seats, the duels of this round, and for a seat its cards below them.

    Until the first challenge of a round, the duels are those of the previous one.
    """
    public, canvas = view.public, Canvas()
    boxes = seats.rows(public.seats, theme.MARGIN, tall=PLATE_HEIGHT)
    for seat, box in enumerate(boxes):
        _seat(canvas, box, view, seat, say, choosing)
    top = seats.below(boxes)
    _caption(canvas, public, say, top + CAPTION_HEIGHT / 2)
    top += CAPTION_HEIGHT
    duels = public.duels or public.ended
    lines = rows(len(duels) + (public.pending is not None), top)
    laid: dict[int, Action] = {**dict(view.own.actions if view.own else ()), **_chosen(choosing)}
    for number, (duel, box) in enumerate(zip(duels, lines, strict=False)):
        line = DuelRow(canvas, public, say, box, view.seat)
        line.duel(number, duel, laid.get(number), lit=_asked(choosing, number))
        if number == public.newest:
            line.ring()
    if public.pending:
        line = DuelRow(canvas, public, say, lines[-1], view.seat)
        card = view.own.card if view.own else None
        line.challenge(public.pending, public.uncovered.card if public.uncovered else card)
        line.ring()
    if lines:
        top = seats.below(lines) + GAP
    if view.seat is not None and view.own is not None:
        _hand(canvas, view, view.seat, view.own, say, choosing, top)
        top += HAND_HEIGHT
    canvas.height = top + theme.MARGIN
    return canvas.png()


def _chosen(choosing: Choosing) -> dict[int, Action]:
    """The actions chosen so far, by duel."""
    steps = [step.partition("-") for step in choosing.steps[1:]] if choosing.steps[:1] == ("commit",) else []
    return {int(number): action for number, _, word in steps for action in ACTIONS if action == word}


def _asked(choosing: Choosing, number: int) -> bool:
    """Whether the question is about this duel: to turn it up, or to put an action on it."""
    if choosing.label("resolve", f"d{number}") is not None:
        return True
    return choosing.steps[:1] == ("commit",) and any(cell.steps[0].startswith(f"{number}-") for cell in choosing.cells)


def _seat(canvas: Canvas, box: Box, view: TripotView, seat: Seat, say: Say, choosing: Choosing) -> None:
    """A seat's plate: points, marks, and its remaining cards, which are public.

    It is ringed if the seat must act; in a choice of opponents, if it is possible or chosen.
    """
    public, (left, top, right, bottom) = view.public, box
    challenging = choosing.steps[:1] == ("challenge",)
    chosen, possible = f"s{seat}" in choosing.steps, choosing.label("challenge", f"s{seat}") is not None
    out = challenging and not chosen and not possible and seat != view.seat
    canvas.panel(box, radius=20)
    facts = (seats.Fact(coin(None, 32), str(public.points[seat])), *map(seats.Fact, _marks(public, seat, say)))
    seats.plate(canvas, (left, top, right, bottom - 36), seats.Seat(seat, say.raw_name(seat), facts, out=out))
    hand = public.hands[seat]
    for place in range(8):
        card = small_card(hand[place] if place < len(hand) else None)
        canvas.put(card, left + 18 + place * 23, bottom - 25, anchor="lm", strength=0.5 if out else 1)
    if chosen:
        canvas.frame(box, theme.PAPER, radius=20)
    elif possible if challenging else seat in view.to_act:
        canvas.frame(box, radius=20)


def _marks(public: Public, seat: Seat, say: Say) -> Iterator[Sprite]:
    """Marks of the first player of the round, of the last to hold cards, and of winners."""
    if seat == public.first and public.phase != "over":
        yield signs.tag(say("picture-first"))
    if isinstance(public.last, DuelResolved) and public.last.lone and public.last.lone.seat == seat:
        yield signs.tag(signed(public.last.lone.points), size=24, fill=theme.COIN)
    if _won(public, seat, say):
        yield signs.crown(34)


def _caption(canvas: Canvas, public: Public, say: Say, y: float) -> None:
    """The caption of the previous round's duels, and the balance of the reserve."""
    if public.ended and not public.duels:
        number = public.round if public.phase == "over" else public.round - 1
        words = say("picture-past", round=number)
        canvas.text(words, LEFT + 8, y, size=24, colour=theme.MUTED, anchor="lm", width=320)
    words = say("picture-reserve", points=signed(public.reserve))
    canvas.text(words, RIGHT - 8, y, size=24, colour=theme.MUTED, anchor="rm", width=300)


def _won(public: Public, seat: Seat, say: Say) -> bool:
    best = public.phase == "over" and public.points[seat] == max(public.points)
    return best and seats.stayed(say.raw_name(seat))


def _hand(canvas: Canvas, view: TripotView, seat: Seat, own: Own, say: Say, choosing: Choosing, top: int) -> None:
    """The player's cards; those that may be played now are ringed."""
    held = list(view.public.hands[seat])
    if own.card is not None:
        held.remove(own.card)
    mark = signs.crown(34) if _won(view.public, seat, say) else None
    plate = seats.Seat(seat, say.raw_name(seat), active=seat in view.to_act, mark=mark)
    left, top, right, bottom = seats.strip(canvas, top, HAND_HEIGHT, plate)
    if not held:
        words = say("picture-empty")
        canvas.text(words, (left + right) / 2, (top + bottom) / 2, size=28, colour=theme.MUTED, width=460)
    possible = {cell.steps[-1] for cell in choosing.cells}
    start = (left + right - len(held) * (CARD_WIDTH + 8) + 8) / 2
    for place, card in enumerate(held):
        x, y, tall = start + place * (CARD_WIDTH + 8), top + 10, signs.card_height(CARD_WIDTH)
        canvas.put(signs.number_card(card, CARD_WIDTH, stripe=theme.SEATS[seat]), x, y, anchor="lt")
        if str(card) in possible:
            canvas.frame((x, y, x + CARD_WIDTH, y + tall), radius=10, width=4, gap=3)


# ---- before the game


def emblem(canvas: Canvas, box: Box) -> None:
    """The three actions, and coins."""
    left, top, right, bottom = box
    middle, size = (left + right) / 2, round((bottom - top) * 0.5)
    for place, value in enumerate((None, 5, None)):
        y = top + (size * 0.16 if place != 1 else 0)
        canvas.put(
            coin(value, round(size * (0.8 if value is None else 1))), middle + (place - 1) * size * 0.9, y, anchor="mt"
        )
    for place, action in enumerate(ACTIONS):
        canvas.put(action_token(action, size), middle + (place - 1) * size * 1.02, bottom, anchor="mb")
