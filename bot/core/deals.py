"""The deals of a game that has too many of them to list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

from bot.core.game import Deal, Seat

DealT = TypeVar("DealT", bound=Deal)


class Deals(Collection[DealT]):
    """Every right deal of a table: ``in`` knows them all, a loop sees one for each first player.

    ``fault`` says what is wrong with a deal of that kind, None when it is right; ``example`` gives one that is right.
    """

    def __init__(
        self, kind: type[DealT], seats: int, fault: Callable[[DealT], str | None], example: Callable[[Seat], DealT]
    ) -> None:
        self._kind = kind
        self._seats = seats
        self._fault = fault
        self._example = example

    def __contains__(self, deal: object) -> bool:
        return isinstance(deal, self._kind) and self._fault(deal) is None

    def __iter__(self) -> Iterator[DealT]:
        return map(self._example, range(self._seats))

    def __len__(self) -> int:
        return self._seats
