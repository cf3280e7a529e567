"""Results and standings: their columns, reading and writing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.core.profile import Line, Meeting
from bot.core.ratings import Rated, Standing
from bot.core.results import Result
from bot.store.statements import OURS, Conflict, Database, Many, Work, each

NAME = "name"
"""The kind of the documents that say what people were last called; kept by user."""
HIDDEN = "hidden"
"""The kind of the documents of people who are in no ranking and whose profile only they see; kept by user."""

COLUMNS = {field: {"table": "table_id", "user": "user_id", "left": "has_left"}.get(field, field)
           for field in Result.__struct_fields__}  # fmt: skip
"""The fields of a result and the columns they are kept in."""
STANDING = {
    **{field: "user_id" if field == "user" else field for field in Standing.__struct_fields__},
    "points": "points",
    "provisional": "provisional",
}
"""The same for a standing, and what rankings are ordered by."""

JSON = ("tally", "honours", "options")
STANDING_JSON = ("tally", "best", "honours")


Merit = tuple[int, int]
"""What results are compared by: the place, and of equal places the score, so that less is better."""


class Mark(NamedTuple):
    """Up to which game standings are counted: when it ended, and its table."""

    finished: float
    table: int


def columns(result: Result) -> dict[str, Any]:
    """A result as it is kept, by column."""
    found = {column: getattr(result, field) for field, column in COLUMNS.items()}
    return found | {key: msgspec.json.encode(found[key]).decode() for key in JSON}


def standing_columns(standing: Standing) -> dict[str, Any]:
    """A standing as it is kept, by column."""
    found = {column: getattr(standing, field) for field, column in STANDING.items()}
    return found | {key: msgspec.json.encode(found[key]).decode() for key in STANDING_JSON}


def result(values: Sequence[Any]) -> Result:
    """A result from the values of its columns."""
    found = dict(zip(COLUMNS, values, strict=True))
    return msgspec.convert(found | {key: msgspec.json.decode(found[key]) for key in JSON}, Result, strict=False)


def standing(values: Sequence[Any]) -> Standing:
    """A standing from the values of its columns."""
    found = dict(zip(STANDING, values, strict=True))
    del found["points"], found["provisional"]
    return Standing(**found | {key: msgspec.json.decode(found[key]) for key in STANDING_JSON})


def lines(found: Sequence[Sequence[Any]], offset: int) -> list[Line]:
    """Lines of a ranking after so many others, from a name and a standing each."""
    return [Line(rank, (name or b"").decode(), standing(row)) for rank, (name, *row) in enumerate(found, offset + 1)]


# ruff: noqa: S608 - what is put into SQL here are the names of our own columns


ROW = ", ".join(COLUMNS.values())
OF_RESULTS = ", ".join(f"results.{name}" for name in COLUMNS.values())
ROW_STANDING = ", ".join(STANDING.values())
SHOWN = f"user_id NOT IN (SELECT key FROM documents WHERE kind = '{HIDDEN}')"
LAST = 2**63 - 1

# The newest first, from the one of a table on; of a table that is gone, from the start.
UNTIL = """(finished, table_id) < (coalesce((SELECT finished FROM results WHERE table_id = $2 LIMIT 1), 1e308), $2)
    ORDER BY finished DESC, table_id DESC LIMIT $3"""
OF_USER = f"""
    SELECT {ROW} FROM results /*! INDEXED BY results_of_user */
    WHERE user_id = $1 AND user_id IS NOT NULL AND {UNTIL}"""
OF_USER_HERE = f"""
    SELECT {ROW} FROM results /*! INDEXED BY results_of_user_here */
    WHERE user_id = $1 AND user_id IS NOT NULL AND guild = $4 AND {UNTIL}"""
AT_TABLE = f"SELECT {ROW} FROM results WHERE table_id = $1 ORDER BY seat"
TRIED = """documents /*! CROSS */ JOIN results
        ON table_id = (convert_from(document, 'UTF8')::json->>'table')::bigint AND user_id = key
    WHERE kind = $1 AND finished < $2"""
CLAIMED = f"SELECT {OF_RESULTS} FROM {TRIED} AND {SHOWN}"
# Whose merit is higher did worse.
BEATEN = f"""
    SELECT count(*), count(*) FILTER (WHERE (place, CASE WHEN $4 THEN score ELSE -score END) > ($5, $6))
    FROM {TRIED} AND key <> $3"""
MEETINGS = f"""
    WITH own AS (
        SELECT table_id, place, side FROM results /*! INDEXED BY results_of_user_here */
        WHERE user_id = $1 AND user_id IS NOT NULL AND guild = $2 ORDER BY finished DESC, table_id DESC LIMIT $3
    ), met AS (
        SELECT other.user_id, count(*) AS games, count(*) FILTER (WHERE other.place < own.place) AS ahead,
            count(*) FILTER (WHERE other.place > own.place) AS behind
        FROM own /*! CROSS */ JOIN results AS other ON other.table_id = own.table_id
        WHERE other.user_id <> $1 AND other.side <> own.side GROUP BY other.user_id
    )
    SELECT user_id, document, games, ahead, behind FROM met
        LEFT JOIN documents ON kind = '{NAME}' AND key = user_id WHERE {SHOWN}"""
CAREER = f"""
    SELECT {ROW_STANDING} FROM standings /*! INDEXED BY standings_of_user */
    WHERE user_id = $1 AND guild = $2 AND season = $3 ORDER BY game"""
BOARD = f"guild = $1 AND game = $2 AND season = $3 AND rated > 0 AND {SHOWN}"
BY_POINTS = f"standings /*! INDEXED BY standings_by_points */ WHERE {BOARD}"
RANKED = f"SELECT count(*) FROM {BY_POINTS}"
RANKING = f"""
    SELECT document, {ROW_STANDING} FROM (
        SELECT * FROM {BY_POINTS} ORDER BY provisional, points DESC, user_id LIMIT $5 OFFSET $4
    ) AS page LEFT JOIN documents ON kind = '{NAME}' AND key = user_id ORDER BY provisional, points DESC, user_id"""
OWN_LINE = f"SELECT provisional, -points, user_id FROM standings WHERE {BOARD} AND user_id = $4"
AHEAD = f"SELECT count(*) FROM {BY_POINTS} AND (provisional, -points, user_id) < ($4, $5, $6)"
NAMES = f"SELECT key, document FROM documents WHERE kind = '{NAME}' AND key = ANY($1::bigint[])"
TO_COUNT = f"SELECT guild, game FROM to_count WHERE {OURS} LIMIT 1"
LEFT_TO_COUNT = "SELECT count(*) FROM to_count"
COUNTED = "SELECT finished, table_id FROM counted WHERE guild = $1 AND game = $2"
UNCOUNTED = f"""
    SELECT {OF_RESULTS} FROM (
        SELECT finished, table_id FROM to_count WHERE guild = $1 AND game = $2 ORDER BY finished, table_id LIMIT $3
    ) AS next /*! CROSS */ JOIN results ON results.table_id = next.table_id
    ORDER BY next.finished, next.table_id, seat"""
RATED_SINCE = """
    SELECT table_id, user_id, finished FROM results /*! INDEXED BY results_of_user_here */
    WHERE user_id = ANY($1::bigint[]) AND user_id IS NOT NULL AND guild = $2 AND finished >= $3 AND game = $4
        AND rated"""
STANDINGS = f"""
    SELECT {ROW_STANDING} FROM standings /*! INDEXED BY standings_of_user */
    WHERE user_id = ANY($1::bigint[]) AND guild = $2 AND game = $3 ORDER BY season, user_id"""
TO_FILL = "SELECT table_id FROM to_fill ORDER BY table_id DESC LIMIT $1"
UNFILLED = "SELECT count(*) FROM to_fill"


class ResultReader(Database):
    """What a storage knows of finished games. ``Store.save`` writes results down; ``ResultStore`` counts them."""

    async def results_of(
        self, user: int, before: int | None = None, limit: int = 10, *, guild: int | None = None
    ) -> list[Result]:
        """Somebody's results, newest first; ``before``: those that ended before that table; ``guild``: only there."""
        values = (user, LAST if before is None else before, limit)
        if guild is None:
            found = await self._read(OF_USER, *values)
        else:
            found = await self._read(OF_USER_HERE, *values, guild)
        return [result(row) for row in found]

    async def results_at(self, table: int) -> list[Result]:
        """The results of a table by seat; none if it has not ended, or not been counted yet."""
        return [result(row) for row in await self._read(AT_TABLE, table)]

    async def claimed(self, kind: str, until: float) -> list[Result]:
        """The results before a time at the tables that people's documents of a kind name (``table``): their own.

        Those of hidden people are left out.
        """
        return [result(row) for row in await self._read(CLAIMED, kind, until)]

    async def beaten(self, kind: str, until: float, user: int, merit: Merit, *, lowest_wins: bool) -> tuple[int, int]:
        """How many others have such a result, and how many of them one that is worse than that of somebody.

        Counted where the results are: of a day there may be very many.
        """
        [[others, worse]] = await self._read(BEATEN, kind, until, user, lowest_wins, *merit)
        return others, worse

    async def meetings(self, user: int, guild: int, games: int) -> list[Meeting]:
        """Whom somebody has met in their latest games on a server: no partners, opponents or hidden people."""
        found = await self._read(MEETINGS, user, guild, games)
        return [Meeting(other, (name or b"").decode(), *rest) for other, name, *rest in found]

    async def career(self, user: int, guild: int, season: int) -> list[Standing]:
        """What somebody has done on a server, a standing a game."""
        return [standing(row) for row in await self._read(CAREER, user, guild, season)]

    async def ranking(self, guild: int, game: str, season: int, offset: int, limit: int) -> tuple[int, list[Line]]:
        """How many have played a rated game, and some of them by points; hidden people left out."""
        [[total]] = await self._read(RANKED, guild, game, season)
        return total, lines(await self._read(RANKING, guild, game, season, offset, limit), offset)

    async def rank_of(self, guild: int, game: str, season: int, user: int) -> int | None:
        """Somebody's rank there, 1 for the first; None if they are not in it."""
        own = await self._read(OWN_LINE, guild, game, season, user)
        if not own:
            return None
        [[ahead]] = await self._read(AHEAD, guild, game, season, *own[0])
        return ahead + 1

    async def names(self, users: Sequence[int]) -> dict[int, str]:
        """What people were called when they last finished a game, as far as it is known."""
        return {user: name.decode() for user, name in await self._read(NAMES, list(users))}

    async def to_count(self) -> tuple[int, str] | None:
        """A server of our shards and a game of which results are not counted yet."""
        found = await self._read(TO_COUNT, *self._ours)
        return (found[0][0], found[0][1]) if found else None

    async def left_to_count(self) -> int:
        """How many tables are not counted yet."""
        [[total]] = await self._read(LEFT_TO_COUNT)
        return total

    async def uncounted(self, guild: int, game: str, limit: int) -> tuple[Mark | None, list[Result]]:
        """How far it is counted, and the results of the next tables in the order in which they ended."""
        mark = await self._read(COUNTED, guild, game)
        found = await self._read(UNCOUNTED, guild, game, limit)
        return Mark(*mark[0]) if mark else None, [result(row) for row in found]

    async def rated_since(self, guild: int, game: str, users: Sequence[int], since: float) -> list[Rated]:
        """The rated games of some people there, from a time on."""
        return [Rated(*row) for row in await self._read(RATED_SINCE, list(users), guild, since, game)]

    async def standings(self, guild: int, game: str, users: Sequence[int]) -> list[Standing]:
        """People's standings in a game, of all seasons."""
        return [standing(row) for row in await self._read(STANDINGS, list(users), guild, game)]

    async def to_fill(self, limit: int) -> tuple[int, list[int]]:
        """How many finished tables are still to be replayed for their results, and some of them, newest first."""
        tables = [table for (table,) in await self._read(TO_FILL, limit)]
        if len(tables) < limit:
            return len(tables), tables
        [[total]] = await self._read(UNFILLED)
        return total, tables


