"""Backups, restoring, copies from one storage to another, and the state of a database for ``tablee doctor``.

A backup is a SQLite file, whichever storage it is of. SQLite copies its files itself; between a file and PostgreSQL
rows are copied and then compared. Every copy is one transaction: a database is filled completely, or not at all. Tables
and columns are read from the schema, so a new migration needs nothing here. Blocks its caller: for commands only.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import msgspec

from bot.store import PUT, in_postgres, path_of, postgres, sqlite
from bot.store.postgres import ShardLocks, host_and_database
from bot.store.statements import HAS_TABLE, SCHEMA_VERSION, Unusable, newest_schema

BATCH = 2_000
AUTOMATIC = "before-update-"
"""Begins the names of backups that a start makes by itself."""
AUTOMATIC_KEPT_SECONDS = 30 * 86_400.0


async def back_up(url: str, file: Path, *, now: float) -> None:
    """Write everything at an address into a new file that only its owner reads. Raises Unusable."""
    with _published(file) as temporary:
        if in_postgres(url):
            await _rows_to_file(url, temporary)
        else:
            _copy_pages(path_of(url), temporary)
    if await inspect_schema(url) >= FIRST_SCHEMA_WITH_DOCUMENTS:
        await note(url, now)


def new_file(folder: Path, prefix: str, now: float) -> Path:
    """A path with the time in its name, in a folder that is made if it is missing. Names sort by time."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{prefix}{datetime.fromtimestamp(now, UTC):%Y-%m-%dT%H%M%S}.sqlite3"


async def back_up_before_migrations(url: str, folder: Path, now: float) -> Path | None:
    """Back up a database that this program will migrate, and remove older such backups; None if it has no migration."""
    found = await inspect_schema(url)
    if not 0 < found < newest_schema("postgres" if in_postgres(url) else "sqlite", found):
        return None
    file = new_file(folder, f"{AUTOMATIC}{found}-", now)
    try:
        await back_up(url, file, now=now)
    except Unusable:
        # Another process that starts in the same second may have made it.
        if not file.exists():
            raise
    remove_old(folder, now)
    return file


def remove_old(folder: Path, now: float) -> None:
    """Remove automatic backups except the oldest and the newest of each schema, and those older than 30 days."""
    files = sorted(folder.glob(f"{AUTOMATIC}*.sqlite3"))
    # Starts that fail again and again, after some of the migrations, leave the backup from before all of them.
    for _schema, group in groupby(files, lambda file: file.name.removeprefix(AUTOMATIC).partition("-")[0]):
        found = list(group)
        for file in found:
            # Another process may remove the same files.
            with suppress(FileNotFoundError):
                if file in found[1:-1] or now - file.stat().st_mtime > AUTOMATIC_KEPT_SECONDS:
                    file.unlink()


async def restore(file: Path, url: str) -> None:
    """Fill an empty database from a backup. Raises Unusable, and Taken if a bot runs on it."""
    if in_postgres(url):
        await _rows_from_file(file, url)
    else:
        _fill_file(file, path_of(url))


async def move(start: str, end: str) -> None:
    """Fill an empty database from another one, on which no bot may run. Raises Unusable and Taken."""
    if start == end:
        raise Unusable("FROM and TO are the same database.")
    async with AsyncExitStack() as stack:
        file = path_of(start)
        if in_postgres(start):
            folder = path_of(end).absolute().parent
            beside = folder if not in_postgres(end) and folder.is_dir() else None
            file = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=beside)), "copy")
            await _rows_to_file(start, file, stack=stack)
        else:
            with _opened(file):
                stack.enter_context(_lock(file))
        await restore(file, end)


