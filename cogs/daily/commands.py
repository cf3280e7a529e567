"""``/defi``: the deal of the day, the same for everybody; its buttons are the kernel's."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.bot import Bot
from bot.client.reply import Reply
from bot.client.translator import named

SCOPE = "daily"
Interaction = discord.Interaction[Any]


class DailyCog(commands.Cog):
    """One command, for everybody's eyes only."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

        async def callback(interaction: Interaction) -> None:
            reply = Reply(interaction)
            await bot.router.guard(reply, bot.daily_clicks.show(reply))

        self.command = app_commands.Command(
            name=named(bot.words, SCOPE, "daily"),
            description=named(bot.words, SCOPE, "daily.help"),
            callback=callback,
        )

    async def cog_load(self) -> None:
        """Add the command."""
        self.bot.tree.add_command(self.command)

    async def cog_unload(self) -> None:
        """Take the command away again."""
        self.bot.tree.remove_command(self.command.name)
