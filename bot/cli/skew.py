"""How far this machine's clock is from Discord's: typed commands are judged by the time they were sent."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import UTC
from email.utils import parsedate_to_datetime

import aiohttp

log = logging.getLogger(__name__)

LIMIT = 5.0
"""Seconds Discord is given to answer."""
TOLERANCE = 2.0
"""So many seconds in either direction do no harm."""


async def skew(address: str, *, now: Callable[[], float] = time.time, limit: float = LIMIT) -> float | None:
    """Seconds that we are ahead of whoever answers at that address of the API (negative: behind); None: nobody does."""
    asked = answered = date = 0.0
    try:
        async with asyncio.timeout(limit), aiohttp.ClientSession() as session:
            # The second time the connection stands, so that only the way there and back is in between.
            for _ in range(2):
                asked = now()
                async with session.get(f"{address}/gateway") as answer:
                    answered = now()
                    date = parsedate_to_datetime(answer.headers["Date"]).replace(tzinfo=UTC).timestamp()
                    await answer.read()
    except (aiohttp.ClientError, OSError, KeyError, ValueError):
        return None
    # A date has whole seconds: half a second is missing on average.
    return (asked + answered) / 2 - date - 0.5


def told(seconds: float) -> str:
    """A difference in words."""
    return f"{abs(round(seconds))} s {'ahead of' if seconds > 0 else 'behind'} Discord's"


async def warn(address: str, *, now: Callable[[], float] = time.time) -> None:
    """Log a clock that is off by more than does no harm."""
    seconds = await skew(address, now=now)
    if seconds is not None and abs(seconds) > TOLERANCE:
        log.warning("this machine's clock is %s: let it be set by NTP", told(seconds))
