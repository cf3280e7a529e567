"""``doctor`` reports about a database, without changing it."""

from __future__ import annotations

import sqlite3
from unittest.mock import AsyncMock

import pytest

from bot.cli.doctor import DISK_FREE_BYTES, about
from bot.cli.settings import BACKUPS, Settings
from bot.cli.startup import prepare
from bot.store import ShownBoard, WrongVersion
from bot.store.backup import (
    AUTOMATIC,
    DatabaseStatus,
    back_up_before_migrations,
    inspect_database,
    inspect_schema,
    note,
    remove_old,
    restore,
)
from bot.store.migrations import Migration
from bot.store.statements import Unusable
from tests.kit.stores import make
from tests.store.older import NEWEST
from tests.store.samples import move, new, play


@pytest.fixture
def postgres_url(empty_postgres_url):
    """A database without any tables."""
    return empty_postgres_url


def told(seen: DatabaseStatus, now: float = 0.0, url: str = "postgresql://db/x") -> dict[str, tuple[str, bool]]:
    """The findings of ``doctor``."""
    return {finding.what: (finding.how, finding.good) for finding in about(url, seen, now)}


async def test_of_an_empty_database_nothing_is_made(url, tmp_path):
    assert (await inspect_database(url)).schema == 0
    assert (await inspect_database(url)).schema == 0
    assert not (tmp_path / "tables.sqlite3").exists()


async def test_boards_backup_and_size_are_seen(store, url):
    await store.hold()
    late = await play(store, await store.create(new(), [1]), 2)
    painted = await play(store, await store.create(new(), [1]))
    await store.mark_shown(ShownBoard(painted.id, painted.revision))
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


async def test_a_newer_schema_is_refused(url, known):
    known(NEWEST, Migration(NEWEST + 1, "later", "CREATE TABLE later (id BIGINT);\n"))
    await make(url)
    known(NEWEST)
    with pytest.raises(WrongVersion, match=f"schema {NEWEST + 1}"):
        await inspect_database(url)


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

    class Usage:
        """A disk."""

        free = 5 * DISK_FREE_BYTES

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage)
    assert told(seen, url=url)["disk"] == ("1,000 MB free, which is little: the database has 600 MB", False)
    Usage.free = 6 * DISK_FREE_BYTES
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
