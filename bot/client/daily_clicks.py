"""The deal of the day: show it, begin it, go on with it, practise, share how one did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.client.click import Answer, Click, Reply, Update
from bot.client.router import Router
from bot.client.seats import SeatMessages
from bot.client.table_clicks import TableClicks
from bot.core import daily as core_daily
from bot.core.daily import Daily
from bot.core.facts import OVER, Player
from bot.core.game import AnyGame, Refusal
from bot.core.table import Table
from bot.locks import Locks
from bot.pages import daily
from bot.pages.page import PublicPage
from bot.service.daily import Dailies
from bot.service.expert import Expert
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
    _words: Words
    _table_clicks: TableClicks
    _seat_messages: SeatMessages
    _locks: Locks[int] = field(default_factory=Locks[int], init=False)

    def register(self, router: Router) -> None:
        """Have the clicks led here."""
        router.on(daily.DAILY, self.click)

    async def click(self, click: Click) -> Answer:
        """Do what a button says."""
        match click.address.path:
            case () | ("ranked", _):
                return await self.show(click)
            case (daily.PLAY,):
                return await self.play(click)
            case (daily.OPENED,):
                return await self.open(click)
            case (daily.ACCEPT, day) if day.isdecimal() and len(day) < LONG:
                return await self.accept(click, int(day))
            case (daily.SHARE, day) if day.isdecimal() and len(day) < LONG:
                return await self.share(click, int(day))
            case _:
                raise Refusal("old-message")

    async def show(self, click: Click) -> Answer:
        """Today's deal, and how far one is with it."""
        self._seat_messages.leave(click)
        day, user = self._dailies.today(), click.user
        deal, tomorrow = await self._dailies.shown(day), await self._dailies.shown(day + 1)
        if deal is None:
            game = core_daily.game_of(day, self._games)
            assert game is not None
            return Update(daily.undrawn(day, game, self._words.say(game.key, click.lang)))
        before = await self._dailies.deal(day - 1)
        say = self._words.say(deal.game, click.lang)
        claim, found = await self._dailies.claim(user, day), await self._dailies.standing(user, day)
        spent = claim is None and await self._dailies.tried(user, day)
        state = daily.DONE if found else daily.SPENT if spent else daily.NEW if claim is None else daily.GIVEN_UP
        running = await self._dailies.running(user, day)
        if running is not None and state != daily.DONE and running.trial:
            state = daily.RUNNING
        told = daily.standing(found, say) if found else ""
        if state in (daily.DONE, daily.GIVEN_UP, daily.SPENT):
            self._expert.play(day, deal)
            mine = told or say(f"daily-{state}")
            told = "\n".join(filter(None, (mine, await reached(self._expert, day, deal, say))))
        opened = before if before is not None and before.game in self._games else None
        return Update(daily.today(day, deal, tomorrow, opened, state, told, say))

    async def play(self, click: Click) -> Answer:
        """Begin today's deal, or go on with it."""
        deal = await self._dailies.require(self._dailies.today())
        click.allow_game(deal.game)
        self._seat_messages.leave(click)
        person = Player(user=click.user, name=click.name)
        table = await self._dailies.begin(person, click.guild)
        self._expert.play(self._dailies.today(), deal)
        notice = ""
        if table.facts.practice and await self._dailies.claim(click.user, table.facts.daily) is None:
            notice = self._words.say(deal.game, click.lang)(f"daily-{daily.SPENT}")
        return await self._table_clicks.show(click, table, notice=notice)

    async def accept(self, click: Click, day: int) -> Answer:
        """Begin one's try as an invitation offers, or go on with it; an old one, or a try that is over: what there is.

        The day is only compared with today: nobody plays another day's deal by changing it.
        """
        now, user = self._dailies.today(), click.user
        claim, running = await self._dailies.claim(user, now), await self._dailies.running(user, now)
        spent = claim is not None or await self._dailies.tried(user, now)
        if day == now and (not spent or (running is not None and running.trial)):
            return await self.play(click)
        return await self.show(click)

    async def open(self, click: Click) -> Answer:
        """Yesterday's deal with what opens its seal. A later click opens that of the day before it."""
        day = self._dailies.today() - 1
        deal = await self._dailies.deal(day)
        if deal is None or deal.game not in self._games:
            raise Refusal("old-message")
        return Update(daily.opening(day, deal, self._words.say(deal.game, click.lang)))

    async def share(self, click: Click, day: int) -> Answer:
        """Post one's result in the channel, once."""
        claim, found = await self._dailies.claim(click.user, day), await self._dailies.standing(click.user, day)
        if claim is None or found is None:
            raise Refusal("daily-unfinished")
        if click.place in claim.shared:
            raise Refusal("daily-shared")
        click.allow_game(found.result.game)
        click.require_voice()
        lang = click.server.language_in(click.place) if click.guild else click.lang
        page = daily.shared(day, found, plain(click.name), self._words.say(found.result.game, lang))
        return SharedResult(self, page, day)

    async def post(self, reply: Reply, page: PublicPage, day: int) -> None:
        """Post a result, unless it has been posted in this channel."""
        click = reply.click
        # Serialised: two clicks at once would be two messages.
        async with self._locks.of(click.user):
            claim = await self._dailies.claim(click.user, day)
            if claim is None or click.place in claim.shared:
                raise Refusal("daily-shared")
            if await reply.public(page) is not None:
                await self._dailies.shared(click.user, day, click.place, click.guild)


@dataclass(eq=False)
class SharedResult:
    """Posts somebody's result of a day in the channel."""

    _clicks: DailyClicks
    _page: PublicPage
    _day: int

    async def send(self, reply: Reply) -> None:
        """Post it."""
        await self._clicks.post(reply, self._page, self._day)
