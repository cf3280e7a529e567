"""What channels are told of the deal of the day by themselves: an invitation, and later who did how well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

import discord
import msgspec

from bot.client.click import UNSURE
from bot.client.journal import Journal
from bot.client.messages import Place, new_public
from bot.core.daily import day_of
from bot.locks import Locks
from bot.pages.address import base36
from bot.pages.daily import accept_id, invitation, ranked_id, ranking
from bot.pages.page import PublicPage
from bot.service.daily import Dailies
from bot.service.journal import JournalEntry
from bot.store import Store
from bot.tables.clock import Clock
from bot.tables.daily_times import INVITATION, DailyTimes, Due, Told
from bot.tables.servers import Server, Servers
from bot.text.strings import Words

log = logging.getLogger(__name__)

TOLD = "daily-told"
"""The kind of the documents that say what servers have been told; kept by server."""
FAREWELL = 2.0
"""Seconds that a bot that is stopped waits for what it is saying."""


NO_SUCH_CHANNEL = 10003
BROKEN = 500
"""From this status on it is Discord that fails, and not what we asked."""


class ChannelGone(Exception):
    """There is no such channel any more."""


@dataclass(eq=False)
class PostTimes:
    """The times of servers, as a clock asks for them."""

    _store: Store

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Servers whose time has come."""
        return await self._store.claim_posts(now, lease, limit)

    async def next_wake(self) -> float | None:
        """The earliest time."""
        return await self._store.next_post()


@dataclass(eq=False)
class DailyPosts:
    """Tells the channels that moderators have chosen, at the hours they have chosen.

    When a server is told next is stored, and so is what it has been told; Discord knows what is told by its channel
    and day. So a restart loses nothing and repeats nothing. What could not be told in time is not told later.
    """

    _client: discord.Client
    _dailies: Dailies
    _store: Store
    _servers: Servers
    _words: Words
    _journal: Journal
    _now: Callable[[], float]

    def __post_init__(self) -> None:
        self._clock = Clock(PostTimes(self._store), self._wake, self._now, whose="guild")
        self._starting: asyncio.Task[None] | None = None
        self._saying: set[asyncio.Task[None]] = set()
        self._locks = Locks[int]()

    def start(self) -> None:
        """Begin with overdue posts, as soon as it is known which servers the bot is in; or look again for some."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start(), name="daily posts")
        else:
            self._clock.poke(self._now())

    async def finish(self) -> None:
        """Before a stop: what is being said is said, and nothing more."""
        if self._starting is not None:
            self._starting.cancel()
        self._clock.stop()
        if self._saying:
            await asyncio.wait(self._saying, timeout=FAREWELL)

    async def configured(self, guild: int) -> None:
        """A server's choice has changed. What would have been told before is not told any more."""
        async with self._locks.of(guild):
            times = (await self._servers.get(guild)).daily
            if times is None:
                await self._forget(guild)
                return
            now = self._now()
            await self._keep(guild, times.past(now))
            await self._store.post_at(guild, times.following(now))
        self._clock.poke(times.following(now))

    async def forget(self, guild: int) -> None:
        """Keep nothing of a server."""
        async with self._locks.of(guild):
            await self._forget(guild)

    async def channel_gone(self, guild: int, channel: int) -> None:
        """A channel was deleted: nothing is told there any more."""
        async with self._locks.of(guild):
            await self._switch_off(guild, channel)

    async def _start(self) -> None:
        await self._client.wait_until_ready()
        self._clock.start()

    async def _wake(self, guild: int) -> None:
        """Tell a server what it is time for. Raises whatever leaves open whether it was told: it is tried again."""
        # A clock that is stopped lets go of this at once, but what was begun is finished.
        task = asyncio.create_task(self._tell_all(guild), name=f"daily post {guild}")
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)
        await asyncio.shield(task)

    async def _tell_all(self, guild: int) -> None:
        async with self._locks.of(guild):
            server = await self._servers.get(guild)
            times = server.daily
            if times is None:
                await self._forget(guild)
                return
            document = await self._store.get(TOLD, guild)
            told = msgspec.json.decode(document, type=Told) if document else times.past(self._now())
            for due in times.due(self._now(), told):
                page = await self._page(guild, server, times, due)
                try:
                    refused = not await self._tell(guild, times.channel, page, due, told) if page else told.refused
                except ChannelGone:
                    await self._switch_off(guild, times.channel)
                    return
                if refused and not told.refused:
                    await self._journal.write(guild, JournalEntry(key="daily-lacking", place=times.channel))
                told = told.after(due, refused=refused)
                await self._keep(guild, told)
            await self._store.post_at(guild, times.following(self._now()))

    async def _page(self, guild: int, server: Server, times: DailyTimes, due: Due) -> PublicPage | None:
        """What is to be told; None if there is nothing, or nobody: a server may have sent us away."""
        deal = await self._dailies.deal(due.day)
        if deal is None or deal.game not in self._dailies.games or self._client.get_guild(guild) is None:
            return None
        say = self._words.say(deal.game, server.language_in(times.channel))
        if due.what == INVITATION:
            games = server.games_in(times.channel)
            return invitation(due.day, deal, say) if games is None or deal.game in games else None
        lines, more = await self._dailies.ranking(due.day, guild, without=server.banned)
        return ranking(due.day, lines, more, say, over=due.day < day_of(self._now())) if lines else None

    async def _tell(self, guild: int, channel: int, page: PublicPage, due: Due, told: Told) -> bool:
        """Whether Discord has taken it. What it refuses today it would refuse again."""
        nonce = f"d{base36(channel)}.{base36(due.day)}.{due.what[0]}"
        place = Place(self._client, channel)
        try:
            if told.saying is not None and told.saying[0] == due and await place.said(mark(due), told.saying[1]):
                return True
            await self._keep(guild, told.before(due, self._now()))
            await place.post(**new_public(page), nonce=nonce)
        except UNSURE:
            raise
        except discord.HTTPException as error:
            if error.status >= BROKEN:
                raise
            if error.code == NO_SUCH_CHANNEL:
                raise ChannelGone from None
            log.warning("the deal of the day was not told channel=%s: code %s", channel, error.code)
            return False
        return True

    async def _switch_off(self, guild: int, channel: int) -> None:
        """Announce nothing more in a channel that was deleted; moderators may have chosen another meanwhile."""

        def without(server: Server) -> Server:
            gone = server.daily is not None and server.daily.channel == channel
            return msgspec.structs.replace(server, daily=None) if gone else server

        before, after = await self._journal.change(guild, without, lambda *_: JournalEntry(key="daily-gone"))
        if before != after:
            await self._forget(guild)

    async def _keep(self, guild: int, told: Told) -> None:
        await self._store.put(TOLD, guild, msgspec.json.encode(told))

    async def _forget(self, guild: int) -> None:
        await self._store.post_at(guild, None)
        await self._store.put(TOLD, guild, None)


def mark(due: Due) -> str:
    """The id of a button that only this announcement has."""
    return accept_id(due.day) if due.what == INVITATION else ranked_id(due.day)
