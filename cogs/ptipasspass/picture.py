"""Pictures of PtiPassPass: the board with cups, turn and seats, or a player's own tokens."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import badges, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import legible
from bot.pictures.kit.pen import Box, Point, Sprite
from cogs.ptipasspass import pieces
from cogs.ptipasspass.cups import COLOURS, Cup, Pair, board
from cogs.ptipasspass.rules import VICTORIES_TO_WIN
from cogs.ptipasspass.view import Accused, Doubled, Lifted, OpenCups, OpenFist, Placed, PtiPassPassView, Public

GAP = 14

STRIP_HEIGHT = 96
LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN
NAME_WIDTH = 142
SHORT_NAME_WIDTH = 84
"""For a name in the same strip as the revealed token and the words for a void round."""
SHOUT_WIDTH = 140
"""For the words of a shout in its bubble."""
NOTE_WIDTH = 174
"""For the question about a cup, and for the bubble with a colour."""
WORD_WIDTH = NOTE_WIDTH - 72
"""For a colour's name beside its token."""
VOID_WIDTH = 150
"""For the words for a void round."""

LARGEST_CUP = 128
"""A cup's place is never wider than this, however few there are."""

SHOWN_HEIGHT = 124
"""The height of the line with a revealed token or cups."""
SAID_WIDTH = 110
"""For the words before an announced or revealed token."""
SHOWN_WORD_WIDTH = 120
"""For the name of that token's colour."""

HAND_HEIGHT = 172
SAYING_HEIGHT = 92
"""The height of the line with the colours that may be announced."""
TOKEN_SIZE = 88
COLOUR_WIDTH = 140
"""For the name of a colour under its token."""
PASSED_WIDTH = 186


