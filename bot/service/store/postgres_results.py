"""Results and standings in PostgreSQL."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.core.ratings import Standing
from bot.core.results import Result
from bot.service.store import Conflict
from bot.service.store import results as kept
from bot.service.store.postgres_part import PostgresPart
from bot.service.store.result_reader import FORGET, OF_RESULTS, ROW, ROW_STANDING, SHOWN, Questions, ResultReader
from bot.service.store.results import COLUMNS, NAME, STANDING, Mark

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
BOARD = f"guild = $1 AND game = $2 AND season = $3 AND rated > 0 AND {SHOWN}"
READ = Questions(
    of_user=f"SELECT {ROW} FROM results WHERE user_id = $1 AND {UNTIL}",
    of_user_here=f"SELECT {ROW} FROM results WHERE user_id = $1 AND guild = $4 AND {UNTIL}",
    at_table=f"SELECT {ROW} FROM results WHERE table_id = $1 ORDER BY seat",
    claimed=f"""
        SELECT {OF_RESULTS} FROM documents JOIN results
            ON table_id = (convert_from(document, 'UTF8')::json->>'table')::bigint AND user_id = key
        WHERE kind = $1 AND finished < $2 AND {SHOWN}""",
    # Whose merit is higher did worse.
    beaten="""
        SELECT count(*), count(*) FILTER (WHERE (place, CASE WHEN $4 THEN score ELSE -score END) > ($5, $6))
        FROM documents JOIN results
            ON table_id = (convert_from(document, 'UTF8')::json->>'table')::bigint AND user_id = key
        WHERE kind = $1 AND finished < $2 AND key <> $3""",
    meetings=f"""
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
            LEFT JOIN documents ON kind = '{NAME}' AND key = user_id WHERE {SHOWN}""",
    career=f"SELECT {ROW_STANDING} FROM standings WHERE user_id = $1 AND guild = $2 AND season = $3 ORDER BY game",
    ranked=f"SELECT count(*) FROM standings WHERE {BOARD}",
    ranking=f"""
        SELECT document, {ROW_STANDING} FROM (
            SELECT * FROM standings WHERE {BOARD} ORDER BY provisional, points DESC, user_id LIMIT $5 OFFSET $4
        ) AS page LEFT JOIN documents ON kind = '{NAME}' AND key = user_id
        ORDER BY provisional, points DESC, user_id""",
    own_line=f"SELECT provisional, -points, user_id FROM standings WHERE {BOARD} AND user_id = $4",
    ahead=f"SELECT count(*) FROM standings WHERE {BOARD} AND (provisional, -points, user_id) < ($4, $5, $6)",
    names=f"SELECT key, document FROM documents WHERE kind = '{NAME}' AND key = ANY($1::bigint[])",
    counted="SELECT finished, table_id FROM counted WHERE guild = $1 AND game = $2",
    uncounted=f"""
        SELECT {OF_RESULTS} FROM (
            SELECT finished, table_id FROM to_count WHERE guild = $1 AND game = $2 ORDER BY finished, table_id LIMIT $3
        ) AS next JOIN results ON results.table_id = next.table_id ORDER BY next.finished, next.table_id, seat""",
    rated_since="""
        SELECT table_id, user_id, finished FROM results
        WHERE user_id = ANY($1::bigint[]) AND guild = $2 AND finished >= $3 AND game = $4 AND rated""",
    standings=f"""
        SELECT {ROW_STANDING} FROM standings WHERE user_id = ANY($1::bigint[]) AND guild = $2 AND game = $3
        ORDER BY season, user_id""",
    to_fill="SELECT table_id FROM to_fill ORDER BY table_id DESC LIMIT $1",
)
TO_COUNT = "SELECT guild, game FROM to_count WHERE (guild >> 22) % $1 BETWEEN $2 AND $3 LIMIT 1"
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
AGAIN = """
    INSERT INTO to_count SELECT DISTINCT guild, game, finished, table_id FROM results {where} ON CONFLICT DO NOTHING"""
# Through the tables of the server: results are not found by it.
THERE = "WHERE table_id IN (SELECT id FROM tables WHERE guild = $1) AND game = $2"

SAME = "SELECT 1 FROM tables WHERE id = $1 AND version = $2 FOR UPDATE"
FILLED = "DELETE FROM to_fill WHERE table_id = $1 RETURNING 1"
FORGET_RESULTS = ("DELETE FROM results WHERE table_id = $1", "DELETE FROM to_count WHERE table_id = $1")
FILL_AGAIN = "INSERT INTO to_fill SELECT id FROM tables WHERE status = 'over' ON CONFLICT DO NOTHING"
ERASE_STANDINGS = ("DELETE FROM standings WHERE guild = $1", "DELETE FROM counted WHERE guild = $1")


def rows(results: Sequence[Result]) -> str:
    """Results as statements take them."""
    return msgspec.json.encode([kept.columns(result) for result in results]).decode()


def called(names: Mapping[int, str]) -> tuple[list[int], list[bytes]]:
    """Names as statements take them: in order, so that no two of them wait for one another."""
    users = sorted(names)
    return users, [names[user].encode() for user in users]


class PostgresResults(PostgresPart, ResultReader):
    """The part of a PostgreSQL storage that knows finished games: see ``ResultStore``."""

    _questions = READ

    async def _read(self, query: str, *values: Any) -> list[Any]:
        return await self._pool.fetch(query, *values)

    def _listed(self, users: Sequence[int]) -> list[int]:
        return list(users)

    async def to_count(self) -> tuple[int, str] | None:
        """A server of our shards and a game of which results are not counted yet."""
        found = await self._pool.fetchrow(TO_COUNT, self.shards.count, *self._own)
        return None if found is None else (found["guild"], found["game"])

    async def count(
        self, guild: int, game: str, before: Mark | None, tables: Sequence[Mark], standings: Sequence[Standing]
    ) -> None:
        """Keep these standings, with which these tables are counted. Raises Conflict."""
        ends, numbers = [table.finished for table in tables], [table.table for table in tables]
        given = msgspec.json.encode([kept.standing_columns(standing) for standing in standings]).decode()

        async def work(connection: Any) -> None:
            await connection.execute(LOCK, guild, game)
            mark = await connection.fetchrow(READ.counted, guild, game)
            if (None if mark is None else Mark(*mark)) != before:
                raise Conflict(f"Somebody else has counted {game} of server {guild}.")
            if await connection.fetchval(DONE, guild, game, ends, numbers) != len(tables):
                raise Conflict(f"Some of the tables {numbers} are counted already.")
            await connection.execute(MARK, guild, game, *tables[-1])
            await connection.execute(KEEP, given)

        await self._ledger.transaction(work)

    async def recount(self, guild: int | None = None, game: str | None = None) -> None:
        """Forget standings, of one server's game or all, so that they are counted again."""
        everything = guild is None
        where, values = ("", ()) if everything else (" WHERE guild = $1 AND game = $2", (guild, game))

        async def work(connection: Any) -> None:
            if not everything:
                await connection.execute(LOCK, guild, game)
            for statement in FORGET:
                await connection.execute(statement.format(where=where), *values)
            await connection.execute(AGAIN.format(where="" if everything else THERE), *values)

        await self._ledger.transaction(work)

    async def fill(self, table: int, version: int, results: Sequence[Result], names: Mapping[int, str]) -> None:
        """Keep a finished table's results in place of any it has; without results it keeps what it has."""

        async def work(connection: Any) -> None:
            # The table is locked, so that nobody at it is forgotten before this is done.
            same = await connection.fetchval(SAME, table, version)
            if same and await connection.fetchval(FILLED, table) and results:
                for statement in FORGET_RESULTS:
                    await connection.execute(statement, table)
                given = rows(results)
                await connection.execute(FILL.format(rows=1), given)
                await connection.execute(QUEUE.format(source="", rows=1), given)
                await connection.execute(NEW_NAME.format(source="", users=1, names=2), *called(names))

        await self._ledger.transaction(work)

    async def fill_again(self) -> None:
        """Have the results of all finished tables made again from their logs."""
        await self._ledger.transaction(lambda connection: connection.execute(FILL_AGAIN))
