"""Pictures of PtiPassPass: turn, cups, seats, and below them a player's own tokens."""

from __future__ import annotations

from collections.abc import Collection

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import legible
from bot.pictures.kit.pen import Box, Point, Sprite
from cogs.ptipasspass import pieces
from cogs.ptipasspass.cups import COLOURS, Cup, board
from cogs.ptipasspass.rules import VICTORIES_TO_WIN
from cogs.ptipasspass.view import Accused, Doubled, Lifted, OpenCups, OpenFist, Placed, PtiPassPassView, Public

GAP = 6
EDGE = 18
"""Above the first thing and below the last one."""

STRIP_HEIGHT = 74
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

LARGEST_CUP = 92
"""A cup's place is never wider than this, however few there are."""
HEIGHT = 582
"""The height of the picture of a full table: below it a phone shows five rows of buttons."""
PLATE_HEIGHT = 84
"""The height of a plate with a line of facts under the name."""
FEW = 3
"""The cups of so many seats leave room for the plates beside them."""

SHOWN_HEIGHT = 102
"""The height of the line with a revealed token or cups."""
SAID_WIDTH = 110
"""For the words before an announced or revealed token."""
SHOWN_WORD_WIDTH = 120
"""For the name of that token's colour."""

HAND_HEIGHT = 86
TOKEN_SIZE = 46
COLOUR_WIDTH = 110
"""For the name of a colour under its token."""
PASSED_WIDTH = 144


