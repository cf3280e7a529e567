"""Storage in PostgreSQL: for bots that outgrow one process."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg
import msgspec

from bot.store import Conflict, Entry, Row, numbered, schema

FIELDS = Row.__struct_fields__
ROW = ", ".join(FIELDS)

LOAD = f"SELECT {ROW} FROM tables WHERE id = $1"
# The log only grows, so what is read up to the row's revision fits the row, whatever is written in between.
LOG = "SELECT seat, move, at FROM moves WHERE table_id = $1 AND revision <= $2 ORDER BY revision"
BEHIND = "SELECT id FROM tables WHERE behind ORDER BY id"
NEXT_WAKE = "SELECT min(wake) FROM tables WHERE wake IS NOT NULL"
OF_USER = f"""
    SELECT {ROW} FROM tables WHERE id IN (SELECT table_id FROM people WHERE user_id = $1) AND status = ANY($2::text[])
    ORDER BY id"""
IN_GUILD = f"SELECT {ROW} FROM tables WHERE guild = $1 AND status = ANY($2::text[]) ORDER BY id"
IN_PLACE = f"SELECT {ROW} FROM tables WHERE (channel = $1 OR thread = $1) AND status = ANY($2::text[]) ORDER BY id"
GET = "SELECT document FROM documents WHERE kind = $1 AND key = $2"
VERSION = "SELECT coalesce(max(number), 0) FROM migrations"

CREATE = f"""
    WITH made AS (
        INSERT INTO tables ({", ".join(FIELDS[1:])}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id
    ), seated AS (
        INSERT INTO people (user_id, table_id) SELECT user_id, made.id FROM made, unnest($11::bigint[]) AS user_id
        ON CONFLICT DO NOTHING
    )
    SELECT id FROM made"""
# One statement, so one round trip and one transaction. Nothing but the first part happens if the version is another.
SAVE = """
    WITH saved AS (
        UPDATE tables SET guild = $3, channel = $4, thread = $5, game = $6, status = $7, revision = $8, wake = $9,
            version = version + 1, facts = $10
        WHERE id = $1 AND version = $2 RETURNING id
    ), appended AS (
        INSERT INTO moves (table_id, revision, seat, move, at)
        SELECT saved.id, new.* FROM saved, unnest($11::bigint[], $12::bigint[], $13::bytea[], $14::float8[]) AS new
    )"""
# All parts of a statement see the people as they were before it: who stays must be neither removed nor added.
SEAT = """, unseated AS (
        DELETE FROM people USING saved WHERE table_id = saved.id AND user_id <> ALL($15::bigint[])
    ), seated AS (
        INSERT INTO people (user_id, table_id) SELECT user_id, saved.id FROM saved, unnest($15::bigint[]) AS user_id
        ON CONFLICT DO NOTHING
    )"""
SAVED = "SELECT id FROM saved"
MARK_SHOWN = "UPDATE tables SET shown = $2 WHERE id = $1"
CLAIM = """
    WITH due AS (
        SELECT id, wake FROM tables WHERE wake <= $1 ORDER BY wake, id LIMIT $3 FOR UPDATE SKIP LOCKED
    ), put_off AS (
        UPDATE tables SET wake = $2 FROM due WHERE tables.id = due.id RETURNING due.id, due.wake
    )
    SELECT id FROM put_off ORDER BY wake, id"""
PUT = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"
REMOVE = "DELETE FROM documents WHERE kind = $1 AND key = $2"

MIGRATING = 0x7461626C6565
"""The advisory lock of whoever changes the schema: "tablee"."""


async def _migrate(connection: Any) -> bool:
    """Take the schema one step further; False if it is the newest already."""
    async with connection.transaction():
        # Every process that starts comes here, one at a time; the lock ends with the transaction.
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)"
        )
        step = schema.following("postgres", await connection.fetchval(VERSION))
        if step is None:
            return False
        await connection.execute(step.sql)
        await connection.execute("INSERT INTO migrations VALUES ($1, $2)", step.number, step.name)
        return True


async def _keep(connection: Any) -> None:
    """Nothing to reset when a connection goes back to the pool: we leave nothing behind in it.

    The driver's own reset would be a second round trip for every call.
    """


class PostgresStore:
    """A ``Store`` in a PostgreSQL database, which any number of processes may use at once."""

    def __init__(self, url: str, *, connections: int = 10) -> None:
        self._url = url
        self._connections = connections
        self._opened: Any = None

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises TooNew."""
        self._opened = await asyncpg.create_pool(self._url, min_size=1, max_size=self._connections, reset=_keep)
        try:
            async with self._opened.acquire() as connection:
                while await _migrate(connection):
                    pass
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Write what is pending and let go."""
        if self._opened is not None:
            pool, self._opened = self._opened, None
            await pool.close()

    async def schema_version(self) -> int:
        """The number of the newest migration applied."""
        return await self._pool.fetchval(VERSION)

    async def create(self, row: Row, users: Sequence[int]) -> Row:
        """Keep a new table with the people at it; gives the row with its id."""
        table = await self._pool.fetchval(CREATE, *msgspec.structs.astuple(row)[1:], users)
        return msgspec.structs.replace(row, id=table)

    async def load(self, table: int) -> tuple[Row, list[Entry]] | None:
        """A table and its whole log in order; None if there is no such table."""
        async with self._pool.acquire() as connection:
            found = await connection.fetchrow(LOAD, table)
            if found is None:
                return None
            log = await connection.fetch(LOG, table, found["revision"])
        return Row(**found), [Entry(*values) for values in log]

    async def save(self, row: Row, *, entries: Sequence[Entry] = (), users: Sequence[int] | None = None) -> Row:
        """Write a table as it is now: see ``Store.save``. Raises Conflict."""
        moves = list(numbered(row, entries))
        values = (
            *(row.id, row.version, row.guild, row.channel, row.thread, row.game, row.status, row.revision),
            *(row.wake, row.facts),
            [revision for revision, _ in moves],
            [entry.seat for _, entry in moves],
            [entry.move for _, entry in moves],
            [entry.at for _, entry in moves],
        )
        try:
            if users is None:
                saved = await self._pool.fetchval(SAVE + SAVED, *values)
            else:
                saved = await self._pool.fetchval(SAVE + SEAT + SAVED, *values, users)
        except asyncpg.UniqueViolationError as error:
            raise Conflict(f"Table {row.id} already has a move {row.revision}.") from error
        if saved is None:
            raise Conflict(f"Table {row.id} is not at version {row.version} any more.")
        return msgspec.structs.replace(row, version=row.version + 1)

    async def mark_shown(self, table: int, shown: int) -> None:
        """The board shows this revision now. Never conflicts and does not raise the version."""
        await self._pool.execute(MARK_SHOWN, table, shown)

    async def behind(self) -> list[int]:
        """Tables being played or over whose board shows another revision than the newest, ascending."""
        return [found["id"] for found in await self._pool.fetch(BEHIND)]

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` tables whose time to wake has come, oldest first, put off to ``now + lease``."""
        return [found["id"] for found in await self._pool.fetch(CLAIM, now, now + lease, limit)]

    async def next_wake(self) -> float | None:
        """The earliest time any table wants to wake."""
        return await self._pool.fetchval(NEXT_WAKE)

    async def of_user(self, user: int, statuses: Sequence[str]) -> list[Row]:
        """Tables a person sits at, with one of these statuses, oldest first."""
        return await self._rows(OF_USER, user, statuses)

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Row]:
        """Tables of a server, with one of these statuses, oldest first."""
        return await self._rows(IN_GUILD, guild, statuses)

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Row]:
        """Tables opened in a channel or played in a thread of that id, oldest first."""
        return await self._rows(IN_PLACE, place, statuses)

    async def get(self, kind: str, key: int) -> bytes | None:
        """A small document kept by kind and id, e.g. a server's settings."""
        return await self._pool.fetchval(GET, kind, key)

    async def put(self, kind: str, key: int, document: bytes | None) -> None:
        """Keep a document; None removes it."""
        if document is None:
            await self._pool.execute(REMOVE, kind, key)
        else:
            await self._pool.execute(PUT, kind, key, document)

    @property
    def _pool(self) -> Any:
        if self._opened is None:
            raise RuntimeError("The store is not open.")
        return self._opened

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        return [Row(**found) for found in await self._pool.fetch(query, *values)]
