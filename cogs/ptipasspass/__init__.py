"""PtiPassPass: a memory and bluff game with opaque cups, for three to six players.

In turn, players put tokens of three colours under opaque cups and announce the colour, truthfully or not.
A player without tokens lifts three cups in line, hoping for three equal colours or three different ones. Two
such rounds win the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the game's commands to the bot."""
    # Imported late, so that importing the rules does not load discord.
    from bot.client.commands import GameCog  # noqa: PLC0415
    from cogs.ptipasspass.game import GAME  # noqa: PLC0415

    await bot.add_cog(GameCog(bot, GAME))
