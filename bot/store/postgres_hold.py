"""Which shards are ours in a PostgreSQL database, and hearing what other processes tell.

Both are on one connection of their own. A process has an advisory lock for each of its shards, so every shard has one
process; the locks end with the connection. All processes together have the same number of shards: whoever has some of
them shares a further lock, and whoever has all of them, or counts them anew, has that one alone.
"""

# ruff: noqa: S608 - what is put into SQL here are our own numbers

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

import asyncpg
import msgspec

from bot.core.shards import Shards
from bot.store.address import place
from bot.store.postgres_pool import LIMIT, TROUBLE
from bot.store.postgres_sql import CHANNEL
from bot.store.statements import MISSED, PANELS, REPLACED, TAKEN, Taken

log = logging.getLogger(__name__)

HOLDING = 0x7461626C
"""The advisory locks of the processes that hold the tables of a schema: "tabl" and the number of the table."""
KEY = f"('tables'::regclass::oid::bigint::bit(32) # {HOLDING}::bit(32))::int"
EVERYBODY, TAKING = -1, -2
"""Beside the shards' own numbers: the lock that all share, and that of whoever is just taking locks."""

ALONE = f"SELECT pg_try_advisory_lock({KEY}, {EVERYBODY})"
SHARED = f"SELECT pg_try_advisory_lock_shared({KEY}, {EVERYBODY})"
NOT_ALONE = f"SELECT pg_advisory_unlock({KEY}, {EVERYBODY})"
OWN = f"SELECT bool_and(pg_try_advisory_lock({KEY}, shard)) FROM generate_series($1::int, $2::int) AS shard"
IN_TURN = f"SELECT pg_advisory_xact_lock({KEY}, {TAKING})"
# Of the lock that all share those who have it alone, and anybody ($3) if that is what we want.
HOLDERS = f"""
    SELECT pid, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND datname = current_database()
        AND classid = ({KEY})::bit(32)::bigint::oid AND pid <> pg_backend_pid() AND (
            (objid::bigint BETWEEN $1 AND $2)
            OR (objid::bigint = {EVERYBODY % 2**32} AND (mode = 'ExclusiveLock' OR $3))
        )"""

COUNT = "SELECT document FROM documents WHERE kind = 'shards' AND key = 0"
"""For how many shards the tables know theirs; nothing is kept for one."""
COUNTED = """
    INSERT INTO documents VALUES ('shards', 0, $1) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"""
# What was left to whoever serves a shard next: of another number of shards that is nobody.
NOT_LEFT = f"DELETE FROM documents WHERE kind IN ('{TAKEN}', '{PANELS}')"
NOT_COUNTED = "DELETE FROM documents WHERE kind = 'shards' AND key = 0"
# What has ended and is shown has nothing to be found by; it gets its shard when it is written again.
COUNT_ANEW = """
    UPDATE tables SET shard = (guild >> 22) % $1
    WHERE (wake IS NOT NULL OR status IN ('lobby', 'playing') OR behind) AND shard <> (guild >> 22) % $1"""

ALIVE = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
"""A holder that cannot be reached any more (a power cut) loses its lock after 50 s, not after hours."""
SURE = 20.0
"""For so many seconds after its last answer a lock is ours for certain; well below what ``ALIVE`` allows."""
AGAIN = 1.0
"""Seconds between tries to get a lock back."""
TRIES = 20
"""How often within that time we ask whether the server has ended our earlier connection, or another has let go."""


