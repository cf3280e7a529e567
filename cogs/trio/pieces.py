"""The parts of Trio's pictures: lines of seats with their trios, the chains of linked numbers, signs of the ends."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Say, Seat
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box, Pen, Sprite, sprite
from cogs.trio.links import CHAINS, SEVEN, winners
from cogs.trio.view import Public, Took, TrioView

LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN
TEAM_NAMES = "ABC"

LINE_HEIGHT, LINE_GAP = 58, 8
TEAM_WIDTH = 184
"""The part of a team's row that holds its letter and trios."""
OPEN_NAME_WIDTH = 210
"""The part of a line that holds the number and the name of a seat whose hand lies open."""
HAND_CARD_WIDTH = 32
"""The width of a card in an open hand."""
TRIO_WIDTH = 34
"""The width of a card that stands for a trio."""

CHAINS_HEIGHT = 96
LINK_WIDTH, CHAIN_GAP, BETWEEN_CHAINS, WINNER_SIZE = 42, 10, 29, 28
"""Widths: a number, the gap within a chain, the gap between chains, the sign of a winner."""


@sprite
def end_sign(size: int, *, up: bool) -> Sprite:
    """The sign of the highest (▲) or the lowest card of a hand (▼), as on the buttons."""
    pen = Pen(size, size)
    points = ((50, 18), (92, 84), (8, 84)) if up else ((50, 82), (92, 16), (8, 16))
    pen.square(0, 0, size).polygon(points, theme.PAPER, soft=4)
    return pen.done()


def crowned(public: Public, seat: Seat, say: Say) -> Sprite | None:
    """A crown for a winner."""
    won = public.phase == "over" and seat in public.setup.side(public.active)
    return signs.crown() if won and seats.stayed(say.raw_name(seat)) else None


