"""Results and standings on each storage; results can be rebuilt from logs, and standings from results."""

import asyncio
from itertools import cycle
from random import Random

import pytest
from msgspec.structs import replace

from bot.__main__ import main
from bot.core import absence
from bot.core.facts import OVER, PLAYING, DecisionCount
from bot.core.lobby import start
from bot.core.results import ALL_TIME, Meeting, Rated, Result, Standing
from bot.store import Conflict
from bot.store.results import HIDDEN, NAME, Mark
from bot.tables.tables import Changed, Tables
from cogs.profiles import service as counting
from cogs.profiles.service import DAY, Counting, count_some, rebuild, season_of
from tests.kit.moments import CATALOGUE
from tests.kit.seated import lobby_of, step
from tests.kit.stores import opened
from tests.store.samples import BIGGEST, change, move, new

GAMES = CATALOGUE.games
NOW = 1_790_000_000.0
PEOPLE = range(11, 17)
BOARDS = [(guild, game) for guild in (1, 2) for game in ("trio", "tripot", "pinocchio")]
KINDS = ("stay", "leave", "take", "stand in", "close")


def result(table, seat, user, **changes) -> Result:
    """A player's result at a table of three; the seat is the place."""
    values = {
        "table": table,
        "seat": seat,
        "user": user,
        "guild": 1,
        "game": "trio",
        "seats": 3,
        "side": seat,
        "place": seat + 1,
        "score": 3 - seat,
        "won": seat == 0,
        "left": False,
        "rated": True,
        "tally": {"near": seat, "misses": 2},
        "honours": ("sharp",) if seat == 0 else (),
        "pace": "quick",
        "options": {"teams": False, "mode": "simple"},
        "finished": 1_700_000_000.123456 + table,
        "seconds": 61.5,
    }
    return Result(**values | changes)


async def finish(store, users=(11, 12, 13), guild=1, game="trio", *, names=True, **changes):
    row = await store.create(new(guild=guild, game=game), [user for user in users if user])
    results = [result(row.id, seat, user, guild=guild, game=game, **changes) for seat, user in enumerate(users)]
    called = {user: f"P{user}" for user in users if user and names}
    await store.save(change(row, status="over", revision=1), entries=[move(1)], results=results, names=called)
    return results


def standing(user, **changes) -> Standing:
    values = {"guild": 1, "game": "trio", "season": ALL_TIME, "user": user, "games": 6, "rated": 6, "sigma": 3.0}
    return Standing(**values | changes)


async def rank(store, *standings):
    results = await finish(store, users=sorted({standing.user for standing in standings}), names=False)
    mark, _ = await store.uncounted(1, "trio", 1)
    await store.count(1, "trio", mark, [Mark(results[0].finished, results[0].table)], standings)


async def test_games_alone_are_counted_by_level(store):
    for level, feature, won in (
        ("novice", "", True),
        ("novice", "", False),
        ("expert", "", False),
        ("regular", "daily", 1),
    ):
        row = await store.create(new(guild=1, game="trio", facts=b'{"feature":"%s"}' % feature.encode()), [11])
        mine = result(row.id, 0, 11, guild=0, won=bool(won), rated=False)
        other = result(row.id, 1, None, guild=0, level=level, won=not won, rated=False)
        await store.save(change(row, status="over", revision=1), entries=[move(1)], results=[mine, other], names={})
    await finish(store)
    assert sorted(await store.played_alone(11)) == [("trio", "expert", 1, 0), ("trio", "novice", 2, 1)]
    assert await store.played_alone(12) == []


async def test_results_are_kept_with_the_last_move_or_not_at_all(store):
    row = await store.create(new(guild=BIGGEST), [11])
    here = {"guild": BIGGEST, "finished": 0.1 + 0.2}
    results = [
        result(row.id, 0, BIGGEST, score=-7, **here),
        result(row.id, 1, None, level="expert", left=True, rated=False, tally={}, options={}, **here),
    ]
    late = change(row, version=7, status="over", revision=1)
    with pytest.raises(Conflict):
        await store.save(late, entries=[move(1)], results=results, names={11: "Ana"})
    assert await store.results_at(row.id) == []
    assert await store.names([11]) == {}
    assert await store.to_count() is None

    over = change(row, status="over", revision=1)
    row = await store.save(over, entries=[move(1)], users=[11, 12], results=results, names={11: "Ana"})
    assert await store.results_at(row.id) == results
    assert await store.names([11, 12]) == {11: "Ana"}
    assert await store.to_count() == (BIGGEST, "trio")
    assert (await store.load(row.id))[1] == [move(1)]
    assert len(await store.of_user(12, ["over"])) == 1


