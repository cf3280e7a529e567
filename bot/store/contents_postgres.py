"""The contents of a PostgreSQL database."""

# ruff: noqa: D102, S608 - methods are explained by Target; what is put into SQL here the database itself has told

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

import asyncpg

from bot.store.address import check, place
from bot.store.contents import BATCH, Cells, Database, Shape, ours
from bot.store.postgres import migrate
from bot.store.postgres_hold import Hold

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


class PostgresContents(Database):
    """A PostgreSQL database."""

    dialect = "postgres"
    exists, columns, keys, references = EXISTS, COLUMNS, KEYS, REFERENCES
    by_code_point = '"C"'

    def __init__(self, url: str, *, filling: bool = False) -> None:
        super().__init__(f"The PostgreSQL database {place(check(url))}", filling=filling)
        self._url = url
        self._hold: Hold | None = None

    async def hold(self) -> None:
        hold = self._hold or Hold(self._url)
        await hold.check()
        self._hold = hold

    async def _let_go(self) -> None:
        if self._hold is not None:
            hold, self._hold = self._hold, None
            await hold.release()

    async def counters(self) -> dict[str, int]:
        found = {}
        for table, _, sequence in await self._numbered():
            last, given = await self._reader.fetchrow(f"SELECT last_value, is_called FROM {sequence}")
            if given:
                found[table] = last
        return found

    async def count_on(self, counters: Mapping[str, int]) -> None:
        for table, column, sequence in await self._numbered():
            newest = await self._writer.fetchval(f'SELECT coalesce(max("{column}"), 0) FROM "{table}"')
            if last := max(newest, counters.get(table, 0)):
                await self._writer.execute("SELECT setval($1::text::regclass, $2)", sequence, last)

    async def _numbered(self) -> list[Any]:
        known = ours(self.dialect)
        return [found for found in await self._reader.fetch(NUMBERED) if found[0] in known]

    async def _connect(self) -> Any:
        return await asyncpg.connect(self._url)

    async def _begin_reading(self) -> None:
        await self._reader.transaction(isolation="repeatable_read", readonly=True).start()

    async def _batches(self, query: str) -> AsyncGenerator[Sequence[Cells], None]:
        async with self._reader.transaction():
            cursor = await self._reader.cursor(query)
            while batch := await cursor.fetch(BATCH):
                yield batch

    async def _add(self, shape: Shape, rows: Sequence[Cells]) -> None:
        await self._writer.copy_records_to_table(shape.table, records=rows, columns=shape.names)

    async def _migrate(self) -> bool:
        return await migrate(self._writer)

    async def _stop_triggers(self) -> None:
        await self._triggers("DISABLE")

    async def _start_triggers(self) -> None:
        await self._triggers("ENABLE")

    async def _triggers(self, what: str) -> None:
        for each in await self.shapes():
            await self._writer.execute(f'ALTER TABLE "{each.table}" {what} TRIGGER USER')

    # What is true or false here is 1 or 0 elsewhere.

    def _boolean(self, table: str, name: str) -> bool:
        return self._types[table, name] == "boolean"

    def _read_as(self, table: str, name: str) -> str:
        return f'"{name}"::int' if self._boolean(table, name) else f'"{name}"'

    def _written(self, shape: Shape, rows: Sequence[Cells]) -> Sequence[Cells]:
        places = {place for place, name in enumerate(shape.names) if self._boolean(shape.table, name)}
        if not places:
            return rows
        return [
            tuple(bool(cell) if place in places and cell is not None else cell for place, cell in enumerate(row))
            for row in rows
        ]
