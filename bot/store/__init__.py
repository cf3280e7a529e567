"""The storage: the methods that every storage has, and ``from_url``, which picks SQLite or PostgreSQL.

A table is stored as its log of moves; its state is never stored, only replayed. Columns hold the fields that tables are
searched by (place, status, when to wake); the rest is one JSON document, ``facts``, which the storage does not read.
"""

# ruff: noqa: S608 - only names of our own columns are put into SQL here

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.core.facts import OPEN, MoveRow, TableRow
from bot.core.results import NO_NAMES, NO_RESULTS, Result
from bot.store import migrations
from bot.store.documents import ERASE_JOURNAL, ERASE_POSTS, DocumentStore, JournalStore, PersonStore, PostStore
from bot.store.results import ERASE_STANDINGS, ResultStore
from bot.store.statements import (
    ROW,
    TABLE,
    Conflict,
    DatabaseLost,
    Many,
    News,
    Subscriber,
    Taken,
    TooNew,
    TooOld,
    Unavailable,
    Work,
    WrongVersion,
    each,
    table_row,
)

__all__ = [
    "Conflict", "DatabaseLost", "ShownBoard", "Store", "Taken", "TooNew", "TooOld",
    "Unavailable", "WrongVersion", "from_url",
]  # fmt: skip

NO_ENTRIES: Mapping[int, MoveRow] = {}

BOARD_PLACE = "SELECT board FROM tables WHERE id = $1"
MARK_SHOWN = "UPDATE tables SET shown = coalesce($2, shown), board = coalesce($3, board) WHERE id = $1"
FOUND = "status = ANY($2::text[]) ORDER BY id"
OF_USER = f"SELECT {ROW} FROM tables WHERE id IN (SELECT table_id FROM people WHERE user_id = $1) AND {FOUND}"
# By its own choice SQLite would use the primary key and read every table the person ever played at.
OF_USER_OPEN = f"""
    SELECT {ROW} FROM tables WHERE id IN (
        SELECT table_id FROM people /*! INDEXED BY people_at_open_tables */ WHERE user_id = $1 AND open
    ) AND {FOUND}"""
IN_GUILD = f"SELECT {ROW} FROM tables WHERE guild = $1 AND {FOUND}"
IN_PLACE = f"SELECT {ROW} FROM tables WHERE (channel = $1 OR thread = $1) AND {FOUND}"
IDS_IN_GUILD = "SELECT id FROM tables WHERE guild = $1 ORDER BY id"
ERASE_GUILD = "DELETE FROM tables WHERE guild = $1 RETURNING id, version, shard"


class ShownBoard(NamedTuple):
    """The revision that a table's board shows now, and where the board is; None leaves the stored value.

    ``before`` is where the board was as far as the caller knows.
    """

    table: int
    shown: int | None
    board: bytes | None = None
    before: bytes | None = None


