"""The moderators' journal: a channel of the server that is told what was decided, and by whom."""

from __future__ import annotations

import asyncio
import logging
import secrets
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.client.adapter import new_public
from bot.client.messages import Place
from bot.client.reply import UNSURE
from bot.core.status import ASLEEP
from bot.core.table import Table
from bot.pages.page import PublicPage, Text
from bot.service.servers import Servers
from bot.words import KERNEL, Speech, Words

log = logging.getLogger(__name__)

FAREWELL = 2.0
"""Seconds that a bot that is stopped waits for what it is writing."""


@dataclass(eq=False)
class Journal:
    """Writes into the journals of servers that have one."""

    _client: discord.Client
    _servers: Servers
    _words: Words
    _writing: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    def changed(self, before: Table, after: Table) -> None:
        """A table has been stored: one that is paused because permissions are missing is told, once."""
        lacking = after.facts.paused
        if lacking not in (None, ASLEEP, before.facts.paused):
            task = asyncio.create_task(self._lacking(after, lacking), name="journal")
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def finish(self) -> None:
        """Before a stop: let what is being written be finished."""
        if self._writing:
            await asyncio.wait(self._writing, timeout=FAREWELL)

    async def closed(self, table: Table, user: int) -> None:
        """A moderator has closed somebody's table."""
        await self.write(table.guild, _key("closed", table), who=f"<@{user}>", **await self._named(table))

    async def _lacking(self, table: Table, lacking: str) -> None:
        say = await self._say(table)
        names = say.join(f"**{say(f'permission-{name}')}**" for name in lacking.split(","))
        await self.write(table.guild, _key("lacking", table), permissions=names, **await self._named(table))

    async def _named(self, table: Table) -> dict[str, Any]:
        say = await self._say(table)
        game = {"game": say.scoped(table.game.key)("name")}
        if not table.public:
            return game
        return {**game, "place": f"<#{table.place}>", "people": say.names(range(table.size))}

    async def _say(self, table: Table) -> Speech:
        server = await self._servers.get(table.guild)
        return self._words.say(KERNEL, server.language_in(server.journal or table.channel), table.names)

    async def write(self, guild: int, key: str, *, into: int | None = None, **blanks: Any) -> None:
        """Tell a server's journal (``journal-<key>``), or the channel it had for one until now.

        What cannot be told is logged: the deed itself has been done.
        """
        server = await self._servers.get(guild)
        place = into or server.journal
        if place is None:
            return
        text = self._words.get(KERNEL, server.language_in(place), f"journal-{key}", **blanks)
        try:
            await Place(self._client, place).post(**new_public(PublicPage((Text(text),))), nonce=secrets.token_hex(8))
        except (discord.HTTPException, *UNSURE) as error:
            code = error.code if isinstance(error, discord.HTTPException) else ""
            log.warning("journal not written guild=%s: %s %s", guild, type(error).__name__, code)


def _key(key: str, table: Table) -> str:
    """The entry about a table: that of a private one names neither its thread nor its people."""
    return key if table.public else f"{key}-private"
