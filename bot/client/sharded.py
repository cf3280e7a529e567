"""discord.py's client for some of Discord's shards, or all of them, which identify no faster than Discord allows."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import yarl
from discord.ext import commands

from bot.client.discord_patches import reconnect_in_background
from bot.core.shards import ALL, Shards

log = logging.getLogger(__name__)

IDENTIFY_TIMEOUT_SECONDS = 45.0
"""How long a connected shard waits to identify: nothing is read from its connection meanwhile, and Discord closes it
after a minute without a heartbeat. It connects again later."""
IDENTIFY_INTERVAL_SECONDS = 5.25
"""Between two shards of one bucket: Discord's five seconds, and some more for the network."""
LOCK_POLL_SECONDS = 0.1
UNUSED_LOCK_SECONDS = 30.0
"""After which a bucket is unlocked although its shard has not identified: it cannot reach Discord."""
FEW_STARTS = 100
"""Session starts left for today, of about a thousand, that are worth a warning."""


class ShardedBot(commands.AutoShardedBot):
    """A client that knows which shards it serves and which of them are disconnected."""

    def __init__(self, shards: Shards | None, *, bucket_locks: BucketLocks | None = None, **options: Any) -> None:
        """``shards`` are those to serve; None: all, as many as Discord recommends.

        ``bucket_locks`` are shared with other processes of the bot; None: there are none.
        """
        if shards is not None:
            options |= {"shard_count": shards.count, "shard_ids": list(shards.numbers)}
        self._served = shards
        self._concurrency: int | None = None
        self._limiter = IdentifyLimiter(bucket_locks or LocalBucketLocks(), self._max_concurrency)
        self._fault: Exception | None = None
        self.disconnected: set[int] = set()
        """The shards that receive no events now."""
        super().__init__(**options)

    def receives(self, guild: int) -> bool:
        """Whether events of a server reach us now."""
        return not (self.disconnected and (self._served or ALL).shard_of(guild) in self.disconnected)

    def reconnected(self) -> None:
        """Called when a shard is connected again."""

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note a shard that has lost its connection."""
        self.disconnected.add(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note a shard that is connected, perhaps again."""
        if shard_id in self.disconnected:
            self.disconnected.remove(shard_id)
            self.reconnected()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note a shard that goes on with its session."""
        await self.on_shard_connect(shard_id)

    async def choose_shards(self) -> Shards:
        """The shards to serve; asks Discord if they were not given. Call it after the login."""
        if self._served is None:
            count = await self._ask_gateway()
            self._served = Shards(0, count - 1, count)
            self.shard_count, self.shard_ids = count, list(self._served.numbers)
            log.info("Discord recommends shards=%s", count)
        return self._served

    async def serve(self) -> None:
        """Called when all shards are connected. An exception ends the connection."""

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
        """Disconnect; ``connect`` then raises this error."""
        self._fault = error
        self._ending = asyncio.create_task(self.close(), name="giving up")

    async def _serve(self) -> None:
        await self.wait_until_ready()
        try:
            await self.serve()
        except Exception as error:  # noqa: BLE001, connect raises it
            self.give_up(error)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard when it may identify."""
        await self._limiter.acquire(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)
        reconnect_in_background(self, shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait until a shard may identify, also one that has lost its session."""
        async with asyncio.timeout(IDENTIFY_TIMEOUT_SECONDS):
            await self._limiter.acquire(shard_id or 0)
        await self._limiter.identified(shard_id or 0)

    async def close(self) -> None:
        """Disconnect."""
        await super().close()
        await self._limiter.close()

    async def _max_concurrency(self) -> int:
        """How many shards may identify at once; one if Discord does not say."""
        if self._concurrency is None and self.shard_count != 1:
            try:
                await self._ask_gateway()
            except (discord.GatewayNotFound, aiohttp.ClientError, OSError):
                log.warning("Discord does not say how many shards may identify at once: one")
        return self._concurrency or 1

    async def _ask_gateway(self) -> int:
        """The number of shards Discord recommends."""
        count, _, limits = await self.http.get_bot_gateway()
        self._concurrency = limits["max_concurrency"]
        if limits.get("remaining", FEW_STARTS) < FEW_STARTS:
            log.warning("few session starts left for today: %s", limits["remaining"])
        return count


class BucketLocks(ABC):
    """One lock for each bucket of shards. Discord lets one shard of a bucket identify in five seconds."""

    @abstractmethod
    async def try_lock(self, bucket: int) -> bool:
        """Lock a bucket unless it is locked; does not wait."""

    @abstractmethod
    async def unlock(self, bucket: int) -> None:
        """Unlock a bucket."""

    @abstractmethod
    async def close(self) -> None:
        """Unlock all buckets."""


class LocalBucketLocks(BucketLocks):
    """The locks of a bot with one process."""

    def __init__(self) -> None:
        self._locked: set[int] = set()

    async def try_lock(self, bucket: int) -> bool:
        """See BucketLocks."""
        if bucket in self._locked:
            return False
        self._locked.add(bucket)
        return True

    async def unlock(self, bucket: int) -> None:
        """See BucketLocks."""
        self._locked.discard(bucket)

    async def close(self) -> None:
        """See BucketLocks."""
        self._locked.clear()


class IdentifyLimiter:
    """Lets shards identify one after the other within each bucket."""

    def __init__(self, locks: BucketLocks, max_concurrency: Callable[[], Awaitable[int]]) -> None:
        """``max_concurrency`` is Discord's number of buckets: a shard's bucket is its number modulo that."""
        self._locks = locks
        self._max_concurrency = max_concurrency
        self._buckets: int | None = None
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        """Shards whose bucket is locked for them, and that have not identified yet."""
        self._unlocking: set[asyncio.Task[None]] = set()

    async def acquire(self, shard: int) -> None:
        """Wait until a shard may identify, and lock its bucket for it."""
        if shard in self._waiting:
            return
        bucket = await self._bucket(shard)
        while not await self._locks.try_lock(bucket):  # noqa: ASYNC110, another process may have it
            await asyncio.sleep(LOCK_POLL_SECONDS)
        loop = asyncio.get_running_loop()
        self._waiting[shard] = loop.call_later(UNUSED_LOCK_SECONDS, self._unlock, shard, bucket, 0.0)

    async def identified(self, shard: int) -> None:
        """A shard identifies now: the next one of its bucket may do so after the interval."""
        if (unused := self._waiting.get(shard)) is not None:
            unused.cancel()
            self._unlock(shard, await self._bucket(shard), IDENTIFY_INTERVAL_SECONDS)

    async def close(self) -> None:
        """Unlock all buckets."""
        for unused in self._waiting.values():
            unused.cancel()
        for task in self._unlocking:
            task.cancel()
        await self._locks.close()

    async def _bucket(self, shard: int) -> int:
        if self._buckets is None:
            self._buckets = max(1, await self._max_concurrency())
        return shard % self._buckets

    def _unlock(self, shard: int, bucket: int, after: float) -> None:
        self._waiting.pop(shard, None)
        task = asyncio.create_task(self._unlock_later(bucket, after), name="identified")
        self._unlocking.add(task)
        task.add_done_callback(self._unlocking.discard)

    async def _unlock_later(self, bucket: int, after: float) -> None:
        await asyncio.sleep(after)
        await self._locks.unlock(bucket)


class Admission:
    """Which interactions and events this process handles: all, until it is stopped.

    With several processes ``HandOver`` (bot/fleet/hand_over.py) decides instead.
    """

    def __init__(self) -> None:
        self._stopped = False

    async def admits(self, interaction: int, guild: int | None) -> bool:  # noqa: ARG002, see HandOver
        """Whether to handle an interaction that has just arrived."""
        return not self._stopped

    async def admits_event(self) -> bool:
        """Whether to handle an event that has just arrived and needs no answer."""
        return not self._stopped

    async def begin(self, shards: Shards) -> None:
        """Handle interactions from now on."""

    def stop(self) -> None:
        """Handle nothing from now on."""
        self._stopped = True

    async def leave(self, shards: Shards) -> None:
        """Store which interactions were handled."""
