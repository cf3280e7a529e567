"""PostgreSQL goes away and comes back: nothing is lost, nothing is done twice, and all goes on by itself."""

import asyncio
import contextlib
import re
import traceback
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest

from bot.core.shards import Shards
from bot.store import Conflict, ShownBoard, Taken, Unavailable, from_url, postgres
from bot.store.postgres import PostgresStore
from bot.store.results import Mark
from bot.store.statements import MISSED
from tests.kit.stores import opened
from tests.store.processes import until
from tests.store.samples import change, loaded, move, new, play
from tests.store.server import Server
from tests.store.test_results import result


@pytest.fixture
def restarting(own_server: Server):
    """The server, for tests that stop it; it runs again for the next one."""
    yield own_server
    if not own_server.running:
        own_server.start()


@pytest.fixture
def url(postgres_url: str) -> str:
    return postgres_url


@pytest.fixture
async def store(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres, "REGAIN_SECONDS", 0.05)
    async with opened(url) as store:
        store.serve(Shards(0, 3, 4))
        await store.hold()
        yield store


async def restarted(server: Server) -> None:
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)


# A server that says nothing


async def test_marking_many_boards_has_a_timeout(store, url, monkeypatch):
    monkeypatch.setattr(postgres, "TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(postgres, "RETRY_LIMIT_SECONDS", 0.1)
    rows = [await store.create(new(shard=0), []) for _ in range(2)]
    other = await asyncpg.connect(url)
    try:
        await other.execute("BEGIN")
        await other.execute("UPDATE tables SET shown = shown WHERE id = $1", rows[1].id)
        writing = asyncio.create_task(store.mark_shown(*(ShownBoard(row.id, 0) for row in rows)))
        await asyncio.wait([writing], timeout=120)
        assert writing.done(), "whoever holds the boards' locks is let go"
        assert isinstance(writing.exception(), Unavailable | TimeoutError)
    finally:
        await other.close()
    assert await store.behind() == [row.id for row in rows], "all or nothing"


async def test_a_move_has_a_timeout_and_leaves_no_transaction_open(store, url, monkeypatch):
    row = await store.create(new(shard=0), [])
    other = await asyncpg.connect(url)
    await other.execute("BEGIN")
    await other.execute("UPDATE tables SET shown = shown WHERE id = $1", row.id)
    with monkeypatch.context() as short:
        short.setattr(postgres, "TIMEOUT_SECONDS", 0.2)
        with pytest.raises(Unavailable):
            await asyncio.wait_for(play(store, row), 120)
    await other.close()
    assert await store.load(row.id) == (row, [])
    assert await store.load((await play(store, row)).id) == (change(row, revision=1, version=1), [move(1)])


async def test_a_process_that_falls_silent_in_a_move_does_not_lock_its_table(url, monkeypatch):
    monkeypatch.setattr(postgres, "IDLE_TRANSACTION_SECONDS", 1)
    async with opened(url) as silent:
        row = await silent.create(new(shard=0), [])
        stuck = await silent._pool.acquire()
        await stuck.execute("BEGIN")
        await stuck.execute("UPDATE tables SET shown = shown WHERE id = $1", row.id)
        async with opened(url) as other:
            assert (await asyncio.wait_for(play(other, row), 120)).version == 1


# A server that starts again


async def test_calls_raise_unavailable_and_the_store_recovers(store, restarting, url, monkeypatch, caplog):
    row = await play(store, await store.create(new(shard=0), [1]))
    heard = []
    store.subscribe(MISSED, heard.append)
    monkeypatch.setattr(postgres, "RETRY_LIMIT_SECONDS", 0.1)
    await asyncio.to_thread(restarting.stop)
    attempts: tuple[Callable[[], Any], ...] = (
        lambda: store.load(row.id),
        lambda: play(store, row),
        lambda: store.create(new(), []),
        lambda: store.get("server", 1),
        lambda: store.put("server", 1, b"{}"),
        lambda: store.put("server", 1, b"{}", notify=True),
        lambda: store.claim(2.0, 60, 1),
        lambda: store.erase_guild(1),
        lambda: store.recount(1, "trio"),
    )
    for attempt in attempts:
        with pytest.raises(Unavailable) as away:
            await attempt()
        assert str(away.value).startswith("PostgreSQL does not answer (")
        assert away.value.__cause__ is None
    assert not store.notified
    [begun] = [record.getMessage() for record in caplog.records if record.name == postgres.__name__]
    assert re.fullmatch(r"PostgreSQL at \S+ does not answer \(\w+\): players are asked to wait", begun)
    await asyncio.to_thread(restarting.start)
    await until(lambda: asyncio.sleep(0, store.notified and heard))
    monkeypatch.setattr(postgres, "RETRY_LIMIT_SECONDS", 120.0)
    row = await play(store, row)
    assert (await loaded(store, row.id))[1] == [move(1), move(2)]
    assert len(await store.in_guild(1, ["playing"])) == 1
    [_, ended] = [record.getMessage() for record in caplog.records if record.name == postgres.__name__]
    assert re.fullmatch(r"PostgreSQL answers again after \d+ s", ended)
    async with opened(url) as second:
        second.serve(Shards(0, 1, 4))
        with pytest.raises(Taken):
            await second.hold()


async def test_waiting_for_shards_survives_a_restart_of_the_server(store, restarting, url):
    async def played() -> bool:
        with contextlib.suppress(Unavailable):
            await play(following, await following.create(new(), []))
            return True
        return False

    async with opened(url) as following:
        following.serve(Shards(0, 3, 4))
        waiting = asyncio.create_task(following.hold(wait=True))
        await restarted(restarting)
        # Either may be first; in the end the waiting process has them.
        await store.let_go()
        async with asyncio.timeout(120):
            await waiting
        await until(played)


# Answers that are lost on their way


@pytest.fixture
def lose(monkeypatch):
    """Call it to have the answer to the next statement lost after it was done."""
    left = []
    once = PostgresStore._once

    async def lossy(self, pool, work):
        found = await once(self, pool, work)
        if left:
            left.pop()
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")
        return found

    monkeypatch.setattr(PostgresStore, "_once", lossy)
    return lambda: left.append(1)


async def test_a_table_is_opened_once(store, lose):
    lose()
    row = await store.create(new(facts=b'{"host":1}'), [1, 2])
    assert await store.in_guild(1, ["playing"]) == [row]
    other = await store.create(new(facts=b'{"host":1}'), [1])
    assert other.id != row.id


async def test_a_move_is_made_once(store, lose):
    row = await play(store, await store.create(new(), [1]), 2)
    lose()
    row = await store.save(
        change(row, revision=3, status="over", facts=b"[]"), entries=[move(3)], replaced={2: move(9)}, users=[2]
    )
    assert (row.version, row.revision) == (2, 3)
    assert await store.load(row.id) == (change(row, shown=-1), [move(1), move(9), move(3)])
    assert await store.of_user(2, ["over"]) == [row]
    lose()
    row = await store.save(change(row, wake=5.0))
    lose()
    ended = await store.save(row, results=[result(row.id, 0, 1)])
    assert len(await store.results_at(row.id)) == 1
    assert ended.version == 4


async def test_another_players_move_is_not_taken_for_ours(store, lose, url):
    row = await store.create(new(), [])
    async with opened(url) as other:
        theirs = await other.save(change(row, revision=1), entries=[move(7)])
        lose()
        with pytest.raises(Conflict):
            await play(store, row)
        assert await store.load(row.id) == (theirs, [move(7)])
        # The same move, but more than that is different.
        lose()
        with pytest.raises(Conflict):
            await store.save(change(row, revision=1, status="over"), entries=[move(7)])
        assert await store.load(row.id) == (theirs, [move(7)])


async def test_everything_else_is_done_once_too(store, lose):
    row = await store.create(new(wake=1.0), [1])
    lose()
    assert await store.claim(2.0, 10, 5) == []
    assert await store.claim(12.0, 10, 5) == [row.id], "it is found again after its lease"
    lose()
    await store.mark_shown(ShownBoard(row.id, 0, b"here"))
    assert await store.board(row.id) == b"here"
    for before, after in ((None, b"1"), (b"1", b"2")):
        lose()
        assert await store.swap("daily", 1, before, after)
    lose()
    assert not await store.swap("daily", 1, None, b"3")
    lose()
    await store.put("server", 1, b"{}", notify=True)
    assert await store.get("server", 1) == b"{}"
    ended = result(row.id, 0, 1)
    await store.save(change(row, status="over", wake=None), results=[ended])
    lose()
    with pytest.raises(Conflict):  # whoever counts looks again, and finds nothing left
        await store.count(ended.guild, ended.game, None, [Mark(ended.finished, row.id)], [])
    assert await store.to_count() is None
    lose()
    await store.fill_again()
    lose()
    assert await store.erase_guild(row.guild) == [row.id]
    assert await store.load(row.id) is None


async def test_what_a_retry_would_not_mend_is_not_retried(store):
    with pytest.raises(asyncpg.DataError):
        await store.get("server", 2**70)
    with pytest.raises(asyncpg.UndefinedTableError):
        await store._read("SELECT 1 FROM nothing")
    await store._pool.close()
    with pytest.raises(asyncpg.InterfaceError):
        await store.load(1)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:hunter2@127.0.0.1:1/tablee",
        "postgresql://ana:hunter2@127.0.0.1:99999/tablee",
        "postgresql://ana:hunter2@nowhere.invalid/tablee",
        "postgres://127.0.0.1:1/tablee?user=ana&password=hunter2",
        "postgresql://ana:hunter2@127.0.0.1:1/tablee?sslmode=wrong",
        "postgresql://ana:hunter%32@127.0.0.1:1/tablee?port=wrong",
        "postgresql://127.0.0.1,127.0.0.2/tablee?port=1,2,3&password=hunter2",
    ],
)
async def test_no_connection_error_contains_the_password(url):
    store = from_url(url)
    with pytest.raises(Exception, match=r".") as error:
        await store.open()
    told = "".join(traceback.format_exception(error.value)) + repr(error.value)
    for secret in ("hunter2", "hunter%32"):
        assert secret not in told
    with pytest.raises(RuntimeError, match="not open"):
        await store.schema_version()
