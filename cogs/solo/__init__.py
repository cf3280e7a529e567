"""``/jouer``: a game alone against opponents, in a private message and with hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    from cogs.solo.clicks import SoloCog  # noqa: PLC0415 - late: walking the cogs never loads discord

    await bot.add_cog(SoloCog(bot.app))
