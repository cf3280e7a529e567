"""Reading results and standings, the same in every storage but for the words of its SQL."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.core.profile import Line, Meeting
from bot.core.ratings import Rated, Standing
from bot.core.results import Result
from bot.service.store.results import COLUMNS, HIDDEN, STANDING, Mark, Merit, lines, result, standing

ROW = ", ".join(COLUMNS.values())
OF_RESULTS = ", ".join(f"results.{name}" for name in COLUMNS.values())
ROW_STANDING = ", ".join(STANDING.values())
SHOWN = f"user_id NOT IN (SELECT key FROM documents WHERE kind = '{HIDDEN}')"
LEFT_TO_COUNT = "SELECT count(*) FROM to_count"
TO_COUNT = "SELECT guild, game FROM to_count LIMIT 1"
UNFILLED = "SELECT count(*) FROM to_fill"
FORGET = ("DELETE FROM standings{where}", "DELETE FROM counted{where}")
LAST = 2**63 - 1


@dataclass(frozen=True, kw_only=True)
class Questions:
    """The SQL of one storage for what is read here; values come in the order in which they are given below."""

    of_user: str
    of_user_here: str
    at_table: str
    claimed: str
    beaten: str
    meetings: str
    career: str
    ranked: str
    ranking: str
    own_line: str
    ahead: str
    names: str
    counted: str
    uncounted: str
    rated_since: str
    standings: str
    to_fill: str


class ResultReader:
    """The part of a storage that tells of finished games: see ``ResultStore``."""

    _questions: Questions

    async def _read(self, query: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    def _listed(self, users: Sequence[int]) -> Any:
        """Several people as one value of a question."""
        raise NotImplementedError

    async def results_of(
        self, user: int, before: int | None = None, limit: int = 10, *, guild: int | None = None
    ) -> list[Result]:
        """Somebody's results, newest first."""
        values = (user, LAST if before is None else before, limit)
        if guild is None:
            found = await self._read(self._questions.of_user, *values)
        else:
            found = await self._read(self._questions.of_user_here, *values, guild)
        return [result(row) for row in found]

    async def results_at(self, table: int) -> list[Result]:
        """The results of a table by seat."""
        return [result(row) for row in await self._read(self._questions.at_table, table)]

    async def claimed(self, kind: str, until: float) -> list[Result]:
        """The results before a time at the tables that people's documents of a kind name."""
        return [result(row) for row in await self._read(self._questions.claimed, kind, until)]

    async def beaten(self, kind: str, until: float, user: int, merit: Merit, *, lowest_wins: bool) -> tuple[int, int]:
        """How many others have such a result, and how many of them a worse one."""
        [[others, worse]] = await self._read(self._questions.beaten, kind, until, user, lowest_wins, *merit)
        return others, worse

    async def meetings(self, user: int, guild: int, games: int) -> list[Meeting]:
        """Whom somebody has met in their latest games on a server."""
        found = await self._read(self._questions.meetings, user, guild, games)
        return [Meeting(other, (name or b"").decode(), *rest) for other, name, *rest in found]

    async def career(self, user: int, guild: int, season: int) -> list[Standing]:
        """What somebody has done on a server, a standing a game."""
        return [standing(row) for row in await self._read(self._questions.career, user, guild, season)]

    async def ranking(self, guild: int, game: str, season: int, offset: int, limit: int) -> tuple[int, list[Line]]:
        """How many have played a rated game, and some of them by points."""
        [[total]] = await self._read(self._questions.ranked, guild, game, season)
        found = await self._read(self._questions.ranking, guild, game, season, offset, limit)
        return total, lines(found, offset)

    async def rank_of(self, guild: int, game: str, season: int, user: int) -> int | None:
        """Somebody's rank there, 1 for the first."""
        own = await self._read(self._questions.own_line, guild, game, season, user)
        if not own:
            return None
        [[ahead]] = await self._read(self._questions.ahead, guild, game, season, *own[0])
        return ahead + 1

    async def names(self, users: Sequence[int]) -> dict[int, str]:
        """What people were called when they last finished a game."""
        found = await self._read(self._questions.names, self._listed(users))
        return {user: name.decode() for user, name in found}

    async def to_count(self) -> tuple[int, str] | None:
        """A server and a game of which results are not counted yet."""
        found = await self._read(TO_COUNT)
        return (found[0][0], found[0][1]) if found else None

    async def left_to_count(self) -> int:
        """How many tables are not counted yet."""
        [[total]] = await self._read(LEFT_TO_COUNT)
        return total

    async def uncounted(self, guild: int, game: str, limit: int) -> tuple[Mark | None, list[Result]]:
        """How far it is counted, and the results of the next tables in the order in which they ended."""
        mark = await self._read(self._questions.counted, guild, game)
        found = await self._read(self._questions.uncounted, guild, game, limit)
        return Mark(*mark[0]) if mark else None, [result(row) for row in found]

    async def rated_since(self, guild: int, game: str, users: Sequence[int], since: float) -> list[Rated]:
        """The rated games of some people from a time on."""
        found = await self._read(self._questions.rated_since, self._listed(users), guild, since, game)
        return [Rated(*row) for row in found]

    async def standings(self, guild: int, game: str, users: Sequence[int]) -> list[Standing]:
        """People's standings in a game, of all seasons."""
        found = await self._read(self._questions.standings, self._listed(users), guild, game)
        return [standing(row) for row in found]

    async def to_fill(self, limit: int) -> tuple[int, list[int]]:
        """How many finished tables are still to be replayed for their results, and some of them."""
        tables = [table for (table,) in await self._read(self._questions.to_fill, limit)]
        if len(tables) < limit:
            return len(tables), tables
        [[total]] = await self._read(UNFILLED)
        return total, tables