# ruff: noqa: S608 - what is put into SQL here are the names of our own columns


ENDED = f"INSERT INTO results ({ROW}) VALUES ({', '.join(f'${place}' for place in range(1, len(COLUMNS) + 1))})"
QUEUE = "INSERT INTO to_count (guild, game, finished, table_id) VALUES ($1, $2, $3, $4)"
CALL = f"INSERT INTO documents VALUES ('{NAME}', $1, $2) ON CONFLICT (kind, key) DO "
RENAME, NEW_NAME = CALL + "UPDATE SET document = excluded.document", CALL + "NOTHING"
MARK = """
    INSERT INTO counted (guild, game, finished, table_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (guild, game) DO UPDATE SET finished = excluded.finished, table_id = excluded.table_id"""
DONE = """
    DELETE FROM to_count WHERE guild = $1 AND game = $2 AND table_id = ANY($3::bigint[]) RETURNING finished, table_id"""
# Somebody may be forgotten while they are counted.
KEEP = f"""
    INSERT INTO standings ({ROW_STANDING})
    SELECT {", ".join(f"${place}" for place in range(1, len(STANDING) + 1))} WHERE EXISTS (
        SELECT 1 FROM results /*! INDEXED BY results_of_user_here */
        WHERE user_id = $4 AND user_id IS NOT NULL AND guild = $1 AND game = $2
    )
    ON CONFLICT (guild, game, season, user_id) DO UPDATE SET
        {", ".join(f"{name} = excluded.{name}" for name in list(STANDING.values())[4:])}"""
