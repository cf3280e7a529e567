"""Every row of a database, of either kind: for backups, and for copying from one storage to the other.

Tables and columns are read from the database itself, so a new migration needs nothing here. Generated columns and the
table ``migrations`` are not contents. SQLite files block their caller: this is for commands only.
"""

# ruff: noqa: D102, S608 - base classes document the methods; only names that the database told us are put into SQL here

from __future__ import annotations

import asyncio
import graphlib
import re
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

import asyncpg
import msgspec

from bot.store import FINISH, UNFINISHED, Taken, in_postgres, migrations, path_of, postgres, sqlite
from bot.store.postgres_connections import ShardLocks, checked_address, host_and_database
from bot.store.statements import Unusable

Kind = Literal["integer", "real", "text", "bytes"]
Cells = tuple[Any, ...]
"""The values of a row, in the order of its table's columns; a boolean is 1 or 0."""

MIGRATIONS = "migrations"
BATCH = 2_000
"""Rows read or written at once; a copy that is killed keeps the batches it has written."""
KINDS: Mapping[str, Kind] = {
    "bigint": "integer", "integer": "integer", "smallint": "integer", "boolean": "integer",
    "double precision": "real", "real": "real", "text": "text", "bytea": "bytes", "blob": "bytes",
}  # fmt: skip
"""By the type of a column in either database."""


class Column(NamedTuple):
    """A column's name and kind."""

    name: str
    kind: Kind


class Shape(msgspec.Struct, frozen=True):
    """A table, its columns, and the columns of its key."""

    table: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(column.name for column in self.columns)

    @property
    def places(self) -> tuple[int, ...]:
        """The positions of the key in a row."""
        return tuple(self.names.index(name) for name in self.key)


def ours(dialect: str) -> set[str]:
    """The tables that our migrations have ever created: other programs' tables may be beside them."""
    made = re.compile(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)|RENAME TO (\w+)", re.IGNORECASE)
    steps = migrations.migrations(dialect)
    return {name for step in steps for names in made.findall(step.sql) for name in names if name} - {MIGRATIONS}


NO_TABLES = "has no tables of Tablée's"
PART = "has only a part of what was to be copied into it: finish that copy first"


class CopySource(ABC):
    """Rows to copy, which do not change while it is open."""

    place: str
    """For messages."""

    @abstractmethod
    async def open(self) -> None:
        """Open it. Raises Unusable."""

    @abstractmethod
    async def close(self) -> None:
        """Close it."""

    @abstractmethod
    async def version(self) -> int:
        """Its schema."""

    @abstractmethod
    async def shapes(self) -> list[Shape]:
        """Its tables, each after those that it references."""

    @abstractmethod
    async def counts(self) -> dict[str, int]:
        """The number of rows by table."""

    @abstractmethod
    def rows(self, shape: Shape) -> AsyncGenerator[Cells, None]:
        """The rows of a table, ascending by key; texts by code point."""

    @abstractmethod
    async def counters(self) -> dict[str, int]:
        """The last id given, by table that numbers its rows: no id is given twice."""


