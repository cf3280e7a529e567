"""Pinocchio: lay a card face down, say which garment it is, and hope that your neighbour believes you.

Forty-five garments in three colours. On your turn you first accept or doubt what the player before you announced, then
you look at your own top card, lay it on the heap and announce something that fits the words before it, true or not.
A lie that is caught lengthens the liar's nose, a truth that is doubted lengthens the doubter's. When all cards are laid
the shortest nose wins. A game by Dieter Gebhardt (Amigo, Gigamic).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot


async def setup(bot: Bot) -> None:
    """Add the game's commands to the bot."""
    # Imported late, so that importing the rules does not load discord.
    from bot.client.commands import GameCog  # noqa: PLC0415
    from cogs.pinocchio.game import GAME  # noqa: PLC0415

    await bot.add_cog(GameCog(bot, GAME))
