"""Processes: workers to ask, the fleet that started this one, and how children react to signals."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import logging
import multiprocessing
import multiprocessing.util
import os
import pickle
import select
import signal
import socket
import struct
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

log = logging.getLogger(__name__)

ENDING = (signal.SIGINT, signal.SIGTERM)

STANDBY, SERVING = "standby", "serving"
"""States of a bot: connected and waiting for another process to leave; serving its shards."""


def leave_to_parent() -> None:
    """In a child process: ignore signals to the process group, because the parent ends its children."""
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)


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


_HEAD = struct.Struct("!cQ")
_QUESTION, _READY, _PROGRESS, _ANSWER, _ERROR = b"q", b"r", b"p", b"a", b"e"
START_TIMEOUT_SECONDS = 60.0


class WorkerDied(Exception):
    """The process ended before it had answered."""


class WorkerFailed(Exception):
    """Answering raised an error. Carries its type and code path only: its message may name somebody's cards."""


def code_path(error: BaseException) -> str:
    """The functions and lines that led to an error, innermost first: no values, so it is safe to log."""
    path = [f"{frame.name}, line {frame.lineno}" for frame in reversed(traceback.extract_tb(error.__traceback__))]
    return " < ".join(path)


class Worker(ABC):
    """The work of a child process. It is made there; its arguments, questions and answers are pickled."""

    report: Callable[[Any], None] = staticmethod(lambda _: None)
    """Sends progress to the caller of ``ask`` while the worker answers."""

    @abstractmethod
    def answer(self, question: Any) -> Any:
        """Answer a question."""

    def prepare(self) -> bool:
        """Do some work that makes later answers faster, while there is no question; False when all is done."""
        return False


class Processes:
    """A pool of child processes that start when they are needed. Each answers one question at a time.

    One that dies or is too slow is replaced. Belongs to one event loop.
    """

    def __init__(self, count: int, make: Callable[..., Worker], *arguments: Any) -> None:
        self._count = count
        self._made_from = (make, arguments)
        self._free_slots = asyncio.Semaphore(count)
        self._all: set[_Child] = set()
        self._idle: list[_Child] = []

    async def ask(
        self,
        question: Any,
        *,
        timeout: float | None = None,  # noqa: ASYNC109, ends the process too
        progress: Callable[[Any], None] = lambda _: None,
    ) -> Any:
        """The answer of the next free worker; questions are answered in order. ``progress`` gets the worker's reports.

        Raises WorkerFailed if answering raises, WorkerDied if its process dies, and TimeoutError if it takes more than
        so many seconds, not counting the wait for a process, or if a new process does not start. Cancelling kills the
        process.
        """
        payload = pickle.dumps(question)
        async with self._free_slots:
            child = await self._idle_child()
            try:
                # Before it is ready, so that it does not prepare first.
                await child.send(payload, timeout if child.started else START_TIMEOUT_SECONDS)
                await child.ready()
                until = None if timeout is None else asyncio.get_running_loop().time() + timeout
                kind, answer = await child.receive(until)
                while kind == _PROGRESS:
                    progress(answer)
                    kind, answer = await child.receive(until)
            except BaseException:
                self._end(child)
                raise
            self._idle.append(child)
        if kind == _ERROR:
            raise WorkerFailed(answer)
        return answer

    def start(self) -> None:
        """Start all processes now, so that they prepare."""
        while len(self._all) < self._count:
            child = self._new()
            child.process.start()
            self._idle.append(child)

    def close(self) -> None:
        """Kill all processes. Asking again starts others."""
        for child in list(self._all):
            self._end(child)

    async def _idle_child(self) -> _Child:
        while self._idle:
            # The one used last has the most recent caches.
            child = self._idle.pop()
            if child.process.is_alive():
                return child
            self._end(child)
        child = self._new()
        try:
            await asyncio.to_thread(child.process.start)
        except BaseException:
            self._end(child)
            raise
        return child

    def _new(self) -> _Child:
        if not self._all:
            # Runs before the handler of ``multiprocessing.util``, imported above, which waits for all children.
            atexit.register(self.close)
        child = _Child(*self._made_from)
        self._all.add(child)
        return child

    def _end(self, child: _Child) -> None:
        self._all.discard(child)
        with contextlib.suppress(ValueError):
            self._idle.remove(child)
        child.end()
        if not self._all:
            atexit.unregister(self.close)


