"""The commands around tables that belong to no game: one's hand, one's tables, the rules, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client.bot import Bot
    from bot.core.game import AnyGame
    from bot.text.strings import Speech


async def setup(bot: Bot) -> None:
    """Add the commands to the bot."""
    # Late: walking the cogs never loads discord.
    from bot.client.alone_clicks import AloneClicks  # noqa: PLC0415
    from bot.pages.address import Address  # noqa: PLC0415
    from bot.pages.alone import ALONE, again_buttons  # noqa: PLC0415
    from bot.pages.page import Button  # noqa: PLC0415
    from bot.service.advice import Advisor  # noqa: PLC0415
    from cogs.tables.commands import TablesCog  # noqa: PLC0415

    app = bot.app
    alone_clicks = AloneClicks(app.tables, app.words, app.table_clicks, app.seats, Advisor(app.decisions), app.now)
    alone_clicks.register(app.router)

    def alone(game: AnyGame, say: Speech) -> list[Button]:
        return (
            [Button(say.scoped("tables")("help-alone"), str(Address(ALONE, path=(game.key,))), "primary")]
            if game.opponent
            else []
        )

    def after_lesson(game: AnyGame, say: Speech) -> list[Button]:
        if game.opponent is None:
            return []
        return [Button(say("learning-alone"), str(Address(ALONE, path=(game.key, "novice"))), "success")]

    app.extensions.game_buttons.append(alone)
    app.extensions.after_lesson.append(after_lesson)
    app.extensions.result_buttons.append(again_buttons)
    await bot.add_cog(TablesCog(app, alone_clicks))
