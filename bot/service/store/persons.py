"""What every storage can tell of one person, and how it forgets them."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.core.stored import RENAMED, Row
from bot.service.store.database import ROW, Database, Work, each, table_row
from bot.service.store.news import FORGOTTEN, TABLE
from bot.service.store.posts import DAY, TRIED, TRIED_KEY, TRIES
from bot.service.store.results import NAME

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
# The day is the number at the end of such a kind.
FORGET_DAYS = f"""
    DELETE FROM documents WHERE (kind LIKE '{DAY} %' OR kind LIKE '{TRIES} %') /*! AND kind GLOB '{DAY}*' */
        AND CAST(nullif(substr(kind, length(rtrim(kind, '0123456789')) + 1), '') AS bigint) < $1"""
DROP_TRIES = (
    f"DELETE FROM documents WHERE kind = '{TRIED_KEY}' AND key < $1",
    f"""
    DELETE FROM documents WHERE kind LIKE '{TRIED} %' /*! AND kind GLOB '{TRIED} *' */
        AND CAST(substr(kind, {len(TRIED) + 2}) AS bigint) < $1""",
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

    async def forget_days(self, before: int) -> None:
        """Remove who played the deals of the days before that one, and the names of people without any result."""
        await self._do((FORGET_DAYS, before), (FORGET_NAMES,))

    async def drop_tries(self, before: int) -> None:
        """Remove who has had a try of the days before that one, erased or not, and the keys that say so."""
        await self._do(*((statement, before) for statement in DROP_TRIES))

    async def boards_of(self, users: Sequence[int]) -> list[Board]:
        """The servers and games in whose standings these people are counted."""
        return [(guild, game) for guild, game in await self._read(BOARDS, list(users))]
