"""Storage in PostgreSQL: for bots that outgrow one file."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
import msgspec

from bot.core.results import NO_NAMES, NO_RESULTS, Result
from bot.core.stored import Entry, Row
from bot.service.store import FINISH, NONE, OPEN, UNFINISHED, Conflict, Taken, numbered, schema
from bot.service.store.postgres_persons import PostgresPersons
from bot.service.store.postgres_results import ENDED, ERASE_STANDINGS, PostgresResults, called, rows

log = logging.getLogger(__name__)

ADDRESS = re.compile(
    r"""postgres(ql)?://
    ([^\s/?\#@:\[\]]* (:[^\s/?\#@\[\]]*)? @)?                     # user:password@
    (\[[^\s/?\#@\[\]]+\] | [^\s/?\#@:,\[\]]*) (:\d{1,5})?          # host:port
    (,(\[[^\s/?\#@\[\]]+\] | [^\s/?\#@:,\[\]]*) (:\d{1,5})?)*      # and further ones
    (/[^\s/?\#@]*)?                                               # /database
    (\?[\w.]+=[^\s\#@&]*(&[\w.]+=[^\s\#@&]*)*)?                     # ?option=value&option=value
    """,
    re.VERBOSE | re.ASCII,
)
"""Stricter than the driver, which puts pieces of a password into its messages if a sign in it ends it early."""

FIELDS = Row.__struct_fields__
ROW = ", ".join(FIELDS)

# One statement, so that a row and its log are of the same moment (moves may be replaced too), in one round trip.
LOAD = f"""
    SELECT {ROW}, log.* FROM tables, LATERAL (
        SELECT array_agg(seat ORDER BY revision) AS seats, array_agg(move ORDER BY revision) AS moves,
            array_agg(at ORDER BY revision) AS times
        FROM moves WHERE table_id = tables.id
    ) AS log WHERE id = $1"""
BEHIND = "SELECT id FROM tables WHERE behind AND channel <> 0 ORDER BY id"
CENSUS = "SELECT status, count(*) FROM tables WHERE status IN ('lobby', 'playing') GROUP BY status"
NEXT_WAKE = "SELECT min(wake) FROM tables WHERE wake IS NOT NULL"
OF_USER = f"""
    SELECT {ROW} FROM tables WHERE id IN (SELECT table_id FROM people WHERE user_id = $1) AND status = ANY($2::text[])
    ORDER BY id"""
OF_USER_OPEN = f"""
    SELECT {ROW} FROM tables WHERE id IN (SELECT table_id FROM people WHERE user_id = $1 AND open)
        AND status = ANY($2::text[]) ORDER BY id"""
IN_GUILD = f"SELECT {ROW} FROM tables WHERE guild = $1 AND status = ANY($2::text[]) ORDER BY id"
IN_PLACE = f"SELECT {ROW} FROM tables WHERE (channel = $1 OR thread = $1) AND status = ANY($2::text[]) ORDER BY id"
BOARD = "SELECT board FROM tables WHERE id = $1"
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
# One statement, so one round trip and one transaction. Nothing but the first part happens if the version is another,
# or a move to replace is not there. (Moves stay, and change only with the version: that they are there stays true.)
# A board shows more than moves: whatever else of the table changes, it has to be looked at again.
SAVE = """
    WITH saved AS (
        UPDATE tables SET guild = $3, channel = $4, thread = $5, game = $6, status = $7, revision = $8, wake = $9,
            version = version + 1, facts = $10, shown = CASE WHEN status = $7 AND facts = $10 THEN shown ELSE -1 END
        WHERE id = $1 AND version = $2 AND cardinality($15::bigint[]) = (
            SELECT count(*) FROM moves WHERE table_id = $1 AND revision = ANY($15::bigint[])
        ) RETURNING id
    ), appended AS (
        INSERT INTO moves (table_id, revision, seat, move, at)
        SELECT saved.id, new.* FROM saved, unnest($11::bigint[], $12::bigint[], $13::bytea[], $14::float8[]) AS new
    ), replaced AS (
        UPDATE moves SET seat = new.seat, move = new.move, at = new.at
        FROM saved, unnest($15::bigint[], $16::bigint[], $17::bytea[], $18::float8[]) AS new (revision, seat, move, at)
        WHERE moves.table_id = saved.id AND moves.revision = new.revision
    )"""
# All parts of a statement see the people as they were before it: who stays must be neither removed nor added.
SEAT = """, unseated AS (
        DELETE FROM people USING saved WHERE table_id = saved.id AND user_id <> ALL($19::bigint[])
    ), seated AS (
        INSERT INTO people (user_id, table_id) SELECT user_id, saved.id FROM saved, unnest($19::bigint[]) AS user_id
        ON CONFLICT DO NOTHING
    )"""
SAVED = "SELECT id FROM saved"
MARK_SHOWN = "UPDATE tables SET shown = coalesce($2, shown), board = coalesce($3, board) WHERE id = $1"
CLAIM = """
    WITH due AS (
        SELECT id, wake FROM tables WHERE wake <= $1 ORDER BY wake, id LIMIT $3 FOR UPDATE SKIP LOCKED
    ), put_off AS (
        UPDATE tables SET wake = $2 FROM due WHERE tables.id = due.id RETURNING due.id, due.wake
    )
    SELECT id FROM put_off ORDER BY wake, id"""
ERASE_GUILD = "DELETE FROM tables WHERE guild = $1 RETURNING id"
PUT = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"
REMOVE = "DELETE FROM documents WHERE kind = $1 AND key = $2"

MIGRATING = 0x7461626C6565
"""The advisory lock of whoever changes the schema: "tablee"."""

HOLDING = 0x7461626C
"""The advisory lock of the process that holds the tables of a schema: "tabl", and the number of the table."""
HOLD = "SELECT pg_try_advisory_lock($1, 'tables'::regclass::oid::int)"
HOLDER = """
    SELECT pid, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = $1 AND objid = 'tables'::regclass
        AND datname = current_database()"""
ALIVE = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
"""A holder that cannot be reached any more (a power cut) loses its lock after 50 s, not after hours."""
SURE = 20.0
"""For so many seconds after its last answer a lock is ours for certain; well below what ``ALIVE`` allows."""
AGAIN = 1.0
"""Seconds between tries to get a lock back."""
TRIES = 20
"""How often within that time we ask whether the server has ended our earlier connection."""
TROUBLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What a connection raises that is lost, or cannot be made yet."""


async def migrate(connection: Any) -> bool:
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


def _columns(moves: Iterable[tuple[int, Entry]]) -> tuple[list[int], list[int], list[bytes], list[float]]:
    """Moves with their revisions as a statement takes them: a list a column."""
    moves = list(moves)
    return (
        [revision for revision, _ in moves],
        [entry.seat for _, entry in moves],
        [entry.move for _, entry in moves],
        [entry.at for _, entry in moves],
    )


def place(url: str) -> str:
    """Where an address leads, for people: host and database, nothing else of it."""
    parts = urlsplit(url)
    options = parse_qs(parts.query)
    host = parts.netloc.rpartition("@")[2] or options.get("host", ["localhost"])[-1]
    return unquote(f"{host}{parts.path or '/'}")


def _secrets(url: str) -> set[str]:
    """The passwords of an address, as they are and as they are written in it."""
    parts = urlsplit(url)
    written = {parts.netloc.rpartition("@")[0].partition(":")[2]}
    for option in parts.query.split("&"):
        name, _, value = option.partition("=")
        if "pass" in name.lower():
            written.add(value)
    return {text for secret in written for text in (secret, unquote(secret)) if text}


def _texts(error: BaseException | None) -> Iterator[str]:
    """What an error says, and those it was raised for."""
    while error is not None:
        yield str(error)
        error = error.__cause__ or error.__context__


class Hold:
    """The lock of the one process that uses a database, on a connection of its own: it ends with that connection."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._place = place(url)
        # Whoever comes second reads who we are; we tell ourselves from others by the first word. What is not ASCII the
        # server would not show.
        self._name = f"{token_hex(4)} process {os.getpid()} on {ascii(socket.gethostname())[1:-1]}"[:63]
        self._connection: Any = None
        self._sure = 0.0
        self._taken = ""
        self._one = asyncio.Lock()
        self._regaining: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Have the lock, or have it still. Raises Taken, for ever if we have had it before: the other goes on now."""
        if self._ours():
            return
        async with self._one:
            if self._taken:
                raise Taken(self._taken)
            # It may have ended without our knowing, and nobody tells us: the network was down.
            if not self._ours() and not await self._answers():
                self._connection = await self._take()
            self._sure = asyncio.get_running_loop().time() + SURE

    async def release(self) -> None:
        """Let go."""
        if self._regaining is not None:
            self._regaining.cancel()
            await asyncio.wait([self._regaining])
        if self._connection is not None:
            self._connection.remove_termination_listener(self._ended)
            await self._connection.close()

    def _ours(self) -> bool:
        return (
            self._connection is not None
            and not self._connection.is_closed()
            and asyncio.get_running_loop().time() < self._sure
        )

    async def _answers(self) -> bool:
        if self._connection is None or self._connection.is_closed():
            return False
        with suppress(*TROUBLE):
            if await self._connection.fetchval(HOLD, HOLDING, timeout=SURE):  # true if it is ours already
                return True
        self._connection.terminate()
        return False

    async def _take(self) -> Any:
        connection = await asyncpg.connect(self._url, server_settings=ALIVE | {"application_name": self._name})
        try:
            holder = await self._holder(connection)
        except BaseException:
            await connection.close()
            raise
        if holder is None:
            connection.add_termination_listener(self._ended)
            return connection
        await connection.close()
        refusal = (
            f"Another Tablée ({holder}) is running on the PostgreSQL database {self._place}: "
            "stop it first, then start this one."
        )
        if self._connection is not None:
            self._taken = refusal
        raise Taken(refusal)

    async def _holder(self, connection: Any) -> str | None:
        """Take the lock: None, or who has it."""
        for _ in range(TRIES):
            if await connection.fetchval(HOLD, HOLDING):
                return None
            holder = await connection.fetchrow(HOLDER, HOLDING)
            if holder is not None:
                if holder["application_name"] != self._name:
                    return holder["application_name"].partition(" ")[2]
                # It is ourselves: the server has not noticed yet that our earlier connection is gone.
                await connection.execute("SELECT pg_terminate_backend($1)", holder["pid"])
            await asyncio.sleep(AGAIN / TRIES)
        raise ConnectionError("The server keeps an earlier connection of ours.")

    def _ended(self, _connection: Any) -> None:
        """The connection was lost, e.g. because the server starts again: get the lock back before another does."""
        if self._regaining is None or self._regaining.done():
            self._regaining = asyncio.create_task(self._regain(), name="store hold")

    async def _regain(self) -> None:
        while True:
            try:
                await self.check()
            except Taken as error:
                log.critical("%s", error)
                return
            except TROUBLE:
                await asyncio.sleep(AGAIN)
            else:
                return


class PostgresStore(PostgresResults, PostgresPersons):
    """A ``Store`` in a PostgreSQL database. Every write is safe beside those of other processes.

    Raises ValueError if the address is malformed. Nothing that is raised here has the password in it.
    """

    def __init__(self, url: str, *, connections: int = 10) -> None:
        if not ADDRESS.fullmatch(url):
            raise ValueError(
                "The address of the PostgreSQL database is malformed; it is like "
                "postgresql://user:password@host:5432/database?option=value. In a name or a password write %23 for #, "
                "%2F for /, %3A for :, %3F for ?, %40 for @, %5B for [, %5D for ] and %20 for a space."
            )
        self._url = url
        self._connections = connections
        self._opened: Any = None
        self._hold: Hold | None = None

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises TooNew and Taken."""
        try:
            self._opened = await asyncpg.create_pool(self._url, min_size=1, max_size=self._connections, reset=_keep)
            async with self._opened.acquire() as connection:
                if await connection.fetchval("SELECT to_regclass($1) IS NOT NULL", UNFINISHED):
                    raise Taken(FINISH)  # noqa: TRY301, what is open is closed below
                while await migrate(connection):
                    pass
        except BaseException as error:
            await self.close()
            secrets = _secrets(self._url)
            if not any(secret in text for text in _texts(error) for secret in secrets):
                raise
            reason = str(error)
            if any(secret in reason for secret in secrets):
                reason = type(error).__name__
        else:
            return
        # Not where it was caught: an error keeps what it was raised for, and a log would show that too.
        raise ConnectionError(f"The PostgreSQL database {place(self._url)} cannot be opened: {reason}")

    async def hold(self) -> None:
        """Become the only process that uses these tables, until closed or dead. Raises Taken."""
        _ = self._pool
        if self._hold is None:
            hold = Hold(self._url)
            await hold.check()
            self._hold = hold

    async def close(self) -> None:
        """Write what is pending and let go."""
        if self._opened is not None:
            pool, self._opened = self._opened, None
            await pool.close()
        if self._hold is not None:
            hold, self._hold = self._hold, None
            await hold.release()

    async def schema_version(self) -> int:
        """The number of the newest migration applied."""
        return await self._pool.fetchval(VERSION)

    async def create(self, row: Row, users: Sequence[int]) -> Row:
        """Keep a new table with the people at it; gives the row with its id."""
        pool = await self._writable()
        table = await pool.fetchval(CREATE, *msgspec.structs.astuple(row)[1:], users)
        return msgspec.structs.replace(row, id=table)

    async def load(self, table: int) -> tuple[Row, list[Entry]] | None:
        """A table and its whole log in order; None if there is no such table."""
        found = await self._pool.fetchrow(LOAD, table)
        if found is None:
            return None
        *row, seats, moves, times = found.values()
        log = zip(seats or (), moves or (), times or (), strict=True)  # of no moves there are no lists
        return Row(**dict(zip(FIELDS, row, strict=True))), [Entry(*values) for values in log]

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
        values: tuple[Any, ...] = (
            *(row.id, row.version, row.guild, row.channel, row.thread, row.game, row.status, row.revision),
            *(row.wake, row.facts, *_columns(numbered(row, entries)), *_columns(replaced.items())),
        )
        pool = await self._writable()
        statement = SAVE
        if users is not None:
            statement, values = statement + SEAT, (*values, users)
        if results:
            place = len(values) + 1
            statement += ENDED.format(source="saved,", rows=place, users=place + 1, names=place + 2)
            values = (*values, rows(results), *called(names))
        try:
            saved = await pool.fetchval(statement + SAVED, *values)
        except asyncpg.UniqueViolationError as error:
            raise Conflict(f"Table {row.id} already has a move {row.revision}.") from error
        if saved is None:
            what = f", or has not all of the moves {sorted(replaced)}" if replaced else ""
            raise Conflict(f"Table {row.id} is not at version {row.version} any more{what}.")
        return msgspec.structs.replace(row, version=row.version + 1)

    async def mark_shown(self, table: int, shown: int | None, board: bytes | None = None) -> None:
        """The board shows this revision now, and is where ``board`` says; what is None stays as it is."""
        pool = await self._writable()
        await pool.execute(MARK_SHOWN, table, shown, board)

    async def board(self, table: int) -> bytes | None:
        """Where a table's board is, as ``mark_shown`` was told; None if nobody has said."""
        return await self._pool.fetchval(BOARD, table)

    async def behind(self) -> list[int]:
        """Tables past their lobby whose board shows another revision than the newest, ascending."""
        return [found["id"] for found in await self._pool.fetch(BEHIND)]

    async def census(self) -> dict[str, int]:
        """How many tables there are of each status that is not over."""
        return dict(await self._pool.fetch(CENSUS))

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` tables whose time to wake has come, oldest first, put off to ``now + lease``."""
        pool = await self._writable()
        return [found["id"] for found in await pool.fetch(CLAIM, now, now + lease, limit)]

    async def next_wake(self) -> float | None:
        """The earliest time any table wants to wake."""
        return await self._pool.fetchval(NEXT_WAKE)

    async def of_user(self, user: int, statuses: Sequence[str]) -> list[Row]:
        """Tables a person sits at, with one of these statuses, oldest first."""
        return await self._rows(OF_USER_OPEN if OPEN.issuperset(statuses) else OF_USER, user, statuses)

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Row]:
        """Tables of a server, with one of these statuses, oldest first."""
        return await self._rows(IN_GUILD, guild, statuses)

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Row]:
        """Tables opened in a channel or played in a thread of that id, oldest first."""
        return await self._rows(IN_PLACE, place, statuses)

    async def erase_guild(self, guild: int) -> list[int]:
        """Remove a server's tables with all that follows from them; gives the numbers they had."""
        pool = await self._writable()
        async with pool.acquire() as connection, connection.transaction():
            for statement in ERASE_STANDINGS:
                await connection.execute(statement, guild)
            return sorted(found["id"] for found in await connection.fetch(ERASE_GUILD, guild))

    async def get(self, kind: str, key: int) -> bytes | None:
        """A small document kept by kind and id, e.g. a server's settings."""
        return await self._pool.fetchval(GET, kind, key)

    async def put(self, kind: str, key: int, document: bytes | None) -> None:
        """Keep a document; None removes it."""
        pool = await self._writable()
        if document is None:
            await pool.execute(REMOVE, kind, key)
        else:
            await pool.execute(PUT, kind, key, document)

    @property
    def _pool(self) -> Any:
        if self._opened is None:
            raise RuntimeError("The store is not open.")
        return self._opened

    async def _writable(self) -> Any:
        """The pool, for a write. Raises Taken if we held the database and another process does now."""
        pool = self._pool
        if self._hold is not None:
            await self._hold.check()
        return pool

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        return [Row(**found) for found in await self._pool.fetch(query, *values)]
