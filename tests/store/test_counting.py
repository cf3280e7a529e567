"""Results can be rebuilt from logs, and standings from results, on each storage."""

import asyncio
from random import Random

import pytest

from bot.core import absence
from bot.core.facts import OVER, PLAYING, DecisionCount
from bot.core.lobby import start
from bot.core.results import ALL_TIME
from bot.store.results import Mark
from bot.tables.tables import Changed, Tables
from cogs.profiles import service as counting
from cogs.profiles.service import DAY, Counting, count_some, rebuild, season_of
from tests.kit.moments import CATALOGUE
from tests.kit.seated import lobby_of, step
from tests.store.test_results import finish, result

GAMES = CATALOGUE.games
NOW = 1_790_000_000.0
PEOPLE = range(11, 17)
BOARDS = [(guild, game) for guild in (1, 2) for game in ("trio", "tripot", "pinocchio")]


async def count_all(store):
    """Count until nothing is left."""
    while await count_some(store, 3) is not None:
        pass


async def idle(work):
    """Wait until nothing is done in the background any more."""
    while work._task is not None:
        await work._task


async def everything(store):
    """All results and standings there are."""
    standings = [await store.standings(*board, list(PEOPLE)) for board in BOARDS]
    results = [await store.results_of(user, None, 999) for user in PEOPLE]
    return [sorted(each, key=repr) for each in standings], results


async def played(tables, rng, at):
    """A game of random people, some of whom may leave it in one way or another."""
    guild, game = rng.choice(BOARDS)
    people = rng.sample(list(PEOPLE), rng.choice([n for n in GAMES[game].seats if n <= 4]))
    names = {user: f"P{user}" for user in people}
    table = await tables.open(lobby_of(GAMES[game], names, guild=guild, channel=2, now=at))
    await tables.change(table.id, lambda table: start(table, table.users[0], Random(rng.random()), at))
    kind = rng.choice(["stay", "stay", "leave", "take", "stand in", "close"])
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
    for _ in range(12):
        # Sometimes a game ends before one that began earlier, and is counted at any time.
        at += rng.choice([60.0, -30.0, 40 * DAY])
        await played(tables, rng, at)
        if rng.random() < 0.5:
            await count_some(store, rng.choice([1, 10]))
    await count_all(store)
    kept = await everything(store)
    assert any(kept[0])
    told = []
    assert await rebuild(store, GAMES, lambda *news: told.append(news)) == (12, 0)
    assert await everything(store) == kept
    assert told[-1] == ("standings", 12, 12)
    assert ("results", 12, 12) in told


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
        await store.fill(table.id, table.kept.version, [result(table.id, 0, 99)], {})
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
