"""Latency of answers.

Moves at a steady rate at many tables of PtiPassPass, each followed by a bare discord.py command in the same process and
over the same HTTP server: the time from the gateway payload to the callback, and the longest time the event loop was
blocked meanwhile.
"""

import asyncio
import time
from collections.abc import Iterator
from random import Random

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


async def measure(url: str, seconds: float) -> tuple[Times, Times, float]:
    """Return the latency of moves and of bare commands, and the longest time that the loop was blocked.

    Only answers in challenge windows are clicks; other moves are made between the rounds.
    """
    rng, channels = Random(5), range(FIRST_CHANNEL, FIRST_CHANNEL + TABLES)
    moves, bare, late = dict[int, float](), dict[int, float](), list[float]()
    async with http_server() as server:
        wire = rig.Wire(server)
        people = People(wire, rng)
        async with bare_command(wire, channels) as plain, rig.running(url, wire, channels) as app:
            numbers = await deal(app, TABLES, rng, pace="steady")
            while len(moves) < seconds * RATE:
                wire.clock.offset += ROUND_SECONDS
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
    move_times, plain_times = (Times.of(answered[number] - at for number, at in sent.items()) for sent in (moves, bare))
    return move_times, plain_times, max(late)


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    seconds = 2.0 if quick else SECONDS
    goal = f"p99 ≤ +{GOAL_ABOVE * 1e3:.0f} ms, loop blocked < {GOAL_BLOCKED * 1e3:.0f} ms"
    for storage, url in rig.storages(fsync=True):
        what = f"an answer at {RATE} moves/s above a bare command, {storage}"
        moves, bare, blocked = run(measure(url, seconds))
        above = moves.p99 - bare.p99
        of_both = [f"p50 {each.p50 * 1e3:.1f} ms, p99 {each.p99 * 1e3:.1f} ms" for each in (moves, bare)]
        measured = f"p99 {above * 1e3:+.1f} ms (moves {of_both[0]}; bare {of_both[1]}; {moves.timed} each)"
        measured += f"; loop blocked ≤ {blocked * 1e3:.1f} ms"
        yield what, goal, measured, above <= GOAL_ABOVE and blocked < GOAL_BLOCKED
