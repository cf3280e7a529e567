"""What everybody sees: nothing is hidden in this game, so all seats and onlookers see the same."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.core.game import FlatView, Seat
from cogs.cappuccino.cells import Cell, Frame
from cogs.cappuccino.terms import Colour, Terms

Phase = Literal["deal", "place", "stack", "over"]


class Pile(msgspec.Struct, frozen=True):
    """A cell of the board with its name on the screen and its cups from bottom to top: none is a void."""

    cell: Cell
    name: str
    layers: tuple[Colour, ...]


class Total(msgspec.Struct, frozen=True):
    """How a colour stands."""

    colour: Colour
    seat: Seat
    left: int
    """Cups still to be placed."""
    stacks: int
    """Stacks it tops."""
    cups: int
    """What it would score now: the cups of those stacks and of those taken off."""
    safe: int
    """Cups of them that nobody can take any more: in stacks that touch no other, or taken off."""
    retired: int
    """Cups of them taken off by early resolution."""


class Event(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of what has just happened."""


class Dealt(Event, frozen=True, tag="dealt"):
    """The first player is known and the cups, unless players place them, are on the table."""

    first: Seat


class Placed(Event, frozen=True, tag="placed"):
    """A cup was put down."""

    seat: Seat
    cell: Cell
    colour: Colour


class Settled(msgspec.Struct, frozen=True):
    """An island that was taken off, because its result was certain."""

    colour: Colour
    cups: int
    cells: tuple[Cell, ...]


class Stacked(Event, frozen=True, tag="stacked"):
    """A stack was put on another; and what that settled."""

    seat: Seat
    source: Cell
    target: Cell
    colour: Colour
    """The colour that moved and is on top now."""
    height: int
    """Cups that moved."""
    under: Colour
    """The colour that was on top of the target."""
    added: int
    """Cups of the target, now under the others."""
    settled: tuple[Settled, ...] = ()
    blocked: tuple[Seat, ...] = ()
    """Seats that have just lost their last move."""


AnyEvent = Dealt | Placed | Stacked


class CappuccinoView(FlatView, frozen=True, kw_only=True):
    """All there is to know of a moment."""

    terms: Terms
    phase: Phase
    first: Seat | None
    frame: Frame
    """Where the names of rows and columns start."""
    piles: tuple[Pile, ...]
    """Every cell that has or had a cup: in reading order, or as they were placed while the board is being built."""
    free: tuple[Cell, ...]
    """Where the next cup may be placed, in reading order."""
    movable: tuple[Cell, ...]
    """The stacks that whoever's turn it is can move, in reading order."""
    totals: tuple[Total, ...]
    """One for each colour in play."""
    scores: tuple[int, ...]
    """What each seat would score now."""
    blocked: tuple[Seat, ...]
    """Who can no longer move."""
    last: AnyEvent | None
