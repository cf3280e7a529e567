"""What people have seen of slow tables, where they come by in their own time: kept for every seat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial
from typing import Any

from bot.core.game import Seat
from bot.core.table import Table
from bot.recent import Recent
from bot.store import Store
from bot.store.statements import MISSED
from bot.tables.tables import where

log = logging.getLogger(__name__)

SEEN = "seen"
"""The kind of the documents that say up to which revision a seat's person has seen all that was revealed, and the later
revisions whose reveal they have seen on the board."""
LOOKED = "looked"
"""The kind of those that say at which revision a seat's person last did something where the board is."""
SEATS = 16
MOST = 10_000


class Glances:
    """Every seat's, in storage and remembered for a while: that of tables at home here.

    Their people are answered here too, but for those who come from another server: whoever answers them tells us.
    Nobody who looks waits for a write: it is made in the background, and one that fails is logged and dropped.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hot: Recent[tuple[str, int], bytes] = Recent(MOST)
        self._dropped = 0
        """How often others, or a missed notification, have outdated anything."""
        self._noted = 0
        self._unwritten: dict[tuple[str, int], bytes] = {}
        self._writing: dict[tuple[str, int], asyncio.Task[None]] = {}
        for kind in (SEEN, LOOKED):
            store.hear(kind, partial(self._drop, kind))
        store.hear(MISSED, self._drop_all)

    async def seen(self, table: Table, seat: Seat) -> list[int]:
        """The revision up to which all that was revealed has been seen, and the later ones whose reveal was."""
        return [int(word) for word in (await self._get(SEEN, table, seat)).split()]

    def see(self, table: Table, seat: Seat, all_to: int, others: Iterable[int] = ()) -> None:
        """Keep what has been seen."""
        self._put(SEEN, table, seat, " ".join(map(str, (all_to, *sorted(others)))).encode())

    async def looked(self, table: Table, seat: Seat) -> int:
        """The revision at which somebody last did something where the board is."""
        return int(await self._get(LOOKED, table, seat))

    def look(self, table: Table, seat: Seat) -> None:
        """Somebody does something where the board is, now."""
        self._put(LOOKED, table, seat, str(table.revision).encode())

    async def forget(self, number: int) -> None:
        """Keep nothing of a table: it is no longer stored."""
        keys = [(kind, number * SEATS + seat) for kind in (SEEN, LOOKED) for seat in range(SEATS)]
        for kind, key in keys:
            self._unwritten.pop((kind, key), None)
            self._drop(kind, key)
        await self._written([self._writing[key] for key in keys if key in self._writing])
        # Together: storage commits them at once.
        await asyncio.gather(*(self._store.put(kind, key, None) for kind, key in keys))

    async def written(self) -> None:
        """Wait until everything noted so far is stored, or has failed."""
        await self._written(list(self._writing.values()))

    async def _written(self, tasks: list[asyncio.Task[None]]) -> None:
        if tasks:
            await asyncio.wait(tasks)

    def _here(self, table: Table) -> bool:
        return self._store.hears and self._store.at_home(table.kept.shard)

    async def _get(self, kind: str, table: Table, seat: Seat) -> bytes:
        key, before = table.id * SEATS + seat, (self._dropped, self._noted)
        if (unwritten := self._unwritten.get((kind, key))) is not None:
            return unwritten
        if self._here(table) and (found := self._hot.get((kind, key))) is not None:
            return found
        found = await self._store.get(kind, key) or b"0"
        # What was written while we were reading may be newer.
        if self._here(table) and before == (self._dropped, self._noted):
            self._hot[kind, key] = found
        return found

    def _put(self, kind: str, table: Table, seat: Seat, document: bytes) -> None:
        key, here = (kind, table.id * SEATS + seat), self._here(table)
        known = self._unwritten.get(key) or (self._hot.get(key) if here else None)
        if known is not None and (document := _merged(known, document)) == known:
            return
        self._unwritten[key] = document
        self._noted += 1
        if key not in self._writing:
            write = self._write(key, table.id, here=here)
            self._writing[key] = asyncio.create_task(write, name="glance")

    async def _write(self, key: tuple[str, int], number: int, *, here: bool) -> None:
        """Store what has been noted under a key, the newest last; ``here``: its table is at home in this process."""
        try:
            while (document := self._unwritten.get(key)) is not None:
                dropped = self._dropped
                self._hot.pop(key)
                newest = document
                try:
                    # Another click of theirs, perhaps in another process, may be stored meanwhile: both count.
                    newest = await self._store.change(
                        *key, lambda stored, seen=document: _merged(stored or b"0", seen), tell=not here
                    )
                except Exception as error:  # noqa: BLE001, a full disk, storage that is away: nobody waits for this
                    log.warning("not stored what somebody has seen table=%s: %s", number, where(error))
                if here and dropped == self._dropped:
                    # Also if it is not stored: no other process knows better, and what was shown once stays shown.
                    self._hot[key] = newest or document
                if self._unwritten.get(key) is document:
                    del self._unwritten[key]
        finally:
            del self._writing[key]

    def _drop(self, kind: str, key: Any) -> None:
        self._dropped += 1
        self._hot.pop((kind, key))

    def _drop_all(self, _: Any) -> None:
        self._dropped += 1
        self._hot.clear()


def _merged(one: bytes, other: bytes) -> bytes:
    """Both documents in one. Reveals up to the revision by which everything was seen need not be listed."""
    (first, *listed), (second, *more) = (map(int, each.split()) for each in (one, other))
    newest = max(first, second)
    later = sorted(revision for revision in {*listed, *more} if revision > newest)
    return " ".join(map(str, (newest, *later))).encode()