# ---- SQLite files


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A whole database of ours, with a snapshot to read. Raises Unusable and WrongVersion."""
    if not file.is_file():
        raise Unusable(f"There is no SQLite file {file}.")
    with closing(_connect(file)) as connection:
        try:
            connection.execute("BEGIN")
            [[known]] = connection.execute(sqlite.translated(HAS_TABLE), ("migrations",))
            [[found]] = connection.execute("PRAGMA quick_check(1)")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
                raise Unusable(f"The file {file} is not a SQLite database, or is damaged.") from None
            raise
        if found != "ok":
            raise Unusable(f"The SQLite file {file} is damaged or was cut off.")
        if not known:
            raise Unusable(f"The SQLite file {file} has no tables of Tablée's.")
        newest_schema("sqlite", _schema(connection))
        yield connection


def _connect(file: Path) -> sqlite3.Connection:
    address = f"{file.resolve().as_uri()}?mode=rw"  # never creates a file
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=sqlite.LOCK_TIMEOUT_SECONDS)


def _schema(connection: sqlite3.Connection) -> int:
    return connection.execute(SCHEMA_VERSION).fetchone()[0]


def _copy_pages(file: Path, target: Path) -> None:
    """Replace the contents of a file, which exists."""
    with _opened(file) as source, closing(_connect(target)) as copy:
        source.backup(copy)
        # One file, with nothing beside it. Without our number a running bot notices when it overwrites the database.
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute("PRAGMA user_version = 0")
        [[found]] = copy.execute("PRAGMA quick_check(1)")
        if found != "ok":
            raise Unusable("The copy is damaged: look at its disk.")


def _fill_file(file: Path, target: Path) -> None:
    with _opened(file):
        sqlite.prepare_file(str(target))
    with _lock(target):
        with closing(_connect(target)) as found:
            for (name,) in found.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                if name not in {"migrations", "sqlite_sequence"}:
                    _refuse_rows(found.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone(), f"The file {target}")
        _copy_pages(file, target)


@contextmanager
def _lock(file: Path) -> Iterator[None]:
    """Lock bots out. Raises Taken."""
    lock = sqlite.FileLock(file.resolve())
    lock.take()
    try:
        yield
    finally:
        lock.release()


def _refuse_rows(found: object, place: str) -> None:
    if found:
        raise Unusable(
            f"{place} is not empty, and nothing is overwritten: name an empty database, or move that one away first."
        )


@contextmanager
def _published(file: Path) -> Iterator[Path]:
    """A temporary file that gets its name when it is complete and on disk; it is removed if anything fails."""
    taken = Unusable(f"The file {file} is there already, and nothing is overwritten: name another one.")
    if file.exists():
        raise taken
    if not file.parent.is_dir():
        raise Unusable(f"There is no folder {file.parent} for the file {file.name}.")
    handle, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".part", dir=file.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as written:
            os.fsync(written.fileno())
        try:
            # Unlike a rename this never replaces an existing file.
            file.hardlink_to(temporary)
        except FileExistsError:
            raise taken from None
        except OSError:
            # Some file systems have no links.
            temporary.rename(file)
    finally:
        temporary.unlink(missing_ok=True)


# ---- rows between a file and PostgreSQL


class CopiedTable(NamedTuple):
    """A table to copy."""

    name: str
    columns: list[str]
    rows: str
    """A query: all rows by key, in the same order in both storages."""
    numbered: str | None
    """The column that numbers new rows. No number is given twice."""


# Tables that reference others come after those. Generated columns (hidden: 2 or 3) are not copied.
TABLES = """
    SELECT name, upper(sql) LIKE '%AUTOINCREMENT%' FROM sqlite_schema AS it
    WHERE type = 'table' AND name NOT IN ('migrations', 'sqlite_sequence')
    ORDER BY (SELECT count(*) FROM pragma_foreign_key_list(it.name)), name"""
SEQUENCE = "SELECT pg_get_serial_sequence($1, $2)"
COLUMNS = "SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden NOT IN (2, 3) ORDER BY cid"


def copied_tables(schema: int) -> list[CopiedTable]:
    """The tables that both storages have in a schema, each after those that it references. Raises WrongVersion."""
    newest_schema("sqlite", schema)
    found = []
    with closing(_empty_file(":memory:", schema)) as model:
        for name, numbered in model.execute(TABLES).fetchall():
            columns = model.execute(COLUMNS, (name,)).fetchall()
            keys = sorted((place, key, kind) for key, kind, place in columns if place)
            order = ", ".join(f'"{key}" COLLATE "C"' if kind == "TEXT" else f'"{key}"' for _, key, kind in keys)
            names = [column for column, *_ in columns]
            chosen = ", ".join(f'"{column}"' for column in names)
            query = f'SELECT {chosen} FROM "{name}" ORDER BY {order}'
            found.append(CopiedTable(name, names, query, keys[0][1] if numbered else None))
    return found


def _empty_file(file: Path | str, schema: int) -> sqlite3.Connection:
    """A connection to a new file with that schema, in a transaction."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN")
    while sqlite.migrate(connection) and _schema(connection) < schema:
        pass
    return connection


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def _schema_of(fetch: Callable[..., Awaitable[Any]]) -> int:
    """The schema of the database that runs these statements; 0: there are no tables of ours."""
    [[known]] = await fetch(HAS_TABLE, "migrations")
    [[found]] = await fetch(SCHEMA_VERSION) if known else [[0]]
    return found


async def _rows_to_file(url: str, file: Path, *, stack: AsyncExitStack | None = None) -> None:
    """Copy all rows to a new file; with a ``stack`` only if no bot runs, and none can start until it is closed."""
    async with _connected(url) as server:
        if not (schema := await _schema_of(server.fetch)):
            raise Unusable(f"The PostgreSQL database {host_and_database(url)} has no tables of Tablée's.")
        tables = copied_tables(schema)
        if stack is not None:
            await _locked(url, stack)
        async with server.transaction(isolation="repeatable_read", readonly=True):
            with closing(_empty_file(file, schema)) as copy:
                for table in tables:
                    # Migrations may have written rows.
                    copy.execute(f'DELETE FROM "{table.name}"')
                    insert = f'INSERT INTO "{table.name}" VALUES ({", ".join("?" * len(table.columns))})'
                    cursor = await server.cursor(table.rows)
                    while batch := await cursor.fetch(BATCH):
                        copy.executemany(insert, [tuple(row) for row in batch])
                    if table.numbered:
                        sequence = await server.fetchval(SEQUENCE, table.name, table.numbered)
                        last, given = await server.fetchrow(f"SELECT last_value, is_called FROM {sequence}")
                        copy.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
                        if given:
                            copy.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table.name, last))
                await _compare(copy, server, tables)
                copy.execute("COMMIT")


