"""Storage in PostgreSQL: for bots that outgrow one file."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
import msgspec

from bot.core.facts import MoveRow, TableRow
from bot.core.shards import Shards
from bot.store import Store, Unavailable
from bot.store.statements import (
    BOARD,
    MISSED,
    NOT_OPEN,
    OURS,
    PANELS,
    REPLACED,
    SCHEMA_VERSION,
    TAKEN,
    Many,
    Statement,
    Taken,
    Work,
    next_migration,
)
from bot.store.tables import MARK_SHOWN, UPDATE, ShownBoard, updated

T = TypeVar("T")
log = logging.getLogger(__name__)

# ---- the address


def host_and_database(url: str) -> str:
    """The only parts of an address that may be logged."""
    parts = urlsplit(url)
    options = parse_qs(parts.query)
    host = parts.netloc.rpartition("@")[2] or options.get("host", ["localhost"])[-1]
    return unquote(f"{host}{parts.path or '/'}")


CONNECTION_ERRORS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Errors of a connection that is lost or cannot be made yet."""
IDLE_TRANSACTION_SECONDS = 10
"""After which the server ends the transaction of a process that has fallen silent, and with it its locks."""
TIMEOUT_SECONDS = 30


# ---- our shards
#
# A process has an advisory lock for each of its shards, so each shard has one process; the locks end with their
# connection. All processes count the same number of shards: a process with some of them shares a further lock, and a
# process that has all of them, or changes their number, has that lock alone.

CHANNEL = "'tablee_' || 'tables'::regclass::oid"
"""The channel of all notifications; each schema has its own."""

SCHEMA_LOCKS = 0x7461626C
"""Locks are numbered by "tabl" and the table's oid, so every schema has its own."""
KEY = f"('tables'::regclass::oid::bigint::bit(32) # {SCHEMA_LOCKS}::bit(32))::int"
SHARED_LOCK, TAKING_LOCK = -1, -2
"""Besides the shards' own numbers: the lock that all share, and that of a process while it takes locks."""

ALONE = f"SELECT pg_try_advisory_lock({KEY}, {SHARED_LOCK})"
SHARED = f"SELECT pg_try_advisory_lock_shared({KEY}, {SHARED_LOCK})"
NOT_ALONE = f"SELECT pg_advisory_unlock({KEY}, {SHARED_LOCK})"
OWN = f"SELECT bool_and(pg_try_advisory_lock({KEY}, shard)) FROM generate_series($1::int, $2::int) AS shard"
IN_TURN = f"SELECT pg_advisory_xact_lock({KEY}, {TAKING_LOCK})"
# Of the shared lock: processes that have it alone, and any process ($3) if we want it alone.
HOLDERS = f"""
    SELECT pid, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND datname = current_database()
        AND classid = ({KEY})::bit(32)::bigint::oid AND pid <> pg_backend_pid() AND (
            (objid::bigint BETWEEN $1 AND $2)
            OR (objid::bigint = {SHARED_LOCK % 2**32} AND (mode = 'ExclusiveLock' OR $3))
        )"""

COUNT = "SELECT document FROM documents WHERE kind = 'shards' AND key = 0"
"""The number of shards that the tables' shards are computed for; missing for one."""
COUNTED = """
    INSERT INTO documents VALUES ('shards', 0, $1) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"""
NOT_COUNTED = "DELETE FROM documents WHERE kind = 'shards' AND key = 0"
# Documents left to the next process of a shard mean nothing with another number of shards.
NOT_LEFT = f"DELETE FROM documents WHERE kind IN ('{TAKEN}', '{PANELS}')"
# Ended tables whose board is up to date are never searched by shard, and keep an outdated one.
COUNT_ANEW = """
    UPDATE tables SET shard = (guild >> 22) % $1
    WHERE (wake IS NOT NULL OR status IN ('lobby', 'playing') OR behind) AND shard <> (guild >> 22) % $1"""

KEEPALIVE = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
"""A process that cannot be reached any more (a power cut) loses its locks after 50 s, not after hours."""
LEASE_SECONDS = 20.0
"""How long after their last answer the locks are certainly ours; well below ``KEEPALIVE``."""
REGAIN_SECONDS = 1.0
POLLS = 20
"""Within ``REGAIN_SECONDS``: whether the server has closed our earlier connection, or another process has let go."""


