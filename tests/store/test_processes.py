"""Several processes on one database: one holds each shard, does its work and is notified; a killed one makes room."""

import asyncio
import contextlib
import logging
import os
from pathlib import Path
from unittest.mock import AsyncMock

import asyncpg
import pytest

from bot.core.shards import ALL, Shards
from bot.fleet.hand_over import PostgresBucketLocks
from bot.store import Conflict, ShownBoard, Store, Taken
from bot.store.postgres import ALONE, KEY, PostgresStore, ShardLocks
from bot.store.statements import BOARD, ENDED, FORGOTTEN, MISSED, PANELS, REPLACED, TABLE, TAKEN
from tests.kit.stores import opened, opening
from tests.store.processes import (
    HOLD_UNTIL_KILLED,
    TIMEOUT_SECONDS,
    another_process,
    cut_off,
    guild,
    process,
    until,
)
from tests.store.samples import change, loaded, move, new, play
from tests.store.server import execute
from tests.store.test_results import result

HOLDERS = f"""
    SELECT DISTINCT pid FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ({KEY})::bit(32)::bigint::oid AND objsubid = 2 AND granted"""  # noqa: S608


def at(shard: int, **facts):
    return new(guild=guild(shard), shard=shard, **facts)


class Heard(list):
    def __init__(self, store, *topics):
        super().__init__()
        for topic in topics:
            store.subscribe(topic, lambda said, topic=topic: self.append((topic, said)))

    async def next(self):
        await until(lambda: asyncio.sleep(0, len(self)))
        return self.pop(0)


async def hold_soon(store: Store) -> None:
    """Hold as soon as the killed process is gone: the system and the server take a moment."""

    async def held():
        with contextlib.suppress(Taken):
            await store.hold()
            return True

    await until(held)


@pytest.fixture
async def two(postgres_url):
    async with process(postgres_url, "0-1/4") as here, process(postgres_url, "2-3/4") as there:
        yield here, there


# ---- one process at a time


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


async def test_a_waiting_process_gets_the_shards_when_they_are_let_go(postgres_url):
    everybody = Shards(0, 3, 4)
    async with opened(postgres_url) as old, opened(postgres_url) as following:
        for store in (old, following):
            store.serve(everybody)
        await old.hold()
        given_up = asyncio.create_task(following.hold(wait=True))
        await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        waiting = asyncio.create_task(following.hold(wait=True))
        row = await play(old, await old.create(new(), []))
        assert not waiting.done()
        await old.let_go()
        async with asyncio.timeout(120):
            await waiting
        assert following.at_home(0)
        assert not old.at_home(0)
        # The old process finishes its work; the first write wins.
        row = await play(old, row)
        with pytest.raises(Conflict):
            await play(following, change(row, version=1, revision=1))
        row = await play(following, row)
        assert (await loaded(old, row.id))[1] == [move(1), move(2), move(3)]
        with pytest.raises(Taken):
            await old.hold()


# ---- SQLite: a lock beside the file


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
        # Our own number would name us, or in a container both.
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


# ---- PostgreSQL: locks of one connection


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


async def refused(url: str, shards: str, why: str = "is running on the PostgreSQL database") -> None:
    async with process(url, shards, held=False) as second:
        with pytest.raises(Taken, match=why):
            await second.hold()


async def test_every_shard_has_one_process(postgres_url):
    async with process(postgres_url, "0-3/16"), process(postgres_url, "4-7/16"):
        for taken in ("0-3/16", "3-5/16", "7/16"):
            await refused(postgres_url, taken, r"Another Tablée .*with some of the shards .*/16: stop it first")
        async with process(postgres_url, "8-15/16") as third:
            await third.put("guild", 1, b"{}")


@pytest.mark.parametrize("other", ["0-0/1", "0-15/16", "8-9/32", "0-7/8"])
async def test_all_processes_count_the_same_shards(postgres_url, other):
    for first, second in (("0-3/16", other), (other, "0-3/16")):
        async with process(postgres_url, first):
            await refused(postgres_url, second)


async def test_many_start_at_once_with_a_new_number(postgres_url):
    async with contextlib.AsyncExitStack() as stack:
        stores = [
            await stack.enter_async_context(process(postgres_url, f"{first}-{first + 3}/16", held=False))
            for first in range(0, 16, 4)
        ]
        await asyncio.gather(*(store.hold() for store in stores))
        assert await stores[0].get("shards", 0) == b"16"


