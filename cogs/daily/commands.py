"""``/defi``, the deal of the day, and ``/config defi``, where moderators choose the channel of its announcements."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.app import DAY_SECONDS, App
from bot.client.bot import Bot
from bot.client.click import Answer, Click, PublicAnswer, Refused, Update
from bot.client.commands import ZONE, Command, CommandCog, choices, command, known_zone, zones
from bot.client.extensions import WELCOME, ChangeSettings, SettingChange
from bot.core.facts import OVER, UPGRADES, Player
from bot.core.game import NOTHING, Refusal, Seat
from bot.core.table import Table
from bot.pages.page import Picture
from bot.tables.servers import Server
from bot.text.strings import Speech, plain
from cogs.daily import pages
from cogs.daily.deal import (
    FEATURE,
    SEAT,
    Daily,
    DailyStory,
    counts,
    dealt,
    game_of,
    of_table,
    seated,
    signs,
    upgraded,
    verdict,
)
from cogs.daily.pages import help_buttons, result_buttons
from cogs.daily.posts import DailyPosts, DailyTimes, times_of, with_times
from cogs.daily.service import Dailies, Expert

Hour = app_commands.Range[int, 0, 23]
DAY_DIGITS = 7
"""The most digits of a day's number in an address."""
PODIUM = 3
"""The best of yesterday who are named."""


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(DailyCog(bot.app))


