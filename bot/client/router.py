"""Takes every interaction to its handler, and sends back an answer whatever happens in between."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.client.click import Answer, Click, Private, Reply, Unanswered
from bot.core.game import Refusal
from bot.pages.address import Address
from bot.pages.page import PrivatePage, Text
from bot.pages.rulebook import refusal
from bot.store import Unavailable
from bot.tables.servers import Servers
from bot.tables.tables import Tables, error_summary
from bot.text.strings import KERNEL, Words

log = logging.getLogger(__name__)

STOP_TIMEOUT_SECONDS = 2.0
"""How long a stopping bot waits for answers under way."""

Handler = Callable[[Click], Awaitable[Answer]]


class Refused(Exception):
    """A refusal that is already in the player's language."""

    def __init__(self, text: str, first: Answer | None = None) -> None:
        """``first`` is shown before the refusal."""
        super().__init__(text)
        self.text = text
        self.first = first


class Router:
    """Finds the handler of a click by the first word of its address, and resolves the click for it."""

    def __init__(self, words: Words, servers: Servers, tables: Tables) -> None:
        self._words = words
        self._servers = servers
        self._tables = tables
        self._handlers: dict[str, Handler] = {}
        self._edits_message: set[str] = set()
        self._anywhere: set[str] = set()
        self._working: set[asyncio.Task[Any]] = set()
        self._unanswered = Unanswered()

    async def finish(self) -> None:
        """Before a stop: wait for answers under way."""
        if others := self._working - {asyncio.current_task()}:
            await asyncio.wait(others, timeout=STOP_TIMEOUT_SECONDS)

    def on(self, verb: str, handler: Handler, *, edits_message: bool = False, anywhere: bool = False) -> None:
        """Register the handler of a verb.

        ``edits_message``: its answer edits the clicked public message, so a late one is deferred without a note.

        ``anywhere``: the handler itself decides whether the member may see a table of another server.
        """
        if self._handlers.setdefault(verb, handler) != handler:
            raise ValueError(f"two handlers for {verb}")
        if edits_message:
            self._edits_message.add(verb)
        if anywhere:
            self._anywhere.add(verb)

    def leads(self, verb: str) -> bool:
        """Whether a handler is registered for a verb."""
        return verb in self._handlers

    async def click(self, interaction: discord.Interaction) -> None:
        """Handle a pressed button, or a choice from a menu."""
        data = interaction.data or {}
        address = Address.parse(str(data.get("custom_id", "")))
        address = address and address.extended(data.get("values", ()))
        reply = Reply(
            interaction, self._unanswered, edits_message=address is not None and address.verb in self._edits_message
        )
        await self.guard(reply, self._click(reply, address))

    async def command(self, interaction: discord.Interaction, handler: Handler) -> None:
        """Handle a typed command."""
        reply = Reply(interaction, self._unanswered)
        await self.guard(reply, self._command(reply, handler))

    async def _click(self, reply: Reply, address: Address | None) -> None:
        handler = self._handlers.get(address.verb) if address else None
        if address is None or handler is None:
            raise Refusal("old-message")
        click = reply.click
        click.address = address
        if address.table:
            click.at_table(await self._tables.get(address.table))
            # A forged address must reveal nothing of another server's table, and change nothing there.
            if address.verb not in self._anywhere and not _may_click(click):
                raise Refusal("old-message")
        click.server = await self._servers.get(click.guild)
        await (await handler(click)).send(reply)

    async def _command(self, reply: Reply, handler: Handler) -> None:
        reply.click.server = await self._servers.get(reply.click.guild)
        await (await handler(reply.click)).send(reply)

    async def resolve(self, interaction: discord.Interaction) -> Click:
        """The click of an autocompletion, which has no message as its answer."""
        click = Click(interaction)
        click.server = await self._servers.get(click.guild)
        return click

    async def guard(self, reply: Reply, work: Awaitable[None]) -> None:
        """Await the work. A refusal is answered kindly; a failure with an apology and a reference found in the log."""
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            await work
        except Refused as no:
            await self._explain(reply, no.text, no.first)
        except Refusal as no:
            await self._explain(reply, refusal(no, self._words.say(KERNEL, reply.click.lang)))
        except Unavailable as error:
            log.warning("storage is unavailable: %s", error_summary(error))
            await self._explain(reply, self._words.say(KERNEL, reply.click.lang)("storage-away"))
        except Exception as error:  # noqa: BLE001, whatever it is, somebody waits for an answer
            reference = secrets.token_hex(3)
            # Only a summary: the message may contain a secret.
            log.error("failed reference=%s: %s", reference, error_summary(error))  # noqa: TRY400
            say = self._words.say(KERNEL, reply.click.lang)
            text = say("apology", reference=reference)
            if isinstance(error, discord.Forbidden):
                text = say("apology-permissions", reference=reference)
                if missing := reply.click.missing_for_table:
                    text = refusal(Refusal("lacking", permissions=",".join(missing)), say)
            await self._explain(reply, text)
        finally:
            self._working.discard(task)
            await self._finish(reply)

    async def _explain(self, reply: Reply, text: str, first: Answer | None = None) -> None:
        try:
            if first is not None:
                await first.send(reply)
            await Private(PrivatePage((Text(text),))).send(reply)
        except Exception as error:  # noqa: BLE001, nothing else can be tried
            log.error("a refusal could not be sent: %s", error_summary(error))  # noqa: TRY400

    async def _finish(self, reply: Reply) -> None:
        try:
            await reply.finish()
        except Exception as error:  # noqa: BLE001, the note expires by itself
            log.error("a deferral could not be deleted: %s", error_summary(error))  # noqa: TRY400


def _may_click(click: Click) -> bool:
    """True for a player in the table's server (at a solo table: anywhere), and for members who can see the table."""
    table = click.table
    if click.user in table.users:
        return table.alone or table.guild == click.guild
    return click.sees(table)
