"""Processes with four shards each on PostgreSQL: one is killed, all are replaced, the server is started again.

    TABLEE_FLEET_SEED=17 pytest tests/wire/test_fleet.py        another plan, and other people
    TABLEE_FLEET_ROUNDS=5 pytest tests/wire/test_fleet.py       all troubles so many times
    TABLEE_FLEET_SERVERS=96 pytest tests/wire/test_fleet.py     people in so many servers
    TABLEE_FLEET_PROCESSES=4 pytest tests/wire/test_fleet.py    so many processes

`plan` is a function of the seed alone: which troubles in which order, which process is killed, and for every person how
many acts beside each trouble, when, and with which generator. The run ends when the plan is done, however long the
machine takes. Time runs `SPEED` times as fast, but for what has to happen within Discord's three seconds. Nobody may be
left without an answer but those who clicked at a process that was killed; what was acknowledged is there, once; every
window and deadline is acted on, once; every board is true.
"""

import asyncio
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from bot.cli.local import furnish
from bot.core.facts import PLAYING, TableFacts
from bot.core.game import Path
from bot.core.shards import Shards
from bot.core.table import Table
from bot.sandbox import Limits, Person, World, serve
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from bot.store import Store
from tests.kit.seated import started
from tests.kit.stores import opened
from tests.store.server import execute, running
from tests.wire import onlooker, stored
from tests.wire.crowd import Acts, spelt
from tests.wire.hall import CATALOGUE
from tests.wire.processes import Bot, bots, everybody, serves
from tests.wire.servers import AllServers, ServerCrowd
from tests.wire.settled import settle
from tests.wire.shared_time import SharedClock, SharedTime

SEED = int(os.environ.get("TABLEE_FLEET_SEED", "1"))
ROUNDS = int(os.environ.get("TABLEE_FLEET_ROUNDS", "1"))
SERVERS = int(os.environ.get("TABLEE_FLEET_SERVERS", "10"))
PROCESSES = int(os.environ.get("TABLEE_FLEET_PROCESSES", "2"))
SHARDS, PEOPLE = 4 * PROCESSES, 3
SPEED = 15.0
GUARD_SECONDS = 1800.0
"""A plan that takes so long for a round hangs."""
KINDS = os.environ.get("TABLEE_FLEET_KINDS", "kill,server,update").split(",")
UNSURE_SECONDS = 3.0
"""Interactions this long before a kill (in real time) may have been lost with it."""
ALL = Shards(0, SHARDS - 1, SHARDS)


class StageSize(NamedTuple):
    """How much people do beside a trouble: in how many seconds of the machine's, and how many acts each."""

    seconds: float
    acts: int


SIZES = {"calm": StageSize(4, 4), "kill": StageSize(4, 2), "server": StageSize(3, 2), "update": StageSize(8, 3)}


class Stage(NamedTuple):
    kind: str
    when: float
    """After which share of the stage's time it strikes."""
    process: int
    """Which one is killed, by its number."""
    acts: tuple[tuple[float, ...], ...]
    """For each person, after which shares of the stage's time they act."""


def plan(seed: int, people: int, rounds: int = 1) -> list[Stage]:
    """All that happens: in each round a kill, an update of all processes and a restart of the server, in any order.

    People have already sat down when the first of them strikes.
    """
    rng = Random(f"fleet {seed}")
    kinds = ["calm"]
    for _ in range(rounds):
        kinds += rng.sample(troubles := ["server", "update", "kill"], len(troubles))
    return [
        Stage(
            kind,
            rng.uniform(0.1, 0.4),
            rng.randrange(PROCESSES),
            tuple(tuple(sorted(rng.random() for _ in range(SIZES[kind].acts))) for _ in range(people)),
        )
        for kind in kinds
    ]


