"""``/config``: a server's settings, bans, open tables and journal, for moderators."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the commands to the bot."""
    from cogs.moderation.commands import ModerationCog  # noqa: PLC0415 - late: walking the cogs never loads discord

    await bot.add_cog(ModerationCog(bot.app))
