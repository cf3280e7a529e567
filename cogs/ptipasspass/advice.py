"""Explains in words why a move at PtiPassPass is good: the likely contents of cups, and which players are believed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import cast

from bot.core.game import Say, likeliest, percent
from cogs.ptipasspass.cups import Colour, Cup, Line, Pair, board, good_set
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Menteur, Moves, Ok, Swap
from cogs.ptipasspass.opponent import SKILLS, MoveAnalysis, good
from cogs.ptipasspass.view import PtiPassPassView

SHOUT_FROM = 0.5
"""A shout is advised above this chance of a lie: a wrong one costs oneself what a right one costs the liar."""


def reason(views: Sequence[PtiPassPassView], move: Moves, say: Say) -> str:
    """The reason for this move, for a player with perfect memory."""
    analysis = MoveAnalysis(views, SKILLS["expert"], Random(0))
    public = analysis.public
    match move:
        case Aim(cup=cup):
            told = say("advice-aim", cup=cup, filled=_filled(analysis, cup))
            return f"{told} {_lined_up(analysis, cup, move.token, say)}".strip()
        case AnnounceColour(colour=colour):
            true = "yes" if analysis.own and analysis.own.fist == colour else "no"
            memory = analysis.memory
            return say("advice-announce", true=true, calls=memory.calls, said=memory.announcements).strip()
        case Ok() | Doublon() if public.phase == "doublon":
            cup = cast("Cup", public.aimed)
            shouts = "yes" if isinstance(move, Doublon) else "no"
            return say("advice-doublon", cup=cup, seat=public.active, filled=_filled(analysis, cup), shouts=shouts)
        case Ok() | Menteur():
            lie = _lie(analysis)
            bar, shouts = percent(SHOUT_FROM), "yes" if lie > SHOUT_FROM else "no"
            return say("advice-menteur", seat=public.active, chance=percent(lie), bar=bar, shouts=shouts)
        case Lift(cups=cups):
            return say("advice-lift", cups=" · ".join(cups), chance=percent(_chance(analysis, cups)))
        case Swap(cups=pair):
            chance, line = _swapped(analysis, pair)
            return say("advice-swap", cups=" · ".join(line), chance=percent(chance))
        case _:
            raise ValueError("chance needs no advice")


def odds(views: Sequence[PtiPassPassView], legal: Collection[Moves]) -> dict[Moves, float]:
    """The chances that a shout or its omission is right, and that a line to lift is good, with perfect memory."""
    public = views[-1].public
    if public.phase in ("aim", "announce"):
        return {}
    analysis = MoveAnalysis(views, SKILLS["expert"], Random(0))
    if public.phase == "doublon":
        filled = analysis.filled(cast("Cup", public.aimed))
        return likeliest({Ok(): 1 - filled, Doublon(): filled})
    if public.phase == "menteur":
        lie = _lie(analysis)
        silent: dict[Moves, float] = {Ok(): 1 - lie, Menteur(): lie}
        return silent if lie <= SHOUT_FROM else {Menteur(): lie, Ok(): 1 - lie}
    found: dict[Moves, float] = {move: _chance(analysis, move.cups) for move in legal if isinstance(move, Lift)}
    found.update({move: _swapped(analysis, move.cups)[0] for move in legal if isinstance(move, Swap)})
    return likeliest(found)


def _lie(analysis: MoveAnalysis) -> float:
    """The chance that the announcement is a lie."""
    return sum(table.fist != analysis.public.stated for table in analysis.tables) / analysis.count


def _swapped(analysis: MoveAnalysis, pair: Pair) -> tuple[float, Line]:
    """The best line to lift after exchanging two cups, and its chance."""
    one, two = pair
    found: list[tuple[float, Line]] = []
    for line in board(analysis.public.layout, analysis.public.seats).lines:
        if (one in line) != (two in line):
            other = {one: two, two: one}
            found.append((_chance(analysis, [other.get(cup, cup) for cup in line]), line))
    return max(found, key=lambda each: each[0])


def _lined_up(analysis: MoveAnalysis, cup: Cup, token: Colour, say: Say) -> str:
    """The value of a token for the best line through its cup, counting only tokens known for certain."""
    memory, known = analysis.memory, dict[Cup, Colour]()
    for other, under in memory.owners.items():
        if len(under) == 1 and under[0] in memory.sure:
            known[other] = memory.sure[under[0]]
    found: list[tuple[bool, list[Cup]]] = []
    for line in board(analysis.public.layout, analysis.public.seats).lines:
        others = [each for each in line if each != cup and each in known]
        if cup in line and others:
            made = len(others) == 2 and good_set((token,), (known[others[0]],), (known[others[1]],))
            found.append((made, others if made else others[:1]))
    if not found:
        return ""
    made, cups = max(found, key=lambda each: each[0])
    return say("advice-aim-good" if made else "advice-aim-line", cups=" · ".join(cups))


def _filled(analysis: MoveAnalysis, cup: Cup) -> str:
    """Whether a cup is known to hold a token."""
    return "yes" if analysis.memory.owners.get(cup) else "no"


def _chance(analysis: MoveAnalysis, cups: Sequence[Cup]) -> float:
    one, two, three = (analysis.cups[cup] for cup in cups)
    return analysis.share(good(one, two, three))
