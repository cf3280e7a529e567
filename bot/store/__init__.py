"""The storage: the methods that every storage has, and ``from_url``, which picks SQLite or PostgreSQL.

A table is stored as its log of moves; its state is never stored, only replayed. Columns hold the fields that tables are
searched by (place, status, when to wake); the rest is one JSON document, ``facts``, which the storage does not read.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bot.core.facts import RENAMED, TableRow
from bot.store.results import ERASE_STANDINGS, NAME, ResultStore
from bot.store.statements import (
    FORGOTTEN,
    JOURNAL,
    OURS,
    ROW,
    SCHEMA_VERSION,
    TABLE,
    Conflict,
    DatabaseLost,
    Many,
    Statement,
    Subscriber,
    Taken,
    Unavailable,
    Work,
    WrongVersion,
    each,
    table_row,
)
from bot.store.tables import PUT, ShownBoard, TableStore

__all__ = [
    "JOURNAL_ENTRIES", "PUT", "Board", "Conflict", "DatabaseLost", "JournalRow", "ShownBoard", "Store", "Taken",
    "Unavailable", "WrongVersion", "from_url",
]  # fmt: skip


POSTS_DUE = f"SELECT guild FROM posts WHERE {OURS} AND at <= $4 ORDER BY at, guild LIMIT $5"
NEXT_POST = f"SELECT at FROM posts WHERE {OURS} ORDER BY at, guild LIMIT 1"
POST_AT = "INSERT INTO posts (guild, at) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET at = excluded.at"
REMOVE_POST = "DELETE FROM posts WHERE guild = $1"

Board = tuple[int, str]
"""A server and a game."""
NAMING = f"SELECT {ROW} FROM tables WHERE id > $1 AND position($2::bytea IN facts) > 0 ORDER BY id LIMIT $3"
REMEMBERING = f"""
    SELECT {ROW} FROM tables WHERE id > $1 AND status IN ('over', 'closed')
        AND EXISTS (SELECT 1 FROM people WHERE table_id = id)
        AND coalesce((SELECT at FROM moves WHERE table_id = id ORDER BY revision DESC LIMIT 1), 0) < $2
    ORDER BY id LIMIT $3"""
REWRITE = f"""
    UPDATE tables SET facts = $3, version = version + 1,
        shown = CASE WHEN $4::bigint = 1 AND shown = revision THEN {RENAMED} ELSE shown END
    WHERE id = $1 AND version = $2 AND status IN ('over', 'closed') RETURNING shard"""
NAMELESS = "UPDATE results SET user_id = NULL WHERE table_id = $1 AND user_id = ANY($2::bigint[])"
FORGET = (
    "DELETE FROM documents WHERE key = $1",
    "DELETE FROM people WHERE user_id = $1",
    "UPDATE results SET user_id = NULL WHERE user_id = $1",
    "DELETE FROM standings WHERE user_id = $1",
)
FORGET_NAMES = f"""
    DELETE FROM documents WHERE kind = '{NAME}'
        AND NOT EXISTS (SELECT 1 FROM results WHERE user_id = key AND user_id IS NOT NULL)"""
BOARDS = "SELECT DISTINCT guild, game FROM standings WHERE user_id = ANY($1::bigint[])"

JOURNAL_ENTRIES = 1_000
"""Entries stored for one server; the oldest are dropped first."""


class JournalRow(NamedTuple):
    """A stored entry."""

    id: int
    guild: int
    at: float
    entry: bytes
    channel: int | None
    """Where it is still to be posted; None: nowhere, or it was posted."""
    tried: float | None
    token: str
    """Unique: makes adding the entry idempotent, and is the nonce of its message."""


ENTRY = ", ".join(JournalRow._fields)
ADD_ENTRY = "INSERT INTO journal (guild, at, entry, channel, token) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
TRIM = """
    DELETE FROM journal WHERE guild = $1
        AND id <= (SELECT id FROM journal WHERE guild = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)"""
NEWEST = f"SELECT {ENTRY} FROM journal WHERE guild = $1 AND id < $2 ORDER BY id DESC LIMIT $3"
TO_POST = f"SELECT {ENTRY} FROM journal WHERE guild = $1 AND channel IS NOT NULL ORDER BY id LIMIT $2"
GUILDS_TO_POST = f"SELECT DISTINCT guild FROM journal WHERE channel IS NOT NULL AND {OURS}"
NAMING_ENTRIES = f"SELECT {ENTRY} FROM journal WHERE position($1::bytea IN entry) > 0 ORDER BY id"


class Store(TableStore, ResultStore):
    """A storage. Every write is durable when its method returns. Ids are Discord's 64-bit integers.

    A write raises DatabaseLost once the database file has been removed or replaced. Every method raises Unavailable if
    the database cannot be reached for a while.
    """

    def __init__(self) -> None:
        super().__init__()
        self._subscribers: dict[str, list[Subscriber]] = {}

    # ---- opening, and which shards are ours

    @abstractmethod
    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises WrongVersion."""

    @abstractmethod
    async def hold(self, *, wait: bool = False) -> None:
        """Become the only process that serves our shards, until ``let_go`` or the end of the process. Raises Taken.

        ``wait``: instead wait until the process that serves them lets go (PostgreSQL only). Reading needs no ``hold``.
        """

    @abstractmethod
    async def let_go(self) -> None:
        """Leave our shards to the process that waits for them. Writing is still possible."""

    notified = True
    """Whether notifications of other processes reach us: otherwise cached values may be stale."""

    def subscribe(self, topic: str, subscriber: Subscriber) -> None:
        """Subscribe to a topic (``bot/store/statements.py``) of other processes' notifications; never our own."""
        self._subscribers.setdefault(topic, []).append(subscriber)

    def notify(self, topic: str, payload: Any = None) -> None:
        """Call the subscribers of a topic in this process."""
        for subscriber in self._subscribers.get(topic, ()):
            subscriber(payload)

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes and disconnect."""

    async def schema_version(self) -> int:
        """The number of the newest migration applied."""
        [[number]] = await self._read(SCHEMA_VERSION)
        return number

    # ---- servers

    async def erase_guild(self, guild: int) -> list[int]:
        """Remove everything stored about a server and its tables; returns the tables' ids."""
        # Read before: the answer to the deletion may be lost.
        tables = [table for (table,) in await self._read("SELECT id FROM tables WHERE guild = $1 ORDER BY id", guild)]

        def work() -> Work[None]:
            for statement in (*ERASE_STANDINGS, REMOVE_POST, "DELETE FROM journal WHERE guild = $1"):
                yield statement, guild
            erased = yield "DELETE FROM tables WHERE guild = $1 RETURNING id, version, shard", guild
            others = [(table, version + 1, shard) for table, version, shard in erased if not self.at_home(shard)]
            yield from each(self._notifications(TABLE, *others))

        await self._change(work, slow=True)
        return tables

    # ---- when to post announcements, by server

    async def claim_posts(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` due servers of our shards, longest overdue first. They are due again at ``now + lease``."""

        def work() -> Work[list[int]]:
            due = [guild for (guild,) in (yield POSTS_DUE + " FOR UPDATE SKIP LOCKED", *self._ours, now, limit)]
            yield Many(POST_AT, [(guild, now + lease) for guild in due])
            return due

        # Hardly ever anything is due: then do not write.
        return await self._change(work) if await self._read(POSTS_DUE, *self._ours, now, 1) else []

    async def next_post(self) -> float | None:
        """The earliest time of any server of our shards."""
        found = await self._read(NEXT_POST, *self._ours)
        return found[0][0] if found else None

    async def post_at(self, guild: int, at: float | None) -> None:
        """Set a server's next time; None: never."""
        await self._do((REMOVE_POST, guild) if at is None else (POST_AT, guild, at))

    # ---- people: exporting and erasing

    async def naming(self, user: int, after: int, limit: int) -> list[TableRow]:
        """Tables after the id ``after`` whose facts contain a user id, of any status. Slow: reads every table."""
        return [table_row(found) for found in await self._slowly(NAMING, after, str(user).encode(), limit)]

    async def remembering(self, until: float, after: int, limit: int) -> list[TableRow]:
        """Ended tables whose last move was made before that time, and whose players are still stored."""
        return [table_row(found) for found in await self._slowly(REMEMBERING, after, until, limit)]

    async def rewrite(self, row: TableRow, facts: bytes, users: Collection[int], *, repaint: bool = False) -> bool:
        """Replace the facts of an ended table, and remove these people from it. Its log is not touched.

        ``repaint``: mark its messages as stale (``RENAMED``). False if the stored version is not the row's.
        """

        def work() -> Work[bool]:
            found = yield REWRITE, row.id, row.version, facts, int(repaint)
            for (shard,) in found:
                yield "DELETE FROM people WHERE table_id = $1 AND user_id = ANY($2::bigint[])", row.id, list(users)
                yield NAMELESS, row.id, list(users)
                if not self.at_home(shard):
                    yield from each(self._notifications(TABLE, (row.id, row.version + 1, shard)))
            return bool(found)

        return await self._change(work)

    async def documents_of(self, user: int) -> dict[str, bytes]:
        """A person's documents, by kind."""
        return dict(await self._read("SELECT kind, document FROM documents WHERE key = $1", user))

    async def forget(self, user: int) -> None:
        """Remove a person's documents, standings and seats, and their id from results."""
        await self._do(*((statement, user) for statement in FORGET), *self._notifications(FORGOTTEN, user))

    async def forget_names(self) -> None:
        """Remove the names of people without any result."""
        await self._do((FORGET_NAMES,))

    async def boards_of(self, users: Sequence[int]) -> list[Board]:
        """The servers and games in whose standings these people are."""
        return [(guild, game) for guild, game in await self._read(BOARDS, list(users))]

    # ---- journals of moderators' actions

    def journal_statements(
        self, guild: int, at: float, entry: bytes, channel: int | None, token: str
    ) -> Sequence[Statement]:
        """The statements that add an entry, for a transaction; ``channel`` is where it is to be posted."""
        notified = () if self.at_home(self.shards.shard_of(guild)) else self._notifications(JOURNAL, guild)
        return (ADD_ENTRY, guild, at, entry, channel, token), (TRIM, guild, JOURNAL_ENTRIES), *notified

    async def add_to_journal(self, guild: int, at: float, entry: bytes, channel: int | None, token: str) -> None:
        """Add an entry; idempotent by its token."""
        await self._do(*self.journal_statements(guild, at, entry, channel, token))

    async def journal(self, guild: int, before: int | None, limit: int) -> list[JournalRow]:
        """A server's entries, newest first; ``before``: only those before this id."""
        return [JournalRow(*row) for row in await self._read(NEWEST, guild, before or 2**62, limit)]

    async def journal_to_post(self, guild: int, limit: int) -> list[JournalRow]:
        """A server's entries that are still to be posted, the oldest first."""
        return [JournalRow(*row) for row in await self._read(TO_POST, guild, limit)]

    async def journals_to_post(self) -> list[int]:
        """The servers of our shards with entries that are still to be posted."""
        return [guild for (guild,) in await self._read(GUILDS_TO_POST, *self._ours)]

    async def journal_trying(self, number: int, now: float) -> None:
        """Store when posting an entry was first tried."""
        await self._do(("UPDATE journal SET tried = coalesce(tried, $2) WHERE id = $1", number, now))

    async def journal_posted(self, number: int) -> None:
        """Mark an entry as posted, or as having no channel."""
        await self._do(("UPDATE journal SET channel = NULL WHERE id = $1", number))

    async def remove_from_journal(self, number: int) -> None:
        """Remove one entry."""
        await self._do(("DELETE FROM journal WHERE id = $1", number))

    async def trim_journals(self, before: float) -> None:
        """Remove the entries of all servers that were added before a time."""
        await self._do(("DELETE FROM journal WHERE at < $1", before))

    async def journal_naming(self, user: int) -> list[JournalRow]:
        """The entries of all servers that contain a user id, maybe as a part of another id."""
        return [JournalRow(*row) for row in await self._slowly(NAMING_ENTRIES, str(user).encode())]

    async def rewrite_journal(self, row: JournalRow, entry: bytes) -> None:
        """Replace an entry unless it has changed."""
        await self._do(("UPDATE journal SET entry = $3 WHERE id = $1 AND entry = $2", row.id, row.entry, entry))


def in_postgres(url: str) -> bool:
    """Whether an address is one of PostgreSQL's."""
    return re.match(r"postgres(ql)?://", url) is not None


def path_of(url: str) -> Path:
    """The SQLite file that any other address names."""
    return Path(url.removeprefix("sqlite:///"))


def from_url(url: str) -> Store:
    """The storage at an address, not yet open: a path or ``sqlite:///path``, or ``postgresql://…``."""
    # Imported late: SQLite needs no PostgreSQL driver in memory.
    if in_postgres(url):
        from bot.store.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(url)
    from bot.store.sqlite import SqliteStore  # noqa: PLC0415

    return SqliteStore(url.removeprefix("sqlite:///"))
