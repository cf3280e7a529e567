"""Storage in one SQLite file: the default, no set-up.

One connection writes, and commits many writes as one transaction; another one reads. A thread looks every few seconds
whether the file is still the one that was opened, so that a commit need not.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from secrets import randbelow
from typing import Any, TypeVar

import aiosqlite

from bot.core.shards import Shards
from bot.store import DatabaseLost, Store, Taken, WrongVersion
from bot.store.statements import NOT_OPEN, SCHEMA_VERSION, Many, Work, next_migration

T = TypeVar("T")
log = logging.getLogger(__name__)

OLDEST_SQLITE = (3, 35)
"""The first version that supports RETURNING."""
MEMORY = ":memory:"
LOCK_TIMEOUT_SECONDS = 30.0
FILE_CHECK_SECONDS = 3.0

# ---- the file
#
# Only SQLite itself opens the database file here: when a process closes any descriptor of a file, the system drops all
# locks that the process has on it, SQLite's included.

WAL_SUFFIXES = ("-wal", "-shm")
"""Files that SQLite keeps beside an open database. They stay the same files as long as it is open."""
LOCK_SUFFIX = "-lock"


def prepare_file(path: str) -> Path:
    """The file a path leads to, created if missing; only its owner may read it and the files beside it."""
    # Resolved because SQLite puts its files beside the target of a link.
    file = Path(path).resolve()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _make_private(file)
    # SQLite creates them with the permissions of the database, but older ones may be wider.
    for suffix in WAL_SUFFIXES:
        _narrow(_beside(file, suffix))
    return file


def _make_private(path: Path) -> None:
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    _narrow(path)


def _narrow(path: Path) -> None:
    """Remove the permissions of others, if the file exists and is ours."""
    with suppress(OSError):
        mode = path.stat().st_mode
        if mode & 0o077:
            path.chmod(mode & 0o700)


def _beside(file: Path, suffix: str) -> Path:
    return file.with_name(file.name + suffix)


class FileLock:
    """A lock on a database file, for one process at a time.

    It is SQLite's own lock, on a file beside the database: it works wherever SQLite does, ends with the process and,
    unlike ``flock``, is not inherited by child processes, which may outlive the bot.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._path = _beside(file, LOCK_SUFFIX)
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None

    def take(self) -> None:
        """Lock without waiting. Raises Taken."""
        _make_private(self._path)
        # The file watch uses it from its thread.
        connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            # Our process id, which a second process can read without the lock.
            connection.execute(f"PRAGMA user_version = {os.getpid()}")
            connection.execute("BEGIN EXCLUSIVE")
            self._identity = _identity(self._path)
        except BaseException as error:
            connection.close()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                # Our own id means that we have just written it, or that both are the first process of a container.
                holder = 0
                with suppress(sqlite3.Error):  # It may be writing its id just now.
                    holder = _number_on_disk(self._path)
                who = f" (process {holder})" if holder not in (0, os.getpid()) else ""
                raise Taken(
                    f"Another Tablée{who} is running on the database {self._file}: stop it first, then start this one."
                ) from None
            raise
        self._connection = connection

    def keep(self) -> None:
        """Lock again if the lock file was removed: another process could lock a new one. Raises Taken."""
        with suppress(FileNotFoundError):
            if self._connection is not None and _identity(self._path) == self._identity:
                return
        self.release()
        self.take()

    def release(self) -> None:
        """Unlock."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class FileWatch:
    """A thread that checks every few seconds that a locked database file is still the one that was opened.

    A file that was removed or replaced has another identity. One that was overwritten has another number in its header
    (``user_version``): the process that locks a database stores a random one, and a backup has none.
    """

    def __init__(self, file: Path, lock: FileLock, number: int) -> None:
        """Start. The database is open; its number may still be in the log (``-wal``) only."""
        self.problem: Exception | None = None
        """Why nothing may be written now."""
        self._file = file
        self._lock = lock
        self._numbers = {number, _number_on_disk(file)}
        self._identities = {path: _identity(path) for path in (file, *(_beside(file, each) for each in WAL_SUFFIXES))}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store file watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop, and unlock."""
        self._stopped.set()
        self._thread.join()
        self._lock.release()

    def check(self) -> None:
        """Look once, and set ``problem``."""
        problem: Exception | None = None
        try:
            self._check_files()
        except Exception as error:  # noqa: BLE001 - whatever it is, no write may be acknowledged
            problem = error
        if problem is not None and self.problem is None:
            log.critical("%s", problem)
        self.problem = problem

    def _run(self) -> None:
        while not self._stopped.wait(FILE_CHECK_SECONDS):
            self.check()

    def _check_files(self) -> None:
        with suppress(OSError, sqlite3.DatabaseError):
            if all(_identity(path) == known for path, known in self._identities.items()):
                self._lock.keep()
                if _number_on_disk(self._file) in self._numbers:
                    return
        raise DatabaseLost(
            f"The file {self._file} was removed, replaced or overwritten while Tablée was running: what is written now "
            f"would be lost, so nothing is. Stop Tablée, put the right {self._file.name} in place, without another's "
            "-wal and -shm, and start again."
        )


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _number_on_disk(file: Path) -> int:
    """The number in the header of the file itself, ignoring its log and locks."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as connection:
        # Only the first page is read. The file may be shorter than its header says, during a checkpoint.
        connection.execute("PRAGMA writable_schema = ON")
        return connection.execute("PRAGMA user_version").fetchone()[0]


# ---- statements

TRANSLATIONS = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        (r"/\*! (.*?) \*/", r"\1"),
        (r"\(convert_from\((\w+), 'UTF8'\)::json->>'(\w+)'\)::\w+", r"json_extract(CAST(\1 AS TEXT), '$.\2')"),
        (r"= ANY\((\$\d+)::\w+\[\]\)", r"IN (SELECT value FROM json_each(\1))"),
        (r"position\((\$\d+)::bytea IN (\w+)\)", r"instr(\2, \1)"),
        (r"to_regclass\((\$\d+)\) IS NOT NULL", r"count(*) > 0 FROM sqlite_schema WHERE name = \1"),
        # The one writer locks the whole file.
        (r" FOR UPDATE( SKIP LOCKED)?", ""),
        (r"::\w+", ""),
        (r' COLLATE "C"', ""),
        (r"\$(\d+)", r"?\1"),
    )
)


@cache
def translated(statement: str) -> str:
    """A statement written for PostgreSQL, as SQLite takes it."""
    for theirs, ours in TRANSLATIONS:
        statement = theirs.sub(ours, statement)
    return statement


def _bound(values: Iterable[Any]) -> list[Any]:
    """Values as SQLite takes them: a list is JSON."""
    return [json.dumps(value) if isinstance(value, list) else value for value in values]


def run_work(connection: sqlite3.Connection, work: Work[T]) -> T:
    """Run the statements of a transaction; returns its result."""
    rows: list[Any] = []
    try:
        step = next(work)
        while True:
            if isinstance(step, Many):
                connection.executemany(translated(step.text), step.rows)
            else:
                rows = connection.execute(translated(step[0]), _bound(step[1:])).fetchall()
            step = work.send(rows)
    except StopIteration as end:
        return end.value


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, each of which must end its line."""
    # executescript of sqlite3 would commit our transaction.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def migrate(connection: sqlite3.Connection) -> bool:
    """Apply the next migration; False if there is none."""
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    [found] = connection.execute(SCHEMA_VERSION).fetchone()
    step = next_migration("sqlite", found)
    if step is None:
        return False
    for statement in _statements(step.sql):
        connection.execute(statement)
    connection.execute("INSERT INTO migrations VALUES (?, ?)", (step.number, step.name))
    return True


