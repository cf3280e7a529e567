"""What every storage can tell of finished games: results, and the standings that follow from them."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Sequence

from bot.core.profile import Line, Meeting
from bot.core.ratings import Rated, Standing
from bot.core.results import Result
from bot.service.store.database import OURS, Database
from bot.service.store.results import COLUMNS, HIDDEN, NAME, STANDING, Mark, Merit, lines, result, standing

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