async def test_a_name_follows_the_person(store):
    await finish(store)
    await finish(store, users=(13, 12, 14))
    assert await store.names([11, 12, 13, 14, 15]) == {11: "P11", 12: "P12", 13: "P13", 14: "P14"}
    row = await store.create(new(), [])
    await store.save(change(row, status="over"), results=[result(row.id, 0, 13)], names={13: "Zoé"})
    assert await store.names([13]) == {13: "Zoé"}
    assert await store.get(NAME, 13) == "Zoé".encode()


async def test_a_players_results_come_newest_first_and_page_by_page(store):
    first = await finish(store, finished=5.0)
    second = await finish(store, guild=2, finished=9.0)
    third = await finish(store, finished=7.0)
    fourth = await finish(store, finished=7.0)
    await finish(store, users=(21, 22))
    expected = [each[1] for each in (second, fourth, third, first)]
    assert await store.results_of(12, None, 10) == expected
    assert await store.results_of(12, None, 2) == expected[:2]
    assert await store.results_of(12, expected[1].table, 2) == expected[2:]
    assert await store.results_of(12, expected[3].table, 2) == []
    assert await store.results_of(12, guild=1) == expected[1:]
    assert await store.results_of(12, expected[1].table, 1, guild=1) == expected[2:3]
    assert await store.results_of(99) == []
    # From a table that is gone, it begins anew.
    assert await store.results_of(12, 999, 10) == expected


async def test_meetings(store):
    await finish(store, users=(11, 12, 13))
    await finish(store, users=(12, 11, None))
    await finish(store, users=(12, 11, 14), guild=2)
    await finish(store, users=(13, 11))
    row = await store.create(new(), [])
    partners = [result(row.id, 0, 11, side=0), result(row.id, 1, 13, side=1), result(row.id, 2, 12, side=0)]
    await store.save(change(row, status="over"), results=partners)
    met = sorted(await store.meetings(11, 1, 10))
    assert met == [Meeting(12, "P12", 2, 1, 1), Meeting(13, "P13", 3, 1, 2)]
    assert await store.meetings(11, 1, 1) == [Meeting(13, "P13", 1, 0, 1)]
    await store.put(HIDDEN, 13, b"{}")
    assert await store.meetings(11, 1, 10) == [Meeting(12, "P12", 2, 1, 1)]


async def test_tables_are_counted_once_and_in_order(store):
    later = await finish(store, finished=9.0)
    sooner = await finish(store, finished=8.0)
    other = await finish(store, game="tripot", finished=1.0)
    assert await store.uncounted(1, "trio", 1) == (None, sooner)
    assert await store.uncounted(1, "trio", 9) == (None, sooner + later)
    assert await store.uncounted(2, "trio", 9) == (None, [])
    first, second = Mark(8.0, sooner[0].table), Mark(9.0, later[0].table)
    ana = standing(11, mu=27.123456789, tally={"lies": 3}, honours={"sharp": 2}, wins=4, rated_wins=3)
    await store.count(1, "trio", None, [first], [ana, replace(ana, season=20264)])
    assert await store.standings(1, "trio", [11, 12]) == [ana, replace(ana, season=20264)]
    assert await store.uncounted(1, "trio", 9) == (first, later)
    with pytest.raises(Conflict):
        await store.count(1, "trio", None, [second], [replace(ana, mu=99.0)])
    with pytest.raises(Conflict):
        await store.count(1, "trio", first, [first], [replace(ana, mu=99.0)])
    assert await store.standings(1, "trio", [11]) == [ana, replace(ana, season=20264)]
    await store.count(1, "trio", first, [second], [replace(ana, games=7)])
    assert await store.career(11, 1, ALL_TIME) == [replace(ana, games=7)]
    assert await store.to_count() == (1, "tripot")
    assert (await store.uncounted(1, "tripot", 9))[1] == other

    await store.recount(1, "trio")
    assert await store.standings(1, "trio", [11]) == []
    assert await store.uncounted(1, "trio", 9) == (None, sooner + later)
    await store.recount()
    assert await store.uncounted(1, "trio", 9) == (None, sooner + later)
    # Somebody who was erased meanwhile has no standing.
    await store.count(1, "trio", None, [first], [standing(11), standing(99)])
    assert await store.standings(1, "trio", [11, 99]) == [standing(11)]


