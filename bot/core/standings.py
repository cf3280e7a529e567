"""Standings: the rows that storage keeps of what players have done in a game on a server."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

MU, SIGMA = 25.0, 25.0 / 3
"""The rating of a new player, and its uncertainty."""
SURE = 7.0
"""A rating with a larger sigma is provisional."""
ENOUGH = 5
"""A rating from fewer rated games is provisional."""
ALL_TIME = 0
"""The season that never ends."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A player's statistics in one game on one server, in one season or of all time."""

    guild: int
    game: str
    season: int
    """``ALL_TIME``, or a year and its quarter: 20264 is the last one of 2026."""
    user: int
    games: int = 0
    wins: int = 0
    rated: int = 0
    """The number of rated games."""
    rated_wins: int = 0
    mu: float = MU
    sigma: float = SIGMA
    tally: dict[str, int] = {}
    """The sum of each figure over all games."""
    best: dict[str, int] = {}
    """The highest of each figure in one game."""
    honours: dict[str, int] = {}
    """The number of times each honour was earned."""

    @property
    def points(self) -> int:
        """The displayed rating: a conservative estimate. Everybody begins at 1000."""
        return 1000 + round(40 * (self.mu - 3 * self.sigma))

    @property
    def provisional(self) -> bool:
        """Whether the rating is still uncertain."""
        return self.rated < ENOUGH or self.sigma > SURE


class Rated(NamedTuple):
    """A rated game of a user."""

    table: int
    user: int
    finished: float


class RankingLine(NamedTuple):
    """A line of a ranking."""

    rank: int
    name: str
    standing: Standing


class Meeting(NamedTuple):
    """A player's record against one other person in their latest games."""

    user: int
    name: str
    games: int
    ahead: int
    """Games in which the other was ahead."""
    behind: int
