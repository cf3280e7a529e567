"""The one writer of the SQLite storage: group commit, its failures, and that it leaves nothing running."""

import asyncio
import contextlib
import sqlite3

import pytest

from bot.store import Conflict, WrongVersion
from bot.store.sqlite import Ledger, SqliteStore
from tests.kit.stores import opening
from tests.store.samples import change, loaded, move, new, play


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a folder" / "that is not there yet" / "tables.sqlite3"


@pytest.fixture
async def store(path):
    async with opening(SqliteStore(path)) as store:
        yield store


@pytest.fixture
def groups(store, monkeypatch):
    """The size of each group that is committed from now on."""
    sizes = []
    commit = Ledger.commit

    def counted(ledger: Ledger) -> None:
        sizes.append(len(ledger.groups[0]))
        commit(ledger)

    monkeypatch.setattr(Ledger, "commit", counted)
    return sizes


async def test_a_commit_reaches_the_disk(store):
    [writer, _] = store._connections
    settings = [
        await writer.execute_fetchall(f"PRAGMA {name}") for name in ("journal_mode", "synchronous", "foreign_keys")
    ]
    assert settings == [[("wal",)], [(2,)], [(1,)]]


async def test_an_sqlite_that_is_too_old_is_refused_before_there_is_a_file(path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(WrongVersion, match=r"3\.35 or newer is needed"):
        await SqliteStore(path).open()
    assert not path.parent.exists()


async def test_queued_writes_are_one_transaction(store, groups):
    rows = await asyncio.gather(*(store.create(new(), []) for _ in range(30)))
    assert groups == [30]
    first = asyncio.create_task(play(store, rows[0]))
    while len(groups) == 1:  # until the first commit is on its way
        await store.get("anything", 0)
    await asyncio.gather(first, *(play(store, row) for row in rows[1:]))
    assert groups == [30, 1, 29]


async def test_one_that_is_refused_does_not_spoil_the_others(store, groups):
    rows = [await store.create(new(), []) for _ in range(4)]
    groups.clear()
    results = await asyncio.gather(
        play(store, rows[0]),
        store.save(change(rows[1], version=5)),
        store.save(
            change(rows[2], revision=1, status="over"), entries=[move(1)], users=[2**63]
        ),  # fails at the last step
        play(store, rows[3]),
        play(store, rows[3]),
        return_exceptions=True,
    )
    assert groups == [5]
    assert [type(result) for result in results] == [type(rows[0]), Conflict, OverflowError, type(rows[0]), Conflict]
    assert [await store.load(row.id) for row in rows] == [
        (results[0], [move(1)]),
        (rows[1], []),
        (rows[2], []),
        (results[3], [move(1)]),
    ]


async def test_a_full_disk_fails_its_writers_and_passes(store):
    row = await store.create(new(), [])
    [writer, _] = store._connections
    [[pages]] = await writer.execute_fetchall("PRAGMA page_count")
    await writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        await play(store, row, 5000)
    assert await store.load(row.id) == (row, [])
    await writer.execute_fetchall("PRAGMA max_page_count = 1000000")
    row = await play(store, row)
    assert await store.load(row.id) == (row, [move(1)])


async def test_a_broken_off_transaction_is_undone(store):
    """An error of the whole transaction: nothing of the group is stored, and the next group succeeds."""
    row = await store.create(new(), [])

    def spoil(ledger: sqlite3.Connection) -> None:
        ledger.execute("ROLLBACK")  # as SQLite itself does on a disk error
        raise sqlite3.OperationalError("disk I/O error")

    results = await asyncio.gather(play(store, row), store._write(spoil), return_exceptions=True)
    assert [type(result) for result in results] == [sqlite3.OperationalError] * 2
    assert await store.load(row.id) == (row, [])
    await play(store, row)


async def test_reads_do_not_wait_for_a_write(store, path):
    row = await store.create(new(), [])
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        saving = asyncio.create_task(play(store, row))
        assert [await store.load(row.id) for _ in range(20)] == [(row, [])] * 20
        assert not saving.done()
        other.execute("COMMIT")
    other.close()
    row = await saving
    assert await store.load(row.id) == (row, [move(1)])


async def test_no_task_is_left_when_nothing_is_to_write(store):
    await asyncio.gather(*(store.create(new(), []) for _ in range(5)))
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_cancelled_caller_does_not_disturb_the_others(store):
    rows = [await store.create(new(), []) for _ in range(3)]
    tasks = [asyncio.create_task(play(store, row)) for row in rows]
    await asyncio.sleep(0)
    tasks[1].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(results[1], asyncio.CancelledError)
    assert [(await loaded(store, rows[n].id))[0] for n in (0, 2)] == [results[0], results[2]]


@contextlib.asynccontextmanager
async def committing(store, path, groups, row):
    """A move whose commit waits for another connection's lock until this ends."""
    groups.clear()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        playing = asyncio.create_task(play(store, row))
        while not groups:  # until it waits for the lock
            await store.get("anything", 0)
        yield playing
        other.execute("COMMIT")


async def test_a_cancelled_writer_leaves_no_caller_waiting(store, path, groups):
    rows = [await store.create(new(), []) for _ in range(3)]
    async with committing(store, path, groups, rows[0]) as first:
        second = asyncio.create_task(play(store, rows[1]))
        await asyncio.sleep(0)
        store._writing.cancel()
        results = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(result) for result in results] == [asyncio.CancelledError] * 2
        third = asyncio.create_task(play(store, rows[2]))
        await asyncio.sleep(0)
    row = await third
    # The first was under way and is written although nobody waits for it; the second never began.
    assert [(await loaded(store, row.id))[0].version for row in rows] == [1, 0, 1]
    assert await store.load(row.id) == (row, [move(1)])


async def test_close_waits_for_all_that_was_asked_before_it(store, path, groups):
    """Also for what queued up behind a commit that is under way."""
    rows = [await store.create(new(), []) for _ in range(3)]
    async with committing(store, path, groups, rows[0]) as first:
        rest = [asyncio.create_task(play(store, row)) for row in rows[1:]]
        await asyncio.sleep(0)
        assert len(store._queue) == 2
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="not open"):  # but for nothing that comes later
            await store.put("guild", 1, b"{}")
    rows = await asyncio.gather(first, *rest)
    await closing
    await store.open()
    assert [await store.load(row.id) for row in rows] == [(row, [move(1)]) for row in rows]
