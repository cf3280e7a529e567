"""Results and standings in a SQLite file."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.core.profile import Line, Meeting
from bot.core.ratings import Rated, Standing
from bot.core.results import Result
from bot.service.store import Conflict
from bot.service.store import results as kept
from bot.service.store.results import COLUMNS, HIDDEN, NAME, STANDING, Mark

T = TypeVar("T")

ROW = ", ".join(COLUMNS.values())
ROW_STANDING = ", ".join(STANDING.values())
LISTED = "(SELECT value FROM json_each(?))"

ENDED = f"INSERT INTO results ({ROW}) VALUES ({', '.join(f':{name}' for name in COLUMNS.values())})"
QUEUE = "INSERT INTO to_count (guild, game, finished, table_id) VALUES (:guild, :game, :finished, :table_id)"
CALL = f"INSERT INTO documents VALUES ('{NAME}', ?, ?) ON CONFLICT (kind, key) DO "
RENAME, NEW_NAME = CALL + "UPDATE SET document = excluded.document", CALL + "NOTHING"

# The newest first, from the one of a table on; of a table that is gone, from the start.
OF_USER = f"""
    SELECT {ROW} FROM results INDEXED BY results_of_user WHERE user_id = ?1 AND user_id IS NOT NULL
        AND (finished, table_id) < (coalesce((SELECT finished FROM results WHERE table_id = ?2 LIMIT 1), 9e999), ?2)
    ORDER BY finished DESC, table_id DESC LIMIT ?3"""
OF_USER_HERE = f"""
    SELECT {ROW} FROM results INDEXED BY results_of_user_here WHERE user_id = ?1 AND user_id IS NOT NULL AND guild = ?4
        AND (finished, table_id) < (coalesce((SELECT finished FROM results WHERE table_id = ?2 LIMIT 1), 9e999), ?2)
    ORDER BY finished DESC, table_id DESC LIMIT ?3"""
AT_TABLE = f"SELECT {ROW} FROM results WHERE table_id = ? ORDER BY seat"
CLAIMED = f"""
    SELECT {", ".join(f"results.{name}" for name in COLUMNS.values())} FROM documents CROSS JOIN results
        ON table_id = json_extract(CAST(document AS TEXT), '$.table') AND user_id = key
    WHERE kind = ? AND finished < ?"""
SHOWN = f"user_id NOT IN (SELECT key FROM documents WHERE kind = '{HIDDEN}')"
MEETINGS = f"""
    WITH own AS (
        SELECT table_id, place, side FROM results INDEXED BY results_of_user_here
        WHERE user_id = ?1 AND user_id IS NOT NULL AND guild = ?2 ORDER BY finished DESC, table_id DESC LIMIT ?3
    ), met AS (
        SELECT other.user_id, count(*) AS games, sum(other.place < own.place) AS ahead,
            sum(other.place > own.place) AS behind
        FROM own CROSS JOIN results AS other ON other.table_id = own.table_id
        WHERE other.user_id <> ?1 AND other.side <> own.side GROUP BY other.user_id
    )
    SELECT user_id, document, games, ahead, behind FROM met
        LEFT JOIN documents ON kind = '{NAME}' AND key = user_id WHERE {SHOWN}"""
CAREER = f"""
    SELECT {ROW_STANDING} FROM standings INDEXED BY standings_of_user
    WHERE user_id = ? AND guild = ? AND season = ? ORDER BY game"""
BOARD = f"guild = ?1 AND game = ?2 AND season = ?3 AND rated > 0 AND {SHOWN}"
RANKED = f"SELECT count(*) FROM standings INDEXED BY standings_by_points WHERE {BOARD}"
RANKING = f"""
    SELECT document, {ROW_STANDING} FROM (
        SELECT * FROM standings INDEXED BY standings_by_points WHERE {BOARD}
        ORDER BY provisional, points DESC, user_id LIMIT ?5 OFFSET ?4
    ) LEFT JOIN documents ON kind = '{NAME}' AND key = user_id ORDER BY provisional, points DESC, user_id"""
OWN_LINE = f"SELECT provisional, -points, user_id FROM standings WHERE {BOARD} AND user_id = ?4"
AHEAD = f"""
    SELECT count(*) FROM standings INDEXED BY standings_by_points WHERE {BOARD}
        AND (provisional, -points, user_id) < (?4, ?5, ?6)"""
NAMES = f"SELECT key, document FROM documents WHERE kind = '{NAME}' AND key IN {LISTED}"

LEFT_TO_COUNT = "SELECT count(*) FROM to_count"
TO_COUNT = "SELECT guild, game FROM to_count LIMIT 1"
COUNTED = "SELECT finished, table_id FROM counted WHERE guild = ? AND game = ?"
UNCOUNTED = f"""
    SELECT {", ".join(f"results.{name}" for name in COLUMNS.values())} FROM (
        SELECT finished, table_id FROM to_count WHERE guild = ? AND game = ? ORDER BY finished, table_id LIMIT ?
    ) AS next CROSS JOIN results ON results.table_id = next.table_id ORDER BY next.finished, next.table_id, seat"""
RATED_SINCE = f"""
    SELECT table_id, user_id, finished FROM results INDEXED BY results_of_user_here
    WHERE user_id IN {LISTED} AND user_id IS NOT NULL AND guild = ? AND finished >= ? AND game = ? AND rated"""
STANDINGS = f"""
    SELECT {ROW_STANDING} FROM standings INDEXED BY standings_of_user
    WHERE user_id IN {LISTED} AND guild = ? AND game = ? ORDER BY season, user_id"""
MARK = "INSERT OR REPLACE INTO counted (guild, game, finished, table_id) VALUES (?, ?, ?, ?)"
DONE = "DELETE FROM to_count WHERE guild = ? AND game = ? AND finished = ? AND table_id = ?"
# Somebody may be forgotten while they are counted.
KEEP = f"""
    INSERT OR REPLACE INTO standings ({ROW_STANDING}) SELECT {", ".join(f":{name}" for name in STANDING.values())}
    WHERE EXISTS (SELECT 1 FROM results INDEXED BY results_of_user_here
        WHERE user_id = :user_id AND user_id IS NOT NULL AND guild = :guild AND game = :game)"""
FORGET = ("DELETE FROM standings{where}", "DELETE FROM counted{where}")
AGAIN = "INSERT OR IGNORE INTO to_count SELECT guild, game, finished, table_id FROM results"
# Through the tables of the server: results are not found by it.
THERE = " WHERE table_id IN (SELECT id FROM tables WHERE guild = ?1) AND game = ?2"

TO_FILL = "SELECT table_id FROM to_fill ORDER BY table_id DESC LIMIT ?"
UNFILLED = "SELECT count(*) FROM to_fill"
FILLED = "DELETE FROM to_fill WHERE table_id IN (SELECT id FROM tables WHERE id = ? AND version = ?)"
FORGET_RESULTS = ("DELETE FROM results WHERE table_id = ?", "DELETE FROM to_count WHERE table_id = ?")
FILL_AGAIN = "INSERT OR IGNORE INTO to_fill SELECT id FROM tables WHERE status = 'over'"
ERASE_STANDINGS = ("DELETE FROM standings WHERE guild = ?", "DELETE FROM counted WHERE guild = ?")
LAST = 2**63 - 1


def keep_results(ledger: sqlite3.Connection, results: Sequence[Result]) -> None:
    """Write the results of a table down, to be counted later."""
    rows = [kept.columns(result) for result in results]
    ledger.executemany(ENDED, rows)
    ledger.executemany(QUEUE, rows[:1])


def keep_names(ledger: sqlite3.Connection, names: Mapping[int, str], *, known: bool = False) -> None:
    """Write down what people are called; ``known``: names there already are newer."""
    ledger.executemany(NEW_NAME if known else RENAME, [(user, name.encode()) for user, name in names.items()])


class SqliteResults:
    """The part of a SQLite storage that knows finished games: see ``ResultStore``."""

    async def _read(self, query: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def results_of(
        self, user: int, before: int | None = None, limit: int = 10, *, guild: int | None = None
    ) -> list[Result]:
        """Somebody's results, newest first."""
        until = LAST if before is None else before
        if guild is None:
            found = await self._read(OF_USER, user, until, limit)
        else:
            found = await self._read(OF_USER_HERE, user, until, limit, guild)
        return [kept.result(row) for row in found]

    async def results_at(self, table: int) -> list[Result]:
        """The results of a table by seat."""
        return [kept.result(row) for row in await self._read(AT_TABLE, table)]

    async def claimed(self, kind: str, until: float) -> list[Result]:
        """The results before a time at the tables that people's documents of a kind name."""
        return [kept.result(row) for row in await self._read(CLAIMED, kind, until)]

    async def meetings(self, user: int, guild: int, games: int) -> list[Meeting]:
        """Whom somebody has met in their latest games on a server."""
        found = await self._read(MEETINGS, user, guild, games)
        return [Meeting(other, (name or b"").decode(), *rest) for other, name, *rest in found]

    async def career(self, user: int, guild: int, season: int) -> list[Standing]:
        """What somebody has done on a server, a standing a game."""
        return [kept.standing(row) for row in await self._read(CAREER, user, guild, season)]

    async def ranking(self, guild: int, game: str, season: int, offset: int, limit: int) -> tuple[int, list[Line]]:
        """How many have played a rated game, and some of them by points."""
        [[total]] = await self._read(RANKED, guild, game, season)
        found = await self._read(RANKING, guild, game, season, offset, limit)
        return total, kept.lines(found, offset)

    async def rank_of(self, guild: int, game: str, season: int, user: int) -> int | None:
        """Somebody's rank there, 1 for the first."""
        own = await self._read(OWN_LINE, guild, game, season, user)
        if not own:
            return None
        [[ahead]] = await self._read(AHEAD, guild, game, season, *own[0])
        return ahead + 1

    async def names(self, users: Sequence[int]) -> dict[int, str]:
        """What people were called when they last finished a game."""
        return {user: name.decode() for user, name in await self._read(NAMES, json.dumps(list(users)))}

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
        mark = await self._read(COUNTED, guild, game)
        found = await self._read(UNCOUNTED, guild, game, limit)
        return Mark(*mark[0]) if mark else None, [kept.result(row) for row in found]

    async def rated_since(self, guild: int, game: str, users: Sequence[int], since: float) -> list[Rated]:
        """The rated games of some people from a time on."""
        found = await self._read(RATED_SINCE, json.dumps(list(users)), guild, since, game)
        return [Rated(*row) for row in found]

    async def standings(self, guild: int, game: str, users: Sequence[int]) -> list[Standing]:
        """People's standings in a game, of all seasons."""
        return [kept.standing(row) for row in await self._read(STANDINGS, json.dumps(list(users)), guild, game)]

    async def count(
        self, guild: int, game: str, before: Mark | None, tables: Sequence[Mark], standings: Sequence[Standing]
    ) -> None:
        """Keep these standings, with which these tables are counted. Raises Conflict."""

        def work(ledger: sqlite3.Connection) -> None:
            mark = ledger.execute(COUNTED, (guild, game)).fetchone()
            if (Mark(*mark) if mark else None) != before:
                raise Conflict(f"Somebody else has counted {game} of server {guild}.")
            for table in tables:
                if not ledger.execute(DONE, (guild, game, *table)).rowcount:
                    raise Conflict(f"Table {table.table} is counted already.")
            ledger.execute(MARK, (guild, game, *tables[-1]))
            ledger.executemany(KEEP, [kept.standing_columns(standing) for standing in standings])

        await self._write(work)

    async def recount(self, guild: int | None = None, game: str | None = None) -> None:
        """Forget standings, of one server's game or all, so that they are counted again."""

        def work(ledger: sqlite3.Connection) -> None:
            where, values = ("", ()) if guild is None else (" WHERE guild = ?1 AND game = ?2", (guild, game))
            for statement in FORGET:
                ledger.execute(statement.format(where=where), values)
            ledger.execute(AGAIN + (THERE if guild is not None else ""), values)

        await self._write(work)

    async def to_fill(self, limit: int) -> tuple[int, list[int]]:
        """How many finished tables are still to be replayed for their results, and some of them."""
        tables = [table for (table,) in await self._read(TO_FILL, limit)]
        if len(tables) < limit:
            return len(tables), tables
        [[total]] = await self._read(UNFILLED)
        return total, tables

    async def fill(self, table: int, version: int, results: Sequence[Result], names: Mapping[int, str]) -> None:
        """Keep a finished table's results in place of any it has; without results it keeps what it has."""

        def work(ledger: sqlite3.Connection) -> None:
            if ledger.execute(FILLED, (table, version)).rowcount and results:
                for statement in FORGET_RESULTS:
                    ledger.execute(statement, (table,))
                keep_results(ledger, results)
                keep_names(ledger, names, known=True)

        await self._write(work)

    async def fill_again(self) -> None:
        """Have the results of all finished tables made again from their logs."""
        await self._write(lambda ledger: ledger.execute(FILL_AGAIN) and None)
