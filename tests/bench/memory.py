"""What a table takes in memory: ``python -m tests.bench.memory [tables]``.

Hot tables: some hundred of each game, replayed from storage in mid-game, by tracemalloc. Sleeping tables: what stays
after all of them have been pushed out of every cache again.
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

from bot import tables as tables_module
from bot.catalogue import walk
from bot.client import Bot
from bot.game import Game
from bot.simulate import play_out
from bot.store import from_url
from tests.bench import rig

GOAL = 20.0
TABLES = 200


class Result(NamedTuple):
    """Kilobytes a table."""

    key: str
    moves: int
    hot: float
    asleep: float

    def __str__(self) -> str:
        return f"{self.key} {self.hot:.1f} KB (after {self.moves} moves), asleep {self.asleep:.2f} KB"


async def fill(bot: Bot, game: Game, count: int, rng: Random) -> tuple[list[int], int]:
    """Tables at the largest size, half a random game played; their numbers and how many moves that is."""
    seats, numbers, moves = max(game.seats), [], 0
    for index in range(count):
        log = list(play_out(game, seats, game.complete({}, seats), rng))
        half = log[: max(1, len(log) // 2)]
        now = time.time()
        opened = await bot.tables.open(rig.seated(game, 1, seats, now, 1_000 + index * seats))

        def played(table, half=half, now=now):
            # The log's own deal comes first: whatever `start` drew is replaced.
            table = table.start(table.facts.host, rng, now)
            fresh = table.__class__(row=table.row, facts=table.facts, game=game, status=table.status)
            fresh = tables_module.replace(fresh, state=game.start(seats, table.facts.options))
            for seat, move, _ in half:
                fresh = fresh.after(seat, move, now)
            return fresh

        await bot.tables.change(opened.id, played)
        numbers.append(opened.id)
        moves += len(half)
    return numbers, moves // count


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
                await rig.settle()
                for number in numbers[:3]:  # fills what all tables of a game share
                    bot.tables.forget(number)
                    await bot.tables.get(number)
                for number in numbers:
                    bot.tables.forget(number)
                bot.publisher._posted.clear()
                bot.publisher._painted.clear()
                wire.shown.clear()
                tracemalloc.start()
                before = traced()
                for number in numbers:
                    table = await bot.tables.get(number)
                    bot.publisher.request(number)
                await rig.settle()
                wire.shown.clear()
                del table
                hot = traced() - before
                for number in numbers:
                    bot.tables.forget(number)
                bot.publisher._posted.clear()
                bot.publisher._painted.clear()
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
