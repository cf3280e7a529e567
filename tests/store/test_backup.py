"""Backups, restoring and moving to the other storage: everything, or nothing."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from unittest.mock import Mock

import asyncpg
import pytest

from bot.__main__ import main
from bot.store import backup
from bot.store.backup import copied_tables, inspect_database, statements_on
from bot.store.migrations import Migration
from tests.kit.stores import make, opened
from tests.kit.words import ROOT
from tests.store.furnished import TABLES, everything, furnish, run
from tests.store.older import NEWEST, table_of_the_first
from tests.store.samples import change, loaded, move, new, play
from tests.store.test_hold import HOLD_UNTIL_KILLED

TIMEOUT_SECONDS = 120
"""Only against hanging."""

KILLED = """
import os, signal, sqlite3, sys
from bot.__main__ import main
from bot.store import backup

def dying(*_args):
    os.kill(os.getpid(), signal.SIGKILL)

class Dying(sqlite3.Connection):
    def backup(self, target):
        super().backup(target, pages=7, progress=dying)  # some pages are written

backup.BATCH = 7
if sys.argv[1] == "rows":
    backup._compare = dying  # all rows are written
else:
    backup._connect = lambda file: sqlite3.connect(file, isolation_level=None, factory=Dying)
sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture
def postgres_url(empty_postgres_url):
    """A database without any tables."""
    return empty_postgres_url


async def test_a_backup_made_during_a_game_is_a_snapshot_and_can_be_restored(
    url, there, tmp_path, here, monkeypatch, capsys
):
    await furnish(url)
    monkeypatch.setenv("DATABASE_URL", url)
    file = here / "backup"
    before = time.time()

    async def play_on() -> int:
        nonlocal row
        moves = 0
        while not making.done():
            row = await play(store, row)
            await store.put("moves", 1, str(moves := moves + 1).encode())
        return moves

    async with opened(url) as store:
        await store.hold()
        row = await store.create(new(), [1])
        making = asyncio.create_task(run("backup", str(file)))
        assert await play_on() > 0
        assert await making == 0
    assert capsys.readouterr().out.startswith(f"Everything is in {file}")
    assert before <= ((await inspect_database(url)).backup or 0) <= time.time()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in here.iterdir()] == ["backup"]
    for new_home in (f"sqlite:///{tmp_path}/one.sqlite3", there):
        monkeypatch.setenv("DATABASE_URL", new_home)
        assert await run("restore", str(file)) == 0
        async with opened(new_home) as restored:
            found, log = await loaded(restored, row.id)
            document = await restored.get("moves", 1)
        assert len(log) == found.revision <= row.revision
        assert abs(int(document or 0) - found.revision) <= 1
    capsys.readouterr()
    assert await run("restore", str(file)) == 1
    assert "is not empty" in capsys.readouterr().err


async def test_a_backup_overwrites_nothing_and_leaves_nothing_half(url, here, monkeypatch, capsys):
    await furnish(url)
    monkeypatch.setenv("DATABASE_URL", url)
    (here / "there").write_text("precious", "utf-8")
    assert await run("backup", "there") == 1
    assert "is there already, and nothing is overwritten" in capsys.readouterr().err
    assert (here / "there").read_text("utf-8") == "precious"
    assert await run("backup", "no/such/folder/file") == 1
    assert "There is no folder no/such/folder" in capsys.readouterr().err
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, "hunter2")))
    assert await run("backup", "full") == 1
    assert capsys.readouterr().err == "It failed: OSError, No space left on device.\n"
    assert [each.name for each in here.iterdir()] == ["there"]


async def test_two_backups_into_the_same_file_make_one(sqlite_url, here, monkeypatch, capsys):
    await furnish(sqlite_url)
    real = backup._copy_pages

    def slow(*args):
        real(*args)
        (here / "file").write_text("the other's", "utf-8")

    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setattr(backup, "_copy_pages", slow)
    assert await run("backup", "file") == 1
    assert (here / "file").read_text("utf-8") == "the other's"
    assert "is there already" in capsys.readouterr().err


def other_tables(_data: bytes) -> bytes:
    with sqlite3.connect(":memory:") as other:
        other.execute("CREATE TABLE other (id)")
        return other.serialize()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda data: data[: len(data) // 2], "damaged"),
        (lambda data: data[:4096], "damaged"),
        (lambda data: data[:8192] + b"\xff" * 4096 + data[12288:], "damaged"),
        (lambda _: b"", "has no tables of Tablée's"),
        (lambda _: b"\x89PNG\r\n, long enough to be looked at as if it were a database", "is not a SQLite database"),
        (other_tables, "has no tables of Tablée's"),
    ],
)
async def test_a_file_that_is_no_whole_backup_is_not_restored(sqlite_url, spoil, reason, here, monkeypatch, capsys):
    await furnish(sqlite_url)
    await backup.back_up(sqlite_url, here / "file", now=1.5)
    (here / "file").write_bytes(spoil((here / "file").read_bytes()))
    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.sqlite3")
    assert await run("restore", "file") == 1
    assert reason in capsys.readouterr().err
    assert not (here / "new.sqlite3").exists()


async def test_a_backup_of_a_newer_program_is_refused(url, there, here, known, monkeypatch, capsys):
    known(NEWEST, Migration(NEWEST + 1, "later", "CREATE TABLE later (id BIGINT PRIMARY KEY);\n"))
    await make(url)
    await backup.back_up(url, here / "file", now=1.5)
    known(NEWEST)
    monkeypatch.setenv("DATABASE_URL", there)
    assert await run("restore", "file") == 1
    assert f"has schema {NEWEST + 1}, but this program knows" in capsys.readouterr().err
    assert await run("move", url, there) == 1
    assert f"has schema {NEWEST + 1}, but this program knows" in capsys.readouterr().err


@pytest.mark.parametrize("older", range(1, NEWEST))
async def test_a_backup_of_an_older_program_can_be_restored(url, there, older, here, known, monkeypatch):
    known(older)
    await make(url)
    await table_of_the_first(url, 1, moves=3)
    if older > 1:  # the first schema cannot store that there was a backup
        await backup.back_up(url, here / "old", now=1.0)
    known(NEWEST)
    monkeypatch.setenv("DATABASE_URL", there)
    assert await (run("restore", "old") if older > 1 else run("move", url, there)) == 0
    async with opened(there) as restored:
        assert await restored.schema_version() == NEWEST
        assert (await loaded(restored, 1))[1] == [move(1), move(2), move(3)]
        assert [each.id for each in await restored.of_user(1, ["playing"])] == [1]


async def test_a_moved_database_is_equal_and_usable(url, there, tmp_path, here, capsys):
    await furnish(url)
    back = f"sqlite:///{tmp_path}/new folder/back.sqlite3"
    before = await everything(url)
    assert await run("move", url, there) == 0
    assert await everything(there) == before
    assert await run("move", there, back) == 0
    assert await everything(back) == before == await everything(url)
    assert "Everything has been copied and checked." in capsys.readouterr().out
    for home in (there, back):
        async with opened(home) as store:
            await store.hold()
            # The id of the table that was erased is not given again: its old buttons must find nothing.
            fresh = await store.create(new(), [9])
            assert fresh.id == TABLES + 2
            # Triggers work.
            assert [each.id for each in await store.of_user(9, ["playing"])] == [fresh.id]
            await store.save(change(fresh, status="over"))
            assert await store.of_user(9, ["playing"]) == []


@pytest.mark.parametrize("start", ["sqlite", "postgres"])
@pytest.mark.parametrize("end", ["sqlite", "postgres"])
async def test_a_move_that_was_killed_leaves_nothing_and_can_be_repeated(
    start, end, sqlite_url, server, tmp_path, here, capsys
):
    urls = []
    for number, kind in enumerate((start, end)):
        urls.append(f"sqlite:///{tmp_path}/{number}.sqlite3")
        if kind == "postgres":
            name = f"killed_{start}_{end}_{number}"
            connection = await asyncpg.connect(server)
            await connection.execute(f"CREATE SCHEMA {name}")
            await connection.close()
            urls[-1] = f"{server}&search_path={name}"
    await furnish(urls[0])
    await make(urls[1])
    died = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", KILLED, "pages" if end == "sqlite" else "rows", "move", *urls],
        cwd=ROOT, capture_output=True, timeout=TIMEOUT_SECONDS, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert not any((await everything(urls[1])).values())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        # PostgreSQL may not have noticed yet that the process is dead.
        while await run("move", *urls):
            assert "is running on" in capsys.readouterr().err
    assert await everything(urls[1]) == await everything(urls[0])


async def test_nothing_is_ever_overwritten(url, tmp_path, here, capsys):
    await furnish(url)
    full = f"sqlite:///{tmp_path}/full.sqlite3"
    await furnish(full)
    before = await everything(url)
    assert await run("move", full, url) == 1
    assert re.search(r"is not empty, and nothing is overwritten", capsys.readouterr().err)
    assert await everything(url) == before
    assert await run("move", url, url) == 1
    assert "the same database" in capsys.readouterr().err


async def test_nothing_is_moved_under_a_bot_that_runs(url, there, here, capsys):
    await furnish(url)
    await make(there)
    # SQLite's lock is a process's own: the bot is another one.
    for held in (url, there):
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", HOLD_UNTIL_KILLED, held), cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert bot.stdout
            assert await bot.stdout.readline() == b"held\n"
            assert await run("move", url, there) == 1
            assert "is running on the" in capsys.readouterr().err
        finally:
            bot.kill()
            await bot.wait()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["move", "mysql://root:hunter2@db/x", "sqlite:///x"], "FROM=mysql://… is not possible"),
        (["move", "sqlite:///x", "postgresql://root:hunt@er2@db/x"], "TO=postgresql://… is not possible"),
        (["move", "NO_SUCH_VARIABLE", "sqlite:///x"], "there is no variable NO_SUCH_VARIABLE"),
    ],
)
def test_a_wrong_address_is_refused_and_never_repeated(arguments, reason, here, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert reason in err
    assert not any(part in out + err for part in ("hunt", "er2", "root", "Traceback"))


def test_an_unreachable_database_is_reported_without_its_password(here, capsys):
    assert main(["move", "postgresql://root:hunter2@127.0.0.1:1/x", "sqlite:///new.sqlite3"]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("It failed: ConnectionRefusedError, Connection refused.")
    assert "hunter2" not in out + err
    assert main(["move", "sqlite:///none.sqlite3", "sqlite:///new.sqlite3"]) == 1
    assert capsys.readouterr().err == "There is no SQLite file none.sqlite3.\n"
    assert not list(here.iterdir())


async def test_a_variable_can_name_an_address(sqlite_url, tmp_path, here, monkeypatch):
    await furnish(sqlite_url)
    (here / ".env").write_text(f"DATABASE_URL={sqlite_url}\n", "utf-8")
    monkeypatch.setenv("NEW_HOME", f"sqlite:///{tmp_path}/there.sqlite3")
    assert await run("move", "DATABASE_URL", "NEW_HOME") == 0
    assert (tmp_path / "there.sqlite3").exists()


async def test_another_programs_tables_are_left_alone(postgres_url, tmp_path, here):
    connection = await asyncpg.connect(postgres_url)
    await connection.execute("CREATE TABLE invoices (paid MONEY); INSERT INTO invoices VALUES (1)")
    source = f"sqlite:///{tmp_path}/from.sqlite3"
    await furnish(source)
    assert await run("move", source, postgres_url) == 0
    assert await connection.fetchval("SELECT count(*) FROM invoices") == 1
    await connection.close()
    assert await everything(postgres_url) == await everything(source)


@pytest.mark.parametrize("change", ["UPDATE moves SET at = at + 1 WHERE table_id = 3", "DELETE FROM moves"])
async def test_a_copy_that_is_not_right_is_noticed(change, sqlite_url, postgres_url, here, monkeypatch, capsys):
    await furnish(sqlite_url)
    compare = backup._compare

    async def spoil(file, server, *args):
        await server.execute(change)
        await compare(file, server, *args)

    monkeypatch.setattr(backup, "_compare", spoil)
    assert await run("move", sqlite_url, postgres_url) == 1
    assert "The rows of the table moves are not as in the original" in capsys.readouterr().err
    assert (await inspect_database(postgres_url)).schema == 0


async def test_everything_in_either_storage_is_copied(sqlite_url, postgres_url):
    """Also tables and columns that a later migration adds."""
    await make(sqlite_url)
    await make(postgres_url)
    copied = {(table.name, column) for table in copied_tables(NEWEST) for column in table.columns}
    async with statements_on(postgres_url) as fetch:
        columns = await fetch(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() "
            "AND is_generated = 'NEVER' AND table_name <> 'migrations'"
        )
    assert copied == {tuple(found) for found in columns}
    async with statements_on(sqlite_url) as fetch:
        tables = {name for (name,) in await fetch("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert {table for table, _ in copied} == tables - {"migrations", "sqlite_sequence"}


async def test_an_empty_database_has_nothing_to_back_up(postgres_url, here, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    assert await run("backup", "file") == 1
    assert "has no tables of Tablée's" in capsys.readouterr().err
    assert not list(here.iterdir())
