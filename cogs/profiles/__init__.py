"""``/profil`` and ``/classement``: players' profiles and rankings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    from cogs.profiles.commands import ProfilesCog  # noqa: PLC0415 - late: walking the cogs never loads discord

    await bot.add_cog(ProfilesCog(bot.app))
