"""Tokens and cups: the colours, how the cups stand, which of them touch or line up, and which make a good set.

A board is plain data: the rules and the face ask nothing else, so another layout is one more entry here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Literal

Colour = Literal["blue", "green", "orange"]
COLOURS: tuple[Colour, ...] = ("blue", "green", "orange")

Tokens = tuple[Colour, ...]
"""Tokens lying together, sorted by colour: nobody can tell two of a colour apart."""

Layout = Literal["grid", "hive"]
Cup = str
"""A cup's name: the letter of its row, then its number from the left, such as ``B2``."""
Pair = tuple[Cup, Cup]
Line = tuple[Cup, Cup, Cup]

Step = tuple[int, int]
"""From a cup to a touching one later in reading order: rows down, numbers along."""

ROW_LETTERS = "ABC"


@dataclass(frozen=True, kw_only=True)
class CupBoard:
    """The cups of one table, every tuple of them in reading order."""

    rows: tuple[tuple[Cup, ...], ...]
    indents: tuple[int, ...]
    """How far each row is shifted to the right, in half cups."""
    pairs: tuple[Pair, ...]
    lines: tuple[Line, ...]

    @cached_property
    def cups(self) -> tuple[Cup, ...]:
        """All cups, row after row."""
        return tuple(cup for row in self.rows for cup in row)

    @cached_property
    def place(self) -> dict[Cup, int]:
        """The index of each cup in ``cups``."""
        return {cup: place for place, cup in enumerate(self.cups)}


@lru_cache
def board(layout: Layout, seats: int) -> CupBoard:
    """The board of a layout: three cups per seat."""
    if layout == "grid":
        # Neighbours in eight directions; with three players a noughts and crosses board.
        return _board((seats, seats, seats), indents=(0, 0, 0), steps=((0, 1), (1, 0), (1, 1), (1, -1)))
    # Staggered rows: a cup touches the two below it.
    return _board((seats - 1, seats, seats + 1), indents=(2, 1, 0), steps=((0, 1), (1, 0), (1, 1)))


def _board(lengths: tuple[int, ...], *, indents: tuple[int, ...], steps: tuple[Step, ...]) -> CupBoard:
    names = {
        (row, number): f"{ROW_LETTERS[row]}{number}"
        for row, length in enumerate(lengths)
        for number in range(1, length + 1)
    }

    def chain(start: tuple[int, int], step: Step, length: int) -> tuple[Cup, ...] | None:
        """The cups from a start along a step; None when one of them is off the board."""
        places = [(start[0] + step[0] * i, start[1] + step[1] * i) for i in range(length)]
        return tuple(names[place] for place in places) if all(place in names for place in places) else None

    def chains(length: int) -> tuple[tuple[Cup, ...], ...]:
        found = (chain(start, step, length) for step in steps for start in names)
        return tuple(cups for cups in found if cups is not None)

    return CupBoard(
        rows=tuple(tuple(name for place, name in names.items() if place[0] == row) for row in range(len(lengths))),
        indents=indents,
        pairs=tuple((first, second) for first, second in chains(2)),
        lines=tuple((first, middle, last) for first, middle, last in chains(3)),
    )


def gather(*tokens: Colour) -> Tokens:
    """Tokens in sorted order."""
    return tuple(sorted(tokens))


def good_set(one: Tokens, two: Tokens, three: Tokens) -> bool:
    """Whether one token of each cup can be picked so that the three are all equal or all different."""
    return any(len(set(picked)) != 2 for picked in product(set(one), set(two), set(three)))


def hopeless(cups: tuple[Tokens, ...]) -> bool:
    """Whether no three cups make a good set, whatever their places: swaps could bring any three into line."""
    return not any(good_set(*three) for three in combinations(filter(None, cups), 3))