class Hold:
    """The locks of one process. They end with their connection."""

    def __init__(
        self,
        url: str,
        shards: Shards | None = None,
        arrived: Callable[[str, Any], None] = lambda _topic, _payload: None,
        origin: str = "",
    ) -> None:
        """Without shards: the whole database, whatever its shards are. ``arrived`` is told what others tell.

        ``origin`` marks what this process tells itself.
        """
        self._url = url
        self._shards = shards
        self._arrived = arrived
        self._origin = origin
        self._place = place(url)
        # Whoever comes second reads who we are; we tell ourselves from others by the first word. What is not ASCII the
        # server would not show.
        self._name = f"{token_hex(4)} process {os.getpid()} on {ascii(socket.gethostname())[1:-1]}"[:63]
        self._connection: Any = None
        self._sure = 0.0
        self._taken = ""
        self._one = asyncio.Lock()
        self._regaining: asyncio.Task[None] | None = None

    @property
    def hears(self) -> bool:
        """Whether we hear what others tell, as far as anybody knows."""
        return self._connection is not None and not self._connection.is_closed()

    async def take(self, *, wait: bool = False) -> None:
        """Have the locks. Raises Taken; ``wait``: instead wait until others have let go of them."""
        while True:
            try:
                return await self.check(wait=wait)
            except TROUBLE:
                # Whoever waits may have to wait for a server that starts again, too.
                if not wait:
                    raise
                await asyncio.sleep(AGAIN)

    async def check(self, *, wait: bool = False) -> None:
        """Have the locks, or have them still. Raises Taken, for ever if we have had them: the other goes on now."""
        if self._ours():
            return
        async with self._one:
            if self._taken:
                raise Taken(self._taken)
            # They may have ended without our knowing, and nobody tells us: the network was down.
            if not self._ours() and not await self._answers():
                self._connection = await self._take(wait=wait)
                # Nobody knows what was told before.
                self._arrived(MISSED, None)
            self._sure = asyncio.get_running_loop().time() + SURE

    async def release(self) -> None:
        """Let go."""
        if self._regaining is not None:
            self._regaining.cancel()
            await asyncio.wait([self._regaining])
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.remove_termination_listener(self._ended)
            with suppress(*TROUBLE):
                # At once: the end of a connection takes the server a moment.
                await connection.execute("SELECT pg_advisory_unlock_all()", timeout=LIMIT)
            with suppress(*TROUBLE):
                await connection.close(timeout=LIMIT)

    def _ours(self) -> bool:
        return self.hears and asyncio.get_running_loop().time() < self._sure

    async def _answers(self) -> bool:
        if self._connection is None or self._connection.is_closed():
            return False
        with suppress(*TROUBLE):
            if await self._locked(self._connection):  # what is ours already we get again
                return True
        self._connection.terminate()
        return False

    async def _locked(self, connection: Any) -> bool:
        """Take every lock that is free or ours; whether we have all of them now."""
        if self._shards is None or self._shards.everything:
            return await connection.fetchval(ALONE, timeout=SURE)
        if not await connection.fetchval(SHARED, timeout=SURE):
            return False
        return await connection.fetchval(OWN, self._shards.first, self._shards.last, timeout=SURE)

    async def _take(self, *, wait: bool) -> Any:
        connection = await asyncpg.connect(
            self._url, timeout=LIMIT, server_settings=ALIVE | {"application_name": self._name}
        )
        try:
            while (refusal := await self._refusal(connection)) is not None and wait:  # noqa: ASYNC110, another process
                await asyncio.sleep(AGAIN / TRIES)
            if refusal is None:
                await connection.add_listener(await connection.fetchval(f"SELECT {CHANNEL}"), self._heard)
                connection.add_termination_listener(self._ended)
                return connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close(timeout=LIMIT)
        if self._connection is not None:
            self._taken = refusal
            self._arrived(REPLACED, refusal)
        raise Taken(refusal)

    async def _refusal(self, connection: Any) -> str | None:
        """Take the locks: None, or who has them."""
        for _ in range(TRIES):
            async with connection.transaction():
                # One at a time, so that nobody meets another who has only a part of theirs, or just counts.
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
                # It is ourselves: the server has not noticed yet that our earlier connection is gone.
                await connection.execute("SELECT pg_terminate_backend($1)", holder["pid"])
            await asyncio.sleep(AGAIN / TRIES)
        raise ConnectionError("The server keeps an earlier connection of ours.")

    async def _counted(self, connection: Any) -> bool:
        """Have every table know its shard of as many as we have; False if others go on with another number."""
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

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        origin, topic, said = msgspec.json.decode(payload)
        if origin != self._origin:
            self._arrived(topic, said)

    def _ended(self, _connection: Any) -> None:
        """The connection was lost, e.g. because the server starts again: get the locks back before another does."""
        if self._regaining is None or self._regaining.done():
            self._regaining = asyncio.create_task(self._regain(), name="store hold")

    async def _regain(self) -> None:
        while True:
            try:
                await self.check()
            except Taken as error:
                log.critical("%s", error)
                return
            except TROUBLE:
                await asyncio.sleep(AGAIN)
            else:
                return
