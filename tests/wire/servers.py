"""Many servers with a few people each, who do anything at their own tables, and what is known of them afterwards."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any

import asyncpg

from bot.catalogue import Catalogue
from bot.core.status import PLAYING
from bot.core.table import Table
from bot.sandbox import Person
from tests.wire.crowd import Crowd
from tests.wire.databases import Tables
from tests.wire.players import any_step, newest_panel

Json = dict[str, Any]
GAMES = "jeux"
GLANCE = 0.25
"""Seconds between two looks at the tables."""
WEIGHTS = (60, 12, 12, 8, 4, 2, 6)


class AllServers:
    """All servers together: what their tables are like, looked up for everybody at once."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.known: Mapping[int, Table] = {}
        self._by_guild: dict[int, dict[int, Table]] = {}
        self.deserted: set[int] = set()
        """The tables at which somebody was away at some time: others play for who is."""

    async def look(self) -> Mapping[int, Table]:
        """Every table as it is now."""
        self.known = await self._tables.look()
        found: dict[int, dict[int, Table]] = {}
        for number, table in self.known.items():
            found.setdefault(table.guild, {})[number] = table
            if any(player.away for player in table.facts.players):
                self.deserted.add(number)
        self._by_guild = found
        return self.known

    async def watch(self) -> None:
        """Look again and again."""
        while True:
            # The server may be being started again.
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self.look()
            await asyncio.sleep(GLANCE)

    def of(self, guild: int) -> Mapping[int, Table]:
        """The tables of a server as they were a moment ago."""
        return self._by_guild.get(guild, {})


class ServerCrowd(Crowd):
    """The people of one server. Whoever is not answered tries again; nobody types, so what was asked for is known."""

    impatience = 3.0
    most_tables = 1
    paces = ("quick", "quick", "free")
    typing = 0.0

    def __init__(
        self, guild: int, people: list[Person], everywhere: AllServers, catalogue: Catalogue, seed: int
    ) -> None:
        super().__init__(people, lambda: everywhere.of(guild), catalogue, seed)
        self.guild = guild
        self.pause = 1.0
        """Seconds between two acts of somebody's on average."""
        games = [game for game in catalogue.games.values() if min(game.seats) <= len(people)]
        Random(f"{guild} {seed}").shuffle(games)
        self._games = cycle(games)
        self._ways = (self.play, self.enter, self.open, self.press, self.reseal, self.ask, self.write)

    async def live(self, person: Person) -> None:
        """What one person does, until somebody stops them."""
        rng = Random(f"{person.id} {self.seed}")
        while True:
            await asyncio.sleep(rng.uniform(0, 2 * self.pause))
            ways = dict(zip(self._ways, WEIGHTS, strict=True))
            # Whoever finds nothing to do in one way tries another.
            while ways:
                [way] = rng.choices(list(ways), list(ways.values()))
                if await self.do(way(person, rng)) != "nothing":
                    break
                del ways[way]

    async def write(self, person: Person, rng: Random) -> Json | None:
        """Play in private messages, where another process answers than the one the table is at home in."""
        if not self._mine(person, PLAYING):
            return None
        bot = next(each["id"] for each in person.places["people"] if each.get("bot"))
        place = (await person.ask("write_to", user=bot))["channel_id"]
        await person.until(lambda: any(each["id"] == place for each in person.places["channels"]))
        panel = newest_panel(person, place)
        if panel and (step := any_step(panel, rng)):
            self.did["step in private"] += 1
            return await person.use(panel, *step)
        return await person.command(place, "main")


def did(servers: list[ServerCrowd]) -> Counter[str]:
    """What everybody did, in all."""
    return sum((each.did for each in servers), Counter())
