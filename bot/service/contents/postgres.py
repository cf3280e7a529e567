"""The contents of a PostgreSQL database."""

# ruff: noqa: S608 - what is put into SQL here are the names of tables and columns that the database itself has told

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import asyncpg

from bot.service.contents import (
    BATCH,
    MIGRATIONS,
    Cells,
    Kind,
    Shape,
    Unusable,
    in_order,
    not_empty,
    other_schema,
    ours,
    shape,
)
from bot.service.store import UNFINISHED
from bot.service.store.postgres import migrate
from bot.service.store.postgres_address import check, place
from bot.service.store.postgres_hold import Hold
from bot.service.store.schema import VERSION

KINDS: Mapping[str, Kind] = {
    "bigint": "integer", "integer": "integer", "smallint": "integer", "boolean": "integer",
    "double precision": "real", "text": "text", "bytea": "bytes",
}  # fmt: skip
HERE = "relnamespace = current_schema()::regnamespace"
EXISTS = f"SELECT EXISTS (SELECT FROM pg_class WHERE relname = $1 AND {HERE})"
COLUMNS = f"""
    SELECT relname, attname, format_type(atttypid, NULL) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE {HERE} AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped
        AND attgenerated = '' ORDER BY relname, attnum"""
KEYS = f"""
    SELECT relname, attname FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
        CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (number, place)
        JOIN pg_attribute ON attrelid = indrelid AND attnum = part.number
    WHERE {HERE} AND indisprimary ORDER BY relname, part.place"""
REFERENCES = f"""
    SELECT pg_class.relname, other.relname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
        JOIN pg_class AS other ON other.oid = confrelid WHERE contype = 'f' AND pg_class.{HERE}"""
NUMBERED = f"""
    SELECT relname, attname, pg_get_serial_sequence(quote_ident(relname), attname) AS sequence
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE {HERE} AND relkind IN ('r', 'p') AND attidentity <> '' AND NOT attisdropped"""


class PostgresContents:
    """What is in a PostgreSQL database, as it is when it is opened; others may write to it meanwhile."""

    def __init__(self, url: str) -> None:
        self._url = check(url)
        self.place = f"The PostgreSQL database {place(url)}"
        self._reader: Any = None
        self._reading: Any = None
        self._hold: Hold | None = None
        self._booleans: dict[str, set[str]] = {}

    async def open(self) -> None:
        """Look at it. Raises Unusable."""
        await self._connect()
        self._reading = self._reader.transaction(isolation="repeatable_read", readonly=True)
        await self._reading.start()
        if not await self._reader.fetchval(EXISTS, MIGRATIONS):
            await self.close()
            raise Unusable(f"{self.place} has no tables of Tablée's.")
        if await self._reader.fetchval(EXISTS, UNFINISHED):
            await self.close()
            raise Unusable(f"{self.place} has only a part of what was to be copied into it: finish that copy first.")

    async def hold(self) -> None:
        """Keep every bot away from it until it is closed. Raises Taken."""
        hold = Hold(self._url)
        await hold.check()
        self._hold = hold

    async def close(self) -> None:
        """Let go."""
        if self._reader is not None:
            reader, self._reader = self._reader, None
            await reader.close()
        if self._hold is not None:
            hold, self._hold = self._hold, None
            await hold.release()

    async def version(self) -> int:
        """The schema it has."""
        return await self._reader.fetchval(VERSION)

    async def shapes(self) -> list[Shape]:
        """Its tables; what others refer to comes first."""
        known = ours("postgres")
        columns: dict[str, list[tuple[str, Kind | None]]] = {}
        for table, name, kind in await self._reader.fetch(COLUMNS):
            if table in known:
                columns.setdefault(table, []).append((name, KINDS.get(kind)))
                if kind == "boolean":
                    self._booleans.setdefault(table, set()).add(name)
        keys: dict[str, list[str]] = {}
        for table, name in await self._reader.fetch(KEYS):
            keys.setdefault(table, []).append(name)
        references = [tuple(found) for found in await self._reader.fetch(REFERENCES)]
        return in_order((shape(table, found, keys.get(table, ())) for table, found in columns.items()), references)

    async def counts(self) -> dict[str, int]:
        """How many rows each table has."""
        return {
            each.table: await self._reader.fetchval(f'SELECT count(*) FROM "{each.table}"')
            for each in await self.shapes()
        }

    async def rows(self, shape: Shape) -> AsyncIterator[Cells]:
        """The rows of a table, ascending by their key."""
        kinds = dict(shape.columns)
        # Everywhere in the same order, whatever language the server sorts by.
        order = ", ".join(f'"{name}"' + (' COLLATE "C"' if kinds[name] == "text" else "") for name in shape.key)
        booleans = self._booleans.get(shape.table, set())
        chosen = ", ".join(f'"{name}"::int' if name in booleans else f'"{name}"' for name in shape.names)
        async with self._reader.transaction():
            cursor = await self._reader.cursor(f'SELECT {chosen} FROM "{shape.table}" ORDER BY {order}')
            while batch := await cursor.fetch(BATCH):
                for row in batch:
                    yield tuple(row)

    async def counters(self) -> dict[str, int]:
        """The last number each table has given, where it numbers its rows."""
        known = ours("postgres")
        found = {}
        for table, _, sequence in await self._reader.fetch(NUMBERED):
            if table in known:
                last, given = await self._reader.fetchrow(f"SELECT last_value, is_called FROM {sequence}")
                found[table] = last if given else 0
        return found

    async def _connect(self) -> None:
        self._reader = await asyncpg.connect(self._url)


