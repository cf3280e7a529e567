"""``/defi``: the deal of the day, the same for everybody; its buttons are the kernel's."""

from __future__ import annotations

from typing import Any

import discord

from bot.client.bot import Bot
from bot.client.commands import CommandCog, answer, command

SCOPE = "daily"
Interaction = discord.Interaction[Any]


class DailyCog(CommandCog):
    """One command, for everybody's eyes only."""

    def __init__(self, bot: Bot) -> None:
        async def callback(interaction: Interaction) -> None:
            await answer(bot, interaction, bot.daily_clicks.show)

        super().__init__(bot, [command(bot.words, SCOPE, "daily", callback)])
