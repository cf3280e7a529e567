"""The game's cog: everything it needs is made from its contents page."""

from __future__ import annotations

from bot.client.bot import Bot
from bot.client.cog import GameCog
from cogs.plusoumoins.game import GAME


async def setup(bot: Bot) -> None:
    """Add the game's commands to the bot."""
    await bot.add_cog(GameCog(bot, GAME))
