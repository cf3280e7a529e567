"""CPU of a move against stock bots: ``python -m tests.bench.moves [tables] [waves] [panels] [pictures] [profile]``.

Many tables of PtiPassPass are played, in waves of one click a table at 150 clicks a second: stored on disk, answered,
the board repainted. Between the waves stock discord.py bots in a process of their own answer as many interactions at
the same rate (``tests/bench/floors.py``). All requests go over HTTP. Only CPU is counted, of all threads, so the ratios
are about the same on any machine, whatever else runs on it.
"""

from __future__ import annotations

import cProfile
import logging
import pstats
import sys
import time
from random import Random
from statistics import median
from typing import Any, NamedTuple

from bot.cli.terminal import run
from bot.core.game import Path as GamePath
from bot.core.lobby import start
from bot.core.opponents import any_move
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.question import PLAY
from tests.bench import rig
from tests.bench.floors import OK, VIEW, cpu, floors
from tests.bench.report import Line
from tests.bench.rig import FIRST_CHANNEL, FIRST_USER
from tests.bench.server import http_server, snowflake

GOAL_BOARD, GOAL_PANELS, GOAL_PICTURES = 2.2, 3.5, 5.0
"""The most bare commands that a move may cost: an answer on the board; whole games with every seat message open; the
same with pictures, which another process draws."""
GOAL_VIEW = 1.3
"""The most presses of the ``View`` game that an answer on the board may cost."""
TABLES, WAVES = 100, 12
WARM_WAVES = 6
SEATS = 4
PACE = "relaxed"
WAVE_SECONDS = 10
"""Seconds between two waves by the bot's clock: longer than any reveal."""
PAUSE_SECONDS = 2.0
"""Seconds between two waves with seat messages, as between answers in a challenge window: edits that wait for more
changes are made then, and counted."""
LAYOUT = 1 << 15


class Wave(NamedTuple):
    """CPU microseconds of one interaction in a wave."""

    ok: float
    view: float
    move: float


class Cost(NamedTuple):
    """The waves, and the requests that a move causes."""

    waves: list[Wave]
    requests: float

    @property
    def to_ok(self) -> float:
        """A move relative to a bare command, in the median wave."""
        return median(wave.move / wave.ok for wave in self.waves)

    @property
    def to_view(self) -> float:
        """A move relative to a press of the ``View`` game, in the median wave."""
        return median(wave.move / wave.view for wave in self.waves)

    def __str__(self) -> str:
        ok, view, move = (median(kind) for kind in zip(*self.waves, strict=True))
        return (
            f"×{self.to_ok:.2f} of a bare command, ×{self.to_view:.2f} of a View game "
            f"({move:.0f} µs; {ok:.0f} µs; {view:.0f} µs; {self.requests:.2f} requests a move)"
        )


class People:
    """Clicks of the people at the tables. Each person has one seat message for each table."""

    def __init__(self, wire: rig.Wire, rng: Random) -> None:
        self._wire, self._rng = wire, rng
        self._seat_messages: dict[tuple[int, int], int] = {}

    def open_seat_messages(self, table: Table) -> list[dict[str, Any]]:
        """Everybody at a table opens their seat message."""
        address = str(Address("hand", table.id, table.revision))
        return [self._in_private(table, person, address) for person in table.users]

    def press(self, table: Table) -> dict[str, Any]:
        """Somebody makes a random move: on the board during a challenge window, otherwise in their seat message."""
        person, path = any_path(table, self._rng)
        address = str(Address(PLAY, table.id, table.revision, path))
        return self.on_board(table, person, address) if in_window(table) else self._in_private(table, person, address)

    def on_board(self, table: Table, person: int, address: str) -> dict[str, Any]:
        """Click on the public message."""
        board = self._wire.seen.boards[table.place]
        return rig.click(table.place, person, address, board, self._body(board), at=self._wire.clock())

    def _in_private(self, table: Table, person: int, address: str) -> dict[str, Any]:
        message = self._seat_messages.setdefault((table.id, person), snowflake())
        # The private page is about as large as the board.
        body = self._body(self._wire.seen.boards[table.place])
        return rig.click(table.place, person, address, message, body, private=True, at=self._wire.clock())

    def _body(self, message: int) -> dict[str, Any]:
        return {"components": self._wire.seen.components[message], "flags": LAYOUT}


async def deal(bot: rig.Running, tables: int, rng: Random, pace: str = PACE) -> list[int]:
    """Start a game at so many tables, each in a channel of its own; gives their numbers."""
    game = bot.catalogue.games["ptipasspass"]
    numbers: list[int] = []
    for index in range(tables):
        table = rig.full_lobby(game, FIRST_CHANNEL + index, SEATS, bot.now(), FIRST_USER + index * SEATS, pace)
        opened = await bot.tables.open(table)
        await bot.tables.change(opened.id, lambda table: start(table, table.facts.host, rng, bot.now()))
        numbers.append(opened.id)
    await rig.settle()
    return numbers


