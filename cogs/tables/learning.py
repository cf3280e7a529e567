"""``/apprendre``: a lesson of any game that has one, in any channel and in direct messages."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.bot import Bot
from bot.client.commands import answer, command, game_choices
from cogs.tables.inbox import SCOPE

Interaction = discord.Interaction[Any]


def learning(bot: Bot) -> app_commands.Command[Any, ..., None]:
    """The command."""

    async def callback(interaction: Interaction, game: str | None = None) -> None:
        await answer(bot, interaction, lambda reply: bot.lesson_clicks.begin(reply, game))

    taught = [game.key for game in bot.catalogue.games.values() if game.lesson]
    return command(bot.words, SCOPE, "learn", callback, game=game_choices(bot.words, taught))
