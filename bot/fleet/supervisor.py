"""``fleet``: several processes on this machine, each with some of the shards, restarted and replaced one by one."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.cli import logs, terminal
from bot.cli.settings import LAST_PORT, BadSetting, Settings, doubts
from bot.cli.startup import prepare, recommended, run_in_order, wait_for_discord
from bot.core.shards import Shards
from bot.workers import SERVING, STANDBY

log = logging.getLogger(__name__)

COMMAND = [sys.executable, "-m", "bot"]
RESTART_SECONDS = (0.0, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Backoff before a process that has ended is started again."""
STEADY_SECONDS = 60.0
"""A process that has run for so long starts again at once."""
CONNECT_SECONDS, CONNECT_SECONDS_PER_SHARD = 120.0, 10.0
"""Timeout of a new process: its shards may have to identify one after the other."""
END_SECONDS = 25.0
"""Timeout of a process that was asked to end; then it is killed."""


class Member:
    """A process of the fleet."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._states: set[str] = set()
        """STANDBY and SERVING, as soon as it has reported them."""
        self._reported = {state: asyncio.Event() for state in (STANDBY, SERVING)}
        self._exit = asyncio.create_task(self._listen(), name="member")
        self._started = asyncio.get_running_loop().time()

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
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def served(self) -> bool:
        """Whether it has ever served its shards."""
        return SERVING in self._states

    @property
    def age(self) -> float:
        """Seconds since its start."""
        return asyncio.get_running_loop().time() - self._started

    async def reports(self, state: str) -> bool:
        """Wait until it reports a state; False if it ends before."""
        await self._reported[state].wait()
        return state in self._states

    async def ended(self) -> int:
        """Wait for its end; gives its exit code, negative for a signal."""
        return await asyncio.shield(self._exit)

    def end(self) -> None:
        """Ask it to end."""
        self._send(signal.SIGTERM)

    async def ended_or_killed(self, seconds: float) -> int:
        """Wait so many seconds for its end, then kill it."""
        try:
            async with asyncio.timeout(seconds):
                return await self.ended()
        except TimeoutError:
            log.warning("does not end, so it is killed process=%s", self.pid)
            self._send(signal.SIGKILL)
            return await self.ended()

    def _send(self, number: signal.Signals) -> None:
        if self._process.returncode is None:
            self._process.send_signal(number)

    async def _listen(self) -> int:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            state = line.decode("utf-8", "replace").strip()
            if state in self._reported:
                self._states.add(state)
                self._reported[state].set()
        code = await self._process.wait()
        for each in self._reported.values():
            each.set()
        return code


class ShardGroup:
    """Some of the shards, and the process that serves them."""

    def __init__(self, index: int, shards: Shards) -> None:
        self.index = index
        self.shards = shards
        self.member: Member | None = None
        self.successor: Member | None = None
        """A new process that takes over when the other ends."""

    def promote(self) -> bool:
        """Make the successor the process of this group; False if there is none."""
        if self.successor is None:
            return False
        self.member, self.successor = self.successor, None
        return True


class Fleet:
    """Processes, one for each group of shards."""

    def __init__(self, parts: list[Shards], metrics_port: int | None) -> None:
        """The metrics ports of the processes are this one and those that follow."""
        self._groups = [ShardGroup(index, part) for index, part in enumerate(parts)]
        self._metrics_port = metrics_port
        self.updating: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Keep all processes running until cancelled; gives the exit code of one that cannot start."""
        tasks = [asyncio.create_task(self._keep(group), name=f"group {group.index}") for group in self._groups]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return done.pop().result()
        finally:
            for task in (*tasks, *([self.updating] if self.updating else [])):
                task.cancel()
            await asyncio.wait(tasks)
            members = [each for group in self._groups for each in (group.member, group.successor) if each]
            for member in members:
                member.end()
            await asyncio.gather(*(member.ended_or_killed(END_SECONDS) for member in members))

    def update(self) -> None:
        """Replace all processes by new ones, one after the other."""
        if self.updating is None or self.updating.done():
            self.updating = asyncio.create_task(self._update(), name="update")
        else:
            log.warning("an update is going on already")

    async def _keep(self, group: ShardGroup) -> int:
        """Keep the process of a group running; returns only if the first one fails before it has ever served."""
        group.member = await self._started(group, standby=False)
        served, failures = False, 0
        while True:
            member = group.member
            code = await member.ended()
            served = served or member.served
            if group.promote():
                continue
            if not served and code > 0:
                log.critical("process=%s could not start, code=%s: all processes are stopped", member.pid, code)
                return code
            failures = 1 if member.age >= STEADY_SECONDS else failures + 1
            pause = RESTART_SECONDS[min(failures, len(RESTART_SECONDS)) - 1]
            log.error("ended process=%s shards=%s code=%s again=%s", member.pid, group.shards, code, pause)
            await asyncio.sleep(pause)
            while not group.promote():
                try:
                    # On standby: the database may not have noticed yet that the previous process is gone.
                    group.member = await self._started(group, standby=True)
                    break
                except OSError as error:
                    # No memory, or no Python while a new version is being installed.
                    log.error("cannot be started shards=%s: %s", group.shards, type(error).__name__)  # noqa: TRY400
                    await asyncio.sleep(RESTART_SECONDS[-1])

    async def _update(self) -> None:
        log.info("update begins processes=%s", len(self._groups))
        # The first shard comes last: its process registers the commands, which all processes must know by then.
        for group in reversed(self._groups):
            if not await self._renew(group):
                log.error("update stops at shards=%s: the processes that run go on", group.shards)
                return
        log.info("update is done")

    async def _renew(self, group: ShardGroup) -> bool:
        """Replace the process of a group; False if the new one does not start, and then the old one goes on."""
        old = group.member
        assert old is not None
        try:
            new = group.successor = await self._started(group, standby=True)
        except OSError as error:
            log.error("cannot be started shards=%s: %s", group.shards, type(error).__name__)  # noqa: TRY400
            return False
        try:
            async with asyncio.timeout(CONNECT_SECONDS + CONNECT_SECONDS_PER_SHARD * len(group.shards.numbers)):
                ready = await new.reports(STANDBY)
        except TimeoutError:
            ready = False
        if not ready:
            if group.successor is new:
                group.successor = None
            new.end()
            await new.ended_or_killed(END_SECONDS)
            return False
        old.end()
        await old.ended_or_killed(END_SECONDS)
        return await new.reports(SERVING)

    async def _started(self, group: ShardGroup, *, standby: bool) -> Member:
        port = self._metrics_port
        environment = {} if port is None else {"METRICS_PORT": str(port + group.index)}
        arguments = ["run", "--shards", str(group.shards), "--of-fleet", *(["--standby"] if standby else [])]
        member = await Member.start([*COMMAND, *arguments], environment)
        log.info("started process=%s shards=%s", member.pid, group.shards)
        return member


