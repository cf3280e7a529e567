"""Documents by kind and key, what is stored about a person, times of announcements, and moderators' journals."""

# ruff: noqa: S608 - only our own names are put into SQL here

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from bot.core.facts import RENAMED, TableRow
from bot.store.results import NAME
from bot.store.statements import FORGOTTEN, JOURNAL, OURS, ROW, TABLE, BaseStore, Many, Statement, Work, each, table_row

GET = "SELECT document FROM documents WHERE kind = $1 AND key = $2"
PUT = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"
OF_KIND = "SELECT key, document FROM documents WHERE kind = $1 ORDER BY key"
REMOVE = "DELETE FROM documents WHERE kind = $1 AND key = $2"
REMOVE_IF = "DELETE FROM documents WHERE kind = $1 AND key = $2 AND document = $3 RETURNING 1"
SWAP = "UPDATE documents SET document = $4 WHERE kind = $1 AND key = $2 AND document = $3 RETURNING 1"
ADD = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1"
DROP_KEYS = "DELETE FROM documents WHERE kind = $1 AND key < $2"
DROP_KINDS = """
    DELETE FROM documents
    WHERE kind LIKE $1::text || ' %' /*! AND kind > $1 || ' ' AND kind < $1 || '!' */"""
DROP_KINDS_BEFORE = f"""{DROP_KINDS}
    AND CAST(nullif(substr(kind, length(rtrim(kind, '0123456789')) + 1), '') AS bigint) < $2"""


class DocumentStore(BaseStore):
    """Documents that the storage does not read, e.g. a server's settings."""

    async def get(self, kind: str, key: int) -> bytes | None:
        """A document, or None."""
        found = await self._read(GET, kind, key)
        return found[0][0] if found else None

    async def documents(self, kind: str) -> list[tuple[int, bytes]]:
        """All documents of a kind, by key."""
        return [(key, document) for key, document in await self._read(OF_KIND, kind)]

    async def put(self, kind: str, key: int, document: bytes | None, *, tell: bool = False) -> None:
        """Store a document; None removes it. ``tell``: notify processes that cache it (its kind is the topic)."""
        written: Statement = (REMOVE, kind, key) if document is None else (PUT, kind, key, document)
        await self._do(written, *(self._said(kind, key) if tell and self._elsewhere else ()))

    async def swap(
        self,
        kind: str,
        key: int,
        before: bytes | None,
        after: bytes | None,
        *,
        tell: bool = False,
        also: Sequence[Statement] = (),
    ) -> bool:
        """Replace a document if the stored one is still ``before`` (None: there is none); returns whether it was.

        ``after`` None removes it. ``tell`` as for ``put``. ``also`` is written in the same transaction.
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
                yield from each((*also, *(self._said(kind, key) if tell and self._elsewhere else ())))
            return bool(found)

        # An earlier attempt, whose answer was lost, may have committed.
        return await self._change(work) or (tries > 1 and await self.get(kind, key) == after)

    async def change(
        self,
        kind: str,
        key: int,
        function: Callable[[bytes | None], bytes | None],
        *,
        tell: bool = False,
        also: Callable[[], Sequence[Statement]] = tuple,
    ) -> bytes | None:
        """Apply a function to a document atomically; returns the new document. None stands for no document.

        After a concurrent write the function is applied again, so it must be pure. Its exceptions are passed on, and
        nothing is written. ``also`` is called after each application, and written in the same transaction.
        """
        while True:
            before = await self.get(kind, key)
            after = function(before)
            if after == before or await self.swap(kind, key, before, after, tell=tell, also=also()):
                return after

    async def drop_keys(self, kind: str, before: int) -> None:
        """Remove the documents of a kind whose key is below that one."""
        await self._do((DROP_KEYS, kind, before))

    async def drop_kinds(self, first: str, before: int | None = None) -> None:
        """Remove the documents whose kind is ``first``, a space and more words.

        ``before``: only where the last of these words is a number below that one.
        """
        await self._do((DROP_KINDS, first) if before is None else (DROP_KINDS_BEFORE, first, before))


DUE = f"SELECT guild FROM posts WHERE {OURS} AND at <= $4 ORDER BY at, guild LIMIT $5"
NEXT = f"SELECT at FROM posts WHERE {OURS} ORDER BY at, guild LIMIT 1"
KEEP = "INSERT INTO posts (guild, at) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET at = excluded.at"
REMOVE_POST = "DELETE FROM posts WHERE guild = $1"
ERASE_POSTS = (REMOVE_POST,)


class PostStore(BaseStore):
    """When to post announcements, by server."""

    async def claim_posts(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` servers of our shards that are due, the longest overdue first.

        Their time is set to ``now + lease``, so that none is lost if this process dies.
        """

        def work() -> Work[list[int]]:
            due = [guild for (guild,) in (yield DUE + " FOR UPDATE SKIP LOCKED", *self._ours, now, limit)]
            yield Many(KEEP, [(guild, now + lease) for guild in due])
            return due

        # Hardly ever anything is due: then do not write.
        return await self._change(work) if await self._read(DUE, *self._ours, now, 1) else []

    async def next_post(self) -> float | None:
        """The earliest time of any server of our shards."""
        found = await self._read(NEXT, *self._ours)
        return found[0][0] if found else None

    async def post_at(self, guild: int, at: float | None) -> None:
        """Set a server's next time; None: never."""
        await self._do((REMOVE_POST, guild) if at is None else (KEEP, guild, at))


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
UNSEAT = "DELETE FROM people WHERE table_id = $1 AND user_id = ANY($2::bigint[])"
NAMELESS = "UPDATE results SET user_id = NULL WHERE table_id = $1 AND user_id = ANY($2::bigint[])"
DOCUMENTS = "SELECT kind, document FROM documents WHERE key = $1"
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


