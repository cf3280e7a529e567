"""What moderators have decided for their server."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from bot.service.store import Store

KIND = "server"
HOT = 5_000


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A server's settings; the defaults are those of a server nobody has configured."""

    channels: tuple[int, ...] = ()
    """Channels opened for games. None: nobody can open a table yet."""
    language: str = "fr"
    pace: str = "quick"
    threads: bool = True
    tables: int = 3
    """Open tables a channel may have at once."""


class Servers:
    """Every server's settings, kept in storage and remembered for a while."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hot: OrderedDict[int, Server] = OrderedDict()

    async def get(self, guild: int) -> Server:
        """A server's settings."""
        if (server := self._hot.get(guild)) is not None:
            return server
        document = await self._store.get(KIND, guild)
        server = msgspec.json.decode(document, type=Server) if document else Server()
        return self._remember(guild, server)

    async def set(self, guild: int, server: Server) -> Server:
        """Keep a server's settings."""
        await self._store.put(KIND, guild, msgspec.json.encode(server))
        return self._remember(guild, server)

    def _remember(self, guild: int, server: Server) -> Server:
        self._hot[guild] = server
        if len(self._hot) > HOT:
            self._hot.popitem(last=False)
        return server
