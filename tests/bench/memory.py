"""What a table takes in memory: ``python -m tests.bench.memory [tables]``.

Hot tables: some hundred of each game in mid-game, replayed from storage and their boards painted, by tracemalloc.
Sleeping tables: what stays after all of them have been pushed out of every cache again.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from random import Random
from typing import NamedTuple

from bot.catalogue import walk
from bot.client.bot import Bot
from bot.core.facts import PLAYING
from bot.core.game import AnyGame
from bot.core.lobby import start
from bot.core.simulate import any_move, play_out
from bot.core.table import Table
from bot.store import from_url
from tests.bench import rig

GOAL = 20.0
TABLES = 200
MOST = 100
"""Moves a log has at most: random players of some games need thousands, people do not."""


class Result(NamedTuple):
    """Kilobytes a table."""

    key: str
    moves: int
    hot: float
    asleep: float

    def __str__(self) -> str:
        return f"{self.key} {self.hot:.1f} KB (after {self.moves} moves), asleep {self.asleep:.2f} KB"


async def fill(bot: Bot, game: AnyGame, count: int, rng: Random) -> tuple[list[int], int]:
    """Tables at the largest size in the middle of a random game; their numbers and the mean length of their logs."""
    seats, numbers, moves = max(game.seats), [], 0
    for index in range(count):
        length = sum(1 for _ in play_out(game, seats, game.complete({}, seats), rng))
        most = min(MOST, 1 + length // 2)
        now = bot.app.now()
        opened = await bot.app.tables.open(rig.seated(game, 1, seats, now, 1_000 + index * seats))

        def played(table: Table, most=most, now=now) -> Table:
            table = start(table, table.facts.host, rng, now)
            # The table itself plays what is nobody's choice, so no log of somebody else's game can be followed.
            while table.state is not None and table.status == PLAYING and len(table.log) < most:
                seat = rng.choice(table.to_act)
                table = table.after(seat, any_move(game, table.state, seat, rng), now)
            return table

        table = (await bot.app.tables.change(opened.id, played)).after
        numbers.append(opened.id)
        moves += table.revision
    await rig.settle()
    return numbers, moves // count


def forget(bot: Bot, numbers: list[int]) -> None:
    """Let everything go that is remembered of tables, as when others have pushed them out."""
    for number in numbers:
        bot.app.tables.forget(number)
    bot.app.boards.boards.forget()


def traced() -> int:
    """Bytes now in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def measure(count: int = TABLES) -> list[Result]:
    """Each game of the catalogue."""
    found: list[Result] = []
    catalogue = walk()
    for game in catalogue.games.values():
        with tempfile.TemporaryDirectory() as folder:
            wire = rig.Wire(time.time)
            store = from_url(str(Path(folder) / "bench.sqlite3"))
            async with rig.running(catalogue, store, wire, [1]) as bot:
                numbers, moves = await fill(bot, game, count, Random(2))
                forget(bot, numbers)
                tracemalloc.start()
                before = traced()
                for number in numbers:
                    bot.app.boards.request(number)
                await rig.settle()
                wire.shown.clear()
                hot = traced() - before
                forget(bot, numbers)
                asleep = traced() - before
                tracemalloc.stop()
                found.append(Result(game.key, moves, hot / count / 1e3, asleep / count / 1e3))
    return found


def main(arguments: list[str]) -> int:
    """Print each game; 1 if one takes too much."""
    logging.disable()
    found = asyncio.run(measure(*map(int, arguments)))
    sys.stdout.write("".join(f"{one}\n" for one in found))
    return int(any(one.hot > GOAL for one in found))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
