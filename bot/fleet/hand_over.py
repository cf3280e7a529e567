"""How several processes of a bot share its shards: each interaction is handled by exactly one of them.

Discord sends the events of a shard to every process that is connected to it. A new process connects and lets
interactions wait. The old one stops at one instant, stores its open seat messages and the ids of the interactions it
has handled, and releases its shards. The new one then handles those that wait and were not handled.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from bot.client.gateway import BucketLocks, sent_at
from bot.client.open_seats import store_open
from bot.client.seats import SeatMessages
from bot.core.shards import Shards
from bot.store import Store, Unavailable
from bot.store.statements import TAKEN
from bot.tables.tables import error_summary

log = logging.getLogger(__name__)

RECENT_SECONDS = 10.0
"""How long an interaction is remembered: longer than the same one takes to reach another process."""
ANSWER_SECONDS = 3.0
"""How long Discord waits for an answer."""
LOCK_NAMESPACE = 0x7461 << 48
"""Of our advisory locks: "ta", then an application, then a bucket."""
DATABASE_TIMEOUT_SECONDS = 5


class Arrival(NamedTuple):
    """An interaction, when it arrived, and whether to handle it."""

    at: float
    interaction: int
    guild: int
    admitted: asyncio.Future[bool] | None
    """None: it was admitted at once."""


class HandOver:
    """Decides which interactions and events this process handles, and passes on what it has opened when it leaves."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        seats: SeatMessages,
        *,
        standby: bool = False,
    ) -> None:
        """``standby``: another process handles interactions and events until ``begin``."""
        self._store = store
        self._now = now
        self._seats = seats
        self._stopped = False
        self._decided = asyncio.Event()
        """Set unless on standby."""
        if not standby:
            self._decided.set()
        self._recent: deque[Arrival] = deque()
        self._handled_before: frozenset[int] = frozenset()
        """Interactions that the previous process has handled."""

    async def admits(self, interaction: int, guild: int | None) -> bool:
        """Whether to handle an interaction that has just arrived; on standby waits until that is decided."""
        now = self._now()
        while self._recent and self._recent[0].at < now - RECENT_SECONDS:
            _decide(self._recent.popleft(), admit=False)
        # An interaction that the previous process has handled may reach us late.
        if self._stopped or interaction in self._handled_before:
            return False
        admitted = None if self._decided.is_set() else asyncio.get_running_loop().create_future()
        self._recent.append(Arrival(now, interaction, guild or 0, admitted))
        return admitted is None or await admitted

    async def admits_event(self) -> bool:
        """Whether to handle an event that needs no answer: it may be handled twice, but must not be lost."""
        try:
            async with asyncio.timeout(RECENT_SECONDS):
                await self._decided.wait()
        except TimeoutError:
            return False
        return not self._stopped

    async def begin(self, shards: Shards) -> None:
        """Handle interactions from now on, and those that wait and can still be answered. Nobody else must do so."""
        documents = await self._documents(shards)
        handled = [msgspec.json.decode(document, type=list[int]) for document in documents if document]
        # Nothing is awaited from here on: an interaction either waits already, or is admitted when it arrives.
        self._handled_before = frozenset(each for some in handled for each in some)
        waiting, self._recent = self._recent, deque()
        self._decided.set()
        now = self._now()
        ours = [each for each in waiting if each.interaction not in self._handled_before]
        for each in ours:
            if now - sent_at(each.interaction) < ANSWER_SECONDS:
                self._recent.append(each._replace(at=now))
                _decide(each, admit=True)
        admitted = len(self._recent)
        for each in waiting:
            _decide(each, admit=False)
        log.info("taken over waiting=%s late=%s handled=%s", len(waiting), len(ours) - admitted, admitted)

    async def _documents(self, shards: Shards) -> list[bytes | None]:
        while True:
            try:
                return await asyncio.gather(*(self._store.get(TAKEN, shard) for shard in shards.numbers))
            except Unavailable:
                log.warning("storage is away, so interactions wait")

    def stop(self) -> None:
        """Handle nothing from now on."""
        self._stopped = True
        self._decided.set()
        for each in self._recent:
            _decide(each, admit=False)

    async def leave(self, shards: Shards) -> None:
        """Store for the next process which interactions were handled, and the open seat messages, updated no more."""
        handled: dict[int, list[int]] = {}
        since = self._now() - RECENT_SECONDS
        for each in self._recent:
            if each.at >= since:
                handled.setdefault(shards.shard_of(each.guild), []).append(each.interaction)
        await asyncio.gather(
            store_open(self._seats, self._store, shards),
            *(self._store.put(TAKEN, shard, msgspec.json.encode(some)) for shard, some in handled.items()),
        )


def _decide(arrival: Arrival, *, admit: bool) -> None:
    if arrival.admitted is not None and not arrival.admitted.done():
        arrival.admitted.set_result(admit)


class PostgresBucketLocks(BucketLocks):
    """Advisory locks of one application, on a connection that is open while there are any.

    The server releases them with the connection, however a process ends. While the database does not answer no shard
    identifies.
    """

    def __init__(self, url: str, application: int) -> None:
        super().__init__()
        self._url = url
        self._namespace = LOCK_NAMESPACE | ((application ^ application >> 32) & 0xFFFFFFFF) << 16
        self._connection: Any = None
        self._one = asyncio.Lock()
        self._answers = True

    async def try_lock(self, bucket: int) -> bool:
        """Lock a bucket unless another shard of any process has it."""
        async with self._one:
            # PostgreSQL would grant a lock again to the connection that has it.
            if bucket in self._locked:
                return False
            try:
                connection = await self._connected()
                locked = await connection.fetchval(
                    "SELECT pg_try_advisory_lock($1)", self._namespace | bucket, timeout=DATABASE_TIMEOUT_SECONDS
                )
            except Exception as error:  # noqa: BLE001, the caller tries again
                if self._answers:
                    log.warning("no shard identifies while the database does not answer: %s", error_summary(error))
                self._answers = False
                self._drop()
                return False
            except BaseException:
                # The lock may have been granted although we have not received the answer.
                self._drop()
                raise
            self._answers = True
            if locked:
                self._locked.add(bucket)
            return bool(locked)

    async def unlock(self, bucket: int) -> None:
        """Unlock a bucket, and disconnect after the last one."""
        async with self._one:
            if bucket not in self._locked:
                return
            self._locked.discard(bucket)
            try:
                await self._connection.fetchval(
                    "SELECT pg_advisory_unlock($1)", self._namespace | bucket, timeout=DATABASE_TIMEOUT_SECONDS
                )
                if not self._locked:
                    connection, self._connection = self._connection, None
                    await connection.close(timeout=DATABASE_TIMEOUT_SECONDS)
            except Exception as error:  # noqa: BLE001, the server releases the lock with the connection
                log.info("the connection of identify locks is lost: %s", error_summary(error))
                self._drop()

    async def close(self) -> None:
        """Unlock all buckets."""
        async with self._one:
            self._drop()

    async def _connected(self) -> Any:
        if self._connection is None or self._connection.is_closed():
            import asyncpg  # noqa: PLC0415, not needed with SQLite

            # The locks of a lost connection are released.
            self._locked.clear()
            self._connection = await asyncpg.connect(
                self._url,
                timeout=DATABASE_TIMEOUT_SECONDS,
                server_settings={"application_name": "tablee identify"},
            )
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
        self._connection = None
        self._locked.clear()
