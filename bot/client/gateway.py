"""The connection to Discord: how fast shards identify, our patches of discord.py, and Discord's clock.

Each patch, and each use of a private part, names the line of discord.py 2.7.1 that makes it necessary.
tests/client/test_gateway.py fails when a new discord.py makes one of them unnecessary or wrong.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient, Route
from discord.shard import Shard
from discord.utils import DISCORD_EPOCH

log = logging.getLogger(__name__)

IDENTIFY_INTERVAL_SECONDS = 5.25
"""Between two shards of one bucket: Discord's five seconds, and some more for the network."""
LOCK_POLL_SECONDS = 0.1
UNUSED_LOCK_SECONDS = 30.0
"""After which a bucket is unlocked although its shard has not identified: it cannot reach Discord."""


class BucketLocks:
    """One lock for each bucket of shards: Discord lets one shard of a bucket identify in five seconds.

    With several processes ``PostgresBucketLocks`` (bot/fleet/hand_over.py) shares them.
    """

    def __init__(self) -> None:
        self._locked: set[int] = set()

    async def try_lock(self, bucket: int) -> bool:
        """Lock a bucket unless it is locked; does not wait."""
        if bucket in self._locked:
            return False
        self._locked.add(bucket)
        return True

    async def unlock(self, bucket: int) -> None:
        """Unlock a bucket."""
        self._locked.discard(bucket)

    async def close(self) -> None:
        """Unlock all buckets."""
        self._locked.clear()


@dataclass(eq=False)
class IdentifyLimiter:
    """Lets shards identify one after the other within each bucket."""

    _locks: BucketLocks
    _max_concurrency: Callable[[], Awaitable[int]]
    """Gives Discord's number of buckets: a shard's bucket is its number modulo that."""

    def __post_init__(self) -> None:
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


# ---- patches of discord.py


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


def watch_newest_messages(client: discord.Client, receive: Callable[[int, int], object]) -> None:
    """Call ``receive`` with a channel and its newest message whenever an interaction names them.

    Every interaction has a partial channel with ``last_message_id``. ``Interaction`` (discord/interactions.py, line
    251) does not keep it, and the cached channel is never updated without the intent for messages.
    """
    parsers = client._connection.parsers  # noqa: SLF001
    parse = parsers["INTERACTION_CREATE"]

    def parsed(data: Any) -> None:
        channel = data.get("channel") or {}
        if newest := channel.get("last_message_id"):
            receive(int(channel["id"]), int(newest))
        parse(data)

    parsers["INTERACTION_CREATE"] = parsed


# ---- Discord's clock

RECENT = 10
"""Interactions from which the offset is measured: enough that at least one of them was delivered quickly."""
NOTICEABLE_SECONDS = 2.0
"""Deadlines may have passed unnoticed if the time is later by this much than thought."""


def sent_at(snowflake: int) -> float:
    """The time in a Discord id, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH) / 1000


class DiscordClock:
    """Discord's time, in seconds since 1970."""

    def __init__(self, machine: Callable[[], float], monotonic: Callable[[], float] | None = None) -> None:
        """``machine`` gives seconds since 1970, and is the default of ``monotonic``; it is read only once."""
        self._monotonic = monotonic or machine
        self._offset = machine() - self._monotonic()
        self._offsets: deque[float] = deque(maxlen=RECENT)

    def __call__(self) -> float:
        """The time now."""
        return self._monotonic() + self._offset

    def received(self, sent: float) -> float:
        """Measure the offset from an interaction that has just arrived; returns by how many seconds the time changed.

        It is later after the machine was suspended, during which monotonic clocks stand still.
        """
        before, monotonic = self(), self._monotonic()
        self._offsets.append(sent - monotonic)
        # Delivery takes time, so the largest offset is the best measurement.
        self._offset = max(self._offsets)
        return monotonic + self._offset - before
