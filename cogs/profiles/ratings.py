"""Ratings from results: a standing for each person, game, server and season, updated game by game.

Standings depend only on the results in the order in which games ended, so they can be rebuilt at any time. The rules
are explained in docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from msgspec.structs import replace
from openskill.models import BradleyTerryFull

from bot.core.results import ALL_TIME, Rated, Result, Standing

MODEL = BradleyTerryFull()
DAY = 24 * 60 * 60.0
OFTEN = 5
"""The number of games of the same two people within a day that count in full."""

Standings = dict[tuple[int, int], Standing]
"""The standings in one game on one server, by season and user."""


def by_table(results: Iterable[Result]) -> Iterator[list[Result]]:
    """Group ordered results by table."""
    for _, group in groupby(results, key=attrgetter("table")):
        yield list(group)


def count(standings: Standings, results: Sequence[Result], season: int, recent: Sequence[Rated]) -> None:
    """Add one table to the standings of its game and server, in a season and of all time.

    ``recent`` has all rated games that its people played there in the ``DAY`` before it ended.
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
    user = result.user if result.user is not None else 0
    fresh = Standing(guild=result.guild, game=result.game, season=season, user=user)
    # Erased users always count as new players.
    return fresh if result.user is None else standings.get((season, user), fresh)


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
    added = dict(one)
    for key, value in other.items():
        if value:
            added[key] = added.get(key, 0) + value
    return added


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
    tables: dict[int, set[int]] = {}
    for game in recent:
        tables.setdefault(game.user, set()).add(game.table)
    found: dict[int, float] = {}
    for result in results:
        own = tables.get(result.user or 0, set())
        rivals = (other for other in results if other.side != result.side and not other.taken)
        shares = [_share(len(own & tables.get(other.user or 0, set()))) for other in rivals]
        found[result.seat] = sum(shares) / len(shares) if shares else 0.0
    return found


def _share(met: int) -> float:
    """The weight of a game for two people who met that often within a day: 1, then a half, a quarter and so on."""
    return 1.0 if met < OFTEN else 0.5 ** (met - OFTEN + 1)
