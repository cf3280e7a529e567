"""Documents by kind and key, what is stored about a person, times of announcements, and moderators' journals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from bot.core.stored import RENAMED, Row
from bot.store.results import NAME
from bot.store.statements import FORGOTTEN, JOURNAL, OURS, ROW, TABLE, Database, Many, Statement, Work, each, table_row

GET = "SELECT document FROM documents WHERE kind = $1 AND key = $2"
PUT = "INSERT INTO documents VALUES ($1, $2, $3) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"
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


class DocumentStore(Database):
    """What a storage keeps of which it knows no more than whose it is, e.g. a server's settings."""

    async def get(self, kind: str, key: int) -> bytes | None:
        """A document."""
        found = await self._read(GET, kind, key)
        return found[0][0] if found else None

    async def put(self, kind: str, key: int, document: bytes | None, *, tell: bool = False) -> None:
        """Keep a document; None removes it. ``tell``: others remember it, and are told its key (topic: its kind)."""
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
        """Replace a document if the stored one is still ``before`` (None: there is none); gives whether it was.

        ``after`` None removes it. ``tell`` as for ``put``. ``also`` is written in the same transaction, if it was.
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

        # The transaction may have been committed by a try whose answer was lost.
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
        """Apply a function to a stored document and store its result, as one atomic step; gives what is stored then.

        When another task or process has written in between, the function is applied again to what that one stored, so
        it must be pure. None stands for no document. What it raises is raised here, and nothing is written. ``also``
        is asked after each application, and written in the same transaction.
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


# ruff: noqa: S608 - what is put into SQL here are our own words


# Which process tells a server follows from its number alone.
DUE = f"SELECT guild FROM posts WHERE {OURS} AND at <= $4 ORDER BY at, guild LIMIT $5"
NEXT = f"SELECT at FROM posts WHERE {OURS} ORDER BY at, guild LIMIT 1"
KEEP = "INSERT INTO posts (guild, at) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET at = excluded.at"
REMOVE_POST = "DELETE FROM posts WHERE guild = $1"
ERASE_POSTS = (REMOVE_POST,)


