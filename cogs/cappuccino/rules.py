"""The rules of Cappuccino: an immutable state, its legal moves and their effects.

Everything is public; a state also caches derived values that are updated incrementally by every move.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import msgspec

from bot.core.game import CHANCE, Illegal, Options, Outcome, Seat, View
from cogs.cappuccino.board import (
    ALL_STEPS,
    EMPTY,
    NO_BOARD,
    FinishedBoard,
    UnfinishedBoard,
    Way,
    board_of,
    number_of,
    unfinished_board,
)
from cogs.cappuccino.cells import Cell, distance, neighbours, reading_order, shared
from cogs.cappuccino.deal import deals, draw
from cogs.cappuccino.moves import COLOURS, CUPS_PER_COLOUR, LETTERS, Colour, Deal, Moves, PlaceCup, Stack
from cogs.cappuccino.view import CappuccinoSetup, CappuccinoView, CupPlaced, CupsDealt, Public, Settled, Stacked

NOBODY: frozenset[Seat] = frozenset()
ONE = {seat: frozenset({seat}) for seat in range(CHANCE, 4)}
ORDER = {
    seats: [tuple((seat + turn) % seats for turn in range(1, seats + 1)) for seat in range(seats)]
    for seats in (2, 3, 4)
}
"""For each number of seats and each seat, the order of the next turns, ending with the seat itself."""
OWNERS = {seats: {colour[0]: turn % seats for turn, colour in enumerate(COLOURS)} for seats in (2, 3, 4)}
"""For each number of seats, the seat that plays each letter."""
NUMBERS: dict[str, int] = {colour: number for number, colour in enumerate(COLOURS)}


def start(seats: int, options: Options) -> State:
    """The table before the deal."""
    setup = CappuccinoSetup.of(seats, options)
    colours = len(setup.colours)
    return State(
        Public(setup=setup, left=(CUPS_PER_COLOUR if setup.advanced else 0,) * colours, retired=(0,) * colours)
    )


def guess(view: CappuccinoView, _rng: Random) -> State:
    """The state of this view: nothing is hidden, so there is nothing to guess."""
    return state_of(view.public)


def state_of(public: Public) -> State:
    """The state of a public view, with all derived values computed."""
    if public.phase == "deal":
        return State(public)
    if public.phase == "place":
        return State(public, unfinished=unfinished_board(public.cells))
    board = board_of(public.cells)
    return State(public, board=board, options=options_of(board, public))


def options_of(board: FinishedBoard, public: Public) -> tuple[int, ...]:
    """The encoded moves of each seat: onto any stack that touches one of its own and is no taller."""
    owners = OWNERS[public.setup.seats]
    piles = public.piles
    options = [0] * public.setup.seats
    for place, pile in enumerate(piles):
        if pile:
            height, steps = len(pile), 0
            for other, step, _ in board.links[place]:
                if 0 < len(piles[other]) <= height:
                    steps |= step
            options[owners[pile[-1]]] |= steps << 8 * place
    return tuple(options)


class State(msgspec.Struct, frozen=True, gc=False):
    """One moment of a game."""

    public: Public
    unfinished: UnfinishedBoard = EMPTY
    """The board while cups are being placed; else empty."""
    board: FinishedBoard = NO_BOARD
    """The board once all cups are placed; before, without cells."""
    options: tuple[int, ...] = ()
    """The encoded moves of each seat once all cups are placed."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seat that must act: always one at a time."""
        active = self.public.active
        return NOBODY if active is None else ONE[active]

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat, in reading order."""
        public = self.public
        if seat != public.active:
            return ()
        if self.options:
            return self.board.stacks(self.options[seat])
        return deals(public.setup) if seat == CHANCE else self.unfinished.places(in_hand(public, seat))

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move; raises Illegal with the reason."""
        if seat == self.public.active:
            if self.options:
                if type(move) is Stack and (way := self.board.way(self.options[seat], move)):
                    return self._stack(seat, move, way)
            elif type(move) is PlaceCup:
                number = number_of(move.cell)
                if self.unfinished.fits(number) and holds(self.public, seat, NUMBERS[move.colour]):
                    return self._place(seat, move, number)
            elif type(move) is Deal and seat == CHANCE and move in deals(self.public.setup):
                return self._deal(move)
        raise refusal(self, seat, move)

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """The first player, drawn unless given, and well-mixed cups."""
        return draw(self.public.setup, rng, first)

    def outcome(self) -> Outcome | None:
        """The seats with the most cups win; ties share the victory."""
        if self.public.active is not None:
            return None
        scores = self.public.scores
        return Outcome(tuple(seat for seat, score in enumerate(scores) if score == max(scores)), scores)

    def view(self, seat: Seat | None) -> CappuccinoView:
        """Everything; views differ only in their seat."""
        return View(seat=seat, to_act=tuple(self.to_act), public=self.public)

    def _deal(self, deal: Deal) -> State:
        public = self.public
        return state_of(
            Public(
                phase="stack" if deal.cups else "place",
                setup=public.setup,
                first=deal.first,
                active=deal.first,
                left=public.left,
                cells=tuple([shared(q, r) for q, r, _ in deal.cups]),
                piles=tuple([colour[0] for _, _, colour in deal.cups]),
                retired=public.retired,
                last=CupsDealt(deal.first),
            )
        )

    def _place(self, seat: Seat, move: PlaceCup, number: int) -> State:
        """Place a cup; with the last one the board is finished and the first player moves."""
        public = self.public
        setup = public.setup
        cells = public.cells + (move.cell,)  # noqa: RUF005 faster than unpacking so many
        piles = public.piles + (move.colour[0],)  # noqa: RUF005 faster too
        left = list(public.left)
        left[NUMBERS[move.colour]] -= 1
        ready = not any(left)
        if ready:
            cups = dict(zip(cells, piles, strict=True))
            cells = tuple(sorted(cells, key=reading_order))
            piles = tuple([cups[cell] for cell in cells])
        placed = Public(
            phase="stack" if ready else "place",
            setup=setup,
            first=public.first,
            active=(seat + 1) % setup.seats,
            left=tuple(left),
            cells=cells,
            piles=piles,
            retired=public.retired,
            last=CupPlaced(seat, move.cell, move.colour),
        )
        return state_of(placed) if ready else State(placed, self.unfinished.add(number))

    def _stack(self, seat: Seat, move: Stack, way: Way) -> State:
        """Move a stack, take off decided islands, and pass the turn to the next seat that can move."""
        public, board = self.public, self.board
        source, target, _, apart = way
        owners = OWNERS[len(self.options)]
        piles = list(public.piles)
        moved, under = piles[source], piles[target]
        piles[source], piles[target] = "", under + moved
        # Only moves from and to these two places can change: drop them all, then add those of the new stack.
        options = [moves & apart for moves in self.options]
        height, steps = len(under) + len(moved), 0
        for other, step, back in board.links[target]:
            if pile := piles[other]:
                tall = len(pile)
                if tall <= height:
                    steps |= step
                if tall >= height:
                    options[owners[pile[-1]]] |= back
        options[seat] |= steps << 8 * target
        retired = public.retired
        settled: tuple[Settled, ...] = ()
        # A move can decide only islands next to it, and taking one off changes no other.
        if public.setup.early_resolution and (islands := board.decided(piles, source, target)):
            gained, lost = list(retired), 0
            for island in islands:
                found = take_off(board, piles, island)
                settled = (*settled, found)
                gained[NUMBERS[found.colour]] += found.cups
                if len(island) > 1:  # a lone stack has no moves to lose
                    lost |= sum([ALL_STEPS << 8 * place for place in island])
            retired = tuple(gained)
            if lost:
                options = [moves & ~lost for moves in options]
        blocked, newly = public.blocked, ()
        if options.count(0) > len(blocked):
            newly = tuple([other for other, moves in enumerate(options) if not moves and other not in blocked])
            blocked = tuple(sorted(blocked + newly))
        active = None
        for other in ORDER[len(options)][seat]:
            if options[other]:
                active = other
                break
        return State(
            Public(
                phase="over" if active is None else "stack",
                setup=public.setup,
                first=public.first,
                active=active,
                left=public.left,
                cells=public.cells,
                piles=tuple(piles),
                retired=retired,
                blocked=blocked,
                last=Stacked(
                    seat,
                    move.from_,
                    move.to,
                    LETTERS[moved[-1]],
                    len(moved),
                    LETTERS[under[-1]],
                    len(under),
                    settled,
                    newly,
                ),
            ),
            EMPTY,
            board,
            tuple(options),
        )


