"""When servers are told something by themselves: a time a server, kept by every storage."""

# ruff: noqa: S608 - what is put into SQL here are our own words

from __future__ import annotations

from bot.service.store.database import OURS, Database, Many, Work

DAY = "daily"
"""The kinds of the documents that say who has played a day's deal begin so; the day follows."""
TRIES = "daily-at"
"""The kinds of the documents that say who has played a day's deal on a server begin so; its number and a day follow."""
TRIED = "daily-tried"
"""The kinds of the documents that say who has had their try of a day, erased or not, begin so; the day follows.
They are stored under a hash of the person's number with the key of that day."""
TRIED_KEY = "daily-tried-key"
"""The kind of the documents with these keys, by day: random, and dropped with the hashes when the day is over."""

# Which process tells a server follows from its number alone.
DUE = f"SELECT guild FROM posts WHERE {OURS} AND at <= $4 ORDER BY at, guild LIMIT $5"
NEXT = f"SELECT at FROM posts WHERE {OURS} ORDER BY at, guild LIMIT 1"
KEEP = "INSERT INTO posts (guild, at) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET at = excluded.at"
REMOVE = "DELETE FROM posts WHERE guild = $1"
ERASE_POSTS = (REMOVE, f"DELETE FROM documents WHERE kind LIKE '{TRIES} ' || $1::bigint || ' %'")


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
        await self._do((REMOVE, guild) if at is None else (KEEP, guild, at))