class Evening:
    def __init__(self, sandbox, fleet, shared, postgres, store, servers, everywhere, acts):
        self.sandbox = sandbox
        self.world = sandbox.world
        self.fleet = fleet
        self.time = shared
        self.postgres = postgres
        self.store = store
        self.servers = servers
        self.people = [person for server in servers for person in server.people]
        self.everywhere = everywhere
        self.acts = acts
        self.planned = plan(SEED, len(self.people), ROUNDS)
        self.acted = 0
        """Acts of the plan that were done."""
        self.gates = []
        """When each part of the present stage began, by the machine: an update has one for each process."""
        self.counts = Counter()
        self.took = Counter()
        """Seconds of the machine's that each kind of thing took."""
        self.away = []
        """When which shards could not hear, from and to, by the sandbox's clock."""

    # what happens

    async def storm(self):
        watching = asyncio.create_task(self.everywhere.watch())
        try:
            async with asyncio.timeout(GUARD_SECONDS * ROUNDS):
                for number, stage in enumerate(self.planned):
                    if stage.kind in ("calm", *KINDS):
                        await self.play(number, stage)
        finally:
            watching.cancel()
            [done] = await asyncio.gather(watching, return_exceptions=True)
        assert isinstance(done, asyncio.CancelledError), done
        self.acted = len(self.acts.all)

    async def play(self, number, stage):
        began = time.monotonic()
        self.gates = [began]
        crowd = [(server, person) for server in self.servers for person in server.people]
        async with asyncio.TaskGroup() as group:
            for index, (server, person) in enumerate(crowd):
                group.create_task(self.live(server, person, stage, f"{SEED} {number} {index}", stage.acts[index]))
            await asyncio.sleep(stage.when * SIZES[stage.kind].seconds)
            await getattr(self, stage.kind)(stage)
        self.took[stage.kind] += time.monotonic() - began

    async def live(self, server, person, stage, seed, times):
        """Do one person's acts of a stage; during an update they are spread over the replacements of all processes."""
        parts = PROCESSES if stage.kind == "update" else 1
        for number, share in enumerate(times):
            part, rest = divmod(share * parts, 1)
            while len(self.gates) <= part:  # noqa: ASYNC110, they wait for a few moments only
                await asyncio.sleep(0.1)
            start = self.gates[int(part)] + rest * SIZES[stage.kind].seconds / parts
            await asyncio.sleep(max(0.0, start - time.monotonic()))
            await server.act(person, f"{seed} {number}")

    async def calm(self, stage):
        """Nothing goes wrong."""

    async def kill(self, stage):
        running = bots(self.fleet.pid)
        chosen = sorted(running)[stage.process]
        shards = Shards.parse(chosen)
        before = {each.id: None for each in self.sandbox.gateway_server.sessions}
        began = self.time.now()
        os.kill(running[chosen], signal.SIGKILL)
        await self.fleet.ready(shards, before)
        await self.fleet.said(f" {bots(self.fleet.pid)[chosen]}{TAKEN_OVER}")
        self.away.append((began, self.time.now(), shards))
        self.counts["kill"] += 1

    async def server(self, _stage):
        with self.time.at(1.0):
            await asyncio.to_thread(self.postgres.stop)
            await asyncio.to_thread(self.postgres.start)
            await asyncio.sleep(1.0)
        self.counts["server"] += 1

    async def update(self, _stage):
        before = {each.id: None for each in self.sandbox.gateway_server.sessions}
        replaced = self.fleet.log.count(TAKEN_OVER)
        with self.time.at(1.0):
            self.fleet.signal(signal.SIGHUP)
            for number in range(1, PROCESSES + 1):
                await self.fleet.said(TAKEN_OVER, replaced + number)
                self.gates.append(time.monotonic())
            await self.fleet.said("update is done", self.counts["update"] + 1)
            assert serves(self.sandbox, ALL, before)
        self.counts["update"] += 1

    # what must be so

    async def fine(self):
        for server in self.servers:
            server.impatience = HANG_TIMEOUT_SECONDS
        said = await asyncio.gather(*(v.do(p.command("jeux", "table liste")) for v in self.servers for p in v.people))
        assert set(said) == {"click"}, Counter(said)

    async def settled(self):
        await settle(self.world, self.everywhere.look, self.people, CATALOGUE.words)
        end = asyncio.get_running_loop().time() + HANG_TIMEOUT_SECONDS
        while wrong := overdue((await self.everywhere.look()).values(), self.time.now()):
            assert asyncio.get_running_loop().time() < end, "\n".join(wrong[:20])
            await asyncio.sleep(0.2)

    async def answered(self):
        """Everybody was answered once, but for those who clicked at a process that was killed."""
        silent = [
            (each.id, each.user.global_name, each.data.get("custom_id") or each.data.get("name"), each.born)
            for each in self.unanswered()
            if not self.was_away(each)
        ]
        assert not silent, f"not answered, and without a reason: {silent[:5]}"
        twice = self.sandbox.control.stats()["answered_twice"]
        assert not twice, f"answered twice: {twice[:5]}"

    def unanswered(self):
        found = self.world.interactions
        return [*found.failed, *found.waiting]

    def was_away(self, each):
        guild = int(each.channel.guild_id or 0)
        return any(
            began - UNSURE_SECONDS * SPEED < each.born < ended and shards.holds(guild)
            for began, ended, shards in self.away
        )

    async def kept(self):
        """Every log replays and verifies; nothing anybody was shown is lost, and nothing was done twice."""
        known, versions, asked = await self.found()
        stored.check(known.values(), self.people, CATALOGUE.games)
        deserted = {
            number
            for number, found in versions.items()
            if any(player.away for version in found for player in version.facts.players)
        }
        twice = stored.doubled((table for table in known.values() if table.id not in deserted), asked)
        assert not twice, f"done twice: {twice[:5]}"

    async def found(self):
        """The tables, all their versions, and how often each move was asked for."""
        known = await self.everywhere.look()
        # After looking: a version that is newer than the table does no harm.
        versions = await history(self.store)
        asked = Counter((int(each.user.id), *found) for each in self.acts.all if (found := spelt(each.data)))
        return known, versions, asked

    async def once(self):
        """No window or deadline was acted on before its time, as it would be if two processes did."""
        known, versions, asked = await self.found()
        wrong = [each for table in known.values() for each in early(table, versions[table.id], asked)]
        assert not wrong, f"acted on before its time: {wrong[:5]}"

    async def secret(self):
        known = await self.everywhere.look()
        for server in self.servers:
            tables = [table for table in known.values() if table.guild == server.guild]
            onlooker.check(server.people, tables, CATALOGUE.words, crashed=True)

    async def explained(self):
        found = re.split(r"^(?=[-\d]{10} [\d:,]{12} )", self.fleet.log, flags=re.MULTILINE)
        # asyncpg says that the server is gone; discord.py, that a busy machine did not connect within its 60 seconds,
        # which are four of the machine's here, and connects again.
        own = (" asyncpg.pool ", " discord.shard Attempting a reconnect ", " discord.client Attempting a reconnect ")
        wrong = [each for each in found if "Traceback" in each and not any(text in each for text in own)]
        wrong += [each for each in found if " CRITICAL " in each]
        # A thought may have no time here, where five seconds are a third of one; nothing else is a reason.
        unexplained = re.compile(r"a decision failed (?!.*: (TimeoutError|WorkerDied) at )")
        wrong += [each for each in found if unexplained.search(each.strip())]
        assert not wrong, f"{len(wrong)} errors in the log, such as {wrong[0][:2000]}"

    def figures(self):
        tables = self.everywhere.known.values()
        games = Counter(table.game.key for table in tables)
        moves = sum(table.revision for table in tables)
        lost, did = len(self.unanswered()), sum((each.did for each in self.servers), Counter())
        return (
            f"seed {SEED}, {ROUNDS} rounds, {SERVERS} servers: {self.acted} acts, "
            f"{moves} moves at {dict(games)}; {dict(self.counts)}; {dict(did)}; "
            f"{lost} acts lost with a process; "
            f"seconds: { ({key: round(each, 1) for key, each in self.took.items()}) }"
        )