async def test_a_copy_locks_every_process_out(postgres_url):
    copying = ShardLocks(postgres_url)
    async with process(postgres_url, "0-3/16") as store:
        with pytest.raises(Taken):
            await copying.take()
        await store.let_go()
        await copying.take()
        assert await store.get("shards", 0) == b"16"
        await refused(postgres_url, "4-7/16")
        await copying.release()


async def test_a_waiting_process_gets_the_shards_of_one_that_is_cut_off(postgres_url):
    async with process(postgres_url, "0-1/4") as old, process(postgres_url, "0-1/4", held=False) as following:
        waiting = asyncio.create_task(following.hold(wait=True))
        # The old process does not try to get its locks back, so the waiting one is first.
        old._locks._regain = lambda: asyncio.sleep(0)
        await cut_off(postgres_url)
        async with asyncio.timeout(120):
            await waiting
            # The end of its connection may reach it a moment after the locks are somebody else's.
            while old.notified:  # noqa: ASYNC110, the server's
                await asyncio.sleep(0.01)
        heard = Heard(old, REPLACED)
        with pytest.raises(Taken, match="0-1/4"):
            await old.create(at(0), [])
        topic, who = await heard.next()
        assert topic == REPLACED
        assert "with some of the shards 0-1/4" in who
        with pytest.raises(Taken, match="0-1/4"):
            await old.create(at(0), [])
        assert not heard, "once"


# ---- work


async def test_one_process_serves_everybody(store):
    assert store.shards == ALL
    assert store.at_home(0)
    rows = [await store.create(new(guild=guild(shard), wake=1.0), []) for shard in range(3)]
    assert await store.claim(2.0, 60, 9) == [row.id for row in rows]
    store.serve(Shards(0, 15, 16))
    assert not store.at_home(0), "not before it is held"
    await store.hold()
    assert all(store.at_home(shard) for shard in range(16))
    assert await store.claim(62.0, 60, 9) == [row.id for row in rows]
    assert await store.behind() == [row.id for row in rows]
    assert await store.census() == {"playing": 3}


async def test_sqlite_has_one_process_for_all_shards(sqlite_url):
    async with opened(sqlite_url) as store:
        with pytest.raises(ValueError, match=r"one process for everybody.*0-3/16"):
            store.serve(Shards(0, 3, 16))
        # As in a copy of a database with shards.
        await store.put("shards", 0, b"16")
        row = await store.create(new(wake=5.0), [])
        await store._do(("UPDATE tables SET shard = 3 WHERE id = $1", row.id))
        heard = Heard(store, "hello", MISSED)
        await store.hold()
        assert await store.get("shards", 0) is None
        assert (await store.behind(), await store.next_wake()) == ([row.id], 5.0)
        assert await store.claim(6.0, 60.0, 10) == [row.id]
        await store.put("hello", 1, b"{}", notify=True)
        assert store.notified
        assert not heard


async def test_each_finds_its_own_work(two):
    here, there = two
    rows = [await here.create(at(shard, wake=10.0 - shard, status="playing"), []) for shard in range(4)]
    lobby = await there.create(at(3, status="lobby"), [])
    assert await here.behind() == [rows[0].id, rows[1].id]
    assert await there.behind() == [rows[2].id, rows[3].id]
    assert (await here.census(), await there.census()) == ({"playing": 2}, {"playing": 2, "lobby": 1})
    assert (await here.next_wake(), await there.next_wake()) == (9.0, 7.0)
    assert await here.claim(10.0, 60, 1) == [rows[1].id]
    assert await there.claim(10.0, 60, 9) == [rows[3].id, rows[2].id]
    assert await here.next_wake() == 10.0
    assert await here.claim(10.0, 60, 9) == [rows[0].id]
    assert await there.in_guild(guild(3), ["lobby"]) == [lobby]
    ended = change(result(rows[2].id, 0, 1), guild=rows[2].guild)
    row = change(rows[2], status="over", wake=None)
    await there.save(row, results=[ended])
    assert (await here.to_count(), await there.to_count()) == (None, (row.guild, ended.game))
    await here.let_go()
    assert await here.claim(1000.0, 60, 9) == []
    assert (await here.next_wake(), await here.behind(), await here.census()) == (None, [], {})


