"""``/rappels``: how somebody wishes to be told that a slow table waits for them."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.app import App
from bot.client.click import Answer, Click, Private
from bot.client.commands import choices, command, zones
from bot.core.game import Refusal
from bot.pages.board import COLOUR
from bot.pages.page import PrivatePage, Text
from bot.service.wishes import WAYS, Wish, Wishes, known_zone
from bot.text.strings import Speech
from cogs.tables.inbox import SCOPE

Interaction = discord.Interaction[Any]
Hour = app_commands.Range[int, 0, 23]


def reminders(app: App, wishes: Wishes) -> app_commands.Command[Any, ..., None]:
    """The command."""

    async def callback(
        interaction: Interaction,
        way: str | None = None,
        first: Hour | None = None,
        last: Hour | None = None,
        zone: str | None = None,
    ) -> None:
        await app.router.command(interaction, lambda click: _answer(app, wishes, click, way, (first, last), zone))

    made = command(app.words, SCOPE, "reminders", callback, way=choices(app.words, SCOPE, "way-", WAYS))
    made.autocomplete("zone")(zones())
    return made


async def _answer(
    app: App, wishes: Wishes, click: Click, way: str | None, quiet: tuple[int | None, int | None], zone: str | None
) -> Answer:
    """Change somebody's wish, and show it as it is now."""
    if zone is not None and not known_zone(zone):
        raise Refusal("no-such-zone")
    first, last = quiet
    if (first is None) != (last is None):
        raise Refusal("quiet-needs-both")

    def changed(wish: Wish) -> Wish:
        hours = wish.quiet if first is None or last is None else None if first == last else (first, last)
        return msgspec.structs.replace(wish, way=way or wish.way, quiet=hours, zone=zone or wish.zone, lang=click.lang)

    _, after = await wishes.change(click.user, changed)
    return Private(PrivatePage((Text(_told(after, app.words.say(SCOPE, click.lang))),), COLOUR))


def _told(wish: Wish, say: Speech) -> str:
    lines = [say(f"wish-{wish.way}")]
    if wish.quiet is None:
        lines.append(say("wish-always"))
    else:
        first, last = wish.quiet
        lines.append(say("wish-quiet", first=first, last=last, zone=wish.zone))
    return "\n".join(lines)
