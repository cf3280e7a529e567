"""What a running bot tells of itself: figures that are counted as things happen, and those read when asked for."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import aiohttp

from bot.client.discord_clock import sent_at
from bot.tables.tables import error_summary

if TYPE_CHECKING:
    from bot.app import App
    from bot.metrics import Metrics

log = logging.getLogger(__name__)

BEAT = 0.25
"""Seconds between looks at how late the loop is."""
BEHIND, CENSUS = 10.0, 300.0
"""Seconds for which what storage has counted is told again."""
REBUILD_SECONDS = 1.0
"""Seconds for which the rendered figures are served again: rendering takes milliseconds of the interpreter's lock."""

STORAGE_TIMEOUT_SECONDS = 2.0
_TOKEN = re.compile(r"(/(?:interactions|webhooks)/)(\d+)/[^/]+")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_VERSION = re.compile(r"^/api(?:/v\d+)?")
_ID = re.compile(r"\d{5,}")


def _monotonic() -> float:
    return time.monotonic()


def request_trace(metrics: Metrics, now: Callable[[], float]) -> aiohttp.TraceConfig:
    """A trace for discord.py's HTTP session that counts and times every request, without ids and tokens."""

    async def started(_session: aiohttp.ClientSession, context: SimpleNamespace, _params: Any) -> None:
        context.started = asyncio.get_running_loop().time()

    async def ended(
        _session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        path, status = params.url.path, params.response.status
        seconds = asyncio.get_running_loop().time() - context.started
        metrics.request_answered(params.method, route_of(path), status, seconds)
        if status == 429:
            metrics.rate_limit.observe(float(params.response.headers.get("Retry-After", 0)))
        elif (callback := _CALLBACK.search(path)) and status < 300:
            metrics.answer.observe(max(0.0, now() - sent_at(int(callback[1]))))

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(started)
    trace.on_request_end.append(ended)
    return trace


def route_of(path: str) -> str:
    """A request's path without what is different in every one: ids and interaction tokens."""
    return _ID.sub("{id}", _TOKEN.sub(r"\1{id}/{token}", _VERSION.sub("", path)))


class Watching:
    """Fills the figures of a bot, and says whether it is well."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self._app = app
        self._bot = app.bot
        self.metrics = metrics
        self._beating: asyncio.Task[None] | None = None
        self._counted: dict[str, float] = {}
        self._building = asyncio.Lock()
        self._rendered = b""
        self._rendered_at = -math.inf
        app.tables.subscribe(metrics.receive)
        app.boards.boards.repainted = metrics.repaint.observe

    def start(self) -> None:
        """Begin to look at the loop."""
        self._beating = asyncio.create_task(self._beat(), name="loop delay")

    def stop(self) -> None:
        """Look no more."""
        if self._beating:
            self._beating.cancel()

    async def troubles(self) -> list[str]:
        """Why the bot cannot answer everybody now; nothing if it can."""
        found = []
        if not _connected(self._bot):
            found.append("not connected to Discord")
        try:
            async with asyncio.timeout(STORAGE_TIMEOUT_SECONDS):
                await self._app.store.schema_version()
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
        metrics.tables_hot.set(self._app.tables.cached)
        metrics.pictures_waiting.set(self._app.pictures.waiting)
        metrics.servers.set(len(bot.guilds))
        for shard, latency in _latencies(bot):
            metrics.shard_latency.labels(str(shard)).set(latency)
        metrics.ready.set(not await self.troubles())
        if bot.is_ready():
            await self._ask_storage()

    async def _ask_storage(self) -> None:
        store, metrics = self._app.store, self.metrics
        try:
            async with asyncio.timeout(STORAGE_TIMEOUT_SECONDS):
                if self._due("behind", BEHIND):
                    metrics.boards_behind.set(len(await store.behind()))
                if self._due("census", CENSUS):
                    for status, number in (await store.census()).items():
                        metrics.tables_open.labels(status).set(number)
        except Exception as error:  # noqa: BLE001, figures are told without what storage does not say
            log.warning("storage does not say how many tables there are: %s", error_summary(error))

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
