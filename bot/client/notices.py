"""Short messages beside boards and lobbies: somebody is called to a lobby, a channel learns how a game ended."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.client.adapter import new_public
from bot.client.messages import Place
from bot.client.posted_boards import Posted
from bot.client.reply import UNSURE
from bot.core.facts import OVER
from bot.core.lobby import calls
from bot.core.table import Table
from bot.pages.address import base36
from bot.pages.lobby import call, ended
from bot.pages.page import PublicPage
from bot.tables.servers import Servers
from bot.text.strings import Words

log = logging.getLogger(__name__)

NEWS = 24 * 60 * 60.0
"""Seconds after which the end of a game is no news any more."""


@dataclass(eq=False)
class Notices:
    """Posts them. A call that fails is not repeated: the lobby says the same; a result is the publisher's to repeat."""

    _client: discord.Client
    _servers: Servers
    _words: Words
    _now: Callable[[], float]

    async def call(self, before: Table, after: Table) -> list[int]:
        """Call those whom a change of a lobby concerns, who may be looking elsewhere; gives the messages."""
        found: list[int] = []
        for key, user in calls(before, after):
            say = self._words.say(after.game.key, (await self._servers.get(after.guild)).language_in(after.channel))
            nonce = f"c{base36(after.id)}.{base36(user)}.{key}"
            try:
                posted = await Place(self._client, after.place).post(**new_public(call(key, user, say)), nonce=nonce)
            except (discord.HTTPException, *UNSURE) as error:
                log.warning("nobody called table=%s: %s", after.id, type(error).__name__)
            else:
                found.append(posted.id)
        return found

    async def owes_result(self, table: Table, posted: Posted) -> bool:
        """Whether the channel of results must still be told how this game ended."""
        if table.status != OVER or table.outcome is None or posted.result is not None or not table.public:
            return False
        place = (await self._servers.get(table.guild)).results
        # Where it was played everybody sees it.
        return place not in (None, table.place) and self._now() - table.log[-1].at < NEWS

    async def result(self, table: Table) -> tuple[int, int]:
        """Tell the channel of results how a game ended; gives the message (0: refused by Discord) and the channel."""
        place = (await self._servers.get(table.guild)).results
        assert place is not None
        nonce = f"r{base36(table.id)}.{base36(int(table.facts.created))}"
        try:
            page = await self.result_page(table)
            return (await Place(self._client, place).post(**new_public(page), nonce=nonce)).id, place
        except (discord.Forbidden, discord.NotFound) as error:
            # Gone, or closed to us: /config shows which. The table itself is not concerned.
            log.warning("result not told table=%s: code %s", table.id, error.code)
            return 0, place

    async def result_page(self, table: Table) -> PublicPage:
        """How a game ended, in the language of the channel of results."""
        server = await self._servers.get(table.guild)
        lang = server.language_in(server.results or table.channel)
        return ended(table, self._words.say(table.game.key, lang, table.names))
