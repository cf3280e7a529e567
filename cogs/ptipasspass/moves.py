"""The moves, exactly as records write them, and how a player enters each one step by step."""

from __future__ import annotations

from functools import cache

import msgspec

from bot.core.game import Deal, Move, Path
from bot.core.moves import Deals, OwnSpelling, Spelling
from cogs.ptipasspass.cups import Colour, Cup, Line, Pair


class Aim(Move, frozen=True, tag="aim"):
    """Take a token in the fist and point at a cup."""

    token: Colour
    cup: Cup


class Ok(Move, frozen=True, tag="ok"):
    """Do not challenge."""


class Doublon(Move, frozen=True, tag="doublon"):
    """Claim that the cup pointed at already holds a token."""


class AnnounceColour(Move, frozen=True, tag="announce"):
    """Announce the colour in the fist, truly or not."""

    colour: Colour


class Menteur(Move, frozen=True, tag="menteur"):
    """Claim that the stated colour is a lie."""


class Swap(Move, frozen=True, tag="swap"):
    """Exchange two touching cups without lifting them."""

    cups: Pair


class Lift(Move, frozen=True, tag="lift"):
    """Lift three cups in line."""

    cups: Line


Moves = Deal | Aim | Ok | Doublon | AnnounceColour | Menteur | Swap | Lift


@cache
def deals(seats: int) -> Deals[Deal]:
    """Any seat may be first; nothing else is random."""
    return Deals(Deal, seats, Deal)


def in_reading_order(move: Moves) -> Moves:
    """The same move with its cups by row, then by number: people and records may name them in any order."""
    # Rows are letters and no row has more than nine cups, so names sort as they are read.
    if isinstance(move, Swap | Lift):
        return msgspec.structs.replace(move, cups=tuple(sorted(move.cups)))
    return move


def way(first: Cup, second: Cup) -> str:
    """The direction of a line from its first two cups: along a row, or down with equal, rising or falling numbers."""
    if first[:1] == second[:1]:
        return "row"
    return "equal" if first[1:] == second[1:] else "rising" if first[1:] < second[1:] else "falling"


def _lift_steps(move: Lift) -> Path:
    return ("lift", way(*move.cups[:2]), "-".join(move.cups))


def _lift(steps: Path) -> Lift:
    match steps:
        case ("lift", _, line) if line.count("-") == 2:
            first, middle, last = line.split("-")
            return Lift((first, middle, last))
        case _:
            raise ValueError("no move lifts anything but three cups")


def _swap(steps: Path) -> Swap:
    match steps:
        case ("swap", first, second):
            return Swap((first, second))
        case _:
            raise ValueError("no move swaps anything but two cups")


def _typed(steps: Path) -> Path:
    """Normalise typed input: cups in lower case, and the three of a line in any order."""
    match steps:
        case ("aim", token, cup):
            return ("aim", token, cup.upper())
        case ("swap", first, second):
            return ("swap", first.upper(), second.upper())
        case ("lift", _, line):
            return _lift_steps(_lift(("lift", "", line.upper())))
        case _:
            return steps


SPELLING: Spelling[Moves] = Spelling(
    Moves,
    {
        Swap: OwnSpelling("swap", lambda move: ("swap", *move.cups), _swap),
        Lift: OwnSpelling("lift", _lift_steps, _lift),
    },
    _typed,
)
