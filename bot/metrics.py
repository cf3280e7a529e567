"""Metrics of a running bot for Prometheus, without anything that identifies players or servers.

They exist only with ``METRICS_PORT``. The rest of the program does not know them: an object to be measured is wrapped
(``_Timed``), or calls a subscriber it has anyway.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import math
import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial, wraps
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot import __version__
from bot.client.gateway import sent_at
from bot.core.facts import CLOSED, OPEN, OVER
from bot.tables.tables import Changed, Event, error_summary

if TYPE_CHECKING:
    from bot.app import App
    from bot.client.bot import Bot

log = logging.getLogger(__name__)

T = TypeVar("T")
ByName = Callable[[str], T]
"""Gives the metric for a coroutine of that name."""

FAST_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Histogram buckets of operations that should take milliseconds."""
SLOW_SECONDS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0)
"""Histogram buckets of operations players wait for; Discord allows three seconds for an answer."""
UNTIMED = ("open", "hold", "close")
"""Coroutines that start and stop something: their time says nothing about speed."""
LOOP_CHECK_SECONDS = 0.25
BEHIND_SECONDS, CENSUS_SECONDS = 10.0, 300.0
"""How long the counts read from storage are cached."""
STORAGE_TIMEOUT_SECONDS = 2.0

_TOKEN = re.compile(r"(/(?:interactions|webhooks)/)(\d+)/[^/]+")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_VERSION = re.compile(r"^/api(?:/v\d+)?")
_ID = re.compile(r"\d{5,}")


class Metrics:
    """Every metric there is."""

    def __init__(self) -> None:
        disable_created_metrics()  # half of all lines, and not in the dashboard
        here = self.registry = CollectorRegistry()
        ProcessCollector(registry=here)  # memory and processor time, where the system has /proc
        counter, gauge = partial(Counter, registry=here), partial(Gauge, registry=here)
        fast = partial(Histogram, registry=here, buckets=FAST_SECONDS)
        slow = partial(Histogram, registry=here, buckets=SLOW_SECONDS)
        gauge("tablee_build_info", "The version that runs", ["version"]).labels(__version__).set(1)
        self.moves = counter("tablee_moves", "Moves stored, also those the table makes itself", ["game"])
        self.games = counter("tablee_games_ended", "Games that ended", ["game", "how"])
        self.answer = slow(
            "tablee_answer_seconds", "From Discord's timestamp of an interaction until Discord has its first answer"
        )
        self.storage = fast("tablee_storage_seconds", "A call of storage", ["call"])
        self.storage_failures = counter(
            "tablee_storage_failures", "Calls of storage that raised, also because somebody else was first", ["call"]
        )
        self.loop_delay = fast("tablee_loop_delay_seconds", "How late the event loop is")
        self.boards_behind = gauge("tablee_boards_behind", "Boards that do not show the newest move")
        self.repaint = slow("tablee_repaint_seconds", "From when a board must show a change until it does")
        self.pictures_waiting = gauge("tablee_pictures_waiting", "Pictures asked for and not there yet")
        self.picture = slow("tablee_picture_seconds", "Drawing a picture, in a worker")
        self.thinking_waiting = gauge("tablee_thinking_waiting", "Opponents' moves asked for and not there yet")
        self.thinking = slow("tablee_thinking_seconds", "Choosing an opponent's move, in a worker")
        self.failed_decisions = counter(
            "tablee_failed_decisions", "Decisions of opponents that failed: the game's default was played", ["game"]
        )
        self.discord = counter("tablee_discord_answers", "Discord's answers", ["method", "route", "code"])
        self.discord_seconds = slow("tablee_discord_seconds", "From a request to Discord until its answer")
        self.rate_limit = slow(
            "tablee_rate_limit_wait_seconds", "Waiting after Discord answered 429, too many requests"
        )
        self.tables_open = gauge("tablee_tables_open", "Tables in the database that are not over", ["status"])
        self.tables_hot = gauge("tablee_tables_hot", "Tables in memory")
        self.servers = gauge("tablee_servers", "Discord servers the bot is in")
        self.shard_latency = gauge(
            "tablee_shard_latency_seconds", "Between a heartbeat and Discord's answer", ["shard"]
        )
        self.ready = gauge("tablee_ready", "1 if connected to Discord with storage that answers")

    def receive(self, event: Event) -> None:
        """Count moves and ends of games that this process has stored."""
        if not isinstance(event, Changed) or not event.local:
            return
        before, after = event.before, event.after
        if (moves := after.revision - before.revision) > 0:
            self.moves.labels(after.game.key).inc(moves)
        if before.status in OPEN and after.status in (OVER, CLOSED):
            self.games.labels(after.game.key, after.status).inc()

    def decision_failed(self, game: str) -> None:
        """Count an opponent that raised, died, took too long or chose an illegal move."""
        self.failed_decisions.labels(game).inc()

    def timed_storage(self, store: T) -> T:
        """The same storage; every call is timed."""
        return cast(T, _Timed(store, self.storage.labels, self.storage_failures.labels))

    def timed_drawing(self, worker: T) -> T:
        """The same worker; every picture is timed."""
        return cast(T, _Timed(worker, lambda _: self.picture))

    def timed_thinking(self, worker: T) -> T:
        """The same worker; every decision is timed, and ``thinking_waiting`` is how many are under way."""
        return cast(T, _Timed(worker, lambda _: self.thinking, None, self.thinking_waiting))

    def request_trace(self, now: Callable[[], float]) -> aiohttp.TraceConfig:
        """A trace for discord.py's HTTP session that counts and times every request, without ids and tokens."""

        async def started(_session: aiohttp.ClientSession, context: SimpleNamespace, _params: Any) -> None:
            context.started = asyncio.get_running_loop().time()

        async def ended(
            _session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
        ) -> None:
            path, status = params.url.path, params.response.status
            self.discord.labels(params.method, _route_of(path), str(status)).inc()
            self.discord_seconds.observe(asyncio.get_running_loop().time() - context.started)
            if status == 429:
                self.rate_limit.observe(float(params.response.headers.get("Retry-After", 0)))
            elif (callback := _CALLBACK.search(path)) and status < 300:
                self.answer.observe(max(0.0, now() - sent_at(int(callback[1]))))

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(started)
        trace.on_request_end.append(ended)
        return trace

    def monitor(self, app: App) -> Monitor:
        """Fill these metrics from a bot."""
        return Monitor(app, self)


