"""Announcements of the deal of the day: an invitation in the morning, and in the evening who did how well.

The hours are those of a time zone that moderators choose; a day's deal is a day of UTC all the same. So the invitation
comes at the first such hour of the UTC day, and the ranking at the next such hour after it, which may be the next day.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import date, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

import discord
import msgspec

from bot.app import App
from bot.client.click import UNSURE
from bot.client.journal import JournalEntry
from bot.client.messages import ChannelMessages, new_public
from bot.pages.address import base36
from bot.pages.page import PublicPage
from bot.store import Store
from bot.tables.clock import WakeClock
from bot.tables.servers import Server
from bot.tables.tables import Locks
from cogs.daily.deal import FEATURE, SECONDS, day_of, end_of
from cogs.daily.pages import accept_id, invitation, ranked_id, ranking
from cogs.daily.service import Dailies

log = logging.getLogger(__name__)

ANNOUNCED = "daily-told"
"""The kind of the documents that say what was announced in servers, by server."""
STOP_TIMEOUT_SECONDS = 2.0
"""How long a bot that stops waits for posts under way."""
NO_SUCH_CHANNEL = 10003
SERVER_ERROR = 500
"""From this status on Discord itself has failed, and the request may be repeated."""
INVITATION: Literal["invitation"] = "invitation"
RANKING: Literal["ranking"] = "ranking"
EPOCH = date(1970, 1, 1)


class DailyPost(NamedTuple):
    """Something to announce in a server, and of which day."""

    what: Literal["invitation", "ranking"]
    day: int


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """The last days whose invitation and ranking were announced in a server, or are not to be any more."""

    invited: int = 0
    ranked: int = 0
    refused: bool = False
    """Whether Discord refused the last one: the journal says so already."""
    saying: tuple[DailyPost, float] | None = None
    """The announcement that was being posted, and since when: it may have arrived, although that is not stored."""

    def after(self, due: DailyPost, *, refused: bool) -> Announced:
        """The same after this announcement."""
        done = {"invited" if due.what == INVITATION else "ranked": due.day}
        return msgspec.structs.replace(self, **done, refused=refused, saying=None)


class DailyTimes(msgspec.Struct, frozen=True, kw_only=True):
    """The channel and hours that moderators have chosen. The two hours differ."""

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

    def due(self, now: float, announced: Announced) -> list[DailyPost]:
        """The announcements that are due.

        An invitation is good until the ranking or the day's end, a ranking until the next invitation.
        """
        today = day_of(now)
        found = [
            DailyPost(RANKING, day)
            for day in (today - 1, today)
            if announced.ranked < day and self.ranking_at(day) <= now < self.invitation_at(day + 1)
        ]
        if announced.invited < today and self.invitation_at(today) <= now < min(self.ranking_at(today), end_of(today)):
            found.append(DailyPost(INVITATION, today))
        return found

    def past(self, now: float) -> Announced:
        """As if everything whose time has come were announced: for a server that has only just chosen these times."""
        days = range(day_of(now) - 3, day_of(now) + 1)
        return Announced(
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


def times_of(server: Server) -> DailyTimes | None:
    """Where and when a server wants announcements; None: nowhere."""
    return msgspec.convert(server.features.get(FEATURE), DailyTimes | None)


def with_times(server: Server, times: DailyTimes | None) -> Server:
    """The settings of a server with these times."""
    return server.with_feature(FEATURE, None if times is None else msgspec.to_builtins(times))


class ChannelGone(Exception):
    """There is no such channel any more."""


class PostTimes:
    """The next times of servers, for a clock."""

    def __init__(self, store: Store) -> None:
        self.claim, self.next_wake = store.claim_posts, store.next_post


class DailyPosts:
    """Posts in the channels that moderators have chosen, at the hours they have chosen.

    The next time of each server is stored, and so is what was announced there; the nonce of a post says its channel and
    day. So a restart loses nothing and repeats nothing. Announcements that could not be posted in time are skipped.
    """

    def __init__(self, app: App, dailies: Dailies) -> None:
        self._client, self._store, self._servers = app.bot, app.store, app.servers
        self._words, self._journal, self._now, self._games = app.words, app.journal, app.now, app.games
        self._dailies = dailies
        self._clock = WakeClock(PostTimes(app.store), self._wake, app.now, whose="guild")
        self._starting: asyncio.Task[None] | None = None
        self._posting: set[asyncio.Task[None]] = set()
        self._locks = Locks[int]()

    def start(self) -> None:
        """Begin with overdue posts, as soon as it is known which servers the bot is in; or look again for some."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start(), name="daily posts")
        else:
            self._clock.poke(self._now())

    async def finish(self) -> None:
        """Stop, and wait for posts under way."""
        if self._starting is not None:
            self._starting.cancel()
        self._clock.stop()
        if self._posting:
            await asyncio.wait(self._posting, timeout=STOP_TIMEOUT_SECONDS)

    async def configured(self, guild: int) -> None:
        """The settings of a server have changed; announcements that were due before are skipped."""
        async with self._locks.of(guild):
            times = times_of(await self._servers.get(guild))
            if times is None:
                await self._forget(guild)
                return
            now = self._now()
            await self._store_announced(guild, times.past(now))
            await self._store.post_at(guild, times.following(now))
        self._clock.poke(times.following(now))

    async def forget(self, guild: int) -> None:
        """Remove everything stored about a server."""
        async with self._locks.of(guild):
            await self._forget(guild)

    async def channel_gone(self, guild: int, channel: int) -> None:
        """A channel was deleted: announce nothing there any more."""
        async with self._locks.of(guild):
            await self._switch_off(guild, channel)

    async def _start(self) -> None:
        await self._client.wait_until_ready()
        self._clock.start()

    async def _wake(self, guild: int) -> None:
        """Post what is due in a server. Raises if a post may or may not have arrived: then it is tried again."""
        # Shielded: a clock that is stopped cancels this, but a post under way must be finished.
        task = asyncio.create_task(self._announce_all(guild), name=f"daily post {guild}")
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)
        await asyncio.shield(task)

    async def _announce_all(self, guild: int) -> None:
        async with self._locks.of(guild):
            server = await self._servers.get(guild)
            times = times_of(server)
            if times is None:
                await self._forget(guild)
                return
            document = await self._store.get(ANNOUNCED, guild)
            announced = msgspec.json.decode(document, type=Announced) if document else times.past(self._now())
            for due in times.due(self._now(), announced):
                page = await self._page(guild, server, times, due)
                try:
                    refused = announced.refused
                    if page:
                        refused = not await self._announce(guild, times.channel, page, due, announced)
                except ChannelGone:
                    await self._switch_off(guild, times.channel)
                    return
                if refused and not announced.refused:
                    await self._journal.write(guild, JournalEntry(key="daily-lacking", place=times.channel))
                announced = announced.after(due, refused=refused)
                await self._store_announced(guild, announced)
            await self._store.post_at(guild, times.following(self._now()))

    async def _page(self, guild: int, server: Server, times: DailyTimes, due: DailyPost) -> PublicPage | None:
        """The page to post; None if there is nothing to announce, or the bot was removed from the server."""
        deal = await self._dailies.deal(due.day)
        if deal is None or deal.game not in self._games or self._client.get_guild(guild) is None:
            return None
        say = self._words.say(deal.game, server.language_in(times.channel))
        if due.what == INVITATION:
            games = server.games_in(times.channel)
            return invitation(due.day, deal, say) if games is None or deal.game in games else None
        lines, more = await self._dailies.ranking(due.day, guild, without=server.banned)
        return ranking(due.day, lines, more, say, over=due.day < day_of(self._now())) if lines else None

    async def _announce(self, guild: int, channel: int, page: PublicPage, due: DailyPost, announced: Announced) -> bool:
        """Post a page; False if Discord refuses it, as it would again. Raises ChannelGone."""
        nonce = f"d{base36(channel)}.{base36(due.day)}.{due.what[0]}"
        place = ChannelMessages(self._client, channel)
        try:
            saying = announced.saying
            if saying is not None and saying[0] == due and await place.said(mark(due), saying[1]):
                return True
            await self._store_announced(guild, msgspec.structs.replace(announced, saying=(due, self._now())))
            await place.post(**new_public(page), nonce=nonce)
        except UNSURE:
            raise
        except discord.HTTPException as error:
            if error.status >= SERVER_ERROR:
                raise
            if error.code == NO_SUCH_CHANNEL:
                raise ChannelGone from None
            log.warning("the deal of the day was not announced channel=%s: code %s", channel, error.code)
            return False
        return True

    async def _switch_off(self, guild: int, channel: int) -> None:
        """Announce nothing more in a channel that was deleted; moderators may have chosen another meanwhile."""

        def without(server: Server) -> Server:
            times = times_of(server)
            return with_times(server, None) if times is not None and times.channel == channel else server

        before, after = await self._journal.change(guild, without, lambda *_: JournalEntry(key="daily-gone"))
        if before != after:
            await self._forget(guild)

    async def _store_announced(self, guild: int, announced: Announced) -> None:
        await self._store.put(ANNOUNCED, guild, msgspec.json.encode(announced))

    async def _forget(self, guild: int) -> None:
        await self._store.post_at(guild, None)
        await self._store.put(ANNOUNCED, guild, None)


def mark(due: DailyPost) -> str:
    """The id of a button that only this announcement has."""
    return accept_id(due.day) if due.what == INVITATION else ranked_id(due.day)
