"""The contents of a SQLite file. Blocks its caller: for commands, where nobody else waits."""

# ruff: noqa: D102, S608 - methods are explained by Target; what is put into SQL here the database itself has told

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path

from bot.store import UNFINISHED
from bot.store.connection import SqliteConnection
from bot.store.contents import BATCH, Cells, Database, Shape, Unusable
from bot.store.file import Lock, prepare
from bot.store.sqlite import migrate

# A column of a table that is generated has the number 2 or 3.
COLUMNS = """
    SELECT tables.name, it.name, lower(it.type) FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS it
    WHERE tables.type = 'table' AND it.hidden NOT IN (2, 3) ORDER BY tables.name, it.cid"""
KEYS = """
    SELECT tables.name, it.name FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS it
    WHERE tables.type = 'table' AND it.pk ORDER BY tables.name, it.pk"""
REFERENCES = """
    SELECT tables.name, it."table" FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS it
    WHERE tables.type = 'table'"""
NUMBERED = "SELECT name FROM sqlite_schema WHERE type = 'table' AND upper(sql) LIKE '%AUTOINCREMENT%'"


class SqliteContents(Database):
    """A SQLite file. One to be filled is made if it is not there."""

    dialect = "sqlite"
    exists = "SELECT 1 FROM sqlite_schema WHERE name = $1"
    columns, keys, references = COLUMNS, KEYS, REFERENCES
    by_code_point = "BINARY"

    def __init__(self, path: str | Path, *, filling: bool = False) -> None:
        self._file = Path(path)
        super().__init__(f"The SQLite file {self._file}", filling=filling)
        self._lock: Lock | None = None

    async def open(self) -> None:
        if self._filling:
            prepare(str(self._file))
            await self.hold()
        elif not self._file.is_file():
            raise Unusable(f"There is no SQLite file {self._file}.")
        try:
            await super().open()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                raise Unusable(f"The file {self._file} is not a SQLite database.") from None
            raise

    async def hold(self) -> None:
        if self._lock is None:
            lock = Lock(self._file.resolve())
            lock.take()
            self._lock = lock

    async def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def counters(self) -> dict[str, int]:
        known = await self._has("sqlite_sequence")
        return dict(await self._reader.fetch("SELECT name, seq FROM sqlite_sequence")) if known else {}

    async def count_on(self, counters: Mapping[str, int]) -> None:
        numbered = {name for (name,) in await self._writer.fetch(NUMBERED)}
        async with self._writer.transaction():
            for table in sorted(numbered & counters.keys()):
                await self._writer.execute("DELETE FROM sqlite_sequence WHERE name = $1", table)
                await self._writer.execute("INSERT INTO sqlite_sequence VALUES ($1, $2)", table, counters[table])

    async def finish(self) -> None:
        await super().finish()
        await self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    async def _connect(self) -> SqliteConnection:
        connection = SqliteConnection(self._file)
        if self._filling:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                await connection.execute(f"PRAGMA {pragma}")
        return connection

    async def _begin_reading(self) -> None:
        await self._reader.execute("BEGIN")

    async def _batches(self, query: str) -> AsyncGenerator[Sequence[Cells], None]:
        found = self._reader.own.execute(query)
        while batch := found.fetchmany(BATCH):
            yield batch
            await asyncio.sleep(0)  # so that Ctrl-C is heard

    async def _add(self, shape: Shape, rows: Sequence[Cells]) -> None:
        names = ", ".join(f'"{name}"' for name in shape.names)
        values = ", ".join("?" * len(shape.names))
        await self._writer.executemany(f'INSERT INTO "{shape.table}" ({names}) VALUES ({values})', rows)

    async def _migrate(self) -> bool:
        async with self._writer.transaction():
            return migrate(self._writer.own)

    async def _stop_triggers(self) -> None:
        for name, sql in await self._writer.fetch("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"):
            await self._writer.execute(f"INSERT INTO {UNFINISHED} VALUES ($1, $2)", name, sql)
            await self._writer.execute(f'DROP TRIGGER "{name}"')

    async def _start_triggers(self) -> None:
        for (sql,) in await self._writer.fetch(f"SELECT sql FROM {UNFINISHED}"):
            self._writer.own.execute(sql)
