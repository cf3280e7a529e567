"""Results of finished games, and the standings counted from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.core.results import Alone, Meeting, RankingLine, Rated, Result, Standing
from bot.store.statements import OURS, BaseStore, Conflict, Many, Work, each

NAME = "name"
"""The kind of the documents with people's latest names, by user."""
HIDDEN = "hidden"
"""The kind of the documents of people who hide from rankings and whose profile only they see, by user."""

RENAMED = {"table": "table_id", "user": "user_id", "left": "has_left"}
COLUMNS = {field: RENAMED.get(field, field) for field in Result.__struct_fields__}
"""The columns of a result, by field."""
STANDING = {field: RENAMED.get(field, field) for field in (*Standing.__struct_fields__, "points", "provisional")}
"""The same for a standing; rankings are ordered by the last two."""
JSON = {"tally", "best", "honours", "options"}


class Mark(NamedTuple):
    """The last game that standings include: when it ended, and its table."""

    finished: float
    table: int


def row_of(counted: Result | Standing) -> tuple[Any, ...]:
    """The values of its columns."""
    fields = COLUMNS if isinstance(counted, Result) else STANDING
    found = ((field, getattr(counted, field)) for field in fields)
    return tuple([msgspec.json.encode(value).decode() if field in JSON else value for field, value in found])


def result(row: Iterable[Any]) -> Result:
    """A result from the values of its columns."""
    return msgspec.convert(_fields(COLUMNS, row), Result, strict=False)


def standing(row: Iterable[Any]) -> Standing:
    """A standing from the values of its columns."""
    return msgspec.convert(_fields(STANDING, row), Standing, strict=False)


def _fields(fields: Iterable[str], row: Iterable[Any]) -> dict[str, Any]:
    found = zip(fields, row, strict=True)
    return {field: msgspec.json.decode(value) if field in JSON else value for field, value in found}


ROW = ", ".join(COLUMNS.values())
OF_RESULTS = ", ".join(f"results.{name}" for name in COLUMNS.values())
ROW_STANDING = ", ".join(STANDING.values())
SHOWN = f"user_id NOT IN (SELECT key FROM documents WHERE kind = '{HIDDEN}')"
LAST = 2**63 - 1

# Newest first, starting after a table; from the start if that table is gone.
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
CLAIMED_BY = f"""
    SELECT kind, document, {OF_RESULTS} FROM documents /*! CROSS */ JOIN results
        ON table_id = (convert_from(document, 'UTF8')::json->>'table')::bigint AND user_id = key
    WHERE kind = ANY($1::text[]) AND key = $2"""
# Solo tables of no feature in particular; each has opponents of one level.
ALONE = """
    WITH own AS (
        SELECT results.game, won, (
            SELECT max(other.level) FROM results AS other WHERE other.table_id = results.table_id
        ) AS against
        FROM results /*! INDEXED BY results_of_user_here */ JOIN tables ON tables.id = table_id
        WHERE user_id = $1 AND user_id IS NOT NULL AND results.guild = 0 AND position($2::bytea IN facts) > 0
    )
    SELECT game, against, count(*), count(*) FILTER (WHERE won) FROM own WHERE against IS NOT NULL
    GROUP BY game, against"""
NO_FEATURE = b'"feature":""'
"""In the facts of every table that no feature in particular has opened; in a name the quotes would be escaped."""
# A higher sort key is a worse result.
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
EARLIER_HONOURS = """
    SELECT DISTINCT honours FROM results /*! INDEXED BY results_of_user */
    WHERE user_id = $1 AND user_id IS NOT NULL AND game = $2 AND honours <> '[]' AND (finished, table_id) < ($3, $4)"""
CAREER = f"""
    SELECT {ROW_STANDING} FROM standings /*! INDEXED BY standings_of_user */
    WHERE user_id = $1 AND season = $2 AND guild = coalesce($3::bigint, guild) ORDER BY guild, game"""
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

ADD_RESULT = f"INSERT INTO results ({ROW}) VALUES ({', '.join(f'${place}' for place in range(1, len(COLUMNS) + 1))})"
QUEUE = "INSERT INTO to_count (guild, game, finished, table_id) VALUES ($1, $2, $3, $4)"
CALL = f"INSERT INTO documents VALUES ('{NAME}', $1, $2) ON CONFLICT (kind, key) DO "
RENAME, NEW_NAME = CALL + "UPDATE SET document = excluded.document", CALL + "NOTHING"
MARK = """
    INSERT INTO counted (guild, game, finished, table_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (guild, game) DO UPDATE SET finished = excluded.finished, table_id = excluded.table_id"""
