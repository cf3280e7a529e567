"""Everything from one storage into the other: whole, or not at all."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import subprocess
import sys

import asyncpg
import pytest

from bot.__main__ import main
from bot.store import Taken, backup
from bot.store import from_url as store_at
from bot.store.backup import from_url, into_url
from bot.store.contents import Unusable
from tests.kit.stores import opened, opening
from tests.kit.words import ROOT
from tests.store.furnished import TABLES, everything, furnish, run
from tests.store.older import NEWEST
from tests.store.samples import BIGGEST, change, loaded, new, play
from tests.store.test_hold import HOLD_UNTIL_KILLED

TIMEOUT_SECONDS = 120
"""Seconds; only against hanging."""

KILLED = """
import os, signal, sys
from bot.store import backup
from bot.store.contents import DatabaseContents
from bot.__main__ main

backup.BATCH = 7
left = int(sys.argv[1])
write = DatabaseContents.write

async def dying(self, *args, **options):
    global left
    await write(self, *args, **options)
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

DatabaseContents.write = dying
sys.exit(main(sys.argv[2:]))
""".replace("__main__ main", "__main__ import main")


@pytest.fixture
def postgres_url(empty_postgres_url):
    """A database without any tables."""
    return empty_postgres_url


async def test_a_moved_database_is_equal_and_usable(url, there, tmp_path, here, capsys):
    await furnish(url)
    back = f"sqlite:///{tmp_path}/back.sqlite3"
    before = await everything(url)
    assert await run("move", url, there) == 0
    assert await everything(there) == before
    assert await run("move", there, back) == 0
    assert await everything(back) == before == await everything(url)
    assert "rows have been copied, and each compared" in capsys.readouterr().out
    async with opened(there) as store:
        await store.hold()
        assert await store.schema_version() == NEWEST
        # The id of the table that was erased is not given again: its old buttons must find nothing.
        fresh = await store.create(new(), [9])
        assert fresh.id == TABLES + 2
        # Triggers work again.
        assert [each.id for each in await store.of_user(9, ["playing"])] == [fresh.id]
        await store.save(change(fresh, status="over"))
        assert await store.of_user(9, ["playing"]) == []


@pytest.mark.parametrize("writes", [1, 6])
async def test_a_move_that_was_killed_goes_on_where_it_stopped(url, there, here, writes, capsys):
    await furnish(url)
    died = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", KILLED, str(writes), "move", url, there],
        cwd=ROOT, capture_output=True, timeout=TIMEOUT_SECONDS, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr
    store = store_at(there)
    with pytest.raises(Taken, match="only a part of what was to be copied"):
        await store.open()
    with pytest.raises(Unusable, match="finish that copy first"):
        await from_url(there).open()
    # Meanwhile the bot was started again on the old one.
    async with opened(url) as old:
        row, _ = await loaded(old, 1)
        await play(old, row, 2)
        await old.erase_guild(BIGGEST)
        await old.put("zebra", 0, None)
        await old.put("aB", 0, b"other")
    async with asyncio.timeout(TIMEOUT_SECONDS):
        # PostgreSQL may not have noticed yet that the one before is dead.
        while await run("move", url, there):
            assert "is running on" in capsys.readouterr().err
    assert await everything(there) == await everything(url)
    assert "compared" in capsys.readouterr().out


async def test_copied_rows_are_not_copied_again(sqlite_url, tmp_path, here, monkeypatch):
    await furnish(sqlite_url)
    monkeypatch.setattr(backup, "BATCH", 7)
    written: list[int] = []
    for fails in (True, False):
        source, target = from_url(sqlite_url), into_url(f"sqlite:///{tmp_path}/there.sqlite3")
        write = target.write

        async def counted(shape, *, write=write, fails=fails, **rows):
            if fails and len(written) == 4:
                raise ConnectionError
            written.append(sum(map(len, rows.values())))
            await write(shape, **rows)

        monkeypatch.setattr(target, "write", counted)
        async with opening(source), opening(target):
            with pytest.raises(ConnectionError) if fails else contextlib.nullcontext():
                await backup.copy(source, target, lambda _: None)
            rows = sum((await source.counts()).values())
    assert sum(written) == rows


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
    # SQLite's lock is a process's own: the bot is another one.
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLD_UNTIL_KILLED, url), cwd=ROOT, stdout=asyncio.subprocess.PIPE
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
    ("arguments", "told"),
    [
        (["move", "mysql://root:hunter2@db/x", "sqlite:///x"], "FROM=mysql://… is not possible"),
        (["move", "sqlite:///x", "postgresql://root:hunt@er2@db/x"], "TO=postgresql://… is not possible"),
        (["move", "NO_SUCH_VARIABLE", "sqlite:///x"], "there is no variable NO_SUCH_VARIABLE"),
    ],
)
def test_a_wrong_address_is_refused_and_never_repeated(arguments, told, here, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert told in err
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


async def test_a_copy_that_is_not_right_is_noticed(sqlite_url, tmp_path, here, monkeypatch):
    await furnish(sqlite_url)
    there = tmp_path / "there.sqlite3"
    source, target = from_url(sqlite_url), into_url(f"sqlite:///{there}")
    count_on = target.count_on

    async def spoil(counters):
        await count_on(counters)
        await target._writer.execute("UPDATE moves SET at = at + 1 WHERE table_id = 3")

    monkeypatch.setattr(target, "count_on", spoil)
    async with opening(source), opening(target):
        with pytest.raises(Unusable, match="rows of the table moves are not as in the original"):
            await backup.copy(source, target, lambda _: None)
    with pytest.raises(Taken):
        await store_at(str(there)).open()
