"""Storage in PostgreSQL: for bots that outgrow one file."""

# ruff: noqa: D102 - methods are explained by Store

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from secrets import token_hex
from typing import Any, TypeVar

import asyncpg
import msgspec
from msgspec.structs import astuple, replace

from bot.core.shards import Shards
from bot.core.stored import Entry, Row
from bot.store import FINISH, UNFINISHED, Conflict, Store, Taken, migrations
from bot.store import postgres_sql as sql
from bot.store.address import check, place, reason
from bot.store.postgres_hold import Hold
from bot.store.postgres_pool import LIMIT, Pool
from bot.store.results import keep
from bot.store.statements import ENDED, Many, Statement, Work, each, table_row
from bot.store.tables import Change, ShownBoard

T = TypeVar("T")

MIGRATING = 0x7461626C6565
"""The advisory lock of whoever changes the schema: "tablee"."""


async def migrate(connection: Any) -> bool:
    """Take the schema one step further; False if it is the newest already."""
    async with connection.transaction():
        # Every process that starts comes here, one at a time; the lock ends with the transaction.
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


async def do(connection: Any, work: Work[T]) -> T:
    """Do some work, statement by statement; gives what comes of it."""
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


def _columns(moves: Iterable[tuple[int, Entry]]) -> tuple[list[int], list[int], list[bytes], list[float]]:
    """Moves with their revisions as a statement takes them: a list a column."""
    moves = list(moves)
    return (
        [revision for revision, _ in moves],
        [entry.seat for _, entry in moves],
        [entry.move for _, entry in moves],
        [entry.at for _, entry in moves],
    )


