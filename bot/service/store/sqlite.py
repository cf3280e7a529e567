"""Storage in one SQLite file: the default, no set-up."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
import msgspec

from bot.core.results import NO_NAMES, NO_RESULTS, Result
from bot.core.shards import ALL, Shards
from bot.core.stored import Entry, Row
from bot.service.store import FINISH, NONE, OPEN, UNFINISHED, Conflict, Lost, Taken, numbered
from bot.service.store import sqlite_sql as sql
from bot.service.store.file import Lock, Watch, prepare
from bot.service.store.news import Hearer, News
from bot.service.store.sqlite_ledger import Ledger, Write, migrate
from bot.service.store.sqlite_persons import SqlitePersons
from bot.service.store.sqlite_posts import ERASE_POSTS, SqlitePosts
from bot.service.store.sqlite_results import ERASE_STANDINGS, SqliteResults, keep_names, keep_results

T = TypeVar("T")

log = logging.getLogger(__name__)

MEMORY = ":memory:"

AGAIN = 0.05
"""Seconds between looks whether another process has let go of a file."""


class SqliteStore(SqliteResults, SqlitePersons, SqlitePosts):
    """A ``Store`` in a file. ``:memory:`` is one that lasts until it is closed.

    There is one writer. While it commits, further writes queue up, and all of them are its next transaction; each
    caller goes on when its own has been committed. Reads have a connection of their own and wait for no commit.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._ledger: Ledger | None = None
        self._connections: list[aiosqlite.Connection] = []
        self._queue: list[Write] = []
        self._writing: asyncio.Task[None] | None = None
        self._lock: Lock | None = None
        self._told = False
        self._served = False
        self._acts = True
        self._news = News()

    async def open(self) -> None:
        """Connect and bring the schema up to date; makes the file and its folder. Raises TooNew and Taken."""
        file = prepare(self._path) if self._path != MEMORY else None
        try:
            writer = await self._connect(self._make_ledger)
            await writer.execute_fetchall("PRAGMA journal_mode = WAL")
            await writer.execute_fetchall("PRAGMA synchronous = FULL")
            await writer.execute_fetchall("PRAGMA foreign_keys = ON")
            if await writer.execute_fetchall("SELECT 1 FROM sqlite_schema WHERE name = ?", (UNFINISHED,)):
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

    @property
    def shards(self) -> Shards:
        """The shards we look for work in: all there are, which are as one."""
        return ALL

    def serve(self, shards: Shards) -> None:
        """Serve these shards, which must be all there are. Raises ValueError."""
        if not shards.everything:
            raise ValueError(
                f"A SQLite file has one process for everybody, so it cannot serve the shards {shards} alone: use "
                "PostgreSQL for several processes (DATABASE_URL), or leave out SHARDS."
            )
        self._served, self._acts = True, False

    def at_home(self, shard: int) -> bool:  # noqa: ARG002, all of them are
        """Whether we act for the tables of a shard: all of them, or none."""
        return self._acts

    async def hold(self, *, wait: bool = False) -> None:
        """Become the only process that uses this file, until closed or dead. Raises Taken."""
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
            await self._write(lambda ledger: [ledger.execute(statement) for statement in sql.NO_SHARDS])

    async def let_go(self) -> None:
        """Leave the file to whoever waits for it."""
        self._acts = False
        if self._ledger is not None and self._lock is not None:
            self._ledger.lock = None
            # Whoever is just writing may still look after it.
            await self._write(lambda _ledger: None)
            self._lock.release()

    @property
    def hears(self) -> bool:
        """There is nobody else whom we could miss."""
        return True

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Be told what other processes tell: there are none."""
        self._news.hear(topic, hearer)

    async def tell(self, topic: str, payload: object = None) -> None:
        """Tell every other process something: there are none."""

    async def close(self) -> None:
        """Write what is pending and let go."""
        self._ledger = None  # from now on nothing new is taken
        while self._writing is not None:
            await asyncio.wait([self._writing])
        while self._connections:
            await self._connections.pop().close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self._acts = not self._served

    async def schema_version(self) -> int:
        """The number of the newest migration applied."""
        [[number]] = await self._read(sql.VERSION)
        return number

    async def create(self, row: Row, users: Sequence[int]) -> Row:
        """Keep a new table with the people at it; gives the row with its id."""

        def work(ledger: sqlite3.Connection) -> int:
            table = ledger.execute(sql.CREATE, msgspec.structs.asdict(row)).lastrowid
            assert table is not None  # an INSERT that did not raise has a row id
            ledger.executemany(sql.SEAT, [(user, table) for user in users])
            return table

        return msgspec.structs.replace(row, id=await self._write(work))

    async def load(self, table: int) -> tuple[Row, list[Entry]] | None:
        """A table and its whole log in order; None if there is no such table."""
        found = await self._read(sql.LOAD, table)
        if not found:
            return None
        (_, *row), *log = sorted(found, key=itemgetter(0))  # they come in this order, but nothing says they must
        return Row(**dict(zip(sql.FIELDS, row, strict=True))), [Entry(*values[1:4]) for values in log]

    async def save(
        self,
        row: Row,
        *,
        entries: Sequence[Entry] = (),
        replaced: Mapping[int, Entry] = NONE,
        users: Sequence[int] | None = None,
        results: Sequence[Result] = NO_RESULTS,
        names: Mapping[int, str] = NO_NAMES,
    ) -> Row:
        """Write a table as it is now: see ``Store.save``. Raises Conflict."""
        moves = [(row.id, revision, entry.seat, entry.move, entry.at) for revision, entry in numbered(row, entries)]

        def work(ledger: sqlite3.Connection) -> None:
            if not ledger.execute(sql.SAVE, msgspec.structs.asdict(row)).rowcount:
                raise Conflict(f"Table {row.id} is not at version {row.version} any more.")
            for revision, entry in replaced.items():
                if not ledger.execute(sql.REPLACE, (entry.seat, entry.move, entry.at, row.id, revision)).rowcount:
                    raise Conflict(f"Table {row.id} has no move {revision} to replace.")
            try:
                ledger.executemany(sql.APPEND, moves)
            except sqlite3.IntegrityError as error:
                raise Conflict(f"Table {row.id} already has a move {row.revision}.") from error
            if users is not None:
                ledger.execute(sql.UNSEAT, (row.id,))
                ledger.executemany(sql.SEAT, [(user, row.id) for user in users])
            if results:
                keep_results(ledger, results)
                keep_names(ledger, names)

        await self._write(work)
        return msgspec.structs.replace(row, version=row.version + 1)

    async def mark_shown(
        self,
        table: int,
        shown: int | None,
        board: bytes | None = None,
        before: bytes | None = None,  # noqa: ARG002, there is nobody else who could have written it
    ) -> None:
        """The board shows this revision now, and is where ``board`` says; what is None stays as it is."""
        await self._write(lambda ledger: ledger.execute(sql.MARK_SHOWN, (table, shown, board)))

    async def board(self, table: int) -> bytes | None:
        """Where a table's board is, as ``mark_shown`` was told; None if nobody has said."""
        found = await self._read(sql.BOARD, table)
        return found[0][0] if found else None

    async def behind(self) -> list[int]:
        """Tables past their lobby whose board shows another revision than the newest, ascending."""
        return [table for (table,) in await self._read(sql.BEHIND)]

    async def census(self) -> dict[str, int]:
        """How many tables there are of each status that is not over."""
        return dict(await self._read(sql.CENSUS))

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` tables whose time to wake has come, oldest first, put off to ``now + lease``."""

        def work(ledger: sqlite3.Connection) -> list[int]:
            due = [table for (table,) in ledger.execute(sql.DUE, (now, limit))]
            ledger.executemany(sql.PUT_OFF, [(now + lease, table) for table in due])
            return due

        return await self._write(work)

    async def next_wake(self) -> float | None:
        """The earliest time any table wants to wake."""
        [[wake]] = await self._read(sql.NEXT_WAKE)
        return wake

    async def of_user(self, user: int, statuses: Sequence[str]) -> list[Row]:
        """Tables a person sits at, with one of these statuses, oldest first."""
        query = sql.OF_USER_OPEN if OPEN.issuperset(statuses) else sql.OF_USER
        return await self._rows(query, user, json.dumps(list(statuses)))

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Row]:
        """Tables of a server, with one of these statuses, oldest first."""
        return await self._rows(sql.IN_GUILD, guild, json.dumps(list(statuses)))

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Row]:
        """Tables opened in a channel or played in a thread of that id, oldest first."""
        return await self._rows(sql.IN_PLACE, place, place, json.dumps(list(statuses)))

    async def erase_guild(self, guild: int) -> list[int]:
        """Remove a server's tables with all that follows from them; gives the numbers they had."""

        def work(ledger: sqlite3.Connection) -> list[int]:
            found = [table for (table,) in ledger.execute(sql.GUILD_TABLES, (guild,))]
            for statement in (sql.ERASE_GUILD, *ERASE_STANDINGS, *ERASE_POSTS):
                ledger.execute(statement, (guild,))
            return found

        return await self._write(work)

    async def get(self, kind: str, key: int) -> bytes | None:
        """A small document kept by kind and id, e.g. a server's settings."""
        found = list(await self._read(sql.GET, kind, key))
        return found[0][0] if found else None

    async def put(self, kind: str, key: int, document: bytes | None, *, tell: bool = False) -> None:  # noqa: ARG002
        """Keep a document; None removes it. There is nobody to tell."""
        if document is None:
            await self._write(lambda ledger: ledger.execute(sql.REMOVE, (kind, key)))
        else:
            await self._write(lambda ledger: ledger.execute(sql.PUT, (kind, key, document)))

    async def swap(self, kind: str, key: int, before: bytes | None, after: bytes) -> bool:
        """Keep a document if what is kept until now is ``before`` (None: nothing); whether it was."""
        statement, values = (sql.ADD, (kind, key, after)) if before is None else (sql.SWAP, (after, kind, key, before))
        return await self._write(lambda ledger: ledger.execute(statement, values).rowcount > 0)

    def _make_ledger(self, *args: Any, **options: Any) -> Ledger:
        self._ledger = Ledger(*args, **options)
        return self._ledger

    async def _connect(self, factory: Callable[..., sqlite3.Connection]) -> aiosqlite.Connection:
        # Without an isolation level Python begins no transactions behind our back. Somebody else's lock on the
        # file (a backup, another process that starts) is waited for.
        connection = await aiosqlite.connect(self._path, factory=factory, isolation_level=None, timeout=30)
        self._connections.append(connection)
        return connection

    async def _read(self, query: str, *values: Any) -> list[Any]:
        """All rows of a query, which sees whatever was committed before it was asked."""
        if not self._connections:
            raise RuntimeError("The store is not open.")
        return list(await self._connections[-1].execute_fetchall(query, values))

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        return [Row(**dict(zip(sql.FIELDS, found, strict=True))) for found in await self._read(query, *values)]

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
