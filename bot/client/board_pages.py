"""The pages of boards and lobbies, in the language of their place, with their pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.core.facts import CLOSED, LOBBY, OVER
from bot.core.table import Table
from bot.pages.board import board, lost_board
from bot.pages.lobby import lobby
from bot.pages.page import Picture, PublicPage
from bot.pages.question import board_question, offered
from bot.pictures.cache import PictureCache
from bot.tables.servers import Servers
from bot.tables.tables import LONG
from bot.text.strings import KERNEL, Speech, Words


class BoardPages:
    """Makes the pages of boards and lobbies."""

    def __init__(self, servers: Servers, words: Words, pictures: PictureCache, now: Callable[[], float]) -> None:
        self._servers = servers
        self._words = words
        self._pictures = pictures
        self._now = now
        self.revealing: set[int] = set()
        """Tables whose board may show a reveal."""
        self.undrawn: set[int] = set()
        """Lobbies that went out as text because their picture was not there yet."""

    async def board(self, table: Table, pings: tuple[int, ...]) -> tuple[PublicPage, bool]:
        """The board as it is at this instant, and whether it shows something that must be hidden again."""
        say = await self._say(table)
        now = self._now()
        reveals = table.reveals(now)
        if reveals:
            # Before it is sent: whatever becomes of the sending, it may be there.
            self.revealing.add(table.id)
        if table.status == CLOSED or table.state is None:
            return board(table, say, now, pings=pings), reveals
        if table.status == OVER and table.revision > LONG:
            # Its figures are kept by the table: the page finds them made.
            await asyncio.to_thread(lambda: table.tally)
        view = table.view(None, now)
        asked = board_question(table, view, say)

        def page(picture: Picture | None) -> PublicPage:
            return board(table, say, now, pings=pings, picture=picture, view=view, asked=asked)

        return await self._pictures.page(page, table, None, say, view, offered(asked)), reveals

    async def lobby(self, table: Table, *, pings: tuple[int, ...] = ()) -> PublicPage:
        """The lobby in the server's language."""
        say = await self._say(table)
        picture = await self._pictures.lobby(table, say) if table.status == LOBBY else None
        if picture is None and table.status == LOBBY and self._pictures.drawing:
            self.undrawn.add(table.id)
        else:
            self.undrawn.discard(table.id)
        return lobby(table, say, pings=pings, picture=picture)

    async def lost(self, guild: int, channel: int) -> PublicPage:
        """The board of a table that could not be read any more."""
        server = await self._servers.get(guild)
        return lost_board(self._words.say(KERNEL, server.language_in(channel)))

    async def _say(self, table: Table) -> Speech:
        server = await self._servers.get(table.guild)
        return self._words.say(table.game.key, server.language_in(table.channel), table.names)
