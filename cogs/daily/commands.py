"""``/defi``: the deal of the day, the same for everybody."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.app import App
from bot.client.commands import CommandCog, command
from bot.client.daily_clicks import DailyClicks, DailyClosing
from bot.client.daily_posts import DailyPosts
from bot.core.daily import sealed
from bot.service.daily import Dailies
from bot.service.expert import Expert
from bot.tables.servers import Server

SCOPE = "daily"
Interaction = discord.Interaction[Any]


class DailyCog(CommandCog):
    """The command, its buttons, and the announcements in channels."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.dailies = Dailies(app.tables, app.store, app.now)
        self.expert = Expert(app.store, app.games, app.decisions)
        self.posts = DailyPosts(app.bot, self.dailies, app.store, app.servers, app.words, app.journal, app.now)
        self.clicks = DailyClicks(self.dailies, self.expert, app.games, app.words, app.table_clicks, app.seats)
        self.clicks.register(app.router)
        extensions = app.extensions
        extensions.parts += [self.posts, self.expert]
        extensions.sealed.append(lambda table: sealed(table, app.now()))
        extensions.result_notes.append(DailyClosing(self.dailies, self.expert, app.words))
        extensions.settings_changed.append(self._settings_changed)
        extensions.guild_erased.append(self.posts.forget)
        extensions.every_day.append(self.dailies.drop_tries)

        async def callback(interaction: Interaction) -> None:
            await app.router.command(interaction, self.clicks.show)

        super().__init__(app, [command(app.words, SCOPE, "daily", callback)])

    async def _settings_changed(self, guild: int, before: Server, after: Server) -> None:
        if after.daily != before.daily:
            await self.posts.configured(guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Announce nothing in a deleted channel any more."""
        if await self._app.admission.admits_event():
            await self.posts.channel_gone(channel.guild.id, channel.id)
