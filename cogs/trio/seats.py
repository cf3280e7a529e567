"""The seats of a picture of Trio: who sits there, how many cards they hold and which trios they own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cards, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box
from bot.pictures.kit.sprites import Sprite
from cogs.trio.views import Took, TrioView

TALL = 64
"""The height of a line."""
NAME = 288
"""The part of a line that holds the number and the name."""
LETTERS = "ABC"
"""What the teams are called."""
TEAM = 2 * TALL + 8 + 24
TRIO = 40
"""The width of a card that stands for a trio."""


def line(canvas: Canvas, box: Box, view: TrioView, seat: Seat, say: Say, *, out: bool = False) -> None:
    """A seat's number and name at the left end, the cards it holds after them; ringed when we wait for it."""
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    canvas.panel(box, radius=20)
    name = seats.Seat(seat, say.raw_name(seat), out=out, mark=_mark(view, seat))
    seats.plate(canvas, (left, top, min(left + NAME, right - 84), bottom), name)
    if view.counts:
        x = min(left + NAME, right - 84) + 4
        canvas.put(cards.back(28), x, middle, anchor="lm", strength=0.5 if out else 1)
        canvas.text(str(view.counts[seat]), x + 38, middle, size=30, anchor="lm", strong=True)
    if seat in view.to_act:
        canvas.frame(box, radius=20)


def column(canvas: Canvas, view: TrioView, say: Say, top: int) -> int:
    """Everybody on a line of their own, their trios at its right end; returns where the next thing may begin."""
    for seat in range(view.terms.seats):
        box = (theme.MARGIN, top, theme.WIDTH - theme.MARGIN, top + TALL)
        line(canvas, box, view, seat, say)
        trios(canvas, view, (seat,), (theme.MARGIN + NAME + 96, theme.WIDTH - theme.MARGIN - 16), top + TALL / 2)
        top += TALL + 8
    return top - 8


def teams(canvas: Canvas, view: TrioView, say: Say, top: int) -> int:
    """Every team with its two seats and the trios they pool; returns where the next thing may begin."""
    for team, pair in enumerate(view.terms.pairs):
        answer = view.answers[team] if view.answers else "open"
        canvas.panel((theme.MARGIN, top, theme.WIDTH - theme.MARGIN, top + TEAM), theme.SHADE, radius=24)
        for row, seat in enumerate(pair):
            upper = top + 12 + row * (TALL + 8)
            box = (theme.MARGIN + 12, upper, theme.MARGIN + 372, upper + TALL)
            line(canvas, box, view, seat, say, out=view.phase == "exchange" and answer in {"out", "kept"})
        x = theme.MARGIN + 392
        end = theme.WIDTH - theme.MARGIN - 14
        canvas.text(say("picture-team", team=LETTERS[team]), x, top + 40, size=26, anchor="lm", width=120)
        if answer == "swapped":
            canvas.put(badges.tag(say("picture-swapped"), fill=theme.ACCENT), end, top + 40, anchor="rm")
        trios(canvas, view, pair, (x, end), top + 106)
        top += TEAM + 10
    return top - 10


def trios(canvas: Canvas, view: TrioView, side: Sequence[Seat], room: tuple[float, float], y: float) -> None:
    """The trios a side owns, between two points, closer together when there are many; the one just taken is ringed."""
    owned = [number for seat in side for number in view.trios[seat]] if view.trios else []
    pitch = min(TRIO + 8, (room[1] - room[0] - TRIO) / max(1, len(owned) - 1))
    tall = cards.height(TRIO)
    for place, number in enumerate(owned):
        x = round(room[0] + place * pitch)
        canvas.put(cards.number_card(number, TRIO), x, y, anchor="lm")
        if isinstance(view.last, Took) and view.last.number == number:
            canvas.frame((x, y - tall / 2, x + TRIO, y + tall / 2), radius=6, width=4, gap=4)


def _mark(view: TrioView, seat: Seat) -> Sprite | None:
    """A crown for who has won, an hourglass for whom we wait for."""
    if view.phase == "over":
        return badges.crown() if seat in view.terms.side(view.active) else None
    return badges.hourglass() if seat in view.to_act else None
