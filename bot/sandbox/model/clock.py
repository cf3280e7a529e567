"""The sandbox's clock (the real one plus the time that a test has added), and the ids made from it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

DISCORD_EPOCH = 1_420_070_400_000


@dataclass(eq=False)
class Timer:
    """A scheduled action that can be cancelled."""

    clock: Clock
    due: float
    action: Callable[[], object]
    handle: asyncio.TimerHandle | None = None

    def cancel(self) -> None:
        """Do not run the action."""
        self.clock.forget(self)

    def run(self) -> None:
        """Run the action now, once."""
        self.clock.forget(self)
        self.action()


class Clock:
    """The real time, which a test can advance; timers follow."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._timers: set[Timer] = set()

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead

    def stamp(self, at: float | None = None) -> str:
        """A moment (now unless given) as Discord writes it."""
        return datetime.fromtimestamp(self.now() if at is None else at, UTC).isoformat(timespec="microseconds")

    def call_in(self, seconds: float, action: Callable[[], object]) -> Timer:
        """Run the action after that many seconds of this clock."""
        timer = Timer(self, self.now() + seconds, action)
        self._timers.add(timer)
        timer.handle = asyncio.get_running_loop().call_later(seconds, timer.run)
        return timer

    def forget(self, timer: Timer) -> None:
        """Remove a timer."""
        self._timers.discard(timer)
        if timer.handle:
            timer.handle.cancel()
            timer.handle = None

    def advance(self, seconds: float) -> None:
        """Jump ahead; due timers run now, in order."""
        self._ahead += seconds
        for timer in sorted(self._timers, key=lambda each: each.due):
            if timer.due <= self.now():
                timer.run()
            elif timer.handle:
                timer.handle.cancel()
                timer.handle = asyncio.get_running_loop().call_later(timer.due - self.now(), timer.run)

    def stop(self) -> None:
        """Cancel all timers."""
        for timer in list(self._timers):
            self.forget(timer)


class Snowflakes:
    """Discord's ids: unique, rising, and with their creation time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> str:
        """An id made now."""
        moment = (int(self._clock.now() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(moment, self._last + 1)
        return str(self._last)

    def earlier(self, snowflake: str, milliseconds: int) -> str:
        """An id made so many milliseconds before another. It bears a worker's number, so none made now is like it."""
        return str(((int(snowflake) >> 22) - milliseconds) << 22 | 1 << 12)


def born(snowflake: str) -> float:
    """When an id was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH) / 1000