async def test_a_table_may_be_at_home_elsewhere_than_its_server(two):
    """A table of one player goes with that player."""
    here, there = two
    row = await here.create(at(0, wake=1.0), [])
    heard = Heard(here, TABLE)
    row = await there.save(change(row, shard=2))
    assert (await loaded(here, row.id))[0].shard == 2
    assert await heard.next() == (TABLE, [row.id, 1, 0])
    assert await here.claim(2.0, 60, 9) == []
    assert await there.claim(2.0, 60, 9) == [row.id]


async def test_a_new_number_of_shards_gives_every_table_its_place(postgres_url):
    async with process(postgres_url, "0-0/1") as store:
        rows = [await store.create(new(guild=guild(shard), wake=1.0), []) for shard in range(4)]
        over = await store.create(new(guild=guild(3), status="over", shown=0), [])
    async with process(postgres_url, "2-3/4") as store, process(postgres_url, "0-1/4") as other:
        assert await store.claim(2.0, 60, 9) == [rows[2].id, rows[3].id]
        assert await other.claim(2.0, 60, 9) == [rows[0].id, rows[1].id]
        assert await store.behind() == [rows[2].id, rows[3].id]
        assert await other.rewrite(over, b"{}", [], repaint=True), "somebody named there is erased"
        assert await store.behind() == [rows[2].id, rows[3].id, over.id]
        assert await other.behind() == [rows[0].id, rows[1].id]
        await store.put(PANELS, 3, b"[]")
        await store.put(TAKEN, 3, b"[]")
    async with process(postgres_url, "2-3/4") as store:
        assert (await store.get(PANELS, 3), await store.get(TAKEN, 3)) == (b"[]", b"[]"), "whoever is next reads them"
    async with process(postgres_url, "0-0/1") as store:
        assert await store.claim(200.0, 60, 9) == [row.id for row in rows]
        assert (await store.get(PANELS, 3), await store.get(TAKEN, 3)) == (None, None), "nobody would ever read them"


# ---- news


async def test_the_home_process_is_notified_of_writes_elsewhere_only(two):
    here, there = two
    row = await here.create(at(1), [7])
    heard, own = Heard(here, TABLE, BOARD), Heard(there, TABLE, BOARD)
    row = await play(here, row)
    await here.mark_shown(ShownBoard(row.id, 1))
    row = await play(there, row)
    assert await heard.next() == (TABLE, [row.id, 2, 1])
    await there.mark_shown(ShownBoard(row.id, 2, b"here"))
    assert await heard.next() == (BOARD, [row.id, 1])
    with pytest.raises(Conflict):
        await play(there, change(row, version=1))
    row = await there.save(change(row, status="over"))
    assert await heard.next() == (TABLE, [row.id, 3, 1])
    assert await there.rewrite(row, b"[]", [7])
    assert await heard.next() == (TABLE, [row.id, 4, 1])
    assert await there.erase_guild(row.guild) == [row.id]
    assert await heard.next() == (TABLE, [row.id, 5, 1])
    assert not own


async def test_a_process_without_its_shards_does_not_move_a_moved_board(postgres_url):
    async with opened(postgres_url) as old, opened(postgres_url) as following:
        await old.hold()
        row, stayed = [await old.create(new(), []) for _ in range(2)]
        await old.mark_shown(ShownBoard(row.id, 0, b"here", None), ShownBoard(stayed.id, 0, b"here"))
        await old.let_go()
        await old.mark_shown(ShownBoard(row.id, 1, b"further on", b"here"))  # nobody else has touched it yet
        await following.hold()
        assert await following.board(row.id) == b"further on"
        await following.mark_shown(ShownBoard(row.id, 2, b"there", b"whatever it remembers"))
        heard = Heard(following, BOARD)
        await old.mark_shown(
            ShownBoard(row.id, 1, b"here again", b"further on"), ShownBoard(stayed.id, 1, b"here again", b"here")
        )
        assert [await following.board(each.id) for each in (row, stayed)] == [b"there", b"here again"]
        assert await heard.next() == (BOARD, [stayed.id, 0])
        assert (await loaded(following, row.id))[0].shown == 2
        await old.mark_shown(ShownBoard(row.id, 3))
        assert await heard.next() == (BOARD, [row.id, 0])
        assert (await loaded(following, row.id))[0].shown == 3


