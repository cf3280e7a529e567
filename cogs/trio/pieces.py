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
LETTERS = "ABC"
"""What the teams are called."""

LINE = 64
"""The height of a seat's line."""
NAME = 288
"""The part of a line that holds the number and the name."""
ARROWS = 56
"""The part of a line that holds the arrows to both ends of a hand."""
TEAM = 2 * LINE + 8 + 24
HAND, HAND_CARD = 58, 36
"""The height of a hand that lies open under its line, and the width of its cards."""
FEW = 4
"""With so many seats at most, a hand is too large to lie open on the line itself, and there is room under it."""
HEADER = 60
"""The height of a team's name and trios above its open hands."""
TRIO = 40
"""The width of a card that stands for a trio."""

CHAINS_TALL = 106
LINKED, NEAR, FAR, DISC = 42, 10, 29, 28
"""A place, from a place to the next in its chain, from a chain to the next, the sign of who wins."""


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
    """A crown for who has won, an hourglass for whom we wait for."""
    public = view.public
    if public.phase == "over":
        return badges.crown() if seat in public.setup.side(public.active) else None
    return badges.hourglass() if seat in view.to_act else None


def line(
    canvas: Canvas, box: Box, view: TrioView, seat: Seat, say: Say, choosing: Choosing, *, out: bool = False
) -> None:
    """A seat's number and name at the left end, the cards it holds after them; ringed when we wait for it.

    While somebody chooses a card to turn up, arrows stand for the two ends of the hand, as on the buttons.
    """
    left, top, right, _ = box
    bottom = top + LINE
    middle = (top + bottom) / 2
    asked = choosing.label("reveal", f"s{seat}", "lowest") is not None
    end = min(left + NAME, right - 84 - (ARROWS if asked else 0))
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
    """The cards of a hand, closer together when there are many, one of them perhaps ringed; returns where they end."""
    pitch = min(HAND_CARD + 4, (room[1] - room[0] - HAND_CARD) / max(1, len(hand) - 1))
    for place, number in enumerate(hand):
        canvas.put(cards.number_card(number, HAND_CARD), round(room[0] + place * pitch), y, anchor="lm")
    if ringed in hand:
        x, half = round(room[0] + hand.index(ringed) * pitch), cards.height(HAND_CARD) / 2
        canvas.frame((x, y - half, x + HAND_CARD, y + half), radius=6, width=4, gap=2)
    return room[0] + len(hand) * pitch


def line_tall(public: Public, seat: Seat) -> int:
    """The height of a seat's line: larger where a hand that lies open needs room of its own."""
    return LINE + (HAND if public.opened and public.opened.hands[seat] and public.setup.seats <= FEW else 0)


def column(canvas: Canvas, view: TrioView, say: Say, choosing: Choosing, top: int) -> int:
    """Everybody on a line of their own, their trios at its right end; returns where the next thing may begin."""
    public = view.public
    for seat in range(public.setup.seats):
        tall = line_tall(public, seat)
        line(canvas, (LEFT, top, RIGHT, top + tall), view, seat, say, choosing)
        x = LEFT + NAME + 96.0 + (0 if public.opened else ARROWS)
        if public.opened and tall > LINE:
            open_hand(canvas, public.opened.hands[seat], (LEFT + 14, RIGHT - 14), top + LINE + HAND / 2 - 6)
        elif public.opened:
            middle = top + LINE / 2
            x = 18 + open_hand(canvas, public.opened.hands[seat], (LEFT + NAME + 4, RIGHT - 140), middle)
        trios(canvas, public, (seat,), (x, RIGHT - 16), top + LINE / 2)
        top += tall + 8
    return top - 8


