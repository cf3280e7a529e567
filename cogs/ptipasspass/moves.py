"""The moves, exactly as records write them, and how a person spells each one step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, overload

import msgspec

from bot.core.game import Move, Path, Seat
from cogs.ptipasspass.layouts import Cup, Line, Pair

Colour = Literal["blue", "green", "orange"]
COLOURS: tuple[Colour, ...] = ("blue", "green", "orange")


class Deal(Move, frozen=True, tag="deal"):
    """Chance names who begins."""

    first: Seat


class Aim(Move, frozen=True, tag="aim"):
    """Take a token in the fist and point at a cup."""

    token: Colour
    cup: Cup


class Ok(Move, frozen=True, tag="ok"):
    """Let it pass."""


class Doublon(Move, frozen=True, tag="doublon"):
    """Claim that the cup pointed at already holds a token."""


class Announce(Move, frozen=True, tag="announce"):
    """State the colour in one's fist, truly or not."""

    colour: Colour


class Menteur(Move, frozen=True, tag="menteur"):
    """Claim that the stated colour is a lie."""


class Swap(Move, frozen=True, tag="swap"):
    """Exchange two touching cups without lifting them."""

    cups: Pair


class Lift(Move, frozen=True, tag="lift"):
    """Lift three cups in line."""

    cups: Line


Moves = Deal | Aim | Ok | Doublon | Announce | Menteur | Swap | Lift


class Menu(Sequence[Any]):
    """Moves in a fixed order, found at once with ``in``."""

    __slots__ = ("_known", "_moves")

    def __init__(self, moves: Iterable[Moves] = ()) -> None:
        self._moves = tuple(moves)
        self._known = frozenset(self._moves)

    def __contains__(self, move: object) -> bool:
        return move in self._known

    def __iter__(self) -> Iterator[Any]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self._moves[index]


def in_reading_order(move: Moves) -> Moves:
    """The same move with its cups by row, then by number: people and records may name them in any order."""
    # Rows are letters and no row has more than nine cups, so names sort as they are read.
    if isinstance(move, Swap | Lift):
        return msgspec.structs.replace(move, cups=tuple(sorted(move.cups)))
    return move


def way(line: Line) -> str:
    """How a line runs, told from its names alone: along a row, or down with equal, rising or falling numbers."""
    (row, first), (next_row, second) = line[0], line[1]
    if row == next_row:
        return "row"
    return "equal" if first == second else "rising" if first < second else "falling"


def path(move: Moves) -> Path:
    """The steps by which a person chooses the move."""
    match move:
        case Aim(token=token, cup=cup):
            return ("aim", token, cup)
        case Announce(colour=colour):
            return ("announce", colour)
        case Swap(cups=(first, second)):
            return ("swap", first, second)
        case Lift(cups=cups):
            return ("lift", way(cups), "-".join(cups))
        case Ok():
            return ("ok",)
        case Doublon():
            return ("doublon",)
        case Menteur():
            return ("menteur",)
        case Deal():
            raise ValueError("nobody chooses the deal")


def move(steps: Path) -> Moves:
    """The move those steps spell, whether it is legal now or not; small letters will do for cups."""
    match steps:
        case ("aim", ("blue" | "green" | "orange") as token, cup):
            return Aim(token, cup.upper())
        case ("announce", ("blue" | "green" | "orange") as colour):
            return Announce(colour)
        case ("swap", first, second):
            return Swap((first.upper(), second.upper()))
        case ("lift", _, line) if line.count("-") == 2:
            first, middle, last = line.upper().split("-")
            return Lift((first, middle, last))
        case ("ok",):
            return Ok()
        case ("doublon",):
            return Doublon()
        case ("menteur",):
            return Menteur()
        case _:
            raise ValueError(f"these steps spell no move: {steps}")
