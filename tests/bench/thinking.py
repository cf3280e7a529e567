"""How long the event loop stands still while opponents think: ``python -m tests.bench.thinking [seconds]``.

Fifty tables of all games, each of one person and experts, think at once in worker processes. The person lets every turn
pass with the game's default, at once, so that opponents are nearly always waited for.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
from itertools import islice
from random import Random
from typing import NamedTuple

from bot.catalogue import walk
from bot.core import lobby
from bot.core.facts import PLAYING, Player
from bot.core.opponents import level_of
from bot.core.simulate import play_out
from bot.core.table import Table
from bot.store import from_url
from bot.tables.opponents import Decisions, Opponents, Thinking
from bot.tables.tables import Tables
from tests.bench.latency import TICK, Beat

GOAL = 0.020
TABLES, SECONDS = 50, 20.0


class Work(Beat):
    """Looks also how much of that time the loop itself worked: the rest is other processes of the machine."""

    def __init__(self) -> None:
        super().__init__()
        self.worked = 0.0

    async def _tick(self) -> None:
        while True:
            begun, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(TICK)
            self.longest = max(self.longest, time.perf_counter() - begun - TICK)
            self.worked = max(self.worked, time.thread_time() - worked)


class Thought(NamedTuple):
    """What was measured."""

    blocked: float
    """The longest time the loop stood still."""
    worked: float
    """The longest time it worked without a break."""
    moves: int
    """Moves that opponents made."""

    def __str__(self) -> str:
        blocked, worked = 1000 * self.blocked, 1000 * self.worked
        return f"{blocked:.1f} ms ({worked:.1f} ms its own work), {self.moves} moves of opponents"


async def measure(tables: int = TABLES, seconds: float = SECONDS) -> Thought:
    """Let opponents think at so many tables for so long."""
    catalogue = walk()
    with tempfile.TemporaryDirectory() as folder:
        store = from_url(f"{folder}/bench.sqlite3")
        await store.open()
        kept = Tables(store, catalogue.games, now=time.time, rng=Random(1))
        thinking = Thinking(catalogue.package)
        opponents = Opponents(kept, Decisions(thinking), time.time)
        kept.subscribe(opponents.receive)
        games = list(catalogue.games.values())
        for game in games:
            # What a game makes once in a process is made.
            for _ in islice(play_out(game, game.seats[0], game.variants(game.seats[0])[0], Random(1)), 50):
                pass
        # As the bot does when it starts: what was loaded is not looked through again and again.
        gc.collect()
        gc.freeze()
        numbers: list[int] = []
        for user in range(1, tables + 1):
            host = Player(user=user, name="Ana")
            game = games[user % len(games)]
            table = lobby.open_table(game, guild=1, channel=2, host=host, options={}, pace="quick", now=time.time())
            table = lobby.complete(table, user, "expert")
            numbers.append((await kept.open(table)).id)
        try:
            async with Work() as beat:
                for user, number in enumerate(numbers, start=1):
                    await kept.change(number, lambda t, u=user: lobby.start(t, u, kept.rng, time.time()))
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    for number in numbers:
                        await _pass_turn(kept, number)
                    await asyncio.sleep(0.1)
            made = [await kept.get(number) for number in numbers]
        finally:
            await opponents.finish()
            await store.close()
    return Thought(
        beat.longest, beat.worked, sum(level_of(t, turn.seat) is not None for t in made for turn in t.log[1:])
    )


async def _pass_turn(kept: Tables, number: int) -> None:
    """The person at a table moves if it waits for them."""

    def step(table: Table) -> Table:
        seat = table.seat_of(table.people[0])
        if table.status != PLAYING or seat not in table.to_act or table.blocked(time.time()):
            return table
        return table.after(seat, table.default(seat), time.time())

    await kept.change(number, step)


if __name__ == "__main__":
    print(asyncio.run(measure(seconds=float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)))  # noqa: T201