class DatabaseContents(CopySource):
    """A database. To be read (it may be written to meanwhile), or with ``filling`` to be filled while locked."""

    dialect: ClassVar[str]
    exists: ClassVar[str]
    """Queries: whether there is a table, all columns (table, name, type), key columns (table, name), and references."""
    columns: ClassVar[str]
    keys: ClassVar[str]
    references: ClassVar[str]
    by_code_point: ClassVar[str]
    """A collation."""

    def __init__(self, place: str, *, filling: bool) -> None:
        self.place = place
        self._filling = filling
        self._reader: Any = None
        self._writer: Any = None
        self._types: dict[tuple[str, str], str] = {}

    async def open(self) -> None:
        try:
            self._reader = await self._connect()
            if self._filling:
                self._writer = await self._connect()
                return
            await self._begin_reading()
            empty, unfinished = not await self._has(MIGRATIONS), await self._has(UNFINISHED)
        except BaseException:
            await self.close()
            raise
        if empty or unfinished:
            await self.close()
            raise Unusable(f"{self.place} {NO_TABLES if empty else PART}.")

    async def close(self) -> None:
        connections, self._reader, self._writer = (self._reader, self._writer), None, None
        for connection in connections:
            if connection is not None:
                await connection.close()
        await self._unlock()

    async def version(self) -> int:
        return await self._reader.fetchval(migrations.VERSION)

    async def shapes(self) -> list[Shape]:
        known = ours(self.dialect)
        columns: dict[str, list[Column]] = {}
        for table, name, kind in await self._reader.fetch(self.columns):
            if table in known:
                columns.setdefault(table, []).append(Column(name, KINDS[kind]))
                self._types[table, name] = kind
        keys: dict[str, list[str]] = {}
        for table, name in await self._reader.fetch(self.keys):
            keys.setdefault(table, []).append(name)
        references: dict[str, set[str]] = {table: set() for table in sorted(columns)}
        for table, other in await self._reader.fetch(self.references):
            if table in references and table != other:
                references[table].add(other)
        order = graphlib.TopologicalSorter(references).static_order()
        return [Shape(table, tuple(columns[table]), tuple(keys[table])) for table in order]

    async def counts(self) -> dict[str, int]:
        return {
            each.table: await self._reader.fetchval(f'SELECT count(*) FROM "{each.table}"')
            for each in await self.shapes()
        }

    async def rows(self, shape: Shape) -> AsyncGenerator[Cells, None]:
        kinds = dict(shape.columns)
        texts = {name for name in shape.key if kinds[name] == "text"}
        order = [f'"{name}" COLLATE {self.by_code_point}' if name in texts else f'"{name}"' for name in shape.key]
        chosen = ", ".join(self._read_as(shape.table, name) for name in shape.names)
        query = f'SELECT {chosen} FROM "{shape.table}" ORDER BY {", ".join(order)}'
        async with aclosing(self._batches(query)) as batches:
            async for batch in batches:
                for row in batch:
                    yield tuple(row)

    # ---- filling

    async def begin(self, version: int) -> None:
        """Give it that schema, or continue a copy. Raises Unusable if it has other contents, and Taken."""
        found = await self.version() if await self._has(MIGRATIONS) else 0
        if found:
            await self.hold()
        begun = await self._has(UNFINISHED)
        if not begun and any((await self.counts()).values()):
            raise Unusable(
                f"{self.place} is not empty, and nothing is overwritten: name an empty database, or move that one away "
                "first."
            )
        if found > version or (found and found != version and not begun):
            raise Unusable(
                f"{self.place} has schema {found} and what is to be copied has schema {version}: name a database that "
                "is still empty, without any tables."
            )
        if not begun:
            await self._writer.execute(f"CREATE TABLE {UNFINISHED} (name TEXT PRIMARY KEY, sql TEXT)")
        while found < version:
            await self._migrate()
            found = await self.version()
        await self.hold()
        async with self._writer.transaction():
            # The rows already contain what triggers would do.
            await self._stop_triggers()

    async def write(
        self, shape: Shape, *, added: Sequence[Cells] = (), changed: Sequence[Cells] = (), gone: Sequence[Cells] = ()
    ) -> None:
        """Add, change and remove rows in one transaction."""
        await self.hold()
        equals = {name: f'"{name}" = ${place}' for place, name in enumerate(shape.names, 1)}
        others = [equals[name] for name in shape.names if name not in shape.key] or [equals[shape.key[0]]]
        where = " AND ".join(equals[name] for name in shape.key)
        keyed = " AND ".join(f'"{name}" = ${place}' for place, name in enumerate(shape.key, 1))
        keys = [tuple(row[place] for place in shape.places) for row in gone]
        async with self._writer.transaction():
            if added:
                await self._add(shape, self._written(shape, added))
            if changed:
                update = f'UPDATE "{shape.table}" SET {", ".join(others)} WHERE {where}'
                await self._writer.executemany(update, self._written(shape, changed))
            if keys:
                await self._writer.executemany(f'DELETE FROM "{shape.table}" WHERE {keyed}', keys)

    async def finish(self) -> None:
        """Bring the schema of the whole copy up to date and let bots start on it."""
        async with self._writer.transaction():
            await self._start_triggers()
            await self._writer.execute(f"DROP TABLE {UNFINISHED}")
        while await self._migrate():
            pass

    @abstractmethod
    async def count_on(self, counters: Mapping[str, int]) -> None:
        """Number new rows after these."""

    @abstractmethod
    async def hold(self) -> None:
        """Lock bots out until it is closed. Raises Taken."""

    @abstractmethod
    async def _unlock(self) -> None: ...

    async def _has(self, table: str) -> bool:
        return bool(await self._reader.fetchval(self.exists, table))

    @abstractmethod
    async def _connect(self) -> Any:
        """A connection with the methods of asyncpg's."""

    @abstractmethod
    async def _begin_reading(self) -> None:
        """Begin to read a snapshot."""

    @abstractmethod
    def _batches(self, query: str) -> AsyncGenerator[Sequence[Cells], None]: ...

    @abstractmethod
    async def _add(self, shape: Shape, rows: Sequence[Cells]) -> None: ...

    @abstractmethod
    async def _migrate(self) -> bool:
        """Apply the next migration; False if there is none."""

    @abstractmethod
    async def _stop_triggers(self) -> None: ...

    @abstractmethod
    async def _start_triggers(self) -> None: ...

    def _read_as(self, _table: str, name: str) -> str:
        """The SQL that reads a column."""
        return f'"{name}"'

    def _written(self, _shape: Shape, rows: Sequence[Cells]) -> Sequence[Cells]:
        """Rows as this database takes them."""
        return rows


