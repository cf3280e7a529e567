"""Records that players attach to a command: checked off the event loop, and the last one of each player stored.

Such a record belongs to no table. It is stored so that its viewer works after a restart, by user: nobody else can see
it, and every user has one at most.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Mapping

import msgspec

from bot.core.game import AnyGame, Refusal
from bot.core.records import Fault, Verified, check
from bot.store import Store
from bot.tables.tables import attempted

KIND = "record"
"""The kind of the documents, by user."""
MAX_BYTES = 256 * 1024
"""A game of a thousand moves has some fifty thousand."""
CHECK_TIMEOUT_SECONDS = 5.0
RETENTION_SECONDS = 7 * 24 * 60 * 60.0
MAX_WAITING = 8
"""Records that may wait to be checked: one is checked at a time."""
_MARK = 12


class GivenRecord(msgspec.Struct, frozen=True):
    """A stored record; its player also gets it in the export of their data."""

    at: float
    record: str


def mark(data: bytes) -> str:
    """A short hash that addresses carry, so that buttons of an earlier record are recognised."""
    return hashlib.sha256(data).hexdigest()[:_MARK]


class GivenRecords:
    """Checks records, and stores the last one of each user."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], now: Callable[[], float]) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._free = asyncio.Semaphore(1)
        self._waiting = 0

    async def check(self, data: bytes) -> Verified | Fault:
        """Check a record in a thread. Refusal if it is too large, or too many wait."""
        if len(data) > MAX_BYTES:
            raise Refusal("record-large", limit=MAX_BYTES // 1024)
        if self._waiting >= MAX_WAITING:
            raise Refusal("busy")
        self._waiting += 1
        try:
            async with self._free:
                return await asyncio.to_thread(self._checked, data)
        finally:
            self._waiting -= 1

    async def keep(self, user: int, data: bytes) -> str:
        """Store a good record in place of the user's last one; gives its mark.

        If that fails the record is shown all the same, and its buttons ask for the file again.
        """
        kept = msgspec.json.encode(GivenRecord(self._now(), data.decode()))
        await attempted("a given record", self._store.put(KIND, user, kept))
        return mark(data)

    async def get(self, user: int, marked: str) -> bytes:
        """The user's stored record; Refusal if it is another one or has expired."""
        document = await self._store.get(KIND, user)
        if document is None:
            raise Refusal("record-gone")
        kept = msgspec.json.decode(document, type=GivenRecord)
        data = kept.record.encode()
        if self._now() > kept.at + RETENTION_SECONDS:
            # Only this one: they may have stored another one since.
            await attempted("a given record is too old", self._store.swap(KIND, user, document, None))
            raise Refusal("record-gone")
        if mark(data) != marked:
            raise Refusal("record-gone")
        return data

    def _checked(self, data: bytes) -> Verified | Fault:
        end = time.monotonic() + CHECK_TIMEOUT_SECONDS
        return check(data, self._games, lambda: time.monotonic() < end)
