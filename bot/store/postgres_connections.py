"""Connecting to PostgreSQL: its address, and the locks on our shards with the notifications of other processes."""

# ruff: noqa: S608 - only our own numbers are put into SQL here

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
import msgspec

from bot.core.shards import Shards
from bot.store.statements import MISSED, PANELS, REPLACED, TAKEN, Taken

log = logging.getLogger(__name__)

# ---- the address


def host_and_database(url: str) -> str:
    """The only parts of an address that may be logged."""
    parts = urlsplit(url)
    options = parse_qs(parts.query)
    host = parts.netloc.rpartition("@")[2] or options.get("host", ["localhost"])[-1]
    return unquote(f"{host}{parts.path or '/'}")


CONNECTION_ERRORS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Errors of a connection that is lost or cannot be made yet."""
TIMEOUT_SECONDS = 30
"""After which a silent connection is given up."""


# ---- our shards
#
# A process has an advisory lock for each of its shards, so each shard has one process; the locks end with their
# connection. All processes count the same number of shards: a process with some of them shares a further lock, and a
# process that has all of them, or changes their number, has that lock alone.

CHANNEL = "'tablee_' || 'tables'::regclass::oid"
"""The channel of all notifications; each schema has its own."""

SCHEMA_LOCKS = 0x7461626C
"""Locks are numbered by "tabl" and the table's oid, so every schema has its own."""
KEY = f"('tables'::regclass::oid::bigint::bit(32) # {SCHEMA_LOCKS}::bit(32))::int"
SHARED_LOCK, TAKING_LOCK = -1, -2
"""Besides the shards' own numbers: the lock that all share, and that of a process while it takes locks."""

ALONE = f"SELECT pg_try_advisory_lock({KEY}, {SHARED_LOCK})"
SHARED = f"SELECT pg_try_advisory_lock_shared({KEY}, {SHARED_LOCK})"
NOT_ALONE = f"SELECT pg_advisory_unlock({KEY}, {SHARED_LOCK})"
OWN = f"SELECT bool_and(pg_try_advisory_lock({KEY}, shard)) FROM generate_series($1::int, $2::int) AS shard"
IN_TURN = f"SELECT pg_advisory_xact_lock({KEY}, {TAKING_LOCK})"
# Of the shared lock: processes that have it alone, and any process ($3) if we want it alone.
HOLDERS = f"""
    SELECT pid, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND datname = current_database()
        AND classid = ({KEY})::bit(32)::bigint::oid AND pid <> pg_backend_pid() AND (
            (objid::bigint BETWEEN $1 AND $2)
            OR (objid::bigint = {SHARED_LOCK % 2**32} AND (mode = 'ExclusiveLock' OR $3))
        )"""

COUNT = "SELECT document FROM documents WHERE kind = 'shards' AND key = 0"
"""The number of shards that the tables' shards are computed for; missing for one."""
COUNTED = """
    INSERT INTO documents VALUES ('shards', 0, $1) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"""
NOT_COUNTED = "DELETE FROM documents WHERE kind = 'shards' AND key = 0"
# Documents left to the next process of a shard mean nothing with another number of shards.
NOT_LEFT = f"DELETE FROM documents WHERE kind IN ('{TAKEN}', '{PANELS}')"
# Ended tables whose board is up to date are never searched by shard; they get theirs with the next write.
COUNT_ANEW = """
    UPDATE tables SET shard = (guild >> 22) % $1
    WHERE (wake IS NOT NULL OR status IN ('lobby', 'playing') OR behind) AND shard <> (guild >> 22) % $1"""

KEEPALIVE = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
"""A process that cannot be reached any more (a power cut) loses its locks after 50 s, not after hours."""
LEASE_SECONDS = 20.0
"""How long after their last answer the locks are certainly ours; well below ``KEEPALIVE``."""
REGAIN_SECONDS = 1.0
"""Between attempts to get the locks back."""
POLLS = 20
"""Within ``REGAIN_SECONDS``: whether the server has closed our earlier connection, or another process has let go."""


