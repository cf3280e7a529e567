"""``/rappels``: how somebody wants to be reminded that a slow table waits for them."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.app import App
from bot.client.click import Answer, Click, note
from bot.client.commands import CommandCog, choices, command, known_zone, zones
from bot.core.game import Refusal
from bot.pages.board import COLOUR
from bot.tables.tables import Changed
from bot.text.strings import Speech
from cogs.reminders.reminders import WAYS, ReminderPreference, ReminderPreferences, Reminders

Interaction = discord.Interaction[Any]
SCOPE = "reminders"
Hour = app_commands.Range[int, 0, 23]


class RemindersCog(CommandCog):
    """``/rappels``, and the reminders themselves."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.preferences = ReminderPreferences(app.store)
        reminders = Reminders(app.bot, app.servers, self.preferences, app.words, app.now)
        app.tables.on_change(reminders.changed, only=Changed.slow)
        app.extensions.background_work.append(reminders)
        app.extensions.ping_filters.append(lambda users: self.preferences.pinged(users, app.now()))
        app.extensions.person_erased.append(self.preferences.drop)

        async def callback(
            interaction: Interaction,
            way: str | None = None,
            first: Hour | None = None,
            last: Hour | None = None,
            zone: str | None = None,
        ) -> None:
            await app.router.command(interaction, lambda click: self._set(click, way, (first, last), zone))

        made = command(app.words, SCOPE, "reminders", callback, way=choices(app.words, SCOPE, "way-", WAYS))
        made.autocomplete("zone")(zones())
        super().__init__(app, [made])

    async def _set(
        self, click: Click, way: str | None, quiet: tuple[int | None, int | None], zone: str | None
    ) -> Answer:
        """Change somebody's preference, and show it as it is now."""
        if zone is not None and not known_zone(zone):
            raise Refusal("no-such-zone")
        first, last = quiet
        if (first is None) != (last is None):
            raise Refusal("quiet-needs-both")

        def changed(known: ReminderPreference) -> ReminderPreference:
            hours = known.quiet if first is None or last is None else None if first == last else (first, last)
            return msgspec.structs.replace(
                known, way=way or known.way, quiet=hours, zone=zone or known.zone, lang=click.lang
            )

        _, after = await self.preferences.change(click.user, changed)
        return note(_text(after, self._app.words.say(SCOPE, click.lang)), COLOUR)


def _text(preference: ReminderPreference, say: Speech) -> str:
    lines = [say(f"wish-{preference.way}")]
    if preference.quiet is None:
        lines.append(say("wish-always"))
    else:
        first, last = preference.quiet
        lines.append(say("wish-quiet", first=first, last=last, zone=preference.zone))
    return "\n".join(lines)
