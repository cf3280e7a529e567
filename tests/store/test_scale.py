"""A hundred thousand open tables: whatever the kernel asks for all the time reads an index, not the tables."""

import sqlite3

import asyncpg
import pytest

from bot.store import from_url, postgres, sqlite
from tests.store.samples import change, loaded

MANY = 100_000

FILL = """
    INSERT INTO tables (guild, channel, thread, game, status, revision, shown, wake, version, facts)
    SELECT n / 100, n / 10, n, 'trio', 'playing', 5, 5, 1000 + n, 5, {facts} FROM {numbers}"""
SIT = "INSERT INTO people SELECT id / 5, id FROM tables"
NUMBERS = f"(WITH RECURSIVE up (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM up WHERE n < {MANY - 1}) SELECT n FROM up)"


def fill_sqlite(url):
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute(FILL.format(facts="x'7b7d'", numbers=NUMBERS))
        connection.execute(SIT)
    connection.close()


async def fill_postgres(url):
    connection = await asyncpg.connect(url)
    await connection.execute(FILL.format(facts="'{}'", numbers=f"generate_series(0, {MANY - 1}) AS n"))
    await connection.execute(SIT)
    await connection.execute("ANALYZE")  # as autovacuum does
    await connection.close()


async def plan_sqlite(store, query, *values):
    return [detail for *_, detail in await store._read(f"EXPLAIN QUERY PLAN {query}", *values)]


async def plan_postgres(store, query, *values):
    return [line for (line,) in await store._pool.fetch(f"EXPLAIN {query}", *values)]


@pytest.fixture
async def crowd(url):
    """A storage with so many tables: none due, three behind."""
    store = from_url(url)
    await store.open()
    if isinstance(store, sqlite.SqliteStore):
        fill_sqlite(url)
    else:
        await fill_postgres(url)
    for table in (30, 10, 20):
        await store.mark_shown(table, 4)
    yield store
    await store.close()


async def test_answers_are_found_by_index(crowd):
    assert await crowd.behind() == [10, 20, 30]
    assert await crowd.next_wake() == 1000
    assert await crowd.claim(1002, 60, 10) == [1, 2, 3]
    assert await crowd.next_wake() == 1003
    row, _ = await loaded(crowd, 101)
    assert row == change(row, id=101, guild=1, channel=10, thread=100, wake=1100)
    assert len(await crowd.of_user(7, ["playing"])) == 5
    assert len(await crowd.in_guild(1, ["playing"])) == 100
    assert [row.id for row in await crowd.in_place(101, ["playing"])] == [102, *range(1011, 1021)]

    if isinstance(crowd, sqlite.SqliteStore):
        lists = ('["playing"]',)
        for query, values, index in (
            (sqlite.BEHIND, (), "tables_behind"),
            (sqlite.NEXT_WAKE, (), "tables_to_wake"),
            (sqlite.DUE, (1002, 10), "tables_to_wake"),
            (sqlite.LOAD, (1,), "PRIMARY KEY"),
            (sqlite.LOG, (1, 5), "PRIMARY KEY"),
            (sqlite.OF_USER, (7, *lists), "PRIMARY KEY"),
            (sqlite.IN_GUILD, (1, *lists), "tables_in_guild"),
            (sqlite.IN_PLACE, (101, 101, *lists), "tables_in_thread"),
        ):
            plan = await plan_sqlite(crowd, query, *values)
            assert any(index in step for step in plan), plan
            assert not [step for step in plan if step.startswith("SCAN tables") and "INDEX" not in step], plan
            assert not [step for step in plan if "TEMP B-TREE" in step and index.startswith("tables_to")], plan
    else:
        for query, values, index in (
            (postgres.BEHIND, (), "tables_behind"),
            (postgres.NEXT_WAKE, (), "tables_to_wake"),
            (postgres.CLAIM, (1002.0, 1062.0, 10), "tables_to_wake"),
            (postgres.LOAD, (1,), "tables_pkey"),
            (postgres.LOG, (1, 5), "moves_pkey"),
            (postgres.OF_USER, (7, ["playing"]), "people_pkey"),
            (postgres.IN_GUILD, (1, ["playing"]), "tables_in_guild"),
            (postgres.IN_PLACE, (101, ["playing"]), "tables_in_thread"),
        ):
            plan = await plan_postgres(crowd, query, *values)
            assert any(index in step for step in plan), plan
            assert not [step for step in plan if "Seq Scan" in step], plan


async def test_opening_does_not_look_at_the_tables(crowd, url):
    """Counted in SQLite's own steps and PostgreSQL's own statistics rather than in seconds."""
    again = from_url(url)
    await again.open()
    assert await again.behind() == [10, 20, 30]
    await again.close()