DONE = """
    DELETE FROM to_count WHERE guild = $1 AND game = $2 AND table_id = ANY($3::bigint[]) RETURNING finished, table_id"""
# A person may be erased while they are counted.
PUT_STANDING = f"""
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
# Results have no index by server.
OF_TABLES = "table_id IN (SELECT id FROM tables WHERE guild = $1) AND game = $2"
ONCE = " ON CONFLICT DO NOTHING"

SAME = "SELECT 1 FROM tables WHERE id = $1 AND version = $2 FOR UPDATE"
FILLED = "DELETE FROM to_fill WHERE table_id = $1 RETURNING 1"
FORGET_RESULTS = ("DELETE FROM results WHERE table_id = $1", "DELETE FROM to_count WHERE table_id = $1")
FILL_AGAIN = (
    "INSERT INTO to_fill SELECT id FROM tables WHERE status = 'over' OR (status = 'closed' AND revision > 0)" + ONCE
)


def keep(results: Sequence[Result], names: Mapping[int, str], *, known: bool = False) -> Work[None]:
    """Store a table's results, to be counted later, and names; ``known``: stored names are newer."""
    first = results[0]
    yield Many(ADD_RESULT, [row_of(result) for result in results])
    yield QUEUE, first.guild, first.game, first.finished, first.table
    # In order, to avoid deadlocks.
    yield Many(NEW_NAME if known else RENAME, [(user, name.encode()) for user, name in sorted(names.items())])


