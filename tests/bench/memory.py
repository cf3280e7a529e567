"""Memory.

The resident memory of the process and of a drawing worker, and the memory of a table in the caches (hot): many tables
of each game in mid-game are loaded and their boards rendered, by tracemalloc; asleep is the rest after eviction.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from bot.core.facts import PLAYING
from bot.core.game import AnyGame
from bot.core.lobby import start
from bot.core.opponents import any_move, play_out
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


class HotTable(NamedTuple):
    """Kilobytes a table."""

    key: str
    moves: int
    hot: float
    asleep: float

    def __str__(self) -> str:
        return f"{self.hot:.1f} KB after {self.moves} moves; asleep {self.asleep:.2f} KB"


async def fill(bot: rig.Running, game: AnyGame, count: int, rng: Random) -> tuple[list[int], int]:
    """Open tables in the middle of random games; returns their numbers and the mean length of their logs."""
    seats, numbers, moves = max(game.seats), [], 0
    for index in range(count):
        length = sum(1 for _ in play_out(game, seats, game.complete({}, seats), rng))
        most = min(LONGEST_LOG, 1 + length // 2)
        now = bot.now()
        opened = await bot.tables.open(rig.full_lobby(game, 1, seats, now, 1_000 + index * seats))

        def played(table: Table, most=most, now=now) -> Table:
            table = start(table, table.facts.host, rng, now)
            # Forced moves are played by the table, so the log of another game cannot be followed.
            while table.state is not None and table.status == PLAYING and len(table.log) < most:
                seat = rng.choice(table.to_act)
                table = table.after(seat, any_move(game, table.state, seat, rng), now)
            return table

        table = (await bot.tables.change(opened.id, played)).after
        numbers.append(opened.id)
        moves += table.revision
    await rig.settle()
    return numbers, moves // count


def traced() -> int:
    """Return the bytes now in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def hot_table(game: AnyGame, count: int) -> HotTable:
    """Measure one game."""
    wire = rig.Wire(rig.Clock())
    async with rig.running(None, wire, [1]) as bot:
        numbers, moves = await fill(bot, game, count, Random(2))
        bot.forget(numbers)
        tracemalloc.start()
        before = traced()
        for number in numbers:
            bot.repaint(number)
        await rig.settle()
        wire.seen.components.clear()
        hot = traced() - before
        bot.forget(numbers)
        asleep = traced() - before
        tracemalloc.stop()
    return HotTable(game.key, moves, hot / count / 1e3, asleep / count / 1e3)


async def _processes() -> tuple[float, float]:
    rng, wire = Random(3), rig.Wire(rig.Clock())
    async with rig.running(None, wire, range(FIRST_CHANNEL, FIRST_CHANNEL + PROCESS_TABLES), pictures=True) as bot:
        numbers = await deal(bot, PROCESS_TABLES, rng)
        for _ in range(PROCESS_ROUNDS):
            wire.clock.offset += 10
            await play(bot, await playing(bot, numbers), rng)
        workers = [resident_mb(process.pid) for process in multiprocessing.active_children() if process.pid]
        return resident_mb("self"), max(workers)


def resident_mb(pid: int | str) -> float:
    """Return the resident memory of a process in megabytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6


def processes() -> tuple[float, float]:
    """Return the megabytes of a new process with a bot that draws, and of its largest drawing worker."""
    # Workers import the main module of their parent; here it is none, so that they import no bench.
    code = "from tests.bench.memory import measure_processes; measure_processes()"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    process, worker = map(float, done.stdout.split())
    return process, worker


def measure_processes() -> None:
    """Print both, in that new process."""
    logging.disable()
    print(*asyncio.run(_processes()))  # noqa: T201


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    process, worker = processes()
    yield "memory of the process", f"≤ {GOAL_PROCESS_MB:.0f} MB", f"{process:.0f} MB", process <= GOAL_PROCESS_MB
    yield "memory of a drawing worker", f"≤ {GOAL_WORKER_MB:.0f} MB", f"{worker:.0f} MB", worker <= GOAL_WORKER_MB
    for game in rig.games().values():
        found = asyncio.run(hot_table(game, 50 if quick else TABLES))
        goal = f"≤ {GOAL_HOT_KB:.0f} KB"
        yield f"memory of a hot table, {game.key}", goal, str(found), found.hot <= GOAL_HOT_KB