TAKEN_OVER = " INFO bot.fleet.hand_over taken over"
"""How the log says, after a process's number, that it has taken over from the one before it."""


# ---- whether windows and deadlines were acted on, and not before their time: as a log tells it, and what is stored

HISTORY = (
    "CREATE TABLE history (id bigint, version bigint, revision bigint, facts bytea)",
    """CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'INSERT' OR NEW.version <> OLD.version THEN
            INSERT INTO history VALUES (NEW.id, NEW.version, NEW.revision, NEW.facts);
        END IF;
        RETURN NULL;
    END $$""",
    "CREATE TRIGGER remember AFTER INSERT OR UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION remember()",
)
"""Lets PostgreSQL record every version of every table: looking now and then misses who was away for a moment."""
OVERDUE_SECONDS = 60.0
"""Seconds after which a table whose time has come should have been woken, whatever went wrong."""
ROUNDING_SECONDS = 0.01
"""A sum of times may differ from the time stored by rounding alone: who acts and who notes when is one process."""


class Version(NamedTuple):
    revision: int
    facts: TableFacts


async def history(store: Store) -> Mapping[int, list[Version]]:
    """Every version of every table, oldest first, of a database with `HISTORY`."""
    found: dict[int, list[Version]] = {}
    for row in await store._read("SELECT id, revision, facts FROM history ORDER BY id, version"):
        version = Version(row["revision"], msgspec.json.decode(row["facts"], type=TableFacts))
        found.setdefault(row["id"], []).append(version)
    return found


