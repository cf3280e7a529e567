"""Bots started from the command line: `run --shards`, or a `fleet` of several processes."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from bot.core.shards import Shards
from bot.sandbox import Sandbox
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.wire import elsewhere


def children(pid: int) -> list[int]:
    try:
        found = [file.read_text().split() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    except FileNotFoundError:
        return []
    return [int(child) for each in found for child in each]


def bots(pid: int) -> dict[str, int]:
    """The bots that a fleet runs: the shards each serves, as written, and its process."""
    found = {}
    for child in children(pid):
        try:
            words = Path(f"/proc/{child}/cmdline").read_bytes().decode().split("\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if "run" in words and "--shards" in words:
            found[words[words.index("--shards") + 1]] = child
    return found


def serves(sandbox: Sandbox, shards: Shards, since: Mapping[str, object] = {}) -> bool:
    """Whether each of these shards has a session with somebody at the other end, other than those known before."""
    live = {each.shard for each in sandbox.gateway_server.sessions if each.connected and each.id not in since}
    return {(number, shards.count) for number in shards.numbers} <= live


class Bot:
    """One bot of the command line: started, waited for, ended in order or at once."""

    def __init__(self, sandbox: Sandbox, environment: Mapping[str, str], log: Path, *arguments: str) -> None:
        self._sandbox = sandbox
        self._environment = dict(environment)
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self.file = log

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def log(self) -> str:
        return self.file.read_text() if self.file.exists() else ""

    def start(self) -> None:
        with self.file.open("ab") as log:
            command = elsewhere.command(*self._arguments)
            self._process = subprocess.Popen(
                command, env=self._environment, cwd=elsewhere.ROOT, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )

    async def ready(self, shards: Shards, since: Mapping[str, object] = {}) -> None:
        end = time.monotonic() + HANG_TIMEOUT_SECONDS
        while not serves(self._sandbox, shards, since):
            assert self.alive, f"it has ended:\n{self.log[-4000:]}"
            assert time.monotonic() < end, f"it hears nothing:\n{self.log[-4000:]}"
            await asyncio.sleep(0.02)

    def signal(self, number: int) -> None:
        if self._process and self.alive:
            self._process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        if self._process:
            self._process.wait()

    def kill_all(self) -> None:
        running = bots(self.pid).values() if self.alive else ()
        self.kill()
        for each in running:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)

    async def end(self) -> int:
        self.signal(signal.SIGTERM)
        assert self._process
        return await asyncio.to_thread(self._process.wait, HANG_TIMEOUT_SECONDS)


def everybody(sandbox: Sandbox) -> Iterable[tuple[int, int, list[str]]]:
    """Every server: its id, its channel for games, and its people by id; of the first server only two of its cast."""
    for guild in sandbox.world.guilds.values():
        people = [key for key, member in guild.members.items() if not member.user.bot and not member.roles]
        yield int(guild.id), int(next(iter(guild.channels))), people
