"""A process of a fleet, as the fleet sees it, and the fleet, as the process sees it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Mapping, Sequence

from bot.workers import SERVING, STANDBY

log = logging.getLogger(__name__)


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
        """SeatRequest it to end."""
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


class Parent:
    """The fleet that has started this process. Reads from standard input, writes states to standard output."""

    def __init__(self) -> None:
        # Our children must not inherit these pipes: the fleet would not notice our end before theirs.
        self._input, self._output = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        asyncio.get_running_loop().add_reader(self._input, self._read)

    def report(self, state: str) -> None:
        """Report STANDBY or SERVING."""
        try:
            os.write(self._output, f"{state}\n".encode())
        except OSError:
            log.warning("the fleet cannot be reached")

    def _read(self) -> None:
        # The fleet sends nothing: EOF means that it has died.
        if not os.read(self._input, 1024):
            asyncio.get_running_loop().remove_reader(self._input)
            log.warning("the fleet is gone, so this process ends")
            os.kill(os.getpid(), signal.SIGTERM)
