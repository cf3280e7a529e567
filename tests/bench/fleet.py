"""A fleet under load: ``python -m tests.bench.fleet [quick] [load] [restart]``. Without a word, both.

Real bots in processes of their own on a PostgreSQL server, a sandbox with 64 servers in this process, and two people in
each who play through it (``tests/wire/regulars.py``), without pictures. Compared settings take turns of a few seconds,
so that a busy machine slows all of them alike.

- ``load``: the CPU of a move, of all bots together, with 1, 2 and 4 processes under the same load.
- ``restart``: how long anybody waits while each of four processes is replaced, and while one is killed.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from bot.catalogue import walk
from bot.core.shards import Shards
from bot.fleet.supervisor import divided
from bot.sandbox import Limits, Person, Sandbox, World, serve
from tests.bench.report import Line, Times, report
from tests.store.conftest import serving
from tests.store.server import execute
from tests.wire import databases, elsewhere
from tests.wire.processes import Bot, bots, cpu, everybody
from tests.wire.regulars import Act, Party, answered

CATALOGUE = walk()
GAME = CATALOGUE.games["cappuccino"]
"""It has no reveals, and two can play it."""
SERVERS, SHARDS = 64, 16
ALL_SHARDS = Shards(0, SHARDS - 1, SHARDS)
THINKING_SECONDS = 2.5
"""The mean time before a click. Without it clicks would come in bursts, which one process handles in fewer steps than
several can."""
TURN_SECONDS, TURNS, WARM_SECONDS = 8.0, 6, 8.0
BEGIN_TIMEOUT_SECONDS = 120


def shown(times: Times) -> str:
    """Return the times of answers in words."""
    return f"p50 {times.p50 * 1e3:.0f} ms, p99 {times.p99 * 1e3:.0f} ms ({times.timed})"


class Scene:
    """The sandbox, a database of its own, and the people at their tables."""

    def __init__(self, sandbox: Sandbox, url: str, folder: Path, acts: list[Act], parties: list[Party]) -> None:
        self.sandbox, self.url, self.folder = sandbox, url, folder
        self.acts, self.parties = acts, parties
        self._tasks: list[asyncio.Task[None]] = []

    def environment(self) -> dict[str, str]:
        """Return the environment variables of a bot."""
        return dict(elsewhere.environment(self.sandbox, self.url))

    def live(self) -> None:
        """Let people play."""
        self._tasks = [asyncio.create_task(each.live()) for each in self.parties]

    async def rest(self) -> None:
        """Stop all people."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def begun(self) -> None:
        """Wait until people play at every table, or until the timeout."""
        mine = [party.guild for party in self.parties]
        query = "SELECT count(DISTINCT guild) FROM tables WHERE guild = ANY($1) AND revision > 3"
        for _ in range(BEGIN_TIMEOUT_SECONDS):
            if await self.ask(query, mine) == len(mine):
                return
            await asyncio.sleep(1)

    async def ask(self, query: str, *values: Any) -> Any:
        """Return the first value of a query."""
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetchval(query, *values)
        finally:
            await connection.close()

    async def moves(self) -> int:
        """Return the number of stored moves of these people."""
        mine = [party.guild for party in self.parties]
        return await self.ask("SELECT coalesce(sum(revision), 0)::bigint FROM tables WHERE guild = ANY($1)", mine)


@asynccontextmanager
async def scene_of(server: str, name: str) -> AsyncIterator[Scene]:
    """Prepare people in all servers; bots are started separately."""
    await execute(server, f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}"')
    url = re.sub(r"/postgres\?", f"/{name}?", server)
    world = World(guilds=SERVERS, people=2, shards=SHARDS, max_concurrency=SHARDS)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablee-fleet-")))
        sandbox = await stack.enter_async_context(serve(world, limits=Limits.none(), spec=None))
        scenes = list(everybody(sandbox))
        await databases.furnish(url, [(guild, channel) for guild, channel, _ in scenes])
        acts: list[Act] = []
        parties = []
        for guild, _, people in scenes:
            sat = [await stack.enter_async_context(Person(sandbox.page, key)) for key in people[:2]]
            parties.append(Party(guild, sat, GAME, CATALOGUE, acts, seed=1))
            parties[-1].thinking = THINKING_SECONDS
        yield Scene(sandbox, url, folder, acts, parties)


@asynccontextmanager
async def bots_of(scene: Scene, parts: list[Shards]) -> AsyncIterator[list[Bot]]:
    """Run a process for each of these shards."""
    found = [Bot.of(each, scene.sandbox, scene.environment(), scene.folder) for each in parts]
    try:
        for each in found:
            each.start()
        for each, shards in zip(found, parts, strict=True):
            await each.ready(shards)
        yield found
    finally:
        for each in found:
            await each.end()


