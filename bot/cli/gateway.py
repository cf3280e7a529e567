"""What Discord recommends to a bot: in how many shards its servers are divided, and how many may start."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import aiohttp
from discord.http import Route

LIMIT = 10.0
"""Seconds Discord is given to answer."""
REFUSED = "Discord refuses DISCORD_TOKEN: copy it again from discord.com/developers"


class NoAnswer(Exception):
    """Discord does not say; the message says why, for people."""


class Recommended(NamedTuple):
    """Discord's recommendation."""

    shards: int
    at_once: int
    """How many shards may identify in five seconds."""
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
        return Recommended(said["shards"], limit["max_concurrency"], limit["remaining"], limit["total"])
    except (aiohttp.ClientError, OSError, KeyError, ValueError) as error:
        raise NoAnswer(f"Discord could not be reached ({type(error).__name__})") from None
