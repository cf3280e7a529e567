"""Backups, restoring and moving to the other storage: everything, or nothing; and what `doctor` says of databases."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from bot.__main__ import main
from bot.cli.doctor import DISK_FREE_BYTES, about
from bot.cli.settings import BACKUPS, Settings
from bot.cli.startup import prepare
from bot.store import ShownBoard, WrongVersion, backup
from bot.store.backup import (
    AUTOMATIC,
    DatabaseStatus,
    back_up_before_migrations,
    copied_tables,
    inspect_database,
    inspect_schema,
    note,
    remove_old,
    restore,
    statements_on,
)
from bot.store.statements import Migration, Unusable
from tests.kit.stores import make, opened
from tests.kit.words import ROOT
from tests.store.processes import TIMEOUT_SECONDS, another_process
from tests.store.samples import BIGGEST, NEWEST, change, loaded, move, new, play, table_of_the_first
from tests.store.server import execute

TABLES = 13
LATER = Migration(NEWEST + 1, "later", "CREATE TABLE later (id BIGINT PRIMARY KEY);\n")
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
    return empty_postgres_url


async def furnish(url: str) -> None:
    """Tables of all kinds, people, boards, documents and entries of a journal, and a newest table that is gone."""
    async with opened(url) as store:
        for number in range(TABLES):
            row = await store.create(
                new(
                    guild=BIGGEST - number % 3,
                    thread=number or None,
                    status=("playing", "over", "lobby")[number % 3],
                    wake=None if number % 2 else 1_700_000_000.1 + number / 3,
                    facts='{"names":["Zoé","李"]}'.encode(),
                ),
                [1, 2 + number],
            )
            row = await play(store, row, number % 5)
            await store.mark_shown(ShownBoard(row.id, row.revision, b"\x00\xff" if number % 2 else None))
        for kind in ("server", "élan", "Zebra", "zebra", "a_b", "aB", "日"):
            for key in (-1, 0, BIGGEST):
                await store.put(kind, key, f'{{"of":"{kind}"}}'.encode())
        for number in range(3):
            entry = f'{{"key":"banned","who":{BIGGEST},"person":{number}}}'.encode()
            await store.add_to_journal(BIGGEST, 1_700_000_000.1 + number, entry, number or None, f"token {number}")
        last = await store.create(new(guild=7), [1])
        assert await store.erase_guild(7) == [last.id]


async def everything(url: str) -> dict[str, list[tuple[object, ...]]]:
    async with statements_on(url) as fetch:
        return {table.name: [tuple(row) for row in await fetch(table.rows)] for table in copied_tables(NEWEST)}


async def run(*arguments: str) -> int:
    return await asyncio.to_thread(main, arguments)


@pytest.fixture(scope="session")
def furnished_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("furnished") / "tables.sqlite3"
    asyncio.run(furnish(str(file)))
    return file


@pytest.fixture
def furnished(sqlite_url: str, furnished_file: Path, tmp_path: Path) -> str:
    shutil.copyfile(furnished_file, tmp_path / "tables.sqlite3")
    return sqlite_url


async def back_up(url: str, file: Path) -> None:
    await backup.back_up(url, file, now=1.5)


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


async def test_a_backup_overwrites_nothing_and_leaves_nothing_half(furnished, here, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", furnished)
    (here / "there").write_text("precious", "utf-8")
    assert await run("backup", "there") == 1
    assert "is there already, and nothing is overwritten" in capsys.readouterr().err
    assert (here / "there").read_text("utf-8") == "precious"
    assert await run("backup", "no/such/folder/file") == 1
    assert "There is no folder no/such/folder" in capsys.readouterr().err
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", Mock(side_effect=OSError(28, "hunter2")))
        assert await run("backup", "full") == 1
    assert capsys.readouterr().err == "It failed: OSError, No space left on device.\n"
    assert [each.name for each in here.iterdir()] == ["there"]
    copy_pages = backup._copy_pages

    def slow(*args):
        copy_pages(*args)
        (here / "file").write_text("the other's", "utf-8")

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
async def test_a_file_that_is_no_whole_backup_is_not_restored(furnished, spoil, reason, here, monkeypatch, capsys):
    await back_up(furnished, here / "file")
    (here / "file").write_bytes(spoil((here / "file").read_bytes()))
    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.sqlite3")
    assert await run("restore", "file") == 1
    assert reason in capsys.readouterr().err
    assert not (here / "new.sqlite3").exists()


async def test_a_backup_of_a_newer_program_is_refused(url, there, here, known, monkeypatch, capsys):
    known(NEWEST, LATER)
    await make(url)
    await back_up(url, here / "file")
    known(NEWEST)
    monkeypatch.setenv("DATABASE_URL", there)
    for command in (["restore", "file"], ["move", url, there]):
        assert await run(*command) == 1
        assert f"has schema {NEWEST + 1}, but this program knows" in capsys.readouterr().err
    with pytest.raises(WrongVersion, match=f"schema {NEWEST + 1}"):
        await inspect_database(url)


@pytest.mark.parametrize("older", range(1, NEWEST))
async def test_a_backup_of_an_older_program_can_be_restored(url, there, older, here, known, monkeypatch):
    known(older)
    await make(url)
    await table_of_the_first(url, 1, moves=3)
    if older > 1:  # the first schema cannot store that there was a backup
        await back_up(url, here / "old")
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


async def test_a_move_that_was_killed_leaves_nothing_and_can_be_repeated(url, there, here, capsys):
    await furnish(url)
    await make(there)
    died = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", KILLED, "pages" if there.startswith("sqlite") else "rows", "move", url, there],
        cwd=ROOT, capture_output=True, timeout=TIMEOUT_SECONDS, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert not any((await everything(there)).values())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        # PostgreSQL may not have noticed yet that the process is dead.
        while await run("move", url, there):
            assert "is running on" in capsys.readouterr().err
    assert await everything(there) == await everything(url)


async def test_nothing_is_ever_overwritten_nor_moved_under_a_bot_that_runs(url, furnished_file, here, capsys):
    await furnish(url)
    shutil.copyfile(furnished_file, here / "full.sqlite3")
    full = "sqlite:///full.sqlite3"
    before = await everything(url)
    assert await run("move", full, url) == 1
    assert "is not empty, and nothing is overwritten" in capsys.readouterr().err
    assert await run("move", url, url) == 1
    assert "the same database" in capsys.readouterr().err
    # SQLite's lock is a process's own: the bot is another one.
    with another_process(url):
        for addresses in ((url, "sqlite:///new.sqlite3"), (full, url)):
            assert await run("move", *addresses) == 1
            assert "is running on the" in capsys.readouterr().err
    assert await everything(url) == before


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


async def test_a_variable_can_name_an_address(furnished, here, monkeypatch):
    (here / ".env").write_text(f"DATABASE_URL={furnished}\n", "utf-8")
    monkeypatch.setenv("NEW_HOME", "sqlite:///there.sqlite3")
    assert await run("move", "DATABASE_URL", "NEW_HOME") == 0
    assert (here / "there.sqlite3").exists()


async def test_another_programs_tables_are_left_alone(postgres_url, server, furnished, here):
    await execute(postgres_url, "CREATE TABLE invoices (paid MONEY)", "INSERT INTO invoices VALUES (1)")
    assert await run("move", furnished, postgres_url) == 0
    async with statements_on(postgres_url) as fetch:
        assert [tuple(row) for row in await fetch("SELECT count(*) FROM invoices")] == [(1,)]
    assert await everything(postgres_url) == await everything(furnished)
    # Also from one server to another.
    await execute(server, "CREATE SCHEMA elsewhere")
    assert await run("move", postgres_url, elsewhere := f"{server}&search_path=elsewhere") == 0
    assert await everything(elsewhere) == await everything(furnished)


@pytest.mark.parametrize("change", ["UPDATE moves SET at = at + 1 WHERE table_id = 4", "DELETE FROM moves"])
async def test_a_copy_that_is_not_right_is_noticed(change, furnished, postgres_url, here, monkeypatch, capsys):
    compare = backup._compare

    async def spoil(file, server, *args):
        await server.execute(change)
        await compare(file, server, *args)

    monkeypatch.setattr(backup, "_compare", spoil)
    assert await run("move", furnished, postgres_url) == 1
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


# ---- what ``doctor`` says


def told(seen: DatabaseStatus, now: float = 0.0, url: str = "postgresql://db/x") -> dict[str, tuple[str, bool]]:
    return {finding.what: (finding.how, finding.good) for finding in about(url, seen, now)}


async def test_of_an_empty_database_nothing_is_made(url, here, monkeypatch, capsys):
    for _ in range(2):
        assert (await inspect_database(url)).schema == 0
    monkeypatch.setenv("DATABASE_URL", url)
    assert await run("backup", "file") == 1
    assert re.search("has no tables of Tablée's|There is no SQLite file", capsys.readouterr().err)
    assert not [each for folder in (here, here.parent) for each in folder.iterdir() if each.is_file()]


async def test_boards_backup_and_size_are_seen(store, url):
    await store.hold()
    late = await play(store, await store.create(new(), [1]), 2)
    revision = await play(store, await store.create(new(), [1]))
    await store.mark_shown(ShownBoard(revision.id, revision.revision))
    await note(url, 5.5)
    seen = await inspect_database(url)
    assert (seen.schema, seen.newest, seen.behind, seen.oldest) == (NEWEST, NEWEST, 1, move(late.revision).at)
    assert seen.backup == 5.5
    assert seen.size > 0


@pytest.mark.parametrize("older", [1, NEWEST - 1])
async def test_an_older_schema_is_reported_and_left_as_it_is(url, older, known):
    known(older)
    await make(url)
    known(NEWEST)
    for _ in range(2):
        seen = await inspect_database(url)
        assert (seen.schema, seen.newest) == (older, NEWEST)
    how, good = told(seen)["database"]
    assert good
    assert f"schema version {older} of {NEWEST}: the next start takes {NEWEST - older} step" in how


def test_problems_are_reported():
    well = DatabaseStatus(NEWEST, NEWEST, 2**20, 0, None, None)
    assert all(good for _, good in told(well).values())
    assert told(well)["backup"][0] == "none has been made so far: `tablee backup` makes one"
    day = 86400.0
    assert told(well._replace(backup=day), 1.5 * day)["backup"] == ("the last one is from today", True)
    assert told(well._replace(backup=day), 9 * day)["backup"] == ("the last one is 8 days old", False)
    late = well._replace(behind=2, oldest=0.0)
    assert told(late, 60.0)["boards"] == (
        "2 boards do not show the newest move: the bot paints them when it runs",
        True,
    )
    how, good = told(late, 7200.0)["boards"]
    assert (how.startswith("2 boards do not show the newest move, for up to 2 h"), good) == (True, False)


def test_a_nearly_full_disk_is_reported(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path}/new/x.sqlite3"
    seen = DatabaseStatus(NEWEST, NEWEST, 3 * DISK_FREE_BYTES)

    usage = Mock(free=5 * DISK_FREE_BYTES)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    assert told(seen, url=url)["disk"] == ("1,000 MB free, which is little: the database has 600 MB", False)
    usage.free = 6 * DISK_FREE_BYTES
    assert told(seen, url=url)["disk"] == ("1,200 MB free", True)


async def test_a_database_is_backed_up_before_it_is_migrated_and_can_be_restored(url, tmp_path, known):
    folder = tmp_path / "backups"
    assert await back_up_before_migrations(url, folder, 0.0) is None
    known(1)
    await make(url)
    known(NEWEST)
    file = await back_up_before_migrations(url, folder, 0.0)
    assert file == folder / f"{AUTOMATIC}1-1970-01-01T000000.sqlite3"
    # Another process that starts in the same second.
    assert await back_up_before_migrations(url, folder, 0.0) == file
    await make(url)
    assert await back_up_before_migrations(url, folder, 1.0) is None
    # The way back: the older program finds what it left.
    known(1)
    again = f"sqlite:///{tmp_path}/again.sqlite3"
    await restore(file, again)
    assert await inspect_schema(again) == 1


async def test_without_a_backup_nothing_is_migrated(url, tmp_path, known, monkeypatch):
    monkeypatch.chdir(tmp_path)
    known(1)
    await make(url)
    known(NEWEST)
    BACKUPS.touch()
    with pytest.raises(Unusable, match=r"the backup in backups before that failed: FileExistsError, File exists\."):
        await prepare(Settings(database_url=url))
    full = AsyncMock(side_effect=sqlite3.OperationalError)
    monkeypatch.setattr("bot.cli.startup.back_up_before_migrations", full)
    with pytest.raises(Unusable, match=r"the backup in backups before that failed: OperationalError, "):
        await prepare(Settings(database_url=url))


def test_the_first_and_the_last_automatic_backup_of_each_schema_are_kept_for_thirty_days(tmp_path):
    days = {"1": (1,), "9": (2, 3), "10": (4, 5, 6, 7)}
    names = {
        (schema, day): f"{AUTOMATIC}{schema}-2026-01-0{day}T000000.sqlite3" for schema in days for day in days[schema]
    }
    for name in (*names.values(), "mine.sqlite3"):
        (tmp_path / name).touch()
    made = (tmp_path / "mine.sqlite3").stat().st_mtime
    remove_old(tmp_path, made)
    del names["10", 5], names["10", 6]
    assert {file.name for file in tmp_path.iterdir()} == {*names.values(), "mine.sqlite3"}
    remove_old(tmp_path, made + 31 * 86400)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.sqlite3"]
