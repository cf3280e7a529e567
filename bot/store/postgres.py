"""Storage in PostgreSQL: for bots that outgrow one file."""

# ruff: noqa: D102, S608 - Store documents the methods; only names of our own columns are put into SQL here

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any, TypeVar

import asyncpg
import msgspec
from msgspec.structs import astuple, replace

from bot.core.facts import MoveRow, TableRow
from bot.core.results import NO_NAMES, NO_RESULTS, Result
from bot.core.shards import Shards
from bot.store import (
    MARK_SHOWN,
    NO_ENTRIES,
    Conflict,
    ShownBoard,
    Store,
    Unavailable,
    migrations,
)
from bot.store.postgres_connections import (
    CHANNEL,
    CONNECTION_ERRORS,
    TIMEOUT_SECONDS,
    ShardLocks,
    host_and_database,
)
from bot.store.results import keep
from bot.store.statements import BOARD, ENDED, NOT_OPEN, ROW, TABLE, Many, Statement, Work, each, table_row

T = TypeVar("T")
log = logging.getLogger(__name__)

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

FIELDS = TableRow.__struct_fields__

NOTIFY = f"SELECT pg_notify({CHANNEL}, said) FROM unnest($1::text[]) AS said"
"""A notification is a JSON array: the origin, the topic and the payload."""

# One statement, so that a row and its log are of the same moment (moves may be replaced too), in one round trip.
LOAD = f"""
    SELECT {ROW}, log.* FROM tables, LATERAL (
        SELECT array_agg(seat ORDER BY revision) AS seats, array_agg(move ORDER BY revision) AS moves,
            array_agg(at ORDER BY revision) AS times
        FROM moves WHERE table_id = tables.id
    ) AS log WHERE id = $1"""
BEHIND = "SELECT id FROM tables WHERE behind AND shard BETWEEN $1 AND $2 AND channel <> 0 ORDER BY id"
CENSUS = """
    SELECT status, count(*) FROM tables WHERE status IN ('lobby', 'playing') AND shard BETWEEN $1 AND $2
    GROUP BY status"""
# Shard by shard, so that overdue tables of other shards are not read.
NEXT_WAKE = """
    SELECT min(wake) FROM generate_series($1::bigint, $2::bigint) AS own (shard), LATERAL (
        SELECT wake FROM tables WHERE tables.shard = own.shard AND wake IS NOT NULL ORDER BY wake LIMIT 1
    ) AS first"""
CREATE = f"""
    WITH made AS (
        INSERT INTO tables ({", ".join(FIELDS[1:])}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id
    ), seated AS (
        INSERT INTO people (user_id, table_id) SELECT user_id, made.id FROM made, unnest($12::bigint[]) AS user_id
        ON CONFLICT DO NOTHING
    )
    SELECT id FROM made"""
# One statement, so one round trip and one transaction. Nothing is written if the version differs or a move to replace
# is missing. The board shows status and facts too: a change of either makes it stale.
SAVE = """
    WITH saved AS (
        UPDATE tables SET guild = $3, channel = $4, thread = $5, game = $6, status = $7, revision = $8, wake = $9,
            version = version + 1, facts = $10, shard = $11,
            shown = CASE WHEN status = $7 AND facts = $10 THEN shown ELSE -1 END
        WHERE id = $1 AND version = $2 AND cardinality($16::bigint[]) = (
            SELECT count(*) FROM moves WHERE table_id = $1 AND revision = ANY($16::bigint[])
        ) RETURNING id
    ), appended AS (
        INSERT INTO moves (table_id, revision, seat, move, at)
        SELECT saved.id, new.* FROM saved, unnest($12::bigint[], $13::bigint[], $14::bytea[], $15::float8[]) AS new
    ), replaced AS (
        UPDATE moves SET seat = new.seat, move = new.move, at = new.at
        FROM saved, unnest($16::bigint[], $17::bigint[], $18::bytea[], $19::float8[]) AS new (revision, seat, move, at)
        WHERE moves.table_id = saved.id AND moves.revision = new.revision
    )"""
# All parts of a statement see the people as they were before it: players who stay are neither removed nor added.
SEAT = """, unseated AS (
        DELETE FROM people USING saved WHERE table_id = saved.id AND user_id <> ALL($20::bigint[])
    ), seated AS (
        INSERT INTO people (user_id, table_id) SELECT user_id, saved.id FROM saved, unnest($20::bigint[]) AS user_id
        ON CONFLICT DO NOTHING
    )"""
SAVED = " SELECT id{notified} FROM saved"
# Notifies the process that acted for the table before: this part sees the shard as it was before the write.
NOTIFY_HOME = f""", (
        SELECT pg_notify({CHANNEL}, json_build_array(
            ${{origin}}::text, '{TABLE}', json_build_array(id, version + 1, shard))::text)
        FROM tables WHERE id = saved.id AND shard NOT BETWEEN ${{first}} AND ${{last}}
    )"""
