"""Connections to a PostgreSQL server that may be away for a moment: it starts again, or another takes its place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg

from bot.store.statements import Unavailable

T = TypeVar("T")

TROUBLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What a connection raises that is lost, or cannot be made yet."""
AWAY = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InternalClientError,
)
"""What says that the server is away, or that this one is not in charge any more; nothing that a statement does."""
PATIENCE = 2.0
"""Seconds that a server which is away is waited for: whoever clicked has an answer within three."""
PAUSE = 0.05
"""Seconds between two tries."""
LIMIT = 30
"""Seconds after which a connection that says nothing is given up."""


async def _keep(connection: Any) -> None:
    """Nothing to reset when a connection goes back to the pool: we leave nothing behind in it.

    The driver's own reset would be a second round trip for every call.
    """


class Pool:
    """Connections. What fails because the server is away is tried again for a moment, then Unavailable is raised.

    So whatever is done here must be right also if it is done twice: an answer may have been lost on its way.
    """

    def __init__(self, pool: Any, before: Callable[[], Awaitable[None]] | None = None) -> None:
        """``before`` every try this is done, and may raise what it likes."""
        self._pool = pool
        self._before = before

    @classmethod
    async def open(cls, url: str, connections: int) -> Pool:
        """Connect; the server must be there."""
        return cls(await asyncpg.create_pool(url, min_size=1, max_size=connections, timeout=LIMIT, reset=_keep))

    async def close(self) -> None:
        """Wait for what is being done, and disconnect."""
        await self._pool.close()

    def checked(self, before: Callable[[], Awaitable[None]]) -> Pool:
        """The same connections, for those who must check something before."""
        return Pool(self._pool, before)

    async def fetch(self, query: str, *values: Any) -> list[Any]:
        """All rows of a query."""
        return await self.run(lambda connection: connection.fetch(query, *values, timeout=LIMIT))

    async def fetchrow(self, query: str, *values: Any) -> Any:
        """The first row of a query, or None."""
        return await self.run(lambda connection: connection.fetchrow(query, *values, timeout=LIMIT))

    async def fetchval(self, query: str, *values: Any) -> Any:
        """The first value of the first row of a query, or None."""
        return await self.run(lambda connection: connection.fetchval(query, *values, timeout=LIMIT))

    async def execute(self, query: str, *values: Any) -> None:
        """Run a statement."""
        await self.run(lambda connection: connection.execute(query, *values, timeout=LIMIT))

    async def transaction(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do some work in a transaction; it takes as long as it takes."""

        async def whole(connection: Any) -> T:
            async with connection.transaction():
                return await work(connection)

        return await self.run(whole)

    async def run(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do some work with a connection."""
        end: float | None = None
        while True:
            try:
                if self._before is not None:
                    await self._before()
                return await self._once(work)
            except (*AWAY, asyncpg.InterfaceError) as error:
                # The driver says the same of a closed connection and of a wrong argument.
                if isinstance(error, asyncpg.InterfaceError) and "closed" not in str(error):
                    raise
                if self._pool.is_closing():
                    raise
                now = asyncio.get_running_loop().time()
                end = now + PATIENCE if end is None else end
                if now + PAUSE > end or isinstance(error, TimeoutError):
                    # Not from the error: what drivers say may hold an address.
                    raise Unavailable(f"PostgreSQL does not answer ({type(error).__name__}).") from None
            await asyncio.sleep(PAUSE)

    async def _once(self, work: Callable[[Any], Awaitable[T]]) -> T:
        connection = await self._pool.acquire()
        try:
            found = await work(connection)
        except BaseException:
            # One that is lost need not be waited for.
            with suppress(*TROUBLE):
                await self._pool.release(connection, timeout=LIMIT)
            raise
        await self._pool.release(connection)
        return found