class DailyCog(CommandCog):
    """The command, its buttons, and the setting of the announcements in channels."""

    scope = FEATURE

    def __init__(self, app: App) -> None:
        self._app = app
        self.dailies = Dailies(app.tables, app.store, app.now)
        self.expert = Expert(app.store, app.games, app.decisions)
        self.posts = DailyPosts(app, self.dailies)
        self._words = app.words
        UPGRADES[FEATURE] = upgraded
        extensions = app.extensions
        extensions.background_work += [self.posts, self.expert]
        extensions.game_buttons.append(help_buttons)
        extensions.table_buttons.append(result_buttons)
        extensions.result_notes.append(self.result_note)
        extensions.profile_sections.append(self.profile_section)
        extensions.settings.append(self)
        extensions.guild_erased += [self.posts.forget, self.dailies.forget_guild]
        extensions.every_day.append(self._every_day)
        super().__init__(app, [command(app, FEATURE, "daily", self.show)], {pages.DAILY: self.click})

    async def _every_day(self) -> None:
        await self.dailies.drop_tries()
        if self._app.retention is not None:
            await self.dailies.forget_players(self._app.now() - self._app.retention * DAY_SECONDS)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Announce nothing in a deleted channel any more."""
        if await self._app.admits_event():
            await self.posts.channel_gone(channel.guild.id, channel.id)

    async def click(self, click: Click) -> Answer:
        """Do what a button says."""
        match click.address.path:
            case () | (pages.RANKED, _):
                return await self.show(click)
            case (pages.PLAY,):
                return await self.play(click)
            case (pages.SEALS,):
                return await self.seals(click)
            case (pages.OPENED,):
                return await self.open(click)
            case (pages.ACCEPT, day) if day.isdecimal() and len(day) <= DAY_DIGITS:
                return await self.accept(click, int(day))
            case (pages.SHARE, day) if day.isdecimal() and len(day) <= DAY_DIGITS:
                return await self.share(click, int(day))
            case (pages.COPY, day) if day.isdecimal() and len(day) <= DAY_DIGITS:
                story = await self._story(click.user, int(day))
                if story is None:
                    raise self._refused(click, "unfinished")
                say = self._words.say(story.standing.result.game, click.lang)
                return Update(pages.copied(int(day), story, say))
            case _:
                raise Refusal("old-message")

    async def show(self, click: Click) -> Answer:
        """Today's deal, and how far the player is with it."""
        self._app.seats.leave(click)
        day, user = self.dailies.today(), click.user
        deal = await self.dailies.shown(day)
        # Drawn today, so that its seal can be published a day ahead.
        tomorrow = await self.dailies.shown(day + 1)
        if deal is None:
            game = game_of(day, self._app.games)
            assert game is not None
            return Update(pages.undrawn(day, game, self._words.say(game.key, click.lang)))
        # So that it has finished before the player does.
        self.expert.play(day, deal)
        say = self._words.say(deal.game, click.lang)
        claim, story = await self.dailies.claim(user, day), await self._story(user, day)
        spent = claim is None and await self.dailies.tried(user, day)
        state = pages.DONE if story else pages.SPENT if spent else pages.NEW if claim is None else pages.GIVEN_UP
        running = await self.dailies.running(user, day)
        if running is not None and state != pages.DONE and counts(running):
            state = pages.RUNNING
        standing = pages.standing(story, say) if story else ""
        if state in (pages.GIVEN_UP, pages.SPENT):
            standing = pages.unfinished(state, await self.expert.score(day, deal), say)
        history = await self.dailies.history(user)
        best, _ = await self.dailies.ranking(day - 1, click.guild, click.server.banned) if click.guild else ([], 0)
        page = pages.today(
            day,
            deal,
            state,
            say,
            tomorrow=tomorrow,
            standing=standing,
            history=history,
            yesterday=[line for line in best[:PODIUM] if line.rank <= PODIUM],
            picture=await self._picture(click, day, deal),
            learn=[
                msgspec.structs.replace(button, label=say.scoped(FEATURE)("learn-game"), style="secondary")
                for button in self._app.extensions.ways(WELCOME, self._app.games[deal.game], say)
            ],
        )
        return Update(page)

    async def _picture(self, click: Click, day: int, deal: Daily) -> Picture | None:
        """The first view of a deal, as its player will see it."""
        game, now = self._app.games[deal.game], self._app.now()
        person = Player(user=click.user, name=click.name)
        table = dealt(seated(game, deal, day, person, now, practice=True), deal, now)
        say = self._words.say(game.key, click.lang, table.names)
        view = table.view(SEAT, now)
        return await self._app.pictures.untabled(game, deal.seats, view, say, NOTHING, "seat.png")

    async def seals(self, click: Click) -> Answer:
        """The seals of today's and tomorrow's deals."""
        day = self.dailies.today()
        deal, tomorrow = await self.dailies.shown(day), await self.dailies.shown(day + 1)
        if deal is None:
            return await self.show(click)
        before = await self.dailies.deal(day - 1)
        opened = before if before is not None and before.game in self._app.games else None
        return Update(pages.seals(day, deal, tomorrow, opened, self._words.say(deal.game, click.lang)))

    async def play(self, click: Click) -> Answer:
        """Begin today's deal, or go on with it."""
        deal = await self.dailies.require(self.dailies.today())
        click.allow_game(deal.game)
        self._app.seats.leave(click)
        person = Player(user=click.user, name=click.name)
        table = await self.dailies.begin(person, click.guild)
        self.expert.play(self.dailies.today(), deal)
        notice, found = "", of_table(table)
        if found is not None and found.practice and await self.dailies.claim(click.user, found.day) is None:
            notice = self._words.get(FEATURE, click.lang, pages.SPENT)
        return await self._app.table_clicks.show(click, table, notice=notice)

    async def accept(self, click: Click, day: int) -> Answer:
        """Begin one's try as an invitation offers, or go on with it; where neither is possible, show today's deal.

        The day is only compared with today: nobody plays another day's deal by changing it.
        """
        now, user = self.dailies.today(), click.user
        claim, running = await self.dailies.claim(user, now), await self.dailies.running(user, now)
        spent = claim is not None or await self.dailies.tried(user, now)
        if day == now and (not spent or (running is not None and counts(running))):
            return await self.play(click)
        return await self.show(click)

    async def open(self, click: Click) -> Answer:
        """Yesterday's deal with what opens its seal. A later click opens that of the day before it."""
        day = self.dailies.today() - 1
        deal = await self.dailies.deal(day)
        if deal is None or deal.game not in self._app.games:
            raise Refusal("old-message")
        return Update(pages.opening(day, deal, self._words.say(deal.game, click.lang)))

    async def share(self, click: Click, day: int) -> Answer:
        """Post one's result in the channel, once."""
        claim, story = await self.dailies.claim(click.user, day), await self._story(click.user, day)
        if claim is None or story is None:
            raise self._refused(click, "unfinished")
        game = story.standing.result.game
        click.allow_game(game)
        click.require_voice()
        # Stored before it is posted: two clicks at once would be two messages.
        if not await self.dailies.set_shared(click.user, day, click.place):
            raise self._refused(click, "shared")
        lang = click.server.language_in(click.place) if click.guild else click.lang
        page = pages.shared(day, story, plain(click.name), self._words.say(game, lang))

        async def posted(_message: int) -> None:
            await self.dailies.noted(click.user, day, click.guild, claim.table)

        async def failed() -> None:
            await self.dailies.set_shared(click.user, day, click.place, shared=False)

        return PublicAnswer(page, posted, failed)

    async def result_note(self, table: Table, _seat: Seat, lang: str) -> str:
        """How the player did, compared with the expert and those of the day; empty at other tables, before the end."""
        found = of_table(table)
        if found is None or found.practice or table.status != OVER:
            return ""
        return pages.standing(await self._story(table.facts.host, found.day), self._words.say(table.game.key, lang))

    async def profile_section(self, user: int, lang: str) -> str:
        """Streak, best and the last days, for the person's own profile."""
        found = await self.dailies.history(user)
        return pages.section(found, self._words.say(FEATURE, lang)) if found else ""

    async def _story(self, user: int, day: int) -> DailyStory | None:
        """How somebody's try of a day went; None if they have not finished it in time."""
        standing, deal = await self.dailies.standing(user, day), await self.dailies.deal(day)
        if standing is None or deal is None:
            return None
        game, result = self._app.games[deal.game], standing.result
        expert, told = await self.expert.score(day, deal), ""
        with contextlib.suppress(Refusal):  # The table may not be stored any more.
            told = signs(await self._app.tables.get(result.table))
        return DailyStory(standing, told, expert, verdict(game, result, expert), game.lowest_wins)

    def _refused(self, click: Click, key: str) -> Refused:
        return Refused(self._words.get(FEATURE, click.lang, f"refusal-{key}"))

    # ---- /config defi

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
            await self.posts.configured(guild)

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
