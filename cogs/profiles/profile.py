"""Profiles and rankings as values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from bot.core.results import Result
from bot.core.standings import Meeting, RankingLine, Standing

PAGE = 10
"""Lines on one page of a ranking."""


def nemesis(meetings: Iterable[Meeting], least: int = 3) -> Meeting | None:
    """The person who was ahead most often on balance, with at least that many games; None if nobody was."""
    worse = [meeting for meeting in meetings if meeting.games >= least and meeting.ahead > meeting.behind]
    return max(worse, key=lambda each: (each.ahead - each.behind, each.games, -each.user), default=None)


def favourite(meetings: Iterable[Meeting], least: int = 3) -> Meeting | None:
    """The most frequent other player, with at least that many games; None if there is none."""
    often = [meeting for meeting in meetings if meeting.games >= least]
    return max(often, key=lambda each: (each.games, -each.user), default=None)


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A player's profile on one server."""

    name: str
    standings: tuple[Standing, ...] = ()
    """All-time standings, one per game, the most played first."""
    form: tuple[Result, ...] = ()
    """Their last results, the newest first."""
    favourite: Meeting | None = None
    nemesis: Meeting | None = None
    counting: bool = False
    """Whether results are still being counted."""

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(standing.games for standing in self.standings)

    @property
    def wins(self) -> int:
        """The number of games won."""
        return sum(standing.wins for standing in self.standings)


class Ranking(NamedTuple):
    """One page of a ranking."""

    game: str
    season: int
    page: int
    """Counted from 0."""
    total: int
    """The number of players in the whole ranking."""
    lines: list[RankingLine]
    counting: bool
    """Whether results are still being counted."""

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.total // PAGE))
