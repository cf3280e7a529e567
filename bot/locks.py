"""One lock a thing, by its number."""

from __future__ import annotations

import asyncio


class Locks:
    """Locks that exist while somebody has them. Whoever wants one that is taken waits, in the order in which they came.

    asyncio's own would have to be made, kept and forgotten for each number, at several times the cost.
    """

    def __init__(self) -> None:
        self._taken: dict[int, list[asyncio.Future[None]]] = {}
        """Who waits for each that is taken."""

    def of(self, number: int) -> Lock:
        """The lock of that number, for ``async with``."""
        return Lock(self._taken, number)

    def taken(self, number: int) -> bool:
        """Whether somebody has that lock: who wants it now must wait."""
        return number in self._taken


class Lock:
    """The lock of one number."""

    __slots__ = ("_number", "_taken")

    def __init__(self, taken: dict[int, list[asyncio.Future[None]]], number: int) -> None:
        self._taken = taken
        self._number = number

    async def __aenter__(self) -> None:
        if (waiting := self._taken.get(self._number)) is None:
            self._taken[self._number] = []
            return
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

    async def __aexit__(self, *_: object) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        waiting = self._taken[self._number]
        while waiting:
            turn = waiting.pop(0)
            if not turn.done():
                turn.set_result(None)
                return
        del self._taken[self._number]