ERASE_STANDINGS = ("DELETE FROM standings WHERE guild = $1", "DELETE FROM counted WHERE guild = $1")
FORGET = ("DELETE FROM standings", "DELETE FROM counted")
OF_GAME = " WHERE guild = $1 AND game = $2"
AGAIN = "INSERT INTO to_count SELECT DISTINCT guild, game, finished, table_id FROM results WHERE "
# Through the tables of the server: results are not found by it.
OF_TABLES = "table_id IN (SELECT id FROM tables WHERE guild = $1) AND game = $2"
ONCE = " ON CONFLICT DO NOTHING"

SAME = "SELECT 1 FROM tables WHERE id = $1 AND version = $2 FOR UPDATE"
FILLED = "DELETE FROM to_fill WHERE table_id = $1 RETURNING 1"
FORGET_RESULTS = ("DELETE FROM results WHERE table_id = $1", "DELETE FROM to_count WHERE table_id = $1")
FILL_AGAIN = (
    "INSERT INTO to_fill SELECT id FROM tables WHERE status = 'over' OR (status = 'closed' AND revision > 0)" + ONCE
)


def keep(results: Sequence[Result], names: Mapping[int, str], *, known: bool = False) -> Work[None]:
    """Write the results of a table down, to be counted later, and names; ``known``: those there already are newer."""
    first = results[0]
    yield Many(ENDED, [tuple(columns(result).values()) for result in results])
    yield QUEUE, first.guild, first.game, first.finished, first.table
    # In order, so that no two who write wait for one another.
    yield Many(NEW_NAME if known else RENAME, [(user, name.encode()) for user, name in sorted(names.items())])


