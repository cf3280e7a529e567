"""What a running bot tells of itself: figures that are counted as things happen, and those read when asked for."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import TYPE_CHECKING, Any

from discord.http import Route

from bot.client.discord_clock import sent_at
from bot.client.messages import CALLBACK
from bot.client.requests import Requests
from bot.service.tables import where

if TYPE_CHECKING:
    from bot.client.bot import Bot
    from bot.metrics import Metrics

log = logging.getLogger(__name__)

BEAT = 0.25
"""Seconds between looks at how late the loop is."""
BEHIND, CENSUS = 10.0, 300.0
"""Seconds for which what storage has counted is told again."""
PATIENCE = 2.0
"""Seconds storage is given to answer."""
REBUILD_SECONDS = 1.0
"""Seconds for which the rendered figures are served again: rendering takes milliseconds of the interpreter's lock."""


def _monotonic() -> float:
    return time.monotonic()


class Watching:
    """Fills the figures of a bot, and says whether it is well."""

    def __init__(self, bot: Bot, metrics: Metrics) -> None:
        self._bot = bot
        self.metrics = metrics
        self._beating: asyncio.Task[None] | None = None
        self._counted: dict[str, float] = {}
        self._building = asyncio.Lock()
        self._rendered = b""
        self._rendered_at = -math.inf
        bot.tables.watch_writing(metrics.changed)
        bot.publisher.boards.repainted = metrics.repaint.observe
        if isinstance(bot.http, Requests):
            bot.http.watch = self

    def start(self) -> None:
        """Begin to look at the loop."""
        self._beating = asyncio.create_task(self._beat(), name="loop delay")

    def stop(self) -> None:
        """Look no more."""
        if self._beating:
            self._beating.cancel()

    def answered(self, route: Route, status: int, seconds: float) -> None:
        """Discord has answered a request after so long."""
        self.metrics.asked(route.method, route.path, status, seconds)
        if route.path == CALLBACK and 200 <= status < 300:
            sent = sent_at(int(route.webhook_id or 0))
            self.metrics.answer.observe(max(0.0, self._bot.now() - sent))

    def waited(self, why: str, seconds: float) -> None:
        """A request had to wait for its turn, or after Discord had said that we are too fast."""
        self.metrics.rate_limit.labels(why).observe(seconds)

    async def troubles(self) -> list[str]:
        """Why the bot cannot answer everybody now; nothing if it can."""
        found = []
        if not _connected(self._bot):
            found.append("not connected to Discord")
        try:
            async with asyncio.timeout(PATIENCE):
                await self._bot.store.schema_version()
        except Exception:  # noqa: BLE001, whatever it is
            found.append("storage does not answer")
        return found

    async def exposition(self) -> bytes:
        """All figures as Prometheus reads them, rendered at most once a second; concurrent readers share one build."""
        async with self._building:
            if _monotonic() - self._rendered_at >= REBUILD_SECONDS:
                await self.read()
                # In a thread: nobody who plays waits for it.
                self._rendered = await asyncio.to_thread(self.metrics.exposition)
                self._rendered_at = _monotonic()
            return self._rendered

    async def read(self) -> None:
        """Look at what is not counted as it happens."""
        bot, metrics = self._bot, self.metrics
        metrics.tables_hot.set(bot.tables.hot)
        metrics.pictures_waiting.set(bot.pictures.waiting)
        metrics.servers.set(len(bot.guilds))
        for shard, latency in _latencies(bot):
            metrics.shard_latency.labels(str(shard)).set(latency)
        metrics.ready.set(not await self.troubles())
        if bot.is_ready():
            await self._ask_storage()

    async def _ask_storage(self) -> None:
        store, metrics = self._bot.store, self.metrics
        try:
            async with asyncio.timeout(PATIENCE):
                if self._due("behind", BEHIND):
                    metrics.boards_behind.set(len(await store.behind()))
                if self._due("census", CENSUS):
                    for status, number in (await store.census()).items():
                        metrics.tables_open.labels(status).set(number)
        except Exception as error:  # noqa: BLE001, figures are told without what storage does not say
            log.warning("storage does not say how many tables there are: %s", where(error))

    def _due(self, what: str, every: float) -> bool:
        now = asyncio.get_running_loop().time()
        if now - self._counted.get(what, -math.inf) < every:
            return False
        self._counted[what] = now
        return True

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            self.metrics.loop_delay.observe(max(0.0, loop.time() - due))


def _connected(bot: Any) -> bool:
    if not bot.is_ready() or bot.is_closed():
        return False
    shards = getattr(bot, "shards", None)
    if shards is not None:
        return all(not shard.is_closed() for shard in shards.values())
    return bot.ws is not None and bot.ws.open


def _latencies(bot: Any) -> list[tuple[int, float]]:
    """Every shard's, where there are several; infinite or no number while it is not known."""
    found = getattr(bot, "latencies", None)
    return list(found) if found is not None else [(bot.shard_id or 0, bot.latency)]
