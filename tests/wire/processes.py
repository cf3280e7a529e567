"""Bots started from the command line: `run --shards`, or a `fleet` of several processes."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from bot.core.shards import Shards
from bot.sandbox import Sandbox
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.wire import elsewhere
from tests.wire.shared_time import SharedTime


def family(pid: int) -> Iterator[int]:
    """The processes that a process has started, and those have."""
    with suppress(FileNotFoundError, ProcessLookupError):
        for file in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in map(int, file.read_text().split()):
                yield child
                yield from family(child)


def command(pid: int) -> list[str]:
    """The command line of a process; empty if it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    return []


def bots(pid: int) -> dict[str, int]:
    """The bots that a fleet runs: the shards each serves, as written, and its process."""
    found = [(command(child), child) for child in family(pid)]
    return {words[words.index("--shards") + 1]: child for words, child in found if "--shards" in words}


def serves(sandbox: Sandbox, shards: Shards, since: Mapping[str, object] = {}) -> bool:
    """Whether each of these shards has a session with somebody at the other end, other than those known before."""
    live = {each.shard for each in sandbox.gateway_server.sessions if each.connected and each.id not in since}
    return {(number, shards.count) for number in shards.numbers} <= live


class Bot:
    """A bot of the command line, which adds to a log file from now on until it is ended."""

    def __init__(
        self, sandbox: Sandbox, url: str, clock: SharedTime, log: Path, *arguments: str, **variables: str
    ) -> None:
        self._sandbox = sandbox
        self._file = log
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bot", *arguments],
                env=elsewhere.environment(sandbox, url, clock.file) | variables,
                cwd=log.parent,
                stdout=file,
                stderr=file,
                stdin=subprocess.DEVNULL,
            )
        self.pid = self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def log(self) -> str:
        return self._file.read_text("utf-8")

    async def ready(self, shards: Shards, since: Mapping[str, object] = {}) -> None:
        await self._until(lambda: serves(self._sandbox, shards, since))
        assert "Error in sitecustomize" not in self.log, self.log

    async def said(self, text: str, times: int = 1) -> None:
        await self._until(lambda: self.log.count(text) >= times)

    async def _until(self, ready: Callable[[], bool]) -> None:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while not ready():
                assert self.alive, f"it has ended:\n{self.log[-4000:]}"
                await asyncio.sleep(0.02)

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        """End it at once, and those it has started."""
        running = [*family(self.pid)] if self.alive else []
        self._process.kill()
        self._process.wait()
        for each in running:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)

    async def ended(self) -> int:
        return await asyncio.to_thread(self._process.wait, HANG_TIMEOUT_SECONDS)


def everybody(sandbox: Sandbox) -> Iterable[tuple[int, int, list[str]]]:
    """Every server: its id, its channel for games, and its people by id; of the first server only two of its cast."""
    for guild in sandbox.world.guilds.values():
        people = [key for key, member in guild.members.items() if not member.user.bot and not member.roles]
        yield int(guild.id), int(next(iter(guild.channels))), people
