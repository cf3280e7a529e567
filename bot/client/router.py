"""Every interaction on its way: to its handler, and back with an answer, whatever happens in between."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.client import permissions
from bot.client.reply import Reply
from bot.core.game import Refusal
from bot.pages.address import Address
from bot.pages.page import PrivatePage, Text
from bot.pages.rulebook import refusal
from bot.store import Unavailable
from bot.tables.tables import where
from bot.text.strings import KERNEL, Words

log = logging.getLogger(__name__)

FAREWELL = 2.0
"""Seconds that answers under way are waited for when the bot stops."""

Handler = Callable[[Reply, Address], Awaitable[None]]


class Told(Exception):
    """A refusal already in the person's words."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Router:
    """Leads clicks to whoever registered for the verb of their address."""

    def __init__(self, words: Words, concerns: Callable[[Reply, int], Awaitable[bool]]) -> None:
        """``concerns`` says whether a table is any business of whoever clicked, where they did; or raises Refusal."""
        self._words = words
        self._concerns = concerns
        self._handlers: dict[str, Handler] = {}
        self._silent: set[str] = set()
        self._anywhere: set[str] = set()
        self._working: set[asyncio.Task[Any]] = set()

    async def finish(self) -> None:
        """Before a stop: let those who are being answered have their answer."""
        if others := self._working - {asyncio.current_task()}:
            await asyncio.wait(others, timeout=FAREWELL)

    def on(self, verb: str, handler: Handler, *, silent: bool = False, anywhere: bool = False) -> None:
        """Have that verb's clicks handled. Silent: its answer is the public message that was clicked on.

        Anywhere: the handler itself decides who may do it to the tables of other servers.
        """
        if self._handlers.setdefault(verb, handler) != handler:
            raise ValueError(f"two handlers for {verb}")
        if silent:
            self._silent.add(verb)
        if anywhere:
            self._anywhere.add(verb)

    def leads(self, verb: str) -> bool:
        """Whether somebody handles that verb's clicks."""
        return verb in self._handlers

    async def click(self, interaction: discord.Interaction) -> None:
        """Handle a click or a choice from a menu."""
        data = interaction.data or {}
        address = Address.parse(str(data.get("custom_id", "")))
        address = address and address.extended(data.get("values", ()))
        handler = self._handlers.get(address.verb) if address else None
        reply = Reply(interaction, silent=address is not None and address.verb in self._silent)
        await self.guard(reply, self._handle(reply, address, handler))

    async def _handle(self, reply: Reply, address: Address | None, handler: Handler | None) -> None:
        if address is None or handler is None:
            raise Refusal("old-message")
        # Whoever made up an address learns nothing of other servers' tables, and changes nothing there.
        judged = address.table and address.verb not in self._anywhere
        if judged and not await self._concerns(reply, address.table):
            raise Refusal("old-message")
        await handler(reply, address)

    async def guard(self, reply: Reply, work: Awaitable[None]) -> None:
        """Do the work; a refusal is told kindly, a failure with an apology and a reference that is in the log."""
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        try:
            await work
        except Told as told:
            await self._tell(reply, told.text)
        except Refusal as no:
            await self._tell(reply, refusal(no, self._words.say(KERNEL, reply.lang)))
        except Unavailable as error:
            log.warning("storage is away: %s", where(error))
            await self._tell(reply, self._words.say(KERNEL, reply.lang)("storage-away"))
        except Exception as error:  # noqa: BLE001, whatever it is, somebody waits for an answer
            reference = secrets.token_hex(3)
            forbidden = isinstance(error, discord.Forbidden)
            log.error("failed reference=%s: %s", reference, where(error))  # noqa: TRY400, what it says may be a secret
            say = self._words.say(KERNEL, reply.lang)
            text = say("apology-permissions" if forbidden else "apology", reference=reference)
            if forbidden and (missing := permissions.lacking_here(reply.interaction)):
                text = refusal(Refusal("lacking", permissions=",".join(missing)), say)
            await self._tell(reply, text)
        finally:
            self._working.discard(task)
            await self._finish(reply)

    async def _tell(self, reply: Reply, text: str) -> None:
        try:
            await reply.private(PrivatePage((Text(text),)))
        except Exception as error:  # noqa: BLE001, there is nobody left to tell
            log.error("could not even apologise: %s", where(error))  # noqa: TRY400

    async def _finish(self, reply: Reply) -> None:
        try:
            await reply.finish()
        except Exception as error:  # noqa: BLE001
            log.error("could not take back an announcement: %s", where(error))  # noqa: TRY400
