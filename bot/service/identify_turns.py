"""Turns to identify, which several processes take: who has one has it alone, until it is given back or they die.

Discord lets so many shards of a bot identify in so many seconds, whichever process they belong to.
"""

# ruff: noqa: D102 - methods are explained by Turns

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import Any

from bot.tables.tables import where

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
                    log.warning("no turns while the database does not answer: %s", where(error))
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
                log.info("turns end with their connection: %s", where(error))
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