class SqliteConnection:
    """A connection to an existing SQLite file with the methods of asyncpg's. Blocks its caller."""

    def __init__(self, file: Path) -> None:
        address = f"{file.resolve().as_uri()}?mode=rw"  # never creates a file
        self.own = sqlite3.connect(address, uri=True, isolation_level=None, timeout=sqlite.LOCK_TIMEOUT_SECONDS)

    async def fetch(self, query: str, *values: Any) -> list[Any]:
        """All rows of a query."""
        return self.own.execute(sqlite.translated(query), values).fetchall()

    async def fetchval(self, query: str, *values: Any) -> Any:
        """The first value of the first row of a query, or None."""
        return next((value for value, *_ in await self.fetch(query, *values)), None)

    async def execute(self, query: str, *values: Any) -> None:
        """Run a statement."""
        await self.fetch(query, *values)

    async def executemany(self, query: str, rows: Sequence[Cells]) -> None:
        """Run a statement once per row of values."""
        self.own.executemany(sqlite.translated(query), rows)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Commit at the end of the block, or roll back if it raises."""
        self.own.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.own.execute("COMMIT")
        finally:
            if self.own.in_transaction:  # SQLite itself has rolled back if the disk is full
                self.own.execute("ROLLBACK")
        await asyncio.sleep(0)  # so that Ctrl-C is handled

    async def close(self) -> None:
        """Disconnect."""
        self.own.close()


async def connect(url: str) -> Any:
    """A connection to the database at an address, with the methods of asyncpg's. A file must exist."""
    return await asyncpg.connect(url) if in_postgres(url) else SqliteConnection(path_of(url))


SQLITE_COLUMNS = "sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS it WHERE tables.type = 'table'"
AUTOINCREMENT = "SELECT name FROM sqlite_schema WHERE type = 'table' AND upper(sql) LIKE '%AUTOINCREMENT%'"


class SqliteContents(DatabaseContents):
    """A SQLite file. One to be filled is created if it is missing."""

    dialect = "sqlite"
    exists = "SELECT 1 FROM sqlite_schema WHERE name = $1"
    # A generated column is hidden by 2 or 3.
    columns = f"""
        SELECT tables.name, it.name, lower(it.type) FROM {SQLITE_COLUMNS} AND it.hidden NOT IN (2, 3)
        ORDER BY tables.name, it.cid"""
    keys = f"SELECT tables.name, it.name FROM {SQLITE_COLUMNS} AND it.pk ORDER BY tables.name, it.pk"
    references = """
        SELECT tables.name, it."table" FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS it
        WHERE tables.type = 'table'"""
    by_code_point = "BINARY"

    def __init__(self, path: str | Path, *, filling: bool = False) -> None:
        self._file = Path(path)
        super().__init__(f"The SQLite file {self._file}", filling=filling)
        self._lock: sqlite.FileLock | None = None

    async def open(self) -> None:
        if self._filling:
            sqlite.prepare_file(str(self._file))
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
            lock = sqlite.FileLock(self._file.resolve())
            lock.take()
            self._lock = lock

    async def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def counters(self) -> dict[str, int]:
        known = await self._has("sqlite_sequence")
        return dict(await self._reader.fetch("SELECT name, seq FROM sqlite_sequence")) if known else {}

    async def count_on(self, counters: Mapping[str, int]) -> None:
        numbered = {name for (name,) in await self._writer.fetch(AUTOINCREMENT)}
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
            await asyncio.sleep(0)  # so that Ctrl-C is handled

    async def _add(self, shape: Shape, rows: Sequence[Cells]) -> None:
        names = ", ".join(f'"{name}"' for name in shape.names)
        values = ", ".join("?" * len(shape.names))
        await self._writer.executemany(f'INSERT INTO "{shape.table}" ({names}) VALUES ({values})', rows)

    async def _migrate(self) -> bool:
        async with self._writer.transaction():
            return sqlite.migrate(self._writer.own)

    async def _stop_triggers(self) -> None:
        for name, sql in await self._writer.fetch("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"):
            await self._writer.execute(f"INSERT INTO {UNFINISHED} VALUES ($1, $2)", name, sql)
            await self._writer.execute(f'DROP TRIGGER "{name}"')

    async def _start_triggers(self) -> None:
        for (sql,) in await self._writer.fetch(f"SELECT sql FROM {UNFINISHED}"):
            self._writer.own.execute(sql)


HERE = "relnamespace = current_schema()::regnamespace"
IDENTITIES = f"""
    SELECT relname, attname, pg_get_serial_sequence(quote_ident(relname), attname) AS sequence
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE {HERE} AND relkind IN ('r', 'p') AND attidentity <> '' AND NOT attisdropped"""


