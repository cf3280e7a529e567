"""What is in a database: asked of the database itself, the same on both storages."""

from __future__ import annotations

import sqlite3

import pytest

from bot.cli.terminal import Bar
from bot.store.backup import from_url
from bot.store.contents import Unusable, in_order, shape
from bot.store.contents_postgres import PostgresContents
from bot.store.contents_sqlite import SqliteContents
from tests.kit.stores import make, opening


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


async def test_what_cannot_be_copied_is_named(here):
    with pytest.raises(Unusable, match="The column price of the table t has a type"):
        shape("t", [("id", "integer"), ("price", None)], ["id"])
    with pytest.raises(Unusable, match="The table t has no key"):
        shape("t", [("id", "integer")], [])
    a, b = (shape(name, [("id", "integer")], ["id"]) for name in "ab")
    assert in_order([a, b], [("a", "b"), ("a", "a")]) == [b, a]
    with pytest.raises(Unusable, match="a, b refer to one another"):
        in_order([a, b], [("a", "b"), ("b", "a")])
    (here / "x.sqlite3").write_bytes(b"no database at all, but long enough to be looked at as if it were one")
    with pytest.raises(Unusable, match="is not a SQLite database"):
        await SqliteContents("x.sqlite3").open()


async def test_an_empty_database_has_nothing_of_ours(postgres_url, here):
    with pytest.raises(Unusable, match="has no tables of Tablée's"):
        await PostgresContents(postgres_url).open()
    sqlite3.connect("x.sqlite3").execute("CREATE TABLE other (id)").connection.close()
    with pytest.raises(Unusable, match="has no tables of Tablée's"):
        await SqliteContents("x.sqlite3").open()


def test_a_bar_for_whoever_watches(monkeypatch, capsys):
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
