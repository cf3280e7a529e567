"""A look at a database from outside: nothing is changed, no schema brought up to date, no file made."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.service.store import FINISH, UNFINISHED, Taken, schema

BACKUP = "SELECT document FROM documents WHERE kind = 'backup' AND key = 0"
BEHIND = """
    SELECT count(*), min(last) FROM (
        SELECT (SELECT max(at) FROM moves WHERE table_id = tables.id) AS last
        FROM tables WHERE status <> 'lobby' AND shown <> revision
    ) AS late"""
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
    if re.match(r"postgres(ql)?://", url):
        return await _postgres(url)
    return _sqlite(Path(url.removeprefix("sqlite:///")))


def _sqlite(file: Path) -> Seen:
    if not file.exists():
        folder = next(each for each in file.absolute().parents if each.exists())
        if not folder.is_dir():
            raise NotADirectoryError(20, "")
        return Seen(0, schema.newest("sqlite", 0))
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=30)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        if UNFINISHED in tables:
            raise Taken(FINISH)
        if "migrations" not in tables:
            return Seen(0, schema.newest("sqlite", 0))
        [found] = connection.execute(schema.VERSION).fetchone()
        behind, oldest = connection.execute(BEHIND).fetchone() if found else (0, None)
        document = connection.execute(BACKUP).fetchone() if found >= SINCE_BACKUPS else None
    return Seen(
        found, schema.newest("sqlite", found), file.stat().st_size, behind, oldest, _made(document and document[0])
    )


async def _postgres(url: str) -> Seen:
    import asyncpg  # noqa: PLC0415, who keeps a file needs no PostgreSQL driver in memory

    connection = await asyncpg.connect(url)
    try:
        if await connection.fetchval("SELECT to_regclass($1) IS NOT NULL", UNFINISHED):
            raise Taken(FINISH)
        size = await connection.fetchval("SELECT pg_database_size(current_database())")
        if not await connection.fetchval("SELECT to_regclass('migrations') IS NOT NULL"):
            return Seen(0, schema.newest("postgres", 0), size)
        found = await connection.fetchval(schema.VERSION)
        behind, oldest = await connection.fetchrow(BEHIND) if found else (0, None)
        document = await connection.fetchval(BACKUP) if found >= SINCE_BACKUPS else None
    finally:
        await connection.close()
    return Seen(found, schema.newest("postgres", found), size, behind, oldest, _made(document))


def _made(document: bytes | None) -> float | None:
    return msgspec.json.decode(document, type=dict[str, float])["at"] if document else None
