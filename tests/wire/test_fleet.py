"""Four processes with four shards each on PostgreSQL: some are killed, all are replaced, the server is started again.

    TABLEE_FLEET_SEED=17 pytest tests/wire/test_fleet.py        another plan, and other people
    TABLEE_FLEET_MINUTES=30 pytest tests/wire/test_fleet.py     so many minutes at the tables (30: as the issue asks)
    TABLEE_FLEET_SERVERS=64 pytest tests/wire/test_fleet.py     people in so many servers

The plan and what people are minded to do are drawn from the seed. Time runs `SPEED` times as fast, but for what has to
happen within Discord's three seconds. Nobody may be left without an answer but those who clicked at a process that was
killed; what was acknowledged is there, once; every window and deadline is acted on, once; every board is true.
"""

import asyncio
import os
import re
import signal
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from random import Random

import pytest

from bot.core.shards import Shards
from bot.sandbox import Limits, Person, World, serve
from tests.service.store.conftest import serving
from tests.wire import databases, elsewhere, onlooker, stored
from tests.wire.crowd import spelt
from tests.wire.deadlines import early, overdue
from tests.wire.hall import CATALOGUE, PATIENCE
from tests.wire.processes import Bot, bots, everybody, serves
from tests.wire.servers import AllServers, ServerCrowd, did
from tests.wire.settled import settle
from tests.wire.shared_time import SharedClock, SharedTime

SEED = int(os.environ.get("TABLEE_FLEET_SEED", "1"))
MINUTES = float(os.environ.get("TABLEE_FLEET_MINUTES", "4"))
SERVERS = int(os.environ.get("TABLEE_FLEET_SERVERS", "64"))
PROCESSES, SHARDS, PEOPLE = 4, 16, 3
SPEED = 15.0
ACTS = 40.0
"""What all people together do in a second, as far as the machine allows."""
KINDS = os.environ.get("TABLEE_FLEET_KINDS", "kill,server,update").split(",")
REACH = 3.0
"""Seconds of the machine's for which what happened before a kill may still have been under way."""
ALL = Shards(0, SHARDS - 1, SHARDS)


