"""What people ask about finished games reads indices, however many games there are: both storages are asked how."""

from bot.store import results as reader
from bot.store.sqlite import SqliteStore
from tests.bench.house import NOW, World, ask, fill
from tests.store.test_scale import plan_of

USERS = [1, 2, 3]
# With the index that SQLite names in its plan, and that PostgreSQL names in its.
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


async def test_every_question_reads_an_index(store, url):
    world = World(tables=8_000, people=4_000)
    await fill(url, world)
    await store.close()
    await store.open()
    for query, values, *indices in QUESTIONS:
        plan = await plan_of(store, query, *values)
        index = indices[0] if isinstance(store, SqliteStore) else indices[1]
        assert any(index in step for step in plan), (query, plan)
        whole = ("SCAN results", "SCAN standings", "Seq Scan on results", "Seq Scan on standings")
        assert not [step for step in plan for bad in whole if bad in step], (query, plan)

    answers = await ask(store, world, times=20)
    assert [answer.what for answer in answers] == ["/profil", "/classement", "/parties"]
