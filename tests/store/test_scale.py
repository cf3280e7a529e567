"""Twenty thousand open tables: frequent queries read an index, not the tables."""

import json
import re

import asyncpg
import pytest

from bot.store import NEXT_POST, POST_AT, POSTS_DUE, ShownBoard, path_of, tables
from bot.store import results as reader
from bot.store.backup import restore
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.store.statements import Many
from tests.bench.profiles import NOW, World, ask, fill
from tests.kit.stores import make
from tests.store.samples import change, loaded
from tests.store.server import execute

TABLES = """
    INSERT INTO tables (guild, channel, thread, game, status, revision, shown, wake, version, facts)
    SELECT n / 100, n / 10, n, 'trio', 'playing', 5, 5, 1000 + n, 5, $1
    FROM (WITH RECURSIVE up (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM up) SELECT n FROM up LIMIT 20000) AS n"""
FILL = (
    (TABLES, b"{}"),
    ("INSERT INTO people (user_id, table_id, open) SELECT id / 5, id, TRUE FROM tables",),
    ("INSERT INTO moves SELECT id / 5, id % 5 + 1, 0, facts, 0 FROM tables WHERE id >= 5",),
)


@pytest.fixture
def postgres_url(empty_postgres_url):
    return empty_postgres_url


async def reads_an_index(store, questions, wholly):
    """Each question with the index that SQLite names in its plan, and that PostgreSQL names in its."""
    lite = isinstance(store, SqliteStore)
    for query, values, *indices in questions:
        explained = await store._read(f"{'EXPLAIN QUERY PLAN' if lite else 'EXPLAIN'} {query}", *values)
        plan = [line for *_, line in explained]
        assert any(indices[not lite] in step for step in plan), (query, plan)
        assert not [step for step in plan if re.search(wholly, step)], (query, plan)


OPEN = (
    (tables.LOAD, (1,), "PRIMARY KEY", "tables_pkey"),
    (tables.LOAD, (1,), "PRIMARY KEY", "moves_pkey"),
    (tables.OF_USER, (7, ["playing"]), "PRIMARY KEY", "people_pkey"),
    (tables.OF_USER_OPEN, (7, ["playing"]), "people_at_open_tables", "people_at_open_tables"),
    (tables.IN_GUILD, (1, ["playing"]), "tables_in_guild", "tables_in_guild"),
    (tables.IN_PLACE, (101, ["playing"]), "tables_in_thread", "tables_in_thread"),
    (POSTS_DUE, (16, 0, 3, 10.0, 10), "posts_due", "posts_due"),
    (NEXT_POST, (16, 0, 3), "posts_due", "posts_due"),
)


async def test_twenty_thousand_open_tables(store, url):
    """None is due, three are behind."""
    await store._do(*FILL)
    if not isinstance(store, SqliteStore):
        await execute(url, "ANALYZE")  # as autovacuum does
    for table in (31, 11, 21):
        await store.mark_shown(ShownBoard(table, 4))
    await store._do(Many(POST_AT, [(n << 22, float(n)) for n in range(5000)]), ("ANALYZE posts",))
    await store.close()

    await store.open()
    assert await store.behind() == [11, 21, 31]
    assert await store.next_wake() == 1000
    assert await store.claim(1002, 60, 10) == [1, 2, 3]
    assert await store.next_wake() == 1003
    row, log = await loaded(store, 101)
    assert row == change(row, id=101, guild=1, channel=10, thread=100, wake=1100)
    assert len(log) == 5
    assert len(await store.of_user(7, ["playing"])) == 5
    assert len(await store.in_guild(1, ["playing"])) == 100
    assert [row.id for row in await store.in_place(101, ["playing"])] == [102, *range(1011, 1021)]

    own = (
        (store.BEHIND, (1, 0, 0), "tables_behind", "tables_behind"),
        (store.NEXT_WAKE, (0, 0), "tables_to_wake", "tables_to_wake"),
        (store.DUE, (1002.0, 10, 0, 0), "tables_to_wake", "tables_to_wake"),
    )
    # SQLite says SCAN also of an index in its order, and of the list of statuses.
    await reads_an_index(store, (*own, *OPEN), r"Seq Scan|^SCAN (tables|posts)$")