class ShardLocks:
    """The locks of one process, on a connection of their own that also receives notifications."""

    def __init__(
        self,
        url: str,
        shards: Shards | None = None,
        arrived: Callable[[str, Any], None] = lambda _topic, _payload: None,
        origin: str = "",
    ) -> None:
        """Without shards: the whole database. ``arrived`` receives notifications, except those of our ``origin``."""
        self._url = url
        self._shards = shards
        self._arrived = arrived
        self._origin = origin
        self._place = host_and_database(url)
        # A second process reads who we are; we know our own connections by the first word. The server does not show
        # characters other than ASCII.
        self._name = f"{token_hex(4)} process {os.getpid()} on {ascii(socket.gethostname())[1:-1]}"[:63]
        self._connection: Any = None
        self._lease_end = 0.0
        self._taken = ""
        self._one = asyncio.Lock()
        self._regaining: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether notifications arrive, as far as we know."""
        return self._connection is not None and not self._connection.is_closed()

    async def take(self, *, wait: bool = False) -> None:
        """Take the locks. Raises Taken; ``wait``: instead wait until other processes let go."""
        while True:
            try:
                return await self.check(wait=wait)
            except CONNECTION_ERRORS:
                # A waiting process also waits for a server that restarts.
                if not wait:
                    raise
                await asyncio.sleep(REGAIN_SECONDS)

    async def check(self, *, wait: bool = False) -> None:
        """Take the locks, or see that we still have them. Raises Taken; once they were lost, for ever."""
        if self._lease_runs():
            return
        async with self._one:
            if self._taken:
                raise Taken(self._taken)
            # The network was down: the server may have ended them without our knowing.
            if not self._lease_runs() and not await self._answers():
                self._connection = await self._take(wait=wait)
                # Earlier notifications are lost.
                self._arrived(MISSED, None)
            self._lease_end = asyncio.get_running_loop().time() + LEASE_SECONDS

    async def release(self) -> None:
        """Let go."""
        if self._regaining is not None:
            self._regaining.cancel()
            await asyncio.wait([self._regaining])
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.remove_termination_listener(self._ended)
            with suppress(*CONNECTION_ERRORS):
                # The server takes a moment to end a connection: unlock before.
                await connection.execute("SELECT pg_advisory_unlock_all()", timeout=TIMEOUT_SECONDS)
            with suppress(*CONNECTION_ERRORS):
                await connection.close(timeout=TIMEOUT_SECONDS)

    def _lease_runs(self) -> bool:
        return self.connected and asyncio.get_running_loop().time() < self._lease_end

    async def _answers(self) -> bool:
        if self._connection is None or self._connection.is_closed():
            return False
        with suppress(*CONNECTION_ERRORS):
            if await self._locked(self._connection):  # locks that are ours are granted again
                return True
        self._connection.terminate()
        return False

    async def _locked(self, connection: Any) -> bool:
        """Take every free lock; whether all of them are ours now."""
        if self._shards is None or self._shards.everything:
            return await connection.fetchval(ALONE, timeout=LEASE_SECONDS)
        if not await connection.fetchval(SHARED, timeout=LEASE_SECONDS):
            return False
        return await connection.fetchval(OWN, self._shards.first, self._shards.last, timeout=LEASE_SECONDS)

    async def _take(self, *, wait: bool) -> Any:
        connection = await asyncpg.connect(
            self._url, timeout=TIMEOUT_SECONDS, server_settings=KEEPALIVE | {"application_name": self._name}
        )
        try:
            while (refusal := await self._refusal(connection)) is not None and wait:  # noqa: ASYNC110, another process
                await asyncio.sleep(REGAIN_SECONDS / POLLS)
            if refusal is None:
                await connection.add_listener(await connection.fetchval(f"SELECT {CHANNEL}"), self._notified)
                connection.add_termination_listener(self._ended)
                return connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close(timeout=TIMEOUT_SECONDS)
        if self._connection is not None:
            self._taken = refusal
            self._arrived(REPLACED, refusal)
        raise Taken(refusal)

    async def _refusal(self, connection: Any) -> str | None:
        """Take the locks: None, or a text that names the process that has them."""
        for _ in range(POLLS):
            async with connection.transaction():
                # One process at a time, so that none sees another with only a part of its locks.
                await connection.execute(IN_TURN)
                counted = await self._counted(connection)
                if counted and await self._locked(connection):
                    return None
            shards = self._shards or Shards()
            alone = not counted or self._shards is None or shards.everything
            holders = await connection.fetch(HOLDERS, shards.first, shards.last, alone)
            await connection.execute("SELECT pg_advisory_unlock_all()")
            for holder in holders:
                if holder["application_name"] != self._name:
                    what = "" if self._shards is None or shards.everything else f" with some of the shards {shards}"
                    what = what if counted else " with another number of shards"
                    who = holder["application_name"].partition(" ")[2]
                    return (
                        f"Another Tablée ({who}) is running on the PostgreSQL database {self._place}{what}: "
                        "stop it first, then start this one."
                    )
                # Our own earlier connection, whose end the server has not noticed yet.
                await connection.execute("SELECT pg_terminate_backend($1)", holder["pid"])
            await asyncio.sleep(REGAIN_SECONDS / POLLS)
        raise ConnectionError("The server keeps an earlier connection of ours.")

    async def _counted(self, connection: Any) -> bool:
        """Compute the tables' shards for our number of shards; False while other processes use another number."""
        if self._shards is None:
            return True
        found = await connection.fetchval(COUNT)
        if (int(found) if found else 1) == self._shards.count:
            return True
        if not await connection.fetchval(ALONE):
            return False
        await connection.execute(COUNT_ANEW, self._shards.count)
        await connection.execute(NOT_LEFT)
        if self._shards.count == 1:
            await connection.execute(NOT_COUNTED)
        else:
            await connection.execute(COUNTED, str(self._shards.count).encode())
        if not self._shards.everything:
            await connection.fetchval(SHARED)
            await connection.fetchval(NOT_ALONE)
        return True

    def _notified(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        origin, topic, said = msgspec.json.decode(payload)
        if origin != self._origin:
            self._arrived(topic, said)

    def _ended(self, _connection: Any) -> None:
        """The connection was lost, e.g. because the server restarts: get the locks back before another process does."""
        if self._regaining is None or self._regaining.done():
            self._regaining = asyncio.create_task(self._regain(), name="store shard locks")

    async def _regain(self) -> None:
        while True:
            try:
                await self.check()
            except Taken as error:
                log.critical("%s", error)
                return
            except CONNECTION_ERRORS:
                await asyncio.sleep(REGAIN_SECONDS)
            else:
                return


# ---- statements

MIGRATING = 0x7461626C6565
"""The advisory lock of a process that changes the schema: "tablee"."""

SERVER_AWAY_ERRORS = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InternalClientError,
)
"""Errors that say that the server is away or was demoted; none that a statement causes."""
RETRY_LIMIT_SECONDS = 2.0
"""How long calls are retried while the server is away: Discord waits three seconds for an answer."""
RETRY_SECONDS = 0.05

