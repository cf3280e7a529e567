"""The deal of the day: show it, begin it, go on with it, practise, share how one did."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.client.permissions import require_voice
from bot.client.reply import Reply
from bot.client.router import Router
from bot.client.seats import OpenPanels
from bot.client.table_clicks import TableClicks
from bot.core import daily as core_daily
from bot.core.daily import Daily
from bot.core.facts import OVER, Player
from bot.core.game import AnyGame, Refusal
from bot.core.table import Table
from bot.locks import Locks
from bot.pages import daily
from bot.pages.address import Address
from bot.service.daily import Dailies
from bot.service.expert import Expert
from bot.tables.servers import Servers
from bot.text.strings import Speech, Words, plain

LONG = 8
"""No day that we live to see has a number of so many digits."""


@dataclass(eq=False)
class DailyClosing:
    """What is said below the result of a day's deal."""

    _dailies: Dailies
    _expert: Expert
    _words: Words

    async def __call__(self, table: Table, lang: str) -> str:
        """How its person did among those of the day, and an expert; nothing at any other table, or before its end."""
        if not table.trial or table.status != OVER:
            return ""
        day, say = table.facts.daily, self._words.say(table.game.key, lang)
        found, deal = await self._dailies.standing(table.facts.host, day), await self._dailies.deal(day)
        best = await reached(self._expert, day, deal, say) if deal and deal.seal == table.seal else ""
        return "\n".join(filter(None, (daily.standing(found, say), best)))


async def reached(known: Expert, day: int, deal: Daily, say: Speech) -> str:
    """How far an expert came with a day's deal, if it is known: nobody is told whose own try is not over."""
    found = await known.reached(day, deal)
    return daily.expert(found.place, found.seats, found.score, say) if found else ""


@dataclass(eq=False)
class DailyClicks:
    """Handles what leads to the deal of the day; the moves themselves are made as at any other table."""

    _dailies: Dailies
    _expert: Expert
    _games: Mapping[str, AnyGame]
    _servers: Servers
    _words: Words
    _table_clicks: TableClicks
    _panels: OpenPanels
    _allow: Callable[[Reply, AnyGame], Awaitable[None]]
    """Refuses what moderators do not want where somebody is."""
    _locks: Locks[int] = field(default_factory=Locks[int], init=False)

    def register(self, router: Router) -> None:
        """Have the clicks led here."""
        router.on(daily.DAILY, self.click)

    async def click(self, reply: Reply, address: Address) -> None:
        """Do what a button says."""
        match address.path:
            case () | ("ranked", _):
                await self.show(reply)
            case (daily.PLAY,):
                await self.play(reply)
            case (daily.OPENED,):
                await self.open(reply)
            case (daily.ACCEPT, day) if day.isdecimal() and len(day) < LONG:
                await self.accept(reply, int(day))
            case (daily.SHARE, day) if day.isdecimal() and len(day) < LONG:
                await self.share(reply, int(day))
            case _:
                raise Refusal("old-message")

    async def show(self, reply: Reply) -> None:
        """Today's deal, and how far one is with it."""
        self._panels.leave(reply)
        day, user = self._dailies.today(), reply.user
        deal, tomorrow = await self._dailies.shown(day), await self._dailies.shown(day + 1)
        if deal is None:
            game = core_daily.game_of(day, self._games)
            assert game is not None
            await reply.update(daily.undrawn(day, game, self._words.say(game.key, reply.lang)))
            return
        before = await self._dailies.deal(day - 1)
        say = self._words.say(deal.game, reply.lang)
        claim, found = await self._dailies.claim(user, day), await self._dailies.standing(user, day)
        spent = claim is None and await self._dailies.tried(user, day)
        state = daily.DONE if found else daily.SPENT if spent else daily.NEW if claim is None else daily.GIVEN_UP
        running = await self._dailies.running(user, day)
        if running is not None and state != daily.DONE and running.trial:
            state = daily.RUNNING
        told = daily.standing(found, say) if found else ""
        if state in (daily.DONE, daily.GIVEN_UP, daily.SPENT):
            self._expert.start(day, deal)
            mine = told or say(f"daily-{state}")
            told = "\n".join(filter(None, (mine, await reached(self._expert, day, deal, say))))
        opened = before if before is not None and before.game in self._games else None
        await reply.update(daily.today(day, deal, tomorrow, opened, state, told, say))

    async def play(self, reply: Reply) -> None:
        """Begin today's deal, or go on with it."""
        deal = await self._dailies.require(self._dailies.today())
        await self._allow(reply, self._games[deal.game])
        self._panels.leave(reply)
        person = Player(user=reply.user, name=reply.name)
        table = await self._dailies.begin(person, reply.interaction.guild_id or 0)
        self._expert.start(self._dailies.today(), deal)
        notice = ""
        if table.facts.practice and await self._dailies.claim(reply.user, table.facts.daily) is None:
            notice = self._words.say(deal.game, reply.lang)(f"daily-{daily.SPENT}")
        await self._table_clicks.show(reply, table, notice=notice)

    async def accept(self, reply: Reply, day: int) -> None:
        """Begin one's try as an invitation offers, or go on with it; an old one, or a try that is over: what there is.

        The day is only compared with today: nobody plays another day's deal by changing it.
        """
        now, user = self._dailies.today(), reply.user
        claim, running = await self._dailies.claim(user, now), await self._dailies.running(user, now)
        spent = claim is not None or await self._dailies.tried(user, now)
        if day == now and (not spent or (running is not None and running.trial)):
            await self.play(reply)
        else:
            await self.show(reply)

    async def open(self, reply: Reply) -> None:
        """Yesterday's deal with what opens its seal. A later click opens that of the day before it."""
        day = self._dailies.today() - 1
        deal = await self._dailies.deal(day)
        if deal is None or deal.game not in self._games:
            raise Refusal("old-message")
        await reply.update(daily.opening(day, deal, self._words.say(deal.game, reply.lang)))

    async def share(self, reply: Reply, day: int) -> None:
        """Tell the channel how one did, once."""
        channel = reply.interaction.channel_id or 0
        # Two clicks at once are two messages otherwise.
        async with self._locks.of(reply.user):
            claim, found = await self._dailies.claim(reply.user, day), await self._dailies.standing(reply.user, day)
            if claim is None or found is None:
                raise Refusal("daily-unfinished")
            if channel in claim.shared:
                raise Refusal("daily-shared")
            await self._allow(reply, self._games[found.result.game])
            await require_voice(reply, self._servers)
            guild = reply.interaction.guild_id
            lang = (await self._servers.get(guild)).language_in(channel) if guild else reply.lang
            say = self._words.say(found.result.game, lang)
            if await reply.public(daily.shared(day, found, plain(reply.name), say)) is not None:
                await self._dailies.shared(reply.user, day, channel, guild or 0)
