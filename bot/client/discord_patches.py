"""Every change we make to discord.py, and every use of its private parts.

Each names the line of discord.py 2.7.1 that makes it necessary. tests/client/test_discord_patches.py fails when a new
discord.py makes one of them unnecessary or wrong.
"""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient, Route
from discord.shard import Shard


class BackgroundShard(Shard):
    """A shard that reconnects in a task of its own.

    ``AutoShardedClient.connect`` (discord/shard.py, lines 530-534) awaits the reconnection of one shard after the
    other, and each sleeps before it tries again (``Shard._handle_disconnect``, line 167): after a network failure
    sixteen shards would take the sum of their pauses.
    """

    _connecting: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Disconnect, and stop reconnecting."""
        if self._connecting is not None:
            self._connecting.cancel()
        await super().close()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Start to resume the session or to begin another one."""
        self._connecting = asyncio.create_task(super().reidentify(exc), name=f"shard {self.id}")

    async def reconnect(self) -> None:
        """Start to begin another session."""
        self._connecting = asyncio.create_task(super().reconnect(), name=f"shard {self.id}")


def reconnect_in_background(client: discord.AutoShardedClient, shard_id: int) -> None:
    """Make a shard that has just been launched a ``BackgroundShard``.

    ``AutoShardedClient.launch_shard`` (discord/shard.py, line 490) names the class of shards itself.
    """
    info = client.get_shard(shard_id)
    assert info is not None
    info._parent.__class__ = BackgroundShard  # noqa: SLF001


def point_at(api: str, gateway: str) -> None:
    """Let discord.py use a Discord on this machine: its addresses are constants (discord/http.py, gateway.py)."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("discord.gateway").addFilter(_not_about_latency)


def _not_about_latency(record: logging.LogRecord) -> bool:
    """Drop warnings of a slow gateway.

    The heartbeat's thread notes the time after the frame was sent (discord/gateway.py, line 199). On one machine the
    answer may arrive before that, and is then measured from the heartbeat before, forty seconds ago.
    """
    return not str(record.msg).startswith("Can't keep up")


def http_session(http: HTTPClient) -> aiohttp.ClientSession:
    """The session through which discord.py sends requests; its webhook adapter wants it as an argument.

    ``Interaction`` reads the same private attribute (discord/interactions.py, ``__init__``), but a message that another
    process has opened has no ``Interaction``.
    """
    return http._HTTPClient__session  # type: ignore[attr-defined] # noqa: SLF001
