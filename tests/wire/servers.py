"""Many servers with a few people each, who do anything at their own tables, and what is known of them afterwards."""

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any

from bot.catalogue import Catalogue
from bot.core.facts import PLAYING
from bot.core.game import AnyGame
from bot.core.table import Table
from bot.sandbox import Person
from bot.sandbox.model.refusals import Refusal
from bot.store import Store, Unavailable
from bot.tables.tables import restore
from tests.wire.boards import Json
from tests.wire.crowd import Acts, Crowd
from tests.wire.players import any_step, newest_panel

GAMES = "jeux"
POLL_SECONDS = 0.25
"""Seconds between two looks at the tables."""
WEIGHTS = (60, 20, 12, 8, 4, 2, 6)


class AllServers:
    """The tables of all servers, read beside the bots."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self.known: dict[int, Table] = {}

    async def look(self) -> Mapping[int, Table]:
        """All tables by id; those that have changed are read. Fails if a table or a move that was there is missing."""
        versions = {row["id"]: row["version"] for row in await self._store._read("SELECT id, version FROM tables")}
        for number in self.known:
            assert number in versions, f"table {number} is lost"
        for number, version in versions.items():
            before = self.known.get(number)
            if before is None or before.row.version != version:
                row, log = await self._store.load(number)
                table = self.known[number] = restore(row, log, self._games[row.game])
                assert before is None or table.revision >= before.revision, (
                    f"table {number} had {before.revision} moves, now {table.revision}"
                )
        return self.known

    async def watch(self) -> None:
        while True:
            # The server may be being started again.
            with suppress(Unavailable):
                await self.look()
            await asyncio.sleep(POLL_SECONDS)

    def of(self, guild: int) -> Mapping[int, Table]:
        return {number: table for number, table in self.known.items() if table.guild == guild}


class ServerCrowd(Crowd):
    """The people of one server. They repeat unanswered acts, and never type moves, so every requested move is known."""

    impatience = 3.0
    most_tables = 1
    paces = ("quick", "quick", "free")
    typing = 0.0

    def __init__(
        self, number: int, guild: int, people: list[Person], everywhere: AllServers, catalogue: Catalogue, acts: Acts
    ) -> None:
        """``number`` is the server's own in the plan: its id is another in every run."""
        super().__init__(people, lambda: everywhere.of(guild), catalogue, number)
        self.guild = guild
        self._acts = acts
        games = [game for game in catalogue.games.values() if min(game.seats) <= len(people)]
        Random(number).shuffle(games)
        self._games = cycle(games)
        self._ways = (self.play, self.enter, self.open, self.press, self.reseal, self.ask, self.write)

    async def act(self, person: Person, seed: str) -> None:
        """Do one act that opens exactly one interaction, chosen by the seed from what this person sees."""
        rng = Random(seed)
        ways = dict(zip(self._ways, WEIGHTS, strict=True))
        # If one kind of act is not possible now, try another; /aide always is.
        while ways:
            [way] = rng.choices(list(ways), list(ways.values()))
            if await self._opens(person, way(person, rng)):
                return
            del ways[way]
        assert await self._opens(person, person.command(GAMES, "aide"))

    async def _opens(self, person: Person, act: Coroutine[Any, Any, Json | None]) -> bool:
        """Whether this opened an interaction. Somebody who is not answered in time goes on."""
        before = self._acts.of(person)
        task = asyncio.create_task(act)
        await asyncio.wait({task}, timeout=self.impatience)
        # Only once it is opened: on a busy machine that itself takes its time.
        while not task.done() and self._acts.of(person) == before:
            await asyncio.wait({task}, timeout=POLL_SECONDS)
        if not task.done():
            task.cancel()
            self.did["unanswered so far"] += 1
            return True
        try:
            self.did["click" if task.result() else "nothing"] += 1
        except (Refusal, LookupError, TimeoutError):
            self.did["gone"] += 1
        return self._acts.of(person) > before

    async def open(self, person: Person, rng: Random) -> Json | None:
        """Open a table; only one person of a server does, or three would open one each before they see the others'."""
        return await super().open(person, rng) if person is self.people[0] else None

    async def write(self, person: Person, rng: Random) -> Json | None:
        """Play in direct messages, which another process may answer than the one that owns the table."""
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
