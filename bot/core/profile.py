"""What is told of people: where they stand in a ranking, how they play, and against whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from bot.core.ratings import Standing
from bot.core.results import Result

PAGE = 10
"""Lines of a ranking shown at once."""


class Line(NamedTuple):
    """A line of a ranking."""

    rank: int
    name: str
    standing: Standing


class Meeting(NamedTuple):
    """How somebody fared against one other person in their latest games."""

    user: int
    name: str
    games: int
    ahead: int
    """In how many of them the other was ahead."""
    behind: int


def nemesis(meetings: Iterable[Meeting], least: int = 3) -> Meeting | None:
    """Who was ahead most often on balance, of those met often enough; None if nobody was."""
    worse = [meeting for meeting in meetings if meeting.games >= least and meeting.ahead > meeting.behind]
    return max(worse, key=lambda each: (each.ahead - each.behind, each.games, -each.user), default=None)


def favourite(meetings: Iterable[Meeting], least: int = 3) -> Meeting | None:
    """Who was met most often; None if nobody was often."""
    often = [meeting for meeting in meetings if meeting.games >= least]
    return max(often, key=lambda each: (each.games, -each.user), default=None)


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of somebody on one server."""

    name: str
    standings: tuple[Standing, ...] = ()
    """Of all time, a game each, the most played first."""
    form: tuple[Result, ...] = ()
    """Their last games, the newest first."""
    favourite: Meeting | None = None
    nemesis: Meeting | None = None
    counting: bool = False
    """Whether games are still being counted."""

    @property
    def games(self) -> int:
        """How many games they have finished."""
        return sum(standing.games for standing in self.standings)

    @property
    def wins(self) -> int:
        """How many of them they have won."""
        return sum(standing.wins for standing in self.standings)


class Ranking(NamedTuple):
    """A part of a ranking."""

    game: str
    season: int
    page: int
    """Counted from 0."""
    total: int
    """How many are in it altogether."""
    lines: list[Line]
    counting: bool
    """Whether games are still being counted."""

    @property
    def pages(self) -> int:
        """How many pages it has, one at least."""
        return max(1, -(-self.total // PAGE))
