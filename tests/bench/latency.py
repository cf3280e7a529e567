"""Latency of answers.

Moves at a steady rate at many tables of PtiPassPass, each followed by a bare discord.py command in the same process and
over the same HTTP server: the time from the gateway payload to the callback, and the longest time the event loop was
blocked meanwhile.
"""

import asyncio
import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bot.cli.terminal import run
from tests.bench import rig
from tests.bench.floors import bare_command
from tests.bench.moves import People, deal, in_window, play, playing
from tests.bench.report import Line, Times
from tests.bench.rig import FIRST_CHANNEL
from tests.bench.server import http_server

GOAL_ABOVE, GOAL_BLOCKED = 0.010, 0.010
SECONDS, RATE = 5.0, 150
TABLES = 400
ROUND_SECONDS = 10
"""Seconds between two rounds by the bot's clock: longer than any reveal."""
TICK_SECONDS = 0.001


async def block_watch(late: list[float]) -> None:
    """Append how late each timer of a millisecond fires: for so long the loop was blocked."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(TICK_SECONDS)
        late.append(time.perf_counter() - begun - TICK_SECONDS)


class Result(NamedTuple):
    """Latency of both kinds."""

    bare: Times
    moves: Times
    blocked: float

    @property
    def above(self) -> float:
        """Seconds by which the slowest moves take longer than the slowest bare commands."""
        return self.moves.p99 - self.bare.p99

    def __str__(self) -> str:
        moves, bare = (f"p50 {each.p50 * 1e3:.1f} ms, p99 {each.p99 * 1e3:.1f} ms" for each in (self.moves, self.bare))
        return (
            f"p99 {self.above * 1e3:+.1f} ms (moves {moves}; bare {bare}; {self.moves.timed} each); "
            f"loop blocked ≤ {self.blocked * 1e3:.1f} ms"
        )


async def measure(url: str, seconds: float = SECONDS) -> Result:
    """Play on that storage. Only answers in challenge windows are clicks; other moves are made between the rounds."""
    rng, clock, channels = Random(5), rig.Clock(), range(FIRST_CHANNEL, FIRST_CHANNEL + TABLES)
    moves, bare, late = dict[int, float](), dict[int, float](), list[float]()
    async with http_server() as server:
        wire = rig.Wire(clock, server)
        people = People(wire, rng)
        async with bare_command(wire, channels) as plain, rig.running(url, wire, channels) as app:
            numbers = await deal(app, TABLES, rng, pace="steady")
            while len(moves) < seconds * RATE:
                clock.offset += ROUND_SECONDS
                tables = await playing(app, numbers)
                await play(app, [table for table in tables if not in_window(table)], rng)
                await wire.refresh()
                clicks = [people.press(table) for table in tables if in_window(table)]
                watch, begun = asyncio.create_task(block_watch(late)), time.monotonic()
                for turn, (click, command) in enumerate(zip(clicks, plain.payloads(), strict=False)):
                    pair = (0.0, app.bot, click, moves), (0.5, plain.client, command, bare)
                    for half, client, payload, sent in pair:
                        await asyncio.sleep(begun + (turn + half) / RATE - time.monotonic())
                        sent[int(payload["id"])] = time.monotonic()
                        rig.receive(client, payload)
                await asyncio.sleep(0.1)
                watch.cancel()
                await rig.settle()
        answered = (await server.ask()).answered
    plain_times, move_times = (Times.of(answered[number] - at for number, at in sent.items()) for sent in (bare, moves))
    return Result(plain_times, move_times, max(late))


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    seconds = 2.0 if quick else SECONDS
    goal = f"p99 ≤ +{GOAL_ABOVE * 1e3:.0f} ms, loop blocked < {GOAL_BLOCKED * 1e3:.0f} ms"
    for storage, url in rig.storages(fsync=True):
        what = f"an answer at {RATE} moves/s above a bare command, {storage}"
        found = run(measure(url, seconds))
        yield what, goal, str(found), found.above <= GOAL_ABOVE and found.blocked < GOAL_BLOCKED
