"""What people ask about finished games reads indices, however many games there are: both storages are asked how."""

import pytest

from bot.service.counting import Counting
from bot.service.profiles import Profiles
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


@pytest.mark.parametrize("user", [1, 2])
async def test_what_a_bench_asks_for_is_there(store, url, user):
    await fill(url, World(tables=300, people=100))
    profiles = Profiles(store, Counting(store, {}), lambda: NOW)
    shown = await profiles.profile(user, 0, "Ana")
    assert shown.games == len(await store.results_of(user, None, 999, guild=0)) > 0
    assert not shown.counting
    assert len(shown.form) == min(10, shown.games)
    assert shown.favourite is not None
    game = shown.standings[0].game
    page = await profiles.page_of(0, game, 0, user)
    assert page is not None
    ranking = await profiles.ranking(0, game, 0, page)
    assert user in [line.standing.user for line in ranking.lines]
    last = await profiles.ranking(0, game, 0, 999)
    assert (last.page, bool(last.lines)) == (last.pages - 1, True)
    assert await profiles.usual_game(user, 0) == shown.form[0].game