# For a file that was copied from a database with shards.
NO_SHARDS = ("DELETE FROM documents WHERE kind = 'shards' AND key = 0", "UPDATE tables SET shard = 0 WHERE shard <> 0")


# ---- the storage


@dataclass(slots=True, eq=False)
class Write:
    """A queued write and its outcome."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    result: Any = None
    refusal: Exception | None = None


class Ledger(sqlite3.Connection):
    """A connection whose ``commit`` runs the first of its ``groups`` of writes, as one transaction.

    aiosqlite runs every call in the connection's own thread. So a whole group costs one trip to that thread and
    one fsync, and we use only public parts of aiosqlite.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.groups: deque[Sequence[Write]] = deque()

    def commit(self) -> None:
        """Commit the group's writes, or none of them if this raises."""
        group = self.groups.popleft()
        self.execute("BEGIN IMMEDIATE")
        try:
            for write in group:
                self.execute("SAVEPOINT one")
                try:
                    write.result = write.work(self)
                except Exception as refusal:
                    # Only this caller's problem, unless SQLite rolled back the whole transaction (a full disk).
                    if not self.in_transaction:
                        raise
                    write.refusal = refusal
                    self.execute("ROLLBACK TO one")
                self.execute("RELEASE one")
            self.execute("COMMIT")
        finally:
            if self.in_transaction:
                self.rollback()


