"""``/defi``, the deal of the day, and ``/config defi``, where moderators choose the channel of its announcements."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

import discord
import msgspec
from discord import app_commands

from bot.app import DAY_SECONDS, App
from bot.client.bot import Bot
from bot.client.click import UNSURE, Answer, Click, PublicAnswer, Update, lacking_in
from bot.client.commands import ZONE, Command, CommandCog, choices, command, known_zone, zones
from bot.client.extensions import WELCOME, BackgroundWork, ChangeSettings
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
ANNOUNCED = "daily-told"
"""The kind of the documents that say how the last announcement went, by server."""
NO_SUCH_CHANNEL = 10003


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(DailyCog(bot.app))


class DailyCog(CommandCog):
    """The command and its buttons."""

    def __init__(self, app: App) -> None:
        self.dailies = Dailies(app.tables, app.store, app.now)
        self.expert = Expert(app.store, app.games, app.decisions, self._expert_played)
        self._uncompared: set[int] = set()
        """Tables that ended before the expert's score was known."""
        self.posts = DailyPosts(app, self.dailies)
        self._plain = {pages.PLAY: self.play, pages.SEALS: self.seals, pages.OPENED: self.open}
        self._dated = {pages.ACCEPT: self.accept, pages.SHARE: self.share, pages.COPY: self.copy}
        extensions = app.extensions
        extensions.background_work += [self.posts, self.expert]
        extensions.game_buttons.append(help_buttons)
        extensions.table_buttons.append(result_buttons)
        extensions.table_titles.append(pages.table_title)
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

    async def click(self, click: Click) -> Answer:
        """Do what a button says."""
        match click.address.path:
            case () | (pages.RANKED, _):
                return await self.show(click)
            case (step,) if step in self._plain:
                return await self._plain[step](click)
            case (step, day) if step in self._dated and day.isdecimal() and len(day) <= DAY_DIGITS:
                return await self._dated[step](click, int(day))
            case _:
                raise Refusal("old-message")

    async def show(self, click: Click) -> Answer:
        """Today's deal, and how far the player is with it."""
        self._app.seats.leave(click)
        day, say = self.dailies.today(), self._say(click.lang)
        # Tomorrow's is drawn today, so that its seal can be published a day ahead.
        deal, tomorrow = await self.dailies.require(day), await self.dailies.require(day + 1)
        # So that it has finished before the player does.
        self.expert.play(day, deal)
        story = await self.dailies.story(click.user, day)
        state = deals.DONE if story else await self.dailies.state(click.user, day)
        ahead = state in (deals.NEW, deals.RUNNING)
        if story:
            told = pages.standing(story, say)
        elif ahead:
            told = pages.invited(day, deal, state, await self.dailies.history(click.user), say)
        else:
            told = pages.unfinished(state, await self.dailies.score(day, deal), say)
        best, _ = await self.dailies.ranking(day - 1, click.guild, click.server.banned) if click.guild else ([], 0)
        following = "" if ahead else pages.following(day, tomorrow, say)
        text = "\n".join(filter(None, (told, pages.podium(best, say), following)))
        learn = [
            msgspec.structs.replace(button, label=say("learn-game"), style="secondary")
            for button in self._app.extensions.ways(WELCOME, self._app.games[deal.game], say.scoped(deal.game))
        ]
        picture = await first_view(self._app, day, deal, click.lang, click.name)
        return Update(pages.today(day, deal, state, text, say, picture, learn))

    async def seals(self, click: Click) -> Answer:
        """The seals of today's and tomorrow's deals."""
        day = self.dailies.today()
        deal, tomorrow = await self.dailies.require(day), await self.dailies.require(day + 1)
        before = await self.dailies.deal(day - 1)
        opened = before is not None and before.game in self._app.games
        return Update(pages.seals(day, deal, tomorrow, self._say(click.lang), opened=opened))

    async def play(self, click: Click) -> Answer:
        """Begin today's deal, or go on with it."""
        day = self.dailies.today()
        deal = await self.dailies.require(day)
        click.allow_game(deal.game)
        self._app.seats.leave(click)
        table = await self.dailies.begin(Player(user=click.user, name=click.name), click.guild)
        self.expert.play(day, deal)
        spent = await self.dailies.state(click.user, day) == deals.SPENT
        return await self._app.table_clicks.show(
            click, table, notice=self._say(click.lang)(deals.SPENT) if spent else ""
        )

    async def accept(self, click: Click, day: int) -> Answer:
        """Begin one's try as an invitation offers, or go on with it; where neither is possible, show today's deal.

        The day is only compared with today: nobody plays another day's deal by changing it.
        """
        now = self.dailies.today()
        able = day == now and await self.dailies.state(click.user, now) in (deals.NEW, deals.RUNNING)
        return await (self.play(click) if able else self.show(click))

    async def open(self, click: Click) -> Answer:
        """Yesterday's deal with what opens its seal. A later click opens that of the day before it."""
        day = self.dailies.today() - 1
        deal = await self.dailies.deal(day)
        if deal is None or deal.game not in self._app.games:
            raise Refusal("old-message")
        return Update(pages.opening(day, deal, self._say(click.lang)))

    async def copy(self, click: Click, day: int) -> Answer:
        """One's result as a text to copy."""
        return Update(pages.copied(day, await self._told(click, day), self._say(click.lang)))

    async def share(self, click: Click, day: int) -> Answer:
        """Post one's result in the channel, once."""
        story = await self._told(click, day)
        click.allow_game(story.result.game)
        click.require_voice()
        # Stored before it is posted: two clicks at once would be two messages.
        if not await self.dailies.set_shared(click.user, day, click.place):
            raise Refusal("shared")
        lang = click.server.language_in(click.place) if click.guild else click.lang
        page = pages.shared(day, story, plain(click.name), self._say(lang))

        async def posted(_message: int) -> None:
            await self.dailies.noted(click.user, day, click.guild, story.result.table)

        async def failed() -> None:
            await self.dailies.set_shared(click.user, day, click.place, shared=False)

        return PublicAnswer(page, posted, failed)

    async def _told(self, click: Click, day: int) -> deals.DailyStory:
        """How the player's try of a day went; Refusal if they have not finished it in time."""
        story = await self.dailies.story(click.user, day)
        if story is None:
            raise Refusal("unfinished")
        return story

    async def result_note(self, table: Table, _seat: Seat, lang: str) -> str:
        """How the player did, compared with the expert and those of the day; empty at other tables, before the end."""
        found = deals.of_table(table)
        if found is None or found.practice or table.status != OVER:
            return ""
        story = await self.dailies.story(table.facts.host, found.day)
        if story is not None and story.expert is None:
            self._uncompared.add(table.id)
            self.expert.play(found.day, await self.dailies.require(found.day))
        return pages.standing(story, self._say(lang))

    async def _expert_played(self) -> None:
        """Show the expert's score below the results that lack it."""
        while self._uncompared:
            with contextlib.suppress(Refusal):
                self._app.seats.repaint(await self._app.tables.get(self._uncompared.pop()))

    async def profile_section(self, user: int, lang: str) -> str:
        """Streak, best and the last days, for the person's own profile."""
        found = await self.dailies.history(user)
        return pages.section(found, self._say(lang)) if found else ""

    def _say(self, lang: str) -> Speech:
        return self._app.words.say(deals.FEATURE, lang)


