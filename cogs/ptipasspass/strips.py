"""The strip on top of every picture: who is at it and what this moment is about, read from left to right."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cups, links, seats, theme, tokens
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.names import legible
from cogs.ptipasspass.rules import VICTORIES_TO_WIN
from cogs.ptipasspass.views import Accused, Doubled, Lifted, OpenFist, TableView

TALL = 96
LEFT, RIGHT = theme.MARGIN, theme.WIDTH - theme.MARGIN
NAME_WIDTH = 142
SHORT_NAME_WIDTH = 84
"""Room for a name where the token shown and the words for a void round stand in the same strip."""
SHOUT_WIDTH = 140
"""Room for what is shouted, in its bubble."""
NOTE_WIDTH = 174
"""Room for what is asked about a cup, and for the bubble with a colour."""
WORD_WIDTH = NOTE_WIDTH - 72
"""Room for a colour's name beside its token."""
VOID_WIDTH = 150
"""Room for saying that the round is void."""


def strip(canvas: Canvas, top: int, view: TableView, say: Say) -> None:
    """On the board what has just been revealed, while it may be seen; otherwise the turn as far as it has come.

    Above one's own tokens it has the yellow ring when one is waited for.
    """
    box = (LEFT, top, RIGHT, top + TALL)
    canvas.panel(box, theme.SHADE, radius=22)
    if view.seat in view.to_act:
        canvas.frame(box, radius=22)
    y = top + TALL / 2
    if view.phase == "deal":
        for place in range(3):
            canvas.put(cups.cup("?", 72), theme.WIDTH / 2 + (place - 1) * 96, y)
    elif view.flash is not None and view.seat is None:
        _revealed(canvas, y, view, say)
    elif view.phase == "over":
        x = _who(canvas, y, view.active, say)
        canvas.put(badges.crown(60), x, y, anchor="lm")
        for place in range(VICTORIES_TO_WIN):
            canvas.put(tokens.victory(56), x + 84 + place * 66, y, anchor="lm")
    elif view.phase in ("reveal", "lift"):
        _lifting(canvas, _who(canvas, y, view.active, say), y, may_swap=view.phase == "reveal")
    else:
        _placing(canvas, _who(canvas, y, view.active, say), y, view, say)


def _who(canvas: Canvas, y: float, seat: Seat, say: Say, width: int = NAME_WIDTH) -> int:
    """Who this is about; returns where the next thing may begin."""
    canvas.put(seats.disc(seat, 44), LEFT + 16, y, anchor="lm")
    name = legible(say.raw_name(seat), f"· {seat + 1} ·")
    return LEFT + 96 + canvas.text(name, LEFT + 70, y, size=28, anchor="lm", width=width)


def _placing(canvas: Canvas, x: float, y: float, view: TableView, say: Say) -> None:
    """A token in a fist, the cup it is meant for, and what is said of it."""
    canvas.put(badges.fist(68), x, y, anchor="lm")
    if view.fist:
        canvas.put(tokens.token(view.fist, 46), x + 60, y + 18)
    links.link(canvas, (x + 82, y), (x + 138, y), heads=">")
    canvas.put(cups.cup(view.aimed or "?", 80, lit=view.aimed is not None), x + 184, y)
    left = x + 246
    if view.phase == "doublon":
        canvas.text(say("picture-double"), left, y, size=30, anchor="lm", width=NOTE_WIDTH, colour=theme.MUTED)
    elif view.phase in ("announce", "menteur"):
        badges.bubble(canvas, (left, y - 34, left + NOTE_WIDTH, y + 34), (left - 18, y))
        if view.stated is None:
            canvas.text("…", left + NOTE_WIDTH / 2, y - 10, size=48, colour=theme.FAINT_INK, strong=True)
        else:
            canvas.put(tokens.token(view.stated, 46), left + 34, y)
            word = say("picture-colour", colour=view.stated)
            canvas.text(word, left + 64, y, size=28, anchor="lm", width=WORD_WIDTH, colour=theme.INK)