SHARDS = 64
LEFT = """
    INSERT INTO tables (guild, channel, game, status, revision, shown, wake, version, facts, shard)
    SELECT n << 22, n, 'trio', 'playing', 5, CASE WHEN n % 500 = 0 THEN 4 ELSE 5 END, n, 5, '{{}}', n % {shards}
    FROM generate_series(1, {tables}) AS n"""


async def pages(connection, query, *values):
    """How many pages PostgreSQL looks at, and the plan; nothing is kept of what it does."""
    transaction = connection.transaction()
    await transaction.start()
    [told] = json.loads(await connection.fetchval(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {query}", *values))
    await transaction.rollback()
    return told["Plan"]["Shared Hit Blocks"] + told["Plan"]["Shared Read Blocks"], json.dumps(told)


async def test_overdue_tables_of_other_shards_are_not_read(postgres_url):
    """Everything is overdue, but in our shards all but four are done: with ten times as much it costs the same.

    Of the boards all that are behind are read, each at most once: the shards of ended tables may be outdated.
    """
    await make(postgres_url)
    connection = await asyncpg.connect(postgres_url)
    costs = []
    for number in (5_000, 50_000):
        await connection.execute("TRUNCATE tables CASCADE")
        await connection.execute(LEFT.format(shards=SHARDS, tables=number))
        await connection.execute(
            "UPDATE tables SET wake = 1e9, shown = 5 WHERE shard BETWEEN 8 AND 11 AND channel > 11"
        )
        await connection.execute("VACUUM ANALYZE tables")
        own = (8, 11)
        asked = (
            (PostgresStore.DUE, (1e8, 10, *own)),
            (PostgresStore.NEXT_WAKE, own),
            (PostgresStore.BEHIND, (SHARDS, *own)),
            (tables.CENSUS, own),
        )
        found = [await pages(connection, query, *values) for query, values in asked]
        assert not [plan for _, plan in found if "Seq Scan" in plan]
        costs.append([cost for cost, _ in found])
    await connection.close()
    few, many = costs
    assert all(cost < 200 for cost in many), costs
    assert all(now < 2 * before + 10 for before, now in zip(few[:2], many[:2], strict=True)), costs


# Finished games


USERS = [1, 2, 3]
QUESTIONS = (
    (reader.OF_USER, (1, 9**15, 10), "results_of_user", "results_of_user"),
    (reader.OF_USER_HERE, (1, 9**15, 10, 0), "results_of_user_here", "results_of_user"),
    (reader.AT_TABLE, (1,), "PRIMARY KEY", "results_pkey"),
    (reader.CLAIMED, ("daily-at 1 20774", NOW), "PRIMARY KEY", "documents_pkey"),
    (reader.BEATEN, ("daily 20774", NOW, 1, False, 1, 0), "PRIMARY KEY", "documents_pkey"),
    (reader.MEETINGS, (1, 0, 200), "results_of_user_here", "results_pkey"),
    (reader.CAREER, (1, 0, 0), "standings_of_user", "standings_"),
    (reader.RANKED, (0, "trio", 0), "standings_by_points", "standings_"),
    (reader.RANKING, (0, "trio", 0, 20, 10), "standings_by_points", "standings_by_points"),
    (reader.OWN_LINE, (0, "trio", 0, 1), "PRIMARY KEY", "standings_"),
    (reader.AHEAD, (0, "trio", 0, False, -1000, 1), "standings_by_points", "standings_"),
    (reader.NAMES, (USERS,), "PRIMARY KEY", "documents_pkey"),
    (reader.UNCOUNTED, (0, "trio", 10), "PRIMARY KEY", "results_pkey"),
    (reader.RATED_SINCE, (USERS, 0, NOW - 86400, "trio"), "results_of_user_here", "results_of_user"),
    (reader.STANDINGS, (USERS, 0, "trio"), "standings_of_user", "standings_"),
)


async def test_every_question_reads_an_index(store, url, tmp_path):
    world = World(tables=2_000, people=1_000)
    if isinstance(store, SqliteStore):
        fill(path_of(url), world)
    else:
        file = tmp_path / "world.sqlite3"
        await make(str(file))
        fill(file, world)
        await restore(file, url)
        await execute(url, "VACUUM ANALYZE")  # as autovacuum does
    await store.close()
    await store.open()
    await reads_an_index(store, QUESTIONS, r"(SCAN|Seq Scan on) (results|standings)")
    # The three commands that `make bench` measures.
    assert list(await ask(store, world, times=2)) == ["/profil", "/classement", "/parties"]
