"""The public view of Cappuccino. Nothing is hidden, so all seats and onlookers see the same."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from bot.core import game
from bot.core.game import CHANCE, Options, Seat, View
from cogs.cappuccino.board import board_of, unfinished_board
from cogs.cappuccino.cells import Cell, Frame, neighbours
from cogs.cappuccino.moves import COLOURS, CUPS_PER_COLOUR, LETTERS, Colour

Phase = Literal["deal", "place", "stack", "over"]


class CappuccinoSetup(msgspec.Struct, frozen=True):
    """The seats and options of a table."""

    seats: int
    advanced: bool = False
    two_colours: bool = False
    early_resolution: bool = False

    @classmethod
    def of(cls, seats: int, options: Options) -> CappuccinoSetup:
        """Read from a table's options."""
        return cls(
            seats,
            advanced=bool(options["advanced"]),
            two_colours=bool(options["two_colours"]),
            early_resolution=bool(options["early_resolution"]),
        )

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours in play."""
        return COLOURS[: 2 * self.seats if self.two_colours else self.seats]

    @property
    def cups(self) -> int:
        """How many cups there are in all."""
        return CUPS_PER_COLOUR * len(self.colours)

    def owner(self, colour: Colour) -> Seat:
        """The seat that plays a colour."""
        return COLOURS.index(colour) % self.seats

    def owned(self, seat: Seat) -> tuple[Colour, ...]:
        """The colours a seat plays."""
        return self.colours[seat :: self.seats]


class CappuccinoEvent(msgspec.Struct, frozen=True, tag_field="kind", gc=False):
    """Base of the last event."""


class CupsDealt(CappuccinoEvent, frozen=True, tag="dealt"):
    """The first player was drawn, and the cups dealt unless players place them."""

    first: Seat


class CupPlaced(CappuccinoEvent, frozen=True, tag="placed", gc=False):
    """A cup was put down."""

    seat: Seat
    cell: Cell
    colour: Colour


class Settled(msgspec.Struct, frozen=True, gc=False):
    """A decided island that was taken off."""

    colour: Colour
    cups: int
    cells: tuple[Cell, ...]


class Stacked(CappuccinoEvent, frozen=True, tag="stacked", gc=False):
    """A stack was put on another, with the islands decided by it."""

    seat: Seat
    source: Cell
    target: Cell
    colour: Colour
    """The colour that moved and is now on top."""
    height: int
    """Cups that moved."""
    under: Colour
    """The colour that was on top of the target."""
    added: int
    """Cups of the target, now covered."""
    settled: tuple[Settled, ...] = ()
    blocked: tuple[Seat, ...] = ()
    """Seats that have just lost their last move."""


class Total(msgspec.Struct):
    """The totals of a colour."""

    colour: Colour
    seat: Seat
    left: int
    """Cups still to be placed."""
    stacks: int
    """Stacks it tops."""
    cups: int
    """Its score now: the cups of those stacks and of those taken off."""
    safe: int
    """Of these, the cups that nobody can take any more: in isolated stacks, or taken off."""


MANY_CUPS = 3
"""A stack that it is a pity to lose, and worth a word to take."""


class Public(game.Public, frozen=True, kw_only=True, gc=False):
    """The whole position."""

    phase: Phase = "deal"
    setup: CappuccinoSetup
    first: Seat | None = None
    active: Seat | None = CHANCE
    """The seat to move; None when the game is over."""
    left: tuple[int, ...]
    """Cups still to be placed, for each colour in play."""
    cells: tuple[Cell, ...] = ()
    """Every cell that has or had a cup: in reading order, or in order of placement on an unfinished board."""
    piles: tuple[str, ...] = ()
    """For each of these cells the letters of its cups from bottom to top; empty for a void."""
    retired: tuple[int, ...]
    """Cups taken off by early resolution, for each colour in play."""
    blocked: tuple[Seat, ...] = ()
    """The seats that can no longer move; no seat ever gets a move again."""
    last: CupsDealt | CupPlaced | Stacked | None = None

    @property
    def layers(self) -> dict[Cell, tuple[Colour, ...]]:
        """The colours of the cups on each cell, from bottom to top."""
        return {cell: layers_of(pile) for cell, pile in zip(self.cells, self.piles, strict=True)}

    @property
    def frame(self) -> Frame:
        """The frame of the names of rows and columns."""
        return _frame(self.cells, self.free)

    @property
    def free(self) -> tuple[Cell, ...]:
        """The cells where the next cup may be placed, in reading order."""
        return unfinished_board(self.cells).free_cells() if self.phase == "place" else ()

    @property
    def ways(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each stack that the active seat can move, in reading order, its targets."""
        if self.phase != "stack" or self.active is None:
            return {}
        heights = {cell: len(pile) for cell, pile in zip(self.cells, self.piles, strict=True)}
        letters = {colour[0] for colour in self.setup.owned(self.active)}
        own = [cell for cell, pile in zip(self.cells, self.piles, strict=True) if pile and pile[-1] in letters]
        found = {cell: [to for to in neighbours(cell) if 0 < heights.get(to, 0) <= heights[cell]] for cell in own}
        return {cell: tuple(targets) for cell, targets in found.items() if targets}

    @property
    def totals(self) -> tuple[Total, ...]:
        """One for each colour in play."""
        standing = self.phase in ("stack", "over")
        board = board_of(self.cells) if standing else None
        totals = {
            colour[0]: Total(colour, self.setup.owner(colour), left, 0, retired, retired)
            for colour, left, retired in zip(self.setup.colours, self.left, self.retired, strict=True)
        }
        for place, pile in enumerate(self.piles):
            if pile:
                total = totals[pile[-1]]
                total.stacks += 1
                total.cups += len(pile)
                if board is not None and board.isolated(self.piles, place):
                    total.safe += len(pile)
        return tuple(totals.values())

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat now: its cups, or those of its better colour."""
        totals = self.totals
        return tuple(max(total.cups for total in totals if total.seat == seat) for seat in range(self.setup.seats))


CappuccinoView = View[Public, None]


def mood(before: Public, after: Public, seat: Seat) -> game.Mood | None:
    """How a seat takes the stack that somebody has just covered."""
    made = after.last
    if not isinstance(made, Stacked) or made == before.last or made.added < MANY_CUPS:
        return None
    covered = after.setup.owner(made.under)
    if made.seat == covered:
        return None
    return "glad" if seat == made.seat else "sorry" if seat == covered else None


FEW_WAYS = 12


def few_ways(ways: dict[Cell, tuple[Cell, ...]]) -> bool:
    """Whether moves are few enough to be listed one by one."""
    return sum(map(len, ways.values())) <= FEW_WAYS


@lru_cache(maxsize=4096)
def layers_of(pile: str) -> tuple[Colour, ...]:
    """The colours of a stack from bottom to top."""
    return tuple(LETTERS[letter] for letter in pile)


@lru_cache(maxsize=64)
def _frame(cells: tuple[Cell, ...], free: tuple[Cell, ...]) -> Frame:
    return Frame.around(cells + free)
