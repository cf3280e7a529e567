"""How large a fleet grows.

What a finished game takes in PostgreSQL, with its log, its people, its results and all indices, once the server has
tidied up; and what a server takes in the memory of the process that serves it.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

import asyncpg
from msgspec.structs import replace

from bot.catalogue import walk
from bot.core.facts import OVER
from bot.core.game import AnyGame
from bot.core.lobby import start
from bot.core.opponent import Shown, choose
from bot.core.results import names, results
from bot.core.shards import Shards
from bot.core.stored import written
from bot.core.table import Table
from bot.sandbox import Limits, World, serve
from bot.sandbox.model.servers import add_channel, add_role
from bot.service.counting import count_some
from bot.store import ShownBoard, from_url
from tests.bench.report import Line
from tests.kit.seated import lobby_of
from tests.store.conftest import serving
from tests.store.server import execute
from tests.wire import elsewhere
from tests.wire.processes import Bot

SEATS, GAMES, SERVERS, CHANNELS = 4, 100, 5_000, 30
PEOPLE, DEALS = 1_000, 5
NOW = 1_790_000_000.0
SIZES = """
    SELECT relname, pg_total_relation_size(oid) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"""


class Size(NamedTuple):
    """What finished games take."""

    games: int
    moves: int
    sizes: dict[str, int]
    """Bytes of each table of the database with its indices."""

    @property
    def each(self) -> float:
        """Bytes a game."""
        return sum(self.sizes.values()) / self.games

    def __str__(self) -> str:
        parts = sorted(self.sizes.items(), key=lambda each: -each[1])
        listed = ", ".join(f"{name} {size / self.games:.0f}" for name, size in parts if size / self.games >= 1)
        return f"{self.each / 1e3:.1f} KB a game of {self.moves / self.games:.0f} moves (bytes: {listed})"


def played(game: AnyGame, rng: Random) -> Table:
    """A game that opponents have played to its end: random moves would take ten times as many."""
    people = {user: f"P{user}" for user in range(1, SEATS + 1)}
    table = start(lobby_of(game, people, guild=1, channel=2, now=NOW), 1, rng, NOW).but(id=1)
    shown = Shown(range(SEATS))
    while table.status != OVER:
        assert table.state is not None
        shown.add(table.state)
        seat = rng.choice(sorted(table.to_act))
        move = choose(game, shown.to(seat), table.legal(seat), "regular", rng)
        table = table.after(seat, move, table.log[-1].at + 20)
    return table


async def sizes(url: str, games: int) -> Size:
    """Store so many games of each kind, as the bot does, by people who play many; then look."""
    catalogue, rng, store, moves = walk(), Random(3), from_url(url), 0
    await store.open()
    before = await _sizes(url)
    keys = list(catalogue.games)
    patterns = [played(catalogue.games[key], rng) for key in keys for _ in range(DEALS)]
    for number in range(games * len(keys)):
        pattern = patterns[number % len(patterns)]
        users = rng.sample(range(1, PEOPLE), SEATS)
        players = tuple(replace(each, user=user) for each, user in zip(pattern.facts.players, users, strict=True))
        table = pattern.with_facts(players=players)
        row, entries, _ = written(table)
        made = await store.create(replace(row, id=0, revision=0, status="playing"), users)
        over = table.but(id=made.id)
        await store.save(
            replace(made, status="over", revision=len(entries)),
            entries=entries,
            results=results(over),
            names=names(over),
        )
        await store.mark_shown(
            ShownBoard(made.id, len(entries), b'{"place":1234567890123456789,"message":1234567890123456789}')
        )
        moves += len(entries)
        await count_some(store)
    await store.close()
    await execute(url, "VACUUM FULL")
    after = await _sizes(url)
    return Size(games * len(keys), moves, {name: size - before.get(name, 0) for name, size in after.items()})


async def _sizes(url: str) -> dict[str, int]:
    connection = await asyncpg.connect(url)
    try:
        return {row["relname"]: row["pg_total_relation_size"] for row in await connection.fetch(SIZES)}
    finally:
        await connection.close()


async def memory(url: str, servers: int, channels: int) -> float:
    """Megabytes of a process that serves so many servers, each with so many channels and roles beyond the least."""
    shards = Shards(0, servers // 2_500, servers // 2_500 + 1)
    world = World(guilds=servers, shards=shards.count, max_concurrency=shards.count)
    for guild in world.guilds.values():
        for number in range(channels):
            add_channel(world, guild, f"salon-{number}")
            add_role(world, guild, f"Rôle {number}", 0)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sandbox = await stack.enter_async_context(serve(world, limits=Limits.none(), spec=None))
        bot = Bot.of(shards, sandbox, elsewhere.environment(sandbox, url), folder)
        bot.start()
        await bot.ready(shards)
        resident, before = _resident(bot.pid), 0.0
        while resident != before:  # It reads of one server after the other.
            await asyncio.sleep(3)
            resident, before = _resident(bot.pid), resident
        await bot.end()
        return resident


def _resident(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6


def lines(*, quick: bool) -> Iterator[Line]:
    """What takes how much."""
    games, servers = (GAMES // 5, SERVERS // 5) if quick else (GAMES, SERVERS)
    with serving(fsync=False) as url:
        yield "PostgreSQL, a finished game of four", "", str(asyncio.run(sizes(url, games))), True
    with serving(fsync=False) as url:
        none = asyncio.run(memory(url, 10, 0))
        for channels in (0, CHANNELS):
            many = asyncio.run(memory(url, servers, channels))
            each = 1e3 * (many - none) / (servers - 10)
            what = f"memory of a process, servers with {channels + 1} channels and {channels + 2} roles"
            yield what, "", f"{none:.0f} MB with 10, {many:.0f} MB with {servers:,}: {each:.1f} KB a server", True
