"""One connection to a database, for commands, and a read-only look at a database."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bot.store import FINISH, UNFINISHED, Taken, migrations
from bot.store.address import in_postgres, path_of
from bot.store.file import next_number
from bot.store.sqlite import worded

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


BACKUP = "SELECT document FROM documents WHERE kind = 'backup' AND key = 0"
BEHIND = """
    SELECT count(*), min(last) FROM (
        SELECT (SELECT max(at) FROM moves WHERE table_id = tables.id) AS last
        FROM tables WHERE status <> 'lobby' AND shown <> revision
    ) AS late"""
SIZE = "SELECT pg_database_size(current_database())"
SINCE_BACKUPS = 2
"""The first schema with documents, which say when a backup was made."""


class Seen(NamedTuple):
    """What was seen."""

    schema: int
    """0: there is nothing yet."""
    newest: int
    size: int = 0
    """Bytes."""
    behind: int = 0
    oldest: float | None = None
    """When the last move was made that some board has not shown longest."""
    backup: float | None = None


async def look(url: str) -> Seen:
    """What is in a database. Raises TooNew, Taken and whatever the driver raises."""
    dialect, file = "postgres" if in_postgres(url) else "sqlite", path_of(url)
    if dialect == "sqlite" and not file.exists():
        folder = next(each for each in file.absolute().parents if each.exists())
        if not folder.is_dir():
            raise NotADirectoryError(20, "")
        return Seen(0, migrations.newest(dialect, 0))
    connection = await connect(url)
    try:
        if await connection.fetchval(migrations.HAS, UNFINISHED):
            raise Taken(FINISH)
        found = (
            await connection.fetchval(migrations.VERSION)
            if await connection.fetchval(migrations.HAS, "migrations")
            else 0
        )
        [(behind, oldest)] = await connection.fetch(BEHIND) if found else [(0, None)]
        document = await connection.fetchval(BACKUP) if found >= SINCE_BACKUPS else None
        size = file.stat().st_size if dialect == "sqlite" else await connection.fetchval(SIZE)
    finally:
        await connection.close()
    at = msgspec.json.decode(document, type=dict[str, float])["at"] if document else None
    return Seen(found, migrations.newest(dialect, found), size, behind, oldest, at)