async def test_rated_games_of_some_people(store):
    old = await finish(store, finished=5.0)
    new_one = await finish(store, finished=7.0)
    await finish(store, finished=7.0, rated=False)
    await finish(store, finished=7.0, guild=2)
    await finish(store, finished=7.0, game="tripot")
    assert sorted(await store.rated_since(1, "trio", [11, 13], 6.0)) == [
        Rated(new_one[0].table, user, 7.0) for user in (11, 13)
    ]
    assert len(await store.rated_since(1, "trio", [11], 5.0)) == 2
    assert old[0].table < new_one[0].table


async def test_a_ranking(store):
    best, good, tied = standing(3, mu=40.0), standing(1, mu=30.0), standing(2, mu=30.0)
    fresh, unrated = standing(4, mu=50.0, rated=1), standing(5, rated=0, mu=60.0)
    season = standing(1, season=20264, mu=41.0)
    await rank(store, best, good, tied, fresh, unrated, season)
    assert await store.career(3, None, ALL_TIME) == [best]
    assert await store.career(3, None, 20264) == []
    await store.put(NAME, 3, "Zoé".encode())
    total, lines = await store.ranking(1, "trio", ALL_TIME, 0, 10)
    assert total == 4
    assert [(line.rank, line.name, line.standing) for line in lines] == [
        (1, "Zoé", best), (2, "", good), (3, "", tied), (4, "", fresh),
    ]  # fmt: skip
    assert await store.ranking(1, "trio", ALL_TIME, 2, 1) == (4, lines[2:3])
    assert [await store.rank_of(1, "trio", ALL_TIME, user) for user in (3, 1, 2, 4, 5, 6)] == [1, 2, 3, 4, None, None]
    assert (await store.ranking(1, "trio", 20264, 0, 10))[0] == 1
    assert await store.ranking(2, "trio", ALL_TIME, 0, 10) == (0, [])

    await store.put(HIDDEN, 1, b"{}")
    total, lines = await store.ranking(1, "trio", ALL_TIME, 0, 10)
    assert (total, [line.standing for line in lines]) == (3, [best, tied, fresh])
    assert [await store.rank_of(1, "trio", ALL_TIME, user) for user in (3, 1, 2)] == [1, None, 2]


async def test_nothing_is_left_of_an_erased_server(store):
    gone = await finish(store)
    stays = await finish(store, guild=12)
    await rank(store, standing(11), standing(12, season=20264))
    for server in (1, 12):
        await store.post_at(server, 1.0)
        await store.add_to_journal(server, 1.0, b"{}", None, f"token {server}")
    await store.erase_guild(1)
    assert await store.results_at(gone[0].table) == []
    assert await store.results_of(11) == stays[:1]
    assert await store.standings(1, "trio", [11, 12]) == []
    assert await store.uncounted(1, "trio", 9) == (None, [])
    assert await store.to_count() == (12, "trio")
    assert await store.claim_posts(9.0, 1.0, 10) == [12]
    assert [len(await store.journal(server, None, 9)) for server in (1, 12)] == [0, 1]


async def test_claimed_results_are_found_by_the_kind_of_documents(store):
    (first, *_), (second, other, _), (late, *_) = [
        await finish(store, users) for users in ((11, None, None), (12, 13, None), (14, None, None))
    ]
    for user, table in ((11, first.table), (12, second.table), (14, late.table), (15, 10**6)):
        await store.put("daily 7", user, f'{{"table":{table},"streak":0}}'.encode())
    # A claim to another player's table gives no result; another day is another kind.
    await store.put("daily 7", 16, f'{{"table":{other.table}}}'.encode())
    await store.put("daily 8", 13, f'{{"table":{other.table}}}'.encode())
    claims = await store.claimed_by(11, ["daily 6", "daily 7", "daily 8"])
    assert claims == {"daily 7": (b'{"table":%d,"streak":0}' % first.table, first)}
    assert await store.claimed_by(16, ["daily 7"]) == {}
    found = await store.claimed("daily 7", late.finished)
    assert sorted(found, key=lambda each: each.table) == [first, second]
    assert len(await store.claimed("daily 7", late.finished + 1)) == 3
    assert await store.claimed("daily 8", late.finished) == [other]
    await store.put(HIDDEN, 12, b"{}")
    assert await store.claimed("daily 7", late.finished) == [first]
    await store.put(HIDDEN, 12, None)
    await store.forget(11)
    assert await store.claimed("daily 7", late.finished) == [second]
    assert await store.claimed("daily 9", 1e12) == []


