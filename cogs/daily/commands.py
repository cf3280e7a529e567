"""``/defi``, the deal of the day, and ``/config defi``, where moderators choose the channel of its announcements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import DAY_SECONDS, App
from bot.client.bot import Bot
from bot.client.click import Answer, Click, Refused, Reply, Router, Update
from bot.client.commands import ZONE, Command, CommandCog, choices, command, known_zone, zones
from bot.client.extensions import ChangeSettings, SettingChange
from bot.client.seats import SeatMessages
from bot.client.table_clicks import TableClicks
from bot.core.facts import OVER, UPGRADES, Player
from bot.core.game import AnyGame, Refusal
from bot.core.table import Table
from bot.pages.page import PublicPage
from bot.tables.servers import Server
from bot.tables.tables import Locks
from bot.text.strings import Speech, Words, plain
from cogs.daily import pages
from cogs.daily.deal import FEATURE, Daily, counts, game_of, of_table, upgraded
from cogs.daily.pages import result_buttons
from cogs.daily.posts import DailyPosts, DailyTimes, times_of, with_times
from cogs.daily.service import Dailies, Expert

Hour = app_commands.Range[int, 0, 23]
DAY_DIGITS = 7
"""The most digits of a day's number in an address."""


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(DailyCog(bot.app))


class DailyCog(CommandCog):
    """The command, its buttons, and the announcements in channels."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.dailies = Dailies(app.tables, app.store, app.now)
        self.expert = Expert(app.store, app.games, app.decisions)
        self.posts = DailyPosts(app.bot, self.dailies, app.store, app.servers, app.words, app.journal, app.now)
        self.clicks = DailyClicks(self.dailies, self.expert, app.games, app.words, app.table_clicks, app.seats)
        self.clicks.register(app.router)
        UPGRADES[FEATURE] = upgraded
        extensions = app.extensions
        extensions.background_work += [self.posts, self.expert]
        extensions.table_buttons.append(result_buttons)
        extensions.result_notes.append(self.clicks.result_note)
        extensions.settings.append(DailySetting(app, self.posts))
        extensions.guild_erased += [self.posts.forget, self.dailies.forget_guild]
        extensions.every_day.append(self._every_day)
        super().__init__(app, [command(app, FEATURE, "daily", self.clicks.show)])

    async def _every_day(self) -> None:
        await self.dailies.drop_tries()
        if self._app.retention is not None:
            await self.dailies.forget_players(self._app.now() - self._app.retention * DAY_SECONDS)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Announce nothing in a deleted channel any more."""
        if await self._app.admits_event():
            await self.posts.channel_gone(channel.guild.id, channel.id)


class DailySetting:
    """Where and when the deal of the day is announced, among the settings of a server."""

    scope = FEATURE

    def __init__(self, app: App, posts: DailyPosts) -> None:
        self._app = app
        self._words = app.words
        self._posts = posts

    def command(self, change: ChangeSettings) -> Command:
        """``/config defi``."""

        async def callback(
            click: Click,
            channel: discord.TextChannel | None = None,
            morning: Hour | None = None,
            evening: Hour | None = None,
            zone: str | None = None,
            on: str = "yes",
        ) -> Answer:
            place = channel.id if channel else None
            return await change(click, self._changed(click, place, (morning, evening), zone, on=on == "yes"))

        yes_no = choices(self._words, FEATURE, "", ("yes", "no"))
        made = command(self._app, FEATURE, "config", callback, on=yes_no)
        made.autocomplete("zone")(zones())
        return made

    def _changed(
        self, click: Click, channel: int | None, hours: tuple[int | None, int | None], zone: str | None, *, on: bool
    ) -> SettingChange:
        """Announce it in a channel, or nowhere; options that are not given stay as they are."""
        if zone is not None and not known_zone(zone):
            raise Refusal("no-such-zone")
        here = channel or click.channel

        def changed(server: Server) -> Server:
            usual = times_of(server) or DailyTimes(
                channel=here, zone=ZONE if server.language_in(here, click.lang) == "fr" else "UTC"
            )
            morning, evening = (then if now is None else now for now, then in zip(hours, usual.hours, strict=True))
            if morning == evening:
                raise Refused(self._words.get(FEATURE, click.lang, "refusal-hours"))
            times = DailyTimes(
                channel=channel or usual.channel, morning=morning, evening=evening, zone=zone or usual.zone
            )
            return with_times(server, times if on else None)

        return changed

    async def changed(self, guild: int, before: Server, after: Server) -> None:
        """Plan the announcements again if their channel or times have changed."""
        if times_of(after) != times_of(before):
            await self._posts.configured(guild)

    def channel(self, server: Server) -> int | None:
        """The channel of the announcements."""
        times = times_of(server)
        return times.channel if times else None

    def line(self, server: Server, lang: str, announced: Callable[[int | None, str], str]) -> str:
        """Where and when, by the clock of the zone and by that of the reader."""
        say, times = self._words.say(FEATURE, lang), times_of(server)
        channel, text = (times.channel, self._text(times, say)) if times else (None, "")
        return say("settings", value=announced(channel, text))

    def _text(self, times: DailyTimes, say: Speech) -> str:
        invitation, ranking = (f"<t:{round(at)}:t>" for at in times.next_of_each(self._app.now()))
        return say(
            "settings-times",
            channel=f"<#{times.channel}>",
            morning=times.morning,
            evening=times.evening,
            zone=times.zone,
            invitation=invitation,
            ranking=ranking,
        )


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
