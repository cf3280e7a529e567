"""What Discord says to whoever asks: how many shards it recommends, how many may start, and what time it is."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import aiohttp
from discord.http import Route

log = logging.getLogger(__name__)

LIMIT, QUICK = 10.0, 5.0
"""Seconds Discord is given to answer, and where nobody needs to know."""
TOLERANCE = 2.0
"""Seconds that clocks may be apart in either direction: typed commands are judged by when they were sent."""
REFUSED = "Discord refuses DISCORD_TOKEN: copy it again from discord.com/developers"


class NoAnswer(Exception):
    """Discord does not say; the message says why, for people."""


class Recommended(NamedTuple):
    """Discord's recommendation."""

    shards: int
    left: int
    """How many may still be started until Discord counts anew, of ``total``."""
    total: int


async def recommended(token: str) -> Recommended:
    """Ask Discord. Raises NoAnswer."""
    headers = {"Authorization": f"Bot {token}"}
    try:
        async with (
            asyncio.timeout(LIMIT),
            aiohttp.ClientSession(headers=headers) as session,
            session.get(f"{Route.BASE}/gateway/bot") as answer,
        ):
            if answer.status == 401:
                raise NoAnswer(REFUSED)
            if answer.status != 200:
                raise NoAnswer(f"Discord does not say how many shards there are (status {answer.status}): try later")
            said = await answer.json()
        limit = said["session_start_limit"]
        return Recommended(said["shards"], limit["remaining"], limit["total"])
    except (aiohttp.ClientError, OSError, KeyError, ValueError) as error:
        raise NoAnswer(f"Discord could not be reached ({type(error).__name__})") from None


async def skew(address: str, *, now: Callable[[], float] = time.time, limit: float = QUICK) -> float | None:
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