def take_off(board: FinishedBoard, piles: list[str], island: list[int]) -> Settled:
    """Remove a decided island: all its cups go to the colour on top of its tallest stack."""
    tallest, cups = "", 0
    cells: list[Cell] = []
    for place in island:
        pile, piles[place] = piles[place], ""
        cups += len(pile)
        cells.append(board.cells[place])
        if len(pile) > len(tallest):
            tallest = pile
    return Settled(LETTERS[tallest[-1]], cups, tuple(cells))


def in_hand(public: Public, seat: Seat) -> tuple[Colour, ...]:
    """The colours of which a seat still has cups to place."""
    left = public.left
    owned = COLOURS[seat : len(left) : public.setup.seats]
    return tuple([colour for colour in owned if left[NUMBERS[colour]]]) if 0 in left else owned


def holds(public: Public, seat: Seat, colour: int) -> bool:
    """Whether a seat still has cups of a colour to place."""
    return colour % public.setup.seats == seat and colour < len(public.left) and public.left[colour] > 0


def default(view: CappuccinoView, legal: Collection[Moves]) -> Moves:
    """A simple sensible move: place close to the first cup; take as many cups of others as possible.

    Ties go to the first in reading order.
    """
    layers = view.public.layers

    def cost(move: Moves) -> int:
        if isinstance(move, PlaceCup):
            return distance(move.cell)
        if not isinstance(move, Stack):
            return 0
        under = layers[move.to]
        return 0 if view.public.setup.owner(under[-1]) == view.seat else -len(under)

    return min(legal, key=cost)