class PostgresContents(DatabaseContents):
    """A PostgreSQL database."""

    dialect = "postgres"
    exists = f"SELECT EXISTS (SELECT FROM pg_class WHERE relname = $1 AND {HERE})"
    columns = f"""
        SELECT relname, attname, format_type(atttypid, NULL) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        WHERE {HERE} AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped
            AND attgenerated = '' ORDER BY relname, attnum"""
    keys = f"""
        SELECT relname, attname FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
            CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (number, place)
            JOIN pg_attribute ON attrelid = indrelid AND attnum = part.number
        WHERE {HERE} AND indisprimary ORDER BY relname, part.place"""
    references = f"""
        SELECT pg_class.relname, other.relname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
            JOIN pg_class AS other ON other.oid = confrelid WHERE contype = 'f' AND pg_class.{HERE}"""
    by_code_point = '"C"'

    def __init__(self, url: str, *, filling: bool = False) -> None:
        super().__init__(f"The PostgreSQL database {host_and_database(checked_address(url))}", filling=filling)
        self._url = url
        self._locks: ShardLocks | None = None

    async def hold(self) -> None:
        locks = self._locks or ShardLocks(self._url)
        await locks.check()
        self._locks = locks

    async def _unlock(self) -> None:
        if self._locks is not None:
            locks, self._locks = self._locks, None
            await locks.release()

    async def counters(self) -> dict[str, int]:
        found = {}
        for table, _, sequence in await self._identities():
            last, given = await self._reader.fetchrow(f"SELECT last_value, is_called FROM {sequence}")
            if given:
                found[table] = last
        return found

    async def count_on(self, counters: Mapping[str, int]) -> None:
        for table, column, sequence in await self._identities():
            newest = await self._writer.fetchval(f'SELECT coalesce(max("{column}"), 0) FROM "{table}"')
            if last := max(newest, counters.get(table, 0)):
                await self._writer.execute("SELECT setval($1::text::regclass, $2)", sequence, last)

    async def _identities(self) -> list[Any]:
        known = ours(self.dialect)
        return [found for found in await self._reader.fetch(IDENTITIES) if found[0] in known]

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
        return await postgres.migrate(self._writer)

    async def _stop_triggers(self) -> None:
        await self._triggers("DISABLE")

    async def _start_triggers(self) -> None:
        await self._triggers("ENABLE")

    async def _triggers(self, action: str) -> None:
        for each in await self.shapes():
            await self._writer.execute(f'ALTER TABLE "{each.table}" {action} TRIGGER USER')

    # Booleans are 1 and 0 in ``Cells``.

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


# ---- for ``python -m bot doctor``

LAST_BACKUP = "SELECT document FROM documents WHERE kind = 'backup' AND key = 0"
BOARDS_BEHIND = """
    SELECT count(*), min(last) FROM (
        SELECT (SELECT max(at) FROM moves WHERE table_id = tables.id) AS last
        FROM tables WHERE status <> 'lobby' AND shown <> revision
    ) AS late"""
DATABASE_SIZE = "SELECT pg_database_size(current_database())"
FIRST_SCHEMA_WITH_DOCUMENTS = 2


class DatabaseStatus(NamedTuple):
    """The state of a database."""

    schema: int
    """0: it is empty."""
    newest: int
    size: int = 0
    """Bytes."""
    behind: int = 0
    oldest: float | None = None
    """The last move of the table whose board has been behind longest."""
    backup: float | None = None


async def inspect_database(url: str) -> DatabaseStatus:
    """The state of a database, which is not changed. Raises TooNew, Taken and the driver's errors."""
    dialect, file = "postgres" if in_postgres(url) else "sqlite", path_of(url)
    if dialect == "sqlite" and not file.exists():
        folder = next(each for each in file.absolute().parents if each.exists())
        if not folder.is_dir():
            raise NotADirectoryError(20, "")
        return DatabaseStatus(0, migrations.newest(dialect, 0))
    connection = await connect(url)
    try:
        if await connection.fetchval(migrations.HAS, UNFINISHED):
            raise Taken(FINISH)
        has_schema = await connection.fetchval(migrations.HAS, MIGRATIONS)
        found = await connection.fetchval(migrations.VERSION) if has_schema else 0
        [(behind, oldest)] = await connection.fetch(BOARDS_BEHIND) if found else [(0, None)]
        document = await connection.fetchval(LAST_BACKUP) if found >= FIRST_SCHEMA_WITH_DOCUMENTS else None
        size = file.stat().st_size if dialect == "sqlite" else await connection.fetchval(DATABASE_SIZE)
    finally:
        await connection.close()
    at = msgspec.json.decode(document, type=dict[str, float])["at"] if document else None
    return DatabaseStatus(found, migrations.newest(dialect, found), size, behind, oldest, at)
