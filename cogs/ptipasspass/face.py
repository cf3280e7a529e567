"""A view of PtiPassPass in words: the board as text, the last events, the private text, and the buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from bot.core.game import Cell, Grid, Path, Say, Sight
from cogs.ptipasspass.cups import COLOURS, CupBoard, Layout, Line, Tokens, board
from cogs.ptipasspass.moves import way
from cogs.ptipasspass.rules import UNPLACED_PER_SEAT
from cogs.ptipasspass.view import (
    Accused,
    Doubled,
    Last,
    Lifted,
    OpenCups,
    OpenFist,
    Placed,
    PtiPassPassView,
    Public,
    Shown,
)

HALF_CUP = "  "
"""Cups are drawn four characters wide, so a staggered row is shifted by two."""


def sight(view: PtiPassPassView, say: Say) -> Sight:
    """The view in words."""
    public = view.public
    return Sight(
        title=say("title", round=public.round - (public.ended is not None), layout=public.layout),
        scene=lambda: "\n".join([_drawing(public), *_notes(public, say), *_seats(view, say)]),
        story=lambda: "\n".join(_story(public, say)),
        hand=lambda: "\n".join(_hand(view, say)),
        note=lambda: _note(view, say),
        recap=lambda: _recap(public.last, say),
    )


def label(view: PtiPassPassView, path: Path, say: Say) -> str:
    """The label of the last step of a path."""
    verb, step, token = path[0], len(path) - 1, path[-1]
    if step == 1 and verb in ("aim", "announce"):
        return say("token", colour=token)
    if step == 1 and verb == "lift":
        return say(f"way-{view.public.layout}", way=token)
    return token.replace("-", " – ")  # a cup, or the three cups of a line


def _drawing(public: Public) -> str:
    """The cups as they stand: [aimed at], (open for a moment)."""
    opened = public.flash.cups if isinstance(public.flash, OpenCups) else ()
    if public.stopped and isinstance(public.last, Lifted):
        opened = public.last.cups

    drawing = _closed(public.layout, public.seats)
    if public.aimed:
        drawing = drawing.replace(f" {public.aimed} ", f"[{public.aimed}]")
    for cup in opened:
        drawing = drawing.replace(f" {cup} ", f"({cup})")
    return drawing.replace(" \n", "\n")


@lru_cache
def _closed(layout: Layout, seats: int) -> str:
    """All cups, none aimed at or open, with placeholders for the brackets of each."""
    cups = board(layout, seats)
    rows = zip(cups.indents, cups.rows, strict=True)
    drawn = [HALF_CUP * indent + "".join([f" {cup} " for cup in row]) for indent, row in rows]
    return "\n".join(["```", *drawn, "```"])


def _notes(public: Public, say: Say) -> Iterator[str]:
    """The drawing in words."""
    flash, last = public.flash, public.last
    if public.aimed and public.stated:
        yield say("scene-stated", cup=public.aimed, token=say("token", colour=public.stated))
    elif public.aimed:
        yield say("scene-aimed", cup=public.aimed)
    if isinstance(flash, OpenFist):
        yield say("scene-fist", token=say("token", colour=flash.token))
    if public.face_up:
        cups = zip(board(public.layout, public.seats).cups, public.face_up.cups, strict=True)
        filled = (f"**{cup}** {_tokens(held, say, ', ')}" for cup, held in cups if held)
        yield say("scene-opened", cups=" · ".join(filled) or say("empty"))
    elif isinstance(flash, OpenCups):
        yield say("scene-cups")
        for cup, tokens in zip(flash.cups, flash.tokens, strict=True):
            yield say("scene-cup", cup=cup, tokens=_tokens(tokens, say))
    if flash and last and (verdict := _verdict(last, say)):
        yield verdict
    if isinstance(last, Placed) and last.end is None:
        yield say("scene-slipped", cup=last.cup)
    if public.swapped:
        yield say("scene-swapped", first=public.swapped[0], second=public.swapped[1])
    limit = UNPLACED_PER_SEAT * public.seats
    if 2 * public.unplaced >= limit and public.phase != "over":
        yield say("scene-unplaced", count=public.unplaced, limit=limit)


def _verdict(last: Last, say: Say) -> str:
    """Which player was right and their reward, as the picture shows it beside the revealed token."""
    match last:
        case Doubled(end="endless"):
            return _void(last, "picture-doublon", say, right=last.found > 0)
        case Accused(end="endless"):
            return _void(last, "picture-menteur", say, right=last.lied)
        case Doubled():
            right = "yes" if last.found else "no"
            return say("scene-double", other=last.by, seat=last.active, right=right, count=last.found)
        case Accused():
            return say("scene-liar", other=last.by, seat=last.active, right="yes" if last.lied else "no")
        case Lifted():
            return say("scene-lifted", seat=last.active, end=last.end or "failed")
        case Placed():
            return ""


def _void(last: Doubled | Accused, shout: str, say: Say, *, right: bool) -> str:
    """Which player was right in a challenge without a reward, because the round is void."""
    return say("scene-void", other=last.by, shout=say(shout), right="yes" if right else "no")


def _seats(view: PtiPassPassView, say: Say) -> Iterator[str]:
    """A line for each player: tokens, victories, and the answer in a window."""
    public = view.public
    face_up, asking, player = public.face_up, public.asking, None if public.stopped else public.active
    for seat, (count, victories) in enumerate(zip(public.counts, public.victories, strict=True)):
        hand = face_up.hands[seat] if face_up else None
        facts = [_tokens(hand, say) if hand else say("held", count=count if hand is None else 0)]
        if seat == player and public.opened and public.opened.fist:
            facts.append(say("held-fist-open", token=say("token", colour=public.opened.fist)))
        elif seat == player and public.fist_closed:
            facts.append(say("held-fist"))
        if victories:
            facts.append(say("victories", count=victories))
        if asking and seat != player:
            facts.append(say("answer-awaited" if seat in view.to_act else "answer-ok"))
        yield say("seat-playing" if seat == player else "seat", seat=seat, facts=" · ".join(facts))


def _tokens(tokens: Tokens, say: Say, between: str = " · ") -> str:
    """Tokens lying together, equal ones counted."""
    if not tokens:
        return say("empty")
    words = ((say("token", colour=colour), count) for colour, count in Counter(tokens).items())
    return between.join(word if count == 1 else f"{word} ×{count}" for word, count in words)


def _story(public: Public, say: Say) -> Iterator[str]:
    """The current reveal, and the newest event of this turn or the end of the previous one."""
    last, seat, cup = public.last, public.active, public.aimed
    if public.flash and last and (words := _revealed(public.flash, last, say)):
        yield f"### {words}"
    match public.phase:
        case "deal":
            yield say("story-deal")
        case "doublon":
            yield say("story-aim", seat=seat, cup=cup)
        case "announce":
            yield say("story-empty" if public.all_empty else "story-agreed", seat=seat, cup=cup)
        case "menteur":
            token = say("token", colour=public.stated)
            yield say("story-announce", seat=seat, cup=cup, token=token)
        case "lift" if public.swapped:
            first, second = public.swapped
            yield say("story-swap", seat=seat, first=first, second=second)
        case _:
            yield from _turned(public, say)


def _turned(public: Public, say: Say) -> Iterator[str]:
    """How the last turn ended, whether the round ended, and how the next one begins."""
    last = public.last
    if last:
        yield _told(last, say)
        if last.end in ("hopeless", "endless"):
            yield say(f"story-{last.end}", count=UNPLACED_PER_SEAT * public.seats)
        if isinstance(last, Placed) and last.end is None and not public.counts[last.active]:
            yield say("story-last-token", seat=last.active)
    if public.phase == "over":
        return
    if last is None or last.end:
        yield say("story-first", round=public.round, seat=public.active)
    elif public.phase == "reveal":
        yield say("story-lifting", seat=public.active)


def _revealed(flash: Shown, last: Last, say: Say) -> str:
    """The current reveal and its meaning; empty when another sentence says it."""
    match flash:
        case OpenFist(token=token, stated=stated):
            right = "yes" if token != stated else "no"
            return say("reveal-fist", stated=say("token", colour=stated), token=say("token", colour=token), right=right)
        case OpenCups(cups=(cup,), tokens=(tokens,)):
            return say("reveal-cup", cup=cup, tokens=_tokens(tokens, say), count=len(tokens))
        case OpenCups(cups=cups, tokens=tokens):
            found = (f"{cup} {_tokens(held, say, ', ')}" for cup, held in zip(cups, tokens, strict=True))
            return say("reveal-line", cups=" · ".join(found), right="yes" if last.end == "won" else "no")
        case _:
            return ""


def _told(last: Last, say: Say) -> str:
    """How a turn ended."""
    match last:
        case Placed():
            return say("told-placed", seat=last.active, cup=last.cup, token=say("token", colour=last.stated))
        case Doubled():
            key = "told-double" if last.found else "told-no-double"
            return say(key, seat=last.active, other=last.by, cup=last.cup, count=last.found)
        case Accused():
            return say("told-lie" if last.lied else "told-truth", seat=last.active, other=last.by)
        case Lifted():
            line = " – ".join(last.cups)
            lifted = say("told-lifted", seat=last.active, line=line)
            if last.swapped:
                first, second = last.swapped
                lifted = say("told-swapped", seat=last.active, line=line, first=first, second=second)
            return f"{lifted} {say('told-won' if last.end == 'won' else 'told-failed', seat=last.active)}"


def _note(view: PtiPassPassView, say: Say) -> str:
    """The question of a window for a seat that must answer: its buttons do not say it."""
    public = view.public
    asked = view.seat is not None and view.seat in view.to_act
    return say(f"hand-{public.phase}", seat=public.active, cup=public.aimed) if asked and public.asking else ""


def _recap(last: Last | None, say: Say) -> str:
    """How a turn ended, without cups and colours: players must remember those."""
    match last:
        case None:
            return ""
        case Placed():
            told = say("recap-placed", seat=last.active)
        case Doubled():
            told = _shouted(last, "picture-doublon", say, right=last.found > 0)
        case Accused():
            told = _shouted(last, "picture-menteur", say, right=last.lied)
        case Lifted():
            told = say("recap-lifted", seat=last.active, won="yes" if last.end == "won" else "no")
    return f"{told} {say('recap-void')}" if last.end in ("hopeless", "endless") else told


def _shouted(last: Doubled | Accused, shout: str, say: Say, *, right: bool) -> str:
    return say("recap-shouted", other=last.by, seat=last.active, shout=say(shout), right="yes" if right else "no")


def _hand(view: PtiPassPassView, say: Say) -> Iterator[str]:
    """The seat's private text, most relevant lines first."""
    public, own = view.public, view.own
    if own is None or public.phase == "deal":
        return
    if own.fist:
        yield say("hand-fist", token=say("token", colour=own.fist), cup=public.aimed)
    if view.seat in view.to_act:
        yield say(f"hand-{public.phase}", seat=public.active, cup=public.aimed)
    yield say("hand-tokens", tokens=_tokens(own.hand, say)) if own.hand else say("hand-none")
    if not own.hand and view.seat != public.active and public.phase != "over":
        yield say("hand-empty")
    if own.passed and isinstance(public.last, Doubled):
        token = say("token", colour=own.passed)
        if view.seat == public.last.by:
            yield say("hand-received", seat=public.last.active, token=token)
        else:
            yield say("hand-given", seat=public.last.by, token=token)


