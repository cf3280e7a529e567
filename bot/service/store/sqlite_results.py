"""Results and standings in a SQLite file."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bot.core.ratings import Standing
from bot.core.results import Result
from bot.service.store import Conflict
from bot.service.store import results as kept
from bot.service.store.result_reader import FORGET, OF_RESULTS, ROW, ROW_STANDING, SHOWN, Questions, ResultReader
from bot.service.store.results import COLUMNS, NAME, STANDING, Mark

T = TypeVar("T")

LISTED = "(SELECT value FROM json_each(?))"

ENDED = f"INSERT INTO results ({ROW}) VALUES ({', '.join(f':{name}' for name in COLUMNS.values())})"
QUEUE = "INSERT INTO to_count (guild, game, finished, table_id) VALUES (:guild, :game, :finished, :table_id)"
CALL = f"INSERT INTO documents VALUES ('{NAME}', ?, ?) ON CONFLICT (kind, key) DO "
RENAME, NEW_NAME = CALL + "UPDATE SET document = excluded.document", CALL + "NOTHING"

# The newest first, from the one of a table on; of a table that is gone, from the start.
UNTIL = """WHERE user_id = ?1 AND user_id IS NOT NULL {here}
        AND (finished, table_id) < (coalesce((SELECT finished FROM results WHERE table_id = ?2 LIMIT 1), 9e999), ?2)
    ORDER BY finished DESC, table_id DESC LIMIT ?3"""
BOARD = f"guild = ?1 AND game = ?2 AND season = ?3 AND rated > 0 AND {SHOWN}"
READ = Questions(
    of_user=f"SELECT {ROW} FROM results INDEXED BY results_of_user {UNTIL.format(here='')}",
    of_user_here=f"SELECT {ROW} FROM results INDEXED BY results_of_user_here {UNTIL.format(here='AND guild = ?4')}",
    at_table=f"SELECT {ROW} FROM results WHERE table_id = ? ORDER BY seat",
    claimed=f"""
        SELECT {OF_RESULTS} FROM documents CROSS JOIN results
            ON table_id = json_extract(CAST(document AS TEXT), '$.table') AND user_id = key
        WHERE kind = ? AND finished < ? AND {SHOWN}""",
    # Whose merit is higher did worse.
    beaten="""
        SELECT count(*), coalesce(sum((place, CASE WHEN ?4 THEN score ELSE -score END) > (?5, ?6)), 0)
        FROM documents CROSS JOIN results
            ON table_id = json_extract(CAST(document AS TEXT), '$.table') AND user_id = key
        WHERE kind = ?1 AND finished < ?2 AND key <> ?3""",
    meetings=f"""
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
            LEFT JOIN documents ON kind = '{NAME}' AND key = user_id WHERE {SHOWN}""",
    career=f"""
        SELECT {ROW_STANDING} FROM standings INDEXED BY standings_of_user
        WHERE user_id = ? AND guild = ? AND season = ? ORDER BY game""",
    ranked=f"SELECT count(*) FROM standings INDEXED BY standings_by_points WHERE {BOARD}",
    ranking=f"""
        SELECT document, {ROW_STANDING} FROM (
            SELECT * FROM standings INDEXED BY standings_by_points WHERE {BOARD}
            ORDER BY provisional, points DESC, user_id LIMIT ?5 OFFSET ?4
        ) LEFT JOIN documents ON kind = '{NAME}' AND key = user_id ORDER BY provisional, points DESC, user_id""",
    own_line=f"SELECT provisional, -points, user_id FROM standings WHERE {BOARD} AND user_id = ?4",
    ahead=f"""
        SELECT count(*) FROM standings INDEXED BY standings_by_points WHERE {BOARD}
            AND (provisional, -points, user_id) < (?4, ?5, ?6)""",
    names=f"SELECT key, document FROM documents WHERE kind = '{NAME}' AND key IN {LISTED}",
    counted="SELECT finished, table_id FROM counted WHERE guild = ? AND game = ?",
    uncounted=f"""
        SELECT {OF_RESULTS} FROM (
            SELECT finished, table_id FROM to_count WHERE guild = ? AND game = ? ORDER BY finished, table_id LIMIT ?
        ) AS next CROSS JOIN results ON results.table_id = next.table_id ORDER BY next.finished, next.table_id, seat""",
    rated_since=f"""
        SELECT table_id, user_id, finished FROM results INDEXED BY results_of_user_here
        WHERE user_id IN {LISTED} AND user_id IS NOT NULL AND guild = ? AND finished >= ? AND game = ? AND rated""",
    standings=f"""
        SELECT {ROW_STANDING} FROM standings INDEXED BY standings_of_user
        WHERE user_id IN {LISTED} AND guild = ? AND game = ? ORDER BY season, user_id""",
    to_fill="SELECT table_id FROM to_fill ORDER BY table_id DESC LIMIT ?",
)
MARK = "INSERT OR REPLACE INTO counted (guild, game, finished, table_id) VALUES (?, ?, ?, ?)"
DONE = "DELETE FROM to_count WHERE guild = ? AND game = ? AND finished = ? AND table_id = ?"
# Somebody may be forgotten while they are counted.
KEEP = f"""
    INSERT OR REPLACE INTO standings ({ROW_STANDING}) SELECT {", ".join(f":{name}" for name in STANDING.values())}
    WHERE EXISTS (SELECT 1 FROM results INDEXED BY results_of_user_here
        WHERE user_id = :user_id AND user_id IS NOT NULL AND guild = :guild AND game = :game)"""
AGAIN = "INSERT OR IGNORE INTO to_count SELECT guild, game, finished, table_id FROM results"
# Through the tables of the server: results are not found by it.
THERE = " WHERE table_id IN (SELECT id FROM tables WHERE guild = ?1) AND game = ?2"

FILLED = "DELETE FROM to_fill WHERE table_id IN (SELECT id FROM tables WHERE id = ? AND version = ?)"
FORGET_RESULTS = ("DELETE FROM results WHERE table_id = ?", "DELETE FROM to_count WHERE table_id = ?")
FILL_AGAIN = "INSERT OR IGNORE INTO to_fill SELECT id FROM tables WHERE status = 'over'"
ERASE_STANDINGS = ("DELETE FROM standings WHERE guild = ?", "DELETE FROM counted WHERE guild = ?")


def keep_results(ledger: sqlite3.Connection, results: Sequence[Result]) -> None:
    """Write the results of a table down, to be counted later."""
    rows = [kept.columns(result) for result in results]
    ledger.executemany(ENDED, rows)
    ledger.executemany(QUEUE, rows[:1])


def keep_names(ledger: sqlite3.Connection, names: Mapping[int, str], *, known: bool = False) -> None:
    """Write down what people are called; ``known``: names there already are newer."""
    ledger.executemany(NEW_NAME if known else RENAME, [(user, name.encode()) for user, name in names.items()])


class SqliteResults(ResultReader):
    """The part of a SQLite storage that knows finished games: see ``ResultStore``."""

    _questions = READ

    def _listed(self, users: Sequence[int]) -> str:
        return json.dumps(list(users))

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def count(
        self, guild: int, game: str, before: Mark | None, tables: Sequence[Mark], standings: Sequence[Standing]
    ) -> None:
        """Keep these standings, with which these tables are counted. Raises Conflict."""

        def work(ledger: sqlite3.Connection) -> None:
            mark = ledger.execute(READ.counted, (guild, game)).fetchone()
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