async def playing(bot: rig.Running, numbers: list[int]) -> list[Table]:
    """Return the tables that wait for a move."""
    return [table for number in numbers if (table := await bot.tables.get(number)).to_act]


def in_window(table: Table) -> bool:
    """Whether the table waits for answers to a challenge."""
    assert table.state is not None
    return table.game.hurry(table.state.view(None))


def any_path(table: Table, rng: Random) -> tuple[int, GamePath]:
    """Return a random legal move, and the person who makes it."""
    assert table.state is not None
    seat = rng.choice(table.to_act)
    return table.users[seat], table.game.path(any_move(table.game, table.state, seat, rng))


async def play(bot: rig.Running, tables: list[Table], rng: Random) -> None:
    """Make a random move at each table without a click."""
    now = bot.now()
    for table in tables:
        person, path = any_path(table, rng)
        await bot.tables.change(
            table.id, lambda table, who=person, path=path: table.play(who, path, revision=None, at=now, now=now)
        )
    await rig.settle()


async def measure(
    tables: int = TABLES,
    waves: int = WAVES,
    *,
    panels: bool = False,
    pictures: bool = False,
    profile: cProfile.Profile | None = None,
) -> Cost:
    """Play; the first waves, which fill the caches, do not count.

    Without ``panels`` only answers in challenge windows are clicks and counted: on the board, by people without a seat
    message (one that a click opens is closed after the wave). With it everybody's seat message is open, and every move
    is a click.
    """
    rng, clock, channels = Random(5), rig.Clock(), range(FIRST_CHANNEL, FIRST_CHANNEL + tables)
    found, moves, requests = list[Wave](), 0, 0
    async with http_server() as server, floors(channels) as stock:
        wire = rig.Wire(clock, server)
        people = People(wire, rng)
        async with rig.running(None, wire, channels, pictures=pictures) as bot:
            numbers = await deal(bot, tables, rng)
            await wire.refresh()
            if panels:
                for table in await playing(bot, numbers):
                    for payload in people.open_seat_messages(table):
                        rig.receive(bot.client, payload)
                    await rig.settle()
            for wave in range(-WARM_WAVES, waves):
                clock.offset += WAVE_SECONDS
                ok, view = [1e6 * await stock.cpu(floor) / tables for floor in (OK, VIEW)]
                before = await playing(bot, numbers)
                clicks = [people.press(table) for table in before if panels or in_window(table)]
                if not panels:
                    bot.close_panels()
                    await play(bot, [table for table in before if not in_window(table)], rng)
                await wire.refresh()
                sent = wire.seen.requests.total()
                if profile and wave >= 0:
                    profile.enable()
                spent = await cpu(bot.client, clicks, pause=PAUSE_SECONDS if panels else 0.0)
                if profile:
                    profile.disable()
                await wire.refresh()
                if wave >= 0 and clicks:
                    found.append(Wave(ok, view, 1e6 * spent / len(clicks)))
                    moves += len(clicks)
                    requests += wire.seen.requests.total() - sent
                for table in before:
                    assert (await bot.tables.get(table.id)).revision > table.revision, "a move is lost"
    return Cost(found, requests / moves)


def lines(*, quick: bool) -> list[Line]:
    """Return the lines of the table."""
    tables, waves = (60, 6) if quick else (TABLES, WAVES)
    board = run(measure(tables, waves))
    panels = run(measure(tables // 2, waves, panels=True))
    pictures = run(measure(tables // 2, waves, panels=True, pictures=True))
    held = board.to_ok <= GOAL_BOARD and board.to_view <= GOAL_VIEW
    goal = f"≤ {GOAL_BOARD} of a bare command, ≤ {GOAL_VIEW} of a View game"
    return [
        ("CPU of a move answered on the board", goal, str(board), held),
        (
            "the same in whole games, every seat message open",
            f"≤ {GOAL_PANELS} of a bare command",
            str(panels),
            panels.to_ok <= GOAL_PANELS,
        ),
        (
            "the same with pictures (the bot's process)",
            f"≤ {GOAL_PICTURES} of a bare command",
            str(pictures),
            pictures.to_ok <= GOAL_PICTURES,
        ),
    ]


def main(arguments: list[str]) -> int:
    """Print the ratios; with ``profile`` also where the time goes."""
    logging.disable()
    numbers = [int(text) for text in arguments if text.isdigit()]
    profile = cProfile.Profile(time.thread_time) if "profile" in arguments else None
    found = run(measure(*numbers, panels="panels" in arguments, pictures="pictures" in arguments, profile=profile))
    sys.stdout.write(f"{found}\n")
    if profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        pstats.Stats(profile).sort_stats("cumtime").print_stats(70)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