async def first_view(app: App, day: int, deal: deals.Daily, lang: str, name: str = "") -> Picture | None:
    """The first view of a deal, as its player will see it; without a name, as everybody will."""
    game, now = app.games[deal.game], app.now()
    person = Player(user=0, name=name or app.words.get(deals.FEATURE, lang, "you"))
    table = deals.dealt(deals.seated(game, deal, day, person, now, practice=True), deal, now)
    view, say = table.view(deals.SEAT, now), app.words.say(game.key, lang, table.names)
    return await app.pictures.untabled(game, deal.seats, view, say, NOTHING, "seat.png")


class DailyPosts(BackgroundWork):
    """Posts in the channels that moderators have chosen, at the hours they have chosen, and ``/config defi``.

    The next time of each server is stored, and before a post that it is tried: after a crash the channel is searched
    for it. So a restart loses nothing and repeats nothing. What could not be posted in time is skipped.
    """

    scope = deals.FEATURE

    def __init__(self, app: App, dailies: Dailies) -> None:
        self._app, self._store, self._words, self._now = app, app.store, app.words, app.now
        self._dailies = dailies
        self._clock = WakeClock(app.store.claim_posts, app.store.next_post, self._wake, app.now, "guild")
        self._locks = Locks[int]()

    def start(self) -> None:
        """Begin with overdue posts; or look again for some."""
        self._clock.start()

    async def finish(self) -> None:
        """Stop, and wait for posts under way."""
        self._clock.stop()
        await super().finish()

    async def changed(self, guild: int, before: Server, after: Server) -> None:
        """Plan the announcements again if their channel or times have changed; those due before are skipped."""
        if deals.times_of(after) == deals.times_of(before):
            return
        async with self._locks.of(guild):
            times = deals.times_of(await self._app.servers.get(guild))
            if times is None:
                await self._forget(guild)
                return
            await self._store.put(ANNOUNCED, guild, None)
            await self._store.post_at(guild, following := min(times.following(self._now())))
        self._clock.poke(following)

    async def forget(self, guild: int) -> None:
        """Remove everything stored about a server."""
        async with self._locks.of(guild):
            await self._forget(guild)

    async def _wake(self, guild: int) -> None:
        """Post what is due in a server. Raises if a post may or may not have arrived: then it is tried again."""
        # Only then it is known which servers the bot is in.
        await self._app.bot.wait_until_ready()
        # Shielded: a clock that is stopped cancels this, but a post under way must be finished.
        await asyncio.shield(self.spawn(self._announce(guild), f"daily post {guild}"))

    async def _announce(self, guild: int) -> None:
        async with self._locks.of(guild):
            server = await self._app.servers.get(guild)
            times = deals.times_of(server)
            if times is None:
                await self._forget(guild)
                return
            due = times.due(self._now())
            page = await self._page(guild, server, times, due) if due else None
            if due and page and not await self._post(guild, times.channel, page, due):
                await self._switch_off(guild, times.channel)
            else:
                await self._store.post_at(guild, min(times.following(self._now())))

    async def _page(
        self, guild: int, server: Server, times: deals.DailyTimes, due: deals.DailyPost
    ) -> PublicPage | None:
        """The page to post; None if there is nothing to announce, or the bot was removed from the server."""
        deal, here = await self._dailies.deal(due.day), self._app.bot.get_guild(guild)
        if deal is None or deal.game not in self._app.games or here is None:
            return None
        lang = server.language_in(times.channel)
        say = self._words.say(deals.FEATURE, lang)
        if due.what == deals.INVITATION:
            games = server.games_in(times.channel)
            if games is not None and deal.game not in games:
                return None
            channel = here.get_channel(times.channel)
            # Without this permission Discord would refuse the whole post.
            bare = channel is None or lacking_in(channel, ("attach_files",))
            picture = None if bare else await first_view(self._app, due.day, deal, lang)
            return pages.invitation(due.day, deal, picture, say)
        lines, more = await self._dailies.ranking(due.day, guild, without=server.banned)
        return pages.ranking(due.day, lines, more, say, over=due.day < deals.day_of(self._now())) if lines else None

    async def _post(self, guild: int, channel: int, page: PublicPage, due: deals.DailyPost) -> bool:
        """Post a page. If Discord refuses it, as it would again, the journal says so; False if the channel is gone."""
        nonce = f"d{base36(channel)}.{base36(due.day)}.{due.what[0]}"
        place, document = ChannelMessages(self._app.bot, channel), await self._store.get(ANNOUNCED, guild)
        before = msgspec.json.decode(document, type=deals.Announced) if document else deals.Announced()
        button = pages.to(pages.ACCEPT if due.what == deals.INVITATION else pages.RANKED, due.day)
        again, refused = before.tried >= due.at, False
        tried = before.tried if again else self._now()
        try:
            if not (again and await place.has_posted(button, tried)):
                await self._store_announced(guild, msgspec.structs.replace(before, tried=tried))
                await place.post(**new_public(page), nonce=nonce)
        except UNSURE:
            raise
        except discord.HTTPException as error:
            log.warning("the deal of the day was not announced channel=%s: code %s", channel, error.code)
            if error.code == NO_SUCH_CHANNEL:
                return False
            refused = True
        if refused and not before.refused:
            await self._app.journal.write(guild, JournalEntry(key="daily-lacking", place=channel))
        await self._store_announced(guild, deals.Announced(tried=tried, refused=refused))
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
            """Announce it in a channel, or nowhere; options that are not given stay as they are."""
            if zone is not None and not known_zone(zone):
                raise Refusal("no-such-zone")
            here = channel.id if channel else click.channel
            chosen = {"channel": channel and here, "morning": morning, "evening": evening, "zone": zone}
            given = {key: value for key, value in chosen.items() if value is not None}

            def changed(server: Server) -> Server:
                usual = ZONE if server.language_in(here, click.lang) == "fr" else "UTC"
                before = deals.times_of(server) or deals.DailyTimes(channel=here, zone=usual)
                times = msgspec.structs.replace(before, **given)
                if times.morning == times.evening:
                    raise Refusal("hours")
                return deals.with_times(server, times if on == "yes" else None)

            return await change(click, changed)

        yes_no = choices(self._words, deals.FEATURE, "", ("yes", "no"))
        made = command(self._app, deals.FEATURE, "config", callback, on=yes_no)
        made.autocomplete("zone")(zones())
        return made

    def channel(self, server: Server) -> int | None:
        """The channel of the announcements."""
        times = deals.times_of(server)
        return times.channel if times else None

    def line(self, server: Server, lang: str, announced: Callable[[int | None, str], str]) -> str:
        """Where and when, by the clock of the zone and by that of the reader."""
        say, times = self._words.say(deals.FEATURE, lang), deals.times_of(server)
        if times is None:
            return say("settings", value=announced(None, ""))
        invitation, ranking = (f"<t:{round(at)}:t>" for at in times.following(self._now()))
        hours = {"morning": times.morning, "evening": times.evening, "zone": times.zone}
        shown = {"channel": f"<#{times.channel}>", "invitation": invitation, "ranking": ranking}
        return say("settings", value=announced(times.channel, say("settings-times", **hours, **shown)))
