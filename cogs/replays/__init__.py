"""``/parties`` and ``/verifier``: finished games, to be seen again move by move or as a film."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    from cogs.replays.commands import ReplaysCog  # noqa: PLC0415 - late: walking the cogs never loads discord

    await bot.add_cog(ReplaysCog(bot.app))