class PostStore(Database):
    """What a storage knows of the times at which servers' channels are told something."""

    async def claim_posts(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` servers of our shards whose time has come, the longest overdue first.

        Their time is put off to ``now + lease``, so that none is lost if this process dies.
        """

        def work() -> Work[list[int]]:
            due = [guild for (guild,) in (yield DUE + " FOR UPDATE SKIP LOCKED", *self._ours, now, limit)]
            yield Many(KEEP, [(guild, now + lease) for guild in due])
            return due

        # The clock looks often, and hardly ever finds anything: then there is nothing to write.
        return await self._change(work) if await self._read(DUE, *self._ours, now, 1) else []

    async def next_post(self) -> float | None:
        """The earliest time of any server of our shards."""
        found = await self._read(NEXT, *self._ours)
        return found[0][0] if found else None

    async def post_at(self, guild: int, at: float | None) -> None:
        """A server is next told something then; None: never."""
        await self._do((REMOVE_POST, guild) if at is None else (KEEP, guild, at))


# ruff: noqa: S608 - what is put into SQL here are the names of our own columns


Board = tuple[int, str]
"""A server and a game, whose standings must be counted again."""

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


class PersonStore(Database):
    """What a storage keeps of people."""

    async def naming(self, user: int, after: int, limit: int) -> list[Row]:
        """Tables whose facts hold that number, whatever their status, by their own number from ``after`` on.

        Looks at every table: it is asked when somebody wants to be forgotten, and seldom otherwise.
        """
        return [table_row(found) for found in await self._slowly(NAMING, after, str(user).encode(), limit)]

    async def remembering(self, until: float, after: int, limit: int) -> list[Row]:
        """Tables that have ended, whose last move was made before that time, and whose people are still known."""
        return [table_row(found) for found in await self._slowly(REMEMBERING, after, until, limit)]

    async def rewrite(self, row: Row, facts: bytes, users: Collection[int], *, repaint: bool = False) -> bool:
        """Keep other facts of a table that has ended, and nothing that leads from it to these people.

        Its log is not touched. ``repaint``: its messages are behind from now on, as ``RENAMED`` says. False if the
        stored version is not the row's any more.
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
        """The documents kept for a person, by kind."""
        return dict(await self._read(DOCUMENTS, user))

    async def forget(self, user: int) -> None:
        """Remove a person's documents, results' and standings' number, and the seats they are found by."""
        await self._do(*((statement, user) for statement in FORGET), *self._said(FORGOTTEN, user))

    async def forget_names(self) -> None:
        """Remove the names of people without any result."""
        await self._do((FORGET_NAMES,))

    async def boards_of(self, users: Sequence[int]) -> list[Board]:
        """The servers and games in whose standings these people are counted."""
        return [(guild, game) for guild, game in await self._read(BOARDS, list(users))]


# ruff: noqa: S608 - what is put into SQL here are the names of our own columns


ENTRIES_KEPT = 1_000
"""Entries stored for one server; the oldest are dropped first."""


class JournalRow(NamedTuple):
    """An entry as it is stored."""

    id: int
    guild: int
    at: float
    entry: bytes
    channel: int | None
    """Where it is still to be posted; None: nowhere, or it has been posted."""
    tried: float | None
    """When posting it was first tried, if it was."""
    token: str
    """Unique: the entry is stored once however often it is written, and posted once by this nonce."""


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


class JournalStore(Database):
    """What a storage keeps of what moderators did."""

    def journal_statements(
        self, guild: int, at: float, entry: bytes, channel: int | None, token: str
    ) -> Sequence[Statement]:
        """The statements that add an entry, for a transaction; ``channel`` is where it is to be posted.

        Another process is told (``JOURNAL``) if it is the one that posts for this server.
        """
        told = () if self.at_home(self.shards.shard_of(guild)) else self._said(JOURNAL, guild)
        return (ADD_ENTRY, guild, at, entry, channel, token), (TRIM, guild, ENTRIES_KEPT), *told

    async def add_to_journal(self, guild: int, at: float, entry: bytes, channel: int | None, token: str) -> None:
        """Add an entry; adding one with the same token again changes nothing."""
        await self._do(*self.journal_statements(guild, at, entry, channel, token))

    async def journal(self, guild: int, before: int | None, limit: int) -> list[JournalRow]:
        """A server's entries, the newest first; only those before one, if its number is given."""
        return [JournalRow(*row) for row in await self._read(NEWEST, guild, before or NEWEST_ID, limit)]

    async def journal_to_post(self, guild: int, limit: int) -> list[JournalRow]:
        """A server's entries that are still to be posted, the oldest first."""
        return [JournalRow(*row) for row in await self._read(TO_POST, guild, limit)]

    async def journals_to_post(self) -> list[int]:
        """The servers of our shards with entries that are still to be posted."""
        return [guild for (guild,) in await self._read(GUILDS_TO_POST, *self._ours)]

    async def journal_trying(self, number: int, now: float) -> None:
        """Note that an entry is about to be posted, unless that was noted before."""
        await self._do((TRYING, number, now))

    async def journal_posted(self, number: int) -> None:
        """Note that an entry has been posted, or that there is nowhere to post it."""
        await self._do((POSTED, number))

    async def remove_from_journal(self, number: int) -> None:
        """Remove one entry."""
        await self._do((REMOVE_ENTRY, number))

    async def trim_journals(self, before: float) -> None:
        """Remove the entries of all servers that were added before a time."""
        await self._do((TRIM_OLD, before))

    async def journal_naming(self, user: int) -> list[JournalRow]:
        """The entries of all servers that hold a person's number; the same digits may also be part of another."""
        return [JournalRow(*row) for row in await self._slowly(NAMING_ENTRIES, str(user).encode())]

    async def rewrite_journal(self, row: JournalRow, entry: bytes) -> None:
        """Replace an entry if it is still as it was read."""
        await self._do((REWRITE_ENTRY, row.id, row.entry, entry))
