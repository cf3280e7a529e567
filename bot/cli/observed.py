"""Figures only for whoever asks for them: without ``METRICS_PORT`` nothing of this is even loaded."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot.client.bot import Bot

if TYPE_CHECKING:
    from bot.metrics import Metrics


def metrics(port: int | None) -> Metrics | None:
    """Where figures are kept; None if nobody will ask."""
    if port is None:
        return None
    from bot.metrics import Metrics  # noqa: PLC0415, see above

    return Metrics()


@contextlib.asynccontextmanager
async def observed(bot: Bot, port: int | None) -> AsyncIterator[None]:
    """Answer on that port as long as the block lasts, if there is one. Raises PortTaken."""
    if port is None or bot.watching is None:
        yield
        return
    from bot.cli.monitoring import monitored  # noqa: PLC0415, see above

    async with monitored(bot.watching, port):
        yield


class PortTaken(Exception):
    """Somebody else listens on the port."""
