"""Figures only for whoever asks for them: without ``METRICS_PORT`` nothing of this is even loaded."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot.client.bot import Bot

if TYPE_CHECKING:
    from bot.client.watching import Watching
    from bot.metrics import Metrics

AGAIN = 0.5
"""Seconds between looks whether a port has become free."""


def metrics(port: int | None) -> Metrics | None:
    """Where figures are kept; None if nobody will ask."""
    if port is None:
        return None
    from bot.metrics import Metrics  # noqa: PLC0415, see above

    return Metrics()


@contextlib.asynccontextmanager
async def observed(bot: Bot, port: int | None, *, wait: bool = False) -> AsyncIterator[None]:
    """Answer on that port as long as the block lasts, if there is one. Raises PortTaken.

    ``wait``: whoever has the port will leave it to us; nobody is answered until then.
    """
    if port is None or bot.watching is None:
        yield
        return
    from bot.cli.monitoring import monitored  # noqa: PLC0415, see above

    if not wait:
        async with monitored(bot.watching, port):
            yield
        return
    answering = asyncio.create_task(_answer(bot.watching, port), name="monitoring")
    try:
        yield
    finally:
        answering.cancel()
        await asyncio.wait([answering])


async def _answer(watching: Watching, port: int) -> None:
    from bot.cli.monitoring import monitored  # noqa: PLC0415, see above

    while True:
        try:
            async with monitored(watching, port):
                await asyncio.Event().wait()
        except PortTaken:
            await asyncio.sleep(AGAIN)


class PortTaken(Exception):
    """Somebody else listens on the port."""
