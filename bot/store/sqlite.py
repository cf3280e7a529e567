"""Storage in one SQLite file: the default, no set-up.

Statements are written for PostgreSQL and translated here. One connection writes, many writes as one transaction.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from msgspec.structs import asdict, replace

from bot.core.shards import Shards
from bot.core.stored import Entry, Row
from bot.store import FINISH, UNFINISHED, Conflict, Lost, Store, Taken, TooOld, migrations
from bot.store.file import Lock, Watch, next_number, prepare
from bot.store.results import keep
from bot.store.statements import ROW, Many, Work, table_row
from bot.store.tables import Change

T = TypeVar("T")

WORDS = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        (r"/\*! (.*?) \*/", r"\1"),
        (r"\(convert_from\((\w+), 'UTF8'\)::json->>'(\w+)'\)::bigint", r"json_extract(CAST(\1 AS TEXT), '$.\2')"),
        (r"= ANY\((\$\d+)::\w+\[\]\)", r"IN (SELECT value FROM json_each(\1))"),
        (r"position\((\$\d+)::bytea IN (\w+)\)", r"instr(\2, \1)"),
        (r"to_regclass\((\$\d+)\) IS NOT NULL", r"count(*) > 0 FROM sqlite_schema WHERE name = \1"),
        # There is one writer, who has the whole file.
        (r" FOR UPDATE( SKIP LOCKED)?", ""),
        (r"::\w+", ""),
        (r"\$(\d+)", r"?\1"),
    )
)


@cache
def worded(statement: str) -> str:
    """A statement as SQLite takes it."""
    for theirs, ours in WORDS:
        statement = theirs.sub(ours, statement)
    return statement


def valued(values: Iterable[Any]) -> list[Any]:
    """Its values as SQLite takes them: a list is JSON."""
    return [json.dumps(value) if isinstance(value, list) else value for value in values]


def do(connection: sqlite3.Connection, work: Work[T]) -> T:
    """Do some work, statement by statement; gives what comes of it."""
    rows: list[Any] = []
    try:
        step = next(work)
        while True:
            if isinstance(step, Many):
                connection.executemany(worded(step.text), step.rows)
            else:
                rows = connection.execute(worded(step[0]), valued(step[1:])).fetchall()
            step = work.send(rows)
    except StopIteration as end:
        return end.value


@dataclass(slots=True, eq=False)
class Write:
    """One write that waits for its turn, and what came of it."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    result: Any = None
    refusal: Exception | None = None


class Ledger(sqlite3.Connection):
    """A connection whose commit does the writes of the first of its ``groups``, as one transaction.

    aiosqlite runs every call in the connection's own thread. So a whole group costs one trip to that thread and
    one fsync, and we need nothing of aiosqlite that is not public.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.groups: deque[Sequence[Write]] = deque()
        self.watch: Watch | None = None
        self.lock: Lock | None = None

    def commit(self) -> None:
        """Do the group's writes, or none of them if this raises; Lost also if nobody would find them again."""
        group = self.groups.popleft()
        self._check()
        self._commit(group)
        # What was removed meanwhile is not acknowledged either.
        self._check()

    def _check(self) -> None:
        if self.watch is not None:
            self.watch.check()
        if self.lock is not None:
            self.lock.keep()

    def _commit(self, group: Sequence[Write]) -> None:
        self.execute("BEGIN IMMEDIATE")
        changes = self.total_changes
        try:
            for write in group:
                self.execute("SAVEPOINT one")
                try:
                    write.result = write.work(self)
                except Exception as refusal:
                    # Whatever it is, it concerns this caller alone, unless SQLite gave up the whole transaction
                    # (the disk is full, say).
                    if not self.in_transaction:
                        raise
                    write.refusal = refusal
                    self.execute("ROLLBACK TO one")
                self.execute("RELEASE one")
            if self.total_changes != changes:
                next_number(self)
            self.execute("COMMIT")
        finally:
            if self.in_transaction:
                self.rollback()


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, each of which must end its line."""
    # sqlite3's own executescript would commit the transaction we are in.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def migrate(ledger: sqlite3.Connection) -> bool:
    """Take the schema one step further; False if it is the newest already."""
    ledger.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    [found] = ledger.execute(migrations.VERSION).fetchone()
    step = migrations.following("sqlite", found)
    if step is None:
        return False
    for statement in _statements(step.sql):
        ledger.execute(statement)
    ledger.execute("INSERT INTO migrations VALUES (?, ?)", (step.number, step.name))
    return True


# ruff: noqa: D102, S608 - methods are explained by Store; what is put into SQL here are the names of our own columns


log = logging.getLogger(__name__)

OLDEST = (3, 35)
"""The version of SQLite that knows RETURNING."""
MEMORY = ":memory:"

PATIENCE = 30.0
"""Seconds that somebody else's lock on the file is waited for."""
AGAIN = 0.05
"""Seconds between looks whether another process has let go of a file."""

