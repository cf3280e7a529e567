"""Records that people have given us to look at: checked off the event loop, and the last one of each person kept.

A record that was attached to a command belongs to no table. So that its viewer still works after a restart it is kept
for the person who gave it, under their own number: nobody else can ask for it, and they have one at most.
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
"""The kind of the documents; kept by user."""
SIZE = 256 * 1024
"""The most bytes of a record that is looked at here. A game of a thousand moves has some fifty thousand."""
PATIENCE = 5.0
"""Seconds that checking one may take."""
KEPT = 7 * 24 * 60 * 60.0
"""Seconds that one is kept."""
WAITING = 8
"""Records that may wait to be checked: one is checked at a time."""
_MARK = 12


class Kept(msgspec.Struct, frozen=True):
    """A record as it is stored, and as its person reads it when they ask for all that is kept of them."""

    at: float
    record: str


def mark(data: bytes) -> str:
    """What tells a record apart from others that its person gave earlier; buttons carry it."""
    return hashlib.sha256(data).hexdigest()[:_MARK]


class GivenRecords:
    """Checks records, and keeps the last one a person."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], now: Callable[[], float]) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._free = asyncio.Semaphore(1)
        self._waiting = 0

    async def check(self, data: bytes) -> Verified | Fault:
        """Check a record without holding up anybody. Refusal if it is too large, or too many wait."""
        if len(data) > SIZE:
            raise Refusal("record-large", limit=SIZE // 1024)
        if self._waiting >= WAITING:
            raise Refusal("busy")
        self._waiting += 1
        try:
            async with self._free:
                return await asyncio.to_thread(self._checked, data)
        finally:
            self._waiting -= 1

    async def keep(self, user: int, data: bytes) -> str:
        """Keep a good record in place of the one somebody gave before; gives its mark.

        One that cannot be stored is shown all the same: its buttons then ask for the file again.
        """
        kept = msgspec.json.encode(Kept(self._now(), data.decode()))
        await attempted("a given record", self._store.put(KIND, user, kept))
        return mark(data)

    async def get(self, user: int, marked: str) -> bytes:
        """The record that somebody gave last; Refusal if that is another one, or too long ago."""
        document = await self._store.get(KIND, user)
        if document is None:
            raise Refusal("record-gone")
        kept = msgspec.json.decode(document, type=Kept)
        data = kept.record.encode()
        if self._now() > kept.at + KEPT:
            # Only this one: they may have given another in the meantime.
            await attempted("a given record is too old", self._store.swap(KIND, user, document, None))
            raise Refusal("record-gone")
        if mark(data) != marked:
            raise Refusal("record-gone")
        return data

    def _checked(self, data: bytes) -> Verified | Fault:
        end = time.monotonic() + PATIENCE
        return check(data, self._games, lambda: time.monotonic() < end)