# A process that does not act for the table must not overwrite a newer place of the board.
MARK_SHOWN_ELSEWHERE = f"""
    WITH shown AS (
        {MARK_SHOWN} AND (shard BETWEEN $5 AND $6 OR $3::bytea IS NULL OR board IS NOT DISTINCT FROM $7::bytea)
        RETURNING id, shard
    )
    SELECT pg_notify({CHANNEL}, json_build_array($4::text, '{BOARD}', json_build_array(id, shard))::text)
    FROM shown WHERE shard NOT BETWEEN $5 AND $6"""
CLAIM = """
    WITH due AS (
        SELECT tables.id, tables.wake FROM generate_series($4::bigint, $5::bigint) AS own (shard), LATERAL (
            SELECT id FROM tables WHERE tables.shard = own.shard AND wake <= $1 ORDER BY wake, id LIMIT 2 * $3
        ) AS first JOIN tables USING (id)
        WHERE tables.wake <= $1 ORDER BY tables.wake, tables.id LIMIT $3 FOR UPDATE OF tables SKIP LOCKED
    ), put_off AS (
        UPDATE tables SET wake = $2 FROM due WHERE tables.id = due.id RETURNING due.id, due.wake
    )
    SELECT id FROM put_off ORDER BY wake, id"""
# Finds a table whose creation succeeded although the answer was lost.
MADE = """
    SELECT max(id) FROM tables
    WHERE guild = $1 AND status = $2 AND channel = $3 AND game = $4 AND facts = $5 AND version = $6 AND revision = $7"""
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
        step = migrations.following("postgres", await connection.fetchval(migrations.VERSION))
        if step is None:
            return False
        await connection.execute(step.sql)
        await connection.execute("INSERT INTO migrations VALUES ($1, $2)", step.number, step.name)
        return True


async def run_work(connection: Any, work: Work[T]) -> T:
    """Run the statements of a transaction; returns its result."""
    rows: list[Any] = []
    try:
        step = next(work)
        while True:
            if isinstance(step, Many):
                await connection.executemany(step.text, step.rows)
            else:
                rows = await connection.fetch(*step)
            step = work.send(rows)
    except StopIteration as end:
        return end.value


def _columns(moves: Mapping[int, MoveRow]) -> tuple[list[int], list[int], list[bytes], list[float]]:
    """Moves by revision as arrays, one per column."""
    entries = moves.values()
    return list(moves), [each.seat for each in entries], [each.move for each in entries], [each.at for each in entries]


async def _no_reset(_connection: Any) -> None:
    """Nothing to reset: calls leave no state. The driver's own reset would cost a round trip for every call."""


