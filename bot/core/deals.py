"""Which deals of a game are right, and what else only a hand-written record can get wrong: nobody chooses a deal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

from bot.core.game import CHANCE, AnyState, BadRecord, Deal, Move, Seat

DealT = TypeVar("DealT", bound=Deal)


class Deals(Collection[DealT]):
    """Every right deal of a table: ``in`` knows them all, a loop sees one for each first player.

    ``example`` gives a right one for a first player; ``drawn`` says what is wrong with what else a deal draws, None
    when it is right.
    """

    def __init__(
        self,
        kind: type[DealT],
        seats: int,
        example: Callable[[Seat], DealT],
        drawn: Callable[[DealT], str | None] = lambda _deal: None,
    ) -> None:
        self.seats = seats
        self._kind = kind
        self._example = example
        self._drawn = drawn

    def fault(self, deal: DealT) -> str | None:
        """What is wrong with a deal, in plain English; None when it is right."""
        if not 0 <= deal.first < self.seats:
            return f"the first player must be a seat from 0 to {self.seats - 1}"
        return self._drawn(deal)

    def __contains__(self, deal: object) -> bool:
        return isinstance(deal, self._kind) and self.fault(deal) is None

    def __iter__(self) -> Iterator[DealT]:
        return map(self._example, range(self.seats))

    def __len__(self) -> int:
        return self.seats


def bad_record(state: AnyState, deals: Deals[Any], seat: Seat, move: Move) -> BadRecord | None:
    """Why nobody at a table could have made a move that is not legal; None when a person can try it."""
    fault = _fault(state.to_act, deals, seat, move)
    return None if fault is None else BadRecord(fault)


def _fault(to_act: frozenset[Seat], deals: Deals[Any], seat: Seat, move: Move) -> str | None:
    if not to_act:
        return "the game is over"
    if seat != CHANCE and not 0 <= seat < deals.seats:
        return f"there is no seat {seat}"
    if isinstance(move, Deal) != (seat == CHANCE):
        return "only chance deals, and it does nothing else"
    if CHANCE not in to_act:
        return "the game has been dealt already" if isinstance(move, Deal) else None
    return deals.fault(move) if isinstance(move, Deal) else "the game has not been dealt"
