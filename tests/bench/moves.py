"""CPU of a move against stock bots: ``python -m tests.bench.moves [tables] [waves] [panels] [pictures] [profile]``.

Many tables of PtiPassPass are played, in waves of one click a table at 150 clicks a second: stored on disk, answered,
the board repainted. Between the waves stock discord.py bots in a process of their own answer as many interactions at
the same rate (``tests/bench/floors.py``). All requests go over HTTP. Only CPU is counted, of all threads, so the ratios
are about the same on any machine, whatever else runs on it.
"""

import cProfile
import logging
import pstats
import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from discord.http import Route

from bot.app import App
from bot.cli.terminal import run
from bot.core.game import Path
from bot.core.lobby import start
from bot.core.opponents import any_move
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.question import PLAY
from tests.bench import rig
from tests.bench.floors import OK, VIEW, cpu, serve_floors
from tests.bench.report import Line
from tests.bench.rig import FIRST_CHANNEL, FIRST_USER
from tests.bench.server import child, http_server, snowflake

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
        return [self.click(table, person, Address("hand", table.id, table.revision)) for person in table.users]

    def press(self, table: Table) -> dict[str, Any]:
        """Somebody makes a random move: on the board during a challenge window, otherwise in their seat message."""
        person, path = any_path(table, self._rng)
        return self.click(table, person, Address(PLAY, table.id, table.revision, path), private=not in_window(table))

    def click(self, table: Table, person: int, address: Address, *, private: bool = True) -> dict[str, Any]:
        """Click in one's seat message, or on the board."""
        board = self._wire.seen.boards[table.place]
        on = self._seat_messages.setdefault((table.id, person), snowflake()) if private else board
        # The private page is about as large as the board.
        body = {"components": self._wire.seen.components[board], "flags": LAYOUT}
        return rig.click(table.place, person, str(address), on, body, private=private, at=self._wire.clock())


async def deal(
    app: App, tables: int, rng: Random, *, game: str = "ptipasspass", seats: int = SEATS, pace: str = PACE
) -> list[int]:
    """Start a game at so many tables, each in a channel of its own; gives their numbers."""
    rules, numbers = app.catalogue.games[game], list[int]()
    for index in range(tables):
        table = rig.full_lobby(rules, FIRST_CHANNEL + index, seats, app.now(), FIRST_USER + index * seats, pace)
        opened = await app.tables.open(table)
        await app.tables.change(opened.id, lambda table: start(table, table.facts.host, rng, app.now()))
        numbers.append(opened.id)
    await rig.settle()
    return numbers


async def playing(app: App, numbers: list[int]) -> list[Table]:
    """Return the tables that wait for a move."""
    return [table for number in numbers if (table := await app.tables.get(number)).to_act]


def in_window(table: Table) -> bool:
    """Whether the table waits for answers to a challenge."""
    assert table.state is not None
    return table.game.hurry(table.state.view(None))


def any_path(table: Table, rng: Random) -> tuple[int, Path]:
    """Return a random legal move, and the person who makes it."""
    assert table.state is not None
    seat = rng.choice(table.to_act)
    return table.users[seat], table.game.path(any_move(table.game, table.state, seat, rng))


async def play(app: App, tables: list[Table], rng: Random) -> None:
    """Make a random move at each table without a click."""
    now = app.now()
    for table in tables:
        person, path = any_path(table, rng)
        await app.tables.change(
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
    rng, channels = Random(5), range(FIRST_CHANNEL, FIRST_CHANNEL + tables)
    found, moves, requests = list[Wave](), 0, 0
    async with http_server() as server, child(serve_floors, Route.BASE, channels) as (stock, _):
        wire = rig.Wire(server)
        people = People(wire, rng)
        async with rig.running(None, wire, channels, pictures=pictures) as app:
            numbers = await deal(app, tables, rng)
            await wire.refresh()
            if panels:
                for table in await playing(app, numbers):
                    for payload in people.open_seat_messages(table):
                        rig.receive(app.bot, payload)
                    await rig.settle()
            for wave in range(-WARM_WAVES, waves):
                wire.clock.offset += WAVE_SECONDS
                ok, view = [1e6 * await stock.ask(floor) / tables for floor in (OK, VIEW)]
                before = await playing(app, numbers)
                clicks = [people.press(table) for table in before if panels or in_window(table)]
                if not panels:
                    app.seats.release()
                    await play(app, [table for table in before if not in_window(table)], rng)
                await wire.refresh()
                sent = wire.seen.requests.total()
                if profile and wave >= 0:
                    profile.enable()
                spent = await cpu(app.bot, clicks, pause=PAUSE_SECONDS if panels else 0.0)
                if profile:
                    profile.disable()
                await wire.refresh()
                if wave >= 0 and clicks:
                    found.append(Wave(ok, view, 1e6 * spent / len(clicks)))
                    moves += len(clicks)
                    requests += wire.seen.requests.total() - sent
                for table in before:
                    assert (await app.tables.get(table.id)).revision > table.revision, "a move is lost"
    return Cost(found, requests / moves)


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    tables, waves = (60, 6) if quick else (TABLES, WAVES)
    board = run(measure(tables, waves))
    held = board.to_ok <= GOAL_BOARD and board.to_view <= GOAL_VIEW
    goal = f"≤ {GOAL_BOARD} of a bare command, ≤ {GOAL_VIEW} of a View game"
    yield "CPU of a move answered on the board", goal, str(board), held
    for what, most, pictures in (
        ("the same in whole games, every seat message open", GOAL_PANELS, False),
        ("the same with pictures (the bot's process)", GOAL_PICTURES, True),
    ):
        found = run(measure(tables // 2, waves, panels=True, pictures=pictures))
        yield what, f"≤ {most} of a bare command", str(found), found.to_ok <= most


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