# ---- refusals


def refusal(state: State, seat: Seat, move: Moves) -> Illegal:
    """The most helpful reason for refusing an illegal move."""
    public = state.public
    if seat in public.blocked:
        return Illegal("blocked")
    if seat != public.active:
        return Illegal("not-your-turn", seat=public.active)
    if isinstance(move, PlaceCup):
        return _bad_place(state, seat, move) if public.phase == "place" else Illegal("nothing-to-place")
    assert isinstance(move, Stack)
    return _bad_stack(state, seat, move) if public.phase == "stack" else Illegal("place-first", left=sum(public.left))


def _bad_place(state: State, seat: Seat, move: PlaceCup) -> Illegal:
    public, unfinished = state.public, state.unfinished
    name = public.frame.name
    if move.colour not in public.setup.owned(seat):
        return Illegal("not-your-colour", colour=move.colour)
    if not public.left[NUMBERS[move.colour]]:
        return Illegal("none-left", colour=move.colour)
    if move.cell in public.cells:
        return Illegal("cell-taken", cell=name(move.cell))
    if not public.cells:
        return Illegal("first-cup", cell=name(public.free[0]))
    needed = min(len(public.cells), 2)
    return Illegal("too-few-contacts", cell=name(move.cell), needed=needed, touching=unfinished.touching(move.cell))


def _bad_stack(state: State, seat: Seat, move: Stack) -> Illegal:
    public = state.public
    layers = public.layers
    source, target = public.frame.name(move.from_), public.frame.name(move.to)
    moved, under = layers.get(move.from_, ()), layers.get(move.to, ())
    if not moved:
        return Illegal("no-stack", cell=source)
    if (owner := public.setup.owner(moved[-1])) != seat:
        return Illegal("not-yours", cell=source, colour=moved[-1], other=owner)
    if move.from_ == move.to:
        return Illegal("same-cell", cell=source)
    if not under:
        return Illegal("void", cell=target)
    if move.to not in neighbours(move.from_):
        return Illegal("too-far", cell=source, target=target)
    return Illegal("too-tall", cell=source, height=len(moved), target=target, tall=len(under))
