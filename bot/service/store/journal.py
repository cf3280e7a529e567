"""The moderators' journals: entries of every server in order, and which of them are still to be posted."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.service.store.database import OURS, Database, Statement
from bot.service.store.news import JOURNAL

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
ADD = "INSERT INTO journal (guild, at, entry, channel, token) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
TRIM = """
    DELETE FROM journal WHERE guild = $1
        AND id <= (SELECT id FROM journal WHERE guild = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)"""
TRIM_OLD = "DELETE FROM journal WHERE at < $1"
NEWEST = f"SELECT {FIELDS} FROM journal WHERE guild = $1 AND id < $2 ORDER BY id DESC LIMIT $3"
TO_POST = f"SELECT {FIELDS} FROM journal WHERE guild = $1 AND channel IS NOT NULL ORDER BY id LIMIT $2"
GUILDS_TO_POST = f"SELECT DISTINCT guild FROM journal WHERE channel IS NOT NULL AND {OURS}"
TRYING = "UPDATE journal SET tried = coalesce(tried, $2) WHERE id = $1"
POSTED = "UPDATE journal SET channel = NULL WHERE id = $1"
REMOVE = "DELETE FROM journal WHERE id = $1"
NAMING = f"SELECT {FIELDS} FROM journal WHERE position($1::bytea IN entry) > 0 ORDER BY id"
REWRITE = "UPDATE journal SET entry = $3 WHERE id = $1 AND entry = $2"
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
        return (ADD, guild, at, entry, channel, token), (TRIM, guild, ENTRIES_KEPT), *told

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
        await self._do((REMOVE, number))

    async def trim_journals(self, before: float) -> None:
        """Remove the entries of all servers that were added before a time."""
        await self._do((TRIM_OLD, before))

    async def journal_naming(self, user: int) -> list[JournalRow]:
        """The entries of all servers that hold a person's number; the same digits may also be part of another."""
        return [JournalRow(*row) for row in await self._slowly(NAMING, str(user).encode())]

    async def rewrite_journal(self, row: JournalRow, entry: bytes) -> None:
        """Replace an entry if it is still as it was read."""
        await self._do((REWRITE, row.id, row.entry, entry))