async def test_worse_results_are_counted(store):
    scores = {21: (2, 5), 22: (1, 1), 23: (2, 4), 24: (2, 5), 25: (3, 9)}
    for user, (place, score) in scores.items():
        (made,) = await finish(store, (user,), place=place, score=score, finished=100.0)
        await store.put("daily 7", user, f'{{"table":{made.table}}}'.encode())
    found = {
        (user, lowest): await store.beaten(
            "daily 7", 200.0, user, (place, score if lowest else -score), lowest_wins=lowest
        )
        for user, (place, score) in scores.items()
        for lowest in (False, True)
    }
    assert {user: worse for (user, lowest), (_, worse) in found.items() if not lowest} == {
        21: 2, 22: 4, 23: 1, 24: 2, 25: 0,
    }  # fmt: skip
    assert {user: worse for (user, lowest), (_, worse) in found.items() if lowest} == {
        21: 1, 22: 4, 23: 3, 24: 1, 25: 0,
    }  # fmt: skip
    assert {others for others, _ in found.values()} == {4}
    assert await store.beaten("daily 7", 100.0, 21, (1, 0), lowest_wins=False) == (0, 0)
    assert await store.beaten("daily 8", 200.0, 21, (1, 0), lowest_wins=False) == (0, 0)


# ---- counted


async def count_all(store):
    while await count_some(store, 3) is not None:
        pass


async def idle(work):
    while work._task is not None:
        await work._task


async def everything(store):
    standings = [await store.standings(*board, list(PEOPLE)) for board in BOARDS]
    results = [await store.results_of(user, None, 999) for user in PEOPLE]
    return [sorted(each, key=repr) for each in standings], results


async def played(tables, rng, at, kind="stay"):
    guild, game = rng.choice(BOARDS)
    people = rng.sample(list(PEOPLE), rng.choice([n for n in GAMES[game].seats if n <= 4]))
    names = {user: f"P{user}" for user in people}
    table = await tables.open(lobby_of(GAMES[game], names, guild=guild, channel=2, now=at))
    await tables.change(table.id, lambda table: start(table, table.users[0], Random(rng.random()), at))
    if kind in ("leave", "take"):
        table = (await tables.change(table.id, lambda table: absence.leave(table, table.users[-1]))).after
    if kind == "take" and table.status == PLAYING:
        guest, seat = rng.choice([user for user in PEOPLE if user not in people]), table.size - 1
        table = (await tables.change(table.id, lambda table: absence.ask(table, guest, f"P{guest}", seat))).after
        await tables.change(table.id, lambda table: absence.accept(table, table.facts.host, guest, at))
    elif kind == "stand in":
        decisions = (DecisionCount(8, 3, (False, False, True)), *(DecisionCount() for _ in people[1:]))
        await tables.change(table.id, lambda table: table.with_facts(decisions=decisions))
    elif kind == "close":
        return (await tables.change(table.id, lambda table: absence.close(table, table.users[0]))).after

    def finish(table):
        while table.status != OVER:
            playing = [seat for seat in table.to_act if not table.facts.players[seat].left]
            if playing:
                table = step(table, rng, seat=playing[0])
            else:
                seat = table.to_act[0]
                table = table.after(seat, table.default(seat), max(table.log[-1].at + 1, table.flash_until))
        return table

    return (await tables.change(table.id, finish)).after


@pytest.mark.parametrize("seed", range(2))
async def test_a_rebuild_from_logs_changes_nothing(store, seed):
    rng, at = Random(seed), NOW + seed
    tables = Tables(store, GAMES, now=lambda: at, rng=rng)
    for _, kind in zip(range(6), cycle(KINDS)):
        # Sometimes a game ends before one that began earlier, and is counted at any time.
        at += rng.choice([60.0, -30.0, 40 * DAY])
        await played(tables, rng, at, kind)
        if rng.random() < 0.5:
            await count_some(store, rng.choice([1, 10]))
    await count_all(store)
    kept = await everything(store)
    assert any(kept[0])
    told = []
    assert await rebuild(store, GAMES, lambda *news: told.append(news)) == (6, 0)
    assert await everything(store) == kept
    assert told[-1] == ("standings", 6, 6)
    assert ("results", 6, 6) in told


async def test_the_command_makes_again_what_was_lost_but_not_while_the_bot_runs(sqlite_url, here, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    async with opened(sqlite_url) as store:
        tables = Tables(store, GAMES, now=lambda: NOW, rng=Random(1))
        for seed in range(3):
            await played(tables, Random(seed), NOW + seed)
        await count_all(store)
        kept = await everything(store)
        await store.recount()
        assert await everything(store) != kept
        await store.hold()
        assert await asyncio.to_thread(main, ["rebuild"]) == 1
        assert "stop it first" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["rebuild"]) == 0
    assert capsys.readouterr().out == "3 tables counted\n"
    async with opened(sqlite_url) as store:
        assert await everything(store) == kept
    monkeypatch.setenv("DATABASE_URL", "postgresql://ana:hunter2@127.0.0.1:1/games")
    assert await asyncio.to_thread(main, ["rebuild"]) == 1
    assert capsys.readouterr().err == "It failed: ConnectionRefusedError, Connection refused.\n"


