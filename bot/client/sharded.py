"""discord.py's client for a bot that serves some of Discord's shards, or all of them; alone it is one of one."""

from __future__ import annotations

import logging
from typing import Any

from discord.ext import commands
from discord.state import AutoShardedConnectionState

from bot.client.requests import Requests
from bot.core.shards import Shards

log = logging.getLogger(__name__)


class State(AutoShardedConnectionState[Any]):
    """What discord.py knows of Discord."""

    def parse_interaction_create(self, data: Any) -> None:
        """Hear of an interaction. A click brings the whole message again; of that we want its number and its flags."""
        if message := data.get("message"):
            data["message"] = message | {"components": []}
        super().parse_interaction_create(data)


class ShardedBot(commands.AutoShardedBot):
    """Connects to shards, and sends requests our way."""

    def __init__(self, shards: Shards | None, **options: Any) -> None:
        """``shards`` are those to serve; None: all, as many as Discord recommends."""
        if shards is not None:
            options |= {"shard_count": shards.count, "shard_ids": list(shards.numbers)}
        self._served = shards
        super().__init__(**options)

    def _get_state(self, **options: Any) -> State:
        # Here discord.py gives its HTTP client to all that use it.
        self.http = Requests(self.http)
        return State(dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options)

    async def choose_shards(self) -> Shards:
        """The shards to serve. Discord says how many there should be, if nobody else has; it must know us by then."""
        if self._served is None:
            count, _, _ = await self.http.get_bot_gateway()
            self._served = Shards(0, count - 1, count)
            self.shard_count, self.shard_ids = count, list(self._served.numbers)
            log.info("Discord recommends shards=%s", count)
        return self._served
