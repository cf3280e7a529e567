"""The deal of the day: the same for everybody, one try that counts (``/defi``), and announcements in channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    from cogs.daily.commands import DailyCog  # noqa: PLC0415 - late: walking the cogs never loads discord

    await bot.add_cog(DailyCog(bot.app))
