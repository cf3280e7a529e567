"""One lock a thing, by its number."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """Locks that live as long as somebody holds them or waits for them, not longer."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, number: int) -> asyncio.Lock:
        """The lock of that number."""
        if (lock := self._locks.get(number)) is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock
