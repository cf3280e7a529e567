"""The SQLite storage: one writer that commits groups; a file only its owner reads, whose loss is noticed."""

import asyncio
import contextlib
import logging
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.store import Conflict, DatabaseLost, Taken, WrongVersion, sqlite
from bot.store.sqlite import FileLock, Ledger, SqliteStore, _number_on_disk
from tests.kit.stores import make, opened, opening
from tests.kit.words import ROOT
from tests.store.samples import change, loaded, move, new, play


@pytest.fixture
def file(tmp_path):
    return tmp_path / "data" / "tables.sqlite3"


@pytest.fixture
async def store(file, monkeypatch):
    """A store whose file is checked only when a test calls ``check``."""
    monkeypatch.setattr(sqlite, "FILE_CHECK_SECONDS", 3600)
    async with opening(SqliteStore(file)) as store:
        await store.hold()
        yield store


def check(store):
    """Check the file, as the watch does every few seconds."""
    store._watch.check()


def beside(file, suffix):
    return file.with_name(file.name + suffix)


def elsewhere(code, *arguments):
    """Run Python in another process: one that closes a file it has read would drop our own locks on it."""
    subprocess.run([sys.executable, "-c", f"import sqlite3, shutil, sys\n{code}", *arguments], cwd=ROOT, check=True)


def sql(file, statement):
    """Run a statement in another process, as a tool of the host does."""
    elsewhere("sqlite3.connect(sys.argv[1], isolation_level=None).execute(sys.argv[2]).fetchall()", file, statement)


def back_up(file):
    """A copy as SQLite makes it."""
    copy = beside(file, ".backup")
    elsewhere("sqlite3.connect(sys.argv[1]).backup(sqlite3.connect(sys.argv[2]))", file, copy)
    return copy


def overwrite(file, source):
    """``cp source file``: the file stays the same, its contents do not."""
    elsewhere("shutil.copyfile(sys.argv[2], sys.argv[1])", file, source)


CHECKPOINT = "PRAGMA wal_checkpoint(TRUNCATE)"


# ---- for its owner alone


def modes(folder):
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


@pytest.mark.parametrize("umask", [0o000, 0o077])
async def test_every_file_is_its_owners_alone(file, umask):
    before = os.umask(umask)
    try:
        store = SqliteStore(file)
        await store.open()
        await store.hold()
        await play(store, await store.create(new(), []))
    finally:
        os.umask(before)
    assert modes(file.parent) == dict.fromkeys(
        ("tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm", "tables.sqlite3-lock"), "0o600"
    )
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    await store.close()


@pytest.mark.parametrize("wider", [0o610, 0o601])
async def test_wider_permissions_are_narrowed(store, file, wider):
    row = await store.create(new(), [])
    names = modes(file.parent)
    file.parent.chmod(0o755)
    for name in names:
        (file.parent / name).chmod(wider)
    async with opened(str(file)) as second:
        await store.close()
        await second.hold()
        assert modes(file.parent) == dict.fromkeys(names, "0o600")
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o755, "a folder that was there stays as it is"
        assert await second.load(row.id) == (row, [])


async def test_permissions_of_another_users_file_stay(store, file, monkeypatch):
    await store.close()
    file.chmod(0o666)
    monkeypatch.setattr(Path, "chmod", Mock(side_effect=PermissionError("not yours")))
    await store.open()
    assert stat.S_IMODE(file.stat().st_mode) == 0o666


async def test_a_link_that_leads_nowhere_yet(tmp_path):
    link, file = tmp_path / "link.sqlite3", tmp_path / "there" / "tables.sqlite3"
    link.symlink_to(file)
    async with opened(str(link)) as store:
        await play(store, await store.create(new(), []))
        assert modes(file.parent)["tables.sqlite3-wal"] == "0o600"
    assert modes(file.parent) == {"tables.sqlite3": "0o600"}


# ---- gone, or another


HARMS = {
    "remove": Path.unlink,
    "remove the log": lambda file: beside(file, "-wal").unlink(),
    "remove the index": lambda file: beside(file, "-shm").unlink(),
    "remove the folder": lambda file: shutil.rmtree(file.parent),
    "replace": lambda file: back_up(file).replace(file),
    "replace by a folder": lambda file: (file.unlink(), file.mkdir()),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
async def test_writes_fail_once_the_file_is_removed_or_replaced(store, file, harm, caplog):
    row = await play(store, await store.create(new(), [1]))
    harm(file)
    for _ in range(3):
        check(store)
        with pytest.raises(
            DatabaseLost, match=r"^The file .*/tables\.sqlite3.* was re.* would be lost.* Stop Tablée, put the"
        ):
            await play(store, row)
    with pytest.raises(DatabaseLost):
        await store.put("guild", 1, b"{}")
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL], "logged once"
    assert "would be lost" in caplog.text
    assert await store.load(row.id) == (row, [move(1)])


async def test_the_file_is_checked_every_few_seconds_without_any_write(store, file, monkeypatch):
    await store.close()
    monkeypatch.setattr(sqlite, "FILE_CHECK_SECONDS", 0.01)
    await store.open()
    await store.hold()
    row = await store.create(new(), [])
    file.unlink()
    async with asyncio.timeout(60):
        while store._watch.problem is None:  # noqa: ASYNC110 - a thread sets it
            await asyncio.sleep(0.01)
    with pytest.raises(DatabaseLost, match="was removed"):
        await play(store, row)
    await store.close()
    assert "store file watch" not in [thread.name for thread in threading.enumerate()]


async def test_a_commit_reaches_the_disk_and_runs_no_stat_and_no_pragma(store, monkeypatch):
    row = await store.create(new(), [])
    [writer, _] = store._connections
    names = ("journal_mode", "synchronous", "foreign_keys")
    assert [await writer.execute_fetchall(f"PRAGMA {name}") for name in names] == [[("wal",)], [(2,)], [(1,)]]
    statements: list[str] = []
    await writer.set_trace_callback(statements.append)
    with monkeypatch.context() as patched:
        patched.setattr(os, "stat", Mock(side_effect=AssertionError))
        patched.setattr(Path, "stat", Mock(side_effect=AssertionError))
        await play(store, row)
    assert statements
    assert not [statement for statement in statements if "PRAGMA" in statement]


async def test_a_file_that_comes_back_is_used_again(store, file, caplog):
    row = await store.create(new(), [])
    for loss in (1, 2):
        away = file.rename(beside(file, ".away"))
        check(store)
        with pytest.raises(DatabaseLost):
            await play(store, row)
        away.rename(file)
        check(store)
        row = await play(store, row)
        assert len(caplog.records) == loss
    await store.close()
    await store.open()
    assert await store.load(row.id) == (row, [move(1), move(2)])


# ---- overwritten


def garbage(other):
    other.write_bytes(random.Random(5).randbytes(50_000))


def another_database(other):
    sql(other, "CREATE TABLE cats (name)")


def our_backup(other):
    elsewhere(
        "from pathlib import Path\n"
        "from bot.store.backup import _copy_pages\n"
        "sqlite3.connect(sys.argv[2]).close()\n"
        "_copy_pages(Path(sys.argv[1]), Path(sys.argv[2]))",
        other.with_suffix(""),
        other,
    )


@pytest.mark.parametrize(
    ("source", "empty_log"),
    [(garbage, False), (Path.touch, True), (another_database, True), (our_backup, True), (our_backup, False)],
)
async def test_a_file_overwritten_in_place_is_noticed(store, file, source, empty_log, caplog):
    """With an empty log SQLite itself would read the new contents and continue with them."""
    row = await play(store, await store.create(new(), [1]))
    check(store)
    if empty_log:
        sql(file, CHECKPOINT)
    source(other := beside(file, ".other"))
    overwrite(file, other)
    for _ in range(3):
        check(store)
        with pytest.raises(DatabaseLost, match="or overwritten"):
            await play(store, row)
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL]


async def test_a_copy_that_was_made_before_the_bot_started_is_noticed(store, file):
    row = await play(store, await store.create(new(), [1]))
    sql(file, CHECKPOINT)
    await store.close()
    copy = back_up(file)
    await store.open()
    await store.hold()
    check(store)
    row = await play(store, row)
    overwrite(file, copy)
    check(store)
    with pytest.raises(DatabaseLost, match="or overwritten"):
        await play(store, row)


# ---- harmless


async def test_tools_of_the_host_are_harmless(store, file, caplog):
    row = await store.create(new(), [1])
    for statement in (
        "PRAGMA wal_checkpoint",
        CHECKPOINT,
        "SELECT count(*) FROM moves",
        "PRAGMA integrity_check",
        "INSERT INTO documents VALUES ('somebody', 1, x'7b7d')",
        CHECKPOINT,
    ):
        for tool in (partial(sql, file, statement), partial(back_up, file), partial(os.utime, file)):
            tool()
            check(store)
            row = await play(store, row)
            check(store)
        row = await play(store, row, 500)
    assert await store.load(row.id) == (row, [move(number) for number in range(1, row.revision + 1)])
    assert not caplog.records


