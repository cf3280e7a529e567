"""The colours, the moves exactly as records write them, and how a player enters them step by step."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, get_args

import msgspec
from msgspec.structs import force_setattr

from bot.core import game
from bot.core.game import Move, Path
from bot.core.moves import OwnSpelling, Spelling
from cogs.cappuccino.cells import Cell

Colour = Literal["cat", "panda", "leaf", "flower"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
CUPS_PER_COLOUR = 16
"""Cups per colour."""

LETTERS: dict[str, Colour] = {colour[0]: colour for colour in COLOURS}
"""In a state a stack is a string of these letters, from its bottom cup to its top."""

Cup = tuple[int, int, Colour]
"""A cup on the table: q, r and its colour."""


@lru_cache(maxsize=8192)
def _shared(q: int, r: int, colour: Colour) -> Cup:
    """A cup; equal cups of all deals are one object: a deal has 64, and stays in memory with its table."""
    return q, r, colour


class Deal(game.Deal, frozen=True, tag="deal"):
    """The first player and the cups in reading order; no cups when players place them."""

    cups: tuple[Cup, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "cups", tuple([_shared(*cup) for cup in self.cups]))


class PlaceCup(Move, frozen=True, tag="place", cache_hash=True):
    """Place a cup while the board is being built."""

    cell: Cell
    colour: Colour


class Stack(Move, frozen=True, tag="stack", cache_hash=True):
    """Put a whole stack on a neighbouring one."""

    from_: Cell = msgspec.field(name="from")
    to: Cell


Moves = Deal | PlaceCup | Stack


def cell_of(token: str) -> Cell:
    """The cell that a step names; raises ValueError if it names none."""
    q, comma, r = token.partition(",")
    if not comma or len(token) > 24:
        raise ValueError(f"{token!a} is not a cell")
    return int(q), int(r)


def _token(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _spell_stack(move: Stack) -> Path:
    return ("stack", _token(move.from_), _token(move.to))


def _read_stack(path: Path) -> Stack:
    _, source, target = path
    return Stack(cell_of(source), cell_of(target))


def _spell_place(move: PlaceCup) -> Path:
    return ("place", move.colour, f"r{move.cell[1]}", _token(move.cell))


def _read_place(path: Path) -> PlaceCup:
    _, colour, _, cell = path
    if colour not in COLOURS:
        raise ValueError(f"{colour!a} is not a colour")
    return PlaceCup(cell_of(cell), colour)


SPELLING: Spelling[Moves] = Spelling(
    Moves,
    {Stack: OwnSpelling("stack", _spell_stack, _read_stack), PlaceCup: OwnSpelling("place", _spell_place, _read_place)},
)
"""Steps use axial cells, because names on the screen depend on the board."""
