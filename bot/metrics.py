"""Figures of a running bot, for Prometheus: all of them by name, and nothing that tells who plays or where.

They are kept only where somebody asks for them (``METRICS_PORT``). The rest of the program does not know them: what is
to be measured is wrapped (``timed``) or tells a watcher it has anyway.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

from bot.core.facts import CLOSED, OPEN, OVER
from bot.core.table import Table
from bot.tables.tables import Changed, Event

T = TypeVar("T")
ByName = Callable[[str], T]
"""Which of several figures is a coroutine's of that name."""

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds of what should take milliseconds."""
SLOW = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds of what people notice; Discord gives three for an answer."""
UNTIMED = ("open", "hold", "close")
"""Coroutines that begin and end a thing: they say nothing of how fast it works."""


class Metrics:
    """Every figure there is."""

    def __init__(self) -> None:
        disable_created_metrics()  # when each began: half of all lines, and nobody looks at them
        here = self.registry = CollectorRegistry()
        self.moves = Counter("tablee_moves", "Moves stored, also those the table makes itself", ["game"], registry=here)
        self.games = Counter("tablee_games_ended", "Games that ended", ["game", "how"], registry=here)
        self.answer = Histogram(
            "tablee_answer_seconds", "From Discord's timestamp of an interaction until Discord has its first answer",
            registry=here, buckets=SLOW,
        )  # fmt: skip
        self.storage = Histogram(
            "tablee_storage_seconds", "A call of storage", ["call"], registry=here, buckets=QUICK
        )  # fmt: skip
        self.storage_failures = Counter(
            "tablee_storage_failures", "Calls of storage that raised, also because somebody else was first", ["call"],
            registry=here,
        )  # fmt: skip
        self.loop_delay = Histogram(
            "tablee_loop_delay_seconds", "How late the event loop is", registry=here, buckets=QUICK
        )
        self.boards_behind = Gauge("tablee_boards_behind", "Boards that do not show the newest move", registry=here)
        self.repaint = Histogram(
            "tablee_repaint_seconds", "From a stored change until the board shows it", registry=here, buckets=SLOW
        )
        self.pictures_waiting = Gauge("tablee_pictures_waiting", "Pictures asked for and not there yet", registry=here)
        self.picture = Histogram(
            "tablee_picture_seconds", "Drawing a picture, in a worker", registry=here, buckets=SLOW
        )
        self.thinking_waiting = Gauge(
            "tablee_thinking_waiting", "Opponents' moves asked for and not there yet", registry=here
        )
        self.thinking = Histogram(
            "tablee_thinking_seconds", "Choosing an opponent's move, in a worker", registry=here, buckets=SLOW
        )
        self.failed_decisions = Counter(
            "tablee_failed_decisions", "Decisions of opponents that failed: the game's default was played instead",
            ["game"], registry=here,
        )  # fmt: skip
        self.discord = Counter(
            "tablee_discord_answers", "Discord's answers", ["method", "route", "code"], registry=here
        )
        self.discord_seconds = Histogram(
            "tablee_discord_seconds", "From a request to Discord until its answer", registry=here, buckets=SLOW
        )
        self.rate_limit = Histogram(
            "tablee_rate_limit_wait_seconds", "Waiting after Discord answered 429, too many requests",
            registry=here, buckets=SLOW,
        )  # fmt: skip
        self.tables_open = Gauge(
            "tablee_tables_open", "Tables in the database that are not over", ["status"], registry=here
        )
        self.tables_hot = Gauge("tablee_tables_hot", "Tables in memory", registry=here)
        self.servers = Gauge("tablee_servers", "Discord servers the bot is in", registry=here)
        self.shard_latency = Gauge(
            "tablee_shard_latency_seconds", "Between a heartbeat and Discord's answer", ["shard"], registry=here
        )
        self.ready = Gauge("tablee_ready", "1 if connected to Discord with storage that answers", registry=here)

    def exposition(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self.registry)

    def receive(self, event: Event) -> None:
        """Count a change that this process has stored."""
        if isinstance(event, Changed) and event.local:
            self.changed(event.before, event.after)

    def changed(self, before: Table, after: Table) -> None:
        """A watcher of tables: count moves, and games that end."""
        if (moves := after.revision - before.revision) > 0:
            self.moves.labels(after.game.key).inc(moves)
        if before.status in OPEN and after.status in (OVER, CLOSED):
            self.games.labels(after.game.key, after.status).inc()

    def request_answered(self, method: str, route: str, code: int, seconds: float) -> None:
        """Discord has answered a request to that route, which holds neither ids nor tokens."""
        self.discord.labels(method, route, str(code)).inc()
        self.discord_seconds.observe(seconds)

    def decision_failed(self, game: str) -> None:
        """An opponent of this game raised, died, took too long or chose an illegal move."""
        self.failed_decisions.labels(game).inc()

    def timed_storage(self, store: T) -> T:
        """The same storage; every call is timed."""
        return timed(store, self.storage.labels, self.storage_failures.labels)

    def timed_drawing(self, worker: T) -> T:
        """The same worker; every picture is timed."""
        return timed(worker, lambda _: self.picture)

    def timed_thinking(self, worker: T) -> T:
        """The same worker; every decision is timed, and ``thinking_waiting`` is how many are under way."""
        return timed(worker, lambda _: self.thinking, waiting=self.thinking_waiting)


def timed(
    thing: T, seconds: ByName[Histogram], failures: ByName[Counter] | None = None, waiting: Gauge | None = None
) -> T:
    """The same thing; its coroutines are timed by their names."""
    return cast(T, _Timed(thing, seconds, failures, waiting))


class _Timed:
    """Stands for something else."""

    def __init__(
        self, thing: Any, seconds: ByName[Histogram], failures: ByName[Counter] | None, waiting: Gauge | None
    ) -> None:
        self._thing = thing
        self._seconds = seconds
        self._failures = failures
        self._waiting = waiting

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._thing, name)
        if name.startswith("_") or name in UNTIMED or not inspect.iscoroutinefunction(found):
            return found
        wrapped = self._wrapped(name, found)
        setattr(self, name, wrapped)  # so that it is looked for once
        return wrapped

    def _wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        seconds = self._seconds(name)
        failures, waiting = self._failures and self._failures(name), self._waiting

        @wraps(call)
        async def measured(*args: Any, **options: Any) -> Any:
            begun = time.perf_counter()
            if waiting:
                waiting.inc()
            try:
                return await call(*args, **options)
            except Exception:
                if failures:
                    failures.inc()
                raise
            finally:
                seconds.observe(time.perf_counter() - begun)
                if waiting:
                    waiting.dec()

        return measured
