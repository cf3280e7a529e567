"""The moderators' journal: a channel of the server that is told what was decided, and by whom."""

from __future__ import annotations

import logging
import secrets
from typing import Any

import discord

from bot.client.adapter import new_public
from bot.client.messages import Place
from bot.client.reply import UNSURE
from bot.pages.page import PublicPage, Text
from bot.service.servers import Servers
from bot.words import KERNEL, Words

log = logging.getLogger(__name__)


class Journal:
    """Writes into the journals of servers that have one."""

    def __init__(self, client: discord.Client, servers: Servers, words: Words) -> None:
        self._client = client
        self._servers = servers
        self._words = words

    async def write(self, guild: int, key: str, *, place: int | None = None, **blanks: Any) -> None:
        """Tell a server's journal (``journal-<key>``), or the one it had at this place until now.

        What cannot be told is logged: the deed itself has been done.
        """
        server = await self._servers.get(guild)
        place = place or server.journal
        if place is None:
            return
        text = self._words.get(KERNEL, server.language_in(place), f"journal-{key}", **blanks)
        try:
            await Place(self._client, place).post(**new_public(PublicPage((Text(text),))), nonce=secrets.token_hex(8))
        except (discord.HTTPException, *UNSURE) as error:
            code = error.code if isinstance(error, discord.HTTPException) else ""
            log.warning("journal not written guild=%s: %s %s", guild, type(error).__name__, code)
