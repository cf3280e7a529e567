"""Plus ou moins: players hold four number cards; a card higher than the one in the middle scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the game's commands to the bot."""
    # Imported late, so that importing the rules does not load discord.
    from bot.client.commands import GameCog  # noqa: PLC0415
    from cogs.plusoumoins.game import GAME  # noqa: PLC0415

    await bot.add_cog(GameCog(bot, GAME))
