"""``/apprendre``: a lesson of any game that has one, in any channel and in direct messages."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.bot import Bot
from bot.client.reply import Reply
from bot.client.slash_commands import command, named
from cogs.tables.inbox import SCOPE

Interaction = discord.Interaction[Any]


def learning(bot: Bot) -> app_commands.Command[Any, ..., None]:
    """The command."""
    words = bot.words

    async def callback(interaction: Interaction, game: str | None = None) -> None:
        reply = Reply(interaction)
        await bot.router.guard(reply, bot.lesson_clicks.begin(reply, game))

    taught = [game.key for game in bot.catalogue.games.values() if game.lesson]
    choices = [app_commands.Choice(name=named(words, game, "name"), value=game) for game in taught]
    app_commands.rename(game=named(words, SCOPE, "learn.game"))(callback)
    app_commands.describe(game=named(words, SCOPE, "learn.game-help"))(callback)
    app_commands.choices(game=choices)(callback)
    return command(words, SCOPE, "learn", callback)
