"""Concurrent callers and processes, and one that is killed while it writes."""

import asyncio
import subprocess
import sys
from pathlib import Path

import asyncpg
import msgspec
import pytest

from bot.core.facts import TableRow
from bot.store import Conflict
from bot.tables.servers import KIND, Server, Servers
from tests.kit.stores import opened
from tests.store.samples import change, loaded, move, new, play

ROOT = Path(__file__).parents[2]

WRITE_UNTIL_KILLED = """
import asyncio, sys
from bot.store import from_url
from tests.store.samples import new, play

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


@pytest.fixture
async def stores(url):
    """Two processes on one database."""
    async with opened(url) as here, opened(url) as there:
        yield here, there


async def test_one_of_many_wins_every_revision(stores):
    row = await stores[0].create(new(), [])
    for revision in range(1, 11):
        results = await asyncio.gather(*(play(store, row) for store in stores * 4), return_exceptions=True)
        [row] = [result for result in results if isinstance(result, TableRow)]
        assert sum(isinstance(result, Conflict) for result in results) == 7
        assert row.revision == revision
    assert (await loaded(stores[1], row.id))[1] == [move(number) for number in range(1, 11)]


async def test_claim_skips_rows_that_another_process_has_locked(postgres_url):
    async with opened(postgres_url) as store:
        rows = [await store.create(new(wake=wake), []) for wake in (1.0, 2.0, 3.0)]
        other = await asyncpg.connect(postgres_url)
        async with other.transaction():
            await other.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", rows[0].id)
            assert await store.claim(5.0, 60, 2) == [rows[1].id, rows[2].id]
        await other.close()
        assert await store.claim(5.0, 60, 2) == [rows[0].id]


async def test_a_load_is_of_one_moment(store):
    """Every move of the log is replaced by one with the number of the new version, and one is added."""
    row = await play(store, await store.create(new(), []))

    async def read(until: int) -> None:
        row_read, log = row, []
        while row_read.version < until:
            row_read, log = await loaded(store, row.id)
            assert log == [move(row_read.version)] * row_read.revision

    readers = [asyncio.create_task(read(row.version + 30)) for _ in range(3)]
    for _ in range(30):
        number = move(row.version + 1)
        replaced = dict.fromkeys(range(1, row.revision + 1), number)
        row = await store.save(change(row, revision=row.revision + 1), entries=[number], replaced=replaced)
        assert (await loaded(store, row.id))[0] == row
    await asyncio.gather(*readers)


async def test_six_bans_in_two_processes_at_once_are_all_stored(stores):
    servers = [Servers(store) for store in stores]
    for each in servers:
        await each.get(5)  # both have cached it

    def banned(person: int):
        return lambda server: msgspec.structs.replace(server, banned=(*server.banned, person))

    answers = await asyncio.gather(*(servers[person % 2].change(5, banned(person)) for person in range(6)))
    stored = msgspec.json.decode(await stores[1].get(KIND, 5) or b"", type=Server)
    assert set(stored.banned) == set(range(6))
    assert all(person in after.banned for person, (_, after) in enumerate(answers)), "confirmed means stored"
    assert all(person not in before.banned for person, (before, _) in enumerate(answers))


async def test_a_document_is_removed_only_as_it_was_read(store):
    await store.put("record", 5, b"newer")
    assert not await store.swap("record", 5, b"older", None)
    assert await store.swap("record", 5, b"newer", None)
    assert await store.get("record", 5) is None


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


async def test_acknowledged_writes_survive_a_kill(url):
    told = killed_while_writing(url)
    async with opened(url) as store:
        for table, revision in told.items():
            row, log = await loaded(store, table)
            assert row.revision >= revision
            assert log == [move(number) for number in range(1, row.revision + 1)]