class PostgresStore(Store):
    """A ``Store`` in a PostgreSQL database. Safe for several processes."""

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
                self._url, min_size=1, max_size=self._connections, timeout=TIMEOUT_SECONDS, reset=_no_reset
            )
            await self._run(self._prepare)
        except BaseException:
            await self.close()
            raise

    async def _prepare(self, connection: Any) -> None:
        while await migrate(connection):
            pass

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await pool.close()
        await self.let_go()
        self._acts = not self._served

    # ---- tables

    async def create(self, row: TableRow, users: Sequence[int]) -> TableRow:
        unsure = False

        async def work(connection: Any) -> int:
            nonlocal unsure
            values = (row.guild, row.status, row.channel, row.game, row.facts, row.version, row.revision)
            # The first answer may have been lost.
            if unsure and (made := await connection.fetchval(MADE, *values, timeout=TIMEOUT_SECONDS)):
                return made
            unsure = True
            return await connection.fetchval(CREATE, *astuple(row)[1:], users, timeout=TIMEOUT_SECONDS)

        return replace(row, id=await self._write(work))

    async def load(self, table: int) -> tuple[TableRow, list[MoveRow]] | None:
        found = await self._read(LOAD, table)
        if not found:
            return None
        *row, seats, moves, times = found[0].values()
        log = zip(seats or (), moves or (), times or (), strict=True)  # NULL without moves
        return table_row(row), [MoveRow(*values) for values in log]

    async def save(
        self,
        row: TableRow,
        *,
        entries: Sequence[MoveRow] = (),
        replaced: Mapping[int, MoveRow] = NO_ENTRIES,
        users: Sequence[int] | None = None,
        results: Sequence[Result] = NO_RESULTS,
        names: Mapping[int, str] = NO_NAMES,
    ) -> TableRow:
        moves = dict(enumerate(entries, row.revision - len(entries) + 1))
        values: tuple[Any, ...] = (
            *(row.id, row.version, row.guild, row.channel, row.thread, row.game, row.status, row.revision),
            *(row.wake, row.facts, row.shard, *_columns(moves), *_columns(replaced)),
        )
        statement, notified = SAVE, ""
        if users is not None:
            statement, values = statement + SEAT, (*values, users)
        if self._elsewhere:
            next_ = len(values) + 1
            notified = NOTIFY_HOME.format(origin=next_, first=next_ + 1, last=next_ + 2)
            values = (*values, self._origin, *self._own)
        statement += SAVED.format(notified=notified)
        tries = 0

        async def work(connection: Any) -> bool:
            nonlocal tries
            tries += 1
            saved = await connection.fetchval(statement, *values, timeout=TIMEOUT_SECONDS) is not None
            if saved and results:
                await run_work(connection, keep(results, names))
                if not self.at_home(self._shards.shard_of(row.guild)):
                    await run_work(connection, each(self._said(ENDED, row.guild)))
            return saved

        written = replace(row, version=row.version + 1)
        saved, why = False, ""
        try:
            # A move alone is one statement, which is a transaction by itself.
            saved = await (self._transaction(work) if results else self._write(work))
        except asyncpg.UniqueViolationError:
            why = f"Table {row.id} already has a move {row.revision}."
        # The first answer may have been lost.
        if not saved and (tries == 1 or not await self._is_stored(written, {**moves, **replaced})):
            what = f", or has not all of the moves {sorted(replaced)}" if replaced else ""
            raise Conflict(why or f"Table {row.id} is not at version {row.version} any more{what}.")
        return written

    async def _is_stored(self, row: TableRow, moves: Mapping[int, MoveRow]) -> bool:
        """Whether a table is stored exactly like this, with these moves by revision."""
        found = await self.load(row.id)
        if found is None or replace(found[0], shown=row.shown) != row:
            return False
        return all(revision <= len(found[1]) and found[1][revision - 1] == move for revision, move in moves.items())

    async def mark_shown(self, *boards: ShownBoard) -> None:
        if self._elsewhere:
            rows = [(*board[:3], self._origin, *self._own, board.before) for board in boards]
            await self._do(Many(MARK_SHOWN_ELSEWHERE, rows))
        else:
            await super().mark_shown(*boards)

    async def behind(self) -> list[int]:
        return [table for (table,) in await self._read(BEHIND, *self._own)]

    async def census(self) -> dict[str, int]:
        return dict(await self._read(CENSUS, *self._own))

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        values = (now, now + lease, limit, *self._own)
        claimed = await self._write(lambda connection: connection.fetch(CLAIM, *values, timeout=TIMEOUT_SECONDS))
        return [table for (table,) in claimed]

    async def next_wake(self) -> float | None:
        [[wake]] = await self._read(NEXT_WAKE, *self._own)
        return wake

    # ---- connections

    # The server may be away for a moment: it restarts, or another takes its place. Calls are retried, and an answer may
    # be lost after its statement was run, so every call must be idempotent.

    async def _read(self, query: str, *values: Any) -> list[Any]:
        return await self._run(lambda connection: connection.fetch(query, *values, timeout=TIMEOUT_SECONDS))

    async def _slowly(self, query: str, *values: Any) -> list[Any]:
        return await self._run(lambda connection: connection.fetch(query, *values))

    async def _write(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Call with a connection. Raises Taken once another process has our shards."""
        return await self._run(work, writing=True)

    async def _transaction(self, work: Callable[[Any], Awaitable[T]]) -> T:
        async def whole(connection: Any) -> T:
            async with connection.transaction():
                return await work(connection)

        return await self._write(whole)

    async def _change(self, work: Callable[[], Work[T]]) -> T:
        return await self._transaction(lambda connection: run_work(connection, work()))

    async def _run(self, work: Callable[[Any], Awaitable[T]], *, writing: bool = False) -> T:
        """Call with a connection, and retry for a moment while the server is away. Then raises Unavailable."""
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

    def _log_end(self) -> None:
        assert self._away_since is not None
        log.warning("PostgreSQL answers again after %.0f s", asyncio.get_running_loop().time() - self._away_since)
        self._away_since = None

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
            self._log_end()
        return found

    async def _do(self, *statements: Statement | Many) -> None:
        first, *others = statements
        if isinstance(first, Many) and len(first.rows) == 1:
            first = (first.text, *first.rows[0])
        if others:
            await super()._do(*statements)
        elif isinstance(first, Many):
            # Atomic by itself. A transaction of ours would stay open if the server fell silent.
            await self._write(lambda connection: connection.executemany(*first, timeout=TIMEOUT_SECONDS))
        else:
            # One statement is a transaction by itself.
            await self._write(lambda connection: connection.execute(*first, timeout=TIMEOUT_SECONDS))

    def _said(self, topic: str, *payloads: object) -> Sequence[Statement]:
        texts = [msgspec.json.encode((self._origin, topic, payload)).decode() for payload in payloads]
        return [(NOTIFY, texts)] if texts else ()

    def _locked(self, guild: int, game: str) -> Sequence[Statement]:
        return [(LOCK_COUNTING, guild, game)]
