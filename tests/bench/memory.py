"""Memory.

The resident memory of the process and of a drawing worker, and the memory of a table in the caches (hot): many tables
of each game in mid-game are loaded and their boards rendered, by tracemalloc.
"""

import asyncio
import gc
import logging
import multiprocessing
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from bot.app import App
from bot.catalogue import walk
from bot.core.game import AnyGame
from bot.core.table import Table
from tests.bench import rig
from tests.bench.moves import deal, play, playing
from tests.bench.report import Line
from tests.bench.rig import FIRST_CHANNEL

GOAL_HOT_KB, GOAL_PROCESS_MB, GOAL_WORKER_MB = 25.0, 100.0, 64.0
TABLES = 200
LONGEST_LOG = 100
"""Moves: random players of some games need thousands, people do not."""
PROCESS_TABLES, PROCESS_ROUNDS = 20, 10


async def fill(app: App, game: AnyGame, count: int, rng: Random) -> tuple[list[int], int]:
    """Open tables in the middle of random games; returns their numbers and the mean length of their logs."""
    seats, now, numbers, moves = max(game.seats), app.now(), [], 0

    def played(table: Table) -> Table:
        tables = [*islice(rig.random_game(table, rng, now), 2 * LONGEST_LOG)]
        return tables[len(tables) // 2]

    for index in range(count):
        opened = await app.tables.open(rig.full_lobby(game, 1, seats, now, 1_000 + index * seats))
        table = (await app.tables.change(opened.id, played)).after
        numbers.append(opened.id)
        moves += table.revision
    await rig.settle()
    return numbers, moves // count


def traced() -> int:
    """Return the bytes now in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def hot_table(game: AnyGame, count: int) -> tuple[float, int]:
    """Return the kilobytes of a table of this game, and the mean length of the logs."""
    wire = rig.Wire()
    async with rig.running(None, wire, [1]) as app:
        numbers, moves = await fill(app, game, count, Random(2))
        for number in numbers:
            app.tables.forget(number)
        app.boards.cache.forget()
        tracemalloc.start()
        before = traced()
        for number in numbers:
            app.boards.request(number)
        await rig.settle()
        wire.seen.components.clear()
        hot = traced() - before
        tracemalloc.stop()
    return hot / count / 1e3, moves


async def processes() -> tuple[float, float]:
    """Return the megabytes of this process with a bot that draws, and of its largest drawing worker."""
    logging.disable()
    rng, wire = Random(3), rig.Wire()
    async with rig.running(None, wire, range(FIRST_CHANNEL, FIRST_CHANNEL + PROCESS_TABLES), pictures=True) as app:
        numbers = await deal(app, PROCESS_TABLES, rng)
        for _ in range(PROCESS_ROUNDS):
            wire.clock.offset += 10
            await play(app, await playing(app, numbers), rng)
        workers = [resident_mb(process.pid) for process in multiprocessing.active_children() if process.pid]
        return resident_mb("self"), max(workers)


def resident_mb(pid: int | str) -> float:
    """Return the resident memory of a process in megabytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    # Workers import the main module of their parent; here it is none, so that they import no bench.
    code = "import asyncio; from tests.bench.memory import processes; print(*asyncio.run(processes()))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    process, worker = map(float, done.stdout.split())
    yield "memory of the process", f"≤ {GOAL_PROCESS_MB:.0f} MB", f"{process:.0f} MB", process <= GOAL_PROCESS_MB
    yield "memory of a drawing worker", f"≤ {GOAL_WORKER_MB:.0f} MB", f"{worker:.0f} MB", worker <= GOAL_WORKER_MB
    for key, game in walk().games.items():
        hot, moves = asyncio.run(hot_table(game, 50 if quick else TABLES))
        measured = f"{hot:.1f} KB after {moves} moves"
        yield f"memory of a hot table, {key}", f"≤ {GOAL_HOT_KB:.0f} KB", measured, hot <= GOAL_HOT_KB
