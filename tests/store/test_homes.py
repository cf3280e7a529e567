"""Tables in two processes on one database: which one caches them and acts for them."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from random import Random

import pytest

from bot.core import lobby
from bot.core.facts import OPEN, OVER, PLAYING, Player
from bot.core.game import Refusal
from bot.core.lobby import start
from bot.core.opponents import REGULAR, due
from bot.core.table import Table
from bot.store import Store
from bot.tables.opponents import Decisions, Opponents
from bot.tables.servers import Remembered, Server, Servers
from bot.tables.tables import Changed, Event, Left, Tables, before_last
from cogs.daily.deal import counts
from cogs.daily.service import Dailies
from cogs.privacy.commands import Privacy
from cogs.profiles.service import Counting
from cogs.reminders.commands import ReminderPreference
from tests.kit.doors import NOW, one_more
from tests.kit.moments import CATALOGUE
from tests.kit.seated import lobby_of, play_until, started
from tests.kit.thinkers import HeldThinker
from tests.store.processes import cut_off, guild, process, until

GUS = Player(user=7, name="Gus")


@dataclass
class Process:
    """The services of one process, and the changes its subscribers received."""

    store: Store
    changes: list[tuple[Table, Table]] = field(default_factory=list)
    written: list[Table] = field(default_factory=list)
    left: list[Table] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tables = Tables(self.store, CATALOGUE.games, now=lambda: NOW, rng=Random(1))
        self.tables.on_change(lambda before, after: self.changes.append((before, after)))
        self.tables.subscribe(self._receive)

    def _receive(self, event: Event) -> None:
        match event:
            case Changed(_, after) if event.local:
                self.written.append(after)
            case Left(table):
                self.left.append(table)

    async def told(self, count: int = 1) -> tuple[Table, Table]:
        await until(lambda: asyncio.sleep(0, len(self.changes) >= count))
        assert len(self.changes) == count
        return self.changes[-1]


@pytest.fixture
async def processes(postgres_url):
    async with process(postgres_url, "0-1/4") as here, process(postgres_url, "2-3/4") as there:
        yield Process(here), Process(there)


async def dealt(where: Process, lobby: Table) -> Table:
    """That table with the cards dealt; what was heard until then is forgotten."""
    table = await where.tables.open(lobby)
    table = (await where.tables.change(table.id, lambda table: start(table, table.facts.host, Random(1), NOW))).after
    where.changes.clear()
    where.written.clear()
    return table


async def played(where: Process, shard: int) -> Table:
    people = {1: "Ana", 2: "Bo", 3: "Chloé"}
    return await dealt(where, lobby_of(CATALOGUE.games["trio"], people, guild=guild(shard), channel=2))


async def private(where: Process, shard: int) -> Table:
    game = CATALOGUE.games["pinocchio"]
    solo = {"guild": guild(shard), "person": GUS, "level": REGULAR, "seats": 3, "now": NOW, "options": {}}
    return await dealt(where, lobby.solo_table(game, **solo))


async def play(where: Process, table: Table, wanted: Callable[[Table], bool]) -> Table:
    return (await where.tables.change(table.id, lambda table: play_until(table, wanted).but())).after


# ---- tables


async def test_the_home_process_handles_writes_of_another(processes):
    here, there = processes
    table = await played(here, 1)
    assert here.tables.cached == 1
    after = (await there.tables.change(table.id, one_more)).after
    assert (there.changes, there.tables.cached) == ([], 0)
    assert there.written == [after]
    assert await here.told() == (table, after)
    assert here.written == []
    assert (await here.tables.get(table.id)) == after
    assert (await there.tables.adopt(after)) is after, "a shared table stays where its server is"
    # Also to tables that it does not remember.
    here.tables.forget(table.id)
    again = (await there.tables.change(table.id, one_more)).after
    before, told = await here.told(2)
    assert (before.revision, told.revision) == (after.revision, again.revision)
    assert before.to_act == after.to_act
    assert told.row.shard == 1
    assert (await here.tables.change(table.id, one_more)).after.revision == again.revision + 1


async def test_nothing_is_cached_while_notifications_do_not_arrive(processes, postgres_url):
    here, there = processes
    table = await played(here, 1)
    here.store._locks._regain = asyncio.Event().wait  # the network stays down for the process that is notified
    await cut_off(postgres_url)
    await until(lambda: asyncio.sleep(0, not here.store.notified))
    after = (await there.tables.change(table.id, one_more)).after
    assert (await here.tables.get(table.id)) == after
    assert here.changes == []
    # The next write gets the locks back, and notifications arrive again.
    last = (await here.tables.change(table.id, one_more)).after
    assert here.store.notified
    assert (await here.tables.get(table.id)) == last


async def test_a_process_without_its_shards_caches_and_does_nothing(postgres_url):
    async with process(postgres_url, "0-3/4") as old, process(postgres_url, "0-3/4", held=False) as following:
        was, now = Process(old), Process(following)
        table = await played(was, 1)
        await old.let_go()
        await following.hold()
        table = (await now.tables.change(table.id, one_more)).after
        assert (await was.tables.get(table.id)) == table
        # The old process finishes its work, and the new one is notified.
        table = (await was.tables.change(table.id, one_more)).after
        assert was.changes == []
        assert (await now.told(2))[1] == table


# ---- tables of one player


async def test_a_private_table_goes_with_its_person(processes):
    here, there = processes
    table = await private(here, 0)
    thinkers = {id(each): HeldThinker(CATALOGUE.games) for each in processes}
    opponents = {id(each): Opponents(each.tables, Decisions(thinkers[id(each)]), lambda: NOW) for each in processes}
    for each in processes:
        each.tables.subscribe(opponents[id(each)].receive)
    waits = await play(here, table, lambda table: due(table) is not None)
    assert opponents[id(here)]._working.keys() == {table.id}
    table = await there.tables.adopt(await there.tables.get(table.id))
    assert there.tables.cached == 1
    assert opponents[id(there)]._working.keys() == {table.id}
    await until(lambda: asyncio.sleep(0, here.left))
    assert [each.id for each in here.left] == [table.id]
    assert opponents[id(here)]._working == {}
    assert here.tables.cached == 0
    assert table.revision == waits.revision
    assert await there.tables.adopt(table) is table
    assert await there.store.claim(NOW * 2, 15, 9) == [table.id]
    assert await here.store.claim(NOW * 2, 15, 9) == []
    for each in opponents.values():
        await each.finish()


async def test_a_private_table_that_is_begun_elsewhere_is_at_home_there(processes):
    """The deal of a day is of no server, so of the first shard; it is played anywhere."""
    here, there = processes
    dailies = Dailies(there.tables, there.store, lambda: NOW)
    table = await dailies.begin(GUS, 0)
    assert (table.guild, table.row.shard) == (0, 2)
    assert there.changes[-1][1] == table
    assert here.changes == []
    assert (await here.tables.of(7, (PLAYING,))) == [table]


def test_before_the_last_move():
    table = play_until(started(), lambda table: table.revision > 4)
    before = before_last(table)
    assert list(before.log) == list(table.log)[:-1]
    assert before.status == PLAYING
    first = play_until(started(), lambda table: table.revision == 1)
    assert (before_last(first).status, before_last(first).revision) == ("lobby", 0)


# ---- caches, and work done once


async def test_settings_and_wishes_are_read_again_when_others_write_them(processes):
    here, there = (each.store for each in processes)
    servers = [Servers(each) for each in (here, there)]
    wishes = [Remembered(each, "reminders", ReminderPreference) for each in (here, there)]
    usual = Server(), ReminderPreference()
    changed = Server(language="en"), ReminderPreference(way="direct")

    async def known():
        return await servers[1].get(5), await wishes[1].get(6)

    async def read(wanted):
        return await known() == wanted

    assert await known() == usual
    await servers[0].change(5, lambda _: changed[0])
    await wishes[0].change(6, lambda _: changed[1])
    await until(lambda: read(changed))
    await here.forget(6)
    await servers[0].remove(5)
    await until(lambda: read(usual))


async def test_a_game_is_counted_where_its_server_is(processes):
    here, there = processes
    counting = [Counting(each.store, CATALOGUE.games) for each in processes]
    table = await private(here, 0)
    table = await there.tables.adopt(table)
    there.tables.on_change(lambda _before, _after: counting[1].start(), only=Changed.ended)
    await play(there, table, lambda table: table.status == OVER)

    async def counted():
        return await here.store.left_to_count() == 0

    await until(counted)
    for each in counting:
        await each.finish()


async def test_work_for_all_servers_is_done_by_the_first_shard(processes):
    here, there = processes
    over = await play(here, await played(here, 0), lambda table: table.status == OVER)
    assert await Privacy(there.tables, there.store).retire(NOW * 10) == 0
    assert await Privacy(here.tables, here.store).retire(NOW * 10) == 1
    await here.store.fill_again()
    await Counting(there.store, CATALOGUE.games)._fill()
    assert await here.store.to_fill(9) == (1, [over.id])
    await Counting(here.store, CATALOGUE.games)._fill()
    assert await here.store.to_fill(9) == (0, [])


@pytest.fixture
def dailies(processes):
    return [Dailies(each.tables, each.store, lambda: NOW) for each in processes]


async def test_a_day_has_one_deal_in_all_processes(processes, dailies):
    for number, each in enumerate(processes):
        each.tables.rng = Random(number)
    day = dailies[0].today()
    first, second = await asyncio.gather(*(each.require(day) for each in dailies))
    assert first.seal == second.seal


async def test_nobody_has_two_tries_of_a_day(processes, dailies):
    tries = await asyncio.gather(*(each.begin(GUS, 0) for each in dailies), return_exceptions=True)
    claim = await dailies[0].claim(7, dailies[0].today())
    assert claim is not None
    begun = [found for found in tries if isinstance(found, Table)]
    assert claim.table in [table.id for table in begun]
    assert all(isinstance(found, Table | Refusal) for found in tries)
    [going] = [table for table in await processes[0].tables.of(7, (PLAYING,)) if counts(table)]
    assert going.id == claim.table
    await asyncio.gather(*(each.set_shared(7, dailies[0].today(), channel) for channel, each in enumerate(dailies, 50)))
    claim = await dailies[0].claim(7, dailies[0].today())
    assert claim is not None
    assert set(claim.shared) == {50, 51}


async def halted(
    where: Process, call: int, begin: Coroutine[object, object, Table]
) -> tuple[asyncio.Task[Table], asyncio.Event]:
    """The task of a begun try, which has finished or waits before a call to storage, and what lets it go on."""
    calls, run = count(), where.store._run
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def halting(work, **options):
        if asyncio.current_task() is begun and next(calls) == call:
            reached.set()
            await go_on.wait()
        return await run(work, **options)

    where.store._run = halting
    begun = asyncio.create_task(begin)
    begun.add_done_callback(lambda _: reached.set())
    await reached.wait()
    return begun, go_on


async def test_in_every_order_of_two_clicks_one_try_is_begun_and_not_lost(processes, dailies):
    """One process stops before each of its calls to storage, another one before each of its own meanwhile."""
    day, users = dailies[0].today(), count(100)
    wrong = {}
    await dailies[0].begin(GUS, 0)
    for first in count():
        for second in count():
            gus = Player(user=next(users), name="Gus")
            begun, go_on = await halted(processes[0], first, dailies[0].begin(gus, 0))
            last_first = begun.done()
            other, go_on_too = await halted(processes[1], second, dailies[1].begin(gus, 0))
            last = other.done()
            tries = []
            for task, event in ((begun, go_on), (other, go_on_too)):
                event.set()
                tries += await asyncio.gather(task, return_exceptions=True)
            for each in processes:
                del each.store._run
            assert all(isinstance(found, Table | Refusal) for found in tries)
            claim = await dailies[0].claim(gus.user, day)
            assert claim is not None
            going = await processes[0].tables.of(gus.user, OPEN)
            if [(table.id, counts(table)) for table in going] != [(claim.table, True)]:
                wrong[first, second] = going
            if last:
                break
        if last_first:
            break
    assert not wrong


async def test_tries_of_very_many_at_the_same_instant_share_one_key(processes, dailies):
    await dailies[0].require(dailies[0].today())
    people = [Player(user=user, name="x") for user in range(100, 106)]
    await asyncio.gather(*(dailies[user % 2].begin(each, 0) for user, each in enumerate(people)))
    assert all([await each.tried(person.user, each.today()) for each in dailies for person in people])
