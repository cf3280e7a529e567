"""``/jouer``: a game alone against opponents, at once and in a private message."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.app import App
from bot.client.alone_clicks import AloneClicks
from bot.client.commands import choices, command, game_choices
from bot.core.opponents import LEVELS
from bot.text.strings import KERNEL
from cogs.tables.inbox import SCOPE

Interaction = discord.Interaction[Any]


def play_alone(app: App, clicks: AloneClicks) -> app_commands.Command[Any, ..., None]:
    """The command. What is not said is asked for with buttons."""
    words = app.words
    games = {key: game for key, game in app.games.items() if game.opponent is not None}
    fewest = min((game.seats[0] for game in games.values()), default=2)
    most = max((game.seats[-1] for game in games.values()), default=fewest)

    async def callback(
        interaction: Interaction, game: str | None = None, level: str | None = None, seats: int | None = None
    ) -> None:
        chosen = app.games.get(game) if game else None
        await app.router.command(interaction, lambda click: clicks.play(click, chosen, level, seats))

    levels = choices(words, KERNEL, "level-", LEVELS)
    counts = [app_commands.Choice(name=str(count), value=count) for count in range(fewest, most + 1)]
    return command(words, SCOPE, "play", callback, game=game_choices(words, games), level=levels, seats=counts)
