"""``/confidentialite``: a person's stored data, seen, exported and erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the command to the bot."""
    from cogs.privacy.commands import PrivacyCog  # noqa: PLC0415 - late: walking the cogs never loads discord

    await bot.add_cog(PrivacyCog(bot.app))
