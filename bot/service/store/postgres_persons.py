"""What is kept of people in PostgreSQL, and forgetting them."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.core.stored import Row
from bot.service.store import news
from bot.service.store.persons import Board
from bot.service.store.postgres_news import TELL, TELL_TABLE
from bot.service.store.postgres_part import PostgresPart
from bot.service.store.posts import DAY, TRIES
from bot.service.store.results import NAME

ROW = ", ".join(Row.__struct_fields__)

NAMING = f"SELECT {ROW} FROM tables WHERE id > $1 AND position($2::bytea IN facts) > 0 ORDER BY id LIMIT $3"
REMEMBERING = f"""
    SELECT {ROW} FROM tables WHERE id > $1 AND status IN ('over', 'closed')
        AND EXISTS (SELECT 1 FROM people WHERE table_id = id)
        AND coalesce((SELECT at FROM moves WHERE table_id = id ORDER BY revision DESC LIMIT 1), 0) < $2
    ORDER BY id LIMIT $3"""
REWRITE = f"""
    WITH rewritten AS (
        UPDATE tables SET facts = $3, version = version + 1
        WHERE id = $1 AND version = $2 AND status IN ('over', 'closed') RETURNING id
    ), unseated AS (
        DELETE FROM people USING rewritten WHERE table_id = rewritten.id AND user_id = ANY($4::bigint[])
    ), nameless AS (
        UPDATE results SET user_id = NULL FROM rewritten
        WHERE table_id = rewritten.id AND user_id = ANY($4::bigint[])
    )
    SELECT id, (
        SELECT {TELL_TABLE.format(origin=5)} FROM tables WHERE id = rewritten.id AND shard NOT BETWEEN $6 AND $7
    ) FROM rewritten"""
DOCUMENTS = "SELECT kind, document FROM documents WHERE key = $1"
FORGET = (
    "DELETE FROM documents WHERE key = $1",
    "DELETE FROM people WHERE user_id = $1",
    "UPDATE results SET user_id = NULL WHERE user_id = $1",
    "DELETE FROM standings WHERE user_id = $1",
)
# The day is the number at the end of such a kind.
FORGET_DAYS = f"""
    DELETE FROM documents WHERE kind ~ '^({DAY}|{TRIES} [0-9]+) [0-9]+$'
        AND substring(kind from '[0-9]+$')::bigint < $1"""
FORGET_NAMES = f"""
    DELETE FROM documents WHERE kind = '{NAME}' AND NOT EXISTS (SELECT 1 FROM results WHERE user_id = key)"""
BOARDS = "SELECT DISTINCT guild, game FROM standings WHERE user_id = ANY($1::bigint[])"


class PostgresPersons(PostgresPart):
    """The part of a ``Store`` in PostgreSQL that knows people; ``PostgresStore`` has the rest."""

    def _said(self, topic: str, payload: object) -> str:
        raise NotImplementedError

    async def _slowly(self, query: str, *values: Any) -> list[Row]:
        """The rows of a query that looks at every table, however long it takes."""
        return [Row(**found) for found in await self._pool.run(lambda connection: connection.fetch(query, *values))]

    async def naming(self, user: int, after: int, limit: int) -> list[Row]:
        """Tables whose facts hold that number."""
        return await self._slowly(NAMING, after, str(user).encode(), limit)

    async def remembering(self, until: float, after: int, limit: int) -> list[Row]:
        """Tables that ended before that time and whose people are still known."""
        return await self._slowly(REMEMBERING, after, until, limit)

    async def rewrite(self, row: Row, facts: bytes, users: Collection[int]) -> bool:
        """Keep other facts of a table that has ended, and nothing that leads from it to these people."""
        values = (row.id, row.version, facts, list(users), self._origin, *self._own)
        return await self._ledger.fetchval(REWRITE, *values) is not None

    async def documents_of(self, user: int) -> dict[str, bytes]:
        """The documents kept for a person, by kind."""
        return {found["kind"]: found["document"] for found in await self._pool.fetch(DOCUMENTS, user)}

    async def forget(self, user: int) -> None:
        """Remove what is found by a person's number."""

        async def work(connection: Any) -> None:
            for statement in FORGET:
                await connection.execute(statement, user)
            await connection.execute(TELL, self._said(news.FORGOTTEN, user))

        await self._ledger.transaction(work)

    async def forget_days(self, before: int) -> None:
        """Remove who played the deals of earlier days, and the names of people without any result."""
        # They look at every document: however long it takes.
        await self._ledger.run(lambda connection: connection.execute(FORGET_DAYS, before))
        await self._ledger.run(lambda connection: connection.execute(FORGET_NAMES))

    async def boards_of(self, users: Sequence[int]) -> list[Board]:
        """The servers and games in whose standings these people are counted."""
        return [(found["guild"], found["game"]) for found in await self._pool.fetch(BOARDS, list(users))]
