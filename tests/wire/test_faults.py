"""Fault injection: people play all games while requests, connections and processes fail; then everything must recover.

    TABLEE_FAULT_SEED=17 pytest tests/wire/test_faults.py       that run again
    TABLEE_FAULT_MINUTES=120 pytest tests/wire/test_faults.py   new seeds for two hours

A seed determines the plan of faults and the choices of people, but not the exact moment of a kill: a rerun may differ.
See `troubles` for the variables that leave parts of a plan out.
"""

import asyncio
import os
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from itertools import count

import pytest

from bot.cli.local import GAMES, furnish
from bot.core.facts import PLAYING
from bot.pages.address import Address
from bot.sandbox import Limits, World, serve
from bot.sandbox.model.interactions import COMMAND
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.wire import stored
from tests.wire.crowd import Acts, Crowd, spelt
from tests.wire.hall import CATALOGUE, NAMES, ONLOOKER, judge
from tests.wire.killable_bot import KillableBot
from tests.wire.logbook import unexplained
from tests.wire.settled import settle
from tests.wire.shared_time import SharedClock, SharedTime
from tests.wire.troubles import Troubles, plan

SPEED = 10.0
"""A second of ours is ten of the bot's and of Discord's: what is tried again after a minute is tried in six seconds."""
CACHE_SECONDS = 0.2
"""People decide by tables that were read at most this long ago."""
UNSURE_SECONDS = 60.0
"""Interactions this long before a kill (in the bot's time) may have been lost with it."""
SEEDS = [int(seed) for seed in os.environ.get("TABLEE_FAULT_SEED", "1,6").split(",")]
"""Between them every kind of fault strikes, both with pictures (an even seed) and without."""
MINUTES = float(os.environ.get("TABLEE_FAULT_MINUTES", "0"))


class Run:
    def __init__(self, seed, folder, sandbox, people, bot):
        self.seed = seed
        self.file = folder / "wire.sqlite3"
        self.sandbox = sandbox
        self.world = sandbox.world
        self.people = people
        self.bot = bot
        self.troubles = Troubles(sandbox, bot, self.file, SPEED)
        self.crowd = Crowd(people[1:], self.glance, CATALOGUE, seed)
        self.acts = Acts(self.world.interactions)
        self.longest = {}
        self._known, self._at = {}, 0.0

    def tables(self):
        """All tables of the database file. Fails if a table or a move that was stored before is missing."""
        found = stored.tables(self.file, CATALOGUE.games)
        for number, before in self.longest.items():
            assert number in found, f"table {number} is lost"
            assert found[number].revision >= before, f"table {number} had {before} moves, now {found[number].revision}"
        self.longest = {number: table.revision for number, table in found.items()}
        return found

    def glance(self):
        if time.monotonic() - self._at > CACHE_SECONDS:
            self._known, self._at = self.tables(), time.monotonic()
        return self._known

    async def storm(self):
        living = [asyncio.create_task(self.crowd.live(person)) for person in self.crowd.people]
        try:
            # Let there be something to disturb.
            while not any(table.status == PLAYING for table in self.glance().values()):  # noqa: ASYNC110, nothing tells us
                await asyncio.sleep(0.05)
            await self.troubles.run(plan(self.seed))
        finally:
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)
        for task in living:
            assert task.cancelled(), task.exception()

    async def calm(self):
        """Nothing goes wrong any more: wait until everything is put right, or for so long that it never will be."""
        self.troubles.calm()
        assert self.bot.alive, self.bot.log
        await settle(self.world, self.tables, self.people[1:], CATALOGUE.words)

    async def answered(self):
        """Everybody was answered, save those whom the troubles kept from it."""
        end = time.monotonic() + HANG_TIMEOUT_SECONDS
        while (silent := self.unanswered()) and time.monotonic() < end:  # noqa: ASYNC110, nothing tells us
            await asyncio.sleep(0.1)
        assert not silent, f"not answered, and without a reason: {silent[:5]}"

    def unanswered(self):
        """The interactions that got no answer although nothing kept the bot from giving one."""
        refused = [each for each in self.sandbox.api_server.journal if each.status >= 400]
        hit = {each.path.split("/")[4] for each in refused if each.route.endswith("/callback")}
        found = self.world.interactions
        return [
            (each.id, each.user.global_name, each.data)
            for each in (*found.failed, *found.waiting)
            if each.id not in hit
            and not any(began - UNSURE_SECONDS < each.born < ended for began, ended in self.troubles.away)
        ]

    def doubled(self):
        asked, typed, left = Counter(), set(), set()
        for each in self.acts.all:
            if each.kind == COMMAND:
                typed.add(int(each.user.id))
            elif found := spelt(each.data):
                asked[int(each.user.id), *found] += 1
            elif (address := Address.parse(each.data.get("custom_id", ""))) and address.verb == "quit":
                left.add(address.table)
        found = stored.doubled((table for table in self.tables().values() if table.id not in left), asked)
        return [each for each in found if each[1] not in typed]

    async def kept(self):
        """Every log replays and verifies; nothing anybody was shown is lost, and nothing was done twice."""
        stored.check(self.tables().values(), self.people, CATALOGUE.games)
        assert not (twice := self.doubled()), f"done twice: {twice}"

    async def secret(self):
        await judge(self.people, self.file, crashed=True)

    async def explained(self):
        wrong = unexplained(self.bot.log, self.troubles.counts)
        assert not wrong, f"{len(wrong)} complaints in the log:\n" + "\n".join(wrong[:5])

    def figures(self):
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.troubles.counts.items()))
        found = self.tables().values()
        games = Counter(table.game.key for table in found)
        moves = sum(table.revision for table in found)
        return f"seed {self.seed}: {len(self.acts.all)} clicks and commands, {moves} moves at {dict(games)}; {faults}"


async def run(folder, seed, say):
    shared = SharedTime.begin(folder / "time", SPEED)
    world = World(clock=SharedClock(shared), answer_within=HANG_TIMEOUT_SECONDS * SPEED)
    await furnish(folder / "wire.sqlite3", int(world.guild.id), int(world.place(GAMES).id))
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(serve(world, limits=Limits.none(), spec=None))
        people = [await stack.enter_async_context(sandbox.person(name)) for name in (ONLOOKER, *NAMES)]
        bot = KillableBot(sandbox, folder, shared, pictures=seed % 2 == 0, hurry=False)
        await stack.enter_async_context(bot)
        one = Run(seed, folder, sandbox, people, bot)
        wrong = []
        await one.storm()
        for look in (one.calm, one.answered, one.kept, one.secret, one.explained):
            try:
                await look()
            except AssertionError as error:
                wrong.append(f"{look.__name__}: {error}")
        say(one.figures())
        if wrong:
            # Not as an assertion of many lines: pytest would show what it compared, and everybody's cards with it.
            pytest.fail(f"TABLEE_FAULT_SEED={seed}\n" + "\n\n".join(wrong), pytrace=False)


@pytest.fixture
def say(capsys):
    """Write a line to the terminal although pytest captures the output."""

    def write(text):
        with capsys.disabled():
            sys.stdout.write(f"\n{text}\n")

    return write


def new_seeds():
    """Seeds that nobody has tried, until TABLEE_FAULT_MINUTES are over."""
    end = time.monotonic() + MINUTES * 60
    for seed in count(int(time.time())):
        if time.monotonic() > end:
            return
        yield seed


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [new_seeds()] if MINUTES else [[seed] for seed in SEEDS], ids=str)
async def test_everything_goes_wrong_and_then_all_is_well(tmp_path, seeds, say):
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        await run(folder, seed, say)
