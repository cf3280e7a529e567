"""Profiles and rankings of a server, ratings, and counting finished games for them in the background.

Results are stored with the last move. They are counted right after it, in the order in which games ended; work that is
left when the process stops continues after the next start.

A person has a standing for each game, server and season. Standings depend only on the results in the order in which
games ended, so they can be rebuilt at any time. The rules of ratings are explained in docs/ratings.md.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from msgspec.structs import replace
from openskill.models import BradleyTerryFull

from bot.client.extensions import BackgroundWork
from bot.core import results
from bot.core.facts import CLOSED, OPEN, MoveRow, TableRow, facts_of
from bot.core.game import AnyGame
from bot.core.results import ALL_TIME, Rated, Result, Standing
from bot.store import Conflict, Store
from bot.store.results import HIDDEN, Mark
from bot.store.statements import ENDED
from bot.tables.tables import error_summary, restore
from cogs.profiles.pages import PAGE, Profile, Ranking, favourite, nemesis

log = logging.getLogger(__name__)

FORM_GAMES = 10
MEETING_GAMES = 200
"""The latest games that decide a player's favourite opponent and nemesis."""
SETTLE_SECONDS = 1.0
"""The delay between the end of a game and counting it: of two that end at once either may be stored first."""
BATCH = 10
"""Tables counted at once: few enough not to delay clicks."""
REBUILD_BATCH = 50
"""Tables whose results the command line rebuilds at once."""
BATCHES_WAITED_FOR = 5
"""Batches that a request for a ranking waits for at most."""
RETRY_SECONDS = 60.0
MODEL = BradleyTerryFull()
DAY = 24 * 60 * 60.0
OFTEN = 5
"""The number of games of the same two people within a day that count in full."""

Standings = dict[tuple[int, int], Standing]
"""The standings in one game on one server, by season and user."""


