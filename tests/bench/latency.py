"""How long people wait: ``python -m tests.bench.latency [seconds] [rate] [pictures]``.

Moves at a steady rate at many tables of PtiPassPass, each followed by a bare discord.py command in the same process:
how long until each is answered, and how long the event loop stood still meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

from discord.ext import commands

from bot.catalogue import walk
from bot.store import from_url
from tests.bench import rig
from tests.bench.moves import FIRST_CHANNEL, FIRST_USER, Ahead, in_window, play, press, seat

GOAL_ABOVE, GOAL_BLOCKED = 0.010, 0.010
SECONDS, RATE = 5.0, 150
TABLES = 400
TICK = 0.001
GIVEN_UP = 10.0


class Beat:
    """Looks how late a timer of a millisecond comes: so long the loop was blocked."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _tick(self) -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(TICK)
            self.longest = max(self.longest, time.perf_counter() - begun - TICK)


class Waits(NamedTuple):
    """Seconds until the answer."""

    p50: float
    p99: float

    @classmethod
    def of(cls, found: list[float]) -> Waits:
        """The middle and nearly the worst."""
        found = sorted(found)
        return cls(found[len(found) // 2], found[int(len(found) * 0.99)])

    def __str__(self) -> str:
        return f"p50 {self.p50 * 1e3:.1f} ms, p99 {self.p99 * 1e3:.1f} ms"


class Result(NamedTuple):
    """What was measured."""

    bare: Waits
    moves: Waits
    count: int
    blocked: float

    @property
    def above(self) -> float:
        """How much longer the slowest moves take than the slowest bare commands."""
        return self.moves.p99 - self.bare.p99

    def __str__(self) -> str:
        return f"moves {self.moves} ({self.count}); bare {self.bare}; p99 {self.above * 1e3:+.1f} ms"


def feed(client: commands.Bot, wire: rig.Wire, payload: dict[str, Any], waits: list[asyncio.Future[float]]) -> None:
    """Send an interaction; ``waits`` gets how long its answer takes."""
    loop = asyncio.get_running_loop()
    begun, done, waited = time.perf_counter(), loop.create_future(), loop.create_future()
    wire.waiting[int(payload["id"])] = done
    done.add_done_callback(lambda _: waited.set_result(time.perf_counter() - begun))
    waits.append(waited)
    client._connection.parse_interaction_create(payload)


async def measure(seconds: float = SECONDS, rate: int = RATE, *, pictures: bool = False) -> Result:
    """Play at that rate for so long. Only answers in windows are clicks; other moves are made between the rounds."""
    rng, clock = Random(5), Ahead()
    wire = rig.Wire(clock)
    channels = range(FIRST_CHANNEL, FIRST_CHANNEL + TABLES)
    bare: list[asyncio.Future[float]] = []
    moves: list[asyncio.Future[float]] = []
    blocked = 0.0
    with tempfile.TemporaryDirectory() as folder:
        store = from_url(str(Path(folder) / "bench.sqlite3"))
        running = rig.running(walk(), store, wire, channels, pictures=pictures)
        async with rig.bare(wire, channels) as plain, running as bot:
            numbers = await seat(bot, TABLES, rng)
            while len(moves) < seconds * rate:
                clock.by += 10
                playing = [table for number in numbers if (table := await bot.app.tables.get(number)).to_act]
                await play(bot, [table for table in playing if not in_window(table)], rng)
                clicks = [press(table, wire, rng) for table in playing if in_window(table)]
                typed = [rig.command(place, FIRST_USER, "ok") for place in channels]
                async with Beat() as beat:
                    begun = time.perf_counter()
                    for turn, (payload, command) in enumerate(zip(clicks, typed, strict=False)):
                        await asyncio.sleep(begun + turn / rate - time.perf_counter())
                        feed(bot, wire, payload, moves)
                        await asyncio.sleep(begun + (turn + 0.5) / rate - time.perf_counter())
                        feed(plain, wire, command, bare)
                    await asyncio.wait_for(asyncio.gather(*moves, *bare), GIVEN_UP)
                blocked = max(blocked, beat.longest)
                await rig.settle()
        waits = [Waits.of([future.result() for future in kind]) for kind in (bare, moves)]
    return Result(*waits, len(moves), blocked)


def main(arguments: list[str]) -> int:
    """Print both; 1 if people wait too long or the loop is blocked."""
    logging.disable()
    numbers = [int(text) for text in arguments if text.isdigit()]
    result = asyncio.run(measure(*numbers, pictures="pictures" in arguments))
    sys.stdout.write(f"{result}; loop blocked ≤ {result.blocked * 1e3:.1f} ms\n")
    return int(result.above > GOAL_ABOVE or result.blocked > GOAL_BLOCKED)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