async def _rows_from_file(file: Path, url: str) -> None:
    """Copy all rows of a file to a database without any."""
    async with AsyncExitStack() as stack:
        source = stack.enter_context(_opened(file))
        schema = _schema(source)
        server = await stack.enter_async_context(_connected(url))
        found = await _schema_of(server.fetch)
        if found:
            await _locked(url, stack)
        place = f"The PostgreSQL database {host_and_database(url)}"
        if found > schema:
            raise Unusable(
                f"{place} has schema {found} and what is to be copied has schema {schema}: name a database that is "
                "still empty, without any tables."
            )
        for table in copied_tables(found) if found else ():
            _refuse_rows(await server.fetchval(f'SELECT 1 FROM "{table.name}" LIMIT 1'), place)
        # Until this is committed a starting bot waits for the lock of the migrations.
        async with server.transaction():
            while found < schema:
                await postgres.migrate(server)
                found = await _schema_of(server.fetch)
            await _copy_rows(source, server, copied_tables(schema))


async def _copy_rows(source: sqlite3.Connection, server: Any, tables: list[CopiedTable]) -> None:
    for table in tables:
        columns = (await server.prepare(table.rows)).get_attributes()
        booleans = {place for place, column in enumerate(columns) if column.type.name == "bool"}
        rows = source.execute(sqlite.translated(table.rows))
        while batch := rows.fetchmany(BATCH):
            records = [[bool(cell) if place in booleans else cell for place, cell in enumerate(row)] for row in batch]
            await server.copy_records_to_table(table.name, records=records, columns=table.columns)
        for (last,) in source.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,)).fetchall():
            await server.execute("SELECT setval(pg_get_serial_sequence($1, $2), $3)", table.name, table.numbered, last)
    await _compare(source, server, tables)


async def _locked(url: str, stack: AsyncExitStack) -> None:
    locks = ShardLocks(url)
    stack.push_async_callback(locks.release)
    await locks.take()


async def _compare(file: sqlite3.Connection, server: Any, tables: list[CopiedTable]) -> None:
    """Compare all rows, in a transaction of the server. Raises Unusable if any differs."""
    for table in tables:
        rows, cursor = file.execute(sqlite.translated(table.rows)), await server.cursor(table.rows)
        more = True
        while more:
            ours, theirs = rows.fetchmany(BATCH), await cursor.fetch(BATCH)
            if ours != [tuple(row) for row in theirs]:
                raise Unusable(f"The rows of the table {table.name} are not as in the original: nothing was copied.")
            more = bool(ours)


# ---- the state of a database

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
    """The state of a database, which is not changed. Raises WrongVersion and the driver's errors."""
    dialect, file = "postgres" if in_postgres(url) else "sqlite", path_of(url)
    if dialect == "sqlite" and not file.exists():
        folder = next(each for each in file.absolute().parents if each.exists())
        if not folder.is_dir():
            raise NotADirectoryError(20, "")
        return DatabaseStatus(0, newest_schema(dialect, 0))
    found = await inspect_schema(url)
    async with statements_on(url) as fetch:
        [[behind, oldest]] = await fetch(BOARDS_BEHIND) if found else [[0, None]]
        documents = await fetch(LAST_BACKUP) if found >= FIRST_SCHEMA_WITH_DOCUMENTS else []
        [[size]] = await fetch(DATABASE_SIZE) if dialect == "postgres" else [[file.stat().st_size]]
    at = msgspec.json.decode(documents[0][0], type=dict[str, float])["at"] if documents else None
    return DatabaseStatus(found, newest_schema(dialect, found), size, behind, oldest, at)


async def inspect_schema(url: str) -> int:
    """The schema of a database; 0: it is empty, or a file that is not there. Raises the driver's errors."""
    if not in_postgres(url) and not path_of(url).exists():
        return 0
    async with statements_on(url) as fetch:
        return await _schema_of(fetch)


async def note(url: str, now: float) -> None:
    """Store in a database when a backup of it was made (the backup itself does not contain it)."""
    async with statements_on(url) as fetch:
        await fetch(PUT, "backup", 0, msgspec.json.encode({"at": now}))


@asynccontextmanager
async def statements_on(url: str) -> AsyncIterator[Callable[..., Awaitable[list[Any]]]]:
    """A function that runs a statement on a database, which exists, and returns its rows."""
    if in_postgres(url):
        async with _connected(url) as server:
            yield server.fetch
        return

    async def fetch(query: str, *values: Any) -> list[Any]:
        return connection.execute(sqlite.translated(query), values).fetchall()

    with closing(_connect(path_of(url))) as connection:
        yield fetch
