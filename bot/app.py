"""Composition: what the bot is made of, how its parts start, and how they stop in reverse order.

Features (``cogs/``) add themselves in their ``setup``: they take what they need from ``App`` and register their
commands, click handlers, subscribers and ``Extensions``.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import discord

from bot.catalogue import Catalogue
from bot.client.boards import Boards
from bot.client.bot import Bot
from bot.client.click import Router
from bot.client.commands import GameCog
from bot.client.extensions import Extensions
from bot.client.gateway import NOTICEABLE_SECONDS, BucketLocks, DiscordClock
from bot.client.journal import Journal
from bot.client.lobby_clicks import LobbyClicks
from bot.client.open_seats import store_open, take_over
from bot.client.seats import SeatMessages
from bot.client.table_clicks import TableClicks
from bot.core.facts import OPEN
from bot.core.game import Refusal, Seat
from bot.core.shards import ALL, Shards
from bot.core.table import CLOCK_SKEW_SECONDS, Table
from bot.pictures.cache import PictureCache
from bot.pictures.worker import DrawingWorker
from bot.store import Store, Taken, Unavailable
from bot.store.sqlite import SqliteStore
from bot.store.statements import FORGOTTEN, MISSED, REPLACED
from bot.tables.clock import WakeClock
from bot.tables.opponents import Decisions, Opponents, Thinking
from bot.tables.servers import Servers
from bot.tables.tables import Changed, Home, Tables, error_summary
from bot.workers import SERVING, STANDBY

if TYPE_CHECKING:
    from bot.fleet.hand_over import HandOver
    from bot.metrics import Metrics

log = logging.getLogger(__name__)

DAY_SECONDS = 86_400.0
DAY_RETRY_SECONDS = 600.0
FIRST = 0
"""The shard whose process does what must be done once for all of them."""
HAND_OVER_SECONDS = 0.5
"""How long work that is nearly done is waited for before the shards are left to another process."""


def _now() -> float:
    return discord.utils.utcnow().timestamp()


def _monotonic() -> float:
    return time.monotonic()


class App:
    """Every part of the bot, by name."""

    def __init__(
        self,
        catalogue: Catalogue,
        store: Store,
        *,
        shards: Shards | None = ALL,
        now: Callable[[], float] = _now,
        rng: Random | None = None,
        pictures: bool = True,
        retention: int | None = None,
        thinker: Thinking | None = None,
        metrics: Metrics | None = None,
        bucket_locks: BucketLocks | None = None,
        hand_over: Callable[..., HandOver] | None = None,
        standby: bool = False,
        report: Callable[[str], None] = lambda _state: None,
        **options: Any,
    ) -> None:
        """``shards``: those to serve; None: all that Discord recommends.

        ``retention``: days after which finished games lose the names and ids of their people; None: never.
        ``thinker`` finds the moves of opponents; without one, worker processes that start when they are needed.
        ``bucket_locks`` are shared with the other processes of the bot; None: there are none.
        ``hand_over`` makes what decides which of them handles an interaction; None: this one handles all.
        ``standby``: connect, then wait until another process leaves these shards to this one.
        ``report`` is called with STANDBY and SERVING.
        """
        self._stack = AsyncExitStack()
        self._standby, self._report = standby, report
        self._serving = False
        self._closing: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._day_timer: asyncio.TimerHandle | None = None
        self.retention = retention
        self.catalogue = catalogue
        self.games = catalogue.games
        self.words = catalogue.words
        self.words.load()
        self.extensions = Extensions()
        self.now = DiscordClock(now, _monotonic if now is _now else None)
        home = Home(None if isinstance(store, SqliteStore) else store)
        self.store = metrics.timed_storage(store) if metrics else store
        self.bot = Bot(
            self,
            shards=shards,
            bucket_locks=bucket_locks,
            http_trace=metrics.request_trace(self.now) if metrics else None,
            **options,
        )

        self.servers = Servers(self.store)
        self.tables = Tables(self.store, self.games, now=self.now, rng=rng or SystemRandom(), home=home)
        self.drawing_worker = DrawingWorker(catalogue.package) if pictures else None
        drawing = metrics.timed_drawing(self.drawing_worker) if metrics and self.drawing_worker else self.drawing_worker
        self.pictures = PictureCache(drawing, late=self._drawn)
        thinker = thinker or Thinking(catalogue.package)
        thinking = metrics.timed_thinking(thinker) if metrics else thinker
        self.decisions = Decisions(thinking, metrics.decision_failed) if metrics else Decisions(thinking)
        self.seats = SeatMessages(self.store, self.words, self.pictures, self.now, self.extensions)
        self.router = Router(self.words, self.servers, self.tables, self.seats)
        self.boards = Boards(
            self.bot,
            self.tables,
            self.servers,
            self.words,
            self.pictures,
            self.now,
            self.extensions,
            self.seats,
        )
        self.opponents = Opponents(self.tables, self.decisions, self.now, self.seats.watched)
        self.clock = WakeClock(self.store.claim, self.store.next_wake, self._wake, self.now)
        self.journal = Journal(self.bot, self.store, self.servers, self.words, self.now, self.extensions, retention)
        self.table_clicks = TableClicks(self)
        self.lobby_clicks = LobbyClicks(self)
        self.hand_over = hand_over(self.store, self.now, self.seats) if hand_over else None
        self.monitor = metrics.monitor(self) if metrics else None
        if self.drawing_worker is not None:
            self._stack.callback(self.drawing_worker.close)
        self._stack.push_async_callback(self.store.close)
        self._stack.push_async_callback(self.bot.disconnect)
        self._stack.callback(self.pictures.finish)
        self._stack.push_async_callback(self.seats.finish)
        self._stack.push_async_callback(self._store_open_seats)

    # ---- starting

    async def open(self) -> None:
        """Open storage, connect the parts and load the features; then serve, unless another process still does."""
        shards = await self.bot.choose_shards()
        self.store.serve(shards)
        await self.store.open()
        if not self._standby:
            await self.store.hold()
        self.tables.subscribe(self.boards.receive)
        self.tables.subscribe(self.seats.receive)
        self.tables.on_change(self.journal.paused, only=Changed.paused)
        self.tables.subscribe(self.opponents.receive, only=Changed.with_computer)
        self.tables.on_change(self.clock.changed)
        self.store.subscribe(MISSED, self._missed)
        self.store.subscribe(REPLACED, self._replaced)
        self.store.subscribe(FORGOTTEN, self.person_erased)
        for clicks in (self.table_clicks, self.lobby_clicks):
            clicks.register(self.router)
        self.extensions.background_work.append(self.journal)
        await self.load_features()
        for part in (self.boards, *self.extensions.background_work, self.router, self.opponents):
            self._stack.push_async_callback(part.finish)
        self._stack.callback(self.clock.stop)
        if not self._standby:
            await self._sync_commands()
            await self._begin()

    async def load_features(self) -> None:
        """Add the commands of every game, and load every feature of the catalogue."""
        for game in self.games.values():
            await self.bot.add_cog(GameCog(self.bot, game))
        for extension in self.catalogue.extensions:
            await importlib.import_module(extension).setup(self.bot)
        for callback in self.extensions.loaded:
            callback()

    async def serve(self) -> None:
        """All shards are connected: serve them, on standby once no other process does."""
        if self._standby:
            self._report(STANDBY)
            await self.store.hold(wait=True)
            self.tables.started = self.now()
            if self.hand_over is not None:
                await self.hand_over.begin(self.store.shards)
            await self._begin()
            try:
                await self._sync_commands()
            except (discord.HTTPException, Unavailable) as error:
                # Players are served already; the next start sends the commands.
                log.error("commands not sent: %s", error_summary(error))  # noqa: TRY400
        self._report(SERVING)

    async def _begin(self) -> None:
        """Start everything that happens without a click."""
        self._serving = True
        self.tables.started = self.now()
        # First: a solo table pauses unless its seat message is open.
        try:
            await take_over(self.seats, self.store, self.tables, self.bot.http)
        except Exception as error:  # noqa: BLE001, a click opens them again
            log.error("open seat messages not taken over: %s", error_summary(error))  # noqa: TRY400
        await self.seats.hide_reveals(self.tables, self.bot.http)
        self.clock.start()
        for part in self.extensions.background_work:
            part.start()
        await self._catch_up()
        self._new_day()

    async def _sync_commands(self) -> None:
        if FIRST in self.store.shards:
            await self.bot.sync_commands()

    # ---- stopping

    async def close(self) -> None:
        """Stop every part in reverse order; in a fleet, first leave the shards to the next process."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="closing")
        await self._closing

    async def _close(self) -> None:
        if self._day_timer is not None:
            self._day_timer.cancel()
        for task in self._tasks:
            task.cancel()
        if self._serving and self.hand_over is not None:
            await self._leave(self.hand_over)
        await self._stack.aclose()

    async def _store_open_seats(self) -> None:
        """Store the open seat messages, unless another process has these shards already."""
        if self._serving:
            try:
                await store_open(self.seats, self.store, self.store.shards)
            except Exception as error:  # noqa: BLE001, a click opens them again
                log.error("open seat messages not stored: %s", error_summary(error))  # noqa: TRY400

    async def _leave(self, hand_over: HandOver) -> None:
        """Leave the shards to another process, soon enough that it can still answer what it has received meanwhile."""
        self._serving = False
        hand_over.stop()
        # Work that is almost finished ends here. The next process does the rest; row versions prevent double writes.
        finishing = [
            self.clock.finish(),
            self.router.finish(),
            self.boards.flush(),
            *(part.finish() for part in self.extensions.background_work),
        ]
        _, late = await asyncio.wait(map(asyncio.ensure_future, finishing), timeout=HAND_OVER_SECONDS)
        for task in late:
            task.cancel()
        await self.opponents.finish()
        self.boards.stop()
        try:
            await hand_over.leave(self.store.shards)
            await self.store.let_go()
        except Exception as error:  # noqa: BLE001, storage that does not answer: the next process gets the shards anyway
            log.error("hand-over incomplete: %s", error_summary(error))  # noqa: TRY400

    # ---- events

    def clock_changed(self, seconds: float) -> None:
        """By Discord's clock it is that much later than thought, or earlier."""
        if seconds > NOTICEABLE_SECONDS:
            self.ask_again()
        elif self._serving and seconds < -CLOCK_SKEW_SECONDS:
            log.warning("the clock went back by %.1f s: deadlines are computed again", -seconds)
            self._spawn(self._clock_set_back(), "clock set back")

    async def admits_event(self) -> bool:
        """Whether this process handles an event that has just arrived and needs no answer."""
        return self.hand_over is None or await self.hand_over.admits_event()

    def ask_again(self) -> None:
        """Deadlines that passed while no click could arrive get a new grace period (``Tables.started``)."""
        if self._serving:
            self.tables.started = self.now()
            # The timer of the wake clock may be hours late: look at once.
            self.clock.poke(0.0)

    async def _clock_set_back(self) -> None:
        """Recompute deadlines, so that no table waits too long."""
        self.tables.started = min(self.tables.started, self.now())
        try:
            await self.tables.clock_set_back()
        except Exception as error:  # noqa: BLE001, every table goes on with its next click
            log.error("deadlines not recomputed: %s", error_summary(error))  # noqa: TRY400
        self.clock.poke(self.now())

    async def _wake(self, number: int) -> None:
        with contextlib.suppress(Refusal):
            table = await self.tables.get(number)
            if self.bot.disconnected and not self.bot.receives(table.guild):
                return  # Deadlines do not run while the gateway is down. The table is claimed again after its lease.
        # After a long stop very many are overdue: no faster than their boards can be rendered.
        await self.boards.wait_for_capacity()
        await self.tables.wake(number)

    def _drawn(self, table: Table, seat: Seat | None) -> None:
        """A picture that nobody waited for is ready: show it now."""
        if table.alone:
            self.seats.repaint(table)
        elif seat is None:
            self.boards.request(table.id)
        else:
            self.seats.repaint(table, (seat,))

    def _missed(self, _: object) -> None:
        """Storage was unavailable, and other processes may have written meanwhile: look for work."""
        if not self._serving:
            return
        self.clock.poke(self.now())
        for part in self.extensions.background_work:
            part.start()
        self._spawn(self._catch_up(), "catching up")

    def _replaced(self, by: object) -> None:
        """Another process got these shards while storage was unavailable: it answers everybody, so stop."""
        self._serving = False
        if self.hand_over is not None:
            self.hand_over.stop()
        self.clock.stop()
        self.boards.stop()
        self.bot.give_up(Taken(by))

    async def _catch_up(self) -> None:
        with contextlib.suppress(Unavailable):
            await self.boards.catch_up()

    # ---- erasing

    async def erase_guild(self, guild: int) -> None:
        """Remove everything stored about a server. Its open tables are closed first, and their boards say so."""
        for row in await self.store.in_guild(guild, OPEN):
            with contextlib.suppress(Refusal):
                await self.tables.change(row.id, lambda table: table.close("moderator"))
        await self.boards.flush()
        for number in await self.store.erase_guild(guild):
            self.tables.forget(number)
            await self.seats.forget(number)
        await self.servers.remove(guild)
        for callback in self.extensions.guild_erased:
            await callback(guild)

    def person_erased(self, user: Any) -> None:
        """A person was erased, here or in another process: render again everything that may name them."""
        self.pictures.forget()
        for callback in self.extensions.person_erased:
            callback(user)
        if self._serving:
            self._spawn(self._catch_up(), "catching up")

    # ---- daily work

    def _new_day(self) -> None:
        if FIRST in self.store.shards and self.extensions.every_day:
            self._spawn(self._work_of_the_day(), "daily work")

    async def _work_of_the_day(self) -> None:
        seconds = DAY_SECONDS - self.now() % DAY_SECONDS + 1.0
        for work in self.extensions.every_day:
            try:
                await work()
            except Exception as error:  # noqa: BLE001, it is tried again
                log.error("daily work failed: %s", error_summary(error))  # noqa: TRY400
                seconds = min(seconds, DAY_RETRY_SECONDS)
        self._day_timer = asyncio.get_running_loop().call_later(seconds, self._new_day)

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
