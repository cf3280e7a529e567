"""``/confidentialite``: what is kept of somebody, a copy of it, rankings without them, and forgetting."""

from __future__ import annotations

from typing import Any

import discord

from bot.client.bot import Bot
from bot.client.commands import CommandCog, answer, command
from bot.client.reply import Reply
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import Button, Document, PrivatePage, Text, rows
from bot.pages.panel import confirm

SCOPE = "privacy"
VERB = "privacy"
EXPORT, HIDE, SHOW, ERASE, SURE = "export", "hide", "show", "erase", "yes"
LARGEST = 8 * 2**20
"""Bytes of the largest file that Discord takes everywhere."""
Interaction = discord.Interaction[Any]


class PrivacyCog(CommandCog):
    """One command and its buttons, for everybody's eyes only."""

    def __init__(self, bot: Bot) -> None:
        async def callback(interaction: Interaction) -> None:
            await answer(bot, interaction, self._show)

        super().__init__(bot, [command(bot.words, SCOPE, "privacy", callback)], {VERB: self.click})

    async def click(self, reply: Reply, address: Address) -> None:
        """Do what one of the buttons says, to whoever pressed it."""
        say = self.bot.words.say(SCOPE, reply.lang)
        match address.path:
            case (key,) if key == EXPORT:
                data = await self.bot.privacy.export(reply.user)
                if len(data) > LARGEST:
                    await reply.private(PrivatePage((Text(say("export-large")),), COLOUR))
                    return
                await reply.private(PrivatePage((Text(say("exported")), Document("tablee.json", data)), COLOUR))
            case (key,) if key in (HIDE, SHOW):
                await self.bot.privacy.hide(reply.user, hidden=key == HIDE)
                await self._show(reply, say("hidden-done" if key == HIDE else "shown-done"))
            case (key,) if key == ERASE:
                sure = Address(VERB, path=(ERASE, SURE))
                await reply.update(confirm(say("erase-confirm"), say("erase-button"), sure))
            case (key, word) if (key, word) == (ERASE, SURE):
                await self.bot.forget_person(reply.user)
                await reply.update(PrivatePage((Text(say("erased")),), COLOUR))
            case _:
                await self._show(reply)

    async def _show(self, reply: Reply, notice: str = "") -> None:
        say = self.bot.words.say(SCOPE, reply.lang)
        hidden = await self.bot.privacy.hidden(reply.user)
        days = self.bot.retention
        kept = say("kept-days", days=days) if days else say("kept-always")
        text = f"{say('stored')}\n{kept}\n{say('standing-hidden' if hidden else 'standing-shown')}"
        choice = SHOW if hidden else HIDE
        buttons = [
            Button(say("export-button"), str(Address(VERB, path=(EXPORT,))), "primary"),
            Button(say(f"{choice}-button"), str(Address(VERB, path=(choice,)))),
            Button(say("erase-button"), str(Address(VERB, path=(ERASE,))), "danger"),
        ]
        notices = (Text(notice),) if notice else ()
        await reply.update(PrivatePage((*notices, Text(text), *rows(buttons)), COLOUR))
