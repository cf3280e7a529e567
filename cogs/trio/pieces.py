"""The parts of Trio's pictures: lines of seats with their trios, the chains of linked numbers, arrows to the ends."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Choosing, Say, Seat
from bot.pictures.kit import badges, cards, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box, Pen, Point, Sprite, sprite
from cogs.trio.links import CHAINS, SEVEN, winners
from cogs.trio.view import Public, Took, TrioView

LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN
TEAM_NAMES = "ABC"

LINE_HEIGHT = 64
NAME_WIDTH = 288
"""The part of a line that holds the number and the name."""
ARROWS_WIDTH = 56
"""The part of a line that holds the arrows to both ends of a hand."""
TEAM_HEIGHT = 2 * LINE_HEIGHT + 8 + 24
HAND_HEIGHT, HAND_CARD_WIDTH = 58, 36
"""The height of a hand that lies open under its line, and the width of its cards."""
HANDS_BELOW_SEATS = 4
"""Up to this many seats an open hand is too long for its line, and there is space to draw it below."""
HEADER_HEIGHT = 60
"""The height of a team's name and trios above its open hands."""
TRIO_WIDTH = 40
"""The width of a card that stands for a trio."""

CHAINS_HEIGHT = 106
LINK_WIDTH, CHAIN_GAP, BETWEEN_CHAINS, WINNER_SIZE = 42, 10, 29, 28
"""Widths: a number, the gap within a chain, the gap between chains, the sign of a winner."""


@sprite
def end_arrow(size: int, *, up: bool) -> Sprite:
    """An arrow to the highest (up, with a bar above) or the lowest card of a hand (down, with a bar below)."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)

    def flip(*points: Point) -> list[Point]:
        return [(x, y if up else 100 - y) for x, y in points]

    unit.line(flip((20, 12), (80, 12)), 11, theme.PAPER)
    unit.line(flip((50, 40), (50, 90)), 13, theme.PAPER)
    unit.polygon(flip((50, 30), (78, 60), (22, 60)), theme.PAPER, soft=4)
    return pen.done()


def mark(view: TrioView, seat: Seat) -> Sprite | None:
    """A crown for a winner, an hourglass for a player who must act."""
    public = view.public
    if public.phase == "over":
        return badges.crown() if seat in public.setup.side(public.active) else None
    return badges.hourglass() if seat in view.to_act else None


def line(
    canvas: Canvas, box: Box, view: TrioView, seat: Seat, say: Say, choosing: Choosing, *, out: bool = False
) -> None:
    """A seat's number and name, then its number of cards; ringed while the seat must act.

    While a player chooses a card to turn up, arrows mark the two ends of the hand, as on the buttons.
    """
    left, top, right, _ = box
    bottom = top + LINE_HEIGHT
    middle = (top + bottom) / 2
    asked = choosing.label("reveal", f"s{seat}", "lowest") is not None
    end = min(left + NAME_WIDTH, right - 84 - (ARROWS_WIDTH if asked else 0))
    canvas.panel(box, radius=20)
    name = seats.Seat(seat, say.raw_name(seat), out=out, mark=mark(view, seat))
    seats.plate(canvas, (left, top, end, bottom), name)
    if view.public.counts and not view.public.opened:
        x = end + 4
        canvas.put(cards.back(28), x, middle, anchor="lm", strength=0.5 if out else 1)
        canvas.text(str(view.public.counts[seat]), x + 38, middle, size=30, anchor="lm", strong=True)
        if asked:
            canvas.put(end_arrow(26, up=False), x + 78, middle, anchor="lm")
            canvas.put(end_arrow(26, up=True), x + 106, middle, anchor="lm")
    if seat in view.to_act:
        canvas.frame(box, radius=20)


def open_hand(canvas: Canvas, hand: Sequence[int], room: tuple[float, float], y: float, ringed: int = 0) -> float:
    """Draw a hand, closer together when there are many cards, optionally with one ringed. Returns its right edge."""
    pitch = min(HAND_CARD_WIDTH + 4, (room[1] - room[0] - HAND_CARD_WIDTH) / max(1, len(hand) - 1))
    for place, number in enumerate(hand):
        canvas.put(cards.number_card(number, HAND_CARD_WIDTH), round(room[0] + place * pitch), y, anchor="lm")
    if ringed in hand:
        x, half = round(room[0] + hand.index(ringed) * pitch), cards.height(HAND_CARD_WIDTH) / 2
        canvas.frame((x, y - half, x + HAND_CARD_WIDTH, y + half), radius=6, width=4, gap=2)
    return room[0] + len(hand) * pitch


def line_tall(public: Public, seat: Seat) -> int:
    """The height of a seat's line: larger where an open hand is drawn below it."""
    return LINE_HEIGHT + (
        HAND_HEIGHT if public.opened and public.opened.hands[seat] and public.setup.seats <= HANDS_BELOW_SEATS else 0
    )


