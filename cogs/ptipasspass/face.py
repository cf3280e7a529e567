"""A view in words: the board as text, the story of the turn, and what only one seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.core.game import Move, Path, Say, Seat, Sight
from cogs.ptipasspass.layouts import Cup, board
from cogs.ptipasspass.moves import Doublon, Menteur, Ok
from cogs.ptipasspass.rules import UNPLACED_PER_SEAT
from cogs.ptipasspass.views import Accused, Doubled, Last, Lifted, OpenCups, OpenFist, Placed, TableView, Tokens, hurry

HALF_CUP = "  "
"""Cups are drawn four characters wide, so a staggered row is shifted by two."""


class WordFace:
    """How PtiPassPass is shown in words."""

    def sight(self, view: TableView, say: Say) -> Sight:
        """The view in words."""
        return Sight(
            title=say("title", round=view.round, layout=view.layout),
            scene="\n".join([_drawing(view), *_notes(view, say), *(_seat(view, seat, say) for seat in _seats(view))]),
            story="\n".join(_story(view, say)),
            hand="\n".join(_hand(view, say)),
            quick=_quick(view),
        )

    def label(self, view: TableView, path: Path, say: Say) -> str:
        """The words of the last step of a path."""
        verb, step, token = path[0], len(path) - 1, path[-1]
        if step == 1 and verb in ("aim", "announce"):
            return say("token", colour=token)
        if step == 1 and verb == "lift":
            return say(f"way-{view.layout}", way=token)
        return token.replace("-", " – ")  # a cup, or the three cups of a line


def _seats(view: TableView) -> range:
    return range(view.seats)


def _quick(view: TableView) -> tuple[Move, ...]:
    match view.phase:
        case "doublon":
            return (Ok(), Doublon())
        case "menteur":
            return (Ok(), Menteur())
        case _:
            return ()


def _drawing(view: TableView) -> str:
    """The cups as they stand: [aimed at], (open for a moment)."""
    opened = view.flash.cups if isinstance(view.flash, OpenCups) else ()

    def drawn(cup: Cup) -> str:
        return f"[{cup}]" if cup == view.aimed else f"({cup})" if cup in opened else f" {cup} "

    cups = board(view.layout, view.seats)
    rows = [HALF_CUP * indent + "".join(map(drawn, row)) for indent, row in zip(cups.indents, cups.rows, strict=True)]
    return "\n".join(["```", *(row.rstrip() for row in rows), "```"])


def _notes(view: TableView, say: Say) -> Iterator[str]:
    """What the drawing shows, in words."""
    if view.aimed and view.stated:
        yield say("scene-stated", cup=view.aimed, token=say("token", colour=view.stated))
    elif view.aimed:
        yield say("scene-aimed", cup=view.aimed)
    if isinstance(view.flash, OpenFist):
        yield say("scene-fist", token=say("token", colour=view.flash.token), seconds=view.flash.seconds)
    elif isinstance(view.flash, OpenCups):
        yield say("scene-cups", seconds=view.flash.seconds)
        for cup, tokens in zip(view.flash.cups, view.flash.tokens, strict=True):
            yield say("scene-cup", cup=cup, tokens=_tokens(tokens, say))
    if view.flash and view.last:
        yield _verdict(view.last, say)
    if isinstance(view.last, Placed) and view.last.end is None:
        yield say("scene-slipped", cup=view.last.cup)
    if view.swapped:
        yield say("scene-swapped", first=view.swapped[0], second=view.swapped[1])
    if view.phase in ("aim", "announce", "reveal", "lift"):
        yield say("scene-task", seat=view.active, phase=view.phase)
    if 2 * view.unplaced >= UNPLACED_PER_SEAT * view.seats:
        yield say("scene-unplaced", count=view.unplaced, limit=UNPLACED_PER_SEAT * view.seats)


def _verdict(last: Last, say: Say) -> str:
    """Who was right, and what it earns them, as the picture shows it beside what is revealed."""
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
    """Who was right, in a challenge that earns nobody anything: the round is void."""
    return say("scene-void", other=last.by, shout=say(shout), right="yes" if right else "no")


def _seat(view: TableView, seat: Seat, say: Say) -> str:
    """One player's line: tokens, victories, and the answer in a window."""
    facts = [say("held", count=view.counts[seat])]
    playing = seat == view.active and view.phase != "over"
    if playing and (hurry(view) or view.phase == "announce"):
        facts.append(say("held-fist"))
    if view.victories[seat]:
        facts.append(say("victories", count=view.victories[seat]))
    if hurry(view) and not playing:
        facts.append(say("answer-awaited" if seat in view.to_act else "answer-ok"))
    return say("seat-playing" if playing else "seat", seat=seat, facts=" · ".join(facts))


def _tokens(tokens: Tokens, say: Say) -> str:
    """Tokens lying together, equal ones counted."""
    if not tokens:
        return say("empty")
    words = ((say("token", colour=colour), count) for colour, count in Counter(tokens).items())
    return " · ".join(word if count == 1 else f"{word} ×{count}" for word, count in words)


def _story(view: TableView, say: Say) -> Iterator[str]:
    """This turn so far, then the previous one: nothing older."""
    match view.phase:
        case "deal":
            yield say("story-deal")
        case "doublon":
            yield say("story-aim", seat=view.active, cup=view.aimed)
        case "announce":
            yield say("story-agreed", seat=view.active, cup=view.aimed)
        case "menteur":
            token = say("token", colour=view.stated)
            yield say("story-announce", seat=view.active, cup=view.aimed, token=token)
        case "lift" if view.swapped:
            first, second = view.swapped
            yield say("story-swap", seat=view.active, first=first, second=second)
        case _:
            if view.last:
                yield _told(view.last, say)
                if view.last.end in ("hopeless", "endless"):
                    yield say(f"story-{view.last.end}", count=UNPLACED_PER_SEAT * view.seats)
            if view.phase != "over" and (view.last is None or view.last.end):
                yield say("story-first", seat=view.active)
            return
    if view.last:
        yield say("story-before", story=_told(view.last, say))


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


def _hand(view: TableView, say: Say) -> Iterator[str]:
    """What only this seat knows, what matters now first."""
    if view.seat is None or view.hand is None or view.phase == "deal":
        return
    if view.fist:
        yield say("hand-fist", token=say("token", colour=view.fist), cup=view.aimed)
    if view.seat in view.to_act:
        yield say(f"hand-{view.phase}", seat=view.active, cup=view.aimed)
    yield say("hand-tokens", tokens=_tokens(view.hand, say)) if view.hand else say("hand-none")
    if not view.hand and view.seat != view.active and view.phase != "over":
        yield say("hand-empty")
    if view.passed and isinstance(view.last, Doubled):
        token = say("token", colour=view.passed)
        if view.seat == view.last.by:
            yield say("hand-received", seat=view.last.active, token=token)
        else:
            yield say("hand-given", seat=view.last.by, token=token)
