"""The rules as a value: one moment of a game, what may be played in it, and what comes after."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from random import Random

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, Options, Outcome, Seat
from cogs.cappuccino.board import (
    NO_BOARD,
    Board,
    Piles,
    Stacks,
    all_options,
    board_of,
    connect,
    decided,
    disconnect,
)
from cogs.cappuccino.deals import Deals, draw
from cogs.cappuccino.moves import AnyMove, Cup, Deal, Place, Stack
from cogs.cappuccino.refusals import refusal
from cogs.cappuccino.site import Site, places
from cogs.cappuccino.terms import COLOURS, EACH, LETTERS, Colour, Terms, agree
from cogs.cappuccino.views import AnyEvent, CappuccinoView, Dealt, Phase, Pile, Placed, Settled, Stacked, Total

NOBODY: frozenset[Seat] = frozenset()
ONE = {seat: frozenset({seat}) for seat in range(CHANCE, 4)}
ORDER = {
    seats: [tuple((seat + turn) % seats for turn in range(1, seats + 1)) for seat in range(seats)]
    for seats in (2, 3, 4)
}
"""For each number of seats, and each of them, in which order turns follow: oneself last."""


def start(seats: int, options: Options) -> State:
    """The table before the deal."""
    return State(terms=agree(seats, options))


class State(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a game."""

    terms: Terms
    first: Seat | None = None
    active: Seat | None = CHANCE
    """Whose move it is; nobody's when the game is over."""
    site: Site = Site()
    """The cups placed so far in the advanced set-up; empty before and after it."""
    board: Board = NO_BOARD
    """Without cells until all cups are set."""
    piles: Piles = ()
    options: tuple[int, ...] = ()
    """The moves of each seat, as the board writes them."""
    retired: tuple[int, ...] = (0, 0, 0, 0)
    """Cups taken off by early resolution, for each of the four colours."""
    last: AnyEvent | None = None

    @property
    def phase(self) -> Phase:
        """What is being done."""
        if self.active is None:
            return "over"
        if self.first is None:
            return "deal"
        return "stack" if self.piles else "place"

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whom we wait for: always one at a time."""
        return NOBODY if self.active is None else ONE[self.active]

    @property
    def blocked(self) -> tuple[Seat, ...]:
        """Who has no move left: nobody ever gets one back, so being blocked now is to have stopped playing."""
        return tuple(seat for seat, moves in enumerate(self.options) if not moves)

    def legal(self, seat: Seat) -> Collection[AnyMove]:
        """All moves of a seat, in reading order."""
        if seat != self.active:
            return ()
        if self.piles:
            return Stacks(self.board, self.options[seat])
        return Deals(self.terms) if seat == CHANCE else places(self.site.free, self.in_hand(seat))

    def play(self, seat: Seat, move: AnyMove) -> State:
        """The state after a move; Illegal says why it cannot be made."""
        if move not in self.legal(seat):
            raise refusal(self, seat, move)
        if isinstance(move, Stack):
            return self._stack(seat, move)
        return self._place(seat, move) if isinstance(move, Place) else self._deal(move)

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """The first player, drawn unless asked for, and well-mixed cups."""
        return draw(self.terms, rng, first)

    def outcome(self) -> Outcome | None:
        """Most cups win, together if they have as many."""
        if self.active is not None:
            return None
        scores = self.scores()
        return Outcome(tuple(seat for seat, score in enumerate(scores) if score == max(scores)), scores)

    def view(self, seat: Seat | None) -> CappuccinoView:
        """All there is to know; it differs only in who looks."""
        frame = self.board.frame if self.piles else self.site.frame
        cells = self.board.cells if self.piles else self.site.cells
        piles = self.piles or [colour[0] for colour in self.site.colours]
        moves = self.legal(self.active) if self.phase == "stack" and self.active is not None else ()
        return CappuccinoView(
            seat=seat,
            to_act=tuple(sorted(self.to_act)),
            terms=self.terms,
            phase=self.phase,
            first=self.first,
            frame=frame,
            piles=tuple(Pile(cell, frame.name(cell), layers(pile)) for cell, pile in zip(cells, piles, strict=True)),
            free=self.site.free if self.phase == "place" else (),
            movable=tuple(dict.fromkeys(move.from_ for move in moves if isinstance(move, Stack))),
            totals=self.totals(),
            scores=self.scores(),
            blocked=self.blocked,
            last=self.last,
        )

    def left(self, colour: Colour) -> int:
        """How many cups of a colour are still to be placed."""
        return EACH - self.site.colours.count(colour) if self.terms.advanced and not self.piles else 0

    def in_hand(self, seat: Seat) -> tuple[Colour, ...]:
        """The colours of which a seat has cups to place."""
        return tuple([colour for colour in self.terms.owned(seat) if self.left(colour)])

    def totals(self) -> tuple[Total, ...]:
        """How each colour stands."""
        return tuple(
            self._total(colour, retired) for colour, retired in zip(self.terms.colours, self.retired, strict=False)
        )

    def scores(self) -> tuple[int, ...]:
        """What each seat would score now: its cups, or those of its better colour."""
        totals = self.totals()
        return tuple(max(total.cups for total in totals if total.seat == seat) for seat in range(self.terms.seats))

    def _total(self, colour: Colour, retired: int) -> Total:
        topped = [place for place, pile in enumerate(self.piles) if pile and pile[-1] == colour[0]]
        height = {place: len(self.piles[place]) for place in topped}
        alone = sum(height[place] for place in topped if self.board.isolated(self.piles, place))
        placed = self.site.colours.count(colour)
        return Total(
            colour=colour,
            seat=self.terms.owner(colour),
            left=self.left(colour),
            stacks=len(topped) + placed,
            cups=sum(height.values()) + placed + retired,
            safe=alone + retired,
            retired=retired,
        )

    def _deal(self, deal: Deal) -> State:
        dealt = replace(self, first=deal.first, active=deal.first, last=Dealt(deal.first))
        return dealt.set_out(deal.cups) if deal.cups else dealt

    def set_out(self, cups: Sequence[Cup]) -> State:
        """The same moment with these cups on the table, in reading order, ready to be stacked."""
        board, piles = board_of(tuple([(q, r) for q, r, _ in cups])), tuple([colour[0] for _, _, colour in cups])
        return replace(self, site=Site(), board=board, piles=piles, options=all_options(board, piles, self.terms.seats))

    def _place(self, seat: Seat, move: Place) -> State:
        """One cup more; with the last one the board is ready and the first player moves."""
        site = self.site.add(move.cell, move.colour)
        placed = replace(
            self, site=site, active=(seat + 1) % self.terms.seats, last=Placed(seat, move.cell, move.colour)
        )
        return placed if len(site.cells) < self.terms.cups else placed.set_out(site.cups())

    def _stack(self, seat: Seat, move: Stack) -> State:
        """The stack moves, islands that are decided are taken off, and the next who can move is to act."""
        board = self.board
        piles = list(self.piles)
        source, target = board.index[move.from_], board.index[move.to]
        moved, under = piles[source], piles[target]
        piles[source], piles[target] = "", under + moved
        options = disconnect(board, self.options, (source, target))
        connect(board, piles, options, target)
        retired, settled = self.retired, ()
        # Only islands near the move can have become decided by it, and taking one off changes no other.
        if self.terms.early_resolution and (islands := decided(board, piles, (target, *board.near[source]))):
            settled = tuple(take_off(board, piles, island) for island in islands)
            options = disconnect(board, options, (place for island in islands for place in island))
            retired = tuple(
                cups + sum(island.cups for island in settled if island.colour == colour)
                for colour, cups in zip(COLOURS, retired, strict=True)
            )
        event = Stacked(
            seat=seat,
            source=move.from_,
            target=move.to,
            colour=LETTERS[moved[-1]],
            height=len(moved),
            under=LETTERS[under[-1]],
            added=len(under),
            settled=settled,
            blocked=tuple([other for other, moves in enumerate(options) if not moves and self.options[other]]),
        )
        return replace(
            self,
            piles=tuple(piles),
            options=tuple(options),
            retired=retired,
            active=next((other for other in ORDER[len(options)][seat] if options[other]), None),
            last=event,
        )


def take_off(board: Board, piles: list[str], island: list[int]) -> Settled:
    """Empty a decided island: all its cups go to the colour on top of its tallest stack."""
    tallest = max((piles[place] for place in island), key=len)
    cups = sum(len(piles[place]) for place in island)
    for place in island:
        piles[place] = ""
    return Settled(LETTERS[tallest[-1]], cups, tuple(board.cells[place] for place in sorted(island)))


@lru_cache(maxsize=4096)
def layers(pile: str) -> tuple[Colour, ...]:
    """The colours of a stack from bottom to top."""
    return tuple(LETTERS[letter] for letter in pile)
