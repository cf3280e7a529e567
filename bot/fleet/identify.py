"""When a shard may identify: Discord allows so many in five seconds, over all processes of a bot."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any

from bot.tables.tables import error_summary

# ruff: noqa: D102 - methods are explained by Turns


log = logging.getLogger(__name__)

TURNS = 0x7461 << 48
"""The advisory locks of turns: "ta", then an application, then a bucket."""
PATIENCE = 5
"""Seconds a database is given to answer."""


class Turns(ABC):
    """One turn a bucket."""

    @abstractmethod
    async def take(self, bucket: int) -> bool:
        """Have a bucket's turn, if nobody has it; does not wait."""

    @abstractmethod
    async def give(self, bucket: int) -> None:
        """Give a turn back."""

    @abstractmethod
    async def close(self) -> None:
        """Give all back."""


class LocalTurns(Turns):
    """Turns of one process."""

    def __init__(self) -> None:
        self._taken: set[int] = set()

    async def take(self, bucket: int) -> bool:
        if bucket in self._taken:
            return False
        self._taken.add(bucket)
        return True

    async def give(self, bucket: int) -> None:
        self._taken.discard(bucket)

    async def close(self) -> None:
        self._taken.clear()


class PostgresTurns(Turns):
    """Turns of all processes of an application on one database, on a connection that is there while they are wanted.

    They are advisory locks: the server ends them with the connection, however a process ends. While the database does
    not answer nobody gets a turn.
    """

    def __init__(self, url: str, application: int) -> None:
        self._url = url
        self._name = TURNS | ((application ^ application >> 32) & 0xFFFFFFFF) << 16
        self._taken: set[int] = set()
        self._connection: Any = None
        self._one = asyncio.Lock()
        self._answers = True

    async def take(self, bucket: int) -> bool:
        async with self._one:
            # To whom a lock belongs PostgreSQL would give it again.
            if bucket in self._taken:
                return False
            try:
                connection = await self._connected()
                taken = await connection.fetchval(
                    "SELECT pg_try_advisory_lock($1)", self._name | bucket, timeout=PATIENCE
                )
            except Exception as error:  # noqa: BLE001, whatever it is: it is tried again
                if self._answers:
                    log.warning("no turns while the database does not answer: %s", error_summary(error))
                self._answers = False
                self._drop()
                return False
            except BaseException:
                # It may have been given to us without our hearing of it.
                self._drop()
                raise
            self._answers = True
            if taken:
                self._taken.add(bucket)
            return bool(taken)

    async def give(self, bucket: int) -> None:
        async with self._one:
            if bucket not in self._taken:
                return
            self._taken.discard(bucket)
            try:
                await self._connection.fetchval("SELECT pg_advisory_unlock($1)", self._name | bucket, timeout=PATIENCE)
                if not self._taken:
                    connection, self._connection = self._connection, None
                    await connection.close(timeout=PATIENCE)
            except Exception as error:  # noqa: BLE001, with its connection the lock goes too
                log.info("turns end with their connection: %s", error_summary(error))
                self._drop()

    async def close(self) -> None:
        async with self._one:
            self._taken.clear()
            self._drop()

    async def _connected(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            import asyncpg  # noqa: PLC0415, who keeps a file needs no PostgreSQL driver in memory

            # What was taken on a connection that is lost is anybody's.
            self._taken.clear()
            self._connection = await asyncpg.connect(
                self._url, timeout=PATIENCE, server_settings={"application_name": "tablee turns"}
            )
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
        self._connection = None
        self._taken.clear()


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
