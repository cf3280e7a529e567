"""``/defi``, the deal of the day, and ``/config defi``, where moderators choose the channel of its announcements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import DAY_SECONDS, App
from bot.client.click import Click
from bot.client.commands import ZONE, Command, CommandCog, choices, command, known_zone, zones
from bot.client.extensions import ChangeSettings, SettingChange
from bot.client.router import Refused
from bot.core.game import Refusal
from bot.core.stored import UPGRADES
from bot.tables.servers import Server
from bot.text.strings import Speech, Words
from cogs.daily.clicks import DailyClicks
from cogs.daily.deal import FEATURE, upgraded
from cogs.daily.expert import Expert
from cogs.daily.pages import result_buttons
from cogs.daily.posts import DailyPosts, DailyTimes, times_of, with_times
from cogs.daily.service import Dailies

Interaction = discord.Interaction[Any]
Hour = app_commands.Range[int, 0, 23]


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
        extensions.result_buttons.append(result_buttons)
        extensions.result_notes.append(self.clicks.result_note)
        extensions.settings.append(DailySetting(app.words, app.now))
        extensions.settings_changed.append(self._settings_changed)
        extensions.guild_erased += [self.posts.forget, self.dailies.forget_guild]
        extensions.every_day.append(self._every_day)

        async def callback(interaction: Interaction) -> None:
            await app.router.command(interaction, self.clicks.show)

        super().__init__(app, [command(app.words, FEATURE, "daily", callback)])

    async def _settings_changed(self, guild: int, before: Server, after: Server) -> None:
        if times_of(after) != times_of(before):
            await self.posts.configured(guild)

    async def _every_day(self) -> None:
        await self.dailies.drop_tries()
        if self._app.retention is not None:
            await self.dailies.forget_players(self._app.now() - self._app.retention * DAY_SECONDS)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Announce nothing in a deleted channel any more."""
        if await self._app.admission.admits_event():
            await self.posts.channel_gone(channel.guild.id, channel.id)


class DailySetting:
    """Where and when the deal of the day is announced, among the settings of a server."""

    scope = FEATURE

    def __init__(self, words: Words, now: Callable[[], float]) -> None:
        self._words = words
        self._now = now

    def command(self, change: ChangeSettings) -> Command:
        """``/config defi``."""

        @app_commands.autocomplete(zone=zones())
        async def callback(
            interaction: Interaction,
            channel: discord.TextChannel | None = None,
            morning: Hour | None = None,
            evening: Hour | None = None,
            zone: str | None = None,
            on: str = "yes",
        ) -> None:
            place = channel.id if channel else None
            await change(
                interaction, lambda click: self._changed(click, place, (morning, evening), zone, on=on == "yes")
            )

        yes_no = choices(self._words, FEATURE, "", ("yes", "no"))
        return command(self._words, FEATURE, "config", callback, on=yes_no)

    def _changed(
        self, click: Click, channel: int | None, hours: tuple[int | None, int | None], zone: str | None, *, on: bool
    ) -> SettingChange:
        """Announce it in a channel, or nowhere; options that are not given stay as they are."""
        if zone is not None and not known_zone(zone):
            raise Refusal("no-such-zone")
        here = channel or click.channel

        def changed(server: Server) -> Server:
            usual = times_of(server) or DailyTimes(channel=here, zone=ZONE if server.language == "fr" else "UTC")
            morning, evening = (then if now is None else now for now, then in zip(hours, usual.hours, strict=True))
            if morning == evening:
                raise Refused(self._words.get(FEATURE, click.lang, "refusal-hours"))
            times = DailyTimes(
                channel=channel or usual.channel, morning=morning, evening=evening, zone=zone or usual.zone
            )
            return with_times(server, times if on else None)

        return changed

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
        invitation, ranking = (f"<t:{round(at)}:t>" for at in times.next_of_each(self._now()))
        return say(
            "settings-times",
            channel=f"<#{times.channel}>",
            morning=times.morning,
            evening=times.evening,
            zone=times.zone,
            invitation=invitation,
            ranking=ranking,
        )
