"""Repaints that are due: one a table, few at a time, and tried again when they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

log = logging.getLogger(__name__)

AT_ONCE = 30
"""Boards painted at the same time when there are very many to paint."""
PATIENCE = 1.0
"""How long the next one waits for room at most: on a busy day there may never be any."""
RETRIES = (2.0, 10.0, 60.0, 300.0)
"""Seconds before a board that could not be painted is tried again; the last one again and again."""
HIDING = (1.0, 2.0, 5.0, 10.0, 30.0)
"""The same for a board that may still show what everybody was to see for a few seconds only."""
FAREWELL = 3.0
"""How long a bot that is stopped waits for the boards it is painting."""


class Repaints:
    """Which tables' boards are to be painted. However often one is asked for, it is painted as it is then, once."""

    def __init__(self, paint: Callable[[int], Awaitable[None]], hides: Callable[[int], bool]) -> None:
        """``paint`` paints a table's board if it is still due, and tells ``later`` or ``done`` what came of it.

        ``hides`` says whether a board may show what must be hidden: then it is tried most often.
        """
        self._paint = paint
        self._hides = hides
        self._due: set[int] = set()
        self._new: list[int] = []
        """Those asked for since the last ones were begun."""
        self._failures: dict[int, int] = {}
        self._gone: set[int] = set()
        self._catching: asyncio.Task[None] | None = None
        self._resting = False
        self.tasks: dict[int, asyncio.Task[None]] = {}
        """The tables whose boards are being painted."""
        self.retries: dict[int, asyncio.TimerHandle] = {}

    def request(self, number: int) -> None:
        """Have a table's board painted soon."""
        if number in self._gone or self._resting:
            return
        if retry := self.retries.pop(number, None):
            retry.cancel()
        self._due.add(number)
        # Not at once: the click that has changed the table may be answered with the board itself.
        if not self._new:
            asyncio.get_running_loop().call_soon(self._begin)
        self._new.append(number)

    def catch_up(self, numbers: Iterable[int]) -> None:
        """Have very many painted, a few at a time, while the games go on."""
        if self._catching:
            self._catching.cancel()
        behind = list(numbers)
        self._catching = asyncio.create_task(self._request_all(behind), name="catching up") if behind else None

    def taken(self, number: int) -> bool:
        """Whether a table's board is due; whoever asks shows it now, so that it is no longer."""
        due = number in self._due
        self._due.discard(number)
        return due

    def done(self, number: int) -> None:
        """A board is painted."""
        self._failures.pop(number, None)

    def later(self, number: int, why: str) -> None:
        """A board could not be painted, or not all of it: try again."""
        tries = self._failures.get(number, 0)
        ladder = HIDING if self._hides(number) else RETRIES
        wait = ladder[min(tries, len(ladder) - 1)]
        if not tries:
            log.warning("board table=%s: %s; trying again", number, why)
        self._failures[number] = tries + 1
        if number not in self.retries:
            self.retries[number] = asyncio.get_running_loop().call_later(wait, self.request, number)

    def failed(self, number: int) -> bool:
        """Whether the last try failed too."""
        return number in self._failures

    def abandon(self, number: int) -> None:
        """Never paint this table again."""
        self._gone.add(number)

    async def room(self) -> None:
        """Wait a little while very many boards are being painted: who asks for thousands asks for them slowly."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while len(self.tasks) >= AT_ONCE and (left := end - loop.time()) > 0:
            tasks = tuple(self.tasks.values())
            await asyncio.wait(tasks, timeout=left, return_when=asyncio.FIRST_COMPLETED)

    async def painted(self) -> None:
        """Wait until no board is being painted."""
        await asyncio.sleep(0)  # What has just been asked for begins.
        while tasks := set(self.tasks.values()):
            await asyncio.wait(tasks)

    def rest(self) -> None:
        """Begin nothing more."""
        self._resting = True
        if self._catching:
            self._catching.cancel()
        for timer in self.retries.values():
            timer.cancel()

    async def finish(self, others: Iterable[asyncio.Task[None]]) -> None:
        """Let what is being painted, and these, be finished, but wait for nothing that takes long."""
        await asyncio.sleep(0)  # What has just been asked for begins.
        if tasks := {*self.tasks.values(), *others}:
            _, late = await asyncio.wait(tasks, timeout=FAREWELL)
            for task in late:
                task.cancel()

    def _begin(self) -> None:
        numbers, self._new = self._new, []
        for number in numbers:
            if number in self._due and number not in self.tasks:
                self.tasks[number] = asyncio.create_task(self._work(number), name="board")

    async def _work(self, number: int) -> None:
        try:
            while number in self._due:
                await self._paint(number)
        finally:
            # At once, not in a callback: a request that comes in between must start a new task.
            self.tasks.pop(number, None)

    async def _request_all(self, numbers: list[int]) -> None:
        for number in numbers:
            await self.room()
            self.request(number)
