"""A time several processes go by, as fast as a test likes, and faster or slower at any moment.

Most of a long evening is waiting, which can be hurried; what must happen within Discord's three seconds cannot on a
busy machine. So the time runs several times as fast, and for as long as that matters as slowly as it must.
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
"""A number raised before and after every change, the machine's time and ours when it began, and the speed."""
GLANCE = 0.05
"""Seconds nobody sleeps longer without looking whether the speed has changed."""


class SharedTime:
    """The time, kept in a file that all processes of the test have in memory. Whoever made it sets the speed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), SHAPE.size)

    @classmethod
    def begin(cls, file: Path, speed: float) -> Self:
        """A new time that begins now."""
        file.write_bytes(SHAPE.pack(0, time.monotonic(), time.time(), speed, 0))
        return cls(file)

    def _read(self) -> tuple[float, float, float]:
        while True:
            first, began, at, speed, last = SHAPE.unpack(self._shared[: SHAPE.size])
            if first == last:
                return began, at, speed

    def now(self) -> float:
        """Seconds since 1970."""
        began, at, speed = self._read()
        # The machine's clock is the same in all its processes.
        return at + (time.monotonic() - began) * speed

    @property
    def speed(self) -> float:
        """How many seconds pass in one of the machine's."""
        return self._read()[2]

    @speed.setter
    def speed(self, speed: float) -> None:
        at, [number] = self.now(), struct.unpack_from("<q", self._shared)
        # Who reads from the front sees two different numbers until all is written.
        struct.pack_into("<q", self._shared, 32, number + 1)
        struct.pack_into("<ddd", self._shared, 8, time.monotonic(), at, speed)
        struct.pack_into("<q", self._shared, 0, number + 1)

    @contextmanager
    def at(self, speed: float) -> Iterator[None]:
        """Another speed for as long as the block lasts."""
        before, self.speed = self.speed, speed
        try:
            yield
        finally:
            self.speed = before

    def rule(self) -> None:
        """Be the time of this process, for whoever asks for seconds since 1970."""
        time.time = self.now


class SharedClock(Clock):
    """The sandbox's clock by that time. It cannot be pushed forward besides."""

    def __init__(self, shared: SharedTime) -> None:
        super().__init__()
        self._time = shared

    def now(self) -> float:
        """Seconds since 1970."""
        return self._time.now()

    def call_in(self, seconds: float, action: Callable[[], object]) -> Timer:
        """Run the action after that many seconds of this clock."""
        timer = Timer(self, self.now() + seconds, action)
        self._timers.add(timer)
        self._look(timer)
        return timer

    def _look(self, timer: Timer) -> None:
        left = timer.due - self.now()
        if left <= 0:
            timer.run()
            return
        wait = min(left / self._time.speed, max(GLANCE, left / self._time.speed / 2))
        timer.handle = asyncio.get_running_loop().call_later(wait, self._look, timer)


class SharedLoop(asyncio.SelectorEventLoop):
    """An event loop by that time: who sleeps in it sleeps as long as the speed says."""

    def __init__(self, shared: SharedTime) -> None:
        self._time = shared
        super().__init__(_Selector(shared))

    def time(self) -> float:
        """What its timers go by."""
        return self._time.now()


class _Selector(selectors.DefaultSelector):
    def __init__(self, shared: SharedTime) -> None:
        super().__init__()
        self._time = shared

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout and timeout > 0:
            timeout = min(timeout / self._time.speed, GLANCE)
        return super().select(timeout)