# ---- buttons

ROW_BUTTONS = 5
"""Buttons in a row."""
LINES_IN_ROW = 4
"""Buttons of lines that a phone shows in a row."""
MOST_LINES = 14
"""With more lines than this their direction is asked for first: a phone shows no more beside the picture."""


def grid(view: PtiPassPassView, path: Path, _ends: Sequence[Path], _say: Say) -> Grid:
    """Tokens, cups and lines as the picture shows them."""
    cups = board(view.public.layout, view.public.seats)
    match path:
        case ("aim",) | ("announce",):
            return [[Cell((colour,)) for colour in COLOURS]]
        case ("aim", _) | ("swap", *_):
            return list(_cups(cups))
        case ("lift",) if len(cups.lines) > MOST_LINES:
            return [[Cell((each,)) for each in dict.fromkeys(_way(line) for line in cups.lines)]]
        case ("lift",):
            return list(_lines(cups.lines, with_way=True))
        case ("lift", chosen):
            return list(_lines((line for line in cups.lines if _way(line) == chosen), with_way=False))
        case _:
            return ()


def line_name(line: Line) -> str:
    """A line by its two ends, which is enough to find it and short enough for a button."""
    return f"{line[0]}–{line[2]}"


def _way(line: Line) -> str:
    return way(line[0], line[1])


