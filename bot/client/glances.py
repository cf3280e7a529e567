"""What people have seen of slow tables, where they come by in their own time: kept for every seat."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

from bot.core.game import Seat
from bot.core.table import Table
from bot.recent import Recent
from bot.service.store import Store
from bot.service.store.news import MISSED

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
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hot: Recent[tuple[str, int], bytes] = Recent(MOST)
        self._dropped = 0
        for kind in (SEEN, LOOKED):
            store.hear(kind, partial(self._drop, kind))
        store.hear(MISSED, self._drop_all)

    async def seen(self, table: Table, seat: Seat) -> list[int]:
        """The revision up to which all that was revealed has been seen, and the later ones whose reveal was."""
        return [int(word) for word in (await self._get(SEEN, table, seat)).split()]

    async def see(self, table: Table, seat: Seat, all_to: int, others: Iterable[int] = ()) -> None:
        """Keep what has been seen."""
        await self._put(SEEN, table, seat, " ".join(map(str, (all_to, *sorted(others)))).encode())

    async def looked(self, table: Table, seat: Seat) -> int:
        """The revision at which somebody last did something where the board is."""
        return int(await self._get(LOOKED, table, seat))

    async def look(self, table: Table, seat: Seat) -> None:
        """Somebody does something where the board is, now."""
        await self._put(LOOKED, table, seat, str(table.revision).encode())

    async def forget(self, number: int) -> None:
        """Keep nothing of a table: it is no longer stored."""
        keys = [(kind, number * SEATS + seat) for kind in (SEEN, LOOKED) for seat in range(SEATS)]
        for kind, key in keys:
            self._drop(kind, key)
        # Together: storage commits them at once.
        await asyncio.gather(*(self._store.put(kind, key, None) for kind, key in keys))

    def _here(self, table: Table) -> bool:
        return self._store.hears and self._store.at_home(table.kept.shard)

    async def _get(self, kind: str, table: Table, seat: Seat) -> bytes:
        key, dropped = table.id * SEATS + seat, self._dropped
        if self._here(table) and (found := self._hot.get((kind, key))) is not None:
            return found
        found = await self._store.get(kind, key) or b"0"
        # What was written while we were reading may be newer.
        if self._here(table) and dropped == self._dropped:
            self._hot[kind, key] = found
        return found

    async def _put(self, kind: str, table: Table, seat: Seat, document: bytes) -> None:
        key, here = table.id * SEATS + seat, self._here(table)
        if here and self._hot.get((kind, key)) == document:
            return
        # Before, so that whatever becomes of the writing nothing old is remembered.
        self._drop(kind, key)
        dropped = self._dropped
        await self._store.put(kind, key, document, tell=not here)
        if here and dropped == self._dropped:
            self._hot[kind, key] = document

    def _drop(self, kind: str, key: Any) -> None:
        self._dropped += 1
        self._hot.pop((kind, key))

    def _drop_all(self, _: Any) -> None:
        self._dropped += 1
        self._hot.clear()
