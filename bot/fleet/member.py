"""One process of a fleet, and what Discord's gateway recommends."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import aiohttp
from discord.http import Route

from bot.workers import SERVING, STANDBY

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


class Member:
    """A process, as its fleet sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._said: set[str] = set()
        self._news = {word: asyncio.Event() for word in (STANDBY, SERVING)}
        self._life = asyncio.create_task(self._listen(), name="member")
        self._began = asyncio.get_running_loop().time()

    @classmethod
    async def start(cls, command: Sequence[str], environment: Mapping[str, str]) -> Member:
        """Start a process. Ctrl-C in a terminal does not reach it: the fleet lets it end in order."""
        process = await asyncio.create_subprocess_exec(
            *command,
            env={**os.environ, **environment},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        return cls(process)

    @property
    def number(self) -> int:
        """The number the system knows it by."""
        return self._process.pid

    @property
    def served(self) -> bool:
        """Whether it has ever served anybody."""
        return SERVING in self._said

    @property
    def age(self) -> float:
        """Seconds since its start."""
        return asyncio.get_running_loop().time() - self._began

    async def says(self, word: str) -> bool:
        """Wait until it has said that; False if it ends without."""
        await self._news[word].wait()
        return word in self._said

    async def ended(self) -> int:
        """Wait for its end; gives its exit code, negative for a signal."""
        return await asyncio.shield(self._life)

    def end(self) -> None:
        """Ask it to leave in order."""
        self._send(signal.SIGTERM)

    async def gone(self, patience: float) -> int:
        """Wait for its end, but not for ever: then it is killed."""
        try:
            async with asyncio.timeout(patience):
                return await self.ended()
        except TimeoutError:
            log.warning("does not leave, so it is killed process=%s", self.number)
            self._send(signal.SIGKILL)
            return await self.ended()

    def _send(self, number: signal.Signals) -> None:
        if self._process.returncode is None:
            self._process.send_signal(number)

    async def _listen(self) -> int:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            word = line.decode("utf-8", "replace").strip()
            if word in self._news:
                self._said.add(word)
                self._news[word].set()
        code = await self._process.wait()
        for each in self._news.values():
            each.set()
        return code


class Parent:
    """The fleet, as a process of it sees it: whom it tells how it is, and with whom it ends."""

    def __init__(self) -> None:
        # What processes of our own inherit is not the way to the fleet: it would not notice our end before theirs.
        self._heard, self._told = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        asyncio.get_running_loop().add_reader(self._heard, self._hear)

    def say(self, word: str) -> None:
        """Tell the fleet how we are."""
        try:
            os.write(self._told, f"{word}\n".encode())
        except OSError:
            log.warning("the fleet does not hear any more")

    def _hear(self) -> None:
        # It says nothing; that there is nobody any more who could is all that can be heard.
        if not os.read(self._heard, 1024):
            asyncio.get_running_loop().remove_reader(self._heard)
            log.warning("the fleet is gone, so this process leaves")
            os.kill(os.getpid(), signal.SIGTERM)
