"""One lock a thing, by its key."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Generic, Self, TypeVar

K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """Locks that exist while somebody has them. Whoever wants one that is taken waits, in the order in which they came.

    asyncio's own would have to be made, kept and forgotten for each key, at several times the cost.
    """

    def __init__(self) -> None:
        self._taken: dict[K, list[asyncio.Future[None]]] = {}
        """Who waits for each that is taken."""

    def of(self, key: K) -> Lock[K]:
        """The lock of that key, for ``async with``."""
        return Lock(self._taken, key)

    def taken(self, key: K) -> bool:
        """Whether somebody has that lock: who wants it now must wait."""
        return key in self._taken


class Lock(Generic[K]):
    """The lock of one key."""

    __slots__ = ("_key", "_longer", "_taken")

    def __init__(self, taken: dict[K, list[asyncio.Future[None]]], key: K) -> None:
        self._taken = taken
        self._key = key
        self._longer = 0.0

    def hold(self, seconds: float) -> None:
        """Let nobody else have it before so long after its end."""
        self._longer = seconds

    async def __aenter__(self) -> Self:
        if (waiting := self._taken.get(self._key)) is None:
            self._taken[self._key] = []
            return self
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._pass_on()  # It had just become theirs.
            elif turn in waiting:
                waiting.remove(turn)
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._longer:
            asyncio.get_running_loop().call_later(self._longer, self._pass_on)
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        waiting = self._taken[self._key]
        while waiting:
            turn = waiting.pop(0)
            if not turn.done():
                turn.set_result(None)
                return
        del self._taken[self._key]
