"""Moves over real HTTP and WebSocket: ``python -m tests.bench.wire [quick]``.

The sandbox is a process of its own, without rate limits and without the check against Discord's description. The bot,
without pictures, is in this process, and so are the people who press, each with a socket: what reading them costs is in
both figures, the moves' and the bare command's. Rounds of answers in PtiPassPass's windows alternate with rounds of a
bare /ping served by the same bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any, NamedTuple

import aiohttp
import discord
import msgspec
from discord import app_commands

from bot.catalogue import walk
from bot.cli.run import tune_garbage_collector
from bot.client.bot import Bot
from bot.client.discord_patches import point_at
from bot.core.facts import PLAYING, Player
from bot.core.lobby import join, open_table, start
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.question import PLAY
from bot.sandbox import Person
from bot.store import from_url
from tests.bench.latency import GOAL_ABOVE, Waits
from tests.bench.moves import Ahead, any_path, in_window
from tests.bench.report import Line, report
from tests.bench.storage import NoServer, storages

TABLES, SECONDS = 120, (8.0, 12.0)
RATE, EASE = 150, 0.75
"""Presses a second whose answers are timed; a machine that does not sustain it gets this share of what it does."""
AT_ONCE = 32
"""Presses in flight at saturation."""
SEATS = 3
REVEAL, SEEN = 10, 120.0
Act = Callable[[], Awaitable[dict[str, Any]]]


class Kind(NamedTuple):
    """Moves or bare commands: how many a second at saturation, and how long each waits at the steady rate."""

    speed: float
    waits: Waits
    timed: int


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
    def above(self) -> float:
        """How much longer the slowest moves take than the slowest bare commands."""
        return self.moves.waits.p99 - self.bare.waits.p99

    @property
    def steady(self) -> str:
        """At the steady rate."""
        p50 = self.moves.waits.p50 - self.bare.waits.p50
        text = f"moves {self.moves.waits} ({self.moves.timed}); bare {self.bare.waits}"
        return f"{text}; p50 {p50 * 1e3:+.1f} ms, p99 {self.above * 1e3:+.1f} ms"


class House:
    """The bot in the sandbox, and people who sit together at many tables, each in a channel of its own."""

    def __init__(self, bot: Bot, clock: Ahead, control: Callable[..., Awaitable[Any]], people: list[Person]) -> None:
        self.bot, self.control = bot, control
        self._clock = clock
        self._people = {int(person.id): person for person in people}
        self._tables: dict[str, int] = {}
        self._pressed: list[Table] = []
        self._rng = Random(5)
        self._ping = ""

    async def seat(self, guild: int, channels: list[str]) -> None:
        """Deal at a table in each channel."""
        self._guild = guild
        known = await next(iter(self._people.values())).ask("commands", channel=channels[0])
        self._ping = next(each["id"] for each in known if each["name"] == "ping")
        for channel in channels:
            await self._deal(channel)

    async def _deal(self, channel: str) -> None:
        host, *others = [Player(user=user, name=each.me["global_name"]) for user, each in self._people.items()]
        place = {"guild": self._guild, "channel": int(channel)}
        game, now = self.bot.catalogue.games["ptipasspass"], self.bot.now()
        table = open_table(game, **place, host=host, options={}, pace="steady", now=now)
        for other in others:
            table = join(table, other.user, other.name)
        self._tables[channel] = number = (await self.bot.tables.open(table)).id
        await self.bot.tables.change(number, lambda table: start(table, host.user, self._rng, now))

    def pings(self) -> list[Act]:
        """A bare command in each channel."""
        person = next(iter(self._people.values()))
        return [lambda at=at: person._act("command", channel=at, command=self._ping) for at in self._tables]

    async def presses(self) -> list[Act]:
        """A press in each window, once whoever presses sees its button; tables without one are brought to one."""
        self._clock.by += REVEAL
        await self.control("advance", seconds=REVEAL)
        for person in self._people.values():
            # What people remember is not the bot's: its collector must not have to look through all that.
            person.received.clear()
            person.messages = {key: each for key, each in person.messages.items() if each["components"]}
        for channel, number in list(self._tables.items()):
            if (await self.bot.tables.get(number)).status != PLAYING:
                await self._deal(channel)
        now = self.bot.now()
        for table in [table for table in await self._waiting() if not in_window(table)]:
            who, path = any_path(table, self._rng)
            step = lambda table, who=who, path=path: table.play(who, path, painted=None, at=now, now=now)  # noqa: E731
            await self.bot.tables.change(table.id, step)
        await self.painted()
        self._pressed = list(filter(in_window, await self._waiting()))
        return [await self._press(table) for table in self._pressed]

    async def _press(self, table: Table) -> Act:
        who, path = any_path(table, self._rng)
        person, button = self._people[who], str(Address(PLAY, table.id, table.revision, path))
        channel = str(table.place)

        def boards() -> list[str]:
            """Messages with that button, newest last: the board may just be being posted anew."""
            here = [key for key, each in person.messages.items() if each["channel_id"] == channel]
            return sorted((key for key in here if button in str(person.messages[key])), key=int)

        key = (await person.until(boards, SEEN))[-1]
        return lambda: person.use(person.messages[key], button)

    async def check(self) -> None:
        """Every press since the last ``presses`` was a move."""
        for old in self._pressed:
            assert (await self.bot.tables.get(old.id)).revision > old.revision, "a move is lost"

    async def painted(self) -> None:
        """Wait until no board is behind."""
        while tasks := list(self.bot.publisher.repaints.tasks.values()):
            await asyncio.wait(tasks)

    async def _waiting(self) -> list[Table]:
        return [table for number in self._tables.values() if (table := await self.bot.tables.get(number)).to_act]


async def _done(act: Act) -> float:
    answer = await act()
    assert answer["outcome"] != "failed", answer
    return time.perf_counter()


async def flat_out(acts: list[Act]) -> None:
    """Do them as fast as they are answered, so many in flight."""
    waiting = iter(acts)

    async def work() -> None:
        for act in waiting:
            await _done(act)

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))


async def steadily(acts: list[Act], rate: float) -> list[float]:
    """Do them at that rate; how long each waited from when it was due: a blocked loop delays the press too."""
    begun, tasks = time.perf_counter(), []
    for turn, act in enumerate(acts):
        await asyncio.sleep(begun + turn / rate - time.perf_counter())
        tasks.append(asyncio.create_task(_done(act)))
    return [await task - (begun + turn / rate) for turn, task in enumerate(tasks)]


async def rounds(home: House, seconds: float) -> AsyncIterator[tuple[int, list[Act]]]:
    """Presses (0) and bare commands (1) in turn, for about so long and at least once."""
    end = time.perf_counter() + seconds
    while True:
        yield 0, await home.presses()
        await home.check()
        yield 1, home.pings()
        if time.perf_counter() > end:
            return


async def measure(url: str, seconds: tuple[float, float] = SECONDS, tables: int = TABLES) -> Result:
    """Play on that storage, about so long for saturation and for latency."""
    async with house(url, tables) as home:
        async for _, acts in rounds(home, 1.0):  # fills the caches
            await flat_out(acts)
        spent, done = [0.0, 0.0], [0, 0]
        found: tuple[list[float], list[float]] = ([], [])
        async for kind, acts in rounds(home, seconds[0]):
            begun = time.perf_counter()
            await flat_out(acts)
            await home.painted()
            spent[kind] += time.perf_counter() - begun
            done[kind] += len(acts)
        speed = [count / took for count, took in zip(done, spent, strict=True)]
        rate = min(RATE, int(speed[0] * EASE))
        async for kind, acts in rounds(home, seconds[1]):
            found[kind].extend(await steadily(acts, rate))
            await home.painted()
        stats = await home.control("stats")
        assert not stats["unanswered"], stats
        moves, bare = (Kind(each, Waits.of(waits), len(waits)) for each, waits in zip(speed, found, strict=True))
        return Result(moves, bare, rate)


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
        tune_garbage_collector()
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


def results(*, quick: bool) -> Iterator[tuple[str, Result | NoServer]]:
    """The result on each storage, or why there is none."""
    size = ((1.0, 2.5), 60) if quick else (SECONDS, TABLES)
    for storage, address in storages(True, False):
        yield storage, address if isinstance(address, NoServer) else asyncio.run(measure(address, *size))


def lines(*, quick: bool) -> Iterator[Line]:
    """For the table of all benches."""
    for storage, result in results(quick=quick):
        if isinstance(result, NoServer):
            yield f"moves over the wire, {storage}", "", str(result), True
            continue
        yield f"moves/s at saturation over the wire, {storage}", "", result.fast, True
        goal, kept = f"p99 ≤ {GOAL_ABOVE * 1e3:.0f} ms above bare", result.above <= GOAL_ABOVE
        yield f"reply latency at {result.rate} moves/s over the wire, {storage}", goal, result.steady, kept


if __name__ == "__main__":
    raise SystemExit(report(lines(quick="quick" in sys.argv[1:])))
