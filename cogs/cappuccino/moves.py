"""The moves, exactly as records write them, and how a person spells them step by step."""

from __future__ import annotations

import msgspec

from bot.game import Move, Path, Seat
from cogs.cappuccino.cells import Cell
from cogs.cappuccino.terms import Colour

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
            return ("stack", token(source), token(target))
        case Place(cell=cell, colour=colour):
            return ("place", colour, f"r{cell[1]}", token(cell))
        case Deal():
            raise ValueError("nobody chooses a deal")


def token(cell: Cell) -> str:
    """A cell as a step of a path."""
    return f"{cell[0]},{cell[1]}"


def cell_of(step: str) -> Cell:
    """The cell that a step of a path names."""
    q, r = step.split(",")
    return int(q), int(r)