async def test_a_reader_beside_the_bot_is_harmless(store, file):
    row = await play(store, await store.create(new(), []))
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM moves").fetchone() == (1,)
        row = await play(store, row, 10_000)
        check(store)
        sql(file, "PRAGMA wal_checkpoint")
        row = await play(store, row, 10_000)
        check(store)
        assert reader.execute("SELECT count(*) FROM moves").fetchone() == (1,)
    check(store)
    await play(store, row)


def test_a_lock_whose_owner_cannot_be_read_is_refused_all_the_same(file, monkeypatch):
    file.parent.mkdir()
    first = FileLock(file)
    first.take()
    monkeypatch.setattr(sqlite, "_number_on_disk", Mock(side_effect=sqlite3.DatabaseError("malformed")))
    with pytest.raises(Taken, match=r"^Another Tablée is running on the database"):
        FileLock(file).take()
    first.release()


async def test_checking_does_not_drop_our_locks(store, file):
    """Otherwise another process would remove the log we write to."""
    row = await play(store, await store.create(new(), []), 2000)
    sql(file, CHECKPOINT)
    for _ in range(3):
        os.utime(file)
        row = await play(store, row)
        check(store)
        # The last process to close a database removes its log.
        sql(file, "SELECT count(*) FROM tables")
        assert beside(file, "-wal").stat().st_size
    await make(str(file))
    sql(file, "SELECT count(*) FROM tables")
    assert beside(file, "-wal").stat().st_size
    await play(store, row)


async def test_the_number_can_be_read_during_a_checkpoint(store, file):
    """SQLite brings its log in page by page, the first page first: until it has done, the file is too short."""
    await play(store, await store.create(new(), []), 2000)
    await store.close()
    number = _number_on_disk(file)
    os.truncate(file, 8192)
    assert _number_on_disk(file) == number != 0


# ---- one writer


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


async def test_an_sqlite_that_is_too_old_is_refused_before_there_is_a_file(file, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(WrongVersion, match=r"3\.35 or newer is needed"):
        await SqliteStore(file).open()
    assert not file.parent.exists()


async def test_queued_writes_are_one_transaction(store, groups):
    rows = await asyncio.gather(*(store.create(new(), []) for _ in range(30)))
    assert groups == [30]
    first = asyncio.create_task(play(store, rows[0]))
    while len(groups) == 1:  # until the first commit is on its way
        await store.get("anything", 0)
    await asyncio.gather(first, *(play(store, row) for row in rows[1:]))
    assert groups == [30, 1, 29]
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}, "no task is left when nothing is to write"


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


async def test_reads_do_not_wait_for_a_write(store, file):
    row = await store.create(new(), [])
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        saving = asyncio.create_task(play(store, row))
        assert [await store.load(row.id) for _ in range(20)] == [(row, [])] * 20
        assert not saving.done()
        other.execute("COMMIT")
    other.close()
    row = await saving
    assert await store.load(row.id) == (row, [move(1)])


async def test_a_cancelled_caller_does_not_disturb_the_others(store):
    rows = [await store.create(new(), []) for _ in range(3)]
    tasks = [asyncio.create_task(play(store, row)) for row in rows]
    await asyncio.sleep(0)
    tasks[1].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(results[1], asyncio.CancelledError)
    assert [(await loaded(store, rows[n].id))[0] for n in (0, 2)] == [results[0], results[2]]


@contextlib.asynccontextmanager
async def committing(store, file, groups, row):
    """A move whose commit waits for another connection's lock until this ends."""
    groups.clear()
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        playing = asyncio.create_task(play(store, row))
        while not groups:  # until it waits for the lock
            await store.get("anything", 0)
        yield playing
        other.execute("COMMIT")


async def test_a_cancelled_writer_leaves_no_caller_waiting(store, file, groups):
    rows = [await store.create(new(), []) for _ in range(3)]
    async with committing(store, file, groups, rows[0]) as first:
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


async def test_close_waits_for_all_that_was_asked_before_it(store, file, groups):
    """Also for what queued up behind a commit that is under way."""
    rows = [await store.create(new(), []) for _ in range(3)]
    async with committing(store, file, groups, rows[0]) as first:
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
