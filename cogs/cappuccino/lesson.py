"""The lesson of Cappuccino: heights decide which stacks can be covered, own ones too; isolated stacks are safe."""

from __future__ import annotations

from bot.core.lesson import LEARNER, Lesson, Part, Turn
from cogs.cappuccino.cells import Cell, Frame
from cogs.cappuccino.deal import shape
from cogs.cappuccino.moves import Colour, Deal, Stack

_ONE = 1
_CUPS = """
    ▲ ▲ ▲ ● ▲ ●
   ▲ ● ▲ ● ● ▲ ●
    ● ● ▲ ● ▲ ▲
   ▲ ● ▲ ● ● ▲ ▲
    ● ● ▲ ● ● ▲
"""
_COLOURS: dict[str, Colour] = {"▲": "cat", "●": "panda"}
_CELLS = shape(32)
_NAMED: dict[str, Cell] = {Frame.around(_CELLS).name(cell): cell for cell in _CELLS}
_LATER = """
    B9>A10 E12>E10 B3>A4 B11>C10 B13>C12 C6>D7 C12>C10 E6>E8 C10>D9 D1>C2
    D9>E8 A6>B7 E8>E10 B7>A8 C4>B5 A8>A10 A4>A2 A10>A12 A2>B1
"""
"""Nineteen moves, the opponent's first."""


def _stack(spelt: str) -> Stack:
    """Parse a move such as ``D5>E4``."""
    source, target = spelt.split(">")
    return Stack(_NAMED[source], _NAMED[target])


def _from(name: str, *targets: str) -> tuple[str, ...]:
    """The beginning of a path: a stack, and optionally its target."""
    return ("stack", *(f"{q},{r}" for q, r in map(_NAMED.__getitem__, (name, *targets))))


def _later() -> tuple[Turn, ...]:
    turns = enumerate(_LATER.split())
    return tuple((LEARNER if number % 2 else _ONE, _stack(spelt)) for number, spelt in turns)


LESSON = Lesson(
    seats=2,
    deal=Deal(
        first=LEARNER,
        cups=tuple((q, r, _COLOURS[mark]) for (q, r), mark in zip(_CELLS, _CUPS.split(), strict=True)),
    ),
    parts=(
        Part(
            key="first",
            moves=(_stack("D5>E4"),),
            wrong={_from("D5"): "elsewhere", _from("D5", "C6"): "own", _from("D5", "E6"): "own"},
        ),
        Part(
            key="equal", before=((_ONE, _stack("E2>D3")),), moves=(_stack("E4>D3"),), wrong={_from("E4"): "elsewhere"}
        ),
        Part(key="own", before=_later(), moves=(_stack("D3>C2"),), wrong={_from("D7"): "greedy"}),
        Part(key="tower", before=((_ONE, _stack("E10>D11")),), moves=(_stack("C2>B1"),)),
        Part(key="over", before=((_ONE, _stack("D11>D13")), (LEARNER, _stack("D7>C8")))),
    ),
)
