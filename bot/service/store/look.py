"""A look at a database from outside: nothing is changed, no schema brought up to date, no file made."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from bot.service.store import FINISH, UNFINISHED, Taken, schema
from bot.service.store.address import in_postgres, path_of
from bot.service.store.connection import connect

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
        return Seen(0, schema.newest(dialect, 0))
    connection = await connect(url)
    try:
        if await connection.fetchval(schema.HAS, UNFINISHED):
            raise Taken(FINISH)
        found = await connection.fetchval(schema.VERSION) if await connection.fetchval(schema.HAS, "migrations") else 0
        [(behind, oldest)] = await connection.fetch(BEHIND) if found else [(0, None)]
        document = await connection.fetchval(BACKUP) if found >= SINCE_BACKUPS else None
        size = file.stat().st_size if dialect == "sqlite" else await connection.fetchval(SIZE)
    finally:
        await connection.close()
    at = msgspec.json.decode(document, type=dict[str, float])["at"] if document else None
    return Seen(found, schema.newest(dialect, found), size, behind, oldest, at)