class Store(DocumentStore, ResultStore, PersonStore, PostStore, JournalStore):
    """A storage. Every write is durable when its method returns. Ids are Discord's 64-bit integers.

    A write raises DatabaseLost once the database file has been removed or replaced. Every method raises Unavailable if
    the database cannot be reached for a while.
    """

    def __init__(self) -> None:
        super().__init__()
        self._news = News()

    # ---- opening, and which shards are ours

    @abstractmethod
    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises WrongVersion."""

    @abstractmethod
    async def hold(self, *, wait: bool = False) -> None:
        """Become the only process that serves our shards, until ``let_go`` or the end of the process. Raises Taken.

        ``wait``: instead wait until the process that serves them lets go. Reading needs no ``hold``. If another process
        takes them over (possible only while we are cut off), ``REPLACED`` is raised, and every write raises Taken.
        """

    @abstractmethod
    async def let_go(self) -> None:
        """Leave our shards to the process that waits for them. Writing is still possible."""

    notified = True
    """Whether notifications of other processes reach us: otherwise cached values may be stale."""

    def subscribe(self, topic: str, subscriber: Subscriber) -> None:
        """Subscribe to a topic (``bot/store/statements.py``) of other processes' notifications; never our own."""
        self._news.subscribe(topic, subscriber)

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes and disconnect."""

    async def schema_version(self) -> int:
        """The number of the newest migration applied."""
        [[number]] = await self._read(migrations.VERSION)
        return number

    # ---- tables

    @abstractmethod
    async def create(self, row: TableRow, users: Sequence[int]) -> TableRow:
        """Store a new table with its players; returns the row with its id."""

    @abstractmethod
    async def load(self, table: int) -> tuple[TableRow, list[MoveRow]] | None:
        """A table and its whole log in order; None if there is no such table."""

    @abstractmethod
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
        """Write a table in one transaction; returns the row with its next version.

        ``row.version`` is the version that was read. ``entries`` are new moves; the last has revision ``row.revision``
        and the first of a log revision 1. ``replaced`` are moves that replace stored ones, by revision. ``users``, if
        given, replaces the table's players. ``results`` and players' ``names`` are given once, with the last move.
        Raises Conflict if the stored version differs, a new revision exists already or a replaced one does not.
        ``row.shown`` is not written: it becomes -1 when status or facts change, because the board shows them; otherwise
        ``mark_shown`` sets it. If another process acted for the table, it is notified (``TABLE``).
        """

    async def mark_shown(self, *boards: ShownBoard) -> None:
        """Store what boards show, in one write. Never conflicts and does not raise the version.

        For a table of another process: nothing is written if that process has moved the board away from ``before``;
        otherwise it is notified.
        """
        # All tables are ours here: no other process could have moved a board.
        await self._do(Many(MARK_SHOWN, [board[:3] for board in boards]))

    async def board(self, table: int) -> bytes | None:
        """Where a table's board is, as given to ``mark_shown``; None if unknown."""
        found = await self._read(BOARD_PLACE, table)
        return found[0][0] if found else None

    @abstractmethod
    async def behind(self) -> list[int]:
        """Tables of our shards past their lobby whose board does not show the newest revision, ascending.

        A table in no channel (0) has no board.
        """

    @abstractmethod
    async def census(self) -> dict[str, int]:
        """The number of tables of our shards by status, of those not over; a status without tables may be missing."""

    @abstractmethod
    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` tables of our shards that are due to wake, oldest first.

        Their wake is set to ``now + lease``, so that no other process takes them and none is lost if this one dies. The
        version is not raised.
        """

    @abstractmethod
    async def next_wake(self) -> float | None:
        """The earliest wake of any table of our shards."""

    async def of_user(self, user: int, statuses: Sequence[str]) -> list[TableRow]:
        """Tables a player sits at, with one of these statuses, oldest first."""
        return await self._found(OF_USER_OPEN if set(statuses) <= set(OPEN) else OF_USER, user, statuses)

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[TableRow]:
        """Tables of a server, with one of these statuses, oldest first."""
        return await self._found(IN_GUILD, guild, statuses)

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[TableRow]:
        """Tables opened in a channel or played in a thread of that id, oldest first."""
        return await self._found(IN_PLACE, place, statuses)

    async def erase_guild(self, guild: int) -> list[int]:
        """Remove everything stored about a server and its tables; returns the tables' ids."""
        # Read before: the answer to the deletion may be lost.
        tables = [table for (table,) in await self._read(IDS_IN_GUILD, guild)]

        def work() -> Work[None]:
            for statement in (*ERASE_STANDINGS, *ERASE_POSTS, *ERASE_JOURNAL):
                yield statement, guild
            erased = yield ERASE_GUILD, guild
            others = [(table, version + 1, shard) for table, version, shard in erased if not self.at_home(shard)]
            yield from each(self._said(TABLE, *others))

        await self._change(work)
        return tables

    async def _found(self, query: str, whose: int, statuses: Sequence[str]) -> list[TableRow]:
        return [table_row(found) for found in await self._read(query, whose, list(statuses))]


def in_postgres(url: str) -> bool:
    """Whether an address is one of PostgreSQL's."""
    return re.match(r"postgres(ql)?://", url) is not None


def path_of(url: str) -> Path:
    """The SQLite file that any other address names."""
    return Path(url.removeprefix("sqlite:///"))


def from_url(url: str) -> Store:
    """The storage at an address, not yet open: a path or ``sqlite:///path``, or ``postgresql://…``.

    Raises ValueError for anything else.
    """
    # Imported late: SQLite needs no PostgreSQL driver in memory.
    path = url.removeprefix("sqlite:///")
    if in_postgres(url):
        from bot.store.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(url)
    # A misspelt address is no path: the file would be named by a password.
    if path and "://" not in path and not re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", path):
        from bot.store.sqlite import SqliteStore  # noqa: PLC0415

        return SqliteStore(path)
    # Only the scheme is repeated: the rest of an address may contain a password.
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", url)
    raise ValueError(
        f"No storage has an address like {scheme[0] if scheme else ''}…; allowed are a path, sqlite:///path "
        "(sqlite:////path if it starts at the root) and postgresql://user:password@host/database."
    )
