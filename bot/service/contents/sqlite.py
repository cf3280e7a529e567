"""The contents of a SQLite file. Blocks its caller: for commands, where nobody else waits."""

# ruff: noqa: S608 - what is put into SQL here are the names of tables and columns that the database itself has told

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

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
from bot.service.store.file import Lock, next_number, prepare
from bot.service.store.schema import VERSION
from bot.service.store.sqlite_ledger import migrate

PATIENCE = 30.0
"""Seconds that somebody else's lock is waited for."""
KINDS: Mapping[str, Kind] = {
    "INTEGER": "integer", "BIGINT": "integer", "BOOLEAN": "integer",
    "REAL": "real", "DOUBLE PRECISION": "real", "TEXT": "text", "BLOB": "bytes",
}  # fmt: skip


class SqliteContents:
    """What is in a SQLite file, as it is when it is opened; somebody may write to it meanwhile."""

    def __init__(self, path: str | Path) -> None:
        self._file = Path(path)
        self.place = f"The SQLite file {self._file}"
        self._reader: sqlite3.Connection | None = None
        self._lock: Lock | None = None

    async def open(self) -> None:
        """Look at it. Raises Unusable."""
        if not self._file.is_file():
            raise Unusable(f"There is no SQLite file {self._file}.")
        self._reader = self._connect()
        try:
            self._reader.execute("BEGIN")
            tables = {name for (name,) in self._reader.execute("SELECT name FROM sqlite_schema")}
        except sqlite3.DatabaseError as error:
            await self.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                raise Unusable(f"The file {self._file} is not a SQLite database.") from None
            raise
        if MIGRATIONS not in tables:
            await self.close()
            raise Unusable(f"{self.place} has no tables of Tablée's.")
        if UNFINISHED in tables:
            await self.close()
            raise Unusable(f"{self.place} has only a part of what was to be copied into it: finish that copy first.")

    async def hold(self) -> None:
        """Keep every bot away from it until it is closed. Raises Taken."""
        lock = Lock(self._file.resolve())
        lock.take()
        self._lock = lock

    async def close(self) -> None:
        """Let go."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def version(self) -> int:
        """The schema it has."""
        return _version(self.reader)

    async def shapes(self) -> list[Shape]:
        """Its tables; what others refer to comes first."""
        names = [
            name
            for (name,) in self.reader.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if name in ours("sqlite")
        ]
        references = [
            (name, found[2]) for name in names for found in self.reader.execute(f'PRAGMA foreign_key_list("{name}")')
        ]
        return in_order(map(self._shape, names), references)

    async def counts(self) -> dict[str, int]:
        """How many rows each table has."""
        return {
            each.table: self.reader.execute(f'SELECT count(*) FROM "{each.table}"').fetchone()[0]
            for each in await self.shapes()
        }

    async def rows(self, shape: Shape) -> AsyncIterator[Cells]:
        """The rows of a table, ascending by their key."""
        found = self.reader.execute(
            f'SELECT {_names(shape.names)} FROM "{shape.table}" ORDER BY {_names(shape.key, " COLLATE BINARY")}'
        )
        while batch := found.fetchmany(BATCH):
            for row in batch:
                yield row
            await asyncio.sleep(0)  # so that Ctrl-C is heard

    async def counters(self) -> dict[str, int]:
        """The last number each table has given, where it numbers its rows."""
        known = self.reader.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'").fetchone()[0]
        return dict(self.reader.execute("SELECT name, seq FROM sqlite_sequence")) if known else {}

    @property
    def reader(self) -> sqlite3.Connection:
        """The connection that reads."""
        if self._reader is None:
            raise RuntimeError("It is not open.")
        return self._reader

    def _connect(self) -> sqlite3.Connection:
        address = f"{self._file.resolve().as_uri()}?mode=rw"  # never makes a file
        return sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE)

    def _shape(self, name: str) -> Shape:
        found = [row for row in self.reader.execute(f'PRAGMA table_xinfo("{name}")') if row[6] not in (2, 3)]
        key = [row[1] for row in sorted(found, key=lambda row: row[5]) if row[5]]
        return shape(name, ((row[1], KINDS.get(row[2].upper())) for row in found), key)


class SqliteTarget(SqliteContents):
    """A SQLite file to be filled; it is made if it is not there."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        self._writer: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Make the file if there is none, and keep bots away from it. Raises Taken."""
        prepare(str(self._file))
        await self.hold()
        self._reader = self._connect()
        self._writer = self._connect()
        self._writer.execute("PRAGMA journal_mode = WAL")
        self._writer.execute("PRAGMA synchronous = FULL")
        self._writer.execute("PRAGMA foreign_keys = ON")

    async def close(self) -> None:
        """Let go."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        await super().close()

    async def begin(self, version: int) -> None:
        """Give it that schema, or go on with what was begun. Raises Unusable if anything else is in it."""
        tables = {name for (name,) in self.writer.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if UNFINISHED not in tables:
            if any((await self.counts()).values()):
                raise not_empty(self.place)
            if MIGRATIONS in tables and _version(self.writer) != version:
                raise other_schema(self.place, _version(self.writer), version)
            with _transaction(self.writer):
                self.writer.execute(f"CREATE TABLE {UNFINISHED} (name TEXT PRIMARY KEY, sql TEXT)")
        found = _version(self.writer) if MIGRATIONS in tables else 0
        if found > version:
            raise other_schema(self.place, found, version)
        while found < version:
            with _transaction(self.writer):
                migrate(self.writer)
            found = _version(self.writer)
        with _transaction(self.writer):
            # What they would do has been done where the rows come from.
            triggers = self.writer.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            for name, sql in triggers:
                self.writer.execute(f"INSERT INTO {UNFINISHED} VALUES (?, ?)", (name, sql))
                self.writer.execute(f'DROP TRIGGER "{name}"')

    async def write(
        self, shape: Shape, *, added: Sequence[Cells] = (), changed: Sequence[Cells] = (), gone: Sequence[Cells] = ()
    ) -> None:
        """Add, change and remove rows in one transaction."""
        names, table = shape.names, f'"{shape.table}"'
        where = " AND ".join(f'"{name}" = ?{names.index(name) + 1}' for name in shape.key)
        values = ", ".join(f"?{number}" for number in range(1, len(names) + 1))
        with _transaction(self.writer):
            self.writer.executemany(f"INSERT INTO {table} ({_names(names)}) VALUES ({values})", added)
            self.writer.executemany(f"UPDATE {table} SET ({_names(names)}) = ({values}) WHERE {where}", changed)
            keyed = " AND ".join(f'"{name}" = ?' for name in shape.key)
            keys = [tuple(row[place] for place in shape.places) for row in gone]
            self.writer.executemany(f"DELETE FROM {table} WHERE {keyed}", keys)
        await asyncio.sleep(0)

    async def count_on(self, counters: Mapping[str, int]) -> None:
        """Number new rows after these, where SQLite counts."""
        numbered = {
            name
            for (name, sql) in self.writer.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
            if sql and "AUTOINCREMENT" in sql.upper()
        }
        with _transaction(self.writer):
            for table in sorted(numbered & counters.keys()):
                self.writer.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
                self.writer.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, counters[table]))

    async def finish(self) -> None:
        """It is whole now: bring its schema up to date and let bots start on it."""
        with _transaction(self.writer):
            for (sql,) in self.writer.execute(f"SELECT sql FROM {UNFINISHED}").fetchall():
                self.writer.execute(sql)
            self.writer.execute(f"DROP TABLE {UNFINISHED}")
            next_number(self.writer)
        further = True
        while further:
            with _transaction(self.writer):
                further = migrate(self.writer)
        self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @property
    def writer(self) -> sqlite3.Connection:
        """The connection that writes."""
        if self._writer is None:
            raise RuntimeError("It is not open.")
        return self._writer


class _transaction:  # noqa: N801, used as a statement
    """All or nothing of what is done in the block."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._connection.execute("COMMIT")
        elif self._connection.in_transaction:  # SQLite itself has given it up if the disk is full
            self._connection.execute("ROLLBACK")


def _version(connection: sqlite3.Connection) -> int:
    return connection.execute(VERSION).fetchone()[0]


def _names(names: Sequence[str], suffix: str = "") -> str:
    return ", ".join(f'"{name}"{suffix}' for name in names)
