"""``/defi``, the deal of the day, and ``/config defi``, where moderators choose the channel of its announcements."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.app import DAY_SECONDS, App
from bot.client.bot import Bot
from bot.client.click import UNSURE, Answer, Click, PublicAnswer, Refused, Update, lacking_in
from bot.client.commands import ZONE, Command, CommandCog, choices, command, known_zone, zones
from bot.client.extensions import WELCOME, BackgroundWork, ChangeSettings, SettingChange
from bot.client.journal import JournalEntry
from bot.client.messages import ChannelMessages, new_public
from bot.core.facts import OVER, Player
from bot.core.game import NOTHING, Refusal, Seat
from bot.core.table import Table
from bot.pages.address import base36
from bot.pages.page import Picture, PublicPage
from bot.tables.clock import WakeClock
from bot.tables.servers import Server
from bot.tables.tables import Locks
from bot.text.strings import Speech, plain
from cogs.daily import deal as deals
from cogs.daily import pages
from cogs.daily.pages import help_buttons, result_buttons
from cogs.daily.service import Dailies, Expert

log = logging.getLogger(__name__)

Hour = app_commands.Range[int, 0, 23]
DAY_DIGITS = 7
"""The most digits of a day's number in an address."""
PODIUM = 3
"""The best of yesterday who are named."""
ANNOUNCED = "daily-told"
"""The kind of the documents that say what was announced in servers, by server."""
STOP_TIMEOUT_SECONDS = 2.0
"""How long a bot that stops waits for posts under way."""
NO_SUCH_CHANNEL = 10003
SERVER_ERROR = 500
"""From this status on Discord itself has failed, and the request may be repeated."""


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(DailyCog(bot.app))


class DailyCog(CommandCog):
    """The command and its buttons."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.dailies = Dailies(app.tables, app.store, app.now)
        self.expert = Expert(app.store, app.games, app.decisions, self._expert_played)
        self._uncompared: set[int] = set()
        """Tables that ended before the expert's score was known."""
        self.posts = DailyPosts(app, self.dailies)
        self._words = app.words
        extensions = app.extensions
        extensions.background_work += [self.posts, self.expert]
        extensions.game_buttons.append(help_buttons)
        extensions.table_buttons.append(result_buttons)
        extensions.result_notes.append(self.result_note)
        extensions.profile_sections.append(self.profile_section)
        extensions.settings.append(self.posts)
        extensions.guild_erased += [self.posts.forget, self.dailies.forget_guild]
        extensions.every_day.append(self._every_day)
        super().__init__(app, [command(app, deals.FEATURE, "daily", self.show)], {pages.DAILY: self.click})

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
            game = deals.game_of(day, self._app.games)
            assert game is not None
            return Update(pages.undrawn(day, game, self._words.say(game.key, click.lang)))
        # So that it has finished before the player does.
        self.expert.play(day, deal)
        say = self._words.say(deal.game, click.lang)
        claim, story = await self.dailies.claim(user, day), await self._story(user, day)
        spent = claim is None and await self.dailies.tried(user, day)
        state = pages.DONE if story else pages.SPENT if spent else pages.NEW if claim is None else pages.GIVEN_UP
        running = await self.dailies.running(user, day)
        if running is not None and state != pages.DONE and deals.counts(running):
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
            picture=await first_view(self._app, day, deal, say, click.name),
            learn=[
                msgspec.structs.replace(button, label=say.scoped(deals.FEATURE)("learn-game"), style="secondary")
                for button in self._app.extensions.ways(WELCOME, self._app.games[deal.game], say)
            ],
        )
        return Update(page)

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
        notice, found = "", deals.of_table(table)
        if found is not None and found.practice and await self.dailies.claim(click.user, found.day) is None:
            notice = self._words.get(deals.FEATURE, click.lang, pages.SPENT)
        return await self._app.table_clicks.show(click, table, notice=notice)

    async def accept(self, click: Click, day: int) -> Answer:
        """Begin one's try as an invitation offers, or go on with it; where neither is possible, show today's deal.

        The day is only compared with today: nobody plays another day's deal by changing it.
        """
        now, user = self.dailies.today(), click.user
        claim, running = await self.dailies.claim(user, now), await self.dailies.running(user, now)
        spent = claim is not None or await self.dailies.tried(user, now)
        if day == now and (not spent or (running is not None and deals.counts(running))):
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
        found = deals.of_table(table)
        if found is None or found.practice or table.status != OVER:
            return ""
        story = await self._story(table.facts.host, found.day)
        if story is not None and story.expert is None:
            self._uncompared.add(table.id)
            self.expert.play(found.day, await self.dailies.require(found.day))
        return pages.standing(story, self._words.say(table.game.key, lang))

    async def _expert_played(self) -> None:
        """Show the expert's score below the results that lack it."""
        while self._uncompared:
            with contextlib.suppress(Refusal):
                self._app.seats.repaint(await self._app.tables.get(self._uncompared.pop()))

    async def profile_section(self, user: int, lang: str) -> str:
        """Streak, best and the last days, for the person's own profile."""
        found = await self.dailies.history(user)
        return pages.section(found, self._words.say(deals.FEATURE, lang)) if found else ""

    async def _story(self, user: int, day: int) -> deals.DailyStory | None:
        """How somebody's try of a day went; None if they have not finished it in time."""
        standing, deal = await self.dailies.standing(user, day), await self.dailies.deal(day)
        if standing is None or deal is None:
            return None
        game, result = self._app.games[deal.game], standing.result
        expert, told = await self.expert.score(day, deal), ""
        with contextlib.suppress(Refusal):  # The table may not be stored any more.
            told = deals.signs(await self._app.tables.get(result.table))
        return deals.DailyStory(standing, told, expert, deals.verdict(game, result, expert), game.lowest_wins)

    def _refused(self, click: Click, key: str) -> Refused:
        return Refused(self._words.get(deals.FEATURE, click.lang, f"refusal-{key}"))