async def test_processes_are_notified_of_cached_documents(two):
    here, there = two
    heard, own = Heard(there, "server", FORGOTTEN, ENDED), Heard(here, "server", FORGOTTEN, ENDED)
    await here.put("server", 5, b"{}")
    await here.put("else", 5, b"{}", notify=True)
    await here.put("server", 6, b"{}", notify=True)
    assert await there.get("server", 6) == b"{}"
    await here.put("server", 6, None, notify=True)
    await here.forget(8)
    row = await here.create(new(guild=guild(2), shard=0), [])
    await here.save(change(row, status="over"), results=[change(result(row.id, 0, 1), guild=row.guild)])
    assert [await heard.next() for _ in range(4)] == [
        ("server", 6), ("server", 6), (FORGOTTEN, 8), (ENDED, row.guild),
    ]  # fmt: skip
    await there.put("server", 2, b"{}", notify=True)
    assert await own.next() == ("server", 2)
    assert not heard
    assert not own


async def test_a_process_that_was_cut_off_may_have_missed_notifications(postgres_url):
    async with process(postgres_url, "0-1/4", held=False) as here, process(postgres_url, "2-3/4") as there:
        heard = Heard(here, MISSED, "hello")
        await here.hold()
        assert await heard.next() == (MISSED, None)
        assert here.notified
        await cut_off(postgres_url)
        await until(lambda: asyncio.sleep(0, heard or not here.notified))
        assert await heard.next() == (MISSED, None)
        await there.put("hello", 1, b"{}", notify=True)
        assert await heard.next() == ("hello", 1)


async def test_every_schema_has_its_own_locks_and_notifications(postgres_url, server):
    await execute(server, "CREATE SCHEMA aside")
    async with (
        process(postgres_url, "0-1/4") as here,
        process(postgres_url, "2-3/4") as there,
        process(f"{server}&search_path=aside", "0-1/4") as aside,
    ):
        heard, own = Heard(aside, "hello"), Heard(there, "hello")
        await here.put("hello", 1, b"{}", notify=True)
        await own.next()
        assert not heard


# ---- turns to identify, over processes: none is lost with whoever had it


BOT, OTHER = 123456789012345678, 876543210987654321


@pytest.fixture
async def turns(postgres_url):
    both = PostgresBucketLocks(postgres_url, BOT), PostgresBucketLocks(postgres_url, BOT)
    yield both
    for each in both:
        await each.close()


async def test_one_process_of_a_bot_has_a_turn_at_a_time(turns, postgres_url):
    one, other = turns
    assert await one.try_lock(0)
    assert not await one.try_lock(0)
    assert not await other.try_lock(0)
    assert await other.try_lock(1)
    stranger = PostgresBucketLocks(postgres_url, OTHER)
    assert await stranger.try_lock(0)
    await stranger.close()
    await one.unlock(0)
    assert one._connection is None, "it is needed for a turn only"
    assert await other.try_lock(0)
    assert not await one.try_lock(0)


async def test_a_turn_ends_with_whoever_had_it(turns):
    one, other = turns
    assert await one.try_lock(0)
    one._connection.terminate()
    async with asyncio.timeout(120):
        while not await other.try_lock(0):  # noqa: ASYNC110, the server notices by itself
            await asyncio.sleep(0.01)
    # A process cannot unlock a bucket that it has lost.
    await one.unlock(0)
    assert not await one.try_lock(0)


async def test_nobody_has_a_turn_while_the_database_does_not_answer(caplog):
    nowhere = PostgresBucketLocks("postgresql://root:hunter2@127.0.0.1:1/x", BOT)
    assert not await nowhere.try_lock(0)
    assert not await nowhere.try_lock(0)
    assert len(caplog.records) == 1
    assert "hunter2" not in caplog.text


async def test_who_stops_waiting_in_the_middle_keeps_nothing(turns, monkeypatch):
    one, other = turns
    monkeypatch.setattr(asyncpg.Connection, "fetchval", AsyncMock(side_effect=asyncio.CancelledError))
    with pytest.raises(asyncio.CancelledError):
        await one.try_lock(0)
    monkeypatch.undo()
    assert one._connection is None
    assert await other.try_lock(0)
