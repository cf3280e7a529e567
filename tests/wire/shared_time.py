"""A clock shared by several processes, whose speed a test can change at any moment.

Most of a long test is waiting, which can run faster. Answers within Discord's three seconds cannot be hurried on a busy
machine, so the speed is lowered for as long as they matter.
"""

import asyncio
import mmap
import selectors
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from bot.sandbox.model.clock import Clock, Timer

SHAPE = struct.Struct("<qdddq")
"""A counter that is raised before and after every change, monotonic and shared time of that change, and the speed."""
MAX_SLEEP_SECONDS = 0.05
"""Timers wake at least this often to see whether the speed has changed."""


class SharedTime:
    """A clock in a memory-mapped file that all processes of a test read. The process that created it sets the speed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), SHAPE.size)

    @classmethod
    def begin(cls, file: Path, speed: float) -> Self:
        file.write_bytes(SHAPE.pack(0, time.monotonic(), time.time(), speed, 0))
        return cls(file)

    def _read(self) -> tuple[float, float, float]:
        while True:
            first, began, at, speed, last = SHAPE.unpack(self._shared[: SHAPE.size])
            if first == last:
                return began, at, speed

    def now(self) -> float:
        began, at, speed = self._read()
        # The machine's clock is the same in all its processes.
        return at + (time.monotonic() - began) * speed

    @property
    def speed(self) -> float:
        return self._read()[2]

    @speed.setter
    def speed(self, speed: float) -> None:
        at, [number] = self.now(), struct.unpack_from("<q", self._shared)
        # A reader sees two different numbers until everything is written, and reads again.
        struct.pack_into("<q", self._shared, 32, number + 1)
        struct.pack_into("<ddd", self._shared, 8, time.monotonic(), at, speed)
        struct.pack_into("<q", self._shared, 0, number + 1)

    @contextmanager
    def at(self, speed: float) -> Iterator[None]:
        before, self.speed = self.speed, speed
        try:
            yield
        finally:
            self.speed = before


class SharedClock(Clock):
    """The sandbox's clock by that time. It cannot be pushed forward besides."""

    def __init__(self, shared: SharedTime) -> None:
        super().__init__()
        self._time = shared

    def now(self) -> float:
        return self._time.now()

    def call_in(self, seconds: float, action: Callable[[], object]) -> Timer:
        timer = Timer(self, self.now() + seconds, action)
        self._timers.add(timer)
        self._look(timer)
        return timer

    def _look(self, timer: Timer) -> None:
        left = timer.due - self.now()
        if left <= 0:
            timer.run()
            return
        wait = min(left / self._time.speed, max(MAX_SLEEP_SECONDS, left / self._time.speed / 2))
        timer.handle = asyncio.get_running_loop().call_later(wait, self._look, timer)


class SharedLoop(asyncio.SelectorEventLoop):
    """An event loop by that time: who sleeps in it sleeps as long as the speed says."""

    def __init__(self, shared: SharedTime) -> None:
        self._time = shared
        super().__init__(_Selector(shared))

    def time(self) -> float:
        return self._time.now()


class _Selector(selectors.DefaultSelector):
    def __init__(self, shared: SharedTime) -> None:
        super().__init__()
        self._time = shared

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout and timeout > 0:
            timeout = min(timeout / self._time.speed, MAX_SLEEP_SECONDS)
        return super().select(timeout)