NOTIFY = f"SELECT pg_notify({CHANNEL}, said) FROM unnest($1::text[]) AS said"
"""A notification is a JSON array: the origin, the topic and the payload."""

# A process that does not act for the table must not overwrite a newer place of the board.
MARK_SHOWN_ELSEWHERE = f"""
    WITH shown AS (
        {MARK_SHOWN} AND (shard BETWEEN $5 AND $6 OR $3::bytea IS NULL OR board IS NOT DISTINCT FROM $7::bytea)
        RETURNING id, shard
    )
    SELECT pg_notify({CHANNEL}, json_build_array($4::text, '{BOARD}', json_build_array(id, shard))::text)
    FROM shown WHERE shard NOT BETWEEN $5 AND $6"""
# An ordinary move in one round trip, of a table for which no other process acts.
MOVE = f"""
    WITH saved AS ({UPDATE} AND shard BETWEEN $13 AND $14 RETURNING id)
    INSERT INTO moves (table_id, revision, seat, move, at)
    SELECT saved.id, new.* FROM saved, unnest($15::bigint[], $16::bigint[], $17::bytea[], $18::float8[]) AS new
    RETURNING revision"""
# Serialises result counting per guild and game.
LOCK_COUNTING = "SELECT pg_advisory_xact_lock(hashtextextended('tablee ' || $1::bigint || ' ' || $2, 0))"


async def migrate(connection: Any) -> bool:
    """Apply the next migration; False if there is none."""
    async with connection.transaction():
        # One process at a time; the lock ends with the transaction.
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)"
        )
        step = next_migration("postgres", await connection.fetchval(SCHEMA_VERSION))
        if step is None:
            return False
        await connection.execute(step.sql)
        await connection.execute("INSERT INTO migrations VALUES ($1, $2)", step.number, step.name)
        return True


