"""Time that runs several times as fast, for the sandbox and for a bot beside it: minutes of retries in seconds."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.sandbox.model.clock import Clock, Timer


@dataclass(frozen=True)
class Hurry:
    """A time both go by: the real one up to `start`, then `speed` times as fast."""

    start: float
    speed: float

    def now(self) -> float:
        """Seconds since 1970."""
        return self.start + (time.time() - self.start) * self.speed


class HurriedClock(Clock):
    """The sandbox's clock in a hurry. It cannot be pushed forward besides."""

    def __init__(self, hurry: Hurry) -> None:
        super().__init__()
        self._hurry = hurry

    def now(self) -> float:
        """Seconds since 1970."""
        return self._hurry.now()

    def call_in(self, seconds: float, action: Callable[[], object]) -> Timer:
        """Run the action after that many seconds of this clock."""
        timer = super().call_in(seconds, action)
        assert timer.handle is not None
        timer.handle.cancel()
        timer.handle = asyncio.get_running_loop().call_later(seconds / self._hurry.speed, timer.run)
        return timer


class HurriedLoop(asyncio.SelectorEventLoop):
    """An event loop in a hurry: who sleeps ten seconds in it has slept one."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        super().__init__(_Selector(speed))

    def time(self) -> float:
        """What its timers go by."""
        return super().time() * self._speed


class _Selector(selectors.DefaultSelector):
    def __init__(self, speed: float) -> None:
        super().__init__()
        self._speed = speed

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout / self._speed if timeout and timeout > 0 else timeout)
