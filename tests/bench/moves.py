"""What a move costs against a bare command: ``python -m tests.bench.moves [tables] [waves] [http] [panels] …``.

Many tables of PtiPassPass are played at once, a click a table in each wave: stored on disk, answered, its board
repainted. Between the waves as many bare discord.py commands reply "ok": in the same process and loop or, with
``apart``, as a stock bot would, in a process of its own and Python's loop, while ours runs in the loop it has in
production. Only CPU is counted, of all threads, so the ratio means the same on any machine, whoever else uses it.
"""

from __future__ import annotations

import asyncio
import cProfile
import gc
import logging
import pstats
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import discord

from bot.catalogue import walk
from bot.cli.loop import run
from bot.client.bot import Bot
from bot.core.game import Path as GamePath
from bot.core.lobby import start
from bot.core.simulate import any_move
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.question import PLAY
from bot.store import from_url
from tests.bench import loopback, rig
from tests.bench.stock import Stock, stock

GOAL, GOAL_PANELS, GOAL_PICTURES = 2.0, 4.5, 5.0
"""How many bare commands a move may cost: an answer on the board; in a whole game with everybody's panel open; in one
with pictures too, which another process draws."""
GOAL_REQUESTS = 2.6
"""Requests a move, everybody's panel open."""
TABLES, WAVES = 200, 20
WARM = 6
SEATS = 4
PACE = "relaxed"
"""People who sit together, as most do: where they come by in their own time, more boards are posted anew to call them,
and what each of them has seen is written down. ``steady`` measures that."""
PATIENCE = 10
"""Seconds the clock is put forward each wave: longer than any reveal."""
YOUNG = (700, 10)
"""How often Python looks for garbage among what is young, as in a stock bot. What is old here is not its own."""
FIRST_CHANNEL, FIRST_USER = 10_000, 1_000_000


class Ahead:
    """A clock that can be put forward, so that nobody waits for a reveal to end."""

    def __init__(self) -> None:
        self.by = 0.0

    def __call__(self) -> float:
        """The time now."""
        return time.time() + self.by


class Cost(NamedTuple):
    """CPU seconds of so many."""

    seconds: float
    count: int

    @property
    def each(self) -> float:
        """Microseconds of one."""
        return self.seconds / max(1, self.count) * 1e6

    def plus(self, other: Cost) -> Cost:
        """Both together."""
        return Cost(self.seconds + other.seconds, self.count + other.count)


class Result(NamedTuple):
    """What was measured."""

    bare: Cost
    moves: Cost
    requests: float
    """Requests to Discord a move."""

    @property
    def ratio(self) -> float:
        """A move against a bare command."""
        return self.moves.each / self.bare.each

    def __str__(self) -> str:
        return (
            f"×{self.ratio:.1f} ({self.moves.each:.0f} µs, {self.requests:.2f} requests a move; "
            f"bare {self.bare.each:.0f} µs)"
        )


async def seat(bot: Bot, tables: int, rng: Random, pace: str = "steady") -> list[int]:
    """So many tables, dealt and shown, each in a channel of its own; their numbers."""
    game = bot.app.catalogue.games["ptipasspass"]
    numbers: list[int] = []
    for index in range(tables):
        table = rig.seated(game, FIRST_CHANNEL + index, SEATS, bot.app.now(), FIRST_USER + index * SEATS, pace)
        opened = await bot.app.tables.open(table)
        await bot.app.tables.change(opened.id, lambda table: start(table, table.facts.host, rng, bot.app.now()))
        numbers.append(opened.id)
    await rig.settle()
    return numbers


def in_window(table: Table) -> bool:
    """Whether answers to a challenge are waited for."""
    assert table.state is not None
    return table.game.hurry(table.state.view(None))


def any_path(table: Table, rng: Random) -> tuple[int, GamePath]:
    """A random legal move, and the person who makes it."""
    assert table.state is not None
    seat = rng.choice(table.to_act)
    return table.users[seat], table.game.path(any_move(table.game, table.state, seat, rng))


def press(table: Table, wire: rig.Wire, rng: Random) -> dict[str, Any]:
    """The click that makes a random move: on the board in a window, otherwise in a panel."""
    person, path = any_path(table, rng)
    board = wire.board[table.place]
    address = str(Address(PLAY, table.id, table.revision, path))
    if in_window(table):
        return rig.click(table.place, person, address, board, wire.shown[board], at=wire.clock())
    message = rig.snowflake()
    return rig.click(table.place, person, address, message, wire.shown[board], private=True, at=wire.clock())