class SqliteStore(Store):
    """A ``Store`` in a file. ``:memory:`` is one that lasts until it is closed.

    There is one writer. While it commits, further writes queue up and become its next transaction; each caller
    continues when its own write is committed. Reads have a connection of their own and wait for no commit.
    """

    # All tables are ours, or none (first > last). Their shards may be those of a fleet they were copied from.
    BEHIND = """
        SELECT id FROM tables WHERE status <> 'lobby' AND shown <> revision AND channel <> 0 AND $2 <= $3 ORDER BY id"""
    NEXT_WAKE = "SELECT min(wake) FROM tables WHERE wake IS NOT NULL AND $1 <= $2"
    DUE = "SELECT id FROM tables WHERE wake <= $1 AND $3 <= $4 ORDER BY wake, id LIMIT $2"

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self._path = str(path)
        self._ledger: Ledger | None = None
        self._connections: list[aiosqlite.Connection] = []
        self._queue: list[Write] = []
        self._writing: asyncio.Task[None] | None = None
        self._file: Path | None = None
        self._watch: FileWatch | None = None

    async def open(self) -> None:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise WrongVersion(
                f"This Python has SQLite {sqlite3.sqlite_version}; {'.'.join(map(str, OLDEST_SQLITE))} or newer is "
                "needed. Take another build of Python, the container, or PostgreSQL (docs/hosting.md)."
            )
        self._file = prepare_file(self._path) if self._path != MEMORY else None
        try:
            writer = await self._connect(self._make_ledger)
            # Readers and a writer do not wait for each other.
            await writer.execute_fetchall("PRAGMA journal_mode = WAL")
            await writer.execute_fetchall("PRAGMA synchronous = FULL")
            await writer.execute_fetchall("PRAGMA foreign_keys = ON")
            while await self._write(migrate):
                pass
            if self._file is not None:
                await self._connect(sqlite3.Connection)
                await self.schema_version()  # opens all files
        except BaseException:
            await self.close()
            raise

    def serve(self, shards: Shards) -> None:
        if not shards.everything:
            raise ValueError(f"A SQLite file has one process for everybody, not for the shards {shards} alone.")
        super().serve(shards)

    async def hold(self, *, wait: bool = False) -> None:  # noqa: ARG002, no process can be on standby
        if self._ledger is None:
            raise RuntimeError(NOT_OPEN)
        if self._file is not None and self._watch is None:
            lock = FileLock(self._file)
            lock.take()
            try:
                number = 1 + randbelow(2**31 - 1)
                await self._connections[0].execute_fetchall(f"PRAGMA user_version = {number}")
                await self._connections[0].execute_fetchall("PRAGMA wal_checkpoint")
                self._watch = FileWatch(self._file, lock, number)
            except BaseException:
                lock.release()
                raise
        self._acts = True
        if await self.get("shards", 0) is not None:
            await self._do(*((statement,) for statement in NO_SHARDS))

    async def let_go(self) -> None:
        self._acts = False
        if self._watch is not None:
            self._watch.close()
            self._watch = None

    async def close(self) -> None:
        self._ledger = None  # no new writes from now on
        while self._writing is not None:
            await asyncio.wait([self._writing])
        await self.let_go()
        while self._connections:
            await self._connections.pop().close()
        self._acts = not self._served

    def _make_ledger(self, *args: Any, **options: Any) -> Ledger:
        self._ledger = Ledger(*args, **options)
        return self._ledger

    async def _connect(self, factory: Callable[..., sqlite3.Connection]) -> aiosqlite.Connection:
        # Without an isolation level Python begins no transactions by itself.
        connection = await aiosqlite.connect(
            self._path, factory=factory, isolation_level=None, timeout=LOCK_TIMEOUT_SECONDS
        )
        self._connections.append(connection)
        return connection

    async def _read(self, query: str, *values: Any) -> list[Any]:
        if not self._connections:
            raise RuntimeError(NOT_OPEN)
        return list(await self._connections[-1].execute_fetchall(translated(query), _bound(values)))

    async def _change(self, work: Callable[[], Work[T]], *, slow: bool = False) -> T:  # noqa: ARG002, no timeout
        return await self._write(lambda ledger: run_work(ledger, work()))

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Queue a write; returns or raises its outcome once its group has been committed."""
        if self._ledger is None:
            raise RuntimeError(NOT_OPEN)
        write = Write(work, asyncio.get_running_loop().create_future())
        self._queue.append(write)
        # The task ends when nothing is left to write: one that waits forever would look stuck to a simulated clock.
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_out(self._ledger), name="store writer")
        return await write.done

    async def _write_out(self, ledger: Ledger) -> None:
        """Commit queued writes, group after group, until none is left."""
        try:
            while self._queue:
                group, self._queue = self._queue, []
                await self._commit(ledger, group)
        finally:
            # Writes are left only if the task was cancelled because the program ends.
            for write in self._queue:
                write.done.cancel()
            self._queue.clear()
            self._writing = None

    async def _commit(self, ledger: Ledger, group: Sequence[Write]) -> None:
        """Run one transaction, and pass every write's outcome to its caller."""
        failure = self._watch.problem if self._watch is not None else None
        if failure is None:
            ledger.groups.append(group)
            try:
                await self._connections[0].commit()
            except Exception as error:  # noqa: BLE001 - a full disk, a lock: every caller gets it
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
