"""How every storage keeps results, and the standings that are counted from them."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.ratings import Standing
from bot.core.results import Result
from bot.service.store.database import Many, Work, each
from bot.service.store.errors import Conflict
from bot.service.store.result_reader import COUNTED, ROW, ROW_STANDING, ResultReader
from bot.service.store.results import COLUMNS, NAME, STANDING, Mark, columns, standing_columns

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