def teams(canvas: Canvas, view: TrioView, say: Say, choosing: Choosing, top: int) -> int:
    """Every team with its two seats and the trios they pool; returns where the next thing may begin."""
    public = view.public
    for team, pair in enumerate(public.setup.pairs):
        answer = public.answers[team] if public.answers else "open"
        tall = team_tall(public)
        canvas.panel((LEFT, top, RIGHT, top + tall), theme.SHADE, radius=24)
        for row, seat in enumerate(pair):
            upper = top + tall - TEAM + 12 + row * (LINE + 8)
            box = (LEFT + 12, upper, RIGHT - 12 if public.opened else LEFT + 372, upper + LINE)
            out = public.phase == "exchange" and answer in {"out", "kept"}
            line(canvas, box, view, seat, say, choosing, out=out)
            if public.opened:
                room = (LEFT + 12 + NAME, RIGHT - 20)
                offered = public.opened.offers[seat] if public.opened.offers else 0
                open_hand(canvas, public.opened.hands[seat], room, upper + LINE / 2, offered)
        x, end = LEFT + (28 if public.opened else 392), RIGHT - 14
        canvas.text(say("picture-team", team=LETTERS[team]), x, top + 40, size=26, anchor="lm", width=120)
        if answer == "swapped":
            canvas.put(badges.tag(say("picture-swapped"), fill=theme.ACCENT), end, top + 40, anchor="rm")
        if public.opened:
            trios(canvas, public, pair, (LEFT + 12 + NAME, end), top + 40)
        else:
            trios(canvas, public, pair, (x, end), top + 106)
        top += tall + 10
    return top - 10


def team_tall(public: Public) -> int:
    """The height of a team's panel: at the end its hands need the width, so its trios stand above them."""
    return TEAM + (HEADER if public.opened else 0)


def trios(canvas: Canvas, public: Public, side: Sequence[Seat], room: tuple[float, float], y: float) -> None:
    """The trios a side owns, between two points, closer together when there are many; the one just taken is ringed."""
    owned = [number for seat in side for number in public.trios[seat]] if public.trios else []
    pitch = min(TRIO + 8, (room[1] - room[0] - TRIO) / max(1, len(owned) - 1))
    tall = cards.height(TRIO)
    for place, number in enumerate(owned):
        x = round(room[0] + place * pitch)
        canvas.put(cards.number_card(number, TRIO), x, y, anchor="lm")
        if isinstance(public.last, Took) and public.last.number == number:
            canvas.frame((x, y - tall / 2, x + TRIO, y + tall / 2), radius=6, width=4, gap=4)


def chains(canvas: Canvas, public: Public, top: int) -> None:
    """A place for each number, filled once its trio is won; beneath a place, the seats that would win with it."""
    owners = {number: seat for seat, owned in enumerate(public.trios) for number in owned}
    tall = cards.height(LINKED)
    x = LEFT
    for chain in CHAINS:
        end = x + len(chain) * (LINKED + NEAR) - NEAR
        canvas.line(((x + LINKED / 2, top + tall / 2), (end - LINKED / 2, top + tall / 2)), theme.MUTED, width=6)
        for number in chain:
            owner = owners.get(number)
            if owner is None:
                canvas.put(cards.slot(LINKED, label=str(number)), x, top, anchor="lt")
                _winners(canvas, public, number, x + LINKED / 2, top + tall + 22)
            else:
                canvas.put(cards.number_card(number, LINKED, stripe=theme.SEATS[owner]), x, top, anchor="lt")
            x += LINKED + NEAR
        x += FAR - NEAR


def _winners(canvas: Canvas, public: Public, number: int, x: float, y: float) -> None:
    """Who would win with this number: discs of seats, letters of teams, and a crown for everybody."""
    if public.phase == "over":
        return
    if number == SEVEN:
        canvas.put(badges.crown(DISC + 6), x, y)
        return
    ready = winners(public.trios, number)
    if public.setup.teams:
        letters = sorted({LETTERS[public.setup.team(seat)] for seat in ready})
        canvas.text(" ".join(letters), x, y, size=26, strong=True)
        return
    for index, seat in enumerate(ready):
        canvas.put(seats.disc(seat, DISC), x + (index - (len(ready) - 1) / 2) * (DISC - 1), y)
