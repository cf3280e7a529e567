"""Storage in PostgreSQL: for bots that outgrow one file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any

import asyncpg
import msgspec

from bot.core.results import NO_NAMES, NO_RESULTS, Result
from bot.core.shards import ALL, Shards
from bot.core.stored import Entry, Row
from bot.service.store import FINISH, NONE, OPEN, UNFINISHED, Conflict, Taken, numbered, schema
from bot.service.store import postgres_sql as sql
from bot.service.store.news import ENDED, Hearer, News
from bot.service.store.postgres_address import check, place, reason
from bot.service.store.postgres_hold import Hold
from bot.service.store.postgres_news import TELL
from bot.service.store.postgres_persons import PostgresPersons
from bot.service.store.postgres_pool import LIMIT, Pool
from bot.service.store.postgres_posts import ERASE_POSTS, PostgresPosts
from bot.service.store.postgres_results import ENDED as WITH_RESULTS
from bot.service.store.postgres_results import ERASE_STANDINGS, PostgresResults, called, rows

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
        step = schema.following("postgres", await connection.fetchval(sql.VERSION))
        if step is None:
            return False
        await connection.execute(step.sql)
        await connection.execute("INSERT INTO migrations VALUES ($1, $2)", step.number, step.name)
        return True


def _columns(moves: Iterable[tuple[int, Entry]]) -> tuple[list[int], list[int], list[bytes], list[float]]:
    """Moves with their revisions as a statement takes them: a list a column."""
    moves = list(moves)
    return (
        [revision for revision, _ in moves],
        [entry.seat for _, entry in moves],
        [entry.move for _, entry in moves],
        [entry.at for _, entry in moves],
    )


class PostgresStore(PostgresResults, PostgresPersons, PostgresPosts):
    """A ``Store`` in a PostgreSQL database. Every write is safe beside those of other processes.

    Raises ValueError if the address is malformed. Nothing that is raised here has the password in it.
    """

    def __init__(self, url: str, *, connections: int = 5) -> None:
        self._url = check(url)
        self._connections = connections
        self._opened: tuple[Pool, Pool] | None = None
        self._hold: Hold | None = None
        self._shards = ALL
        self._served = False
        self._acts = True
        """Whether our shards' work is ours: not before we hold them, if we were told which they are, nor afterwards."""
        self._news = News()
        self._origin = token_hex(4)

    # ---- which tables are ours

    @property
    def shards(self) -> Shards:
        """The shards we look for work in."""
        return self._shards

    def serve(self, shards: Shards) -> None:
        """Look for work in these shards only."""
        if self._hold is not None:
            raise RuntimeError("The store is held already.")
        # Whoever has all need not know how many there are, which Discord says anew at every start.
        self._shards = ALL if shards.everything else shards
        self._served, self._acts = True, False

    def at_home(self, shard: int) -> bool:
        """Whether we act for the tables of a shard."""
        return self._acts and (self._shards.everything or shard in self._shards)

    @property
    def _own(self) -> tuple[int, int]:
        """The first and the last shard we act for; there are none between 0 and -1."""
        return (self._shards.first, self._shards.last) if self._acts else (0, -1)

    @property
    def _elsewhere(self) -> bool:
        """Whether others may act for tables."""
        return not self._acts or not self._shards.everything

    async def hold(self, *, wait: bool = False) -> None:
        """Become the only process that serves our shards, until we let go or die. Raises Taken."""
        _ = self._pool
        if self._hold is None:
            hold = Hold(self._url, self._shards, self._news.arrived, self._origin)
            await hold.take(wait=wait)
            self._hold, self._acts = hold, True

    async def let_go(self) -> None:
        """Leave our shards to whoever waits for them."""
        if self._hold is not None:
            hold, self._hold, self._acts = self._hold, None, False
            await hold.release()

    @property
    def hears(self) -> bool:
        """Whether what others tell reaches us."""
        return self._hold is None or self._hold.hears

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Be told what other processes tell of a topic."""
        self._news.hear(topic, hearer)

    async def tell(self, topic: str, payload: object = None) -> None:
        """Tell every other process something."""
        await self._pool.execute(TELL, self._said(topic, payload))

    def _said(self, topic: str, payload: object) -> str:
        return msgspec.json.encode((self._origin, topic, payload)).decode()

    # ---- opening and closing

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises TooNew and Taken."""
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
        if await connection.fetchval("SELECT to_regclass($1) IS NOT NULL", UNFINISHED):
            raise Taken(FINISH)
        while await migrate(connection):
            pass

    async def close(self) -> None:
        """Write what is pending and let go."""
        if self._opened is not None:
            (pool, _), self._opened = self._opened, None
            await pool.close()
        await self.let_go()
        self._acts = not self._served

    async def schema_version(self) -> int:
        """The number of the newest migration applied."""
        return await self._pool.fetchval(sql.VERSION)

    # ---- tables

    async def create(self, row: Row, users: Sequence[int]) -> Row:
        """Keep a new table with the people at it; gives the row with its id."""
        unsure = False

        async def work(connection: Any) -> int:
            nonlocal unsure
            values = (row.guild, row.status, row.channel, row.game, row.facts, row.version, row.revision)
            # The answer may have been lost after it was made.
            if unsure and (made := await connection.fetchval(sql.MADE, *values, timeout=LIMIT)):
                return made
            unsure = True
            return await connection.fetchval(sql.CREATE, *msgspec.structs.astuple(row)[1:], users, timeout=LIMIT)

        return msgspec.structs.replace(row, id=await self._ledger.run(work))

    async def load(self, table: int) -> tuple[Row, list[Entry]] | None:
        """A table and its whole log in order; None if there is no such table."""
        found = await self._pool.fetchrow(sql.LOAD, table)
        if found is None:
            return None
        *row, seats, moves, times = found.values()
        log = zip(seats or (), moves or (), times or (), strict=True)  # of no moves there are no lists
        return Row(**dict(zip(sql.FIELDS, row, strict=True))), [Entry(*values) for values in log]

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
            *(row.wake, row.facts, row.shard, *_columns(numbered(row, entries)), *_columns(replaced.items())),
        )
        statement = sql.SAVE
        if users is not None:
            statement, values = statement + sql.SEAT, (*values, users)
        if results:
            place = len(values) + 1
            statement += WITH_RESULTS.format(source="saved,", rows=place, users=place + 1, names=place + 2)
            values = (*values, rows(results), *called(names))
        told = ""
        if self._elsewhere:
            place = len(values) + 1
            told = sql.TELL_HOME.format(origin=place, first=place + 1, last=place + 2)
            values = (*values, self._origin, *self._own)
            if results and not self.at_home(self._shards.shard_of(row.guild)):
                told += sql.TELL_ENDED.format(said=place + 3)
                values = (*values, self._said(ENDED, row.guild))
        statement += sql.SAVED.format(told=told)
        tries = 0

        async def work(connection: Any) -> bool:
            nonlocal tries
            tries += 1
            return await connection.fetchval(statement, *values, timeout=LIMIT) is not None

        saved, why = False, ""
        try:
            saved = await self._ledger.run(work)
        except asyncpg.UniqueViolationError:
            why = f"Table {row.id} already has a move {row.revision}."
        after = msgspec.structs.replace(row, version=row.version + 1)
        # The answer may have been lost after it was written.
        if not saved and (tries == 1 or not await self._stands(after, entries, replaced)):
            what = f", or has not all of the moves {sorted(replaced)}" if replaced else ""
            raise Conflict(why or f"Table {row.id} is not at version {row.version} any more{what}.")
        return after

    async def _stands(self, row: Row, entries: Sequence[Entry], replaced: Mapping[int, Entry]) -> bool:
        """Whether a table is stored just as we would have it."""
        found = await self.load(row.id)
        if found is None or msgspec.structs.replace(found[0], shown=row.shown) != row:
            return False
        moves = dict(numbered(row, entries)) | dict(replaced)
        return all(revision <= len(found[1]) and found[1][revision - 1] == move for revision, move in moves.items())

    async def mark_shown(
        self, table: int, shown: int | None, board: bytes | None = None, before: bytes | None = None
    ) -> None:
        """The board shows this revision now, and is where ``board`` says; what is None stays as it is."""
        if self._elsewhere:
            await self._ledger.execute(sql.MARK_SHOWN_ELSEWHERE, table, shown, board, self._origin, *self._own, before)
        else:
            await self._ledger.execute(sql.MARK_SHOWN, table, shown, board)

    async def board(self, table: int) -> bytes | None:
        """Where a table's board is, as ``mark_shown`` was told; None if nobody has said."""
        return await self._pool.fetchval(sql.BOARD, table)

    async def behind(self) -> list[int]:
        """Tables of our shards past their lobby whose board shows another revision than the newest, ascending."""
        return [found["id"] for found in await self._pool.fetch(sql.BEHIND, *self._own)]

    async def census(self) -> dict[str, int]:
        """How many tables of our shards have each status that is not over."""
        return dict(await self._pool.fetch(sql.CENSUS, *self._own))

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` tables of ours whose time to wake has come, oldest first, put off to ``now + lease``."""
        found = await self._ledger.fetch(sql.CLAIM, now, now + lease, limit, *self._own)
        return [each["id"] for each in found]

    async def next_wake(self) -> float | None:
        """The earliest time any table of our shards wants to wake."""
        return await self._pool.fetchval(sql.NEXT_WAKE, *self._own)

    async def of_user(self, user: int, statuses: Sequence[str]) -> list[Row]:
        """Tables a person sits at, with one of these statuses, oldest first."""
        return await self._rows(sql.OF_USER_OPEN if OPEN.issuperset(statuses) else sql.OF_USER, user, statuses)

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Row]:
        """Tables of a server, with one of these statuses, oldest first."""
        return await self._rows(sql.IN_GUILD, guild, statuses)

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Row]:
        """Tables opened in a channel or played in a thread of that id, oldest first."""
        return await self._rows(sql.IN_PLACE, place, statuses)

    async def erase_guild(self, guild: int) -> list[int]:
        """Remove a server's tables with all that follows from them; gives the numbers they had."""
        # Before, and not as they go: the answer may be lost on its way.
        tables = [found["id"] for found in await self._pool.fetch(sql.IDS_IN_GUILD, guild)]

        async def work(connection: Any) -> None:
            for statement in (*ERASE_STANDINGS, *ERASE_POSTS):
                await connection.execute(statement, guild)
            await connection.execute(sql.ERASE_GUILD, guild, self._origin, *self._own)

        await self._ledger.transaction(work)
        return tables

    # ---- documents

    async def get(self, kind: str, key: int) -> bytes | None:
        """A small document kept by kind and id, e.g. a server's settings."""
        return await self._pool.fetchval(sql.GET, kind, key)

    async def put(self, kind: str, key: int, document: bytes | None, *, tell: bool = False) -> None:
        """Keep a document; None removes it. ``tell``: others are told its key."""
        statement, values = (sql.REMOVE, (kind, key)) if document is None else (sql.PUT, (kind, key, document))
        if not (tell and self._elsewhere):
            await self._ledger.execute(statement, *values)
            return

        async def work(connection: Any) -> None:
            await connection.execute(statement, *values)
            await connection.execute(TELL, self._said(kind, key))

        await self._ledger.transaction(work)

    async def swap(self, kind: str, key: int, before: bytes | None, after: bytes) -> bool:
        """Keep a document if what is kept until now is ``before`` (None: nothing); whether it was."""
        tries = 0

        async def work(connection: Any) -> bool:
            nonlocal tries
            tries += 1
            if before is None:
                return await connection.fetchval(sql.ADD, kind, key, after, timeout=LIMIT) is not None
            return await connection.fetchval(sql.SWAP, kind, key, before, after, timeout=LIMIT) is not None

        # The answer may have been lost after it was written.
        return await self._ledger.run(work) or (tries > 1 and await self.get(kind, key) == after)

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

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        return [Row(**found) for found in await self._pool.fetch(query, *values)]