GOAL_LOAD = 1.15
STATISTICS_DELAY_SECONDS = 1.1
"""PostgreSQL backends report their statistics within a second."""
FREE = ("/api/v10/webhooks/", "/api/v10/interactions/")


class Load:
    """Totals of all turns with so many processes."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.moves, self.spent, self.seconds = 0, 0.0, 0.0
        self.wal, self.commits, self.writes, self.connections = 0, 0, 0, 0
        self.requests, self.ordinary = 0, 0
        """All requests to Discord, and the ordinary ones, which count towards its limit of 50 a second."""
        self.acts: list[Act] = []

    @property
    def each(self) -> float:
        """CPU milliseconds of all bots for a move."""
        return 1e3 * self.spent / max(1, self.moves)

    def __str__(self) -> str:
        moves = max(1, self.moves)
        return (
            f"{self.each:.1f} ms; {moves} moves, {self.moves / self.seconds:.0f}/s, {len(self.acts) / moves:.1f} "
            f"clicks a move; {shown(Times.of(answered(self.acts)))}; "
            f"a move is {self.commits / moves:.1f} transactions, of which "
            f"{self.writes / moves:.1f} rows written, {self.wal / moves / 1e3:.1f} KB of WAL; "
            f"{self.requests / moves:.1f} requests, of which {self.ordinary / moves:.2f} are ordinary; "
            f"{self.connections} connections"
        )


USED = """
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint, xact_commit,
        tup_inserted + tup_updated + tup_deleted,
        (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())
    FROM pg_stat_database WHERE datname = current_database()"""


class Shift(NamedTuple):
    """A scene with its bots and their totals."""

    scene: Scene
    running: list[Bot]
    load: Load

    async def _used(self) -> tuple[float, ...]:
        connection = await asyncpg.connect(self.scene.url)
        await asyncio.sleep(STATISTICS_DELAY_SECONDS)
        found = await connection.fetchrow(USED)
        await connection.close()
        assert found is not None
        return await self.scene.moves(), sum(cpu(each.pid) for each in self.running), *found

    async def play(self, seconds: float) -> None:
        """Play one turn."""
        before = await self._used()
        self.scene.acts.clear()
        journal = self.scene.sandbox.api_server.journal
        journal.clear()
        began = time.monotonic()
        self.scene.live()
        await asyncio.sleep(seconds)
        await self.scene.rest()
        self.load.seconds += time.monotonic() - began
        self.load.acts += self.scene.acts
        self.load.requests += len(journal)
        self.load.ordinary += sum(not each.path.startswith(FREE) for each in journal)
        moves, spent, wal, commits, writes, _ = (
            late - early for late, early in zip(await self._used(), before, strict=True)
        )
        self.load.moves += int(moves)
        self.load.spent += spent
        self.load.wal += int(wal)
        self.load.commits += int(commits)
        self.load.writes += int(writes)
        self.load.connections = int((await self._used())[-1])


async def loads(server: str, numbers: Sequence[int], turns: int, seconds: float) -> list[Load]:
    """Play with each number of processes, in short turns."""
    async with AsyncExitStack() as stack:
        shifts = []
        for number in numbers:
            scene = await stack.enter_async_context(scene_of(server, f"cpu{number}"))
            running = await stack.enter_async_context(bots_of(scene, divided(ALL_SHARDS, number)))
            shifts.append(Shift(scene, running, Load(number)))
        for shift in shifts:
            shift.scene.live()
            await shift.scene.begun()
            await shift.scene.rest()
        for turn in range(turns):
            for shift in shifts if turn % 2 else reversed(shifts):
                await shift.play(seconds)
        return [shift.load for shift in shifts]


def load_lines(server: str, *, quick: bool) -> Iterator[Line]:
    """Yield the lines of ``load``."""
    found = asyncio.run(loads(server, (1, 2, 4), 2 if quick else TURNS, TURN_SECONDS))
    for each in found:
        ratio = each.each / found[0].each
        goal = f"≤ {GOAL_LOAD}" if each.processes > 1 else ""
        what = f"CPU of a move with {each.processes} processes / with one"
        yield what, goal, f"×{ratio:.2f} ({each})", ratio <= GOAL_LOAD


GOAL_RESTART_SECONDS = 1.0


class Silence(NamedTuple):
    """The longest wait for an answer: in the servers of the replaced process, and in all others."""

    own: float
    others: float
    unanswered: int
    elsewhere: int
    """Unanswered in servers of other processes."""
    twice: int

    def __str__(self) -> str:
        return (
            f"its servers: longest {self.own * 1e3:.0f} ms, {self.unanswered} unanswered; others: longest "
            f"{self.others * 1e3:.0f} ms, {self.elsewhere} unanswered; {self.twice} answered twice"
        )


STARTED = re.compile(r"^([-\d]+ [\d:]+),(\d+) .* started process=(\d+) shards=(\S+)", re.MULTILINE)


async def restart(server: str) -> tuple[Times, Silence, Silence]:
    """Return the usual waits, those while all processes are replaced one after the other, and while one is killed."""
    async with scene_of(server, "restart") as scene:
        fleet = Bot(scene.sandbox, scene.environment(), scene.folder / "fleet.log", "fleet", "--processes", "4")
        fleet.start()
        try:
            await fleet.ready(ALL_SHARDS)
            for party in scene.parties:
                party.thinking, party.impatience = THINKING_SECONDS * 2, 3.0
            scene.live()
            await scene.begun()
            scene.acts.clear()
            await asyncio.sleep(WARM_SECONDS)
            usual = Times.of(answered(scene.acts))

            scene.acts.clear()
            known = len(fleet.log)
            fleet.signal(signal.SIGHUP)
            await _says(fleet, "update is done")
            # A process is being replaced from the start of its successor until the start of the next successor.
            begun = [(_moment(*each[:2]), Shards.parse(each[3])) for each in STARTED.findall(fleet.log[known:])]
            ends = [*(at for at, _ in begun[1:]), time.time()]
            turns = [(at, end, shards) for (at, shards), end in zip(begun, ends, strict=True)]
            replaced = _silence(scene, turns)

            scene.acts.clear()
            running = bots(fleet.pid)
            chosen = max(running)
            began = time.time()
            os.kill(running[chosen], signal.SIGKILL)
            await _says(fleet, f" {await _successor(fleet, chosen, running)} INFO bot.fleet.hand_over taken over")
            await asyncio.sleep(WARM_SECONDS / 2)
            killed = _silence(scene, [(began, time.time(), Shards.parse(chosen))])
            await scene.rest()
        finally:
            await fleet.end()
        return usual, replaced, killed


def _moment(text: str, thousandths: str) -> float:
    return time.mktime(time.strptime(text, "%Y-%m-%d %H:%M:%S")) + int(thousandths) / 1e3


async def _says(fleet: Bot, text: str) -> None:
    async with asyncio.timeout(300):
        while text not in fleet.log:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def _successor(fleet: Bot, shards: str, before: dict[str, int]) -> int:
    async with asyncio.timeout(300):
        while bots(fleet.pid).get(shards, before[shards]) == before[shards]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return bots(fleet.pid)[shards]


def _silence(scene: Scene, turns: list[tuple[float, float, Shards]]) -> Silence:
    """Divide the waits by whether the process of their server was being replaced at that time."""
    own, others = [], []
    for act in scene.acts:
        for began, ended, shards in turns:
            if began <= act.at < ended:
                (own if shards.holds(act.guild) else others).append(act)
    twice = scene.sandbox.control.stats()["answered_twice"]
    return Silence(
        max((act.took for act in own), default=0.0),
        max((act.took for act in others), default=0.0),
        sum(act.outcome in ("silence", "failed") for act in own),
        sum(act.outcome in ("silence", "failed") for act in others),
        len(twice),
    )


def restart_lines(server: str) -> Iterator[Line]:
    """Yield the lines of ``restart``."""
    usual, replaced, killed = asyncio.run(restart(server))
    longest = f"longest {usual.longest * 1e3:.0f} ms"
    yield "a click at four processes while nothing happens", "", f"{shown(usual)}, {longest}", True
    goal = f"≤ {GOAL_RESTART_SECONDS:.0f} s, none unanswered"
    held = replaced.own <= GOAL_RESTART_SECONDS and not replaced.unanswered + replaced.elsewhere + replaced.twice
    yield "a click while one of four processes is replaced", goal, str(replaced), held
    yield "the same while it is killed and started again", "", str(killed), True


def lines(words: list[str]) -> Iterator[Line]:
    """Yield the lines asked for, by default all."""
    with serving(fsync=True) as server:
        if "load" in words or "restart" not in words:
            yield from load_lines(server, quick="quick" in words)
        if "restart" in words or "load" not in words:
            yield from restart_lines(server)


if __name__ == "__main__":
    raise SystemExit(report(lines(sys.argv[1:])))
