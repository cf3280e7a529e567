"""When servers are told something, in a SQLite file."""

# ruff: noqa: S608 - what is put into SQL here are our own words

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from bot.service.store.posts import TRIES

T = TypeVar("T")

DUE = "SELECT guild FROM posts WHERE at <= ? ORDER BY at, guild LIMIT ?"
NEXT = "SELECT min(at) FROM posts"
KEEP = "INSERT INTO posts (guild, at) VALUES (?, ?) ON CONFLICT (guild) DO UPDATE SET at = excluded.at"
REMOVE = "DELETE FROM posts WHERE guild = ?"
ERASE_POSTS = (REMOVE, f"DELETE FROM documents WHERE kind GLOB '{TRIES} ' || ? || ' *'")


class SqlitePosts:
    """The part of a ``Store`` in a file that knows when servers are told something; ``SqliteStore`` has the rest."""

    async def _read(self, query: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def claim_posts(self, now: float, lease: float, limit: int) -> list[int]:
        """Servers whose time has come; it is put off."""

        def work(ledger: sqlite3.Connection) -> list[int]:
            due = [guild for (guild,) in ledger.execute(DUE, (now, limit))]
            ledger.executemany(KEEP, [(guild, now + lease) for guild in due])
            return due

        # The clock looks often, and hardly ever finds anything: then there is nothing to write.
        return await self._write(work) if await self._read(DUE, now, 1) else []

    async def next_post(self) -> float | None:
        """The earliest time of any server."""
        [[at]] = await self._read(NEXT)
        return at

    async def post_at(self, guild: int, at: float | None) -> None:
        """A server is next told something then; None: never."""
        if at is None:
            await self._write(lambda ledger: ledger.execute(REMOVE, (guild,)) and None)
        else:
            await self._write(lambda ledger: ledger.execute(KEEP, (guild, at)) and None)
