"""discord.py's client for a bot that serves some of Discord's shards, or all of them; alone it is one of one."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import discord
import discord.shard
import yarl
from discord.ext import commands
from discord.gateway import ReconnectWebSocket
from discord.state import AutoShardedConnectionState

from bot.core.shards import ALL, Shards
from bot.fleet.identify import Identify, LocalTurns, Turns

log = logging.getLogger(__name__)

PATIENCE = 45.0
"""Seconds a shard that is connected waits for its turn: nobody reads its connection meanwhile, which a heartbeat ends
after a minute. It then connects again later."""
FEW = 100
"""Starts of a session left for today, of about a thousand, of which whoever hosts the bot should hear."""


class Shard(discord.shard.Shard):
    """discord.py's, which does not keep others waiting.

    One that cannot connect sleeps before it tries again, in the one place where all shards are connected anew: after a
    lost network sixteen of them would take the sum of their pauses.
    """

    _anew: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Disconnect, and do not connect again."""
        if self._anew is not None:
            self._anew.cancel()
        await super().close()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Go on with a session, or begin another; does not wait for it."""
        self._anew = asyncio.create_task(super().reidentify(exc), name=f"shard {self.id}")

    async def reconnect(self) -> None:
        """Begin another session; does not wait for it."""
        self._anew = asyncio.create_task(super().reconnect(), name=f"shard {self.id}")


discord.shard.Shard = Shard


class State(AutoShardedConnectionState[Any]):
    """What discord.py knows of Discord."""

    def parse_interaction_create(self, data: Any) -> None:
        """Hear of an interaction. A click brings the whole message again; of that we want its number and its flags."""
        if message := data.pop("message", None):
            data["data"]["message"] = {"id": message["id"], "flags": message.get("flags", 0)}
        if self._get_client().arrived(data):
            self.handle(data)

    def handle(self, data: Any) -> None:
        """Do what an interaction asks for."""
        super().parse_interaction_create(data)


class ShardedBot(commands.AutoShardedBot):
    """Connects to shards when it is their turn."""

    def __init__(self, shards: Shards | None, *, turns: Turns | None = None, **options: Any) -> None:
        """``shards`` are those to serve; None: all, as many as Discord recommends.

        ``turns`` are shared with other processes of the bot; None: there are none.
        """
        if shards is not None:
            options |= {"shard_count": shards.count, "shard_ids": list(shards.numbers)}
        self._served = shards
        self._concurrency: int | None = None
        self._identify = Identify(turns or LocalTurns(), self._concurrent)
        self._fault: Exception | None = None
        self.deaf: set[int] = set()
        """The shards that Discord cannot tell us anything of now."""
        super().__init__(**options)

    def hears(self, guild: int) -> bool:
        """Whether Discord can tell us now what people of a server do."""
        return not (self.deaf and (self._served or ALL).shard_of(guild) in self.deaf)

    def heard_again(self) -> None:
        """A shard is connected again."""

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Hear nothing of a shard."""
        self.deaf.add(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Hear of a shard, perhaps again."""
        if shard_id in self.deaf:
            self.deaf.remove(shard_id)
            self.heard_again()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """The same, where Discord tells all that has happened meanwhile."""
        await self.on_shard_connect(shard_id)

    def _get_state(self, **options: Any) -> State:
        return State(dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options)

    async def choose_shards(self) -> Shards:
        """The shards to serve. Discord says how many there should be, if nobody else has; it must know us by then."""
        if self._served is None:
            count = await self._ask_gateway()
            self._served = Shards(0, count - 1, count)
            self.shard_count, self.shard_ids = count, list(self._served.numbers)
            log.info("Discord recommends shards=%s", count)
        return self._served

    def arrived(self, _data: dict[str, Any]) -> bool:
        """Whether an interaction is ours to handle, and now."""
        return True

    def handle(self, data: dict[str, Any]) -> None:
        """Do what an interaction asks for that was not handled when it arrived."""
        assert isinstance(self._connection, State)
        self._connection.handle(data)

    async def serve(self) -> None:
        """All shards are connected. What this raises ends the connection."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards and serve them, until closed."""
        serving = asyncio.create_task(self._serve(), name="serving")
        try:
            await super().connect(reconnect=reconnect)
        finally:
            serving.cancel()
            await asyncio.wait([serving])
        if self._fault is not None:
            raise self._fault

    def give_up(self, error: Exception) -> None:
        """Disconnect, because there is nothing that we could do for anybody: ``connect`` raises this when it ends."""
        self._fault = error
        self._ending = asyncio.create_task(self.close(), name="giving up")

    async def _serve(self) -> None:
        await self.wait_until_ready()
        try:
            await self.serve()
        except Exception as error:  # noqa: BLE001, it is raised where somebody waits for it
            self.give_up(error)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard when it is its turn to identify itself."""
        await self._identify.turn(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002, theirs
        """Wait for the turn, also of a shard that has lost its session."""
        async with asyncio.timeout(PATIENCE):
            await self._identify.turn(shard_id or 0)
        await self._identify.use(shard_id or 0)

    async def close(self) -> None:
        """Disconnect."""
        await super().close()
        await self._identify.close()

    async def _concurrent(self) -> int:
        """How many shards Discord lets identify at once; one if it does not say."""
        if self._concurrency is None and self.shard_count != 1:
            try:
                await self._ask_gateway()
            except (discord.GatewayNotFound, aiohttp.ClientError, OSError):
                log.warning("Discord does not say how many shards may identify at once: one")
        return self._concurrency or 1

    async def _ask_gateway(self) -> int:
        """The number of shards Discord recommends; what else it says is remembered."""
        count, _, limits = await self.http.get_bot_gateway()
        self._concurrency = limits["max_concurrency"]
        if limits.get("remaining", FEW) < FEW:
            log.warning("few starts left until Discord counts anew: %s", limits["remaining"])
        return count