def overdue(tables: Iterable[Table], now: float) -> list[str]:
    """The tables that wait for nobody but the clock, which does not come."""
    return [
        f"table {table.id} ({table.game.key}) was to be woken {now - table.row.wake:.0f} s ago"
        for table in tables
        if table.status == PLAYING and table.row.wake is not None and table.row.wake < now - OVERDUE_SECONDS
    ]


def early(table: Table, versions: Sequence[Version], asked: Collection[tuple[int, int, Path]]) -> list[str]:
    """Moves that no player asked for although the player of that seat was present and still had time.

    Such a move is made by the clock, at or after the deadline that was stored with the question, which is no earlier
    than the pace says; or by an opponent for a seat that was away, in the version before. If two processes act on the
    same deadline, the second act is on the next question, for which there is time.
    """
    if table.pace.turn is None:
        return []
    found = []
    state = table.game.start(table.size, table.facts.options)
    for number, turn in enumerate(table.log):
        if turn.seat >= 0 and turn.seat in state.to_act:
            path = table.game.path(turn.move)
            before = versions[next(index for index, each in enumerate(versions) if each.revision > number) - 1]
            player = before.facts.players[turn.seat]
            verb = table.game.verb(path[0])
            # Moves that the table makes by itself need no deadline.
            free = verb.repeats is not None or verb.forced or len(list(state.legal(turn.seat))) == 1
            mine = (player.user, table.id, path) in asked
            if not (free or mine or player.opponent or player.away):
                since = table.log[_at(table, number).asked[turn.seat] - 1].at
                limit = table.pace.window if table.game.hurry(state.view(None)) else table.pace.turn
                assert limit is not None
                due = max(before.facts.deadline or 0.0, since + limit)
                if turn.at < due - ROUNDING_SECONDS:
                    found.append(
                        f"table {table.id} ({table.game.key}) move {number}: "
                        f"{turn.at - since:.1f} s after its question, {due - turn.at:.1f} s before its time"
                    )
        state = state.play(turn.seat, turn.move)
    return found


def _at(table: Table, revision: int) -> Table:
    blank = Table(id=table.id, guild=0, channel=0, thread=None, game=table.game, status=PLAYING, facts=table.facts)
    return blank.replayed(table.log[:revision])