class PostgresTarget(PostgresContents):
    """A PostgreSQL database to be filled."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._writer: Any = None

    async def open(self) -> None:
        """Connect."""
        await self._connect()
        self._writer = await asyncpg.connect(self._url)

    async def close(self) -> None:
        """Let go."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            await writer.close()
        await super().close()

    async def begin(self, version: int) -> None:
        """Give it that schema, or go on with what was begun. Raises Unusable if anything else is in it, and Taken."""
        known = await self._writer.fetchval(EXISTS, MIGRATIONS)
        found = await self._writer.fetchval(VERSION) if known else 0
        if found:
            await self.hold()
        if not await self._writer.fetchval(EXISTS, UNFINISHED):
            if any((await self.counts()).values()):
                raise not_empty(self.place)
            if found and found != version:
                raise other_schema(self.place, found, version)
            await self._writer.execute(f"CREATE TABLE {UNFINISHED} ()")
        if found > version:
            raise other_schema(self.place, found, version)
        while found < version:
            await migrate(self._writer)
            found = await self._writer.fetchval(VERSION)
        if self._hold is None:
            await self.hold()
        # What they would do has been done where the rows come from.
        await self._triggers("DISABLE")

    async def write(
        self, shape: Shape, *, added: Sequence[Cells] = (), changed: Sequence[Cells] = (), gone: Sequence[Cells] = ()
    ) -> None:
        """Add, change and remove rows in one transaction."""
        names, table = shape.names, f'"{shape.table}"'
        assert self._hold is not None
        await self._hold.check()
        async with self._writer.transaction():
            if added:
                await self._writer.copy_records_to_table(shape.table, records=self._told(shape, added), columns=names)
            if changed:
                others = [name for name in names if name not in shape.key] or [names[0]]
                values = ", ".join(f'"{name}" = ${names.index(name) + 1}' for name in others)
                where = " AND ".join(f'"{name}" = ${names.index(name) + 1}' for name in shape.key)
                await self._writer.executemany(f"UPDATE {table} SET {values} WHERE {where}", self._told(shape, changed))
            if gone:
                where = " AND ".join(f'"{name}" = ${number}' for number, name in enumerate(shape.key, 1))
                keys = [tuple(row[place] for place in shape.places) for row in gone]
                await self._writer.executemany(f"DELETE FROM {table} WHERE {where}", keys)

    async def count_on(self, counters: Mapping[str, int]) -> None:
        """Number new rows after these, and after all that are there."""
        known = ours("postgres")
        for table, column, sequence in await self._writer.fetch(NUMBERED):
            if table in known:
                newest = await self._writer.fetchval(f'SELECT coalesce(max("{column}"), 0) FROM "{table}"')
                if last := max(newest, counters.get(table, 0)):
                    await self._writer.execute("SELECT setval($1::text::regclass, $2)", sequence, last)

    async def finish(self) -> None:
        """It is whole now: bring its schema up to date and let bots start on it."""
        async with self._writer.transaction():
            await self._triggers("ENABLE")
            await self._writer.execute(f"DROP TABLE {UNFINISHED}")
        while await migrate(self._writer):
            pass

    async def _triggers(self, what: str) -> None:
        for each in await self.shapes():
            await self._writer.execute(f'ALTER TABLE "{each.table}" {what} TRIGGER USER')

    def _told(self, shape: Shape, rows: Sequence[Cells]) -> list[Cells]:
        """Rows as this database takes them: what is 1 or 0 elsewhere is true or false here."""
        places = {shape.names.index(name) for name in self._booleans.get(shape.table, ())}
        if not places:
            return list(rows)
        return [
            tuple(bool(cell) if place in places and cell is not None else cell for place, cell in enumerate(row))
            for row in rows
        ]
