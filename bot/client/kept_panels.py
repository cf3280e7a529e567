"""Open panels go from one process to the next: people who play need not open theirs again."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

import msgspec
from discord.http import HTTPClient

from bot.client.open_panels import KeptPanel, OpenPanels
from bot.client.private_message import PrivateMessage
from bot.core.game import Refusal
from bot.core.shards import Shards
from bot.store import Store
from bot.store.statements import PANELS
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

AT_ONCE = 20
"""Tables that are looked up together."""


@dataclass(eq=False)
class KeptPanels:
    """Writes open panels down, and follows those that were."""

    _http: HTTPClient
    _store: Store
    _tables: Tables
    _panels: OpenPanels

    async def leave(self) -> None:
        """Follow nothing any more, and write down what was open."""
        shards: dict[int, list[KeptPanel]] = {}
        for kept in self._panels.put_down():
            shards.setdefault(kept.shard, []).append(kept)
        await asyncio.gather(
            *(self._store.put(PANELS, shard, msgspec.json.encode(some)) for shard, some in shards.items())
        )

    async def take_over(self, shards: Shards) -> None:
        """Follow what was open in the processes before us."""
        for shard in shards.numbers:
            document = await self._store.get(PANELS, shard)
            if document is None:
                continue
            # They are good for once, and nobody else's business.
            await self._store.put(PANELS, shard, None)
            found = msgspec.json.decode(document, type=list[KeptPanel])
            for first in range(0, len(found), AT_ONCE):
                await asyncio.gather(*map(self._follow, found[first : first + AT_ONCE]))
            log.info("panels taken over shard=%s count=%s", shard, len(found))

    async def _follow(self, kept: KeptPanel) -> None:
        try:
            table = await self._tables.get(kept.table)
        except Refusal:
            return
        self._panels.take_up(kept, table, PrivateMessage.found(self._http, kept.message))
