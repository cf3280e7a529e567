"""A fleet under load: ``python -m tests.bench.fleet [quick] [cpu] [claims [TABLES]] [restart]``.

Real bots in processes of their own on a PostgreSQL server of our own, a sandbox with 64 servers in this process, and
two people in each who play through it (``tests/wire/regulars.py``), without pictures.

- ``cpu``: what a move costs the bots together with 1, 2 and 4 processes, under the same load.
- ``claims``: what people notice of a million open tables of other people, spread over 64 shards, while tables of their
  own process fall due all the time and boards are caught up with.
- ``restart``: how long anybody waits while one of four processes is replaced (``fleet``), and while one is killed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import asyncpg
import msgspec

from bot.catalogue import walk
from bot.core import lobby
from bot.core.facts import PLAYING
from bot.core.players import Player
from bot.core.shards import Shards
from bot.core.simulate import any_move
from bot.core.stored import Row
from bot.core.table import Table
from bot.sandbox import Limits, Person, Sandbox, World, serve
from bot.sandbox.model.objects import Overwrite
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.servers import add_channel
from bot.service.store import from_url
from tests.service.store.conftest import serving
from tests.wire import databases, elsewhere
from tests.wire.processes import Bot, bots, cpu, divide, everybody
from tests.wire.regulars import Act, Party, answered

CATALOGUE = walk()
GAME = CATALOGUE.games["cappuccino"]
"""Nothing in it has to be looked at for seconds, and two can play it."""
SERVERS, SHARDS = 64, 16
GOAL_CPU, GOAL_P99, GOAL_SILENCE = 1.15, 0.010, 1.0
TURNS, SECONDS, WARM, SETTLE = 8, 6.0, 8.0, 1.1
PATIENCE = 120
"""Seconds people get to begin their games."""
THINKING = 1.0
TABLES = 1_000_000
MANY_SHARDS, OWN = 64, Shards(0, 3, 64)
DUE, BEHIND = 8, 200
"""Tables of our own shards that fall due in a second, and boards that are behind at the start."""
Line = tuple[str, str, str, bool]


class Waits(NamedTuple):
    """How long people waited for answers, in seconds."""

    count: int
    p50: float
    p99: float
    longest: float

    @classmethod
    def of(cls, acts: list[Act]) -> Waits:
        """Of all that was answered."""
        found = answered(acts) or [0.0]
        return cls(len(found), found[len(found) // 2], found[len(found) * 99 // 100], found[-1])

    def __str__(self) -> str:
        return f"p50 {self.p50 * 1e3:.0f} ms, p99 {self.p99 * 1e3:.0f} ms ({self.count})"


class House:
    """The sandbox, a database of its own, and the people at their tables."""

    def __init__(self, sandbox: Sandbox, url: str, folder: Path, acts: list[Act], parties: list[Party]) -> None:
        self.sandbox, self.url, self.folder = sandbox, url, folder
        self.acts, self.parties = acts, parties
        self._living: list[asyncio.Task[None]] = []

    def environment(self) -> dict[str, str]:
        """What a bot needs to know to come here."""
        return dict(elsewhere.environment(self.sandbox, self.url))

    def live(self) -> None:
        """People begin to play."""
        self._living = [asyncio.create_task(each.live()) for each in self.parties]

    async def rest(self) -> None:
        """Nobody plays any more."""
        for task in self._living:
            task.cancel()
        await asyncio.gather(*self._living, return_exceptions=True)

    async def begun(self) -> None:
        """Wait until people play at every table, or most of them have for long."""
        mine = [party.guild for party in self.parties]
        query = "SELECT count(DISTINCT guild) FROM tables WHERE guild = ANY($1) AND revision > 3"
        for _ in range(PATIENCE):
            if await self.ask(query, mine) == len(mine):
                return
            await asyncio.sleep(1)

    async def ask(self, query: str, *values: Any) -> Any:
        """What the database says."""
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetchval(query, *values)
        finally:
            await connection.close()

    async def moves(self) -> int:
        """How many moves are stored at tables that people here play."""
        mine = [party.guild for party in self.parties]
        return await self.ask("SELECT coalesce(sum(revision), 0)::bigint FROM tables WHERE guild = ANY($1)", mine)


@asynccontextmanager
async def house(
    server: str, name: str, *, servers: int = SERVERS, shards: int = SHARDS, own: Shards | None = None
) -> AsyncIterator[House]:
    """People in so many servers, only in those of some shards if these are named; the bots are yet to come."""
    connection = await asyncpg.connect(server)
    await connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
    await connection.execute(f'CREATE DATABASE "{name}"')
    await connection.close()
    url = re.sub(r"/postgres\?", f"/{name}?", server)
    world = World(guilds=servers, people=2, shards=shards, max_concurrency=shards)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablee-fleet-")))
        sandbox = await stack.enter_async_context(serve(world, limits=Limits.none(), spec=None))
        homes = list(everybody(sandbox))
        await databases.furnish(url, [(guild, channel) for guild, channel, _ in homes])
        acts: list[Act] = []
        parties = []
        for guild, _, people in homes:
            if own is None or own.holds(guild):
                sat = [await stack.enter_async_context(Person(sandbox.page, key)) for key in people[:2]]
                parties.append(Party(guild, sat, GAME, CATALOGUE, acts, seed=1))
                parties[-1].thinking = THINKING
        yield House(sandbox, url, folder, acts, parties)


@asynccontextmanager
async def bots_of(home: House, parts: list[Shards]) -> AsyncIterator[list[Bot]]:
    """A process for each of these shards, which hears them."""
    found = [Bot.of(each, home.sandbox, home.environment(), home.folder) for each in parts]
    try:
        for each in found:
            each.start()
        for each, shards in zip(found, parts, strict=True):
            await each.ready(shards)
        yield found
    finally:
        for each in found:
            await each.end()


# ---- what a move costs


class Load:
    """What so many processes have done in all turns together."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.moves, self.spent, self.seconds = 0, 0.0, 0.0
        self.wal, self.commits, self.writes, self.connections = 0, 0, 0, 0
        self.acts: list[Act] = []

    @property
    def each(self) -> float:
        """Milliseconds of processor time of all bots for a move."""
        return 1e3 * self.spent / max(1, self.moves)

    def __str__(self) -> str:
        moves = max(1, self.moves)
        return (
            f"{self.each:.1f} ms; {moves} moves, {self.moves / self.seconds:.0f}/s, {len(self.acts) / moves:.1f} "
            f"clicks a move; {Waits.of(self.acts)}; a move is {self.commits / moves:.1f} transactions, of which "
            f"{self.writes / moves:.1f} rows written, {self.wal / moves / 1e3:.1f} KB of WAL; "
            f"{self.connections} connections"
        )


