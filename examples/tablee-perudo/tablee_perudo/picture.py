"""Pictures of Perudo: the bid, everybody's dice, and below them a player's own."""

from __future__ import annotations

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box

from tablee_perudo import pieces
from tablee_perudo.view import PerudoView, Public

LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN
GAP = 10
BID_HEIGHT = 130
BID_DIE, SEAT_DIE, OWN_DIE = 84, 30, 72
"""The sizes of dice."""
HAND_HEIGHT = 112


def picture(view: PerudoView, say: Say, _choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the bid, the seats with their dice, and for a seat with dice its own below them."""
    public, canvas = view.public, Canvas()
    _bid(canvas, public, say)
    boxes = seats.rows(public.seats, theme.MARGIN + BID_HEIGHT + GAP, tall=seats.HIGH)
    for seat, box in enumerate(boxes):
        _player(canvas, box, public, seat, say)
    top = seats.below(boxes)
    if view.seat is not None and view.own is not None:
        _hand(canvas, view, view.seat, view.own.dice, say, top + GAP)
        top += GAP + HAND_HEIGHT
    canvas.height = top + theme.MARGIN
    return canvas.png()


def emblem(canvas: Canvas, box: tuple[float, float, float, float]) -> None:
    """Two dice within the box."""
    left, top, right, bottom = box
    side = min(right - left, bottom - top)
    x, y, size = (left + right) / 2, (top + bottom) / 2, round(side * 0.5)
    canvas.put(pieces.die(5, size), x - side * 0.22, y - side * 0.2)
    canvas.put(pieces.die(1, size), x + side * 0.22, y + side * 0.2)


def _bid(canvas: Canvas, public: Public, say: Say) -> None:
    """The bid in a bubble, with a verdict once it has been doubted; before the first bid, who opens."""
    top, bottom = theme.MARGIN, theme.MARGIN + BID_HEIGHT
    claim = public.claim
    if claim is None:
        canvas.panel((LEFT, top, RIGHT, bottom))
        canvas.text(say("picture-open"), theme.WIDTH / 2, (top + bottom) / 2, size=34, width=RIGHT - LEFT - 60)
    else:
        signs.bubble(canvas, (LEFT, top, RIGHT, bottom - 18), (LEFT + 70, bottom))
        y = (top + bottom - 18) / 2
        name = say.raw_name(claim.seat)
        canvas.text(name, LEFT + 30, y, size=30, anchor="lm", width=220, colour=theme.INK)
        canvas.text(f"{claim.count} ×", theme.WIDTH / 2 - 10, y, size=54, anchor="rm", colour=theme.INK, strong=True)
        canvas.put(pieces.die(claim.face, BID_DIE), theme.WIDTH / 2 + 10, y, anchor="lm")
        if public.verdict is not None and public.phase != "bid":
            canvas.text(f"= {public.verdict.found}", RIGHT - 100, y, size=44, anchor="rm", colour=theme.INK)
            good = public.verdict.found >= claim.count
            canvas.put(signs.verdict(64, good=good), RIGHT - 20, y, anchor="rm")
    if public.palifico and public.phase == "bid":
        canvas.put(signs.tag("palifico", fill=theme.ACCENT), RIGHT - 16, top + 8, anchor="rt")


def _player(canvas: Canvas, box: Box, public: Public, seat: Seat, say: Say) -> None:
    """A seat: its name and its dice, hidden or shown."""
    left, _, _, bottom = box
    count = public.dice[seat] if public.dice else 0
    mark = None
    if public.phase == "over" and count and seats.stayed(say.raw_name(seat)):
        mark = signs.crown()
    elif public.phase != "bid" and public.verdict and public.verdict.loser == seat:
        mark = signs.tag("−1", size=24, fill=theme.ACCENT)
    active = public.phase == "bid" and public.turn == seat
    shown = public.uncovered or (public.flash.dice if public.flash else None)
    out = seat in public.gone and not (shown and shown[seat])
    seats.plate(canvas, box, seats.Seat(seat, say.raw_name(seat), active=active, out=out, mark=mark))
    x, y = left + 16, bottom - 26
    for place in range(len(shown[seat]) if shown else count):
        sprite = pieces.hidden_die(SEAT_DIE)
        if shown:
            claim, face = public.claim, shown[seat][place]
            counts = claim is not None and _matches(public, face, claim.face)
            sprite = pieces.die(face, SEAT_DIE, counts=counts)
        canvas.put(sprite, x, y, anchor="lm")
        x += SEAT_DIE + 6


def _matches(public: Public, die: int, face: int) -> bool:
    """Whether a die counts; once dice are shown, ``palifico`` is that of the next round."""
    if public.phase == "bid" or public.verdict is None:
        return public.matches(die, face)
    return die == face or (die == 1 and not public.verdict.palifico)


def _hand(canvas: Canvas, view: PerudoView, seat: Seat, dice: tuple[int, ...], say: Say, top: int) -> None:
    """The dice of the viewer; those that count for the bid have a thick edge."""
    public, claim = view.public, view.public.claim
    plate = seats.Seat(seat, say.raw_name(seat), active=public.turn == seat)
    left, top, _, bottom = seats.strip(canvas, top, HAND_HEIGHT, plate)
    for place, face in enumerate(dice):
        counts = claim is not None and public.matches(face, claim.face)
        x = left + 20 + place * (OWN_DIE + 14)
        canvas.put(pieces.die(face, OWN_DIE, counts=counts), x, (top + bottom) / 2, anchor="lm")
