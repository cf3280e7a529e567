"""What every storage keeps of finished games: results, and the standings that follow from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from bot.core.profile import Line, Meeting
from bot.core.ratings import Rated, Standing
from bot.core.results import Result

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
"""What results of a day are compared by, see ``bot.core.daily.merit``."""


class Mark(NamedTuple):
    """Up to which game standings are counted: when it ended, and its table."""

    finished: float
    table: int


class ResultStore(Protocol):
    """What a storage knows of finished games. ``Store.save`` writes them down; here they are asked for and counted."""

    async def results_of(
        self, user: int, before: int | None = None, limit: int = 10, *, guild: int | None = None
    ) -> list[Result]:
        """Somebody's results, newest first; ``before``: those that ended before that table; ``guild``: only there."""
        ...

    async def results_at(self, table: int) -> list[Result]:
        """The results of a table by seat; none if it has not ended, or not been counted yet."""
        ...

    async def claimed(self, kind: str, until: float) -> list[Result]:
        """The results before a time at the tables that people's documents of a kind name (``table``): their own.

        Those of hidden people are left out.
        """
        ...

    async def beaten(self, kind: str, until: float, user: int, merit: Merit, *, lowest_wins: bool) -> tuple[int, int]:
        """How many others have such a result, and how many of them one that is worse than that of somebody.

        Counted where the results are: of a day there may be very many.
        """
        ...

    async def meetings(self, user: int, guild: int, games: int) -> list[Meeting]:
        """Whom somebody has met in their latest games on a server: no partners, opponents or hidden people."""
        ...

    async def career(self, user: int, guild: int, season: int) -> list[Standing]:
        """What somebody has done on a server, a standing a game."""
        ...

    async def ranking(self, guild: int, game: str, season: int, offset: int, limit: int) -> tuple[int, list[Line]]:
        """How many have played a rated game, and some of them by points; hidden people left out."""
        ...

    async def rank_of(self, guild: int, game: str, season: int, user: int) -> int | None:
        """Somebody's rank there, 1 for the first; None if they are not in it."""
        ...

    async def names(self, users: Sequence[int]) -> dict[int, str]:
        """What people were called when they last finished a game, as far as it is known."""
        ...

    # ---- counting

    async def to_count(self) -> tuple[int, str] | None:
        """A server and a game of which results are not counted yet."""
        ...

    async def left_to_count(self) -> int:
        """How many tables are not counted yet."""
        ...

    async def uncounted(self, guild: int, game: str, limit: int) -> tuple[Mark | None, list[Result]]:
        """How far it is counted, and the results of the next tables in the order in which they ended."""
        ...

    async def rated_since(self, guild: int, game: str, users: Sequence[int], since: float) -> list[Rated]:
        """The rated games of some people there, from a time on."""
        ...

    async def standings(self, guild: int, game: str, users: Sequence[int]) -> list[Standing]:
        """People's standings in a game, of all seasons."""
        ...

    async def count(
        self, guild: int, game: str, before: Mark | None, tables: Sequence[Mark], standings: Sequence[Standing]
    ) -> None:
        """Keep these standings, with which these tables are counted. Raises Conflict if more was counted already."""
        ...

    async def recount(self, guild: int | None = None, game: str | None = None) -> None:
        """Forget standings, of one server's game or all, so that they are counted again from the results."""
        ...

    # ---- results of games that ended before they were kept

    async def to_fill(self, limit: int) -> tuple[int, list[int]]:
        """How many finished tables are still to be replayed for their results, and some of them, newest first."""
        ...

    async def fill(self, table: int, version: int, results: Sequence[Result], names: Mapping[int, str]) -> None:
        """Keep a finished table's results in place of any it has; without results it keeps what it has.

        Of people whose names are known already they stay. If the table has another version by now (somebody at it is
        not to be remembered), nothing is kept, and it is still to be filled.
        """
        ...

    async def fill_again(self) -> None:
        """Have the results of all finished tables made again from their logs."""
        ...


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
