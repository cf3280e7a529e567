"""When a server's channel is told of the deal of the day: invited in the morning, and in the evening who did how well.

The hours are those of a time zone that moderators choose; a day's deal is a day of UTC all the same. So the invitation
comes at the first such hour of the UTC day, and the ranking at the next such hour after it, which may be the next day.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from bot.core.daily import SECONDS, day_of, end_of

INVITATION: Literal["invitation"] = "invitation"
RANKING: Literal["ranking"] = "ranking"
What = Literal["invitation", "ranking"]
EPOCH = date(1970, 1, 1)


class Due(NamedTuple):
    """Something that a server is to be told now, and of which day."""

    what: What
    day: int


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The last days with whose invitation and ranking a server is done: told, or past."""

    invited: int = 0
    ranked: int = 0
    refused: bool = False
    """Whether Discord did not let us the last time: moderators have been told so."""
    saying: tuple[Due, float] | None = None
    """What we have set out to tell, and when: it may have been told, though nobody has written that down."""

    def before(self, due: Due, now: float) -> Told:
        """About to tell that."""
        return msgspec.structs.replace(self, saying=(due, now))

    def after(self, due: Due, *, refused: bool) -> Told:
        """Done with that, too."""
        done = {"invited" if due.what == INVITATION else "ranked": due.day}
        return msgspec.structs.replace(self, **done, refused=refused, saying=None)


class DailyTimes(msgspec.Struct, frozen=True, kw_only=True):
    """What moderators have chosen. The two hours differ."""

    channel: int
    morning: int = 8
    evening: int = 20
    zone: str = "Europe/Paris"

    @property
    def hours(self) -> tuple[int, int]:
        """Morning and evening."""
        return self.morning, self.evening

    def invitation_at(self, day: int) -> float:
        """When the invitation to a day's deal is due: always on that day."""
        begin, end = float(end_of(day) - SECONDS), float(end_of(day))
        found = [at for at in self._at(self.morning, day) if begin <= at < end]
        # When clocks are put back, a day of 24 hours may be without that hour.
        return found[0] if found else begin

    def ranking_at(self, day: int) -> float:
        """When the ranking of a day is due: between its invitation and the next one."""
        invited = self.invitation_at(day)
        return next(at for at in self._at(self.evening, day) if at > invited)

    def due(self, now: float, told: Told) -> list[Due]:
        """What is to be told at this time. What is long past is not told any more.

        An invitation is good until the ranking or the day's end, a ranking until the next invitation.
        """
        today = day_of(now)
        found = [
            Due(RANKING, day)
            for day in (today - 1, today)
            if told.ranked < day and self.ranking_at(day) <= now < self.invitation_at(day + 1)
        ]
        if told.invited < today and self.invitation_at(today) <= now < min(self.ranking_at(today), end_of(today)):
            found.append(Due(INVITATION, today))
        return found

    def past(self, now: float) -> Told:
        """As if all had been told whose time has come: for who has only just chosen these times."""
        days = range(day_of(now) - 3, day_of(now) + 1)
        return Told(
            invited=max(day for day in days if self.invitation_at(day) <= now),
            ranked=max(day for day in days if self.ranking_at(day) <= now),
        )

    def following(self, now: float) -> float:
        """The next time after this one at which something is due."""
        return min(self.next_of_each(now))

    def next_of_each(self, now: float) -> tuple[float, float]:
        """When the next invitation and the next ranking come."""
        days = range(day_of(now) - 1, day_of(now) + 3)
        both = ((at for at in map(when, days) if at > now) for when in (self.invitation_at, self.ranking_at))
        invitation, ranking = map(min, both)
        return invitation, ranking

    def _at(self, hour: int, day: int) -> list[float]:
        """When it is that hour in the zone, around a day of UTC, ascending."""
        there = ZoneInfo(self.zone)
        dates = (EPOCH + timedelta(days=day + more) for more in (-1, 0, 1, 2))
        return sorted(datetime(d.year, d.month, d.day, hour, tzinfo=there).timestamp() for d in dates)