def picture(view: PtiPassPassView, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: turn, cups and seats, and for a seat its own tokens below them.

    During a reveal the revealed things take the place of the tokens.
    """
    public, revealing = view.public, _has_reveal(view.public)
    canvas = Canvas()
    strip = STRIP_HEIGHT + (SHOWN_HEIGHT if revealing else 0)
    _strip(canvas, EDGE, strip, view, say, choosing)
    top = EDGE + strip + GAP
    places = Places(public, HEIGHT - 2 * EDGE - STRIP_HEIGHT - HAND_HEIGHT - 3 * GAP)
    _cups(canvas, places.spots(top), int(places.pitch - 3), public, choosing)
    boxes = places.plates(top)
    for seat, box in enumerate(boxes):
        seats.plate(canvas, box, _seat(view, seat, say))
    top = max(top + places.tall, seats.below(boxes))
    if view.seat is not None and not revealing:
        _hand(canvas, top + GAP, view, view.seat, say, choosing)
        top += GAP + HAND_HEIGHT
    canvas.height = top + EDGE
    return canvas.png()


def _has_reveal(public: Public) -> bool:
    """Whether the strip has a line for a current reveal."""
    return isinstance(public.flash, OpenCups | OpenFist)


# ---- the strip on top: the active player and the current step, from left to right


def _strip(canvas: Canvas, top: int, tall: int, view: PtiPassPassView, say: Say, choosing: Choosing) -> None:
    """The current reveal, if any; otherwise the turn so far."""
    public = view.public
    canvas.panel((LEFT, top, RIGHT, top + tall), theme.SHADE, radius=22)
    y = top + STRIP_HEIGHT / 2
    if public.phase == "deal":
        for place in range(3):
            canvas.put(pieces.cup("?", 64), theme.WIDTH / 2 + (place - 1) * 96, y)
    elif public.flash is not None:
        _revealed(canvas, y, public, say)
        _reveal(canvas, top + STRIP_HEIGHT + SHOWN_HEIGHT / 2 - 8, public, say)
    elif public.phase == "over":
        x = _player(canvas, y, public.active, say)
        if seats.stayed(say.raw_name(public.active)):
            canvas.put(signs.crown(60), x, y, anchor="lm")
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
    canvas.link((x + 82, y), (x + 138, y))
    canvas.put(pieces.cup(public.aimed or "?", 72, lit=public.aimed is not None), x + 184, y)
    left = x + 246
    if public.phase == "doublon":
        canvas.text(say("picture-double"), left, y, size=30, anchor="lm", width=NOTE_WIDTH, colour=theme.MUTED)
    elif public.phase in ("announce", "menteur"):
        signs.bubble(canvas, (left, y - 32, left + NOTE_WIDTH, y + 32), (left - 18, y))
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
            canvas.link(start, end, colour=theme.ACCENT, bend=24, gap=16)
        x += 176
    for place in range(3):
        canvas.put(pieces.cup("?", 60, lit=True), x + place * 62, y, anchor="lm")
    canvas.link((x + 214, y + 34), (x + 214, y - 34), colour=theme.ACCENT)


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
            canvas.put(signs.verdict(56, good=end == "won"), x, y, anchor="lm")
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
    signs.bubble(canvas, (x, y - 32, x + SHOUT_WIDTH + 24, y + 32), (x - 20, y))
    canvas.text(words, x + 12 + SHOUT_WIDTH / 2, y, size=28, width=SHOUT_WIDTH, colour=theme.INK, strong=True)
    canvas.put(signs.verdict(48, good=right), x + SHOUT_WIDTH + 36, y, anchor="lm")
    return x + SHOUT_WIDTH + 94


def _taker(canvas: Canvas, x: float, y: float, seat: Seat) -> float:
    """Draw the player who takes the items that follow."""
    canvas.link((x, y), (x + 40, y))
    canvas.put(pieces.seat(seat, 44), x + 46, y, anchor="lm")
    return x + 100


def _shown(canvas: Canvas, x: float, y: float, public: Public) -> float:
    """The token of the fist, while it is revealed."""
    if isinstance(public.flash, OpenFist):
        canvas.put(pieces.ring(72), x + 36, y)
        canvas.put(pieces.token(public.flash.token, 52), x + 36, y)
    return x + 84


def _void(canvas: Canvas, x: float, y: float, say: Say) -> None:
    """The round is void: nobody takes anything, because all tokens are dealt again."""
    canvas.text(say("picture-void"), x, y, anchor="lm", width=VOID_WIDTH)


# ---- the cups where they stand, and a plate for each seat


class Places:
    """The positions of the cups, as large as the height for cups and plates allows, and of the plates."""

    def __init__(self, public: Public, room: float) -> None:
        self.seats = public.seats
        self.cups = board(public.layout, public.seats)
        across = max(len(row) + indent / 2 for row, indent in zip(self.cups.rows, self.cups.indents, strict=True))
        # In a hive each cup touches the two above it, so rows are closer together than cups in a row.
        rise = 0.9 if public.layout == "hive" else 1
        if public.seats > FEW:
            room -= seats.below(self._rows(0)) + GAP
        self.pitch = min(LARGEST_CUP, (RIGHT - LEFT) / across, room / (2 * rise + 1))
        self.rise = self.pitch * rise
        wide = across * self.pitch
        self.left = LEFT if public.seats <= FEW else (theme.WIDTH - wide) / 2
        self.right = self.left + wide
        self.tall = round(self.rise * 2 + self.pitch)

    def _rows(self, top: float) -> list[Box]:
        return seats.rows(self.seats, top, tall=PLATE_HEIGHT if self.seats > 4 else 0)

    def plates(self, top: float) -> list[Box]:
        """The boxes of the plates: at the right of few cups, else below them."""
        if self.seats > FEW:
            return self._rows(top + self.tall + GAP)
        pitch = (self.tall + GAP) / self.seats
        left = round(self.right) + 2 * GAP
        uppers = [round(top + seat * pitch) for seat in range(self.seats)]
        return [(left, upper, RIGHT, upper + PLATE_HEIGHT) for upper in uppers]

    def spots(self, top: float) -> dict[Cup, Point]:
        """The middle of each cup's place."""
        return {
            cup: (self.left + (column + (indent + 1) / 2) * self.pitch, top + row * self.rise + self.pitch / 2)
            for row, (names, indent) in enumerate(zip(self.cups.rows, self.cups.indents, strict=True))
            for column, cup in enumerate(names)
        }


def _cups(canvas: Canvas, spots: dict[Cup, Point], size: int, public: Public, choosing: Choosing) -> None:
    """The cups; in a choice of cups the chosen ones are lit, those that cannot be chosen pale."""
    opened: dict[Cup, tuple[str, ...]] = {}
    line: tuple[Cup, ...] = ()
    if isinstance(public.flash, OpenCups):
        line = public.flash.cups
        opened = dict(zip(line, public.flash.tokens, strict=True))
    elif isinstance(public.last, Lifted) and public.stopped:
        line = public.last.cups
    if len(line) > 1:
        canvas.line((spots[line[0]], spots[line[-1]]), theme.ACCENT, width=14)
    for one, *_, other in _lines(choosing):
        canvas.line((spots[one], spots[other]), theme.ACCENT, width=10)
    if public.face_up:
        opened = dict(zip(spots, public.face_up.cups, strict=True))
    possible, lit = _possible(spots, choosing), {public.aimed, *(public.swapped or ()), *choosing.steps}
    for cup, (x, y) in spots.items():
        if cup in opened:
            canvas.put(pieces.lifted(opened[cup], cup, size), x, y)
            if cup == public.aimed and not public.stopped:
                canvas.put(pieces.ring(size), x, y)
        else:
            strength = 1 if cup in lit or cup in possible else 0.3
            canvas.put(pieces.cup(cup, size, lit=cup in lit), x, y, strength=strength)
    if public.swapped:
        one, other = public.swapped
        _swap(canvas, spots[one], spots[other], size)
    if isinstance(public.last, Placed) and public.last.end is None:
        # the change of the previous turn
        x, y = spots[public.last.cup]
        canvas.put(pieces.hidden_token(36), x + size * 0.34, y - size * 0.34)


def _lines(choosing: Choosing) -> list[list[str]]:
    """The lines of a chosen direction."""
    found = [cell.steps[-1].split("-") for cell in choosing.cells if "-" in cell.steps[-1]]
    return found if len(choosing.steps) > 1 else []


def _possible(spots: Collection[Cup], choosing: Choosing) -> Collection[Cup]:
    """The cups that can be chosen now; all of them while no cup is asked for."""
    if lines := _lines(choosing):
        return {cup for line in lines for cup in line}
    return {cup for cup in spots if choosing.label(*choosing.steps, cup)} or spots


def _swap(canvas: Canvas, one: Point, other: Point, size: int) -> None:
    """Two arrows between swapped cups, beside their names."""
    bend, gap = size * 0.4, size * 0.36
    for start, end in ((one, other), (other, one)):
        canvas.link(start, end, colour=theme.INK, width=11, bend=bend, gap=gap)
        canvas.link(start, end, colour=theme.ACCENT, width=7, bend=bend, gap=gap)


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
        mark=_mark(public, seat, say, answered=answered),
    )


