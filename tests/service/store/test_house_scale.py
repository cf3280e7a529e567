"""What people ask about finished games reads indices, however many games there are: both storages are asked how."""

import pytest

from bot.service.counting import Counting
from bot.service.profiles import Profiles
from bot.service.store import from_url, postgres_results, sqlite, sqlite_results
from tests.bench.house import NOW, World, ask, fill
from tests.service.store.test_scale import plan_postgres, plan_sqlite

USERS = "[1, 2, 3]"
SQLITE = (
    (sqlite_results.READ.of_user, (1, 9**15, 10), "results_of_user"),
    (sqlite_results.READ.of_user_here, (1, 9**15, 10, 0), "results_of_user_here"),
    (sqlite_results.READ.at_table, (1,), "PRIMARY KEY"),
    (sqlite_results.READ.claimed, ("daily-at 1 20774", NOW), "PRIMARY KEY"),
    (sqlite_results.READ.beaten, ("daily 20774", NOW, 1, False, 1, 0), "PRIMARY KEY"),
    (sqlite_results.READ.meetings, (1, 0, 200), "results_of_user_here"),
    (sqlite_results.READ.career, (1, 0, 0), "standings_of_user"),
    (sqlite_results.READ.ranked, (0, "trio", 0), "standings_by_points"),
    (sqlite_results.READ.ranking, (0, "trio", 0, 20, 10), "standings_by_points"),
    (sqlite_results.READ.own_line, (0, "trio", 0, 1), "PRIMARY KEY"),
    (sqlite_results.READ.ahead, (0, "trio", 0, 0, -1000, 1), "standings_by_points"),
    (sqlite_results.READ.names, (USERS,), "PRIMARY KEY"),
    (sqlite_results.READ.uncounted, (0, "trio", 10), "PRIMARY KEY"),
    (sqlite_results.READ.rated_since, (USERS, 0, NOW - 86400, "trio"), "results_of_user_here"),
    (sqlite_results.READ.standings, (USERS, 0, "trio"), "standings_of_user"),
)
POSTGRES = (
    (postgres_results.READ.of_user, (1, 9**15, 10), "results_of_user"),
    (postgres_results.READ.of_user_here, (1, 9**15, 10, 0), "results_of_user"),
    (postgres_results.READ.at_table, (1,), "results_pkey"),
    (postgres_results.READ.claimed, ("daily-at 1 20774", NOW), "documents_pkey"),
    (postgres_results.READ.beaten, ("daily 20774", NOW, 1, False, 1, 0), "documents_pkey"),
    (postgres_results.READ.meetings, (1, 0, 200), "results_pkey"),
    (postgres_results.READ.career, (1, 0, 0), "standings_"),
    (postgres_results.READ.ranked, (0, "trio", 0), "standings_"),
    (postgres_results.READ.ranking, (0, "trio", 0, 20, 10), "standings_by_points"),
    (postgres_results.READ.own_line, (0, "trio", 0, 1), "standings_"),
    (postgres_results.READ.ahead, (0, "trio", 0, False, -1000, 1), "standings_"),
    (postgres_results.READ.names, ([1, 2, 3],), "documents_pkey"),
    (postgres_results.READ.uncounted, (0, "trio", 10), "results_pkey"),
    (postgres_results.READ.rated_since, ([1, 2, 3], 0, NOW - 86400, "trio"), "results_of_user"),
    (postgres_results.READ.standings, ([1, 2, 3], 0, "trio"), "standings_"),
)


async def test_every_question_reads_an_index(url):
    store, world = from_url(url), World(tables=8_000, people=4_000)
    await store.open()
    await fill(url, world)
    await store.close()
    await store.open()
    lite = isinstance(store, sqlite.SqliteStore)
    for query, values, index in SQLITE if lite else POSTGRES:
        plan = await (plan_sqlite if lite else plan_postgres)(store, query, *values)
        assert any(index in step for step in plan), (query, plan)
        whole = ("SCAN results", "SCAN standings", "Seq Scan on results", "Seq Scan on standings")
        assert not [step for step in plan for bad in whole if bad in step], (query, plan)

    answers = await ask(store, world, times=20)
    assert [answer.what for answer in answers] == ["/profil", "/classement", "/parties"]
    await store.close()


@pytest.mark.parametrize("user", [1, 2])
async def test_what_a_bench_asks_for_is_there(url, user):
    store, world = from_url(url), World(tables=300, people=100)
    await store.open()
    await fill(url, world)
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
    await store.close()
