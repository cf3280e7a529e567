"""Cappuccino: stack cups until no two stacks touch.

Every player has sixteen cups of one colour, set upside down among the others in a honeycomb. In turn, a player
puts a whole stack topped by their colour on a neighbouring stack that is no taller; the cell it leaves stays empty
for ever. A player who can no longer move stops. At the end a colour counts all the cups of the stacks it tops.
Players may also build the board themselves, play two colours each when they are two, and have islands that
are already decided taken off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the game's commands to the bot."""
    # Imported late, so that importing the rules does not load discord.
    from bot.client.commands import GameCog  # noqa: PLC0415
    from cogs.cappuccino.game import GAME  # noqa: PLC0415

    await bot.add_cog(GameCog(bot, GAME))
