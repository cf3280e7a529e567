"""Plus ou moins: everybody holds four number cards; whoever lays more than lies in the middle scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the game to the bot."""
    from cogs.plusoumoins.commands import setup as add  # noqa: PLC0415 - late: importing the rules never loads discord

    await add(bot)
