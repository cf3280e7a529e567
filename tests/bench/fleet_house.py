"""The sandbox with many servers, people who play in them, and bots in processes of their own."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from bot.catalogue import walk
from bot.core.shards import Shards
from bot.sandbox import Limits, Person, Sandbox, World, serve
from tests.store.server import execute
from tests.wire import databases, elsewhere
from tests.wire.processes import Bot, everybody
from tests.wire.regulars import Act, Party, answered

CATALOGUE = walk()
GAME = CATALOGUE.games["cappuccino"]
"""Nothing in it has to be looked at for seconds, and two can play it."""
SERVERS, SHARDS = 64, 16
THINKING = 2.5
"""Seconds people think before they press, on average. In haste they would come all at once, and a process that has much
to do at once does it in fewer steps: then several processes would seem to cost more."""
SECONDS, TURNS, WARM = 8.0, 6, 8.0
"""How long a turn is, how many there are, and how long people get used to it."""
PATIENCE = 120
"""Seconds people get to begin their games."""


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
    await execute(server, f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}"')
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
