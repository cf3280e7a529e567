"""How well people play, from results: a standing a person, game, server and season, counted game by game.

Everything here follows from results in the order in which games ended, so that it can be made again at any time and is
the same. The rules in words are in docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from openskill.models import BradleyTerryFull

from bot.core.results import Result

MODEL = BradleyTerryFull()
MU, SIGMA = 25.0, 25.0 / 3
"""What is believed of somebody who has not played yet, and how little it is sure."""
SURE = 7.0
"""How sure it has to be before a rating is more than provisional."""
ENOUGH = 5
"""So many rated games are needed for it too."""

ALL_TIME = 0
"""The season that never ends."""
DAY = 24 * 60 * 60.0
OFTEN = 5
"""So many games of the same two people within a day count in full."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has done in one game on one server, in one season or altogether."""

    guild: int
    game: str
    season: int
    """``ALL_TIME``, or a year and its quarter: 20264 is the last one of 2026."""
    user: int
    games: int = 0
    wins: int = 0
    rated: int = 0
    """How many of the games were rated."""
    rated_wins: int = 0
    mu: float = MU
    sigma: float = SIGMA
    tally: dict[str, int] = {}
    """The figures of all games, added up."""
    best: dict[str, int] = {}
    """The highest of each figure in one game."""
    honours: dict[str, int] = {}
    """How often each honour was earned."""

    @property
    def points(self) -> int:
        """The rating as it is shown: what they surely are worth. Everybody begins at 1000."""
        return 1000 + round(40 * (self.mu - 3 * self.sigma))

    @property
    def provisional(self) -> bool:
        """Whether too little is known for the rating to say much."""
        return self.rated < ENOUGH or self.sigma > SURE


class Rated(NamedTuple):
    """A rated game somebody has played."""

    table: int
    user: int
    finished: float


Standings = dict[tuple[int, int], Standing]
"""The standings in one game on one server, by season and person."""


def by_table(results: Iterable[Result]) -> Iterator[list[Result]]:
    """Results, which are in order, table by table."""
    for _, group in groupby(results, key=attrgetter("table")):
        yield list(group)


def count(standings: Standings, results: Sequence[Result], season: int, recent: Sequence[Rated]) -> None:
    """Add one table to the standings of its game and server, in a season and of all time.

    ``recent`` has all rated games that its people played there in the ``DAY`` before it ended.
    """
    weights = _weights(results, recent)
    for each in (season, ALL_TIME):
        for result in results:
            # A game that was closed under somebody is none of theirs, unless they are rated for it.
            if result.user is not None and (result.rated or not result.unfinished):
                standings[each, result.user] = _with_game(_standing(standings, each, result), result)
        if any(result.rated for result in results):
            _rate(standings, each, results, weights)


def _standing(standings: Standings, season: int, result: Result) -> Standing:
    user = result.user if result.user is not None else 0
    fresh = Standing(guild=result.guild, game=result.game, season=season, user=user)
    # Of whoever is not to be remembered nothing is known, whatever they have played.
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
    """Change the ratings of those for whom a table is rated. A team is rated as one; it shares its place."""
    sides: dict[int, list[Result]] = {}
    for result in results:
        if result.taken:
            continue
        # Somebody who left is last for themselves: their partner did not leave.
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
    """By seat how much the game counts: less the more often the same two met within a day, on average of its rivals."""
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
    """How much of a game counts for two people who have met so often within a day: a half, a quarter … in the end."""
    return 1.0 if met < OFTEN else 0.5 ** (met - OFTEN + 1)