async def test_a_game_that_ended_before_one_that_is_counted_has_all_counted_anew(store):
    late = await finish(store, finished=NOW)
    await count_all(store)
    once = await store.standings(1, "trio", [11])
    early = await finish(store, users=(12, 11, 13), finished=NOW - 5)
    await count_all(store)
    kept = await store.standings(1, "trio", [11])
    assert [standing.games for standing in kept] == [2, 2]
    await store.recount()
    assert (await store.uncounted(1, "trio", 9))[1] == early + late
    await count_all(store)
    assert await store.standings(1, "trio", [11]) == kept != once


async def test_a_table_is_in_its_season_and_in_all_time(store):
    await finish(store, finished=NOW)
    await finish(store, finished=NOW + 90 * DAY)
    await count_all(store)
    seasons = {standing.season: standing for standing in await store.standings(1, "trio", [11])}
    assert set(seasons) == {ALL_TIME, 20263, 20264}
    assert [seasons[season].games for season in (ALL_TIME, 20263, 20264)] == [2, 1, 1]
    # A season begins from nothing.
    assert seasons[20263].mu == seasons[20264].mu < seasons[ALL_TIME].mu
    assert (season_of(0.0), season_of(1_767_225_599.0), season_of(1_767_225_600.0)) == (19701, 20254, 20261)


async def test_concurrent_counting_counts_once(store):
    results = await finish(store, finished=NOW)
    mark, _ = await store.uncounted(1, "trio", 1)
    done = await asyncio.gather(*(count_some(store) for _ in range(3)))
    assert done.count(1) == 1
    assert (mark, await store.to_count()) == (None, None)
    assert (await store.standings(1, "trio", [11]))[0].games == 1
    assert (await store.uncounted(1, "trio", 1))[0] == Mark(NOW, results[0].table)


async def test_a_log_that_does_not_replay_keeps_its_results(store):
    first = await finish(store)
    tables = Tables(store, GAMES, now=lambda: NOW, rng=Random(1))
    table = await played(tables, Random(4), NOW)
    real = await store.results_at(table.id)
    assert await rebuild(store, GAMES, lambda *_: None) == (1, 1)
    assert await store.results_at(first[0].table) == first
    assert await store.results_at(table.id) == real
    assert await rebuild(store, {}, lambda *_: None) == (0, 2)
    assert await store.results_at(table.id) == real


async def test_old_results_are_filled_in_and_counted_in_the_background(store, monkeypatch):
    monkeypatch.setattr(counting, "SETTLE_SECONDS", 0.0)
    tables = Tables(store, GAMES, now=lambda: NOW, rng=Random(1))
    old = [await played(tables, Random(seed), NOW) for seed in range(3)]
    kept = [await store.results_at(table.id) for table in old]
    for table in old:
        await store.fill_again()
        await store.fill(table.id, table.row.version, [result(table.id, 0, 99)], {})
    await store.fill_again()
    work = Counting(store, GAMES)
    assert await work.current() is False
    work.start()
    work.start()
    await idle(work)
    assert [await store.results_at(table.id) for table in old] == kept
    assert await work.current() is True
    tables.on_change(lambda _before, _after: work.start(), only=Changed.ended)
    await played(tables, Random(9), NOW + 5)
    await idle(work)
    assert await store.to_count() is None
    await work.finish()
    await work.finish()


async def test_background_failures_are_retried(store, monkeypatch, caplog):
    monkeypatch.setattr(counting, "SETTLE_SECONDS", 0.0)
    monkeypatch.setattr(counting, "RETRY_SECONDS", 0.0)
    await finish(store)
    failing = [OSError("a secret"), OSError("a secret")]
    real = store.to_count

    async def fails():
        if failing:
            raise failing.pop()
        return await real()

    monkeypatch.setattr(store, "to_count", fails)
    work = Counting(store, GAMES)
    work.start()
    await idle(work)
    assert await real() is None
    assert "counting fails" in caplog.text
    assert "secret" not in caplog.text
    await work.finish()


async def test_a_caller_waits_for_little_counting(store):
    for _ in range(3):
        await finish(store)
    work = Counting(store, GAMES)
    assert await work.current() is True
    for number in range(counting.BATCH * counting.BATCHES_WAITED_FOR + 1):
        await finish(store, finished=NOW + number)
    assert await work.current() is False
    assert await work.current() is True
