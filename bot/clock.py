"""Deadlines: one timer over the times that tables have stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.store import Store

log = logging.getLogger(__name__)

LEASE = 15.0
"""How long a table that was claimed is left alone before somebody else may try."""
BATCH = 10
"""Tables woken at once: few enough that somebody's click in between is answered without delay."""
LONGEST = 300.0
"""Look again after so long at the latest: another process may have stored an earlier time."""


class Clock:
    """Wakes each table at its time, also those whose time came while nobody was running."""

    def __init__(self, store: Store, wake: Callable[[int], Awaitable[object]], now: Callable[[], float]) -> None:
        self._store = store
        self._wake = wake
        self._now = now
        self._timer: asyncio.TimerHandle | None = None
        self._at = float("inf")
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def start(self) -> None:
        """Begin with whatever is overdue."""
        self.poke(self._now())

    def stop(self) -> None:
        """Wake nobody any more."""
        if self._timer:
            self._timer.cancel()
        if self._task:
            self._task.cancel()
        self._timer, self._at = None, float("inf")

    def poke(self, at: float | None) -> None:
        """A table wants to be woken then."""
        if at is None or at >= self._at:
            return
        if self._timer:
            self._timer.cancel()
        self._at = at
        self._timer = asyncio.get_running_loop().call_later(max(0.0, at - self._now()), self._ring)

    def _ring(self) -> None:
        self._timer, self._at = None, float("inf")
        if self._task and not self._task.done():
            self._again = True
            return
        self._task = asyncio.create_task(self._work(), name="clock")

    async def _work(self) -> None:
        following: float | None = None
        try:
            while True:
                self._again = False
                due = await self._store.claim(self._now(), LEASE, BATCH)
                # Together: storage commits them together too, and after a long stop there are very many.
                await asyncio.gather(*map(self._wake_one, due))
                if not due and not self._again:
                    break
            following = await self._store.next_wake()
        except Exception:
            log.exception("the clock could not read storage; trying again")
            following = self._now() + 5
        latest = self._now() + LONGEST
        self._task = None
        self.poke(min(following, latest) if following is not None else latest)

    async def _wake_one(self, table: int) -> None:
        try:
            await self._wake(table)
        except Exception:
            log.exception("waking failed table=%s", table)
