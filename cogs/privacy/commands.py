"""``/confidentialite``: a person sees, exports or erases their data, or hides from rankings."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.app import DAY_SECONDS, App
from bot.client.click import Answer, Click, Private, Update
from bot.client.commands import CommandCog, command
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import Button, Document, PrivatePage, Text, rows
from bot.pages.panel import confirm
from cogs.privacy.service import Privacy

log = logging.getLogger(__name__)

SCOPE = "privacy"
VERB = "privacy"
EXPORT, HIDE, SHOW, ERASE, SURE = "export", "hide", "show", "erase", "yes"
LARGEST_FILE_BYTES = 8 * 2**20
"""The largest attachment that Discord accepts on every server."""
Interaction = discord.Interaction[Any]


class PrivacyCog(CommandCog):
    """One command and its buttons; every answer is private."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.privacy = Privacy(app.tables, app.store)
        if app.retention is not None:
            app.extensions.every_day.append(self._retire)

        async def callback(interaction: Interaction) -> None:
            await self._app.router.command(interaction, self._show)

        super().__init__(app, [command(app.words, SCOPE, "privacy", callback)], {VERB: self.click})

    async def click(self, click: Click) -> Answer:
        """Carry out a button for the person who pressed it."""
        say = self._app.words.say(SCOPE, click.lang)
        match click.address.path:
            case (key,) if key == EXPORT:
                data = await self.privacy.export(click.user)
                if len(data) > LARGEST_FILE_BYTES:
                    return Private(PrivatePage((Text(say("export-large")),), COLOUR))
                return Private(PrivatePage((Text(say("exported")), Document("tablee.json", data)), COLOUR))
            case (key,) if key in (HIDE, SHOW):
                await self.privacy.hide(click.user, hidden=key == HIDE)
                return await self._show(click, say("hidden-done" if key == HIDE else "shown-done"))
            case (key,) if key == ERASE:
                sure = Address(VERB, path=(ERASE, SURE))
                return Update(confirm(say("erase-confirm"), say("erase-button"), sure))
            case (key, word) if (key, word) == (ERASE, SURE):
                await self.erase(click.user)
                return Update(PrivatePage((Text(say("erased")),), COLOUR))
            case _:
                return await self._show(click)

    async def erase(self, user: int) -> None:
        """Remove everything stored about a person; others' games stay."""
        await self.privacy.erase(user)
        self._app.person_erased(user)

    async def _retire(self) -> None:
        """Remove the names and ids from games that ended long ago."""
        assert self._app.retention is not None
        if retired := await self.privacy.retire(self._app.now() - self._app.retention * DAY_SECONDS):
            log.info("names removed from finished games count=%s", retired)
            self._app.person_erased(0)

    async def _show(self, click: Click, notice: str = "") -> Answer:
        say = self._app.words.say(SCOPE, click.lang)
        hidden = await self.privacy.hidden(click.user)
        days = self._app.retention
        retention = say("kept-days", days=days) if days else say("kept-always")
        text = f"{say('stored')}\n{retention}\n{say('standing-hidden' if hidden else 'standing-shown')}"
        choice = SHOW if hidden else HIDE
        buttons = [
            Button(say("export-button"), str(Address(VERB, path=(EXPORT,))), "primary"),
            Button(say(f"{choice}-button"), str(Address(VERB, path=(choice,)))),
            Button(say("erase-button"), str(Address(VERB, path=(ERASE,))), "danger"),
        ]
        notices = (Text(notice),) if notice else ()
        return Update(PrivatePage((*notices, Text(text), *rows(buttons)), COLOUR))
