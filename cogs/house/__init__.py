"""What the house remembers: the games one has finished, profiles and rankings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the commands to the bot."""
    from cogs.house.games import GamesCog  # noqa: PLC0415 - late: walking the cogs never loads discord

    await bot.add_cog(GamesCog(bot.app))
