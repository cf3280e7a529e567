"""One process of a fleet, from both sides: the fleet starts it and hears how it is; it ends with the fleet."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Mapping, Sequence

from bot.workers import SERVING, STANDBY

log = logging.getLogger(__name__)


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
