"""The commands around tables that belong to no game: a player's hand and tables, the rules, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the commands to the bot."""
    from cogs.tables.commands import TablesCog  # noqa: PLC0415 - late: walking the cogs never loads discord

    await bot.add_cog(TablesCog(bot.app))