def divided(shards: Shards, processes: int) -> list[Shards]:
    """Shards in as many parts, as equal as possible; fewer parts if there are not enough shards."""
    total = len(shards.numbers)
    parts = min(processes, total)
    ends = [shards.first + total * part // parts for part in range(parts + 1)]
    return [Shards(first, following - 1, shards.count) for first, following in pairwise(ends)]


def run(given: argparse.Namespace) -> int:
    """Run several processes until they are stopped."""
    settings = Settings.read()
    if given.shards is not None:
        settings = replace(settings, shards=given.shards)
    check(settings)
    logs.set_up(settings.log_level, settings.log_format, several=True)
    for doubt in doubts():
        log.warning("%s", doubt)
    with contextlib.suppress(KeyboardInterrupt):
        return terminal.run(run_in_order(supervise(settings, given.processes)))
    return 0


async def supervise(settings: Settings, processes: int | None) -> int:
    """Keep a fleet running until it is cancelled. SIGHUP replaces its processes."""
    await prepare(settings)
    await wait_for_discord(settings)
    shards = settings.shards
    if shards is None:
        count = (await recommended(settings.discord_token)).shards
        shards = Shards(0, count - 1, count)
    parts = divided(shards, processes or os.cpu_count() or 1)
    if settings.metrics_port is not None and settings.metrics_port + len(parts) - 1 > LAST_PORT:
        raise BadSetting(f"METRICS_PORT={settings.metrics_port} leaves no port for each of {len(parts)} processes")
    if processes and len(parts) < processes:
        log.info("there are not more shards than processes=%s", len(parts))
    fleet, loop = Fleet(parts, settings.metrics_port), asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, fleet.update)
    try:
        return await fleet.run()
    finally:
        loop.remove_signal_handler(signal.SIGHUP)


def check(settings: Settings) -> None:
    """Raise BadSetting where several processes cannot work."""
    if sys.platform == "win32":
        raise BadSetting("fleet needs signals, which Windows has not: there `tablee run` serves everybody")
    if not settings.discord_token:
        raise BadSetting("fleet needs DISCORD_TOKEN; without it `tablee run` opens the local table")
    if settings.sqlite:
        raise BadSetting(
            "fleet needs PostgreSQL in DATABASE_URL: a SQLite file serves one process, and `tablee run` is that "
            "(docs/hosting.md says how to move)"
        )