class ResultStore(ResultReader):
    """What a storage keeps of finished games, and what it counts."""

    async def count(
        self, guild: int, game: str, before: Mark | None, tables: Sequence[Mark], standings: Sequence[Standing]
    ) -> None:
        """Keep these standings, with which these tables are counted. Raises Conflict if more was counted already."""

        def work() -> Work[None]:
            yield from each(self._locked(guild, game))
            mark = yield COUNTED, guild, game
            if (Mark(*mark[0]) if mark else None) != before:
                raise Conflict(f"Somebody else has counted {game} of server {guild}.")
            done = yield DONE, guild, game, [table.table for table in tables]
            if {Mark(*each) for each in done} != set(tables):
                raise Conflict(f"Some of {len(tables)} tables up to {tables[-1].table} are counted already.")
            yield MARK, guild, game, *tables[-1]
            yield Many(KEEP, [tuple(standing_columns(standing).values()) for standing in standings])

        await self._change(work)

    async def recount(self, guild: int | None = None, game: str | None = None) -> None:
        """Forget standings, of one server's game or all, so that they are counted again from the results."""
        if guild is None or game is None:
            await self._do(*((statement,) for statement in FORGET), (AGAIN + "TRUE" + ONCE,))
        else:
            forgotten = ((statement + OF_GAME, guild, game) for statement in FORGET)
            await self._do(*self._locked(guild, game), *forgotten, (AGAIN + OF_TABLES + ONCE, guild, game))

    async def fill(self, table: int, version: int, results: Sequence[Result], names: Mapping[int, str]) -> None:
        """Keep a finished table's results in place of any it has; without results it keeps what it has.

        Of people whose names are known already they stay. If the table has another version by now (somebody at it is
        not to be remembered), nothing is kept, and it is still to be filled.
        """

        def work() -> Work[None]:
            # The table is locked, so that nobody at it is forgotten before this is done.
            if (yield SAME, table, version) and (yield FILLED, table) and results:
                for statement in FORGET_RESULTS:
                    yield statement, table
                yield from keep(results, names, known=True)

        await self._change(work)

    async def fill_again(self) -> None:
        """Have the results of all finished tables made again from their logs."""
        await self._change(lambda: each([(FILL_AGAIN,)]))  # as long as it takes: it looks at every table
