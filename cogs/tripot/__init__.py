"""Le Tripot du Chaos, by Nicolas Brodu (2020): duels between liars, for two to six players.

Everybody holds the same eight cards and 15 points. In turn each player challenges another; both play a card, and each
stakes the number on the card received. Then everybody talks, promises, and secretly lays a different action on each of
their duels: cooperate, attack or defend. The duels are revealed one by one. The richest player wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the game's commands to the bot."""
    # Imported late, so that importing the rules does not load discord.
    from bot.client.commands import GameCog  # noqa: PLC0415
    from cogs.tripot.game import GAME  # noqa: PLC0415

    await bot.add_cog(GameCog(bot, GAME))
