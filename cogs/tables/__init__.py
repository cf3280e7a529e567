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
    from bot.client.lesson_clicks import LessonClicks  # noqa: PLC0415
    from bot.client.reminders import Reminders  # noqa: PLC0415
    from bot.pages.address import Address  # noqa: PLC0415
    from bot.pages.alone import ALONE  # noqa: PLC0415
    from bot.pages.lesson import spot  # noqa: PLC0415
    from bot.pages.page import Button  # noqa: PLC0415
    from bot.service.advice import Advisor  # noqa: PLC0415
    from bot.service.wishes import Wishes  # noqa: PLC0415
    from bot.tables.tables import Changed  # noqa: PLC0415
    from cogs.tables.commands import TablesCog  # noqa: PLC0415

    app = bot.app
    wishes = Wishes(app.store)
    reminders = Reminders(bot, app.servers, wishes, app.words, app.now)
    app.tables.on_change(reminders.changed, only=Changed.slow)
    app.extensions.parts.append(reminders)
    app.extensions.pings.append(lambda users: wishes.pinged(users, app.now()))
    app.extensions.person_erased.append(wishes.drop)
    alone_clicks = AloneClicks(app.tables, app.words, app.table_clicks, app.seats, Advisor(app.decisions), app.now)
    alone_clicks.register(app.router)
    lesson_clicks = LessonClicks(app.games, app.words, app.pictures, app.router.leads)
    lesson_clicks.register(app.router)

    def learn(game: AnyGame, say: Speech) -> list[Button]:
        return [Button(say("welcome-learn.button"), str(spot(game, ())), "primary")] if game.lesson else []

    def alone(game: AnyGame, say: Speech) -> list[Button]:
        return [Button(say.scoped("tables")("help-alone"), str(Address(ALONE, path=(game.key,))), "primary")] if game.opponent else []

    app.extensions.game_buttons += [learn, alone]
    app.extensions.welcome_buttons.append(learn)
    await bot.add_cog(TablesCog(app, alone_clicks, lesson_clicks, wishes))
