"""``fleet``: several processes on this machine, each with some of the shards, kept running and renewed in turn."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise

from bot.cli.loop import ending
from bot.cli.settings import LAST_PORT, BadSetting, Settings
from bot.core.shards import Shards
from bot.fleet.member import Member, NoAnswer, recommended
from bot.workers import SERVING, STANDBY

log = logging.getLogger(__name__)

FATAL = 1
COMMAND = [sys.executable, "-m", "bot"]
PAUSES = (0.0, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds before a process that has ended is started again; the last one again and again."""
STEADY = 60.0
"""Who has lived so many seconds is started again at once."""
CONNECT = 120.0
"""Seconds a new process has to connect, and ``EACH`` for each of its shards: one at a time may have to identify."""
EACH = 10.0
LEAVE = 25.0
"""Seconds a process has to leave before it is killed."""

Start = Callable[["Place", bool], Awaitable[Member]]
"""Starts a process for a place; True: on standby."""


class Place:
    """Some of the shards, and the process that serves them."""

    def __init__(self, index: int, shards: Shards) -> None:
        self.index = index
        self.shards = shards
        self.member: Member | None = None
        self.successor: Member | None = None
        """A new process that takes over as soon as the other has left."""

    def succeeded(self) -> bool:
        """The process has ended: is there one that takes over? From now on it is the process of this place."""
        if self.successor is None:
            return False
        self.member, self.successor = self.successor, None
        return True


class Fleet:
    """Processes, one a place."""

    def __init__(self, parts: list[Shards], start: Start) -> None:
        self._places = [Place(index, part) for index, part in enumerate(parts)]
        self._start = start
        self.updating: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Keep everybody running until cancelled; an exit code if somebody cannot even begin."""
        keeping = [asyncio.create_task(self._keep(place), name=f"place {place.index}") for place in self._places]
        try:
            done, _ = await asyncio.wait(keeping, return_when=asyncio.FIRST_COMPLETED)
            return done.pop().result()
        finally:
            for task in (*keeping, *([self.updating] if self.updating else [])):
                task.cancel()
            await asyncio.wait(keeping)
            await self._stop()

    def update(self) -> None:
        """Put new processes in the place of all, one after the other, without anybody noticing."""
        if self.updating is None or self.updating.done():
            self.updating = asyncio.create_task(self._update(), name="update")
        else:
            log.warning("an update is going on already")

    async def _keep(self, place: Place) -> int:
        """Have a place served; ends only if its first process gives up before it has ever served anybody."""
        place.member = await self._started(place, standby=False)
        begun, quick = False, 0
        while True:
            member = place.member
            code = await member.ended()
            begun = begun or member.served
            if place.succeeded():
                continue
            if not begun and code > 0:
                log.critical("process=%s could not begin, code=%s: everything is stopped", member.number, code)
                return code
            quick = 1 if member.age >= STEADY else quick + 1
            pause = PAUSES[min(quick, len(PAUSES)) - 1]
            log.error("ended process=%s shards=%s code=%s again=%s", member.number, place.shards, code, pause)
            await asyncio.sleep(pause)
            while not place.succeeded():
                try:
                    # On standby: the database may not have noticed yet that the one before is gone.
                    place.member = await self._started(place, standby=True)
                    break
                except OSError as error:
                    # There may be no memory for it now, or no Python while a new version is put in place.
                    log.error("cannot be started shards=%s: %s", place.shards, type(error).__name__)  # noqa: TRY400
                    await asyncio.sleep(PAUSES[-1])

    async def _update(self) -> None:
        log.info("update begins processes=%s", len(self._places))
        # The first shard comes last: its process tells Discord our commands, which everybody must know by then.
        for place in reversed(self._places):
            if not await self._renew(place):
                log.error("update stops at shards=%s: the processes that run go on", place.shards)
                return
        log.info("update is done")

    async def _renew(self, place: Place) -> bool:
        """Let a new process take over a place; False if it cannot, and then the old one goes on."""
        old = place.member
        assert old is not None
        try:
            new = place.successor = await self._started(place, standby=True)
        except OSError as error:
            log.error("cannot be started shards=%s: %s", place.shards, type(error).__name__)  # noqa: TRY400
            return False
        try:
            async with asyncio.timeout(CONNECT + EACH * len(place.shards.numbers)):
                ready = await new.says(STANDBY)
        except TimeoutError:
            ready = False
        if not ready:
            if place.successor is new:
                place.successor = None
            new.end()
            await new.gone(LEAVE)
            return False
        old.end()
        await old.gone(LEAVE)
        return await new.says(SERVING)

    async def _started(self, place: Place, *, standby: bool) -> Member:
        member = await self._start(place, standby)
        log.info("started process=%s shards=%s", member.number, place.shards)
        return member

    async def _stop(self) -> None:
        members = [each for place in self._places for each in (place.member, place.successor) if each]
        for member in members:
            member.end()
        await asyncio.gather(*(member.gone(LEAVE) for member in members))


def divided(shards: Shards, processes: int) -> list[Shards]:
    """Shards in as many parts, as equal as possible; fewer where there are not enough shards."""
    total = len(shards.numbers)
    parts = min(processes, total)
    ends = [shards.first + total * part // parts for part in range(parts + 1)]
    return [Shards(first, following - 1, shards.count) for first, following in pairwise(ends)]


def starting(settings: Settings) -> Start:
    """How a process of this fleet is started: each answers on a metrics port of its own."""

    async def start(place: Place, standby: bool) -> Member:  # noqa: FBT001, nobody else calls it
        port = settings.metrics_port
        environment = {} if port is None else {"METRICS_PORT": str(port + place.index)}
        arguments = ["run", "--shards", str(place.shards), "--of-fleet"]
        return await Member.start([*COMMAND, *arguments, *(["--standby"] if standby else [])], environment)

    return start


async def run(settings: Settings, processes: int | None) -> int:
    """Keep a fleet running until a signal ends it; 1 if it cannot begin."""
    check(settings)
    shards = settings.shards
    if shards is None:
        try:
            count = (await recommended(settings.discord_token)).shards
        except NoAnswer as error:
            log.critical("%s", error)
            return FATAL
        shards = Shards(0, count - 1, count)
    parts = divided(shards, processes or os.cpu_count() or 1)
    if settings.metrics_port is not None and settings.metrics_port + len(parts) - 1 > LAST_PORT:
        raise BadSetting(f"METRICS_PORT={settings.metrics_port} leaves no port for each of {len(parts)} processes")
    if processes and len(parts) < processes:
        log.info("there are not more shards than processes=%s", len(parts))
    fleet = Fleet(parts, starting(settings))
    with ending(), updating(fleet):
        return await fleet.run()
    return 0


def check(settings: Settings) -> None:
    """Raise BadSetting where several processes cannot work."""
    if sys.platform == "win32":
        raise BadSetting("fleet needs signals, which Windows has not: there `python -m bot run` serves everybody")
    if not settings.discord_token:
        raise BadSetting("fleet needs DISCORD_TOKEN; without it `python -m bot run` opens the local table")
    if settings.sqlite:
        raise BadSetting(
            "fleet needs PostgreSQL in DATABASE_URL: a SQLite file serves one process, and `python -m bot run` is that "
            "(docs/hosting.md says how to move)"
        )


@contextlib.contextmanager
def updating(fleet: Fleet) -> Iterator[None]:
    """SIGHUP renews the processes as long as the block lasts."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, fleet.update)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGHUP)
