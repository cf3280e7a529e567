"""Many at once, and one that dies in the middle."""

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from bot.core.game import Refusal
from bot.core.stored import Row
from bot.store import Conflict, Store
from bot.tables.servers import KIND, Server, Servers
from cogs.reminders.reminders import ReminderPreference, ReminderPreferences
from tests.kit.stores import opened
from tests.service.store.samples import change, loaded, move, new, play

ROOT = Path(__file__).parents[3]

WRITE_UNTIL_KILLED = """
import asyncio, sys
from bot.store import from_url
from tests.service.store.samples import new, play

async def write(store):
    row = await store.create(new(), [])
    while True:
        row = await play(store, row, 2)
        print(row.id, row.revision, flush=True)

async def main():
    store = from_url(sys.argv[1])
    await store.open()
    await asyncio.gather(*(write(store) for _ in range(8)))

asyncio.run(main())
"""


async def race(store: Store, table: int, moves: int) -> int:
    """Load and play again and again, as several processes would; how often it worked."""
    won = 0
    while True:
        row, _ = await loaded(store, table)
        if row.revision >= moves:
            return won
        try:
            await play(store, row)
        except Conflict:
            continue
        won += 1


async def test_one_saver_of_a_table_wins_per_revision(store):
    row = await store.create(new(), [])
    tries = [store.save(change(row, revision=1, guild=n), entries=[move(n)]) for n in range(20)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    [winner] = [result for result in results if isinstance(result, Row)]
    assert sum(isinstance(result, Conflict) for result in results) == 19
    assert await store.load(row.id) == (winner, [move(winner.guild)])


async def test_racers_fill_a_log_without_gaps(store):
    row = await store.create(new(), [])
    won = await asyncio.gather(*(race(store, row.id, 20) for _ in range(5)))
    assert sum(won) == 20
    row, log = await loaded(store, row.id)
    assert (row.revision, row.version, log) == (20, 20, [move(number) for number in range(1, 21)])


async def test_savers_of_different_tables_all_win(store):
    rows = await asyncio.gather(*(store.create(new(), [n]) for n in range(50)))
    for _ in range(3):
        rows = await asyncio.gather(*(play(store, row) for row in rows))
    assert len({row.id for row in rows}) == 50
    for row in rows:
        assert await store.load(row.id) == (row, [move(1), move(2), move(3)])


async def test_a_load_fits_together_while_others_write(store):
    row = await store.create(new(), [])

    async def read(until: int) -> None:
        row_read, log = None, []
        while row_read is None or row_read.revision < until:
            row_read, log = await loaded(store, row.id)
            assert len(log) == row_read.revision

    readers = [asyncio.create_task(read(60)) for _ in range(3)]
    for _ in range(30):
        row = await play(store, row, 2)
        assert (await loaded(store, row.id))[0] == row  # and whoever has saved sees it
    await asyncio.gather(*readers)


async def test_a_load_is_of_one_moment_while_moves_are_replaced(store):
    """Every move of a log has the number of the version it was written with."""
    row = await play(store, await store.create(new(), []), 3)
    row = await store.save(row, replaced={revision: move(row.version + 1) for revision in (1, 2, 3)})

    async def read(until: int) -> None:
        version = 0
        while version < until:
            row_read, log = await loaded(store, row.id)
            assert log == [move(row_read.version)] * 3
            version = row_read.version

    readers = [asyncio.create_task(read(row.version + 40)) for _ in range(3)]
    for _ in range(40):
        row = await store.save(row, replaced={revision: move(row.version + 1) for revision in (1, 2, 3)})
        assert (await loaded(store, row.id))[0] == row
    await asyncio.gather(*readers)


async def test_six_bans_in_two_processes_at_once_are_all_stored(url):
    async with opened(url) as here, opened(url) as there:
        servers = [Servers(here), Servers(there)]
        for each in servers:
            await each.get(5)  # Both have read it before, as they have when people play.

        def banned(person: int):
            return lambda server: msgspec.structs.replace(server, banned=(*server.banned, person))

        answers = await asyncio.gather(*(servers[person % 2].change(5, banned(person)) for person in range(6)))
        stored = msgspec.json.decode(await there.get(KIND, 5) or b"", type=Server)
        assert set(stored.banned) == set(range(6))
        assert all(person in after.banned for person, (_, after) in enumerate(answers)), "confirmed means stored"
        assert all(person not in before.banned for person, (before, _) in enumerate(answers))


async def test_wishes_changed_at_once_keep_every_change(url):
    async with opened(url) as here, opened(url) as there:
        await asyncio.gather(
            ReminderPreferences(here).change(6, lambda wish: msgspec.structs.replace(wish, way="direct")),
            ReminderPreferences(there).change(6, lambda wish: msgspec.structs.replace(wish, quiet=(22, 7))),
            ReminderPreferences(there).change(6, lambda wish: msgspec.structs.replace(wish, zone="UTC")),
        )
        assert await ReminderPreferences(here).get(6) == ReminderPreference(way="direct", quiet=(22, 7), zone="UTC")


async def test_a_refused_change_stores_nothing(store):
    def refuse(_server: Server) -> Server:
        raise Refusal("busy")

    with pytest.raises(Refusal):
        await Servers(store).change(5, refuse)
    assert await store.get(KIND, 5) is None


async def test_a_document_is_removed_only_as_it_was_read(store):
    await store.put("record", 5, b"newer")
    assert not await store.swap("record", 5, b"older", None)
    assert await store.swap("record", 5, b"newer", None)
    assert await store.get("record", 5) is None


async def test_claims_at_once_share_nothing_and_lose_nothing(store):
    rows = [await store.create(new(wake=1.0), []) for _ in range(40)]
    claimed = await asyncio.gather(*(store.claim(2.0, 60, 5) for _ in range(10)))
    taken = Counter(table for tables in claimed for table in tables)
    assert set(taken.values()) <= {1}
    while more := await store.claim(2.0, 60, 100):  # PostgreSQL may pass over what another was just taking
        taken.update(more)
    assert taken == Counter(row.id for row in rows)


def killed_while_writing(url: str) -> dict[int, int]:
    """Let another process write, kill it, and give the last revision it told us of each table."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITE_UNTIL_KILLED, url], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told: dict[int, int] = {}
        # All of them, well into their logs: on a busy machine some get their connection long after others.
        while len(told) < 8 or min(told.values()) < 20:
            table, revision = process.stdout.readline().split()
            told[int(table)] = int(revision)
        process.kill()
        for line in process.stdout.readlines():
            if line.endswith("\n"):  # the last one may be cut
                table, revision = line.split()
                told[int(table)] = int(revision)
    return told


async def test_what_was_acknowledged_survives_a_kill(url):
    told = killed_while_writing(url)
    async with opened(url) as store:
        for table, revision in told.items():
            row, log = await loaded(store, table)
            assert row.revision >= revision
            assert log == [move(number) for number in range(1, row.revision + 1)]
