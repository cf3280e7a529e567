"""Deadlines: one timer over the times that tables, or servers, have stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from cachetools import TTLCache

from bot.core.table import Table
from bot.tables.tables import error_summary

log = logging.getLogger(__name__)

LEASE_SECONDS = 15.0
"""How long a claimed table is not claimed again, unless it stores another time."""
BATCH = 10
"""Tables woken at once: few enough that a click in between is answered without delay."""
POLL_SECONDS = 300.0
"""Poll storage at least this often: another process may have stored an earlier time."""
MIN_INTERVAL_SECONDS = 1.0
"""The shortest interval between two wakes of one table; one that is due earlier waits for its lease."""
MOST_RESTING = 10_000
"""Tables whose last wake is remembered for that."""
READ_RETRY_SECONDS = 5.0
LOCKED_RETRY_SECONDS = 0.25
"""The pause before a due table is claimed again that is locked by another transaction (PostgreSQL)."""


@dataclass(eq=False)
class WakeClock:
    """Wakes each table at its stored time, overdue ones first."""

    _claim: Callable[[float, float, int], Awaitable[list[int]]]
    """Takes now, a lease and a limit: gives ids that are due, and sets their time to now + lease."""
    _next_wake: Callable[[], Awaitable[float | None]]
    """Gives the earliest stored time."""
    _wake: Callable[[int], Awaitable[object]]
    _now: Callable[[], float]
    _whose: str = "table"
    """The kind of id, for log lines."""

    def __post_init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._at = float("inf")
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._stopped = False
        self._readable = True
        self._just_woken: TTLCache[int, bool] = TTLCache(MOST_RESTING, MIN_INTERVAL_SECONDS, timer=self._now)
        self._failing: set[int] = set()

    def start(self) -> None:
        """Start, with overdue tables first."""
        self._stopped = False
        self.poke(self._now())

    def stop(self) -> None:
        """Stop; cancel wakes under way."""
        self._stopped = True
        if self._timer:
            self._timer.cancel()
        if self._task:
            self._task.cancel()
        self._timer, self._at = None, float("inf")

    async def finish(self) -> None:
        """Stop claiming, and finish the wakes that are claimed: they would wait for their lease to expire."""
        self._stopped = True
        if self._timer:
            self._timer.cancel()
        if self._task:
            await asyncio.wait([self._task])

    def poke(self, at: float | None) -> None:
        """Wake a table at that time."""
        if at is None or at >= self._at or self._stopped:
            return
        if self._timer:
            self._timer.cancel()
        self._at = at
        self._timer = asyncio.get_running_loop().call_later(max(0.0, at - self._now()), self._ring)

    def changed(self, _before: Table, after: Table) -> None:
        """A table was stored: wake it at its time."""
        self.poke(after.row.wake)

    def _ring(self) -> None:
        self._timer, self._at = None, float("inf")
        if self._task and not self._task.done():
            self._again = True
            return
        self._task = asyncio.create_task(self._work(), name="clock")

    async def _work(self) -> None:
        try:
            following = await self._catch_up()
            self._readable = True
        except Exception as error:  # noqa: BLE001, without the clock no table would go on
            if self._readable:
                log.error("the clock cannot read storage, retrying: %s", error_summary(error))  # noqa: TRY400, once is enough, and a message may be long
            self._readable = False
            following = self._now() + READ_RETRY_SECONDS
        latest = self._now() + POLL_SECONDS
        self._task = None
        self.poke(min(following, latest) if following is not None else latest)

    async def _catch_up(self) -> float | None:
        """Wake all due tables; returns the time of the next one."""
        while True:
            self._again = False
            now = self._now()
            due = await self._claim(now, LEASE_SECONDS, BATCH)
            # Together: storage commits them together too, and after a long stop there are very many.
            await asyncio.gather(*map(self._wake_one, due))
            if self._stopped:
                return None
            if due or self._again:
                continue
            following = await self._next_wake()
            # An earlier time may have been stored during the read.
            if not self._again:
                locked = following is not None and following <= now
                return self._now() + LOCKED_RETRY_SECONDS if locked else following

    async def _wake_one(self, table: int) -> None:
        """Wake a table. One that cannot be woken is claimed again after its lease, and logged once until it can."""
        if table in self._just_woken:
            return
        try:
            await self._wake(table)
            self._failing.discard(table)
        except Exception as error:  # noqa: BLE001, one table must not keep the others asleep
            if table not in self._failing:
                log.error("waking fails %s=%s: %s", self._whose, table, error_summary(error))  # noqa: TRY400, a traceback ends with the message
            self._failing.add(table)
        self._just_woken[table] = True
