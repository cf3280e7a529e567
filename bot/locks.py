"""One asyncio.Lock per key, for as long as somebody uses it."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """Locks by key. A lock that nobody holds or waits for is garbage-collected."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: K) -> asyncio.Lock:
        """The lock of that key, for ``async with``."""
        if (lock := self._locks.get(key)) is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def taken(self, key: K) -> bool:
        """Whether somebody holds the lock of that key."""
        lock = self._locks.get(key)
        return lock is not None and lock.locked()
