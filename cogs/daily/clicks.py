"""Clicks around the deal of the day: show it, begin it, go on with it, practise, share the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.client.click import Answer, Click, Reply, Update
from bot.client.router import Refused, Router
from bot.client.seats import SeatMessages
from bot.client.table_clicks import TableClicks
from bot.core.facts import OVER, Player
from bot.core.game import AnyGame, Refusal
from bot.core.table import Table
from bot.locks import Locks
from bot.pages.page import PublicPage
from bot.text.strings import Speech, Words, plain
from cogs.daily import pages
from cogs.daily.deal import FEATURE, Daily, counts, game_of, of_table
from cogs.daily.expert import Expert
from cogs.daily.service import Dailies

DAY_DIGITS = 7
"""The most digits of a day's number in an address."""


@dataclass(eq=False)
class DailyClicks:
    """Handles the clicks; the moves themselves are made as at any other table."""

    _dailies: Dailies
    _expert: Expert
    _games: Mapping[str, AnyGame]
    _words: Words
    _table_clicks: TableClicks
    _seat_messages: SeatMessages
    _locks: Locks[int] = field(default_factory=Locks[int], init=False)

    def register(self, router: Router) -> None:
        """Register the handler."""
        router.on(pages.DAILY, self.click)

    async def click(self, click: Click) -> Answer:
        """Do what a button says."""
        match click.address.path:
            case () | (pages.RANKED, _):
                return await self.show(click)
            case (pages.PLAY,):
                return await self.play(click)
            case (pages.OPENED,):
                return await self.open(click)
            case (pages.ACCEPT, day) if day.isdecimal() and len(day) <= DAY_DIGITS:
                return await self.accept(click, int(day))
            case (pages.SHARE, day) if day.isdecimal() and len(day) <= DAY_DIGITS:
                return await self.share(click, int(day))
            case _:
                raise Refusal("old-message")

    async def show(self, click: Click) -> Answer:
        """Today's deal, and how far the player is with it."""
        self._seat_messages.leave(click)
        day, user = self._dailies.today(), click.user
        deal, tomorrow = await self._dailies.shown(day), await self._dailies.shown(day + 1)
        if deal is None:
            game = game_of(day, self._games)
            assert game is not None
            return Update(pages.undrawn(day, game, self._words.say(game.key, click.lang)))
        before = await self._dailies.deal(day - 1)
        say = self._words.say(deal.game, click.lang)
        claim, found = await self._dailies.claim(user, day), await self._dailies.standing(user, day)
        spent = claim is None and await self._dailies.tried(user, day)
        state = pages.DONE if found else pages.SPENT if spent else pages.NEW if claim is None else pages.GIVEN_UP
        running = await self._dailies.running(user, day)
        if running is not None and state != pages.DONE and counts(running):
            state = pages.RUNNING
        standing = pages.standing(found, say) if found else ""
        if state in (pages.DONE, pages.GIVEN_UP, pages.SPENT):
            self._expert.play(day, deal)
            mine = standing or say.scoped(FEATURE)(state)
            standing = "\n".join(filter(None, (mine, await self._reached(day, deal, say))))
        opened = before if before is not None and before.game in self._games else None
        return Update(pages.today(day, deal, tomorrow, opened, state, standing, say))

    async def play(self, click: Click) -> Answer:
        """Begin today's deal, or go on with it."""
        deal = await self._dailies.require(self._dailies.today())
        click.allow_game(deal.game)
        self._seat_messages.leave(click)
        person = Player(user=click.user, name=click.name)
        table = await self._dailies.begin(person, click.guild)
        self._expert.play(self._dailies.today(), deal)
        notice, found = "", of_table(table)
        if found is not None and found.practice and await self._dailies.claim(click.user, found.day) is None:
            notice = self._words.get(FEATURE, click.lang, pages.SPENT)
        return await self._table_clicks.show(click, table, notice=notice)

    async def accept(self, click: Click, day: int) -> Answer:
        """Begin one's try as an invitation offers, or go on with it; where neither is possible, show today's deal.

        The day is only compared with today: nobody plays another day's deal by changing it.
        """
        now, user = self._dailies.today(), click.user
        claim, running = await self._dailies.claim(user, now), await self._dailies.running(user, now)
        spent = claim is not None or await self._dailies.tried(user, now)
        if day == now and (not spent or (running is not None and counts(running))):
            return await self.play(click)
        return await self.show(click)

    async def open(self, click: Click) -> Answer:
        """Yesterday's deal with what opens its seal. A later click opens that of the day before it."""
        day = self._dailies.today() - 1
        deal = await self._dailies.deal(day)
        if deal is None or deal.game not in self._games:
            raise Refusal("old-message")
        return Update(pages.opening(day, deal, self._words.say(deal.game, click.lang)))

    async def share(self, click: Click, day: int) -> Answer:
        """Post one's result in the channel, once."""
        claim, found = await self._dailies.claim(click.user, day), await self._dailies.standing(click.user, day)
        if claim is None or found is None:
            raise self._refused(click, "unfinished")
        if click.place in claim.shared:
            raise self._refused(click, "shared")
        click.allow_game(found.result.game)
        click.require_voice()
        lang = click.server.language_in(click.place) if click.guild else click.lang
        page = pages.shared(day, found, plain(click.name), self._words.say(found.result.game, lang))
        return SharedResult(self, page, day)

    async def post(self, reply: Reply, page: PublicPage, day: int) -> None:
        """Post a result, unless it has been posted in this channel."""
        click = reply.click
        # Serialised: two clicks at once would be two messages.
        async with self._locks.of(click.user):
            claim = await self._dailies.claim(click.user, day)
            if claim is None or click.place in claim.shared:
                raise self._refused(click, "shared")
            if await reply.public(page) is not None:
                await self._dailies.shared(click.user, day, click.place, click.guild)

    async def result_note(self, table: Table, lang: str) -> str:
        """How the player did among those of the day, and an expert; empty at other tables and before the end."""
        found = of_table(table)
        if found is None or found.practice or table.status != OVER:
            return ""
        day, say = found.day, self._words.say(table.game.key, lang)
        standing, deal = await self._dailies.standing(table.facts.host, day), await self._dailies.deal(day)
        best = await self._reached(day, deal, say) if deal and deal.seal == table.seal else ""
        return "\n".join(filter(None, (pages.standing(standing, say), best)))

    async def _reached(self, day: int, deal: Daily, say: Speech) -> str:
        """How far an expert came, if that is known by now; only for players whose own try is over."""
        found = await self._expert.reached(day, deal)
        return pages.expert(found.place, found.seats, found.score, say) if found else ""

    def _refused(self, click: Click, key: str) -> Refused:
        return Refused(self._words.get(FEATURE, click.lang, f"refusal-{key}"))


@dataclass(eq=False)
class SharedResult:
    """Posts somebody's result of a day in the channel."""

    _clicks: DailyClicks
    _page: PublicPage
    _day: int

    async def send(self, reply: Reply) -> None:
        """Post it."""
        await self._clicks.post(reply, self._page, self._day)