class PostgresStore(Store):
    """A ``Store`` in a PostgreSQL database. Every write is safe beside those of other processes.

    Raises ValueError if the address is malformed. Nothing that is raised here has the password in it.
    """

    def __init__(self, url: str, *, connections: int = 5) -> None:
        super().__init__()
        self._url = check(url)
        self._connections = connections
        self._opened: tuple[Pool, Pool] | None = None
        self._hold: Hold | None = None
        self._origin = token_hex(4)

    # ---- which tables are ours

    def serve(self, shards: Shards) -> None:
        if self._hold is not None:
            raise RuntimeError("The store is held already.")
        super().serve(shards)

    async def hold(self, *, wait: bool = False) -> None:
        _ = self._pool
        if self._hold is None:
            hold = Hold(self._url, self._shards, self._news.arrived, self._origin)
            await hold.take(wait=wait)
            self._hold, self._acts = hold, True

    async def let_go(self) -> None:
        if self._hold is not None:
            hold, self._hold, self._acts = self._hold, None, False
            await hold.release()

    @property
    def hears(self) -> bool:
        return self._hold is None or self._hold.hears

    # ---- opening and closing

    async def open(self) -> None:
        try:
            pool = await Pool.open(self._url, self._connections)
            self._opened = pool, pool.checked(self._check)
            await pool.run(self._prepare)
        except BaseException as error:
            await self.close()
            if (why := reason(self._url, error)) is None:
                raise
        else:
            return
        # Not where it was caught: an error keeps what it was raised for, and a log would show that too.
        raise ConnectionError(f"The PostgreSQL database {place(self._url)} cannot be opened: {why}")

    async def _prepare(self, connection: Any) -> None:
        if await connection.fetchval(migrations.HAS, UNFINISHED):
            raise Taken(FINISH)
        while await migrate(connection):
            pass

    async def close(self) -> None:
        if self._opened is not None:
            (pool, _), self._opened = self._opened, None
            await pool.close()
        await self.let_go()
        self._acts = not self._served

    # ---- tables

    async def create(self, row: Row, users: Sequence[int]) -> Row:
        unsure = False

        async def work(connection: Any) -> int:
            nonlocal unsure
            values = (row.guild, row.status, row.channel, row.game, row.facts, row.version, row.revision)
            # The answer may have been lost after it was made.
            if unsure and (made := await connection.fetchval(sql.MADE, *values, timeout=LIMIT)):
                return made
            unsure = True
            return await connection.fetchval(sql.CREATE, *astuple(row)[1:], users, timeout=LIMIT)

        return replace(row, id=await self._ledger.run(work))

    async def load(self, table: int) -> tuple[Row, list[Entry]] | None:
        found = await self._pool.fetchrow(sql.LOAD, table)
        if found is None:
            return None
        *row, seats, moves, times = found.values()
        log = zip(seats or (), moves or (), times or (), strict=True)  # of no moves there are no lists
        return table_row(row), [Entry(*values) for values in log]

    async def _save(self, change: Change) -> None:
        row = change.row
        values: tuple[Any, ...] = (
            *(row.id, row.version, row.guild, row.channel, row.thread, row.game, row.status, row.revision),
            *(row.wake, row.facts, row.shard, *_columns(change.moves), *_columns(change.replaced.items())),
        )
        statement, told = sql.SAVE, ""
        if change.users is not None:
            statement, values = statement + sql.SEAT, (*values, change.users)
        if self._elsewhere:
            next_ = len(values) + 1
            told = sql.TELL_HOME.format(origin=next_, first=next_ + 1, last=next_ + 2)
            values = (*values, self._origin, *self._own)
        statement += sql.SAVED.format(told=told)
        tries = 0

        async def work(connection: Any) -> bool:
            nonlocal tries
            tries += 1
            saved = await connection.fetchval(statement, *values, timeout=LIMIT) is not None
            if saved and change.results:
                await do(connection, self._ended(change))
            return saved

        saved, why = False, ""
        try:
            # What remains of a game is further statements; a move alone is one, and a transaction by itself.
            saved = await (self._ledger.transaction(work) if change.results else self._ledger.run(work))
        except asyncpg.UniqueViolationError:
            why = f"Table {row.id} already has a move {row.revision}."
        # The answer may have been lost after it was written.
        if not saved and (tries == 1 or not await self._stands(change)):
            what = f", or has not all of the moves {sorted(change.replaced)}" if change.replaced else ""
            raise Conflict(why or f"Table {row.id} is not at version {row.version} any more{what}.")

    def _ended(self, change: Change) -> Work[None]:
        """Keep what remains of a game, and tell the home of its server if that is another process."""
        yield from keep(change.results, change.names)
        guild = change.row.guild
        if self._elsewhere and not self.at_home(self._shards.shard_of(guild)):
            yield from each(self._said(ENDED, guild))

    async def _stands(self, change: Change) -> bool:
        """Whether a table is stored just as we would have it."""
        row, moves = change.row, {**dict(change.moves), **change.replaced}
        found = await self.load(row.id)
        if found is None or replace(found[0], shown=row.shown) != replace(row, version=row.version + 1):
            return False
        return all(revision <= len(found[1]) and found[1][revision - 1] == move for revision, move in moves.items())

    async def mark_shown(self, *boards: ShownBoard) -> None:
        if self._elsewhere:
            rows = [(*board[:3], self._origin, *self._own, board.before) for board in boards]
            await self._do(Many(sql.MARK_SHOWN_ELSEWHERE, rows))
        else:
            await super().mark_shown(*boards)

    async def behind(self) -> list[int]:
        return [table for (table,) in await self._read(sql.BEHIND, *self._own)]

    async def census(self) -> dict[str, int]:
        return dict(await self._read(sql.CENSUS, *self._own))

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        return [table for (table,) in await self._ledger.fetch(sql.CLAIM, now, now + lease, limit, *self._own)]

    async def next_wake(self) -> float | None:
        return await self._pool.fetchval(sql.NEXT_WAKE, *self._own)

    # ---- connections

    @property
    def _pool(self) -> Pool:
        if self._opened is None:
            raise RuntimeError("The store is not open.")
        return self._opened[0]

    @property
    def _ledger(self) -> Pool:
        """The same for writes, which raise Taken if we held our shards and another process does now."""
        if self._opened is None:
            raise RuntimeError("The store is not open.")
        return self._opened[1]

    async def _check(self) -> None:
        if self._hold is not None:
            await self._hold.check()

    async def _read(self, query: str, *values: Any) -> list[Any]:
        return await self._pool.fetch(query, *values)

    async def _slowly(self, query: str, *values: Any) -> list[Any]:
        return await self._pool.run(lambda connection: connection.fetch(query, *values))

    async def _change(self, work: Callable[[], Work[T]]) -> T:
        return await self._ledger.transaction(lambda connection: do(connection, work()))

    async def _do(self, *statements: Statement | Many) -> None:
        first, *others = statements
        if isinstance(first, Many) and len(first.rows) == 1:
            first = (first.text, *first.rows[0])
        if others:
            await super()._do(*statements)
        elif isinstance(first, Many):
            # All or none without a transaction of ours, which nothing would end if the server fell silent in it.
            await self._ledger.run(lambda connection: connection.executemany(*first, timeout=LIMIT))
        else:
            await self._ledger.execute(*first)  # one statement is a transaction by itself

    def _said(self, topic: str, *said: object) -> Sequence[Statement]:
        told = [msgspec.json.encode((self._origin, topic, each)).decode() for each in said]
        return [(sql.TELL, told)] if told else ()

    def _locked(self, guild: int, game: str) -> Sequence[Statement]:
        return [(sql.LOCK, guild, game)]