class _Child:
    """One process, seen from its parent."""

    def __init__(self, make: Callable[..., Worker], arguments: tuple[Any, ...]) -> None:
        self._socket, self._theirs = socket.socketpair()
        self._socket.setblocking(False)
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=_serve, args=(self._theirs, make, arguments), daemon=True)
        self.started = False
        self._loop: asyncio.AbstractEventLoop | None = None

    async def send(self, question: bytes, seconds: float | None) -> None:
        """Send it a question, within so many seconds. Raises WorkerDied."""
        self._loop = asyncio.get_running_loop()
        # The process has its own copy by now: ours would hide that it has ended.
        self._theirs.close()
        try:
            async with asyncio.timeout(seconds):
                await self._loop.sock_sendall(self._socket, _HEAD.pack(_QUESTION, len(question)) + question)
        except ConnectionError as error:
            raise WorkerDied from error

    async def ready(self) -> None:
        """Wait until it has made its worker. Raises WorkerDied."""
        if not self.started:
            await self.receive(asyncio.get_running_loop().time() + START_TIMEOUT_SECONDS)
            self.started = True

    async def receive(self, until: float | None) -> tuple[bytes, Any]:
        """The next message: its kind, and the object. Raises WorkerDied."""
        async with asyncio.timeout_at(until):
            kind, size = _HEAD.unpack(await self._read(_HEAD.size))
            message = await self._read(size)
        try:
            return kind, pickle.loads(message)  # noqa: S301, our child
        except Exception as error:  # noqa: BLE001, raised in ask
            return _ERROR, type(error).__name__

    async def _read(self, size: int) -> bytearray:
        loop, message = asyncio.get_running_loop(), bytearray(size)
        left = memoryview(message)
        while left:
            try:
                count = await loop.sock_recv_into(self._socket, left)
            except ConnectionError:
                count = 0
            if not count:
                raise WorkerDied
            left = left[count:]
        return message

    def end(self) -> None:
        """Kill the process."""
        # A pool that was closed already has ended it: a cancelled question ends it again.
        if self._loop is not None and not self._loop.is_closed() and self._socket.fileno() != -1:
            self._loop.remove_reader(self._socket)
        self._socket.close()
        self._theirs.close()
        if self.process.pid is not None:
            self.process.kill()


# ---- in the child process


def _serve(connection: socket.socket, make: Callable[..., Worker], arguments: tuple[Any, ...]) -> None:
    """Answer until the parent closes the socket."""
    leave_to_parent()
    parent = multiprocessing.parent_process()
    if parent is not None:
        # A parent that was killed does not end its children: end with it, even in the middle of an answer.
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()
    worker = make(*arguments)
    worker.report = lambda progress: _send(connection, _PROGRESS, pickle.dumps(progress))
    with connection, contextlib.suppress(ConnectionError):
        _send(connection, _READY, pickle.dumps(None))
        preparing = True
        while True:
            while preparing and not select.select([connection], [], [], 0)[0]:
                preparing = worker.prepare()
            head = connection.recv(_HEAD.size, socket.MSG_WAITALL)
            if len(head) < _HEAD.size:
                return
            question = connection.recv(_HEAD.unpack(head)[1], socket.MSG_WAITALL)
            try:
                answer = pickle.dumps(worker.answer(pickle.loads(question)))  # noqa: S301, from the parent
            except Exception as error:  # noqa: BLE001, raised in ask
                _send(connection, _ERROR, pickle.dumps(f"{type(error).__name__} at {code_path(error)}"))
            else:
                _send(connection, _ANSWER, answer)


def _send(connection: socket.socket, kind: bytes, payload: bytes) -> None:
    connection.sendall(_HEAD.pack(kind, len(payload)) + payload)
