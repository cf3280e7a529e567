"""Tables as every storage keeps them.

The log comes first: a table is its moves. The state is never stored, only replayed. What the kernel has to find
tables by (place, status, when to wake) has columns of its own; the rest of what it knows of a table is one JSON
document, ``facts``, which storage does not read.
"""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.core.facts import OPEN
from bot.core.results import NO_NAMES, NO_RESULTS, Result
from bot.core.stored import Entry, Row
from bot.store.documents import ERASE_JOURNAL, ERASE_POSTS
from bot.store.results import ERASE_STANDINGS
from bot.store.statements import ROW, TABLE, Database, Many, Work, each, table_row

NONE: Mapping[int, Entry] = {}

BOARD = "SELECT board FROM tables WHERE id = $1"
MARK_SHOWN = "UPDATE tables SET shown = coalesce($2, shown), board = coalesce($3, board) WHERE id = $1"
FOUND = "status = ANY($2::text[]) ORDER BY id"
OF_USER = f"SELECT {ROW} FROM tables WHERE id IN (SELECT table_id FROM people WHERE user_id = $1) AND {FOUND}"
# SQLite would take the primary key, and with it all that somebody ever played.
OF_USER_OPEN = f"""
    SELECT {ROW} FROM tables WHERE id IN (
        SELECT table_id FROM people /*! INDEXED BY people_at_open_tables */ WHERE user_id = $1 AND open
    ) AND {FOUND}"""
IN_GUILD = f"SELECT {ROW} FROM tables WHERE guild = $1 AND {FOUND}"
IN_PLACE = f"SELECT {ROW} FROM tables WHERE (channel = $1 OR thread = $1) AND {FOUND}"
IDS_IN_GUILD = "SELECT id FROM tables WHERE guild = $1 ORDER BY id"
ERASE_GUILD = "DELETE FROM tables WHERE guild = $1 RETURNING id, version, shard"


class Change(NamedTuple):
    """What is written of a table, see ``TableStore.save``; new moves with their revisions."""

    row: Row
    moves: Sequence[tuple[int, Entry]]
    replaced: Mapping[int, Entry]
    users: Sequence[int] | None
    results: Sequence[Result]
    names: Mapping[int, str]


class ShownBoard(NamedTuple):
    """What a board shows now: this revision of a table, and it is where ``board`` says; what is None stays as it is.

    ``before`` is where it was as far as is known.
    """

    table: int
    shown: int | None
    board: bytes | None = None
    before: bytes | None = None


class TableStore(Database):
    """What a storage keeps of tables."""

    @abstractmethod
    async def create(self, row: Row, users: Sequence[int]) -> Row:
        """Keep a new table with the people at it; gives the row with its id."""

    @abstractmethod
    async def load(self, table: int) -> tuple[Row, list[Entry]] | None:
        """A table and its whole log in order; None if there is no such table."""

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
        """Write a table as it is now.

        ``row.version`` is the version that was read; the given row comes back with the next one. ``entries`` are new
        moves, the last of which has revision ``row.revision`` (the first move of a log has revision 1). ``replaced``
        are moves that take the place of those stored at these revisions. ``users``, if given, replaces the people at
        the table. ``results`` are given with the last move, once, and ``names`` are what people are called then.
        All or nothing; raises Conflict if the stored version is another, a new move's revision exists, or
        a replaced one's does not. ``shown`` of the row is not written: it becomes -1 when status or
        facts change, for a board shows those too, and is ``mark_shown``'s business otherwise. If it was at home in
        another process, that one is told (``TABLE``).
        """
        await self._save(Change(row, list(numbered(row, entries)), replaced, users, results, names))
        return replace(row, version=row.version + 1)

    @abstractmethod
    async def _save(self, change: Change) -> None:
        """Write a change. Raises Conflict."""

    async def mark_shown(self, *boards: ShownBoard) -> None:
        """Write down what boards show, in one write. Never conflicts and does not raise the version.

        Where a table is not at home here (any more), nothing is written of it if its home has put the board elsewhere
        than ``before`` says, and otherwise its home is told.
        """
        # Where all is at home here nobody else could have put them elsewhere.
        await self._do(Many(MARK_SHOWN, [board[:3] for board in boards]))

    async def board(self, table: int) -> bytes | None:
        """Where a table's board is, as ``mark_shown`` was told; None if nobody has said."""
        found = await self._read(BOARD, table)
        return found[0][0] if found else None

    @abstractmethod
    async def behind(self) -> list[int]:
        """Tables of our shards past their lobby whose board shows another revision than the newest, ascending.

        A table in no channel (0) has no board.
        """

    @abstractmethod
    async def census(self) -> dict[str, int]:
        """How many tables of our shards have each status that is not over; one that nobody has may be missing."""

    @abstractmethod
    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` tables of our shards whose time to wake has come, oldest first.

        Their wake is put off to ``now + lease``, so that no other process takes them and none is lost if this one
        dies. It does not raise the version.
        """

    @abstractmethod
    async def next_wake(self) -> float | None:
        """The earliest time any table of our shards wants to wake."""

    async def of_user(self, user: int, statuses: Sequence[str]) -> list[Row]:
        """Tables a person sits at, with one of these statuses, oldest first."""
        # Few at a time are open for anybody: looking for them must not take long.
        return await self._found(OF_USER_OPEN if set(statuses) <= set(OPEN) else OF_USER, user, statuses)

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Row]:
        """Tables of a server, with one of these statuses, oldest first."""
        return await self._found(IN_GUILD, guild, statuses)

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Row]:
        """Tables opened in a channel or played in a thread of that id, oldest first."""
        return await self._found(IN_PLACE, place, statuses)

    async def erase_guild(self, guild: int) -> list[int]:
        """Remove a server's tables with all that follows from them; gives their numbers.

        Logs, people, boards, results, standings and journal go, and when it is told something, and who played there.
        """
        # Before, and not as they go: the answer may be lost on its way.
        tables = [table for (table,) in await self._read(IDS_IN_GUILD, guild)]

        def work() -> Work[None]:
            for statement in (*ERASE_STANDINGS, *ERASE_POSTS, *ERASE_JOURNAL):
                yield statement, guild
            erased = yield ERASE_GUILD, guild
            others = [(table, version + 1, shard) for table, version, shard in erased if not self.at_home(shard)]
            yield from each(self._said(TABLE, *others))

        await self._change(work)
        return tables

    async def _found(self, query: str, whose: int, statuses: Sequence[str]) -> list[Row]:
        return [table_row(found) for found in await self._read(query, whose, list(statuses))]


def numbered(row: Row, entries: Sequence[Entry]) -> Iterable[tuple[int, Entry]]:
    """New moves with their revisions, the last of which is the row's. ValueError if the log would begin before 1."""
    first = row.revision - len(entries) + 1
    if entries and first < 1:
        raise ValueError(f"{len(entries)} moves cannot end at revision {row.revision}: the first move has revision 1.")
    return enumerate(entries, first)
