"""One connection to a database, for commands: asyncpg's own to PostgreSQL, and one like it to SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.service.store.address import in_postgres, path_of
from bot.service.store.file import next_number
from bot.service.store.sqlite_words import worded

PATIENCE = 30.0
"""Seconds that somebody else's lock on a file is waited for."""


async def connect(url: str) -> Any:
    """A connection to the database at an address, with the methods below. A file must be there."""
    if in_postgres(url):
        import asyncpg  # noqa: PLC0415, who keeps a file needs no PostgreSQL driver in memory

        return await asyncpg.connect(url)
    return SqliteConnection(path_of(url))


class SqliteConnection:
    """A connection to a SQLite file. Blocks its caller."""

    def __init__(self, file: Path) -> None:
        address = f"{file.resolve().as_uri()}?mode=rw"  # never makes a file
        self.own = sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE)

    async def fetch(self, query: str, *values: Any) -> list[Any]:
        """All rows of a query."""
        return self.own.execute(worded(query), values).fetchall()

    async def fetchval(self, query: str, *values: Any) -> Any:
        """The first value of the first row of a query, or None."""
        return next((value for value, *_ in await self.fetch(query, *values)), None)

    async def execute(self, query: str, *values: Any) -> None:
        """Run a statement."""
        await self.fetch(query, *values)

    async def executemany(self, query: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Run a statement with each of these values."""
        self.own.executemany(worded(query), rows)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """All or nothing of what is done in the block."""
        self.own.execute("BEGIN IMMEDIATE")
        try:
            yield
            next_number(self.own)
            self.own.execute("COMMIT")
        finally:
            if self.own.in_transaction:  # SQLite itself has given it up if the disk is full
                self.own.execute("ROLLBACK")
        await asyncio.sleep(0)  # so that Ctrl-C is heard

    async def close(self) -> None:
        """Let go."""
        self.own.close()
