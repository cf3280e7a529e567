"""Locks for identifying shards, shared by all processes of a bot."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from bot.client.sharded import BucketLocks
from bot.tables.tables import error_summary

log = logging.getLogger(__name__)

LOCK_NAMESPACE = 0x7461 << 48
"""Of our advisory locks: "ta", then an application, then a bucket."""
DATABASE_TIMEOUT_SECONDS = 5


class PostgresBucketLocks(BucketLocks):
    """Advisory locks of one application, on a connection that is open while there are any.

    The server releases them with the connection, however a process ends. While the database does not answer no shard
    identifies.
    """

    def __init__(self, url: str, application: int) -> None:
        self._url = url
        self._namespace = LOCK_NAMESPACE | ((application ^ application >> 32) & 0xFFFFFFFF) << 16
        self._locked: set[int] = set()
        self._connection: Any = None
        self._one = asyncio.Lock()
        self._answers = True

    async def try_lock(self, bucket: int) -> bool:
        """See BucketLocks."""
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
        """See BucketLocks."""
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
        """See BucketLocks."""
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