def _mark(public: Public, seat: Seat, say: Say, *, answered: bool) -> Sprite | None:
    """A crown for the winner, a fist that holds a token, a tick for an OK; an hourglass for a missing answer."""
    if seat == public.active:
        if public.phase == "over":
            return signs.crown() if seats.stayed(say.raw_name(seat)) else None
        return pieces.fist(40) if public.fist_closed else None
    if answered:
        return signs.verdict(36, good=True)
    return signs.hourglass() if public.asking else None


# ---- the player's own tokens


def _hand(canvas: Canvas, top: int, view: PtiPassPassView, seat: Seat, say: Say, choosing: Choosing) -> None:
    """A seat's number of tokens by colour, and the token that has just passed between it and another seat."""
    last, own = view.public.last, view.own
    held, passed = (own.hand, own.passed) if own else ((), None)
    plate = seats.Seat(seat, say.raw_name(seat), active=seat in view.to_act, colour=pieces.SEATS[seat])
    left, top, right, bottom = seats.strip(canvas, top, HAND_HEIGHT, plate)
    if passed and isinstance(last, Doubled):
        right -= PASSED_WIDTH
        middle = right + 6 + PASSED_WIDTH / 2
        canvas.panel((right + 6, top + 4, right + PASSED_WIDTH, bottom - 4))
        canvas.put(pieces.token(passed, 36), middle, top + 25)
        y = bottom - 24
        canvas.put(pieces.seat(last.active, 36), middle - 42, y)
        canvas.link((middle - 20, y), (middle + 20, y))
        canvas.put(pieces.seat(last.by, 36), middle + 42, y)
    wide = (right - left) / len(COLOURS)
    for place, colour in enumerate(COLOURS):
        count = held.count(colour)
        x, y = left + wide * (place + 0.5), top + 29
        canvas.put(pieces.token(colour, TOKEN_SIZE), x - 24, y, strength=1 if count else 0.25)
        ink = theme.PAPER if count else theme.MUTED
        canvas.text(f"×{count}", x + 14, y, size=32, anchor="lm", colour=ink, strong=True)
        canvas.text(say("picture-colour", colour=colour), x, bottom - 22, size=24, colour=ink, width=COLOUR_WIDTH)
        if choosing.label("aim", colour) or choosing.label("announce", colour):
            canvas.frame((x - wide / 2 + 4, top + 6, x + wide / 2 - 4, bottom - 4), radius=14, width=4)


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