async def first_view(app: App, day: int, deal: deals.Daily, say: Speech, name: str = "") -> Picture | None:
    """The first view of a deal, as its player will see it; without a name, as everybody will."""
    game, now = app.games[deal.game], app.now()
    person = Player(user=0, name=name or say.scoped(deals.FEATURE)("you"))
    table = deals.dealt(deals.seated(game, deal, day, person, now, practice=True), deal, now)
    view, named = table.view(deals.SEAT, now), app.words.say(game.key, say.lang, table.names)
    return await app.pictures.untabled(game, deal.seats, view, named, NOTHING, "seat.png")


class ChannelGone(Exception):
    """There is no such channel any more."""


class DailyPosts(BackgroundWork):
    """Posts in the channels that moderators have chosen, at the hours they have chosen, and ``/config defi``.

    The next time of each server is stored, and so is what was announced there; the nonce of a post says its channel and
    day. So a restart loses nothing and repeats nothing. Announcements that could not be posted in time are skipped.
    """

    scope = deals.FEATURE

    def __init__(self, app: App, dailies: Dailies) -> None:
        self._app, self._store, self._words, self._now = app, app.store, app.words, app.now
        self._dailies = dailies
        self._clock = WakeClock(app.store.claim_posts, app.store.next_post, self._wake, app.now, "guild")
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

    async def changed(self, guild: int, before: Server, after: Server) -> None:
        """Plan the announcements again if their channel or times have changed; those due before are skipped."""
        if deals.times_of(after) == deals.times_of(before):
            return
        async with self._locks.of(guild):
            times = deals.times_of(await self._app.servers.get(guild))
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
        await self._app.bot.wait_until_ready()
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
            server = await self._app.servers.get(guild)
            times = deals.times_of(server)
            if times is None:
                await self._forget(guild)
                return
            document = await self._store.get(ANNOUNCED, guild)
            announced = msgspec.json.decode(document, type=deals.Announced) if document else times.past(self._now())
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
                    await self._app.journal.write(guild, JournalEntry(key="daily-lacking", place=times.channel))
                announced = announced.after(due, refused=refused)
                await self._store_announced(guild, announced)
            await self._store.post_at(guild, times.following(self._now()))

    async def _page(
        self, guild: int, server: Server, times: deals.DailyTimes, due: deals.DailyPost
    ) -> PublicPage | None:
        """The page to post; None if there is nothing to announce, or the bot was removed from the server."""
        deal, here = await self._dailies.deal(due.day), self._app.bot.get_guild(guild)
        if deal is None or deal.game not in self._app.games or here is None:
            return None
        say = self._words.say(deal.game, server.language_in(times.channel))
        if due.what == deals.INVITATION:
            games = server.games_in(times.channel)
            if games is not None and deal.game not in games:
                return None
            channel = here.get_channel(times.channel)
            # Without this permission Discord would refuse the whole post.
            bare = channel is None or lacking_in(channel, ("attach_files",))
            picture = None if bare else await first_view(self._app, due.day, deal, say)
            return pages.invitation(due.day, deal, picture, say)
        lines, more = await self._dailies.ranking(due.day, guild, without=server.banned)
        return pages.ranking(due.day, lines, more, say, over=due.day < deals.day_of(self._now())) if lines else None

    async def _announce(
        self, guild: int, channel: int, page: PublicPage, due: deals.DailyPost, announced: deals.Announced
    ) -> bool:
        """Post a page; False if Discord refuses it, as it would again. Raises ChannelGone."""
        nonce = f"d{base36(channel)}.{base36(due.day)}.{due.what[0]}"
        place = ChannelMessages(self._app.bot, channel)
        try:
            saying, button = announced.saying, pages.accept_id if due.what == deals.INVITATION else pages.ranked_id
            if saying is not None and saying[0] == due and await place.said(button(due.day), saying[1]):
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
            times = deals.times_of(server)
            return deals.with_times(server, None) if times is not None and times.channel == channel else server

        before, after = await self._app.journal.change(guild, without, lambda *_: JournalEntry(key="daily-gone"))
        if before != after:
            await self._forget(guild)

    async def _store_announced(self, guild: int, announced: deals.Announced) -> None:
        await self._store.put(ANNOUNCED, guild, msgspec.json.encode(announced))

    async def _forget(self, guild: int) -> None:
        await self._store.post_at(guild, None)
        await self._store.put(ANNOUNCED, guild, None)

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
            chosen = {"channel": channel and channel.id, "morning": morning, "evening": evening, "zone": zone}
            given = {key: value for key, value in chosen.items() if value is not None}
            return await change(click, self._changed(click, given, on=on == "yes"))

        yes_no = choices(self._words, deals.FEATURE, "", ("yes", "no"))
        made = command(self._app, deals.FEATURE, "config", callback, on=yes_no)
        made.autocomplete("zone")(zones())
        return made

    def _changed(self, click: Click, given: dict[str, Any], *, on: bool) -> SettingChange:
        """Announce it in a channel, or nowhere; options that are not given stay as they are."""
        if not known_zone(given.get("zone", ZONE)):
            raise Refusal("no-such-zone")
        here = given.get("channel", click.channel)

        def changed(server: Server) -> Server:
            zone = ZONE if server.language_in(here, click.lang) == "fr" else "UTC"
            usual = deals.times_of(server) or deals.DailyTimes(channel=here, zone=zone)
            times = msgspec.structs.replace(usual, **given)
            if times.morning == times.evening:
                raise Refused(self._words.get(deals.FEATURE, click.lang, "refusal-hours"))
            return deals.with_times(server, times if on else None)

        return changed

    def channel(self, server: Server) -> int | None:
        """The channel of the announcements."""
        times = deals.times_of(server)
        return times.channel if times else None

    def line(self, server: Server, lang: str, announced: Callable[[int | None, str], str]) -> str:
        """Where and when, by the clock of the zone and by that of the reader."""
        say, times = self._words.say(deals.FEATURE, lang), deals.times_of(server)
        channel, text = (times.channel, self._text(times, say)) if times else (None, "")
        return say("settings", value=announced(channel, text))

    def _text(self, times: deals.DailyTimes, say: Speech) -> str:
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