def lines(canvas: Canvas, view: TrioView, say: Say, top: int) -> int:
    """The seats with their cards and trios in the order of their buttons: two to a row, or one if there are three.

    Once everything lies open each seat has a row. Returns the lower edge.
    """
    setup = view.public.setup
    order = [seat for pair in setup.pairs for seat in pair] or list(range(setup.seats))
    across = 1 if view.public.opened or setup.seats == 3 else 2
    right = RIGHT - (TEAM_WIDTH + LINE_GAP if setup.teams and across == 2 else 0)
    wide = (right - LEFT - LINE_GAP * (across - 1)) / across
    for place, seat in enumerate(order):
        row, column = divmod(place, across)
        x, y = LEFT + column * (wide + LINE_GAP), top + row * (LINE_HEIGHT + LINE_GAP)
        _line(canvas, (x, y, x + wide, y + LINE_HEIGHT), view, seat, say)
    if right < RIGHT:
        for team in range(len(setup.pairs)):
            _team(canvas, view.public, team, say, top + team * (LINE_HEIGHT + LINE_GAP))
    return top + -(-len(order) // across) * (LINE_HEIGHT + LINE_GAP) - LINE_GAP


def _line(canvas: Canvas, box: Box, view: TrioView, seat: Seat, say: Say) -> None:
    """A seat: its name, its number of cards or its open hand, and its trios; ringed while it must act."""
    left, top, right, bottom = box
    public, y = view.public, (top + bottom) / 2
    teams = bool(public.setup.teams)
    exchanging = teams and public.phase == "exchange" and public.answers
    out = bool(exchanging) and public.answers[public.setup.team(seat)] in {"out", "kept"}
    owned = 0 if teams or not public.trios else len(public.trios[seat])
    end = left + OPEN_NAME_WIDTH if public.opened else right - 74 - min(owned, 3) * (TRIO_WIDTH + 6)
    canvas.panel(box, radius=20)
    name = seats.Seat(seat, say.raw_name(seat), out=out, mark=crowned(public, seat, say))
    seats.plate(canvas, (left, top, end, bottom), name)
    if public.opened:
        offered = public.opened.offers[seat] if public.opened.offers else 0
        hand_end = open_hand(canvas, public.opened.hands[seat], (end + 4, right - 140), y, offered)
        # A team's trios are beside its first seat.
        if not teams or seat == public.setup.side(seat)[0]:
            trios(canvas, public, public.setup.side(seat), (max(hand_end + 16, right - 150), right - 14), y)
    else:
        if public.counts:
            canvas.put(signs.card_back(28), end, y, anchor="lm", strength=0.5 if out or not public.counts[seat] else 1)
            canvas.text(str(public.counts[seat]), end + 36, y, size=28, anchor="lm", strong=True)
        if not teams:
            trios(canvas, public, (seat,), (end + 72, right - 10), y)
    if seat in view.to_act:
        canvas.frame(box, radius=20)


def _team(canvas: Canvas, public: Public, team: int, say: Say, top: int) -> None:
    """A team's letter and trios, or that it has exchanged cards, at the right of its seats."""
    box = (RIGHT - TEAM_WIDTH, top, RIGHT, top + LINE_HEIGHT)
    y = top + LINE_HEIGHT / 2
    canvas.panel(box, theme.SHADE, radius=20)
    letter = signs.tag(TEAM_NAMES[team], size=24)
    canvas.put(letter, box[0] + 10, y, anchor="lm")
    if public.answers and public.answers[team] == "swapped":
        width = TEAM_WIDTH - letter.width - 26
        canvas.text(say("picture-swapped"), RIGHT - 10, y, size=24, anchor="rm", width=width, colour=theme.ACCENT)
    else:
        trios(canvas, public, public.setup.pairs[team], (box[0] + letter.width + 18, RIGHT - 10), y)


def open_hand(canvas: Canvas, hand: Sequence[int], room: tuple[float, float], y: float, ringed: int = 0) -> float:
    """Draw a hand, closer together when there are many cards, optionally with one ringed. Returns its right edge."""
    pitch = min(HAND_CARD_WIDTH + 4, (room[1] - room[0] - HAND_CARD_WIDTH) / max(1, len(hand) - 1))
    for place, number in enumerate(hand):
        canvas.put(signs.number_card(number, HAND_CARD_WIDTH), round(room[0] + place * pitch), y, anchor="lm")
    if ringed in hand:
        x, half = round(room[0] + hand.index(ringed) * pitch), signs.card_height(HAND_CARD_WIDTH) / 2
        canvas.frame((x, y - half, x + HAND_CARD_WIDTH, y + half), radius=6, width=4, gap=2)
    return room[0] + len(hand) * pitch


def trios(canvas: Canvas, public: Public, side: Sequence[Seat], room: tuple[float, float], y: float) -> None:
    """A side's trios between two points, closer together when there are many; the latest is ringed."""
    owned = [number for seat in side for number in public.trios[seat]] if public.trios else []
    pitch = min(TRIO_WIDTH + 6, (room[1] - room[0] - TRIO_WIDTH) / max(1, len(owned) - 1))
    tall = signs.card_height(TRIO_WIDTH)
    for place, number in enumerate(owned):
        x = round(room[0] + place * pitch)
        canvas.put(signs.number_card(number, TRIO_WIDTH), x, y, anchor="lm")
        if isinstance(public.last, Took) and public.last.number == number:
            canvas.frame((x, y - tall / 2, x + TRIO_WIDTH, y + tall / 2), radius=6, width=4, gap=4)


def chains(canvas: Canvas, public: Public, top: int) -> None:
    """A slot for each number, filled once its trio is won; below it, the seats that would win with it."""
    owners = {number: seat for seat, owned in enumerate(public.trios) for number in owned}
    tall = signs.card_height(LINK_WIDTH)
    x = LEFT
    for chain in CHAINS:
        end = x + len(chain) * (LINK_WIDTH + CHAIN_GAP) - CHAIN_GAP
        canvas.line(
            ((x + LINK_WIDTH / 2, top + tall / 2), (end - LINK_WIDTH / 2, top + tall / 2)), theme.MUTED, width=6
        )
        for number in chain:
            owner = owners.get(number)
            if owner is None:
                canvas.put(signs.card_slot(LINK_WIDTH, label=str(number)), x, top, anchor="lt")
                _winners(canvas, public, number, x + LINK_WIDTH / 2, top + tall + 22)
            else:
                canvas.put(signs.number_card(number, LINK_WIDTH, stripe=theme.SEATS[owner]), x, top, anchor="lt")
            x += LINK_WIDTH + CHAIN_GAP
        x += BETWEEN_CHAINS - CHAIN_GAP


def _winners(canvas: Canvas, public: Public, number: int, x: float, y: float) -> None:
    """The sides that would win with this number: discs of seats, letters of teams, a crown for everybody."""
    if public.phase == "over":
        return
    if number == SEVEN:
        canvas.put(signs.crown(WINNER_SIZE + 6), x, y)
        return
    ready = winners(public.trios, number)
    if public.setup.teams:
        letters = sorted({TEAM_NAMES[public.setup.team(seat)] for seat in ready})
        canvas.text(" ".join(letters), x, y, size=26, strong=True)
        return
    for index, seat in enumerate(ready):
        canvas.put(seats.disc(seat, WINNER_SIZE), x + (index - (len(ready) - 1) / 2) * (WINNER_SIZE - 1), y)