class ShardLocks:
    """The locks of one process, on a connection of their own that also receives notifications."""

    def __init__(
        self,
        url: str,
        shards: Shards | None = None,
        arrived: Callable[[str, Any], None] = lambda _topic, _payload: None,
        origin: str = "",
    ) -> None:
        """Without shards: the whole database. ``arrived`` receives notifications, except those of our ``origin``."""
        self._url = url
        self._shards = shards
        self._arrived = arrived
        self._origin = origin
        self._place = host_and_database(url)
        # A second process reads who we are; we know our own connections by the first word. The server does not show
        # characters other than ASCII.
        self._name = f"{token_hex(4)} process {os.getpid()} on {ascii(socket.gethostname())[1:-1]}"[:63]
        self._connection: Any = None
        self._lease_end = 0.0
        self._taken = ""
        self._one = asyncio.Lock()
        self._regaining: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether notifications arrive, as far as we know."""
        return self._connection is not None and not self._connection.is_closed()

    async def take(self, *, wait: bool = False) -> None:
        """Take the locks. Raises Taken; ``wait``: instead wait until other processes let go."""
        while True:
            try:
                return await self.check(wait=wait)
            except CONNECTION_ERRORS:
                # A waiting process also waits for a server that restarts.
                if not wait:
                    raise
                await asyncio.sleep(REGAIN_SECONDS)

    async def check(self, *, wait: bool = False) -> None:
        """Take the locks, or see that we still have them. Raises Taken; once they were lost, for ever."""
        if self._lease_runs():
            return
        async with self._one:
            if self._taken:
                raise Taken(self._taken)
            # The network was down: the server may have ended them without our knowing.
            if not self._lease_runs() and not await self._answers():
                self._connection = await self._take(wait=wait)
                # Earlier notifications are lost.
                self._arrived(MISSED, None)
            self._lease_end = asyncio.get_running_loop().time() + LEASE_SECONDS

    async def release(self) -> None:
        """Let go."""
        if self._regaining is not None:
            self._regaining.cancel()
            await asyncio.wait([self._regaining])
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.remove_termination_listener(self._ended)
            with suppress(*CONNECTION_ERRORS):
                # The server takes a moment to end a connection: unlock before.
                await connection.execute("SELECT pg_advisory_unlock_all()", timeout=TIMEOUT_SECONDS)
            with suppress(*CONNECTION_ERRORS):
                await connection.close(timeout=TIMEOUT_SECONDS)

    def _lease_runs(self) -> bool:
        return self.connected and asyncio.get_running_loop().time() < self._lease_end

    async def _answers(self) -> bool:
        if self._connection is None or self._connection.is_closed():
            return False
        with suppress(*CONNECTION_ERRORS):
            if await self._locked(self._connection):  # locks that are ours are granted again
                return True
        self._connection.terminate()
        return False

    async def _locked(self, connection: Any) -> bool:
        """Take every free lock; whether all of them are ours now."""
        if self._shards is None or self._shards.everything:
            return await connection.fetchval(ALONE, timeout=LEASE_SECONDS)
        if not await connection.fetchval(SHARED, timeout=LEASE_SECONDS):
            return False
        return await connection.fetchval(OWN, self._shards.first, self._shards.last, timeout=LEASE_SECONDS)

    async def _take(self, *, wait: bool) -> Any:
        connection = await asyncpg.connect(
            self._url, timeout=TIMEOUT_SECONDS, server_settings=KEEPALIVE | {"application_name": self._name}
        )
        try:
            while (refusal := await self._refusal(connection)) is not None and wait:  # noqa: ASYNC110, another process
                await asyncio.sleep(REGAIN_SECONDS / POLLS)
            if refusal is None:
                await connection.add_listener(await connection.fetchval(f"SELECT {CHANNEL}"), self._notified)
                connection.add_termination_listener(self._ended)
                return connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close(timeout=TIMEOUT_SECONDS)
        if self._connection is not None:
            self._taken = refusal
            self._arrived(REPLACED, refusal)
        raise Taken(refusal)

    async def _refusal(self, connection: Any) -> str | None:
        """Take the locks: None, or a text that names the process that has them."""
        for _ in range(POLLS):
            async with connection.transaction():
                # One process at a time, so that none sees another with only a part of its locks.
                await connection.execute(IN_TURN)
                counted = await self._counted(connection)
                if counted and await self._locked(connection):
                    return None
            shards = self._shards or Shards()
            alone = not counted or self._shards is None or shards.everything
            holders = await connection.fetch(HOLDERS, shards.first, shards.last, alone)
            await connection.execute("SELECT pg_advisory_unlock_all()")
            for holder in holders:
                if holder["application_name"] != self._name:
                    what = "" if self._shards is None or shards.everything else f" with some of the shards {shards}"
                    what = what if counted else " with another number of shards"
                    who = holder["application_name"].partition(" ")[2]
                    return (
                        f"Another Tablée ({who}) is running on the PostgreSQL database {self._place}{what}: "
                        "stop it first, then start this one."
                    )
                # Our own earlier connection, whose end the server has not noticed yet.
                await connection.execute("SELECT pg_terminate_backend($1)", holder["pid"])
            await asyncio.sleep(REGAIN_SECONDS / POLLS)
        raise ConnectionError("The server keeps an earlier connection of ours.")

    async def _counted(self, connection: Any) -> bool:
        """Compute the tables' shards for our number of shards; False while other processes use another number."""
        if self._shards is None:
            return True
        found = await connection.fetchval(COUNT)
        if (int(found) if found else 1) == self._shards.count:
            return True
        if not await connection.fetchval(ALONE):
            return False
        await connection.execute(COUNT_ANEW, self._shards.count)
        await connection.execute(NOT_LEFT)
        if self._shards.count == 1:
            await connection.execute(NOT_COUNTED)
        else:
            await connection.execute(COUNTED, str(self._shards.count).encode())
        if not self._shards.everything:
            await connection.fetchval(SHARED)
            await connection.fetchval(NOT_ALONE)
        return True

    def _notified(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        origin, topic, said = msgspec.json.decode(payload)
        if origin != self._origin:
            self._arrived(topic, said)

    def _ended(self, _connection: Any) -> None:
        """The connection was lost, e.g. because the server restarts: get the locks back before another process does."""
        if self._regaining is None or self._regaining.done():
            self._regaining = asyncio.create_task(self._regain(), name="store shard locks")

    async def _regain(self) -> None:
        while True:
            try:
                await self.check()
            except Taken as error:
                log.critical("%s", error)
                return
            except CONNECTION_ERRORS:
                await asyncio.sleep(REGAIN_SECONDS)
            else:
                return
