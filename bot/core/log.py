"""The log of a table: its moves in order. It is the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

import msgspec

from bot.core.game import Move, Seat


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log. There are very many, and none is part of a cycle: the collector need not look at them."""

    seat: Seat
    move: Move
    at: float


class Log(Sequence[Turn]):
    """Moves in order, as a value. One more costs the same however many there are.

    Logs that grew out of one another share one list; each knows how much of it is its own.
    """

    __slots__ = ("_length", "_turns")

    def __init__(self, turns: Iterable[Turn] = (), *, shared: list[Turn] | None = None) -> None:
        """``shared``: a list of ours that nobody else goes on with."""
        self._turns = list(turns) if shared is None else shared
        self._length = len(self._turns)

    def plus(self, turn: Turn) -> Log:
        """The log with one more move; this one stays as it is."""
        # Somebody may have gone on from here already: then the list is theirs.
        turns = self._turns if len(self._turns) == self._length else self._turns[: self._length]
        turns.append(turn)
        return Log(shared=turns)

    def instead(self, place: int, turn: Turn) -> Log:
        """The log with another move in that place; this one stays as it is."""
        turns = self._turns[: self._length]
        turns[place] = turn
        return Log(shared=turns)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Turn]:
        return islice(self._turns, self._length)

    def __reversed__(self) -> Iterator[Turn]:
        return reversed(self._turns if len(self._turns) == self._length else self._turns[: self._length])

    @overload
    def __getitem__(self, place: int) -> Turn: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Turn, ...]: ...
    def __getitem__(self, place: int | slice) -> Turn | tuple[Turn, ...]:
        if isinstance(place, slice):
            return tuple(self._turns[: self._length][place])
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._turns[place if place >= 0 else self._length + place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and (self is other or [*self] == [*other])

    def __hash__(self) -> int:
        return hash(self._length)

    def __repr__(self) -> str:
        # Not the moves: they hold everybody's secrets.
        return f"<Log of {self._length} moves>"