FIELDS = Row.__struct_fields__
# One statement, so that a row and its log are of the same moment (moves may be replaced too). What belongs to the row
# has place 0; a move has its revision there and its own values in the columns that follow.
LOAD = f"""
    SELECT 0, {ROW} FROM tables WHERE id = ?1
    UNION ALL SELECT revision, seat, move, at{", NULL" * (len(FIELDS) - 3)} FROM moves WHERE table_id = ?1"""
BEHIND = "SELECT id FROM tables WHERE status <> 'lobby' AND shown <> revision AND channel <> 0 ORDER BY id"
CENSUS = "SELECT status, count(*) FROM tables WHERE status IN ('lobby', 'playing') GROUP BY status"
NEXT_WAKE = "SELECT min(wake) FROM tables WHERE wake IS NOT NULL"
# One process has the whole file: which shard a table is of is never asked, and not written.
WRITTEN = [name for name in FIELDS if name not in ("id", "shard")]
CREATE = f"INSERT INTO tables ({', '.join(WRITTEN)}) VALUES ({', '.join(f':{name}' for name in WRITTEN)})"
# A board shows more than moves: whatever else of the table changes, it has to be looked at again.
SAVE = """
    UPDATE tables SET guild = :guild, channel = :channel, thread = :thread, game = :game, status = :status,
        revision = :revision, wake = :wake, version = version + 1, facts = :facts,
        shown = CASE WHEN status = :status AND facts = :facts THEN shown ELSE -1 END
    WHERE id = :id AND version = :version"""
APPEND = "INSERT INTO moves (table_id, revision, seat, move, at) VALUES (?, ?, ?, ?, ?)"
REPLACE = "UPDATE moves SET seat = ?, move = ?, at = ? WHERE table_id = ? AND revision = ?"
SEAT = "INSERT OR IGNORE INTO people (user_id, table_id) VALUES (?, ?)"
UNSEAT = "DELETE FROM people WHERE table_id = ?"
DUE = "SELECT id FROM tables WHERE wake <= ? ORDER BY wake, id LIMIT ?"
PUT_OFF = "UPDATE tables SET wake = ? WHERE id = ?"
# A file that comes from a database with shards.
NO_SHARDS = ("DELETE FROM documents WHERE kind = 'shards' AND key = 0", "UPDATE tables SET shard = 0 WHERE shard <> 0")