USED = """
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint, xact_commit,
        tup_inserted + tup_updated + tup_deleted,
        (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())
    FROM pg_stat_database WHERE datname = current_database()"""


class Shift(NamedTuple):
    """A house with its bots, and what they have done so far."""

    home: House
    running: list[Bot]
    load: Load

    async def _used(self) -> tuple[float, ...]:
        connection = await asyncpg.connect(self.home.url)
        await asyncio.sleep(SETTLE)  # What a backend has done it tells within a second.
        found = await connection.fetchrow(USED)
        await connection.close()
        assert found is not None
        return await self.home.moves(), sum(cpu(each.pid) for each in self.running), *found

    async def play(self, seconds: float) -> None:
        """One turn."""
        before = await self._used()
        self.home.acts.clear()
        began = time.monotonic()
        self.home.live()
        await asyncio.sleep(seconds)
        await self.home.rest()
        self.load.seconds += time.monotonic() - began
        self.load.acts += self.home.acts
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
    """The people of 64 servers play on so many processes: in short turns, so that a busy machine slows all alike."""
    async with AsyncExitStack() as stack:
        shifts = []
        for number in numbers:
            home = await stack.enter_async_context(house(server, f"cpu{number}"))
            running = await stack.enter_async_context(bots_of(home, divide(SHARDS, number)))
            shifts.append(Shift(home, running, Load(number)))
        for shift in shifts:
            shift.home.live()
            await shift.home.begun()
            await shift.home.rest()
        for turn in range(turns):
            for shift in shifts if turn % 2 else reversed(shifts):
                await shift.play(seconds)
        return [shift.load for shift in shifts]