class Evening:
    """One run, with what is known of it in the end."""

    def __init__(self, sandbox, fleet, shared, url, servers, everywhere):
        self.sandbox = sandbox
        self.world = sandbox.world
        self.fleet = fleet
        self.time = shared
        self.url = url
        self.servers = servers
        self.people = [person for server in servers for person in server.people]
        self.everywhere = everywhere
        self.rng = Random(f"fleet {SEED}")
        self.counts = Counter()
        self.took = Counter()
        """Seconds of the machine's that each kind of thing took."""
        self.away = []
        """When which shards could not hear, from and to, by the sandbox's clock."""
        self.heard = {}
        """Every interaction there was: the sandbox forgets the oldest after half an hour of its own."""

    # what happens

    async def storm(self):
        """People live while things happen, until their time is over."""
        living = [asyncio.create_task(v.live(p)) for v in self.servers for p in v.people]
        living.append(asyncio.create_task(self.everywhere.watch()))
        living.append(asyncio.create_task(self.listen()))
        end = self.time.now() + MINUTES * 60
        try:
            await self.pass_time(0.15)
            steps = self.plan()
            for kind in steps:
                began = time.monotonic()
                await getattr(self, kind)()
                self.took[kind] += time.monotonic() - began
                await self.pass_time(self.rng.uniform(0.3, 0.7) / len(steps))
            await self.until(end)
        finally:
            for task in living:
                task.cancel()
            done = await asyncio.gather(*living, return_exceptions=True)
        for each in done:
            assert isinstance(each, asyncio.CancelledError), each

    def plan(self):
        """What happens in which order: kills, one update of all processes, one restart of the server."""
        kinds = ["server", "update", *["kill"] * max(2, int(MINUTES / 4))]
        self.rng.shuffle(kinds)
        return [kind for kind in kinds if kind in KINDS]

    async def pass_time(self, share):
        """Let a share of the evening pass."""
        await self.until(self.time.now() + share * MINUTES * 60)

    async def until(self, end):
        """Wait for a moment of their time, however fast that runs."""
        while (left := end - self.time.now()) > 0:  # noqa: ASYNC110, the speed changes
            await asyncio.sleep(min(0.05, left / self.time.speed))

    async def listen(self):
        """Remember every interaction."""
        while True:
            self.heard |= self.world.interactions._by_id
            await asyncio.sleep(1)

    async def kill(self):
        """One process dies; the fleet starts another in its place."""
        running = bots(self.fleet.pid)
        chosen = self.rng.choice(sorted(running))
        shards = Shards.parse(chosen)
        before = {each.id: None for each in self.sandbox.gateway_server.sessions}
        began = self.time.now()
        os.kill(running[chosen], signal.SIGKILL)
        await self.fleet.ready(shards, before)
        await self.fleet.said(f" {bots(self.fleet.pid)[chosen]} INFO bot.client.hand_over taken over")
        self.away.append((began, self.time.now(), shards))
        self.counts["kill"] += 1

    async def server(self):
        """PostgreSQL stops as if its power had gone, and starts again."""
        with self.time.at(1.0):
            await asyncio.to_thread(databases.restart, self.url)
            await asyncio.sleep(1.0)
        self.counts["server"] += 1

    async def update(self):
        """All processes are replaced, one after the other."""
        before = {each.id: None for each in self.sandbox.gateway_server.sessions}
        with self.time.at(1.0):
            self.fleet.signal(signal.SIGHUP)
            await self.fleet.said("update is done")
            assert serves(self.sandbox, ALL, before)
        self.counts["update"] += 1

    # what must be so

    async def fine(self):
        """Whoever was not answered tries again, and is."""
        for server in self.servers:
            server.impatience = PATIENCE
        said = await asyncio.gather(*(v.do(p.command("jeux", "table liste")) for v in self.servers for p in v.people))
        assert set(said) == {"click"}, Counter(said)

    async def calm(self):
        """Everything is put right, or never will be."""
        await settle(self.world, self.everywhere.look, self.people, CATALOGUE.words, PATIENCE)
        end = asyncio.get_running_loop().time() + PATIENCE
        while wrong := overdue((await self.everywhere.look()).values(), self.time.now()):
            assert asyncio.get_running_loop().time() < end, "\n".join(wrong[:20])
            await asyncio.sleep(0.2)

    async def answered(self):
        """Everybody was answered once, but for those who clicked at a process that was killed."""
        silent = [each for each in self.unanswered() if not self.was_away(each)]
        assert not silent, f"not answered, and without a reason: {[self.told(each) for each in silent[:5]]}"
        twice = self.sandbox.control.stats()["answered_twice"]
        assert not twice, f"answered twice: {twice[:5]}"

    def unanswered(self):
        """The interactions that got no answer."""
        found = self.world.interactions
        return [*found.failed, *found.waiting]

    def told(self, each):
        """An interaction in a few words."""
        return each.id, each.user.global_name, each.data.get("custom_id") or each.data.get("name"), each.born

    def was_away(self, each):
        """Whether the process that would have answered had been killed."""
        guild = int(each.channel.guild_id or 0)
        return any(
            began - REACH * SPEED < each.born < ended and shards.holds(guild) for began, ended, shards in self.away
        )

    async def kept(self):
        """Every log replays and verifies; nothing anybody was shown is lost, and nothing was done twice."""
        known = await self.everywhere.look()
        stored.check(known.values(), self.people, CATALOGUE.games)
        assert not (twice := self.doubled(known)), f"done twice: {twice[:5]}"

    def doubled(self, known):
        """Moves that were made more often than anybody asked for them, at tables where only people move."""
        asked = self.asked()
        wrong = []
        for table in known.values():
            if table.pace.turn is not None or table.id in self.everywhere.deserted:
                continue
            made = Counter((turn.seat, table.game.path(turn.move)) for turn in table.log if turn.seat >= 0)
            for (seat, path), times in made.items():
                user = table.users[seat]
                verb = table.game.verb(path[0])
                free = table.facts.players[seat].opponent or verb.forced or verb.repeats is not None
                if not free and times > asked[user, table.id, path]:
                    wrong.append((table.id, user, path))
        return wrong

    def asked(self):
        """How often who asked for which move at which table: nobody types."""
        every = (self.heard | self.world.interactions._by_id).values()
        return Counter((int(each.user.id), *found) for each in every if (found := spelt(each.data)))

    async def once(self):
        """No window or deadline was acted on before its time, as it would be if two processes did."""
        known = await self.everywhere.look()
        asked = self.asked()
        there = [table for table in known.values() if table.id not in self.everywhere.deserted]
        wrong = [each for table in there for each in early(table, asked)]
        assert not wrong, f"acted on before its time: {wrong[:5]}"

    async def secret(self):
        """Nobody's socket received what they may not know."""
        known = await self.everywhere.look()
        for server in self.servers:
            tables = [table for table in known.values() if table.guild == server.guild]
            onlooker.check(server.people, tables, CATALOGUE.words)

    async def explained(self):
        """No log has an error nobody expected."""
        found = re.split(r"^(?=[-\d]{10} [\d:,]{12} )", self.fleet.log, flags=re.MULTILINE)
        # What the driver says of a server that is gone is its own.
        wrong = [each for each in found if "Traceback" in each and " asyncpg.pool " not in each]
        wrong += [each for each in found if " CRITICAL " in each]
        assert not wrong, f"{len(wrong)} errors in the log, such as {wrong[0][:2000]}"

    def figures(self):
        """The run in a line."""
        tables = self.everywhere.known.values()
        games = Counter(table.game.key for table in tables)
        moves = sum(table.revision for table in tables)
        lost = len(self.unanswered())
        return (
            f"seed {SEED}, {MINUTES:g} minutes, {SERVERS} servers: {self.world.interactions.opened} acts, "
            f"{moves} moves at {dict(games)}; {dict(self.counts)}; {dict(did(self.servers))}; "
            f"{lost} acts lost with a process; "
            f"seconds: { ({key: round(each, 1) for key, each in self.took.items()}) }"
        )