# ---- tests


def test_an_act_before_its_time_is_found():
    table = started("ptipasspass", 3)
    versions = [Version(0, table.facts), Version(table.revision, table.facts)]
    [seat] = table.to_act
    in_time = table.facts.deadline
    path = table.game.path(table.default(seat))

    def acted(at, versions, asked=()):
        after = table.after(seat, table.default(seat), at)
        return early(after, [*versions, Version(after.revision, after.facts)], asked)

    assert acted(in_time, versions) == []
    [told] = acted(in_time - 100, versions)
    assert told == f"table 0 (ptipasspass) move {table.revision}: 20.0 s after its question, 100.0 s before its time"
    assert acted(in_time - 100, versions, {(table.users[seat], table.id, path)}) == [], "somebody asked for it"
    away = Version(table.revision, table.with_player(seat, left=True).facts)
    assert acted(in_time - 100, [*versions, away]) == [], "an opponent plays for who is away"
    assert acted(in_time - 100, [*versions, away, versions[-1]]) == [told], "and stops when they are back"


@pytest.mark.slow
async def test_a_fleet_loses_nothing(tmp_path, capsys):
    shared = SharedTime.begin(tmp_path / "time", 1.0)
    world = World(
        clock=SharedClock(shared),
        answer_within=HANG_TIMEOUT_SECONDS * SPEED,
        guilds=SERVERS,
        people=PEOPLE,
        shards=SHARDS,
        max_concurrency=SHARDS,
    )
    limits = Limits(rates={}, everything=None, old_edits=None)
    wrong = []
    with running(fsync=False) as postgres:
        url = postgres.address
        async with AsyncExitStack() as stack:
            # A bot that hears nothing for a minute, which is soon over here, takes its connection for lost.
            sandbox = await stack.enter_async_context(serve(world, limits=limits, spec=None, heartbeat=30 / SPEED))
            homes = list(everybody(sandbox))
            for guild, channel, _ in homes:
                await furnish(url, guild, channel)
            await execute(url, *HISTORY)
            store = await stack.enter_async_context(opened(url))
            everywhere, acts = AllServers(store, CATALOGUE.games), Acts(world.interactions)
            servers = []
            for number, (guild, _, people) in enumerate(homes):
                here = [await stack.enter_async_context(Person(sandbox.page, key)) for key in people[:PEOPLE]]
                servers.append(ServerCrowd(number, guild, here, everywhere, CATALOGUE, acts))
            fleet = Bot(sandbox, url, shared, tmp_path / "fleet.log", "fleet", "--processes", str(PROCESSES))
            stack.callback(fleet.kill)
            await fleet.ready(ALL)
            shared.speed = SPEED
            evening = Evening(sandbox, fleet, shared, postgres, store, servers, everywhere, acts)
            await evening.storm()
            for look in (
                evening.fine, evening.settled, evening.answered, evening.kept, evening.once, evening.secret,
                evening.explained,
            ):  # fmt: skip
                began = time.monotonic()
                # Looking through everything takes seconds, in which nobody hears anything.
                shared.speed = SPEED if look == evening.settled else 1.0
                try:
                    await look()
                except AssertionError as error:
                    wrong.append(f"{look.__name__}: {error}")
                evening.took[look.__name__] += time.monotonic() - began
            if evening.acted != (planned := sum(len(each) for stage in evening.planned for each in stage.acts)):
                wrong.append(f"{evening.acted} acts instead of {planned}")
            fleet.signal(signal.SIGTERM)
            assert await fleet.ended() == 0
            with capsys.disabled():
                sys.stdout.write(f"\n{evening.figures()}\n")
    if wrong:
        # Not as an assertion of many lines: pytest would show what it compared, and everybody's cards with it.
        pytest.fail(f"TABLEE_FLEET_SEED={SEED}\n" + "\n\n".join(wrong), pytrace=False)