async def play(bot: Bot, tables: list[Table], rng: Random) -> None:
    """Random moves that nobody clicks."""
    now = bot.app.now()
    for table in tables:
        person, path = any_path(table, rng)
        await bot.app.tables.change(
            table.id, lambda table, who=person, path=path: table.play(who, path, painted=None, at=now, now=now)
        )
    await rig.settle()


async def cpu(client: discord.Client, payloads: list[Any]) -> Cost:
    """CPU seconds of all threads until everything these interactions set off has ended."""
    before = time.process_time()
    for payload in payloads:
        client._connection.parse_interaction_create(payload)
    await rig.settle()
    return Cost(time.process_time() - before, len(payloads))


async def bare_cost(plain: discord.Client | Stock, channels: range) -> Cost:
    """What a bare command in each channel costs."""
    if isinstance(plain, Stock):
        return Cost(await plain.cpu(), len(channels))
    ours = gc.get_threshold()
    gc.set_threshold(*YOUNG, ours[2])
    try:
        return await cpu(plain, [rig.command(place, FIRST_USER, "ok") for place in channels])
    finally:
        gc.set_threshold(*ours)


async def measure(
    tables: int = TABLES,
    waves: int = WAVES,
    *,
    apart: bool = False,
    panels: bool = False,
    pictures: bool = False,
    http: bool = False,
    pace: str = PACE,
    profile: cProfile.Profile | None = None,
) -> Result:
    """Play; the first waves, which fill the caches, do not count.

    Without ``panels`` only answers in the challenge windows are clicks (on the board, by people who have no panel
    open: one that a click opens is closed after it) and counted; with it the other moves too, each from the panel of
    its player, which then follows the game.
    With ``http`` every request of both goes over a real connection; otherwise it is answered where it would be sent.
    ``apart`` needs ``http``.
    """
    rng, clock = Random(5), Ahead()
    channels = range(FIRST_CHANNEL, FIRST_CHANNEL + tables)
    plain_cost, move_cost, requests = Cost(0, 0), Cost(0, 0), 0
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        wire = rig.Wire(clock, await stack.enter_async_context(loopback.line()) if http else None)
        store = from_url(str(Path(folder) / "bench.sqlite3"))
        running = rig.running(walk(), store, wire, channels, pictures=pictures)
        async with stock(channels) if apart else rig.bare(wire, channels) as plain, running as bot:
            numbers = await seat(bot, tables, rng, pace)
            for wave in range(-WARM, waves):
                clock.by += PATIENCE
                await wire.look()
                playing = [table for number in numbers if (table := await bot.app.tables.get(number)).to_act]
                clicks = [press(table, wire, rng) for table in playing if panels or in_window(table)]
                if not panels:
                    bot.app.seats.put_down()
                    await play(bot, [table for table in playing if not in_window(table)], rng)
                bare = await bare_cost(plain, channels)
                await wire.look()
                before = wire.requests
                if profile and wave >= 0:
                    profile.enable()
                spent = await cpu(bot, clicks)
                if profile:
                    profile.disable()
                await wire.look()
                if wave >= 0:
                    plain_cost, move_cost = plain_cost.plus(bare), move_cost.plus(spent)
                    requests += wire.requests - before
                after = [await bot.app.tables.get(table.id) for table in playing]
                assert all(new.revision > old.revision for old, new in zip(playing, after, strict=True)), (
                    "a move is lost"
                )
    return Result(plain_cost, move_cost, requests / max(1, move_cost.count))


def main(arguments: list[str]) -> int:
    """Print the ratios; ``profile`` as the last argument prints where the time goes."""
    logging.disable()
    numbers = [int(text) for text in arguments if text.isdigit()]
    chosen: dict[str, Any] = {name: True for name in ("panels", "pictures", "http", "apart") if name in arguments}
    if "steady" in arguments:
        chosen["pace"] = "steady"
    profile = cProfile.Profile(time.thread_time) if "profile" in arguments else None
    work = measure(*numbers, **chosen, profile=profile)
    result = run(work) if "apart" in arguments else asyncio.run(work)
    sys.stdout.write(f"{result}; goal ×{GOAL}\n")
    if profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        pstats.Stats(profile).sort_stats("cumtime").print_stats(70)
    return int(result.ratio > GOAL)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