async def _in_wal_mode(connection: aiosqlite.Connection) -> None:
    """Put a database in the mode in which readers and a writer do not wait for each other."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            await connection.execute_fetchall("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # Others who open a new file at the same instant: SQLite says so at once, however long it may wait.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            await asyncio.sleep(AGAIN)
        else:
            return


class SqliteStore(Store):
    """A ``Store`` in a file. ``:memory:`` is one that lasts until it is closed.

    There is one writer. While it commits, further writes queue up, and all of them are its next transaction; each
    caller goes on when its own has been committed. Reads have a connection of their own and wait for no commit.
    """

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self._path = str(path)
        self._ledger: Ledger | None = None
        self._connections: list[aiosqlite.Connection] = []
        self._queue: list[Write] = []
        self._writing: asyncio.Task[None] | None = None
        self._lock: Lock | None = None
        self._told = False

    async def open(self) -> None:
        if sqlite3.sqlite_version_info < OLDEST:
            raise TooOld(
                f"This Python has SQLite {sqlite3.sqlite_version}; {'.'.join(map(str, OLDEST))} or newer is needed. "
                "Take another build of Python, the container, or PostgreSQL (docs/hosting.md)."
            )
        file = prepare(self._path) if self._path != MEMORY else None
        try:
            writer = await self._connect(self._make_ledger)
            await _in_wal_mode(writer)
            await writer.execute_fetchall("PRAGMA synchronous = FULL")
            await writer.execute_fetchall("PRAGMA foreign_keys = ON")
            if (await self._read(migrations.HAS, UNFINISHED))[0][0]:
                raise Taken(FINISH)  # noqa: TRY301, what is open is closed below
            while await self._write(migrate):
                pass
            if file is not None:
                await self._connect(sqlite3.Connection)
                assert self._ledger is not None
                # From now on both have all their files open, and the main one has everything in itself: it is watched.
                await self.schema_version()
                await writer.execute_fetchall("PRAGMA wal_checkpoint")
                self._ledger.watch = Watch(file, self._ledger)
                self._lock = Lock(file)
        except BaseException:
            await self.close()
            raise

    def serve(self, shards: Shards) -> None:
        if not shards.everything:
            raise ValueError(
                f"A SQLite file has one process for everybody, so it cannot serve the shards {shards} alone: use "
                "PostgreSQL for several processes (DATABASE_URL), or leave out SHARDS."
            )
        super().serve(shards)

    async def hold(self, *, wait: bool = False) -> None:
        while True:
            if self._ledger is None:
                raise RuntimeError("The store is not open.")
            try:
                if self._lock is not None and self._ledger.lock is None:
                    self._lock.take()  # waits for nobody
                    self._ledger.lock = self._lock
                break
            except Taken:
                if not wait:
                    raise
            await asyncio.sleep(AGAIN)
        self._acts = True
        if await self.get("shards", 0) is not None:
            await self._do(*((statement,) for statement in NO_SHARDS))

    async def let_go(self) -> None:
        self._acts = False
        if self._ledger is not None and self._lock is not None:
            self._ledger.lock = None
            # Whoever is just writing may still look after it.
            await self._write(lambda _ledger: None)
            self._lock.release()

    @property
    def hears(self) -> bool:
        return True

    async def close(self) -> None:
        self._ledger = None  # from now on nothing new is taken
        while self._writing is not None:
            await asyncio.wait([self._writing])
        while self._connections:
            await self._connections.pop().close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self._acts = not self._served

    async def create(self, row: Row, users: Sequence[int]) -> Row:
        def work(ledger: sqlite3.Connection) -> int:
            table = ledger.execute(CREATE, asdict(row)).lastrowid
            assert table is not None  # an INSERT that did not raise has a row id
            ledger.executemany(SEAT, [(user, table) for user in users])
            return table

        return replace(row, id=await self._write(work))

    async def load(self, table: int) -> tuple[Row, list[Entry]] | None:
        found = await self._read(LOAD, table)
        if not found:
            return None
        (_, *row), *log = sorted(found, key=itemgetter(0))  # they come in this order, but nothing says they must
        return table_row(row), [Entry(*values[1:4]) for values in log]

    async def _save(self, change: Change) -> None:
        row, moves, replaced, users, results, names = change

        def work(ledger: sqlite3.Connection) -> None:
            if not ledger.execute(SAVE, asdict(row)).rowcount:
                raise Conflict(f"Table {row.id} is not at version {row.version} any more.")
            for revision, entry in replaced.items():
                if not ledger.execute(REPLACE, (entry.seat, entry.move, entry.at, row.id, revision)).rowcount:
                    raise Conflict(f"Table {row.id} has no move {revision} to replace.")
            try:
                ledger.executemany(APPEND, [(row.id, number, move.seat, move.move, move.at) for number, move in moves])
            except sqlite3.IntegrityError as error:
                raise Conflict(f"Table {row.id} already has a move {row.revision}.") from error
            if users is not None:
                ledger.execute(UNSEAT, (row.id,))
                ledger.executemany(SEAT, [(user, row.id) for user in users])
            if results:
                do(ledger, keep(results, names))

        await self._write(work)

    async def behind(self) -> list[int]:
        return [table for (table,) in await self._read(BEHIND)]

    async def census(self) -> dict[str, int]:
        return dict(await self._read(CENSUS))

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        def work(ledger: sqlite3.Connection) -> list[int]:
            due = [table for (table,) in ledger.execute(DUE, (now, limit))]
            ledger.executemany(PUT_OFF, [(now + lease, table) for table in due])
            return due

        return await self._write(work)

    async def next_wake(self) -> float | None:
        [[wake]] = await self._read(NEXT_WAKE)
        return wake

    def _make_ledger(self, *args: Any, **options: Any) -> Ledger:
        self._ledger = Ledger(*args, **options)
        return self._ledger

    async def _connect(self, factory: Callable[..., sqlite3.Connection]) -> aiosqlite.Connection:
        # Without an isolation level Python begins no transactions behind our back. Somebody else's lock on the
        # file (a backup, another process that starts) is waited for.
        connection = await aiosqlite.connect(self._path, factory=factory, isolation_level=None, timeout=PATIENCE)
        self._connections.append(connection)
        return connection

    async def _read(self, query: str, *values: Any) -> list[Any]:
        if not self._connections:
            raise RuntimeError("The store is not open.")
        return list(await self._connections[-1].execute_fetchall(worded(query), valued(values)))

    async def _change(self, work: Callable[[], Work[T]]) -> T:
        return await self._write(lambda ledger: do(ledger, work()))

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Queue a write; what ``work`` returns or raises comes back once its group has been committed."""
        if self._ledger is None:
            raise RuntimeError("The store is not open.")
        write = Write(work, asyncio.get_running_loop().create_future())
        self._queue.append(write)
        # The task lives only while there is something to write: one that waits forever would look stuck to a
        # simulated clock, and would have to be stopped.
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_out(self._ledger), name="store writer")
        return await write.done

    async def _write_out(self, ledger: Ledger) -> None:
        """Commit what has queued up, group after group, until nothing is left."""
        try:
            while self._queue:
                group, self._queue = self._queue, []
                ledger.groups.append(group)
                await self._commit(group)
        finally:
            # Something is left only if the task was cancelled, i.e. the program ends: nobody shall wait in vain.
            for write in self._queue:
                write.done.cancel()
            self._queue.clear()
            self._writing = None

    async def _commit(self, group: Sequence[Write]) -> None:
        """One transaction, and the answer to everybody who waits for it (and is still there)."""
        failure: Exception | None = None
        try:
            await self._connections[0].commit()
            self._told = False
        except (Lost, Taken) as error:
            failure = error
            # Whoever hosts must know, but once: every write that follows fails alike.
            if not self._told:
                log.critical("%s", error)
            self._told = True
        except Exception as error:  # noqa: BLE001 - a full disk, a lock: every caller is told
            failure = error
        except BaseException:
            for write in group:
                write.done.cancel()
            raise
        for write in group:
            if write.done.done():
                continue
            if refusal := failure or write.refusal:
                write.done.set_exception(refusal)
            else:
                write.done.set_result(write.result)
