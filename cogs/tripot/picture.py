"""Pictures of Le Tripot du Chaos: the public table, and a player's own cards and duels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import badges, cards, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box, Sprite
from cogs.tripot.duel import signed
from cogs.tripot.moves import ACTIONS, Action
from cogs.tripot.pieces import CHIPS_HEIGHT, GAP, RINGS, ROW_HEIGHT, DuelRow, Look, action_token, coin, small_card
from cogs.tripot.view import DuelResolved, Own, Public, TripotView

PLATE_HEIGHT = 146
"""The height of a seat's plate: its name, its points, its cards."""
CAPTION_HEIGHT = 44
"""The height of the line between the seats and the duels."""
OWN_PLATE_HEIGHT = 72
"""The height of the player's plate in their own picture."""
CARD_WIDTH = 74
END = theme.WIDTH - theme.MARGIN


def picture(view: TripotView, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the table for an onlooker, the seat's own cards and duels for a seat."""
    if view.seat is None or view.own is None:
        return _board(view, say, choosing).png()
    return _hand(view, view.seat, view.own, say, choosing).png()


# ---- the table


def _board(view: TripotView, say: Say, choosing: Choosing) -> Canvas:
    """The seats, then the duels of this round; until its first challenge, those of the previous round."""
    public = view.public
    boxes = seats.rows(public.seats, theme.MARGIN, tall=PLATE_HEIGHT)
    duels = public.duels or public.ended
    lines = len(duels) + (public.pending is not None)
    top = seats.below(boxes)
    canvas = Canvas(top + CAPTION_HEIGHT + lines * (ROW_HEIGHT + GAP) - (GAP if lines else 8) + theme.MARGIN)
    for seat, box in enumerate(boxes):
        _seat(canvas, box, public, seat, say, _marks(public, seat, say))
        if seat in view.to_act:
            canvas.frame(box, radius=20)
    _caption(canvas, public, say, top + CAPTION_HEIGHT / 2 + 1)
    top += CAPTION_HEIGHT
    for number, duel in enumerate(duels):
        line = DuelRow(canvas, public, say, top)
        line.duel(number, duel, lit=choosing.label("resolve", f"d{number}") is not None)
        if number == public.newest:
            line.ring()
        top += ROW_HEIGHT + GAP
    if public.pending:
        line = DuelRow(canvas, public, say, top)
        line.challenge(public.pending, public.uncovered.card if public.uncovered else None)
        line.ring()
    return canvas


def _seat(
    canvas: Canvas, box: Box, public: Public, seat: Seat, say: Say, marks: Iterable[Sprite], *, out: bool = False
) -> None:
    """A seat's plate: points, marks, and its remaining cards, which are public."""
    left, top, right, bottom = box
    canvas.panel(box, radius=20)
    facts = (seats.Fact(coin(None, 32), str(public.points[seat])), *map(seats.Fact, marks))
    seats.plate(canvas, (left, top, right, bottom - 42), seats.Seat(seat, say.raw_name(seat), facts, out=out))
    hand = public.hands[seat]
    for place in range(8):
        card = small_card(hand[place] if place < len(hand) else None)
        canvas.put(card, left + 18 + place * 23, bottom - 29, anchor="lm", strength=0.5 if out else 1)


def _marks(public: Public, seat: Seat, say: Say) -> Iterator[Sprite]:
    """Marks of the first player of the round, of the last to hold cards, and of winners."""
    if seat == public.first and public.phase != "over":
        yield badges.tag(say("picture-first"))
    if isinstance(public.last, DuelResolved) and public.last.lone and public.last.lone.seat == seat:
        yield badges.tag(signed(public.last.lone.points), size=24, fill=theme.COIN)
    if _won(public, seat):
        yield badges.crown(34)


def _caption(canvas: Canvas, public: Public, say: Say, y: float) -> None:
    """The caption of the previous round's duels, and the balance of the reserve."""
    if public.ended and not public.duels:
        number = public.round if public.phase == "over" else public.round - 1
        words = say("picture-past", round=number)
        canvas.text(words, theme.MARGIN + 8, y, size=24, colour=theme.MUTED, anchor="lm", width=320)
    words = say("picture-reserve", points=signed(public.reserve))
    canvas.text(words, END - 8, y, size=24, colour=theme.MUTED, anchor="rm", width=300)


def _won(public: Public, seat: Seat) -> bool:
    return public.phase == "over" and public.points[seat] == max(public.points)


# ---- the player's own picture


def _hand(view: TripotView, seat: Seat, own: Own, say: Say, choosing: Choosing) -> Canvas:
    """From top to bottom: the player's plate, their duels and current challenge, their cards.

    When challenging, the opponents come above them; below each duel are its actions; possible choices are ringed.
    """
    public = view.public
    duels, pending = public.duels_of(seat), public.pending
    if pending and seat not in {pending.challenger, pending.opponent}:
        pending = None
    held = list(public.hands[seat])
    if own.card is not None:
        held.remove(own.card)
    plates = _plates(public, seat) if choosing.steps[:1] == ("challenge",) else {}
    top = seats.below(list(plates.values())) + 12 if plates else theme.MARGIN
    step = ROW_HEIGHT + GAP + (CHIPS_HEIGHT + 12 if public.phase == "actions" else 0)
    first = top + OWN_PLATE_HEIGHT + 12
    lower = first + len(duels) * step + (ROW_HEIGHT + GAP if pending else 0) + 4
    canvas = Canvas(lower + (cards.height(CARD_WIDTH) if held else 44) + theme.MARGIN)
    for other, box in plates.items():
        _opponent(canvas, box, public, other, say, choosing)
    _own_plate(canvas, view, seat, say, top)
    laid = dict(own.actions)
    for place, number in enumerate(duels):
        duel = public.duels[number]
        line = DuelRow(canvas, public, say, first + place * step)
        lit = choosing.label("resolve", f"d{number}") is not None
        line.duel(number, duel, laid.get(number), turned=seat == duel.seats[1], lit=lit)
        if number == public.newest and duel.tokens:
            line.ring()
        if public.phase == "actions":
            line.chips([_chip(number, action, laid.get(number), choosing, say) for action in ACTIONS])
    if pending:
        DuelRow(canvas, public, say, first + len(duels) * step).challenge(
            pending, own.card, turned=seat == pending.opponent
        )
    _cards(canvas, seat, held, say, lower, {cell.steps[-1] for cell in choosing.cells})
    return canvas


def _plates(public: Public, seat: Seat) -> dict[Seat, Box]:
    """The boxes of the opponents' plates in a seat's picture; none where there is no choice."""
    others = [other for other in range(public.seats) if other != seat]
    return (
        dict(zip(others, seats.rows(len(others), theme.MARGIN, tall=PLATE_HEIGHT), strict=True)) if others[1:] else {}
    )


def _opponent(canvas: Canvas, box: Box, public: Public, seat: Seat, say: Say, choosing: Choosing) -> None:
    """An opponent: possible, chosen, or not available."""
    chosen, possible = f"s{seat}" in choosing.steps, choosing.label("challenge", f"s{seat}") is not None
    duels = len(public.duels_of(seat))
    marks = [badges.tag(say("picture-duels", count=duels))] if duels else []
    _seat(canvas, box, public, seat, say, marks, out=not chosen and not possible)
    if chosen or possible:
        canvas.frame(box, RINGS["chosen" if chosen else "possible"], radius=20)


def _chip(number: int, action: Action, laid: Action | None, choosing: Choosing, say: Say) -> tuple[Action, str, Look]:
    """One action on one duel: possible, chosen, or not available."""
    step = f"{number}-{action}"
    words = next((cell.label for cell in choosing.cells if cell.steps[0] == step), None)
    chosen = step in choosing.steps or (laid == action and len(choosing.steps) <= 1)
    look: Look = "chosen" if chosen else "possible" if words else "faint"
    return action, words or say("press-action", duel=number + 1, action=action), look


def _own_plate(canvas: Canvas, view: TripotView, seat: Seat, say: Say, top: int) -> None:
    """The player's name and points."""
    public, middle = view.public, top + OWN_PLATE_HEIGHT / 2
    box = (theme.MARGIN, top, END, top + OWN_PLATE_HEIGHT)
    canvas.panel(box, radius=20)
    waited = seat in view.to_act
    mark = badges.crown() if _won(public, seat) else badges.hourglass() if waited else None
    seats.plate(
        canvas, (theme.MARGIN, top, 520, top + OWN_PLATE_HEIGHT), seats.Seat(seat, say.raw_name(seat), mark=mark)
    )
    canvas.put(coin(None, 40), 560, middle, anchor="lm")
    canvas.text(str(public.points[seat]), 608, middle, size=32, anchor="lm", strong=True)


def _cards(canvas: Canvas, seat: Seat, held: list[int], say: Say, top: int, possible: Collection[str]) -> None:
    """The player's cards; those that may be played now are ringed."""
    if not held:
        canvas.text(say("picture-empty"), theme.WIDTH / 2, top + 22, size=28, colour=theme.MUTED, width=600)
    left = (theme.WIDTH - len(held) * (CARD_WIDTH + 10) + 10) / 2
    for place, card in enumerate(held):
        x = left + place * (CARD_WIDTH + 10)
        canvas.put(cards.number_card(card, CARD_WIDTH, stripe=theme.SEATS[seat]), x, top, anchor="lt")
        if str(card) in possible:
            canvas.frame((x, top, x + CARD_WIDTH, top + cards.height(CARD_WIDTH)), radius=12, gap=4)


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


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.tripot.game import GAME

    raise SystemExit(main(GAME))