class PersonStore(BaseStore):
    """Exporting and erasing what is stored about a person."""

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
                yield UNSEAT, row.id, list(users)
                yield NAMELESS, row.id, list(users)
                if not self.at_home(shard):
                    yield from each(self._said(TABLE, (row.id, row.version + 1, shard)))
            return bool(found)

        return await self._change(work)

    async def documents_of(self, user: int) -> dict[str, bytes]:
        """A person's documents, by kind."""
        return dict(await self._read(DOCUMENTS, user))

    async def forget(self, user: int) -> None:
        """Remove a person's documents, standings and seats, and their id from results."""
        await self._do(*((statement, user) for statement in FORGET), *self._said(FORGOTTEN, user))

    async def forget_names(self) -> None:
        """Remove the names of people without any result."""
        await self._do((FORGET_NAMES,))

    async def boards_of(self, users: Sequence[int]) -> list[Board]:
        """The servers and games in whose standings these people are."""
        return [(guild, game) for guild, game in await self._read(BOARDS, list(users))]


ENTRIES_KEPT = 1_000
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
    """When posting it was first tried."""
    token: str
    """Unique: makes adding the entry idempotent, and is the nonce of its message."""


FIELDS = ", ".join(JournalRow._fields)
ADD_ENTRY = "INSERT INTO journal (guild, at, entry, channel, token) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
TRIM = """
    DELETE FROM journal WHERE guild = $1
        AND id <= (SELECT id FROM journal WHERE guild = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)"""
TRIM_OLD = "DELETE FROM journal WHERE at < $1"
NEWEST = f"SELECT {FIELDS} FROM journal WHERE guild = $1 AND id < $2 ORDER BY id DESC LIMIT $3"
TO_POST = f"SELECT {FIELDS} FROM journal WHERE guild = $1 AND channel IS NOT NULL ORDER BY id LIMIT $2"
GUILDS_TO_POST = f"SELECT DISTINCT guild FROM journal WHERE channel IS NOT NULL AND {OURS}"
TRYING = "UPDATE journal SET tried = coalesce(tried, $2) WHERE id = $1"
POSTED = "UPDATE journal SET channel = NULL WHERE id = $1"
REMOVE_ENTRY = "DELETE FROM journal WHERE id = $1"
NAMING_ENTRIES = f"SELECT {FIELDS} FROM journal WHERE position($1::bytea IN entry) > 0 ORDER BY id"
REWRITE_ENTRY = "UPDATE journal SET entry = $3 WHERE id = $1 AND entry = $2"
ERASE_JOURNAL = ("DELETE FROM journal WHERE guild = $1",)
NEWEST_ID = 2**62


class JournalStore(BaseStore):
    """Journals of moderators' actions."""

    def journal_statements(
        self, guild: int, at: float, entry: bytes, channel: int | None, token: str
    ) -> Sequence[Statement]:
        """The statements that add an entry, for a transaction; ``channel`` is where it is to be posted.

        If another process posts for this server, it is notified (``JOURNAL``).
        """
        notified = () if self.at_home(self.shards.shard_of(guild)) else self._said(JOURNAL, guild)
        return (ADD_ENTRY, guild, at, entry, channel, token), (TRIM, guild, ENTRIES_KEPT), *notified

    async def add_to_journal(self, guild: int, at: float, entry: bytes, channel: int | None, token: str) -> None:
        """Add an entry; idempotent by its token."""
        await self._do(*self.journal_statements(guild, at, entry, channel, token))

    async def journal(self, guild: int, before: int | None, limit: int) -> list[JournalRow]:
        """A server's entries, newest first; ``before``: only those before this id."""
        return [JournalRow(*row) for row in await self._read(NEWEST, guild, before or NEWEST_ID, limit)]

    async def journal_to_post(self, guild: int, limit: int) -> list[JournalRow]:
        """A server's entries that are still to be posted, the oldest first."""
        return [JournalRow(*row) for row in await self._read(TO_POST, guild, limit)]

    async def journals_to_post(self) -> list[int]:
        """The servers of our shards with entries that are still to be posted."""
        return [guild for (guild,) in await self._read(GUILDS_TO_POST, *self._ours)]

    async def journal_trying(self, number: int, now: float) -> None:
        """Store when posting an entry was first tried."""
        await self._do((TRYING, number, now))

    async def journal_posted(self, number: int) -> None:
        """Mark an entry as posted, or as having no channel."""
        await self._do((POSTED, number))

    async def remove_from_journal(self, number: int) -> None:
        """Remove one entry."""
        await self._do((REMOVE_ENTRY, number))

    async def trim_journals(self, before: float) -> None:
        """Remove the entries of all servers that were added before a time."""
        await self._do((TRIM_OLD, before))

    async def journal_naming(self, user: int) -> list[JournalRow]:
        """The entries of all servers that contain a user id, maybe as a part of another id."""
        return [JournalRow(*row) for row in await self._slowly(NAMING_ENTRIES, str(user).encode())]

    async def rewrite_journal(self, row: JournalRow, entry: bytes) -> None:
        """Replace an entry unless it has changed."""
        await self._do((REWRITE_ENTRY, row.id, row.entry, entry))
