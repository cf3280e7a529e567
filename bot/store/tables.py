"""Tables with their logs of moves, and documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import astuple, replace

from bot.core.facts import OPEN, MoveRow, TableRow
from bot.core.results import NO_NAMES, Result
from bot.core.shards import ALL
from bot.store.results import keep
from bot.store.statements import ENDED, ROW, TABLE, BaseStore, Conflict, Many, Statement, Work, each, table_row

NO_ENTRIES: Mapping[int, MoveRow] = {}

FIELDS = TableRow.__struct_fields__
CREATE = f"""
    INSERT INTO tables ({", ".join(FIELDS[1:])})
    VALUES ({", ".join(f"${place}" for place in range(1, len(FIELDS)))}) RETURNING id"""
# Finds a table whose creation succeeded although the answer was lost.
MADE = """
    SELECT max(id) FROM tables
    WHERE guild = $1 AND status = $2 AND channel = $3 AND game = $4 AND facts = $5 AND version = $6 AND revision = $7"""
# One statement, so that row and log come from the same moment: stored moves can be replaced.
LOAD = f"""
    SELECT {ROW}, 0 AS number, NULL, NULL, NULL FROM tables WHERE id = $1
    UNION ALL SELECT {"NULL, " * len(FIELDS)}revision, seat, move, at FROM moves WHERE table_id = $1 ORDER BY number"""
# The board shows status and facts too: a change of either makes it stale.
UPDATE = """
    UPDATE tables SET guild = $4, channel = $5, thread = $6, game = $7, status = $8, revision = $9, wake = $10,
        version = version + 1, facts = $11, shard = $12,
        shown = CASE WHEN status = $8 AND facts = $11 THEN shown ELSE -1 END
    WHERE id = $1 AND version = $2 AND revision = $3"""
# The subquery sees the row as it was before.
SAVE = f"{UPDATE} RETURNING (SELECT shard FROM tables AS before WHERE before.id = tables.id)"
APPEND = "INSERT INTO moves (table_id, revision, seat, move, at) VALUES ($1, $2, $3, $4, $5)"
REPLACE = "UPDATE moves SET seat = $3, move = $4, at = $5 WHERE table_id = $1 AND revision = $2"
SEAT = "INSERT INTO people (user_id, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING"
KEEP_SEATED = "DELETE FROM people WHERE table_id = $1 AND NOT user_id = ANY($2::bigint[])"

MARK_SHOWN = "UPDATE tables SET shown = coalesce($2, shown), board = coalesce($3, board) WHERE id = $1"
CENSUS = """
    SELECT status, count(*) FROM tables WHERE status IN ('lobby', 'playing') AND shard BETWEEN $1 AND $2
    GROUP BY status"""

FOUND = "status = ANY($2::text[]) ORDER BY id"
OF_USER = f"SELECT {ROW} FROM tables WHERE id IN (SELECT table_id FROM people WHERE user_id = $1) AND {FOUND}"
# By its own choice SQLite would use the primary key and read every table the person ever played at.
OF_USER_OPEN = f"""
    SELECT {ROW} FROM tables WHERE id IN (
        SELECT table_id FROM people /*! INDEXED BY people_at_open_tables */ WHERE user_id = $1 AND open
    ) AND {FOUND}"""
OF_USER_OR_IN_PLACE = f"""
    SELECT id FROM tables WHERE id IN (
        SELECT table_id FROM people /*! INDEXED BY people_at_open_tables */ WHERE user_id = $1 AND open
        UNION SELECT id FROM tables WHERE (channel = $3 OR thread = $3) AND status = ANY($2::text[])
    ) AND {FOUND}"""
IN_GUILD = f"SELECT {ROW} FROM tables WHERE guild = $1 AND {FOUND}"
IN_PLACE = f"SELECT {ROW} FROM tables WHERE (channel = $1 OR thread = $1) AND {FOUND}"


GET = "SELECT document FROM documents WHERE kind = $1 AND key = $2"
PUT = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"
OF_KIND = "SELECT key, document FROM documents WHERE kind = $1 ORDER BY key"
REMOVE = "DELETE FROM documents WHERE kind = $1 AND key = $2"
REMOVE_IF = "DELETE FROM documents WHERE kind = $1 AND key = $2 AND document = $3 RETURNING 1"
SWAP = "UPDATE documents SET document = $4 WHERE kind = $1 AND key = $2 AND document = $3 RETURNING 1"
ADD = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1"
DROP_KINDS = """
    DELETE FROM documents
    WHERE kind LIKE $1::text || ' %' /*! AND kind > $1 || ' ' AND kind < $1 || '!' */"""
DROP_KINDS_BEFORE = f"""{DROP_KINDS}
    AND CAST(nullif(substr(kind, length(rtrim(kind, '0123456789')) + 1), '') AS bigint) < $2"""
DROP_OLDER = "DELETE FROM documents WHERE kind = $1 AND (convert_from(document, 'UTF8')::json->>'at')::float < $2"


class ShownBoard(NamedTuple):
    """The revision that a table's board shows now, and where the board is; a None stays as it is stored."""

    table: int
    shown: int | None
    board: bytes | None = None
    before: bytes | None = None
    """Where the board was when the caller last read it."""


