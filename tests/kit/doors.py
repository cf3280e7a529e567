"""Doors to stored tables, and a storage that can be told to fail."""

from random import Random

from bot.core.facts import OVER
from bot.core.lobby import start
from bot.core.table import Table
from bot.store import Conflict
from bot.store.sqlite import SqliteStore
from bot.tables.tables import Tables
from tests.kit.seated import GAMES, NAMES, NOW, lobby_of, play_until, step

GAME = GAMES["trio"]


class Store(SqliteStore):
    def __init__(self, path):
        super().__init__(path)
        self.loads, self.saves = [], []
        self.conflicts = 0
        self.failing = None
        self.meanwhile = None

    async def load(self, table):
        self.loads.append(table)
        if self.failing == "load":
            raise OSError("the disk is gone")
        return await super().load(table)

    async def save(self, row, **given):
        """Count, and disagree as often as the test says; replaced moves are written the plain way."""
        self.saves.append((row, dict(given)))
        if self.meanwhile:
            step, self.meanwhile = self.meanwhile, None
            await step()
        if self.conflicts:
            self.conflicts -= 1
            raise Conflict
        if self.failing == "before":
            raise OSError("the disk is full")
        replaced = given.pop("replaced", {})
        saved = await super().save(row, **given)
        for revision, entry in replaced.items():
            await self.tamper(
                "UPDATE moves SET move = ? WHERE table_id = ? AND revision = ?", entry.move, row.id, revision
            )
        if self.failing == "after":
            raise OSError("the line was cut")
        return saved

    async def tamper(self, sql, *values):
        await self._write(lambda ledger: ledger.execute(sql, values) and None)


def door(store, games=None, now=NOW, **changed) -> Tables:
    """A fresh door to what is stored, as after a restart; some of the games may have changed."""
    games = dict(GAMES if games is None else games)
    for key, game in changed.items():
        games[key] = game
    tables = Tables(store, games, now=lambda: now, rng=Random(1))
    tables.started = 0.0
    return tables


async def opened(tables, game="trio", people=3, **facts) -> Table:
    table = lobby_of(tables.games[game], dict(enumerate(NAMES[:people], 1)), guild=1, channel=2)
    return await tables.open(table.with_facts(**facts))


async def begun(tables, game="trio", people=3) -> Table:
    table = await opened(tables, game, people)
    return (await tables.change(table.id, lambda table: start(table, 1, Random(1), NOW))).after


async def ended(tables) -> Table:
    table = await begun(tables, "tripot", 2)
    return (await tables.change(table.id, lambda table: play_until(table, lambda table: table.status == OVER))).after


def one_more(table: Table) -> Table:
    return step(table, Random(table.revision))