async def run_work(connection: Any, work: Work[T], timeout: float | None) -> T:  # noqa: ASYNC109, of each statement
    """Run the statements of a transaction; returns its result."""
    rows: list[Any] = []
    try:
        step = next(work)
        while True:
            if isinstance(step, Many):
                await connection.executemany(*step, timeout=timeout)
            else:
                rows = await connection.fetch(*step, timeout=timeout)
            step = work.send(rows)
    except StopIteration as end:
        return end.value


@asynccontextmanager
async def transaction(connection: Any) -> AsyncIterator[None]:
    """A transaction that does not wait for a server that has fallen silent, as the driver's own would to roll back."""
    try:
        await connection.execute("BEGIN", timeout=TIMEOUT_SECONDS)
        yield
    except (OSError, asyncpg.InterfaceError, asyncio.CancelledError):
        connection.terminate()
        raise
    except BaseException:
        with suppress(*CONNECTION_ERRORS):
            await connection.execute("ROLLBACK", timeout=TIMEOUT_SECONDS)
        raise
    await connection.execute("COMMIT", timeout=TIMEOUT_SECONDS)


async def _set_up(connection: Any) -> None:
    # Not as a parameter of the connection: PgBouncer refuses those that it does not know.
    await connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_TRANSACTION_SECONDS}s'")


async def _no_reset(_connection: Any) -> None:
    """Nothing to reset: calls leave no state. The driver's own reset would cost a round trip for every call."""