class Profiles:
    """Profiles and rankings. Games that have just ended are counted first."""

    def __init__(self, store: Store, counting: Counting, now: Callable[[], float]) -> None:
        self._store = store
        self._counting = counting
        self._now = now

    async def hidden(self, user: int) -> bool:
        """Whether a player hides from rankings and shows their profile to nobody."""
        return await self._store.get(HIDDEN, user) is not None

    async def profile(self, user: int, guild: int, name: str) -> Profile:
        """A player's profile on a server, with the name they have there now."""
        current = await self._counting.current()
        standings = await self._store.career(user, guild, ALL_TIME)
        met = await self._store.meetings(user, guild, MEETING_GAMES)
        return Profile(
            name=name,
            standings=tuple(sorted(standings, key=lambda standing: (-standing.games, standing.game))),
            form=tuple(await self._store.results_of(user, None, FORM_GAMES, guild=guild)),
            favourite=favourite(met),
            nemesis=nemesis(met),
            counting=not current,
        )

    async def ranking(self, guild: int, game: str, season: int, page: int) -> Ranking:
        """A page of a server's ranking; the last one if there are fewer pages."""
        current = await self._counting.current()
        page = max(0, page)
        total, lines = await self._store.ranking(guild, game, season, page * PAGE, PAGE)
        if page and not lines:
            page = max(0, -(-total // PAGE) - 1)
            total, lines = await self._store.ranking(guild, game, season, page * PAGE, PAGE)
        return Ranking(game, season, page, total, lines, not current)

    async def page_of(self, guild: int, game: str, season: int, user: int) -> int | None:
        """The page of a ranking with a player's line; None if they are not ranked."""
        await self._counting.current()
        rank = await self._store.rank_of(guild, game, season, user)
        return None if rank is None else (rank - 1) // PAGE

    def season(self, back: int = 0) -> int:
        """The current season, or the one ``back`` seasons before it."""
        year, quarter = divmod(season_of(self._now()), 10)
        years, quarters = divmod(year * 4 + quarter - 1 - back, 4)
        return years * 10 + quarters + 1


def season_of(time: float) -> int:
    """The season of a time: its year and quarter in UTC, 20264 for the last one of 2026."""
    date = datetime.fromtimestamp(time, UTC)
    return date.year * 10 + (date.month + 2) // 3


async def count_some(store: Store, most: int = BATCH) -> int | None:
    """Count at most ``most`` tables of one server and game; gives their number, None if nothing is left to count."""
    found = await store.to_count()
    if found is None:
        return None
    mark, waiting = await store.uncounted(*found, most)
    tables = [list(group) for _, group in groupby(waiting, key=attrgetter("table"))]
    marks = [Mark(table[0].finished, table[0].table) for table in tables]
    if not marks:
        return 0  # Another process has just counted them.
    try:
        if mark is not None and marks[0] <= mark:
            # It ended before games that are counted already, and ratings depend on the order: count all again.
            await store.recount(*found)
            return 0
        standings = await _counted(store, tables)
        await store.count(*found, mark, marks, list(standings.values()))
    except Conflict:
        log.info("another process counts guild=%s game=%s", *found)
        return 0
    return len(tables)


async def _counted(store: Store, tables: Sequence[Sequence[Result]]) -> Standings:
    """The standings of the players of these tables after counting them."""
    first = tables[0][0]
    users = sorted({result.user for table in tables for result in table if result.user is not None})
    order = attrgetter("finished", "table")
    games = sorted(await store.rated_since(first.guild, first.game, users, first.finished - DAY), key=order)
    standings: Standings = {
        (standing.season, standing.user): standing for standing in await store.standings(first.guild, first.game, users)
    }
    for table in tables:
        end = table[0].finished
        since = bisect_left(games, (end - DAY, 0), key=order)
        until = bisect_left(games, (end, table[0].table), key=order)
        count(standings, table, season_of(end), games[since:until])
    return standings


def replayed(
    row: TableRow, entries: Sequence[MoveRow], games: Mapping[str, AnyGame]
) -> tuple[Sequence[Result], dict[int, str]] | None:
    """The results of a stored table, and names, from its log; None if it cannot be replayed."""
    facts = facts_of(row)
    if row.status == CLOSED and facts is not None and facts.closed not in results.COUNTED_CLOSINGS:
        return (), {}
    try:
        table = restore(row, entries, games[row.game])
        return (results.results(table), results.names(table)) if table.status not in OPEN else ((), {})
    except Exception as error:  # noqa: BLE001, a table that cannot be read must not stop the others
        log.info("old table without results table=%s: %s", row.id, error_summary(error))
        return None


class Counting(BackgroundWork):
    """Counts results in the background; one per process."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self._one = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._again = False
        store.subscribe(ENDED, self._ended_elsewhere)

    def start(self) -> None:
        """Count everything that is left."""
        self._again = True
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="counting")

    def _ended_elsewhere(self, guild: Any) -> None:
        """A game has ended in another process: every process counts the servers of its own shards."""
        if self._store.at_home(self._store.shards.shard_of(guild)):
            self.start()

    async def finish(self) -> None:
        """Stop; the next start continues."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def current(self) -> bool:
        """Count a few batches; gives whether everything is counted, which it is not while storage fails."""
        async with self._one:
            if (await self._store.to_fill(1))[0]:
                return False
            try:
                for _ in range(BATCHES_WAITED_FOR):
                    if await count_some(self._store) is None:
                        return True
            except Exception as error:  # noqa: BLE001, a full disk: retried later
                log.warning("not counted yet: %s", error_summary(error))
                return False
            return await self._store.to_count() is None

    async def _work(self) -> None:
        while self._again:
            self._again = False
            try:
                await self._fill()
                await asyncio.sleep(SETTLE_SECONDS)
                done: int | None = 0
                while done is not None:
                    async with self._one:
                        done = await count_some(self._store)
            except Exception as error:  # noqa: BLE001, it is retried
                log.error("counting fails and is retried: %s", error_summary(error))  # noqa: TRY400, a traceback ends with the message
                self._again = True
                await asyncio.sleep(RETRY_SECONDS)
        self._task = None

    async def _fill(self) -> None:
        """Make the results of tables that ended before results were stored, using half of the time at most."""
        if not self._store.at_home(0):
            return
        loop = asyncio.get_running_loop()
        while tables := (await self._store.to_fill(BATCH))[1]:
            for table in tables:
                began = loop.time()
                await fill(self._store, self._games, table)
                await asyncio.sleep(loop.time() - began)


async def fill(store: Store, games: Mapping[str, AnyGame], table: int) -> bool:
    """Make and store the results of a table from its log; gives whether it could be replayed."""
    found = await store.load(table)
    if found is None:
        return False
    # Not on the event loop: a log may be long.
    made = await asyncio.to_thread(replayed, *found, games)
    await store.fill(table, found[0].version, *(made or ((), {})))
    return made is not None


async def rebuild(store: Store, games: Mapping[str, AnyGame], tell: Callable[[str, int, int], None]) -> tuple[int, int]:
    """Make all results and standings again from the logs; gives how many tables replayed, and how many did not.

    ``tell`` is called with the step, the amount done and the total.
    """
    await store.fill_again()
    total, _ = await store.to_fill(1)
    good = bad = 0
    while tables := (await store.to_fill(500))[1]:
        for some in (tables[place : place + REBUILD_BATCH] for place in range(0, len(tables), REBUILD_BATCH)):
            made = await asyncio.gather(*(fill(store, games, table) for table in some))
            good, bad = good + sum(made), bad + len(made) - sum(made)
            tell("results", good + bad, total)
    await store.recount()
    total, done = await store.left_to_count(), 0
    while (counted := await count_some(store, 500)) is not None:
        done += counted
        tell("standings", done, total)
    return good, bad


# ---- ratings


def count(standings: Standings, results: Sequence[Result], season: int, recent: Sequence[Rated]) -> None:
    """Add one table to the standings of its game and server, in a season and of all time.

    ``recent`` has all rated games that its people, or others, played there in the ``DAY`` before it ended.
    """
    weights = _weights(results, recent)
    for each in (season, ALL_TIME):
        for result in results:
            # A game closed by somebody else counts only for players who are rated for it.
            if result.user is not None and (result.rated or not result.unfinished):
                standings[each, result.user] = _with_game(_standing(standings, each, result), result)
        if any(result.rated for result in results):
            _rate(standings, each, results, weights)


def _standing(standings: Standings, season: int, result: Result) -> Standing:
    fresh = Standing(guild=result.guild, game=result.game, season=season, user=result.user or 0)
    # Erased users always count as new players.
    return fresh if result.user is None else standings.get((season, result.user), fresh)


def _with_game(standing: Standing, result: Result) -> Standing:
    return replace(
        standing,
        games=standing.games + 1,
        wins=standing.wins + result.won,
        rated=standing.rated + result.rated,
        rated_wins=standing.rated_wins + (result.rated and result.won),
        tally=_sum(standing.tally, result.tally),
        best={**standing.best, **{key: n for key, n in result.tally.items() if n > standing.best.get(key, 0)}},
        honours=_sum(standing.honours, dict.fromkeys(result.honours, 1)),
    )


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {**one, **{key: one.get(key, 0) + value for key, value in other.items() if value}}


def _rate(standings: Standings, season: int, results: Sequence[Result], weights: Mapping[int, float]) -> None:
    """Update the ratings of players with a rated result. A team is rated as one and shares its place."""
    sides: dict[int, list[Result]] = {}
    for result in results:
        if result.taken:
            continue
        # A player who left is rated alone: their partner did not leave.
        side = result.side if not result.left else -1 - result.seat
        sides.setdefault(side, []).append(result)
    teams = list(sides.values())
    if len(teams) < 2:
        return
    before = [[_standing(standings, season, result) for result in team] for team in teams]
    given = [[MODEL.rating(mu=standing.mu, sigma=standing.sigma) for standing in team] for team in before]
    after = MODEL.rate(given, ranks=[float(max(result.place for result in team)) for team in teams])
    for team, standing_of, ratings in zip(teams, before, after, strict=True):
        for result, standing, rating in zip(team, standing_of, ratings, strict=True):
            if not result.rated or result.user is None:
                continue
            weight = weights[result.seat]
            variance = standing.sigma**2 + weight * (rating.sigma**2 - standing.sigma**2)
            standings[season, result.user] = replace(
                standing, mu=standing.mu + weight * (rating.mu - standing.mu), sigma=variance**0.5
            )


def _weights(results: Sequence[Result], recent: Sequence[Rated]) -> dict[int, float]:
    """By seat, the weight of the game: lower the more often it met its rivals within a day, on average."""
    tables: dict[int, set[int]] = {result.user or 0: set() for result in results}
    for game in recent:
        if game.user in tables:
            tables[game.user].add(game.table)
    found: dict[int, float] = {}
    for result in results:
        rivals = (other for other in results if other.side != result.side and not other.taken)
        shares = [_share(len(tables[result.user or 0] & tables[other.user or 0])) for other in rivals]
        found[result.seat] = sum(shares) / len(shares) if shares else 0.0
    return found


def _share(met: int) -> float:
    """The weight of a game for two people who met that often within a day: 1, then a half, a quarter and so on."""
    return 1.0 if met < OFTEN else 0.5 ** (met - OFTEN + 1)
