"""Backups: a snapshot during a game, complete or not there, restored into either storage."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import stat
import time
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from bot.cli.terminal import Bar
from bot.store import backup
from bot.store.backup import Export, from_url, into_url
from bot.store.contents import PostgresContents, SqliteContents, Unusable, inspect_database
from tests.kit.stores import make, opened, opening
from tests.store.furnished import TABLES, furnish, run
from tests.store.older import NEWEST, table_of_the_first
from tests.store.samples import loaded, move, new, play


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
    for new_home in (
        f"sqlite:///{tmp_path}/one.sqlite3",
        there,
    ):
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
    real = backup._copy_to_file

    async def slow(*args):
        await real(*args)
        (here / "file").write_text("the other's", "utf-8")

    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setattr(backup, "_copy_to_file", slow)
    assert await run("backup", "file") == 1
    assert (here / "file").read_text("utf-8") == "the other's"
    assert "is there already" in capsys.readouterr().err


@pytest.fixture
async def export(postgres_url, here) -> Path:
    """A backup of PostgreSQL."""
    await furnish(postgres_url)
    await backup.back_up(postgres_url, here / "export", now=1.5, expect=lambda _: lambda _: None)
    return here / "export"


async def test_an_export_is_lines_of_json(export):
    first, *rest, last = map(json.loads, export.read_text("utf-8").splitlines())
    assert (first["file"], first["format"], first["made"]) == ("tablee backup", 1, 1.5)
    assert first["schema"] == NEWEST
    assert [line["table"] for line in rest if isinstance(line, dict)][:1] != ["moves"]
    assert last["rows"]["tables"] == TABLES
    assert sum(last["rows"].values()) == sum(isinstance(line, list) for line in rest)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda data: data[: len(data) // 2], "not a whole backup"),
        (lambda data: data.rpartition(b"{")[0], "not a whole backup"),
        (lambda data: data[:-1], "not a whole backup"),
        (lambda data: data + b"[1]\n", "not a whole backup"),
        (lambda data: data.replace(b'"trio"', b'"tria"', 1), "not a whole backup"),
        (lambda data: re.sub(rb"\n\[2,", b"\n[1002,", data, count=1), "not a whole backup"),
        (lambda data: data.replace(b'"format":1', b'"format":2', 1), "made by a newer Tablée"),
        (lambda _: b"", "no backup of Tablée's"),
        (lambda _: b"\x89PNG\r\n", "no backup of Tablée's"),
        (lambda data: b"{}\n" + data, "no backup of Tablée's"),
    ],
)
async def test_a_backup_that_is_not_as_it_was_written_is_not_restored(export, spoil, told, here, monkeypatch, capsys):
    export.write_bytes(spoil(export.read_bytes()))
    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.sqlite3")
    assert await run("restore", "export") == 1
    assert told in capsys.readouterr().err
    assert not (here / "new.sqlite3").exists()


async def test_a_backup_of_a_newer_program_is_refused(export, here, monkeypatch):
    source = Export(export)
    await source.open()
    monkeypatch.setattr(source, "version", AsyncMock(return_value=NEWEST + 1))
    async with opening(into_url("sqlite:///new.sqlite3")) as target:
        with pytest.raises(Exception, match=f"has schema {NEWEST + 1}, but this program knows"):
            await backup.copy(source, target, lambda _: None)


@pytest.mark.parametrize("older", range(1, NEWEST))
async def test_a_backup_of_an_older_program_is_restored_and_brought_up_to_date(
    url, there, older, here, known, monkeypatch
):
    known(older)
    await make(url)
    await table_of_the_first(url, 1, moves=3)
    file = here / "old"
    if older > 1:  # the first schema has nowhere to write down that there was a backup
        await backup.back_up(url, file, now=1.0, expect=lambda _: lambda _: None)
    known(NEWEST)
    if older > 1:
        monkeypatch.setenv("DATABASE_URL", there)
        assert await run("restore", "old") == 0
    else:
        assert await run("move", url, there) == 0
    async with opened(there) as restored:
        assert await restored.schema_version() == NEWEST
        assert (await loaded(restored, 1))[1] == [move(1), move(2), move(3)]
        assert [each.id for each in await restored.of_user(1, ["playing"])] == [1]


# Contents of a database


async def test_both_storages_have_the_same_tables(sqlite_url, postgres_url):
    found = []
    for url in (sqlite_url, postgres_url):
        await make(url)
        async with opening(from_url(url)) as source:
            found.append({each.table: (set(each.columns), each.key) for each in await source.shapes()})
    assert found[0] == found[1]
    assert found[0].keys() >= {"tables", "moves", "people", "documents"}


async def test_nothing_in_a_database_is_left_out(sqlite_url, tmp_path):
    await make(sqlite_url)
    async with opening(SqliteContents(tmp_path / "tables.sqlite3")) as source:
        there = {name for (name,) in await source._reader.fetch("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        assert there == {each.table for each in await source.shapes()} | {"migrations", "sqlite_sequence"}


async def test_a_file_that_is_no_database_is_named(here):
    (here / "x.sqlite3").write_bytes(b"no database at all, but long enough to be looked at as if it were one")
    with pytest.raises(Unusable, match="is not a SQLite database"):
        await SqliteContents("x.sqlite3").open()


async def test_an_empty_database_has_nothing_of_ours(postgres_url, here):
    with pytest.raises(Unusable, match="has no tables of Tablée's"):
        await PostgresContents(postgres_url).open()
    sqlite3.connect("x.sqlite3").execute("CREATE TABLE other (id)").connection.close()
    with pytest.raises(Unusable, match="has no tables of Tablée's"):
        await SqliteContents("x.sqlite3").open()


def test_the_progress_bar_needs_a_terminal(monkeypatch, capsys):
    bar = Bar(10)
    bar.add(5)
    bar.end()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar = Bar(10)
    for _ in range(10):
        bar.add(1)
    bar.end()
    assert capsys.readouterr().err.endswith("] 10/10\n")