def cpu_lines(server: str, *, quick: bool) -> Iterator[Line]:
    """The same load with 1, 2 and 4 processes."""
    found = asyncio.run(loads(server, (1, 2, 4), 2 if quick else TURNS, SECONDS))
    for each in found:
        ratio = each.each / found[0].each
        goal = f"≤ {GOAL_CPU}" if each.processes > 1 else ""
        what = f"CPU of a move with {each.processes} processes / with one"
        yield what, goal, f"×{ratio:.2f} ({each})", ratio <= GOAL_CPU


# ---- a million open tables


def _pattern(now: float) -> Table:
    """A table some moves into its game, at a pace with a clock."""
    rng = Random(9)
    table = lobby.open_table(
        GAME, guild=1, channel=1, host=Player(user=1, name="Ana"), options={}, pace="quick", now=now
    )
    table = lobby.start(lobby.join(table, 2, "Bo"), 1, rng, now)
    for _ in range(4):
        seat = table.to_act[0]
        assert table.state is not None
        table = table.after(seat, any_move(GAME, table.state, seat, rng), now)
    return table


COLUMNS = tuple(name for name in Row.__struct_fields__ if name != "id")


async def fill(home: House, count: int, shards: Shards, now: float) -> None:
    """So many open tables of other people's, spread over all shards, none of which falls due today."""
    table = _pattern(now)
    facts = msgspec.json.encode(msgspec.structs.replace(table.facts, deadline=now + 90_000))
    connection = await asyncpg.connect(home.url)
    rng = Random(4)

    def rows() -> Iterator[tuple[Any, ...]]:
        for index in range(count):
            guild = (index // 3 + 1) << 22 | 7
            row = Row(
                guild=guild,
                channel=index + 1,
                game=GAME.key,
                status=PLAYING,
                revision=table.revision,
                shown=table.revision,
                wake=now + 86_400 + rng.uniform(0, 86_400),
                version=3,
                facts=facts,
                shard=shards.shard_of(guild),
            )
            yield tuple(getattr(row, name) for name in COLUMNS)

    await connection.copy_records_to_table("tables", records=rows(), columns=COLUMNS, timeout=3600)
    # Their trigger would look each of them up: they are at open tables.
    await connection.execute("ALTER TABLE people DISABLE TRIGGER people_sit_down")
    await connection.execute(
        "INSERT INTO people (user_id, table_id, open) SELECT 1000 + id * 2 + seat, id, TRUE FROM tables, "
        "generate_series(0, 1) AS seat WHERE guild < $1",
        1 << 50,
        timeout=3600,
    )
    await connection.execute("ALTER TABLE people ENABLE TRIGGER people_sit_down")
    await connection.execute("VACUUM ANALYZE", timeout=3600)
    await connection.close()


def _hidden(sandbox: Sandbox, guild: int) -> int:
    """A channel in which the bot is alone: what happens there reaches nobody's socket."""
    world = sandbox.world
    here = world.guilds[str(guild)]
    channel = add_channel(world, here, "coulisses")
    channel.overwrites[here.id] = Overwrite(id=here.id, kind=0, deny=Permission.VIEW_CHANNEL)
    channel.overwrites[world.bot.id] = Overwrite(id=world.bot.id, kind=1, allow=Permission.VIEW_CHANNEL)
    return int(channel.id)


async def trouble(home: House, places: Mapping[int, int], seconds: float, now: float) -> None:
    """Tables in these places of our own servers: some fall due every second, and some have a board that is behind."""
    table = _pattern(now)
    store = from_url(home.url)
    await store.open()
    log = [(turn.seat, msgspec.json.encode(turn.move), turn.at) for turn in table.log]
    connection = await asyncpg.connect(home.url)
    total = int(DUE * seconds) + BEHIND
    for index in range(total):
        party = home.parties[index % len(home.parties)]
        late = index >= BEHIND
        deadline = now + (index - BEHIND) / DUE if late else now + 90_000
        facts = msgspec.json.encode(msgspec.structs.replace(table.facts, deadline=deadline))
        row = Row(
            guild=party.guild,
            channel=places[party.guild],
            game=GAME.key,
            status=PLAYING,
            revision=len(log),
            shown=-1,
            wake=deadline,
            facts=facts,
            shard=OWN.shard_of(party.guild),
        )
        made = await store.create(row, [1, 2])
        await connection.executemany(
            "INSERT INTO moves (table_id, revision, seat, move, at) VALUES ($1, $2, $3, $4, $5)",
            [(made.id, number, *each) for number, each in enumerate(log, 1)],
        )
        if late:
            await connection.execute("UPDATE tables SET shown = revision WHERE id = $1", made.id)
    await connection.close()
    await store.close()


class Claims(NamedTuple):
    """What people noticed with so many open tables of others'."""

    tables: int
    waits: Waits
    first: float
    """Seconds from the start of the process to its first answer."""
    claim: float
    """Milliseconds of asking for what is due, in the middle."""
    woken: int


async def claims(server: str, counts: Sequence[int], turns: int) -> list[Claims]:
    """With so many tables each: fill, start the process of 4 of 64 shards, and play there in turns."""
    watched = turns * len(counts) * SECONDS + 60
    async with AsyncExitStack() as stack:
        homes = []
        for count in counts:
            whole = house(server, f"claims{count}", servers=SERVERS * 4, shards=MANY_SHARDS, own=OWN)
            home = await stack.enter_async_context(whole)
            if count:
                await fill(home, count, Shards(0, MANY_SHARDS - 1, MANY_SHARDS), time.time())
            homes.append((home, {party.guild: _hidden(home.sandbox, party.guild) for party in home.parties}))
        firsts = []
        for home, places in homes:
            await trouble(home, places, watched, time.time() + 15)
            began = time.monotonic()
            await stack.enter_async_context(bots_of(home, [OWN]))
            party = home.parties[0]
            assert await party.do(party.people[0], "new", {"name": "table liste"}) in ("answered", "thinking")
            firsts.append(time.monotonic() - began)
            home.live()
            await home.begun()
            await home.rest()
        acts: dict[int, list[Act]] = {count: [] for count in counts}
        for _ in range(turns):
            for count, (home, _) in zip(counts, homes, strict=True):
                home.acts.clear()
                home.live()
                await asyncio.sleep(SECONDS)
                await home.rest()
                acts[count] += home.acts
        found = []
        for count, first, (home, places) in zip(counts, firsts, homes, strict=True):
            query = "SELECT count(*) FROM tables WHERE channel = ANY($1) AND revision > 5"
            woken = await home.ask(query, list(places.values()))
            found.append(Claims(count, Waits.of(acts[count]), first, await _claim(home), woken))
        return found


async def _claim(home: House) -> float:
    """How long it takes to ask for what is due, and when the next is, in milliseconds: as one who does not act."""
    store = from_url(home.url)
    store.serve(OWN)
    await store.open()
    took = []
    for _ in range(100):
        began = time.perf_counter()
        await store.claim(0.0, 15.0, 10)
        await store.next_wake()
        took.append(time.perf_counter() - began)
    await store.close()
    return 1e3 * sorted(took)[50]


def claims_lines(server: str, tables: int, *, quick: bool) -> Iterator[Line]:
    """With nobody else's tables, and with very many."""
    found = asyncio.run(claims(server, (0, tables), 2 if quick else TURNS))
    for each in found:
        what = f"a click while tables fall due, {each.tables:,} open tables of others in 64 shards"
        above = each.waits.p99 - found[0].waits.p99
        measured = (
            f"{each.waits}; from start to first answer {each.first:.1f} s; asking what is due {each.claim:.2f} ms; "
            f"{each.woken} woken"
        )
        goal = f"p99 ≤ {GOAL_P99 * 1e3:.0f} ms above none" if each.tables else ""
        yield what, goal, measured, above <= GOAL_P99


# ---- one of four is replaced


class Silence(NamedTuple):
    """The longest anybody waited for an answer: in the servers of the process that was replaced, and elsewhere."""

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


async def restart(server: str) -> tuple[Waits, Silence, Silence]:
    """Usual waits; those while all processes are replaced, one after the other; and those while one is killed."""
    async with house(server, "restart") as home:
        fleet = Bot(home.sandbox, home.environment(), home.folder / "fleet.log", "fleet", "--processes", "4")
        fleet.start()
        try:
            await fleet.ready(Shards(0, SHARDS - 1, SHARDS))
            for party in home.parties:
                party.thinking, party.impatience = THINKING * 2, 3.0
            home.live()
            await home.begun()
            home.acts.clear()
            await asyncio.sleep(WARM)
            usual = Waits.of(home.acts)

            home.acts.clear()
            known = len(fleet.log)
            fleet.signal(signal.SIGHUP)
            await _says(fleet, "update is done")
            # Each was being replaced from when its successor was started until the next one's was.
            begun = [(_moment(*each[:2]), Shards.parse(each[3])) for each in STARTED.findall(fleet.log[known:])]
            ends = [*(at for at, _ in begun[1:]), time.time()]
            turns = [(at, end, shards) for (at, shards), end in zip(begun, ends, strict=True)]
            replaced = _silence(home, turns)

            home.acts.clear()
            running = bots(fleet.pid)
            chosen = max(running)
            began = time.time()
            os.kill(running[chosen], signal.SIGKILL)
            await _says(fleet, f" {await _successor(fleet, chosen, running)} INFO bot.client.hand_over taken over")
            await asyncio.sleep(WARM / 2)
            killed = _silence(home, [(began, time.time(), Shards.parse(chosen))])
            await home.rest()
        finally:
            await fleet.end()
        return usual, replaced, killed


def _moment(text: str, thousandths: str) -> float:
    return time.mktime(time.strptime(text, "%Y-%m-%d %H:%M:%S")) + int(thousandths) / 1e3


async def _says(fleet: Bot, text: str) -> None:
    async with asyncio.timeout(300):
        while text not in fleet.log:  # noqa: ASYNC110, nothing tells us
            await asyncio.sleep(0.1)


async def _successor(fleet: Bot, shards: str, before: dict[str, int]) -> int:
    async with asyncio.timeout(300):
        while bots(fleet.pid).get(shards, before[shards]) == before[shards]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return bots(fleet.pid)[shards]


def _silence(home: House, turns: list[tuple[float, float, Shards]]) -> Silence:
    """Who waited how long while processes were away: those of the servers concerned at that time, and all others."""
    own, others = [], []
    for act in home.acts:
        for began, ended, shards in turns:
            if began <= act.at < ended:
                (own if shards.holds(act.guild) else others).append(act)
    twice = home.sandbox.control.stats()["answered_twice"]
    return Silence(
        max((act.took for act in own), default=0.0),
        max((act.took for act in others), default=0.0),
        sum(act.outcome in ("silence", "failed") for act in own),
        sum(act.outcome in ("silence", "failed") for act in others),
        len(twice),
    )


def restart_lines(server: str) -> Iterator[Line]:
    """How long people wait."""
    usual, replaced, killed = asyncio.run(restart(server))
    longest = f"longest {usual.longest * 1e3:.0f} ms"
    yield "a click at four processes while nothing happens", "", f"{usual}, {longest}", True
    goal = f"≤ {GOAL_SILENCE:.0f} s, none unanswered"
    held = replaced.own <= GOAL_SILENCE and not replaced.unanswered + replaced.elsewhere + replaced.twice
    yield "a click while one of four processes is replaced", goal, str(replaced), held
    yield "the same while it is killed and started again", "", str(killed), True


def lines(words: list[str]) -> Iterator[Line]:
    """What was asked for, or everything."""
    quick = "quick" in words
    wanted = {"cpu", "claims", "restart"} & set(words) or {"cpu", "claims", "restart"}
    numbers = [int(word.replace("_", "")) for word in words if word.replace("_", "").isdecimal()]
    with serving(fsync=True) as server:
        if "cpu" in wanted:
            yield from cpu_lines(server, quick=quick)
        if "restart" in wanted:
            yield from restart_lines(server)
        if "claims" in wanted:
            yield from claims_lines(server, numbers[0] if numbers else TABLES // 10 if quick else TABLES, quick=quick)


def main(words: list[str]) -> int:
    """Print the table, line by line; 1 if a number is not held."""
    logging.disable()
    sys.stdout.write("| what | goal | measured | held |\n|---|---|---|---|\n")
    held = True
    for what, goal, measured, kept in lines(words):
        held &= kept or not goal
        mark = ("yes" if kept else "**no**") if goal else "—"
        sys.stdout.write(f"| {what} | {goal or '—'} | {measured} | {mark} |\n")
        sys.stdout.flush()
    return int(not held)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