class Fleet(Bot):
    """`python -m bot fleet`, its processes, and when they hear."""

    async def said(self, text):
        """Wait until the log says something."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while text not in self.log:
            assert asyncio.get_running_loop().time() < end, f"it never says {text}:\n{self.log[-4000:]}"
            await asyncio.sleep(0.1)


async def test_a_fleet_loses_nothing(tmp_path, capsys):
    shared = SharedTime.begin(tmp_path / "time", 1.0)
    world = World(
        clock=SharedClock(shared),
        answer_within=PATIENCE * SPEED,
        guilds=SERVERS,
        people=PEOPLE,
        shards=SHARDS,
        max_concurrency=SHARDS,
    )
    limits = Limits(rates={}, everything=None, old_edits=None)
    wrong = []
    with serving(fsync=False) as url:
        async with AsyncExitStack() as stack:
            # A bot that hears nothing for a minute, which is soon over here, takes its connection for lost.
            sandbox = await stack.enter_async_context(serve(world, limits=limits, spec=None, heartbeat=30 / SPEED))
            homes = list(everybody(sandbox))
            await databases.furnish(url, [(guild, channel) for guild, channel, _ in homes])
            tables = databases.Tables(url, CATALOGUE.games)
            stack.push_async_callback(tables.close)
            everywhere = AllServers(tables)
            servers = []
            for guild, _, people in homes:
                here = [await stack.enter_async_context(Person(sandbox.page, key)) for key in people[:PEOPLE]]
                servers.append(ServerCrowd(guild, here, everywhere, CATALOGUE, SEED))
                servers[-1].pause = SERVERS * PEOPLE / ACTS
            environment = elsewhere.environment(sandbox, url, time=shared.file)
            fleet = Fleet(sandbox, environment, tmp_path / "fleet.log", "fleet", "--processes", str(PROCESSES))
            fleet.start()
            stack.callback(fleet.kill_all)
            await fleet.ready(ALL)
            shared.speed = SPEED
            evening = Evening(sandbox, fleet, shared, url, servers, everywhere)
            await evening.storm()
            for look in (
                evening.fine, evening.calm, evening.answered, evening.kept, evening.once, evening.secret,
                evening.explained,
            ):  # fmt: skip
                began = time.monotonic()
                # Looking through everything takes seconds, in which nobody hears anything.
                shared.speed = SPEED if look == evening.calm else 1.0
                try:
                    await look()
                except AssertionError as error:
                    wrong.append(f"{look.__name__}: {error}")
                evening.took[look.__name__] += time.monotonic() - began
            assert await fleet.end() == 0
            with capsys.disabled():
                sys.stdout.write(f"\n{evening.figures()}\n")
    if wrong:
        # Not as an assertion of many lines: pytest would show what it compared, and everybody's cards with it.
        pytest.fail(f"TABLEE_FLEET_SEED={SEED}\n" + "\n\n".join(wrong), pytrace=False)