def _lifting(canvas: Canvas, x: float, y: float, *, may_swap: bool) -> None:
    """Two cups that may change places, then three to lift."""
    if may_swap:
        for middle in (x + 32, x + 122):
            canvas.put(cups.cup("", 56), middle, y)
        links.swap(canvas, (x + 32, y), (x + 122, y), gap=16)
        x += 176
    for place in range(3):
        canvas.put(cups.cup("?", 60, lit=True), x + place * 62, y, anchor="lm")
    links.link(canvas, (x + 214, y + 34), (x + 214, y - 34), colour=theme.ACCENT, heads=">")


def _revealed(canvas: Canvas, y: float, view: TableView, say: Say) -> None:
    """Who was right, and what it earns them."""
    match view.last:
        case Doubled(by=by, found=found, end="endless"):
            x = _shout(canvas, y, by, say("picture-doublon"), say, right=found > 0)
            _void(canvas, x, y, say)
        case Accused(by=by, lied=lied, end="endless"):
            x = _shout(canvas, y, by, say("picture-menteur"), say, right=lied, name_width=SHORT_NAME_WIDTH)
            _void(canvas, _shown(canvas, x, y, view), y, say)
        case Doubled(by=by, active=active, found=found):
            x = _shout(canvas, y, by, say("picture-doublon"), say, right=found > 0)
            x = _taker(canvas, x, y, active if found else by)
            if found:
                canvas.text(f"+{found}", x, y, size=36, anchor="lm", strong=True)
            else:
                canvas.put(tokens.hidden_token(60), x, y, anchor="lm")
        case Accused(by=by, active=active, lied=lied):
            x = _shout(canvas, y, by, say("picture-menteur"), say, right=lied)
            _shown(canvas, _taker(canvas, x, y, active if lied else by), y, view)
        case Lifted(active=active, cups=line, end=end):
            x = _who(canvas, y, active, say)
            x += canvas.text(" – ".join(line), x, y, size=30, anchor="lm", strong=True) + 20
            canvas.put(badges.verdict(56, good=end == "won"), x, y, anchor="lm")
            if end == "won":
                canvas.put(tokens.victory(60), x + 76, y, anchor="lm")
            elif end is not None:
                _void(canvas, x + 72, y, say)
        case _:
            pass


def _shout(
    canvas: Canvas, y: float, by: Seat, words: str, say: Say, *, right: bool, name_width: int = NAME_WIDTH
) -> int:
    x = _who(canvas, y, by, say, name_width)
    badges.bubble(canvas, (x, y - 32, x + SHOUT_WIDTH + 24, y + 32), (x - 20, y))
    canvas.text(words, x + 12 + SHOUT_WIDTH / 2, y, size=28, width=SHOUT_WIDTH, colour=theme.INK, strong=True)
    canvas.put(badges.verdict(48, good=right), x + SHOUT_WIDTH + 36, y, anchor="lm")
    return x + SHOUT_WIDTH + 94


def _taker(canvas: Canvas, x: float, y: float, seat: Seat) -> float:
    """Who takes what will stand behind."""
    links.link(canvas, (x, y), (x + 40, y), heads=">")
    canvas.put(seats.disc(seat, 44), x + 46, y, anchor="lm")
    return x + 100


def _shown(canvas: Canvas, x: float, y: float, view: TableView) -> float:
    """The token of the fist, while it is shown."""
    if isinstance(view.flash, OpenFist):
        canvas.ring(x + 36, y, 40)
        canvas.put(tokens.token(view.flash.token, 58), x + 36, y)
    return x + 84


def _void(canvas: Canvas, x: float, y: float, say: Say) -> None:
    """The round is void: nobody takes anything, for all tokens are dealt anew."""
    canvas.text(say("picture-void"), x, y, anchor="lm", width=VOID_WIDTH)
