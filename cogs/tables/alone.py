"""``/jouer``: a game alone against opponents, at once and in a private message."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.bot import Bot
from bot.client.reply import Reply
from bot.client.slash_commands import command, named
from bot.core.opponent import LEVELS
from bot.words import KERNEL
from cogs.tables.inbox import SCOPE

Interaction = discord.Interaction[Any]
PARAMETERS = ("game", "level", "seats")


def play_alone(bot: Bot) -> app_commands.Command[Any, ..., None]:
    """The command. What is not said is asked for with buttons."""
    words = bot.words
    games = {key: game for key, game in bot.catalogue.games.items() if game.opponent is not None}
    fewest = min((game.seats[0] for game in games.values()), default=2)
    most = max((game.seats[-1] for game in games.values()), default=fewest)

    async def callback(
        interaction: Interaction, game: str | None = None, level: str | None = None, seats: int | None = None
    ) -> None:
        reply = Reply(interaction)
        chosen = bot.catalogue.games.get(game) if game else None
        await bot.router.guard(reply, bot.alone_clicks.play(reply, chosen, level, seats))

    app_commands.rename(**{name: named(words, SCOPE, f"play.{name}") for name in PARAMETERS})(callback)
    app_commands.describe(**{name: named(words, SCOPE, f"play.{name}-help") for name in PARAMETERS})(callback)
    app_commands.choices(
        game=[app_commands.Choice(name=named(words, key, "name"), value=key) for key in games],
        level=[app_commands.Choice(name=named(words, KERNEL, f"level-{level}"), value=level) for level in LEVELS],
    )(callback)
    counts = [app_commands.Choice(name=str(count), value=count) for count in range(fewest, most + 1)]
    app_commands.choices(seats=counts)(callback)
    return command(words, SCOPE, "play", callback)