def _route_of(path: str) -> str:
    """The path of a request without ids and interaction tokens."""
    return _ID.sub("{id}", _TOKEN.sub(r"\1{id}/{token}", _VERSION.sub("", path)))


@dataclass(eq=False)
class _Timed:
    """A proxy that times every coroutine by its name."""

    _thing: Any
    _seconds: ByName[Histogram]
    _failures: ByName[Counter] | None = None
    _waiting: Gauge | None = None

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._thing, name)
        if name.startswith("_") or name in UNTIMED or not inspect.iscoroutinefunction(found):
            return found
        wrapped = self._wrapped(name, found)
        setattr(self, name, wrapped)  # wrapped once
        return wrapped

    def _wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        seconds = self._seconds(name)
        failures = self._failures(name) if self._failures else None

        @wraps(call)
        async def measured(*args: Any, **options: Any) -> Any:
            with (
                seconds.time(),
                failures.count_exceptions() if failures else nullcontext(),
                self._waiting.track_inprogress() if self._waiting else nullcontext(),
            ):
                return await call(*args, **options)

        return measured


class Monitor:
    """Fills the metrics that are read on request, and says whether the bot is ready."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self._app = app
        self._bot = app.bot
        self.metrics = metrics
        self._checking: asyncio.Task[None] | None = None
        self._counted_at: dict[str, float] = {}
        app.tables.subscribe(metrics.receive)
        # A series that begins with its first event hides it from rate() and increase().
        for game in app.games:
            metrics.moves.labels(game)
            metrics.failed_decisions.labels(game)
            for how in (OVER, CLOSED):
                metrics.games.labels(game, how)
        app.boards.repainted = metrics.repaint.observe

    def start(self) -> None:
        """Start to measure how late the event loop is."""
        self._checking = asyncio.create_task(self._check_loop(), name="loop delay")

    def stop(self) -> None:
        """Stop measuring."""
        if self._checking:
            self._checking.cancel()

    async def troubles(self) -> list[str]:
        """Why the bot is not ready; empty if it is."""
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
        """All metrics in Prometheus' text format."""
        await self.read()
        # In a thread, so that players do not wait for it.
        return await asyncio.to_thread(generate_latest, self.metrics.registry)

    async def read(self) -> None:
        """Update the metrics that are not counted as things happen."""
        bot, metrics = self._bot, self.metrics
        metrics.tables_hot.set(self._app.tables.cached)
        metrics.pictures_waiting.set(self._app.pictures.waiting)
        metrics.servers.set(len(bot.guilds))
        for shard, latency in bot.latencies:
            metrics.shard_latency.labels(str(shard)).set(latency)
        metrics.ready.set(not await self.troubles())
        if bot.is_ready():
            await self._ask_storage()

    async def _ask_storage(self) -> None:
        store, metrics = self._app.store, self.metrics
        try:
            async with asyncio.timeout(STORAGE_TIMEOUT_SECONDS):
                if self._due("behind", BEHIND_SECONDS):
                    metrics.boards_behind.set(len(await store.behind()))
                if self._due("census", CENSUS_SECONDS):
                    counted = await store.census()
                    for status in OPEN:
                        metrics.tables_open.labels(status).set(counted.get(status, 0))
        except Exception as error:  # noqa: BLE001, the other metrics are served
            log.warning("tables cannot be counted: %s", error_summary(error))

    def _due(self, what: str, every: float) -> bool:
        now = asyncio.get_running_loop().time()
        if now - self._counted_at.get(what, -math.inf) < every:
            return False
        self._counted_at[what] = now
        return True

    async def _check_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOP_CHECK_SECONDS
            await asyncio.sleep(LOOP_CHECK_SECONDS)
            self.metrics.loop_delay.observe(max(0.0, loop.time() - due))


def _connected(bot: Bot) -> bool:
    return bot.is_ready() and not bot.is_closed() and all(not shard.is_closed() for shard in bot.shards.values())
