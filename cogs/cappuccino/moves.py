"""The moves, exactly as records write them, and how a person spells them step by step."""

from __future__ import annotations

import msgspec

from bot.core.game import Move, Path, Seat
from cogs.cappuccino.cells import Cell
from cogs.cappuccino.terms import COLOURS, Colour

Cup = tuple[int, int, Colour]
"""A cup on the table: q, r and its colour."""


class Deal(Move, frozen=True, tag="deal"):
    """Chance names the first player and spreads the cups, in reading order; none when players place them."""

    first: Seat
    cups: tuple[Cup, ...]


class Place(Move, frozen=True, tag="place", cache_hash=True):
    """Put down one of one's cups while the board is being built."""

    cell: Cell
    colour: Colour


class Stack(Move, frozen=True, tag="stack", cache_hash=True):
    """Put a whole stack on a neighbouring one."""

    from_: Cell = msgspec.field(name="from")
    to: Cell


AnyMove = Deal | Place | Stack


def path(move: AnyMove) -> Path:
    """A move's steps. Cells are axial, because their names on the screen depend on the board."""
    match move:
        case Stack(from_=source, to=target):
            return ("stack", _token(source), _token(target))
        case Place(cell=cell, colour=colour):
            return ("place", colour, f"r{cell[1]}", _token(cell))
        case Deal():
            raise ValueError("nobody chooses a deal")


def move(path_: Path) -> AnyMove:
    """The move that these steps spell; ValueError if they spell none."""
    match path_:
        case ("stack", source, target):
            found = Stack(cell_of(source), cell_of(target))
        case ("place", colour, _, cell) if colour in COLOURS:
            found = Place(cell_of(cell), colour)
        case _:
            found = None
    # Numbers can be written in many ways, and a row must be its cell's: only the one true spelling counts.
    if found is None or path(found) != path_:
        raise ValueError(f"no move of Cappuccino is spelt {'.'.join(path_)!a}")
    return found


def cell_of(token: str) -> Cell:
    """The cell that a step names; ValueError if it names none."""
    q, comma, r = token.partition(",")
    if not comma or len(token) > 24:
        raise ValueError(f"{token!a} is not a cell")
    return int(q), int(r)


def _token(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