def _cups(cups: CupBoard) -> Iterator[list[Cell | None]]:
    """The rows of cups; a staggered one is shifted as far as whole buttons can, where there is room."""
    room = max(map(len, cups.rows)) <= ROW_BUTTONS
    for row, indent in zip(cups.rows, cups.indents, strict=True):
        shift: list[Cell | None] = [None] * (indent // 2 if room else 0)
        yield from _halves([*shift, *(Cell((cup,), cup) for cup in row)])


def _lines(lines: Iterable[Line], *, with_way: bool) -> Iterator[list[Cell | None]]:
    """Rows of buttons, a new one for each direction; directions with a line or two share a row."""
    row: list[Cell | None] = []
    for _, group in groupby(lines, key=_way):
        cells = [Cell((*([_way(line)] if with_way else ()), "-".join(line)), line_name(line)) for line in group]
        if row and max(len(row), len(cells)) > LINES_IN_ROW // 2:
            yield row
            row = []
        row += cells
        while len(row) > LINES_IN_ROW:
            yield row[:LINES_IN_ROW]
            row = row[LINES_IN_ROW:]
    yield row


def _halves(row: list[Cell | None]) -> Iterator[list[Cell | None]]:
    """A row, split into two halves if it is too long."""
    middle = -(-len(row) // 2)
    yield from (row,) if len(row) <= ROW_BUTTONS else (row[:middle], row[middle:])