def column(canvas: Canvas, view: TrioView, say: Say, choosing: Choosing, top: int) -> int:
    """One line per seat with its trios at the right end. Returns the y of the next item."""
    public = view.public
    for seat in range(public.setup.seats):
        tall = line_tall(public, seat)
        line(canvas, (LEFT, top, RIGHT, top + tall), view, seat, say, choosing)
        x = LEFT + NAME_WIDTH + 96.0 + (0 if public.opened else ARROWS_WIDTH)
        if public.opened and tall > LINE_HEIGHT:
            open_hand(
                canvas, public.opened.hands[seat], (LEFT + 14, RIGHT - 14), top + LINE_HEIGHT + HAND_HEIGHT / 2 - 6
            )
        elif public.opened:
            middle = top + LINE_HEIGHT / 2
            x = 18 + open_hand(canvas, public.opened.hands[seat], (LEFT + NAME_WIDTH + 4, RIGHT - 140), middle)
        trios(canvas, public, (seat,), (x, RIGHT - 16), top + LINE_HEIGHT / 2)
        top += tall + 8
    return top - 8


def teams(canvas: Canvas, view: TrioView, say: Say, choosing: Choosing, top: int) -> int:
    """Every team with its two seats and their shared trios. Returns the y of the next item."""
    public = view.public
    for team, pair in enumerate(public.setup.pairs):
        answer = public.answers[team] if public.answers else "open"
        tall = team_tall(public)
        canvas.panel((LEFT, top, RIGHT, top + tall), theme.SHADE, radius=24)
        for row, seat in enumerate(pair):
            upper = top + tall - TEAM_HEIGHT + 12 + row * (LINE_HEIGHT + 8)
            box = (LEFT + 12, upper, RIGHT - 12 if public.opened else LEFT + 372, upper + LINE_HEIGHT)
            out = public.phase == "exchange" and answer in {"out", "kept"}
            line(canvas, box, view, seat, say, choosing, out=out)
            if public.opened:
                room = (LEFT + 12 + NAME_WIDTH, RIGHT - 20)
                offered = public.opened.offers[seat] if public.opened.offers else 0
                open_hand(canvas, public.opened.hands[seat], room, upper + LINE_HEIGHT / 2, offered)
        x, end = LEFT + (28 if public.opened else 392), RIGHT - 14
        canvas.text(say("picture-team", team=TEAM_NAMES[team]), x, top + 40, size=26, anchor="lm", width=120)
        if answer == "swapped":
            canvas.put(badges.tag(say("picture-swapped"), fill=theme.ACCENT), end, top + 40, anchor="rm")
        if public.opened:
            trios(canvas, public, pair, (LEFT + 12 + NAME_WIDTH, end), top + 40)
        else:
            trios(canvas, public, pair, (x, end), top + 106)
        top += tall + 10
    return top - 10


def team_tall(public: Public) -> int:
    """The height of a team's panel: at the end open hands take the full width, so the trios are above them."""
    return TEAM_HEIGHT + (HEADER_HEIGHT if public.opened else 0)


def trios(canvas: Canvas, public: Public, side: Sequence[Seat], room: tuple[float, float], y: float) -> None:
    """A side's trios between two points, closer together when there are many; the latest is ringed."""
    owned = [number for seat in side for number in public.trios[seat]] if public.trios else []
    pitch = min(TRIO_WIDTH + 8, (room[1] - room[0] - TRIO_WIDTH) / max(1, len(owned) - 1))
    tall = cards.height(TRIO_WIDTH)
    for place, number in enumerate(owned):
        x = round(room[0] + place * pitch)
        canvas.put(cards.number_card(number, TRIO_WIDTH), x, y, anchor="lm")
        if isinstance(public.last, Took) and public.last.number == number:
            canvas.frame((x, y - tall / 2, x + TRIO_WIDTH, y + tall / 2), radius=6, width=4, gap=4)


def chains(canvas: Canvas, public: Public, top: int) -> None:
    """A slot for each number, filled once its trio is won; below it, the seats that would win with it."""
    owners = {number: seat for seat, owned in enumerate(public.trios) for number in owned}
    tall = cards.height(LINK_WIDTH)
    x = LEFT
    for chain in CHAINS:
        end = x + len(chain) * (LINK_WIDTH + CHAIN_GAP) - CHAIN_GAP
        canvas.line(
            ((x + LINK_WIDTH / 2, top + tall / 2), (end - LINK_WIDTH / 2, top + tall / 2)), theme.MUTED, width=6
        )
        for number in chain:
            owner = owners.get(number)
            if owner is None:
                canvas.put(cards.slot(LINK_WIDTH, label=str(number)), x, top, anchor="lt")
                _winners(canvas, public, number, x + LINK_WIDTH / 2, top + tall + 22)
            else:
                canvas.put(cards.number_card(number, LINK_WIDTH, stripe=theme.SEATS[owner]), x, top, anchor="lt")
            x += LINK_WIDTH + CHAIN_GAP
        x += BETWEEN_CHAINS - CHAIN_GAP


def _winners(canvas: Canvas, public: Public, number: int, x: float, y: float) -> None:
    """The sides that would win with this number: discs of seats, letters of teams, a crown for everybody."""
    if public.phase == "over":
        return
    if number == SEVEN:
        canvas.put(badges.crown(WINNER_SIZE + 6), x, y)
        return
    ready = winners(public.trios, number)
    if public.setup.teams:
        letters = sorted({TEAM_NAMES[public.setup.team(seat)] for seat in ready})
        canvas.text(" ".join(letters), x, y, size=26, strong=True)
        return
    for index, seat in enumerate(ready):
        canvas.put(seats.disc(seat, WINNER_SIZE), x + (index - (len(ready) - 1) / 2) * (WINNER_SIZE - 1), y)