class ResultStore(BaseStore):
    """Results, which ``Store.save`` writes, and standings."""

    async def results_of(
        self, user: int, before: int | None = None, limit: int = 10, *, guild: int | None = None
    ) -> list[Result]:
        """A player's results, newest first; ``before``: only those before that table; ``guild``: only there."""
        query, place = (OF_USER, ()) if guild is None else (OF_USER_HERE, (guild,))
        return [result(row) for row in await self._read(query, user, before or LAST, limit, *place)]

    async def results_at(self, table: int) -> list[Result]:
        """The results of a table by seat; none if it has not ended."""
        return [result(row) for row in await self._read(AT_TABLE, table)]

    async def claimed(self, kind: str, until: float) -> list[Result]:
        """People's own results before a time, at the tables in their documents of a kind; without hidden people."""
        return [result(row) for row in await self._read(CLAIMED, kind, until)]

    async def beaten(
        self, kind: str, until: float, user: int, merit: tuple[int, int], *, lowest_wins: bool
    ) -> tuple[int, int]:
        """How many other people have such a result, and how many of these are worse than ``merit``: place and score."""
        [[others, worse]] = await self._read(BEATEN, kind, until, user, lowest_wins, *merit)
        return others, worse

    async def claimed_by(self, user: int, kinds: Sequence[str]) -> dict[str, tuple[bytes, Result]]:
        """One person's documents of these kinds whose table has ended, each with their result there."""
        found = await self._read(CLAIMED_BY, list(kinds), user)
        return {kind: (document, result(row)) for kind, document, *row in found}

    async def played_alone(self, user: int) -> list[Alone]:
        """A player's finished games alone, by game and level; without those that a feature opened."""
        return [Alone(*row) for row in await self._read(ALONE, user, NO_FEATURE)]

    async def meetings(self, user: int, guild: int, games: int) -> list[Meeting]:
        """The people a player met in their latest games on a server: no partners, opponents or hidden people."""
        found = await self._read(MEETINGS, user, guild, games)
        return [Meeting(other, (name or b"").decode(), *rest) for other, name, *rest in found]

    async def career(self, user: int, guild: int | None, season: int) -> list[Standing]:
        """A player's standings on a server, one per game. None: on all servers, and on none (0), for their own eyes."""
        return [standing(row) for row in await self._read(CAREER, user, season, guild)]

    async def honours_before(self, user: int, game: str, finished: float, table: int) -> set[str]:
        """The honours that a player had earned in a game before the table that ended then."""
        found = await self._read(EARLIER_HONOURS, user, game, finished, table)
        return {key for (honours,) in found for key in msgspec.json.decode(honours)}

    async def ranking(
        self, guild: int, game: str, season: int, offset: int, limit: int
    ) -> tuple[int, list[RankingLine]]:
        """The number of ranked players, and a page of them by points; without hidden people."""
        [[total]] = await self._read(RANKED, guild, game, season)
        ranks = enumerate(await self._read(RANKING, guild, game, season, offset, limit), offset + 1)
        return total, [RankingLine(rank, (name or b"").decode(), standing(row)) for rank, (name, *row) in ranks]

    async def rank_of(self, guild: int, game: str, season: int, user: int) -> int | None:
        """A player's rank, from 1; None if they have none."""
        own = await self._read(OWN_LINE, guild, game, season, user)
        if not own:
            return None
        [[ahead]] = await self._read(AHEAD, guild, game, season, *own[0])
        return ahead + 1

    async def names(self, users: Sequence[int]) -> dict[int, str]:
        """People's names when they last finished a game, as far as known."""
        return {user: name.decode() for user, name in await self._read(NAMES, list(users))}

    async def to_count(self) -> tuple[int, str] | None:
        """A server of our shards and a game that have uncounted results."""
        found = await self._read(TO_COUNT, *self._ours)
        return (found[0][0], found[0][1]) if found else None

    async def left_to_count(self) -> int:
        """The number of uncounted tables."""
        [[total]] = await self._read(LEFT_TO_COUNT)
        return total

    async def uncounted(self, guild: int, game: str, limit: int) -> tuple[Mark | None, list[Result]]:
        """The last counted game, and the results of the next tables in the order in which they ended."""
        mark = await self._read(COUNTED, guild, game)
        found = await self._read(UNCOUNTED, guild, game, limit)
        return Mark(*mark[0]) if mark else None, [result(row) for row in found]

    async def rated_since(self, guild: int, game: str, users: Sequence[int], since: float) -> list[Rated]:
        """The rated games of these people since a time."""
        return [Rated(*row) for row in await self._read(RATED_SINCE, list(users), guild, since, game)]

    async def standings(self, guild: int, game: str, users: Sequence[int]) -> list[Standing]:
        """People's standings in a game, of all seasons."""
        return [standing(row) for row in await self._read(STANDINGS, list(users), guild, game)]

    async def to_fill(self, limit: int) -> tuple[int, list[int]]:
        """How many finished tables must be replayed for their results, and some of them, newest first."""
        tables = [table for (table,) in await self._read(TO_FILL, limit)]
        if len(tables) < limit:
            return len(tables), tables
        [[total]] = await self._read(UNFILLED)
        return total, tables

    async def count(
        self, guild: int, game: str, before: Mark | None, tables: Sequence[Mark], standings: Sequence[Standing]
    ) -> None:
        """Store standings that include these tables. Raises Conflict if another process has counted in between."""

        def work() -> Work[None]:
            yield from each(self._locked(guild, game))
            mark = yield COUNTED, guild, game
            if (Mark(*mark[0]) if mark else None) != before:
                raise Conflict(f"Somebody else has counted {game} of server {guild}.")
            done = yield DONE, guild, game, [table.table for table in tables]
            if {Mark(*each) for each in done} != set(tables):
                raise Conflict(f"Some of {len(tables)} tables up to {tables[-1].table} are counted already.")
            yield MARK, guild, game, *tables[-1]
            yield Many(PUT_STANDING, [row_of(standing) for standing in standings])

        await self._change(work)

    async def recount(self, guild: int | None = None, game: str | None = None) -> None:
        """Remove standings, of one server's game or all, to be counted again from the results."""
        if guild is None or game is None:
            again = [*((statement,) for statement in FORGET), (AGAIN + "TRUE" + ONCE,)]
            await self._change(lambda: each(again), slow=True)
        else:
            forgotten = ((statement + OF_GAME, guild, game) for statement in FORGET)
            await self._do(*self._locked(guild, game), *forgotten, (AGAIN + OF_TABLES + ONCE, guild, game))

    async def fill(self, table: int, version: int, results: Sequence[Result], names: Mapping[int, str]) -> None:
        """Replace a finished table's results; without results they stay. Names that are stored stay.

        If the table has another version by now (a player was erased), nothing is written, and it is still to be filled.
        """

        def work() -> Work[None]:
            # The table is locked, so that no player is erased meanwhile.
            if (yield SAME, table, version) and (yield FILLED, table) and results:
                for statement in FORGET_RESULTS:
                    yield statement, table
                yield from keep(results, names, known=True)

        await self._change(work)

    async def fill_again(self) -> None:
        """Mark all finished tables to be replayed for their results."""
        await self._change(lambda: each([(FILL_AGAIN,)]), slow=True)
