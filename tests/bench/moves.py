"""What a move costs against a bare command: ``python -m tests.bench.moves [tables] [waves]``.

Many tables of PtiPassPass are played at once, a click a table in each wave: stored on disk, answered, its board
repainted. Between the waves as many bare discord.py commands reply "ok" in the same process. Only CPU is counted, of
all threads, so the ratio means the same on any machine, whoever else uses it.
"""

from __future__ import annotations

import asyncio
import cProfile
import logging
import pstats
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bot.catalogue import walk
from bot.client import Bot
from bot.simulate import any_move
from bot.store import from_url
from bot.table import Table
from bot.ui.ids import Address
from bot.ui.picker import PLAY
from tests.bench import rig

GOAL = 2.5
TABLES, WAVES = 200, 40
SEATS = 4
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


class Result(NamedTuple):
    """What was measured."""

    bare: Cost
    windows: Cost
    others: Cost
    requests: float

    @property
    def ratios(self) -> tuple[float, float, float]:
        """Of an answer in a window, of any other move, and of all moves of whole games."""
        together = Cost(self.windows.seconds + self.others.seconds, self.windows.count + self.others.count)
        return tuple(cost.each / self.bare.each for cost in (self.windows, self.others, together))  # type: ignore[return-value]


async def seat(bot: Bot, tables: int, rng: Random) -> list[int]:
    """So many tables, dealt and shown, each in a channel of its own; their numbers."""
    game = bot.catalogue.games["ptipasspass"]
    numbers: list[int] = []
    for index in range(tables):
        table = rig.seated(game, FIRST_CHANNEL + index, SEATS, bot.now(), FIRST_USER + index * SEATS)
        opened = await bot.tables.open(table)
        await bot.tables.change(opened.id, lambda table: table.start(table.facts.host, rng, bot.now()))
        numbers.append(opened.id)
    await rig.settle()
    return numbers


def press(table: Table, wire: rig.Wire, rng: Random) -> tuple[bool, dict[str, Any]]:
    """Whether this is an answer in a window, and the click that makes a random move."""
    assert table.state is not None
    seat = rng.choice(table.to_act)
    path = table.game.path(any_move(table.game, table.state, seat, rng))
    window = table.game.hurry(table.state.view(None))
    board = wire.board[table.place]
    address = str(Address(PLAY, table.id, table.revision, path))
    on = board if window else rig.snowflake()
    return window, rig.click(table.place, table.users[seat], address, on, wire.shown[board], private=not window)


async def cpu(feed: Callable[[Any], None], payloads: list[Any], settle: Callable[[], Awaitable[None]]) -> float:
    """CPU seconds of all threads until everything these interactions set off has ended."""
    before = time.process_time()
    for payload in payloads:
        feed(payload)
    await settle()
    return time.process_time() - before


async def measure(
    tables: int = TABLES, waves: int = WAVES, *, pictures: bool = False, profile: cProfile.Profile | None = None
) -> Result:
    """Play; the first waves, which fill the caches, do not count."""
    rng, clock = Random(5), Ahead()
    wire = rig.Wire(clock)
    channels = range(FIRST_CHANNEL, FIRST_CHANNEL + tables)
    spent = {"bare": [0.0, 0], "window": [0.0, 0], "other": [0.0, 0]}
    requests = moves = 0
    with tempfile.TemporaryDirectory() as folder:
        store = from_url(str(Path(folder) / "bench.sqlite3"))
        async with rig.bare(wire, channels) as plain, rig.running(walk(), store, wire, channels, pictures=pictures) as bot:
            numbers = await seat(bot, tables, rng)
            for wave in range(-4, waves):
                clock.by += 10
                playing = [table for number in numbers if (table := await bot.tables.get(number)).to_act]
                clicks = [press(table, wire, rng) for table in playing]
                asked = {
                    "bare": [rig.command(place, FIRST_USER, "ok") for place in channels],
                    "window": [payload for window, payload in clicks if window],
                    "other": [payload for window, payload in clicks if not window],
                }
                for kind, payloads in asked.items():
                    client = plain if kind == "bare" else bot
                    before = wire.requests
                    if profile and wave >= 0 and kind != "bare":
                        profile.enable()
                    seconds = await cpu(client._connection.parse_interaction_create, payloads, rig.settle)
                    if profile:
                        profile.disable()
                    if wave >= 0:
                        spent[kind][0] += seconds
                        spent[kind][1] += len(payloads)
                        if kind != "bare":
                            requests += wire.requests - before
                            moves += len(payloads)
                after = [await bot.tables.get(table.id) for table in playing]
                assert all(new.revision > old.revision for old, new in zip(playing, after, strict=True)), "a move is lost"
    return Result(*(Cost(*spent[kind]) for kind in ("bare", "window", "other")), requests / max(1, moves))


def report(result: Result) -> str:
    """The figures in a few lines."""
    window, other, both = result.ratios
    return (
        f"bare command {result.bare.each:.0f} µs; answer in a window {result.windows.each:.0f} µs (×{window:.2f}, "
        f"{result.windows.count}); other moves {result.others.each:.0f} µs (×{other:.2f}, {result.others.count}); "
        f"all ×{both:.2f}; {result.requests:.2f} requests a move; goal ×{GOAL}"
    )


def main(arguments: list[str]) -> int:
    """Print the ratios; ``profile`` as the last argument prints where the time goes."""
    logging.disable()
    profile = cProfile.Profile() if "profile" in arguments else None
    numbers = [int(text) for text in arguments if text.isdigit()]
    result = asyncio.run(measure(*numbers, pictures="pictures" in arguments, profile=profile))
    sys.stdout.write(report(result) + "\n")
    if profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        pstats.Stats(profile).sort_stats("cumtime").print_stats(70)
    return int(result.ratios[0] > GOAL)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