def updated(row: TableRow, before: int) -> tuple[Any, ...]:
    """The values of ``UPDATE`` for a table that had so many moves before."""
    places = row.guild, row.channel, row.thread, row.game
    return row.id, row.version, before, *places, row.status, row.revision, row.wake, row.facts, row.shard


class TableStore(BaseStore):
    """Tables and documents. Each storage has three queries of its own."""

    BEHIND: str
    """Parameters: those of ``OURS``. Finds the tables whose board does not show the newest revision."""
    NEXT_WAKE: str
    """Parameters: first shard, last shard. Finds the earliest wake."""
    DUE: str
    """Parameters: time, limit, first shard, last shard. Finds due tables; locks them until the transaction ends."""

    def at_home(self, shard: int) -> bool:
        """Whether this process acts for the tables of a shard."""
        return self._acts and (self._shards is ALL or shard in self._shards)

    async def create(self, row: TableRow, users: Sequence[int]) -> TableRow:
        """Store a new table with its players; returns the row with its id."""
        tries = 0

        def work() -> Work[int]:
            nonlocal tries
            tries += 1
            made = None
            if tries > 1:
                # The first answer may have been lost.
                values = (row.guild, row.status, row.channel, row.game, row.facts, row.version, row.revision)
                [[made]] = yield MADE, *values
            if made is None:
                [[made]] = yield CREATE, *astuple(row)[1:]
                yield Many(SEAT, [(user, made) for user in users])
            return made

        return replace(row, id=await self._change(work))

    async def load(self, table: int) -> tuple[TableRow, list[MoveRow]] | None:
        """A table and its whole log in order; None if there is no such table."""
        found = await self._read(LOAD, table)
        if not found:
            return None
        row, *log = (list(values) for values in found)
        return table_row(row[: len(FIELDS)]), [MoveRow(*values[len(FIELDS) + 1 :]) for values in log]

    async def save(
        self,
        row: TableRow,
        *,
        entries: Sequence[MoveRow] = (),
        replaced: Mapping[int, MoveRow] = NO_ENTRIES,
        users: Sequence[int] | None = None,
        results: Sequence[Result] = (),
        names: Mapping[int, str] = NO_NAMES,
    ) -> TableRow:
        """Write a table in one transaction; returns the row with its next version.

        ``row.version`` is the version that was read. ``entries`` are new moves, the last one of revision
        ``row.revision``; ``replaced`` are moves that replace stored ones, by revision. ``users``, if given, replaces
        the players. ``results`` and players' ``names`` are given once, with the last move. Raises Conflict if the
        stored version or the length of the stored log differs. ``row.shown`` is not written: it becomes -1 when status
        or facts change, because the board shows them; otherwise ``mark_shown`` sets it.
        """
        before = row.revision - len(entries)
        moves = dict(enumerate(entries, before + 1))
        written = replace(row, version=row.version + 1)
        if entries and not (replaced or results) and users is None and await self._append(row, moves, written):
            return written
        tries = 0

        def work() -> Work[None]:
            nonlocal tries
            tries += 1
            found = yield SAVE, *updated(row, before)
            if not found:
                raise Conflict(f"Table {row.id} is not at version {row.version} with {before} moves any more.")
            yield Many(APPEND, [(row.id, number, *astuple(move)) for number, move in moves.items()])
            yield Many(REPLACE, [(row.id, number, *astuple(move)) for number, move in replaced.items()])
            if users is not None:
                yield KEEP_SEATED, row.id, list(users)
                yield Many(SEAT, [(user, row.id) for user in users])
            if results:
                yield from keep(results, names)
                if not self.at_home(self._shards.shard_of(row.guild)):
                    yield from each(self._notifications(ENDED, row.guild))
            [[shard]] = found
            if not self.at_home(shard):
                yield from each(self._notifications(TABLE, (row.id, written.version, shard)))

        if not all(0 < number <= before for number in replaced):
            raise Conflict(f"Table {row.id} has not all of the moves {sorted(replaced)} to replace.")
        try:
            await self._change(work)
        except Conflict:
            # An earlier attempt, whose answer was lost, may have committed.
            if tries == 1 or not await self._is_stored(written, {**moves, **replaced}):
                raise
        return written

    async def _append(self, _row: TableRow, _moves: Mapping[int, MoveRow], _written: TableRow) -> bool:
        """Store ordinary moves in a faster way, if there is one; whether they are stored."""
        return False

    async def _is_stored(self, row: TableRow, moves: Mapping[int, MoveRow]) -> bool:
        """Whether a table is stored exactly like this, with these moves by revision."""
        found = await self.load(row.id)
        if found is None or replace(found[0], shown=row.shown) != row:
            return False
        return all(revision <= len(found[1]) and found[1][revision - 1] == move for revision, move in moves.items())

    async def mark_shown(self, *boards: ShownBoard) -> None:
        """Store what boards show, in one write. Never conflicts and does not raise the version.

        With several processes (``PostgresStore``): nothing is written for a table of another process if that process
        has moved the board away from ``before``; otherwise it is notified.
        """
        await self._do(Many(MARK_SHOWN, [board[:3] for board in boards]))

    async def board(self, table: int) -> bytes | None:
        """Where a table's board is, as given to ``mark_shown``; None if unknown."""
        found = await self._read("SELECT board FROM tables WHERE id = $1", table)
        return found[0][0] if found else None

    async def behind(self) -> list[int]:
        """Tables of our shards that have left the lobby and whose board is not up to date, ascending."""
        return [table for (table,) in await self._read(self.BEHIND, *self._ours)]

    async def census(self) -> dict[str, int]:
        """The number of tables of our shards by status, of those not over; a status without tables may be missing."""
        return dict(await self._read(CENSUS, *self._own))

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` due tables of our shards, oldest first. They are due again at ``now + lease``."""

        def work() -> Work[list[int]]:
            due = [table for (table,) in (yield self.DUE, now, limit, *self._own)]
            yield Many("UPDATE tables SET wake = $2 WHERE id = $1", [(table, now + lease) for table in due])
            return due

        return await self._change(work)

    async def next_wake(self) -> float | None:
        """The earliest wake of any table of our shards."""
        [[wake]] = await self._read(self.NEXT_WAKE, *self._own)
        return wake

    async def of_user(self, user: int, statuses: Sequence[str]) -> list[TableRow]:
        """Tables a player sits at, with one of these statuses, oldest first."""
        return await self._found(OF_USER_OPEN if set(statuses) <= set(OPEN) else OF_USER, user, statuses)

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[TableRow]:
        """Tables of a server, with one of these statuses, oldest first."""
        return await self._found(IN_GUILD, guild, statuses)

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[TableRow]:
        """Tables opened in a channel or played in a thread of that id, oldest first."""
        return await self._found(IN_PLACE, place, statuses)

    async def of_user_or_in_place(self, user: int, place: int, statuses: Sequence[str]) -> list[int]:
        """Ids of tables a player sits at or that ``in_place`` finds, with one of these open statuses, oldest first."""
        return [table for (table,) in await self._read(OF_USER_OR_IN_PLACE, user, list(statuses), place)]

    async def _found(self, query: str, whose: int, statuses: Sequence[str]) -> list[TableRow]:
        return [table_row(found) for found in await self._read(query, whose, list(statuses))]

    # ---- documents that the storage does not read, e.g. a server's settings

    async def get(self, kind: str, key: int) -> bytes | None:
        """A document, or None."""
        found = await self._read(GET, kind, key)
        return found[0][0] if found else None

    async def documents(self, kind: str) -> list[tuple[int, bytes]]:
        """All documents of a kind, by key."""
        return [(key, document) for key, document in await self._read(OF_KIND, kind)]

    async def put(self, kind: str, key: int, document: bytes | None, *, notify: bool = False) -> None:
        """Store a document; None removes it. ``notify``: notify processes that cache it (its kind is the topic)."""
        written: Statement = (REMOVE, kind, key) if document is None else (PUT, kind, key, document)
        await self._do(written, *(self._notifications(kind, key) if notify and self._elsewhere else ()))

    async def swap(
        self,
        kind: str,
        key: int,
        before: bytes | None,
        after: bytes | None,
        *,
        notify: bool = False,
        also: Sequence[Statement] = (),
    ) -> bool:
        """Replace a document if the stored one is still ``before`` (None: there is none); returns whether it was.

        ``after`` None removes it. ``notify`` as for ``put``. ``also`` is written in the same transaction.
        """
        tries = 0

        def work() -> Work[bool]:
            nonlocal tries
            tries += 1
            if before is None:
                found = (yield (ADD, kind, key, after)) if after is not None else []
            elif after is None:
                found = yield REMOVE_IF, kind, key, before
            else:
                found = yield SWAP, kind, key, before, after
            if found:
                yield from each((*also, *(self._notifications(kind, key) if notify and self._elsewhere else ())))
            return bool(found)

        # An earlier attempt, whose answer was lost, may have committed.
        return await self._change(work) or (tries > 1 and await self.get(kind, key) == after)

    async def change(
        self,
        kind: str,
        key: int,
        function: Callable[[bytes | None], bytes | None],
        *,
        notify: bool = False,
        also: Callable[[], Sequence[Statement]] = tuple,
    ) -> bytes | None:
        """Apply a function to a document atomically; returns the new document. None stands for no document.

        After a concurrent write the function is applied again, so it must be pure. Its exceptions are passed on, and
        nothing is written. ``also`` is called after each application, and written in the same transaction.
        """
        while True:
            before = await self.get(kind, key)
            after = function(before)
            if after == before or await self.swap(kind, key, before, after, notify=notify, also=also()):
                return after

    async def drop_keys(self, kind: str, before: int) -> None:
        """Remove the documents of a kind whose key is below ``before``."""
        await self._do(("DELETE FROM documents WHERE kind = $1 AND key < $2", kind, before))

    async def drop_kinds(self, first: str, before: int | None = None) -> None:
        """Remove the documents whose kind begins with ``first`` and a space (and ends in a number below ``before``)."""
        await self._do((DROP_KINDS, first) if before is None else (DROP_KINDS_BEFORE, first, before))

    async def drop_older(self, kind: str, before: float) -> None:
        """Remove the documents of a kind, all JSON, whose time ``at`` is before that one."""
        await self._do((DROP_OLDER, kind, before))
