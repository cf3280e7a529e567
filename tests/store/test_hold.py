"""One process at a time: a second one is refused, and a killed one loses its lock."""

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import AsyncMock

import asyncpg
import pytest

from bot.store import ShownBoard, Store, Taken, postgres
from bot.store.postgres import ALONE, KEY, PostgresStore
from tests.kit.stores import opened, opening
from tests.store.samples import loaded, move, new, play
from tests.store.server import execute

ROOT = Path(__file__).parents[2]
TIMEOUT_SECONDS = 120

HOLD_UNTIL_KILLED = """
import asyncio, sys
from bot.store import from_url

async def main():
    store = from_url(sys.argv[1])
    await store.open()
    await store.hold()
    print("held", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""

HOLDERS = f"""
    SELECT DISTINCT pid FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ({KEY})::bit(32)::bigint::oid AND objsubid = 2 AND granted"""  # noqa: S608


@contextlib.contextmanager
def another_process(url, code=HOLD_UNTIL_KILLED):
    """A process that holds a database until the block ends, or until it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", code, url], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


async def until(condition):
    """Wait until a condition is true; returns its value."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not (found := await condition()):  # noqa: ASYNC110 - another process sets no event of ours
            await asyncio.sleep(0.01)
    return found


async def cut_off(url: str) -> None:
    """Let the server end the connection with which somebody holds the shard 1."""
    held = f"classid = ({KEY})::bit(32)::bigint::oid AND objid = 1 AND granted"
    await execute(url, f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE {held}")  # noqa: S608


async def hold_soon(store: Store) -> None:
    """Hold as soon as the killed process is gone: the system and the server take a moment."""

    async def held():
        with contextlib.suppress(Taken):
            await store.hold()
            return True

    await until(held)


async def test_the_second_is_refused_until_the_first_closes(store, url):
    await store.hold()
    await store.hold()  # what one has, one may have again
    async with opened(url) as second:
        with pytest.raises(Taken, match=r"Another Tablée .*is running on the .*database .*: stop it first"):
            await second.hold()
        # Reading needs no lock.
        row = await play(store, await store.create(new(), []))
        assert await second.load(row.id) == (row, [move(1)])
        await store.close()
        await second.hold()
        await play(second, row)
        await store.open()
        with pytest.raises(Taken):
            await store.hold()


async def test_a_process_that_is_killed_makes_room(store, url):
    with another_process(url) as process:
        with pytest.raises(Taken, match=rf"\(process {process.pid}\b.*\)"):
            await store.hold()
        process.kill()
        process.wait()
        await hold_soon(store)
    row = await play(store, await store.create(new(), []))
    assert await store.load(row.id) == (row, [move(1)])


# SQLite: beside a file


@pytest.fixture
def file(sqlite_url):
    return Path(sqlite_url.removeprefix("sqlite:///"))


def lock_of(file):
    return Path(f"{file}-lock")


async def test_the_refusal_names_the_file_also_behind_a_link(sqlite_url, file, tmp_path):
    link = tmp_path / "elsewhere" / "link.sqlite3"
    link.parent.mkdir()
    link.symlink_to(file)
    async with opened(str(link)) as first, opened(sqlite_url) as second:
        await first.hold()
        with pytest.raises(Taken) as refusal:
            await second.hold()
        assert str(refusal.value) == (
            f"Another Tablée is running on the database {file}: stop it first, then start this one."
        )


async def test_a_child_that_outlives_the_holder_does_not_keep_the_lock(sqlite_url):
    """Drawing happens in processes of its own, which may live a moment longer than the bot."""
    child = 'import os, signal\n    if not os.fork():\n        signal.pause()\n    print("held"'
    with another_process(sqlite_url, HOLD_UNTIL_KILLED.replace('print("held"', child)) as process:
        process.kill()
        process.wait()
        async with opened(sqlite_url) as store:
            await hold_soon(store)


async def test_a_removed_lock_is_taken_again(sqlite_url, file):
    async with opened(sqlite_url) as first, opened(sqlite_url) as second:
        await first.hold()
        lock_of(file).unlink()
        first._watch.check()
        with pytest.raises(Taken):
            await second.hold()


async def test_a_second_process_after_a_removed_lock_stops_the_first(sqlite_url, file, caplog):
    async with opened(sqlite_url) as first:
        await first.hold()
        row = await first.create(new(), [])
        lock_of(file).unlink()
        with another_process(sqlite_url) as process:
            for _ in range(3):
                first._watch.check()
                with pytest.raises(Taken, match=rf"process {process.pid}"):
                    await play(first, row)
        assert await first.load(row.id) == (row, [])
        assert [record.levelno for record in caplog.records] == [logging.CRITICAL]


async def test_a_lock_that_cannot_be_made_is_no_refusal(sqlite_url, file):
    lock_of(file).mkdir()
    async with opened(sqlite_url) as store:
        with pytest.raises(Exception, match="unable to open") as error:
            await store.hold()
        assert not isinstance(error.value, Taken)


# PostgreSQL


@pytest.fixture
async def other(postgres_url):
    """A connection to look in, and to do what another process would."""
    connection = await asyncpg.connect(postgres_url, timeout=TIMEOUT_SECONDS)
    yield connection
    await connection.close()


@pytest.fixture
async def held(postgres_url):
    async with opening(PostgresStore(postgres_url, connections=2)) as store:
        await store.hold()
        yield store


async def lose_to(other, held):
    """Another process takes the database the moment its holder is cut off."""
    holder = await other.fetchval(HOLDERS)
    other_pid = await other.fetchval("SELECT pg_backend_pid()")
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(other.execute(ALONE.replace("pg_try_", "pg_")))
        waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pid = $1"
        await until(lambda: held._read(waiting, other_pid))
        await held._read("SELECT pg_terminate_backend($1)", holder)


async def test_the_refusal_names_host_and_database_but_no_user(held, postgres_url, server):
    folder = server.partition("host=")[2]
    async with opened(postgres_url.replace("tablee@", "tablee:hunter2@")) as second:
        with pytest.raises(Taken) as refusal:
            await second.hold()
    text = str(refusal.value)
    assert f"(process {os.getpid()} on " in text
    assert f"database {folder}/postgres:" in text
    assert "hunter2" not in text
    assert "tablee@" not in text


async def test_a_cut_connection_is_made_again_in_the_background(held, other, monkeypatch):
    monkeypatch.setattr(postgres, "REGAIN_SECONDS", 0)
    connect, failures = asyncpg.connect, [OSError("no route"), asyncpg.CannotConnectNowError("starting up")]

    async def connect_at_last(*args, **options):
        if failures:
            raise failures.pop()
        return await connect(*args, **options)

    monkeypatch.setattr(asyncpg, "connect", connect_at_last)
    [before] = await other.fetch(HOLDERS)
    await other.execute("SELECT pg_terminate_backend($1)", before["pid"])

    async def another():  # although nobody writes meanwhile
        return [found for found in await other.fetch(HOLDERS) if found != before]

    assert len(await until(another)) == 1
    assert not failures
    await play(held, await held.create(new(), []))


async def test_a_process_that_lost_its_locks_writes_nothing_more(held, other, caplog):
    row = await play(held, await held.create(new(wake=1.0), []))
    await lose_to(other, held)
    await until(lambda: asyncio.sleep(0, caplog.records))
    writes = (
        lambda: held.create(new(), []),
        lambda: play(held, row),
        lambda: held.mark_shown(ShownBoard(row.id, 1)),
        lambda: held.claim(2.0, 60, 1),
        lambda: held.put("guild", 1, b"{}"),
        lambda: held.put("guild", 1, None),
    )
    for write in writes:
        with pytest.raises(Taken, match="stop it first"):
            await write()
    await other.execute("SELECT pg_advisory_unlock_all()")
    with pytest.raises(Taken):  # also when the other is gone: it may have shown what we do not know of
        await play(held, row)
    assert await loaded(held, row.id) == (row, [move(1)])
    assert await held.in_guild(1, ["playing"]) == [row]
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL]


async def test_a_lock_that_ended_unnoticed_is_missed_before_the_next_write(held, other):
    """As after a cut network: the server gave up a connection that still looks open to us."""
    row = await held.create(new(), [])
    await held._locks._connection.execute("SELECT pg_advisory_unlock_all()")
    assert await other.fetchval(ALONE)
    row = await play(held, row)  # within the time the server would have waited
    held._locks._lease_end = 0.0
    with pytest.raises(Taken):
        await play(held, row)
    assert held._locks._connection.is_closed()
    assert await loaded(held, row.id) == (row, [move(1)])


async def test_our_own_earlier_connection_does_not_lock_us_out(held, other):
    """The network was down: the lock does not answer any more, but the server still keeps it for us."""
    [before] = await other.fetch(HOLDERS)
    row = await held.create(new(), [])
    lost = held._locks._connection

    class Silent:
        """Still open, as far as anybody knows."""

        def is_closed(self):
            return False

        async def fetchval(self, *_query, **_options):
            raise TimeoutError

        def terminate(self):
            """Nothing of it reaches the server."""

    held._locks._connection = Silent()
    held._locks._lease_end = 0.0
    lost.remove_termination_listener(held._locks._ended)
    await play(held, row)
    [after] = await other.fetch(HOLDERS)
    assert after != before
    await lost.close()


async def test_closing_ends_the_tries_to_get_the_lock_back(postgres_url, other, monkeypatch):
    async def trying():
        return [task for task in asyncio.all_tasks() if task.get_name() == "store shard locks"]

    async with opened(postgres_url) as store:
        await store.hold()
        monkeypatch.setattr(asyncpg, "connect", AsyncMock(side_effect=OSError("no route")))
        await other.execute("SELECT pg_terminate_backend($1)", await other.fetchval(HOLDERS))
        await until(trying)
    assert not await trying()
