"""Moves over real HTTP and WebSocket: ``python -m tests.bench.wire [quick]``.

The sandbox is a process of its own, without rate limits and without the check against Discord's description. The bot,
without pictures, is in this process, and so are the people who press, each with a socket: reading it counts against
the bot. Rounds of answers in PtiPassPass's windows alternate with rounds of a bare /ping served by the same bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any, NamedTuple

import aiohttp
import asyncpg
import discord
import msgspec
from discord import app_commands

from bot.catalogue import walk
from bot.client import Bot
from bot.facts import Player
from bot.local import point_at
from bot.run import keep
from bot.sandbox import Person
from bot.store import from_url
from bot.table import Table
from bot.ui.ids import Address
from bot.ui.picker import PLAY
from tests.bench.latency import Waits
from tests.bench.moves import Ahead, any_path, in_window
from tests.store import conftest

TABLES, SECONDS = 120, 10.0
RATE, EASE = 150, 0.75
"""Presses a second whose answers are timed; a machine that does not sustain it gets this share of what it does."""
AT_ONCE = 32
"""Presses in flight at saturation."""
SEATS = 3
REVEAL, SEEN = 10, 20.0
Act = Callable[[], Awaitable[dict[str, Any]]]


class Kind(NamedTuple):
    """Moves or bare commands: how many a second at saturation, and how long each waits at the steady rate."""

    speed: float
    waits: Waits
    count: int


class Result(NamedTuple):
    """What was measured."""

    moves: Kind
    bare: Kind
    rate: int

    @property
    def fast(self) -> str:
        """At saturation."""
        return f"{self.moves.speed:.0f}/s; bare {self.bare.speed:.0f}/s; ×{self.bare.speed / self.moves.speed:.1f}"

    @property
    def steady(self) -> str:
        """At the steady rate."""
        above = [(ours - bare) * 1e3 for ours, bare in zip(self.moves.waits, self.bare.waits, strict=True)]
        text = f"at {self.rate}/s: moves {self.moves.waits} ({self.moves.count}); bare {self.bare.waits}"
        return f"{text}; p50 {above[0]:+.1f} ms, p99 {above[1]:+.1f} ms"


class House:
    """The sandbox, the bot in it, and people at many tables, each in a channel of its own."""

    def __init__(self, bot: Bot, clock: Ahead, control: Callable[..., Awaitable[Any]], people: list[Person]) -> None:
        self.bot, self.control = bot, control
        self._clock = clock
        self._people = {int(person.id): person for person in people}
        self._numbers: list[int] = []
        self._channels: list[str] = []
        self._rng = Random(5)
        self._ping = ""

    async def seat(self, guild: int, channels: list[str]) -> None:
        """Deal at a table in each channel."""
        self._channels = channels
        known = await next(iter(self._people.values())).ask("commands", channel=channels[0])
        self._ping = next(each["id"] for each in known if each["name"] == "ping")
        host, *others = [Player(user=user, name=each.me["global_name"]) for user, each in self._people.items()]
        game, now = self.bot.catalogue.games["ptipasspass"], self.bot.now()
        for channel in channels:
            table = Table.open(game, guild=guild, channel=int(channel), host=host, options={}, pace="steady", now=now)
            for other in others:
                table = table.join(other.user, other.name)
            number = (await self.bot.tables.open(table)).id
            await self.bot.tables.change(number, lambda table: table.start(host.user, self._rng, now))
            self._numbers.append(number)

    def pings(self) -> list[Act]:
        """A bare command in each channel."""
        person = next(iter(self._people.values()))
        return [lambda at=at: person._act("command", channel=at, command=self._ping) for at in self._channels]

    async def presses(self) -> list[Act]:
        """A press in each window, once whoever presses sees its button; tables without one are brought to one."""
        self._clock.by += REVEAL
        await self.control("advance", seconds=REVEAL)
        now, rng = self.bot.now(), self._rng
        for table in [table for table in await self._playing() if not in_window(table)]:
            who, path = any_path(table, rng)
            step = lambda table, who=who, path=path: table.play(who, path, painted=None, at=now, now=now)  # noqa: E731
            await self.bot.tables.change(table.id, step)
        await self.painted()
        found: list[Act] = []
        for table in filter(in_window, await self._playing()):
            who, path = any_path(table, rng)
            person, button = self._people[who], str(Address(PLAY, table.id, table.revision, path))
            key = str(self.bot.publisher._posted[table.id].message)
            await person.until(lambda p=person, k=key, b=button: k in p.messages and b in str(p.messages[k]), SEEN)
            found.append(lambda p=person, k=key, b=button: p.use(p.messages[k], b))
        return found

    async def painted(self) -> None:
        """Wait until no board is behind."""
        while tasks := list(self.bot.publisher._tasks.values()):
            await asyncio.wait(tasks)

    async def _playing(self) -> list[Table]:
        return [table for number in self._numbers if (table := await self.bot.tables.get(number)).to_act]


async def _timed(act: Act, found: list[float]) -> None:
    begun = time.perf_counter()
    answer = await act()
    assert answer["outcome"] != "failed", answer
    found.append(time.perf_counter() - begun)


async def flat_out(house: House, acts: list[Act]) -> float:
    """Seconds until all are answered and every board is true, so many in flight."""
    begun, waiting = time.perf_counter(), iter(acts)

    async def work() -> None:
        for act in waiting:
            await _timed(act, [])

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    await house.painted()
    return time.perf_counter() - begun


async def steadily(house: House, acts: list[Act], rate: float, found: list[float]) -> None:
    """Do them at that rate; ``found`` gets how long each waited for its answer."""
    begun = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for turn, act in enumerate(acts):
            await asyncio.sleep(begun + turn / rate - time.perf_counter())
            group.create_task(_timed(act, found))
    await house.painted()


async def measure(url: str, seconds: float = SECONDS, tables: int = TABLES) -> Result:
    """Play on that storage, about so long for each of both questions."""
    async with house(url, tables) as home:
        spent, done = [0.0, 0.0], [0, 0]
        for _ in range(2):  # the first rounds fill the caches
            await flat_out(home, home.pings()[: len(acts := await home.presses())])
            await flat_out(home, acts)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for kind, acts in enumerate((await home.presses(), home.pings())):
                spent[kind] += await flat_out(home, acts)
                done[kind] += len(acts)
        speed = [count / took for count, took in zip(done, spent, strict=True)]
        rate = RATE if speed[0] * EASE >= RATE else int(speed[0] * EASE)
        found: list[list[float]] = [[], []]
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for kind, acts in enumerate((await home.presses(), home.pings())):
                await steadily(home, acts, rate, found[kind])
        kinds = [Kind(each, Waits.of(waits), len(waits)) for each, waits in zip(speed, found, strict=True)]
        stats = await home.control("stats")
        assert not stats["unanswered"], stats
        return Result(*kinds, rate)


@contextlib.asynccontextmanager
async def house(url: str, tables: int) -> AsyncIterator[House]:
    """Everything started, every table dealt and shown."""
    async with AsyncExitStack() as stack:
        where = stack.enter_context(_sandbox())
        session = await stack.enter_async_context(aiohttp.ClientSession())

        async def control(name: str, /, **facts: Any) -> Any:
            secret = {"Authorization": f"Bearer {where['secret']}"}
            async with session.post(f"{where['page']}control/{name}", json=facts, headers=secret) as answer:
                return msgspec.json.decode(await answer.read())

        channels = [(await control("channel", name=f"table-{index}"))["id"] for index in range(tables)]
        world, clock = await control("world"), Ahead()
        point_at(where["api"], where["gateway"])
        bot = await stack.enter_async_context(Bot(walk(), from_url(url), now=clock, rng=Random(1), pictures=False))
        bot.tree.add_command(app_commands.Command(name="ping", description="ok", callback=_ping))
        await bot.login(where["token"])
        running = asyncio.create_task(bot.connect())
        stack.callback(running.cancel)
        await bot.wait_until_ready()
        keep()
        sat = [Person(where["page"], each["id"]) for each in world["people"][:SEATS]]
        home = House(bot, clock, control, [await stack.enter_async_context(person) for person in sat])
        await home.seat(int(world["guild"]["id"]), channels)
        yield home


async def _ping(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("ok")


@contextlib.contextmanager
def _sandbox() -> Iterator[dict[str, str]]:
    command = [sys.executable, "-m", "bot.sandbox", "--port", "0", "--no-limits", "--no-spec"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield dict(process.stdout.readline().split() for _ in range(5))
        finally:
            process.terminate()


def on_each(*, quick: bool) -> Iterator[tuple[str, Result | str]]:
    """The result on each storage, or why there is none."""
    size = (1.5, 60) if quick else (SECONDS, TABLES)
    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", asyncio.run(measure(f"{folder}/wire.sqlite3", *size))
    try:
        server = contextlib.contextmanager(inspect.unwrap(conftest.server))()
        url = server.__enter__()
    except (AssertionError, OSError, KeyError, ValueError, asyncpg.PostgresError) as error:
        yield "PostgreSQL", f"— ({str(error).strip()[-200:] or type(error).__name__})"
        return
    try:
        yield "PostgreSQL", asyncio.run(measure(url, *size))
    finally:
        server.__exit__(None, None, None)


def rows(*, quick: bool) -> Iterator[tuple[str, str]]:
    """What was asked, and the figures."""
    for storage, result in on_each(quick=quick):
        for what in ("fast", "steady"):
            name = "moves/s at saturation" if what == "fast" else "reply latency"
            yield f"{name} over the wire, {storage}", result if isinstance(result, str) else getattr(result, what)


def main(arguments: list[str]) -> int:
    """Print every figure."""
    logging.disable()
    for what, measured in rows(quick="quick" in arguments):
        sys.stdout.write(f"{what}: {measured}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
