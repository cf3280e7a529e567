"""``/apprendre``: a lesson of any game that has one, in any channel and in direct messages."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.app import App
from bot.client.commands import command, game_choices
from bot.client.lesson_clicks import LessonClicks
from cogs.tables.inbox import SCOPE

Interaction = discord.Interaction[Any]


def learning(app: App, clicks: LessonClicks) -> app_commands.Command[Any, ..., None]:
    """The command."""

    async def callback(interaction: Interaction, game: str | None = None) -> None:
        await app.router.command(interaction, lambda click: clicks.begin(click, game))

    taught = [game.key for game in app.games.values() if game.lesson]
    return command(app.words, SCOPE, "learn", callback, game=game_choices(app.words, taught))