def picture(view: PtiPassPassView, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the board for an onlooker; a seat's own tokens, or the cups it chooses from."""
    public, steps = view.public, choosing.steps
    places = Places(public, plates=view.seat is None)
    strip = STRIP_HEIGHT + (SHOWN_HEIGHT if view.seat is None and _has_reveal(public) else 0)
    top = theme.MARGIN + strip + GAP
    on_cups = view.seat is None or steps[:1] in (("swap",), ("lift",)) or (steps[:1] == ("aim",) and len(steps) > 1)
    announcing = view.seat is not None and steps == ("announce",)
    tall = places.tall if on_cups else HAND_HEIGHT + (SAYING_HEIGHT if announcing else 0)
    canvas = Canvas(top + tall + theme.MARGIN)
    _strip(canvas, theme.MARGIN, strip, view, say, choosing)
    if view.seat is None:
        _board(canvas, top, places, view, say)
    elif on_cups:
        _choice(canvas, places, places.spots(top), choosing, public.swapped)
    else:
        _hand(canvas, top, view, say, choosing)
        if announcing:
            _sayings(canvas, top + HAND_HEIGHT, choosing)
    return canvas.png()


def pictured(view: PtiPassPassView) -> PtiPassPassView:
    """The view without the parts not drawn in a seat's picture: the others' answers, counts and victories."""
    if view.seat is None:
        return view
    # The taker of a token is drawn only beside that token.
    last = view.public.last if view.own and view.own.passed else None
    public = replace(view.public, round=1, counts=(), victories=(), unplaced=0, last=last, flash=None)
    return replace(view, to_act=(view.seat,) if view.seat in view.to_act else (), public=public)


def _has_reveal(public: Public) -> bool:
    """Whether the strip has a line for a current reveal."""
    return isinstance(public.flash, OpenCups | OpenFist)


# ---- the strip on top: the active player and the current step, from left to right


def _strip(canvas: Canvas, top: int, tall: int, view: PtiPassPassView, say: Say, choosing: Choosing) -> None:
    """On the board the current reveal, if any; otherwise the turn so far.

    In a seat's picture it has the yellow ring while the seat must act.
    """
    public = view.public
    box = (LEFT, top, RIGHT, top + tall)
    canvas.panel(box, theme.SHADE, radius=22)
    if view.seat in view.to_act:
        canvas.frame(box, radius=22)
    y = top + STRIP_HEIGHT / 2
    if public.phase == "deal":
        for place in range(3):
            canvas.put(pieces.cup("?", 72), theme.WIDTH / 2 + (place - 1) * 96, y)
    elif public.flash is not None and view.seat is None:
        _revealed(canvas, y, public, say)
        _reveal(canvas, top + STRIP_HEIGHT + SHOWN_HEIGHT / 2 - 8, public, say)
    elif public.phase == "over":
        x = _player(canvas, y, public.active, say)
        canvas.put(badges.crown(60), x, y, anchor="lm")
        for place in range(VICTORIES_TO_WIN):
            canvas.put(pieces.victory(56), x + 84 + place * 66, y, anchor="lm")
    elif public.phase in ("reveal", "lift"):
        _lifting(canvas, _player(canvas, y, public.active, say), y, may_swap=public.phase == "reveal")
    else:
        _placing(canvas, _player(canvas, y, public.active, say), y, view, say, choosing)


def _reveal(canvas: Canvas, y: float, public: Public, say: Say) -> None:
    """The reveal, large: the announced and the true colour; or the contents of the cups."""
    match public.flash:
        case OpenFist(token=token, stated=stated):
            for place, (key, colour) in enumerate((("picture-stated", stated), ("picture-was", token))):
                x = LEFT + 24 + place * (RIGHT - LEFT) / 2
                canvas.text(say(key), x, y, size=26, anchor="lm", width=SAID_WIDTH, colour=theme.MUTED)
                canvas.put(pieces.token(colour, 76), x + SAID_WIDTH + 10, y, anchor="lm")
                word = say("picture-colour", colour=colour)
                left = x + SAID_WIDTH + 96
                canvas.text(word, left, y, size=30, anchor="lm", width=SHOWN_WORD_WIDTH, strong=True)
        case OpenCups(cups=cups, tokens=tokens):
            for place, (cup, held) in enumerate(zip(cups, tokens, strict=True)):
                x = theme.WIDTH / 2 + (place - (len(cups) - 1) / 2) * 150
                canvas.put(pieces.lifted(held, cup, SHOWN_HEIGHT - 8), x, y)
        case _:
            pass


def _player(canvas: Canvas, y: float, seat: Seat, say: Say, width: int = NAME_WIDTH) -> int:
    """Draw the player concerned. Returns the x of the next item."""
    canvas.put(pieces.seat(seat, 44), LEFT + 16, y, anchor="lm")
    name = legible(say.raw_name(seat), f"· {seat + 1} ·")
    return LEFT + 96 + canvas.text(name, LEFT + 70, y, size=28, anchor="lm", width=width)


def _placing(canvas: Canvas, x: float, y: float, view: PtiPassPassView, say: Say, choosing: Choosing) -> None:
    """A token in a fist, the target cup, and the announcement."""
    public = view.public
    fist = view.own.fist if view.own else public.opened.fist if public.opened else None
    if choosing.steps[:1] == ("aim",) and len(choosing.steps) > 1:
        fist = choosing.steps[1]
    canvas.put(pieces.fist(68), x, y, anchor="lm")
    if fist:
        canvas.put(pieces.token(fist, 46), x + 60, y + 18)
    links.link(canvas, (x + 82, y), (x + 138, y), heads=">")
    canvas.put(pieces.cup(public.aimed or "?", 80, lit=public.aimed is not None), x + 184, y)
    left = x + 246
    if public.phase == "doublon":
        canvas.text(say("picture-double"), left, y, size=30, anchor="lm", width=NOTE_WIDTH, colour=theme.MUTED)
    elif public.phase in ("announce", "menteur"):
        badges.bubble(canvas, (left, y - 34, left + NOTE_WIDTH, y + 34), (left - 18, y))
        if public.stated is None:
            for place, colour in enumerate(COLOURS):
                canvas.put(pieces.token(colour, 40), left + 30 + place * 48, y)
            canvas.text("?", left + NOTE_WIDTH - 14, y, size=28, colour=theme.FAINT_INK, anchor="rm", strong=True)
        else:
            canvas.put(pieces.token(public.stated, 46), left + 34, y)
            word = say("picture-colour", colour=public.stated)
            canvas.text(word, left + 64, y, size=28, anchor="lm", width=WORD_WIDTH, colour=theme.INK)


def _lifting(canvas: Canvas, x: float, y: float, *, may_swap: bool) -> None:
    """Two cups that may change places, then three to lift."""
    if may_swap:
        for middle in (x + 32, x + 122):
            canvas.put(pieces.cup("", 56), middle, y)
        for start, end in (((x + 32, y), (x + 122, y)), ((x + 122, y), (x + 32, y))):
            links.link(canvas, start, end, colour=theme.ACCENT, bend=24, gap=16, heads=">")
        x += 176
    for place in range(3):
        canvas.put(pieces.cup("?", 60, lit=True), x + place * 62, y, anchor="lm")
    links.link(canvas, (x + 214, y + 34), (x + 214, y - 34), colour=theme.ACCENT, heads=">")


def _revealed(canvas: Canvas, y: float, public: Public, say: Say) -> None:
    """Which player was right, and their reward."""
    match public.last:
        case Doubled(by=by, found=found, end="endless"):
            x = _shout(canvas, y, by, say("picture-doublon"), say, right=found > 0)
            _void(canvas, x, y, say)
        case Accused(by=by, lied=lied, end="endless"):
            x = _shout(canvas, y, by, say("picture-menteur"), say, right=lied, name_width=SHORT_NAME_WIDTH)
            _void(canvas, _shown(canvas, x, y, public), y, say)
        case Doubled(by=by, active=active, found=found):
            x = _shout(canvas, y, by, say("picture-doublon"), say, right=found > 0)
            x = _taker(canvas, x, y, active if found else by)
            if found:
                canvas.text(f"+{found}", x, y, size=36, anchor="lm", strong=True)
            else:
                canvas.put(pieces.hidden_token(60), x, y, anchor="lm")
        case Accused(by=by, active=active, lied=lied):
            x = _shout(canvas, y, by, say("picture-menteur"), say, right=lied)
            _shown(canvas, _taker(canvas, x, y, active if lied else by), y, public)
        case Lifted(active=active, cups=line, end=end):
            x = _player(canvas, y, active, say)
            x += canvas.text(" – ".join(line), x, y, size=30, anchor="lm", strong=True) + 20
            canvas.put(badges.verdict(56, good=end == "won"), x, y, anchor="lm")
            if end == "won":
                canvas.put(pieces.victory(60), x + 76, y, anchor="lm")
            elif end is not None:
                _void(canvas, x + 72, y, say)
        case Placed(active=active):
            _void(canvas, _player(canvas, y, active, say), y, say)
        case _:
            pass


def _shout(
    canvas: Canvas, y: float, by: Seat, words: str, say: Say, *, right: bool, name_width: int = NAME_WIDTH
) -> int:
    x = _player(canvas, y, by, say, name_width)
    badges.bubble(canvas, (x, y - 32, x + SHOUT_WIDTH + 24, y + 32), (x - 20, y))
    canvas.text(words, x + 12 + SHOUT_WIDTH / 2, y, size=28, width=SHOUT_WIDTH, colour=theme.INK, strong=True)
    canvas.put(badges.verdict(48, good=right), x + SHOUT_WIDTH + 36, y, anchor="lm")
    return x + SHOUT_WIDTH + 94


def _taker(canvas: Canvas, x: float, y: float, seat: Seat) -> float:
    """Draw the player who takes the items that follow."""
    links.link(canvas, (x, y), (x + 40, y), heads=">")
    canvas.put(pieces.seat(seat, 44), x + 46, y, anchor="lm")
    return x + 100


def _shown(canvas: Canvas, x: float, y: float, public: Public) -> float:
    """The token of the fist, while it is revealed."""
    if isinstance(public.flash, OpenFist):
        canvas.put(pieces.ring(80), x + 36, y)
        canvas.put(pieces.token(public.flash.token, 58), x + 36, y)
    return x + 84


def _void(canvas: Canvas, x: float, y: float, say: Say) -> None:
    """The round is void: nobody takes anything, because all tokens are dealt again."""
    canvas.text(say("picture-void"), x, y, anchor="lm", width=VOID_WIDTH)


# ---- the public board: the cups where they stand, and a plate for each seat


class Places:
    """The positions of the cups, and the height of the board."""

    def __init__(self, public: Public, *, plates: bool) -> None:
        self.cups = board(public.layout, public.seats)
        across = max(len(row) + indent / 2 for row, indent in zip(self.cups.rows, self.cups.indents, strict=True))
        self.pitch = min(LARGEST_CUP, (theme.WIDTH - 2 * theme.MARGIN) / across)
        # In a hive each cup touches the two above it, so rows are closer together than cups in a row.
        self.rise = self.pitch * (0.9 if public.layout == "hive" else 1)
        self.left = (theme.WIDTH - across * self.pitch) / 2
        self.cups_tall = round(self.rise * 2 + self.pitch)
        self.tall = self.cups_tall + (16 + seats.below(seats.rows(public.seats, 0)) if plates else 0)

    def spots(self, top: float) -> dict[Cup, Point]:
        """The middle of each cup's place."""
        return {
            cup: (self.left + (column + (indent + 1) / 2) * self.pitch, top + row * self.rise + self.pitch / 2)
            for row, (names, indent) in enumerate(zip(self.cups.rows, self.cups.indents, strict=True))
            for column, cup in enumerate(names)
        }


def _board(canvas: Canvas, top: float, places: Places, view: PtiPassPassView, say: Say) -> None:
    _cups(canvas, places.spots(top), int(places.pitch - 8), view.public)
    boxes = seats.rows(view.public.seats, top + places.cups_tall + 16)
    for seat, box in enumerate(boxes):
        seats.plate(canvas, box, _seat(view, seat, say))


def _cups(canvas: Canvas, spots: dict[Cup, Point], size: int, public: Public) -> None:
    opened: dict[Cup, tuple[str, ...]] = {}
    line: tuple[Cup, ...] = ()
    if isinstance(public.flash, OpenCups):
        line = public.flash.cups
        opened = dict(zip(line, public.flash.tokens, strict=True))
    elif isinstance(public.last, Lifted) and public.stopped:
        line = public.last.cups
    if len(line) > 1:
        canvas.line((spots[line[0]], spots[line[-1]]), theme.ACCENT, width=14)
    if public.face_up:
        opened = dict(zip(spots, public.face_up.cups, strict=True))
    for cup, (x, y) in spots.items():
        if cup in opened:
            canvas.put(pieces.lifted(opened[cup], cup, size), x, y)
            if cup == public.aimed and not public.stopped:
                canvas.put(pieces.ring(size), x, y)
        else:
            canvas.put(pieces.cup(cup, size, lit=cup == public.aimed or cup in (public.swapped or ())), x, y)
    if public.swapped:
        one, other = public.swapped
        _swap(canvas, spots[one], spots[other], size)
    if isinstance(public.last, Placed) and public.last.end is None:
        # the change of the previous turn
        x, y = spots[public.last.cup]
        canvas.put(pieces.hidden_token(36), x + size * 0.34, y - size * 0.34)


def _swap(canvas: Canvas, one: Point, other: Point, size: int) -> None:
    """Two arrows between swapped cups, beside their names."""
    bend, gap = size * 0.4, size * 0.36
    for start, end in ((one, other), (other, one)):
        links.link(canvas, start, end, colour=theme.INK, width=11, bend=bend, gap=gap)
        links.link(canvas, start, end, colour=theme.ACCENT, width=7, bend=bend, gap=gap, heads=">")


def _seat(view: PtiPassPassView, seat: Seat, say: Say) -> seats.Seat:
    public = view.public
    answered = public.asking and seat != public.active and seat not in view.to_act
    hand = public.face_up.hands[seat] if public.face_up else None
    count = public.counts[seat] if hand is None else len(hand)
    held = (seats.Fact(pieces.held(count), str(count)),)
    if hand:
        held = tuple(seats.Fact(pieces.token(colour, 32)) for colour in hand)
    return seats.Seat(
        seat,
        say.raw_name(seat),
        (
            *held,
            *(seats.Fact(pieces.victory(34, won=place < public.victories[seat])) for place in range(VICTORIES_TO_WIN)),
        ),
        active=seat in view.to_act and not public.ended,
        out=answered,
        colour=pieces.SEATS[seat],
        mark=_mark(public, seat, answered=answered),
    )


def _mark(public: Public, seat: Seat, *, answered: bool) -> Sprite | None:
    """A crown for the winner, a fist that holds a token, a tick for an OK; an hourglass for a missing answer."""
    if seat == public.active:
        if public.phase == "over":
            return badges.crown()
        return pieces.fist(40) if public.fist_closed else None
    if answered:
        return badges.verdict(36, good=True)
    return badges.hourglass() if public.asking else None


# ---- choices


def _choice(canvas: Canvas, places: Places, spots: dict[Cup, Point], choosing: Choosing, swapped: Pair | None) -> None:
    """The cups: possible ones normal, the chosen one lit, others pale; with the lines of a chosen direction."""
    size, steps = int(places.pitch - 8), choosing.steps
    lines = [cell.steps[-1].split("-") for cell in choosing.cells if "-" in cell.steps[-1]]
    if len(steps) > 1:
        for line in lines:
            canvas.line((spots[line[0]], spots[line[-1]]), theme.ACCENT, width=10)
    if steps[:1] == ("lift",):
        # When the direction is asked for first, every cup lies on a line.
        possible = {cup for line in lines for cup in line} or set(spots)
    else:
        possible = {cup for cup in spots if choosing.label(*steps, cup)}
    for cup, (x, y) in spots.items():
        chosen = cup in steps
        canvas.put(pieces.cup(cup, size, lit=chosen), x, y, strength=1 if chosen or cup in possible else 0.3)
    if swapped:
        _swap(canvas, spots[swapped[0]], spots[swapped[1]], size)


def _sayings(canvas: Canvas, top: int, choosing: Choosing) -> None:
    """The colours that may be announced, each in a speech bubble."""
    room = theme.WIDTH - 2 * theme.MARGIN
    for place, colour in enumerate(COLOURS):
        x, y = theme.MARGIN + room * (place + 0.5) / len(COLOURS), top + SAYING_HEIGHT / 2 + 6
        badges.bubble(canvas, (x - 98, y - 34, x + 98, y + 34), (x - 60, y - 50))
        canvas.put(pieces.token(colour, 46), x - 66, y)
        words = choosing.label("announce", colour) or ""
        canvas.text(words.split(" ")[-1], x - 34, y, size=28, anchor="lm", width=118, colour=theme.INK)


# ---- the player's own tokens, large, with the names of their colours


def _hand(canvas: Canvas, top: int, view: PtiPassPassView, say: Say, choosing: Choosing) -> None:
    """A seat's number of tokens by colour, and the token that has just passed between it and another seat."""
    last, own = view.public.last, view.own
    held, passed = (own.hand, own.passed) if own else ((), None)
    room = theme.WIDTH - 2 * theme.MARGIN - (PASSED_WIDTH if passed else 0)
    for place, colour in enumerate(COLOURS):
        count = held.count(colour)
        x = theme.MARGIN + room * (place + 0.5) / len(COLOURS)
        canvas.put(pieces.token(colour, TOKEN_SIZE), x - 28, top + 60, strength=1 if count else 0.25)
        ink = theme.PAPER if count else theme.MUTED
        canvas.text(f"×{count}", x + 28, top + 60, size=38, anchor="lm", colour=ink, strong=True)
        canvas.text(say("picture-colour", colour=colour), x, top + 138, size=28, colour=ink, width=COLOUR_WIDTH)
        if choosing.label("aim", colour):
            half = min(98, room / len(COLOURS) / 2 - 6)
            canvas.frame((x - half, top, x + half, top + HAND_HEIGHT - 6), width=4)
    if passed and isinstance(last, Doubled):
        left = theme.WIDTH - theme.MARGIN - PASSED_WIDTH
        canvas.panel((left + 8, top, left + PASSED_WIDTH, top + HAND_HEIGHT))
        middle = left + 4 + PASSED_WIDTH / 2
        canvas.put(pieces.token(passed, 72), middle, top + 56)
        y = top + 130
        canvas.put(pieces.seat(last.active), middle - 52, y)
        links.link(canvas, (middle - 26, y), (middle + 26, y), heads=">")
        canvas.put(pieces.seat(last.by), middle + 52, y)


# ---- before the game


def emblem(canvas: Canvas, box: Box) -> None:
    """A cup, and the tokens that may be under it."""
    left, top, right, bottom = box
    middle, size = (left + right) / 2, round((bottom - top) * 0.72)
    token = round(size * 0.62)
    canvas.put(pieces.cup("", size), middle, top, anchor="mt")
    for place, colour in enumerate(COLOURS):
        y = bottom if place == 1 else bottom - token * 0.3
        canvas.put(pieces.token(colour, token), middle + (place - 1) * token * 1.18, y, anchor="mb")


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.ptipasspass.game import GAME

    raise SystemExit(main(GAME))
