"""When a shard may identify itself: Discord allows so many in five seconds, over all processes of a bot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.service.identify_turns import Turns

log = logging.getLogger(__name__)

PAUSE = 5.25
"""Seconds between two shards of one bucket, with a little for the way to Discord."""
LOOK = 0.1
"""Seconds between looks whether the turn has come."""
UNUSED = 30.0
"""Seconds after which a turn nobody has used is given back: whoever had it cannot reach Discord."""


class Identify:
    """Gives shards their turns. A bucket's turn is over some time after it was used."""

    def __init__(self, turns: Turns, concurrency: Callable[[], Awaitable[int]]) -> None:
        """``concurrency`` finds how many buckets Discord has for us: a shard's is its number modulo that."""
        self._turns = turns
        self._concurrency = concurrency
        self._buckets: int | None = None
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        """Shards that have their turn and have not identified themselves yet."""
        self._ending: set[asyncio.Task[None]] = set()

    async def turn(self, shard: int) -> None:
        """Wait until it is that shard's turn; then it has it."""
        if shard in self._waiting:
            return
        bucket = await self._bucket(shard)
        # The loop's own clock and nobody else's: one who looks often is soon enough.
        while not await self._turns.take(bucket):  # noqa: ASYNC110, what is waited for is in another process
            await asyncio.sleep(LOOK)
        loop = asyncio.get_running_loop()
        self._waiting[shard] = loop.call_later(UNUSED, self._end, shard, bucket, 0.0)

    async def use(self, shard: int) -> None:
        """The shard identifies itself now: in a while it is the next one's turn."""
        if (unused := self._waiting.get(shard)) is not None:
            unused.cancel()
            self._end(shard, await self._bucket(shard), PAUSE)

    async def close(self) -> None:
        """Give back what is taken."""
        for unused in self._waiting.values():
            unused.cancel()
        for task in self._ending:
            task.cancel()
        await self._turns.close()

    async def _bucket(self, shard: int) -> int:
        if self._buckets is None:
            self._buckets = max(1, await self._concurrency())
        return shard % self._buckets

    def _end(self, shard: int, bucket: int, after: float) -> None:
        self._waiting.pop(shard, None)
        task = asyncio.create_task(self._give(bucket, after), name="identified")
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _give(self, bucket: int, after: float) -> None:
        await asyncio.sleep(after)
        await self._turns.give(bucket)
