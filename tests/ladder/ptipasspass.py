"""Reference players of PtiPassPass, and the rows of its ladder."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from cogs.ptipasspass.cups import COLOURS, board
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Menteur, Ok, Swap
from tests.ladder.table import Row, Script, beginner, best, climbs


def _playing(
    lies: float, line: Callable[[dict[str, str], Any, Sequence[Any], Random], Any], turns: int | None = None
) -> Script:
    """Believes announcements, shouts at what it remembers to be wrong, and lifts a line that should be good.

    ``turns`` is how many turns of others it remembers; None for ever.
    """

    def script(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        view = views[-1]
        public, (cups, said) = view.public, _remembered(views, turns)
        if view.phase == "doublon":
            return Doublon() if public.aimed in cups else Ok()
        if view.phase == "menteur":
            return Menteur() if public.stated in said[public.active] else Ok()
        if view.phase == "announce":
            other = [colour for colour in COLOURS if colour != view.own.fist]
            return AnnounceColour(rng.choice(other) if rng.random() < lies else view.own.fist)
        return line(cups, view, legal, rng)

    return script


def _remembered(views: Sequence[Any], turns: int | None) -> tuple[dict[str, str], dict[int, set[str]]]:
    """The colours believed to be under cups, and those that each seat has announced for tokens it placed."""
    cups: dict[str, str] = {}
    said: dict[int, set[str]] = {seat: set() for seat in range(views[-1].public.seats)}
    ends = [(before, view) for before, view in pairwise(views) if view.public.last is not before.public.last]
    for age, (before, view) in zip(range(len(ends) - 1, -1, -1), ends, strict=True):
        last, flash, mine = view.public.last, view.public.flash, before.public.active == before.seat
        kind = type(last).__name__
        if last.end:
            cups, said = {}, {seat: set() for seat in said}
        elif turns is not None and age >= turns and not mine:
            continue
        elif kind == "Placed":
            cups[last.cup] = before.own.fist if mine and before.own.fist else last.stated
            said[last.active].add(last.stated)
        elif kind == "Doubled":
            cups.pop(last.cup, None)
            said[last.active if last.found else last.by] = set()
        elif kind == "Accused":
            said[last.active if last.lied else last.by] = set()
        elif kind == "Lifted":
            cups = _swapped(cups, last.swapped)
            for cup, tokens in zip(flash.cups, flash.tokens, strict=True):
                cups.pop(cup, None)
                if tokens:
                    cups[cup] = tokens[0]
    return _swapped(cups, views[-1].public.swapped), said


def _swapped(cups: dict[str, str], pair: Any) -> dict[str, str]:
    """The cups after a swap."""
    one, two = pair or ("", "")
    return {{one: two, two: one}.get(cup, cup): colour for cup, colour in cups.items()}


def _hope(cups: dict[str, str], line: Sequence[str]) -> int:
    """How many cups of a line are believed to be filled; 4 for a good set, 0 when it cannot become one."""
    found = Counter(cups[cup] for cup in line if cup in cups)
    count = sum(found.values())
    good = len(found) in {1, count}
    return 0 if not good else 4 if count == 3 else count


def _at_once(cups: dict[str, str], view: Any, legal: Sequence[Any], rng: Random) -> Any:
    """Lift the best line, never swap; place where nothing is remembered, next to a line that has begun."""
    if view.phase == "aim":
        free = [move for move in legal if isinstance(move, Aim) and move.cup not in cups]
        lines = board(view.public.layout, view.public.seats).lines

        def worth(move: Aim) -> int:
            after = {**cups, move.cup: move.token}
            return max(_hope(after, line) for line in lines if move.cup in line)

        return best(free, worth, rng) if free else rng.choice(legal)
    lifts = [move for move in legal if isinstance(move, Lift)]
    return best(lifts, lambda move: _hope(cups, move.cups), rng)


def _swapping(cups: dict[str, str], view: Any, legal: Sequence[Any], rng: Random) -> Any:
    """As at once, and swap two cups where that makes a good line."""
    move = _at_once(cups, view, legal, rng)
    if isinstance(move, Lift) and _hope(cups, move.cups) < 4:
        for swap in legal:
            if isinstance(swap, Swap):
                after = _swapped(cups, swap.cups)
                if any(_hope(after, line) == 4 for line in board(view.public.layout, view.public.seats).lines):
                    return swap
    return move


PLAYERS = {
    "beginner": _playing(0.2, _at_once, turns=6),
    "truthful": _playing(0.0, _swapping),
}

ROWS = tuple(
    row
    for seats in (3, 4, 5, 6)
    for row in (beginner(seats, 300), *climbs(seats, 150), Row(seats, "expert", "truthful", 60))
)
