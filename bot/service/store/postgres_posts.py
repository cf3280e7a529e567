"""When servers are told something, in PostgreSQL."""

# ruff: noqa: S608 - what is put into SQL here are our own words

from __future__ import annotations

from bot.service.store.postgres_part import PostgresPart
from bot.service.store.posts import TRIES

# Which process tells a server follows from its number alone.
OURS = "(guild >> 22) % {count} BETWEEN {first} AND {last}"
CLAIM = f"""
    WITH due AS (
        SELECT guild, at FROM posts WHERE at <= $1 AND {OURS.format(count="$4", first="$5", last="$6")}
        ORDER BY at, guild LIMIT $3 FOR UPDATE SKIP LOCKED
    ), put_off AS (
        UPDATE posts SET at = $2 FROM due WHERE posts.guild = due.guild RETURNING due.guild, due.at
    )
    SELECT guild FROM put_off ORDER BY at, guild"""
NEXT = f"SELECT at FROM posts WHERE {OURS.format(count='$1', first='$2', last='$3')} ORDER BY at, guild LIMIT 1"
KEEP = "INSERT INTO posts (guild, at) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET at = excluded.at"
REMOVE = "DELETE FROM posts WHERE guild = $1"
ERASE_POSTS = (REMOVE, f"DELETE FROM documents WHERE kind LIKE '{TRIES} ' || $1::bigint || ' %'")


class PostgresPosts(PostgresPart):
    """The part of a ``Store`` in PostgreSQL that knows when servers are told something."""

    async def claim_posts(self, now: float, lease: float, limit: int) -> list[int]:
        """Servers of ours whose time has come; it is put off."""
        values = (now, now + lease, limit, self.shards.count, *self._own)
        return [found["guild"] for found in await self._ledger.fetch(CLAIM, *values)]

    async def next_post(self) -> float | None:
        """The earliest time of any server of ours."""
        return await self._pool.fetchval(NEXT, self.shards.count, *self._own)

    async def post_at(self, guild: int, at: float | None) -> None:
        """A server is next told something then; None: never."""
        if at is None:
            await self._ledger.execute(REMOVE, guild)
        else:
            await self._ledger.execute(KEEP, guild, at)
