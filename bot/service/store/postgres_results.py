"""Results and standings in PostgreSQL."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.core.profile import Line, Meeting
from bot.core.ratings import Rated, Standing
from bot.core.results import Result
from bot.service.store import Conflict
from bot.service.store import results as kept
from bot.service.store.results import COLUMNS, HIDDEN, NAME, STANDING, Mark

ROW = ", ".join(COLUMNS.values())
ROW_STANDING = ", ".join(STANDING.values())

# Rows come as one JSON array, whatever their number; it spells the numbers so that they are read back exactly.
GIVEN = "json_populate_recordset(NULL::results, ${rows}::text::json) AS new"
NEW = ", ".join(f"new.{name}" for name in COLUMNS.values())
QUEUE = "INSERT INTO to_count SELECT DISTINCT new.guild, new.game, new.finished, new.table_id FROM {source}" + GIVEN
CALL = f"""
    INSERT INTO documents SELECT '{NAME}', new.*
    FROM {{source}}unnest(${{users}}::bigint[], ${{names}}::bytea[]) AS new ON CONFLICT (kind, key) DO """
RENAME, NEW_NAME = CALL + "UPDATE SET document = excluded.document", CALL + "NOTHING"
# Further parts of the statement that saves a table: they do nothing if it does nothing.
ENDED = f""", ended AS (
        INSERT INTO results ({ROW}) SELECT {NEW} FROM saved, {GIVEN}
    ), queued AS ({QUEUE}), named AS ({RENAME})"""
FILL = f"INSERT INTO results ({ROW}) SELECT {NEW} FROM {GIVEN}"

UNTIL = """(finished, table_id) < (
        coalesce((SELECT finished FROM results WHERE table_id = $2 LIMIT 1), 'infinity'::float8), $2)
    ORDER BY finished DESC, table_id DESC LIMIT $3"""
OF_USER = f"SELECT {ROW} FROM results WHERE user_id = $1 AND {UNTIL}"
OF_USER_HERE = f"SELECT {ROW} FROM results WHERE user_id = $1 AND guild = $4 AND {UNTIL}"
AT_TABLE = f"SELECT {ROW} FROM results WHERE table_id = $1 ORDER BY seat"
CLAIMED = f"""
    SELECT {", ".join(f"results.{name}" for name in COLUMNS.values())} FROM documents JOIN results
        ON table_id = (convert_from(document, 'UTF8')::json->>'table')::bigint AND user_id = key
    WHERE kind = $1 AND finished < $2"""
SHOWN = f"user_id NOT IN (SELECT key FROM documents WHERE kind = '{HIDDEN}')"
MEETINGS = f"""
    WITH own AS (
        SELECT table_id, place, side FROM results WHERE user_id = $1 AND guild = $2
        ORDER BY finished DESC, table_id DESC LIMIT $3
    ), met AS (
        SELECT other.user_id, count(*) AS games, count(*) FILTER (WHERE other.place < own.place) AS ahead,
            count(*) FILTER (WHERE other.place > own.place) AS behind
        FROM own JOIN results AS other USING (table_id)
        WHERE other.user_id <> $1 AND other.side <> own.side GROUP BY other.user_id
    )
    SELECT user_id, document, games, ahead, behind FROM met
        LEFT JOIN documents ON kind = '{NAME}' AND key = user_id WHERE {SHOWN}"""
CAREER = f"SELECT {ROW_STANDING} FROM standings WHERE user_id = $1 AND guild = $2 AND season = $3 ORDER BY game"
BOARD = f"guild = $1 AND game = $2 AND season = $3 AND rated > 0 AND {SHOWN}"
RANKED = f"SELECT count(*) FROM standings WHERE {BOARD}"
RANKING = f"""
    SELECT document, {ROW_STANDING} FROM (
        SELECT * FROM standings WHERE {BOARD} ORDER BY provisional, points DESC, user_id LIMIT $5 OFFSET $4
    ) AS page LEFT JOIN documents ON kind = '{NAME}' AND key = user_id ORDER BY provisional, points DESC, user_id"""
OWN_LINE = f"SELECT provisional, -points, user_id FROM standings WHERE {BOARD} AND user_id = $4"
AHEAD = f"SELECT count(*) FROM standings WHERE {BOARD} AND (provisional, -points, user_id) < ($4, $5, $6)"
NAMES = f"SELECT key, document FROM documents WHERE kind = '{NAME}' AND key = ANY($1::bigint[])"

LEFT_TO_COUNT = "SELECT count(*) FROM to_count"
TO_COUNT = "SELECT guild, game FROM to_count LIMIT 1"
COUNTED = "SELECT finished, table_id FROM counted WHERE guild = $1 AND game = $2"
UNCOUNTED = f"""
    SELECT {", ".join(f"results.{name}" for name in COLUMNS.values())} FROM (
        SELECT finished, table_id FROM to_count WHERE guild = $1 AND game = $2 ORDER BY finished, table_id LIMIT $3
    ) AS next JOIN results ON results.table_id = next.table_id ORDER BY next.finished, next.table_id, seat"""
RATED_SINCE = """
    SELECT table_id, user_id, finished FROM results
    WHERE user_id = ANY($1::bigint[]) AND guild = $2 AND finished >= $3 AND game = $4 AND rated"""
STANDINGS = f"""
    SELECT {ROW_STANDING} FROM standings WHERE user_id = ANY($1::bigint[]) AND guild = $2 AND game = $3
    ORDER BY season, user_id"""
# Whoever counts a game of a server waits here for whoever else does, and then sees that it has been done.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('tablee ' || $1::bigint || ' ' || $2, 0))"
MARK = """
    INSERT INTO counted (guild, game, finished, table_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (guild, game) DO UPDATE SET finished = excluded.finished, table_id = excluded.table_id"""
DONE = """
    WITH done AS (
        DELETE FROM to_count USING unnest($3::float8[], $4::bigint[]) AS these (finished, table_id)
        WHERE guild = $1 AND game = $2 AND to_count.finished = these.finished AND to_count.table_id = these.table_id
        RETURNING 1
    )
    SELECT count(*) FROM done"""
# Somebody may be forgotten while they are counted.
KEEP = f"""
    INSERT INTO standings ({ROW_STANDING}) SELECT {ROW_STANDING}
    FROM json_populate_recordset(NULL::standings, $1::text::json) AS new WHERE EXISTS (
        SELECT 1 FROM results WHERE user_id = new.user_id AND guild = new.guild AND game = new.game
    )
    ON CONFLICT (guild, game, season, user_id) DO UPDATE SET
        {", ".join(f"{name} = excluded.{name}" for name in list(STANDING.values())[4:])}"""
FORGET = ("DELETE FROM standings{where}", "DELETE FROM counted{where}")
AGAIN = """
    INSERT INTO to_count SELECT DISTINCT guild, game, finished, table_id FROM results {where} ON CONFLICT DO NOTHING"""
# Through the tables of the server: results are not found by it.
THERE = "WHERE table_id IN (SELECT id FROM tables WHERE guild = $1) AND game = $2"

TO_FILL = "SELECT table_id FROM to_fill ORDER BY table_id DESC LIMIT $1"
UNFILLED = "SELECT count(*) FROM to_fill"
SAME = "SELECT 1 FROM tables WHERE id = $1 AND version = $2 FOR UPDATE"
FILLED = "DELETE FROM to_fill WHERE table_id = $1 RETURNING 1"
FORGET_RESULTS = ("DELETE FROM results WHERE table_id = $1", "DELETE FROM to_count WHERE table_id = $1")
FILL_AGAIN = "INSERT INTO to_fill SELECT id FROM tables WHERE status = 'over' ON CONFLICT DO NOTHING"
ERASE_STANDINGS = ("DELETE FROM standings WHERE guild = $1", "DELETE FROM counted WHERE guild = $1")
LAST = 2**63 - 1


def rows(results: Sequence[Result]) -> str:
    """Results as statements take them."""
    return msgspec.json.encode([kept.columns(result) for result in results]).decode()


def called(names: Mapping[int, str]) -> tuple[list[int], list[bytes]]:
    """Names as statements take them: in order, so that no two of them wait for one another."""
    users = sorted(names)
    return users, [names[user].encode() for user in users]


class PostgresResults:
    """The part of a PostgreSQL storage that knows finished games: see ``ResultStore``."""

    @property
    def _pool(self) -> Any:
        raise NotImplementedError

    async def _writable(self) -> Any:
        raise NotImplementedError

    async def results_of(
        self, user: int, before: int | None = None, limit: int = 10, *, guild: int | None = None
    ) -> list[Result]:
        """Somebody's results, newest first."""
        until = LAST if before is None else before
        if guild is None:
            found = await self._pool.fetch(OF_USER, user, until, limit)
        else:
            found = await self._pool.fetch(OF_USER_HERE, user, until, limit, guild)
        return [kept.result(tuple(row)) for row in found]

    async def results_at(self, table: int) -> list[Result]:
        """The results of a table by seat."""
        return [kept.result(tuple(row)) for row in await self._pool.fetch(AT_TABLE, table)]

    async def claimed(self, kind: str, until: float) -> list[Result]:
        """The results before a time at the tables that people's documents of a kind name."""
        return [kept.result(tuple(row)) for row in await self._pool.fetch(CLAIMED, kind, until)]

    async def meetings(self, user: int, guild: int, games: int) -> list[Meeting]:
        """Whom somebody has met in their latest games on a server."""
        found = await self._pool.fetch(MEETINGS, user, guild, games)
        return [Meeting(other, (name or b"").decode(), *rest) for other, name, *rest in found]

    async def career(self, user: int, guild: int, season: int) -> list[Standing]:
        """What somebody has done on a server, a standing a game."""
        return [kept.standing(tuple(row)) for row in await self._pool.fetch(CAREER, user, guild, season)]

    async def ranking(self, guild: int, game: str, season: int, offset: int, limit: int) -> tuple[int, list[Line]]:
        """How many have played a rated game, and some of them by points."""
        total = await self._pool.fetchval(RANKED, guild, game, season)
        found = await self._pool.fetch(RANKING, guild, game, season, offset, limit)
        return total, kept.lines(found, offset)

    async def rank_of(self, guild: int, game: str, season: int, user: int) -> int | None:
        """Somebody's rank there, 1 for the first."""
        own = await self._pool.fetchrow(OWN_LINE, guild, game, season, user)
        if own is None:
            return None
        return 1 + await self._pool.fetchval(AHEAD, guild, game, season, *own)

    async def names(self, users: Sequence[int]) -> dict[int, str]:
        """What people were called when they last finished a game."""
        return {user: name.decode() for user, name in await self._pool.fetch(NAMES, users)}

    async def to_count(self) -> tuple[int, str] | None:
        """A server and a game of which results are not counted yet."""
        found = await self._pool.fetchrow(TO_COUNT)
        return None if found is None else (found["guild"], found["game"])

    async def left_to_count(self) -> int:
        """How many tables are not counted yet."""
        return await self._pool.fetchval(LEFT_TO_COUNT)

    async def uncounted(self, guild: int, game: str, limit: int) -> tuple[Mark | None, list[Result]]:
        """How far it is counted, and the results of the next tables in the order in which they ended."""
        mark = await self._pool.fetchrow(COUNTED, guild, game)
        found = await self._pool.fetch(UNCOUNTED, guild, game, limit)
        return None if mark is None else Mark(*mark), [kept.result(tuple(row)) for row in found]

    async def rated_since(self, guild: int, game: str, users: Sequence[int], since: float) -> list[Rated]:
        """The rated games of some people from a time on."""
        return [Rated(*row) for row in await self._pool.fetch(RATED_SINCE, users, guild, since, game)]

    async def standings(self, guild: int, game: str, users: Sequence[int]) -> list[Standing]:
        """People's standings in a game, of all seasons."""
        return [kept.standing(tuple(row)) for row in await self._pool.fetch(STANDINGS, users, guild, game)]

    async def count(
        self, guild: int, game: str, before: Mark | None, tables: Sequence[Mark], standings: Sequence[Standing]
    ) -> None:
        """Keep these standings, with which these tables are counted. Raises Conflict."""
        pool = await self._writable()
        async with pool.acquire() as connection, connection.transaction():
            await connection.execute(LOCK, guild, game)
            mark = await connection.fetchrow(COUNTED, guild, game)
            if (None if mark is None else Mark(*mark)) != before:
                raise Conflict(f"Somebody else has counted {game} of server {guild}.")
            ends, numbers = [table.finished for table in tables], [table.table for table in tables]
            if await connection.fetchval(DONE, guild, game, ends, numbers) != len(tables):
                raise Conflict(f"Some of the tables {numbers} are counted already.")
            await connection.execute(MARK, guild, game, *tables[-1])
            given = msgspec.json.encode([kept.standing_columns(standing) for standing in standings]).decode()
            await connection.execute(KEEP, given)

    async def recount(self, guild: int | None = None, game: str | None = None) -> None:
        """Forget standings, of one server's game or all, so that they are counted again."""
        pool = await self._writable()
        everything = guild is None
        where, values = ("", ()) if everything else (" WHERE guild = $1 AND game = $2", (guild, game))
        async with pool.acquire() as connection, connection.transaction():
            if not everything:
                await connection.execute(LOCK, guild, game)
            for statement in FORGET:
                await connection.execute(statement.format(where=where), *values)
            await connection.execute(AGAIN.format(where="" if everything else THERE), *values)

    async def to_fill(self, limit: int) -> tuple[int, list[int]]:
        """How many finished tables are still to be replayed for their results, and some of them."""
        tables = [found["table_id"] for found in await self._pool.fetch(TO_FILL, limit)]
        total = len(tables) if len(tables) < limit else await self._pool.fetchval(UNFILLED)
        return total, tables

    async def fill(self, table: int, version: int, results: Sequence[Result], names: Mapping[int, str]) -> None:
        """Keep a finished table's results in place of any it has; without results it keeps what it has."""
        pool = await self._writable()
        async with pool.acquire() as connection, connection.transaction():
            # The table is locked, so that nobody at it is forgotten before this is done.
            same = await connection.fetchval(SAME, table, version)
            if same and await connection.fetchval(FILLED, table) and results:
                for statement in FORGET_RESULTS:
                    await connection.execute(statement, table)
                given = rows(results)
                await connection.execute(FILL.format(rows=1), given)
                await connection.execute(QUEUE.format(source="", rows=1), given)
                await connection.execute(NEW_NAME.format(source="", users=1, names=2), *called(names))

    async def fill_again(self) -> None:
        """Have the results of all finished tables made again from their logs."""
        pool = await self._writable()
        await pool.execute(FILL_AGAIN)