class PostgresStore(Store):
    """A ``Store`` in a PostgreSQL database. Safe for several processes."""

    # An ended table may have a shard of an earlier number of shards: see ``COUNT_ANEW``.
    BEHIND = f"SELECT id FROM tables WHERE behind AND {OURS} AND channel <> 0 ORDER BY id"
    # Shard by shard, so that overdue tables of other shards are not read.
    NEXT_WAKE = """
        SELECT min(wake) FROM generate_series($1::bigint, $2::bigint) AS own (shard), LATERAL (
            SELECT wake FROM tables WHERE tables.shard = own.shard AND wake IS NOT NULL ORDER BY wake LIMIT 1
        ) AS first"""
    DUE = """
        SELECT tables.id FROM generate_series($3::bigint, $4::bigint) AS own (shard), LATERAL (
            SELECT id FROM tables WHERE tables.shard = own.shard AND wake <= $1 ORDER BY wake, id LIMIT 2 * $2
        ) AS first JOIN tables USING (id)
        WHERE tables.wake <= $1 ORDER BY tables.wake, tables.id LIMIT $2 FOR UPDATE OF tables SKIP LOCKED"""

    def __init__(self, url: str, *, connections: int = 5) -> None:
        super().__init__()
        self._url = url
        self._connections = connections
        self._pool: Any = None
        self._locks: ShardLocks | None = None
        self._origin = token_hex(4)
        self._away_since: float | None = None

    # ---- our shards

    def serve(self, shards: Shards) -> None:
        if self._locks is not None:
            raise RuntimeError("The store is held already.")
        super().serve(shards)

    async def hold(self, *, wait: bool = False) -> None:
        if self._pool is None:
            raise RuntimeError(NOT_OPEN)
        if self._locks is None:
            locks = ShardLocks(self._url, self._shards, self.notify, self._origin)
            await locks.take(wait=wait)
            self._locks, self._acts = locks, True

    async def let_go(self) -> None:
        if self._locks is not None:
            locks, self._locks, self._acts = self._locks, None, False
            await locks.release()

    @property
    def notified(self) -> bool:
        return self._locks is None or self._locks.connected

    # ---- opening and closing

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self._url,
                min_size=1,
                max_size=self._connections,
                timeout=TIMEOUT_SECONDS,
                reset=_no_reset,
                init=_set_up,
            )
            while await self._run(migrate):
                pass
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await pool.close()
        await self.let_go()
        self._acts = not self._served

    # ---- tables

    async def _append(self, row: TableRow, moves: Mapping[int, MoveRow], written: TableRow) -> bool:
        tries = 0
        columns = [[getattr(each, name) for each in moves.values()] for name in ("seat", "move", "at")]

        async def move(connection: Any) -> list[Any]:
            nonlocal tries
            tries += 1
            values = *updated(row, row.revision - len(moves)), *self._own, list(moves), *columns
            return await connection.fetch(MOVE, *values, timeout=TIMEOUT_SECONDS)

        # The first answer may have been lost.
        return bool(await self._run(move, writing=True)) or (tries > 1 and await self._is_stored(written, moves))

    async def mark_shown(self, *boards: ShownBoard) -> None:
        if self._elsewhere:
            rows = [(*board[:3], self._origin, *self._own, board.before) for board in boards]
            await self._do(Many(MARK_SHOWN_ELSEWHERE, rows))
        else:
            await super().mark_shown(*boards)

    # ---- connections

    # The server may be away for a moment: it restarts, or another takes its place. Calls are retried, and an answer may
    # be lost after its statement was run, so every call must be idempotent.

    async def _read(self, query: str, *values: Any) -> list[Any]:
        return await self._run(lambda connection: connection.fetch(query, *values, timeout=TIMEOUT_SECONDS))

    async def _slowly(self, query: str, *values: Any) -> list[Any]:
        return await self._run(lambda connection: connection.fetch(query, *values))

    async def _change(self, work: Callable[[], Work[T]], *, slow: bool = False) -> T:
        async def whole(connection: Any) -> T:
            async with transaction(connection):
                return await run_work(connection, work(), None if slow else TIMEOUT_SECONDS)

        return await self._run(whole, writing=True)

    async def _run(self, work: Callable[[Any], Awaitable[T]], *, writing: bool = False) -> T:
        """Call with a connection. Raises Unavailable if the server is away for long; if ``writing``, also Taken."""
        end: float | None = None
        while True:
            pool = self._pool
            if pool is None:
                raise RuntimeError(NOT_OPEN)
            try:
                if writing and self._locks is not None:
                    await self._locks.check()
                return await self._once(pool, work)
            except (*SERVER_AWAY_ERRORS, asyncpg.InterfaceError) as error:
                # The driver raises the same for a closed connection and for a wrong argument.
                if isinstance(error, asyncpg.InterfaceError) and "closed" not in str(error):
                    raise
                if pool.is_closing():
                    raise
                now = asyncio.get_running_loop().time()
                end = now + RETRY_LIMIT_SECONDS if end is None else end
                if now + RETRY_SECONDS > end or isinstance(error, TimeoutError):
                    self._log_begin(error)
                    # Without its cause: the driver's message may contain the address.
                    raise Unavailable(f"PostgreSQL does not answer ({type(error).__name__}).") from None
            await asyncio.sleep(RETRY_SECONDS)

    def _log_begin(self, error: Exception) -> None:
        """Log the beginning of an outage, once for all calls that it fails."""
        if self._away_since is None:
            self._away_since = asyncio.get_running_loop().time()
            place = host_and_database(self._url)
            log.error("PostgreSQL at %s does not answer (%s): players are asked to wait", place, type(error).__name__)

    async def _once(self, pool: Any, work: Callable[[Any], Awaitable[T]]) -> T:
        connection = await pool.acquire()
        try:
            found = await work(connection)
        except BaseException:
            # Do not wait for a lost connection.
            with suppress(*CONNECTION_ERRORS):
                await pool.release(connection, timeout=TIMEOUT_SECONDS)
            raise
        await pool.release(connection)
        if self._away_since is not None:
            log.warning("PostgreSQL answers again after %.0f s", asyncio.get_running_loop().time() - self._away_since)
            self._away_since = None
        return found

    async def _do(self, *statements: Statement | Many) -> None:
        # A single statement is a transaction by itself, in one round trip.
        first, *others = statements
        if others:
            await super()._do(*statements)
        elif isinstance(first, Many):
            await self._run(lambda connection: connection.executemany(*first, timeout=TIMEOUT_SECONDS), writing=True)
        else:
            await self._run(lambda connection: connection.execute(*first, timeout=TIMEOUT_SECONDS), writing=True)

    def _notifications(self, topic: str, *payloads: object) -> Sequence[Statement]:
        texts = [msgspec.json.encode((self._origin, topic, payload)).decode() for payload in payloads]
        return [(NOTIFY, texts)] if texts else ()

    def _locked(self, guild: int, game: str) -> Sequence[Statement]:
        return [(LOCK_COUNTING, guild, game)]
