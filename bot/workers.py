"""Worker processes: how they are started, asked and stopped, and how children behave when the program ends."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
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

ENDING = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what service managers send."""

STANDBY, SERVING = "standby", "serving"
"""What a process of a fleet says of itself: it is connected and waits until another leaves; it serves its shards."""


def leave_to_parent() -> None:
    """In a child process: signals to the whole group are for the parent, which lets its children go in order."""
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)


_HEAD = struct.Struct("!cQ")
"""Before everything that is sent: what it is, and how many bytes follow."""
_QUESTION, _READY, _PROGRESS, _ANSWER, _ERROR = b"q", b"r", b"p", b"a", b"e"
STARTING = 60.0
"""Seconds after which a new process that has not said a word never will."""
_ROOM = 2**18
"""Bytes of an answer there is room for at first: more than a few pictures have."""


class Lost(Exception):
    """The process ended before it had answered."""


class Failed(Exception):
    """Answering raised an error. Carries its type and code path only: its message may name somebody's cards."""


def code_path(error: BaseException) -> str:
    """The functions and lines that led to an error, innermost first: no values, so it is safe to log."""
    way = [f"{frame.name}, line {frame.lineno}" for frame in reversed(traceback.extract_tb(error.__traceback__))]
    return " < ".join(way)


class Worker(ABC):
    """What a child process does. It is made there, from arguments that pickle, as questions and answers do."""

    tell: Callable[[Any], None] = staticmethod(lambda _: None)
    """While it answers: says how far it is to whoever asked."""

    @abstractmethod
    def answer(self, question: Any) -> Any:
        """Answer a question; whoever asked waits."""

    def prepare(self) -> bool:
        """Do some of what makes later answers faster, while nobody waits; False when there is nothing left to do."""
        return False


class Processes:
    """Up to so many child processes, each asked one thing at a time. They start when they are needed.

    One that dies or is too slow is replaced for the next question. Belongs to one event loop.
    """

    def __init__(self, count: int, make: Callable[..., Worker], *arguments: Any) -> None:
        self._count = count
        self._made_from = (make, arguments)
        self._turns = asyncio.Semaphore(count)
        self._all: set[_Child] = set()
        self._idle: list[_Child] = []

    async def ask(
        self,
        question: Any,
        *,
        timeout: float | None = None,  # noqa: ASYNC109, ends the process too
        told: Callable[[Any], None] = lambda _: None,
    ) -> Any:
        """What a worker answers, as soon as one is free; those who ask first are answered first.

        ``told`` hears how far it is, if the worker says so.

        Raises Failed if answering fails, Lost if its process dies, and TimeoutError if it takes more than so many
        seconds, not counting the wait for a process, or if a new process never begins. Whoever stops waiting, or is
        cancelled, ends the process.
        """
        asked = pickle.dumps(question)
        async with self._turns:
            child = await self._free()
            try:
                # Before it is ready, so that it does not begin to prepare itself first.
                await child.tell(asked, timeout if child.begun else STARTING)
                await child.ready()
                until = None if timeout is None else asyncio.get_running_loop().time() + timeout
                kind, answer = await child.hear(until)
                while kind == _PROGRESS:
                    told(answer)
                    kind, answer = await child.hear(until)
            except BaseException:
                self._end(child)
                raise
            self._idle.append(child)
        if kind == _ERROR:
            raise Failed(answer)
        return answer

    def start(self) -> None:
        """Start all of them now, so that they prepare themselves."""
        while len(self._all) < self._count:
            child = self._new()
            child.process.start()
            self._idle.append(child)

    def close(self) -> None:
        """End them, whatever they are doing. Asking again would start others."""
        for child in list(self._all):
            self._end(child)

    async def _free(self) -> _Child:
        while self._idle:
            # The one used last: what it remembers is fresh.
            child = self._idle.pop()
            if child.alive:
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
            # What is registered last is done first: ``multiprocessing.util``, imported above, waits for all children.
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
    """One process, seen from the bot."""

    def __init__(self, make: Callable[..., Worker], arguments: tuple[Any, ...]) -> None:
        self._wire, self._theirs = socket.socketpair()
        self._wire.setblocking(False)
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=_serve, args=(self._theirs, make, arguments), daemon=True)
        self.begun = False
        self._loop: asyncio.AbstractEventLoop | None = None
        """What reads the wire, from the first word that is waited for."""
        self._heard = bytearray(_ROOM)
        """Used again and again: new memory for each answer would cost more than reading it."""
        self._filled = 0
        """Where in there ends what was heard."""
        self._said: asyncio.Future[tuple[bytes, Any]] | None = None
        self._ended = False

    @property
    def alive(self) -> bool:
        """Whether it can be asked: it has nothing to say now, so the wire is silent, or closed at the other end."""
        if not self.begun:
            return self.process.is_alive()
        try:
            self._wire.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return True
        except OSError:
            pass
        return False

    async def ready(self) -> None:
        """Wait until it has made its worker. Raises Lost."""
        if not self.begun:
            # The process has its own by now: ours would hide that it has ended.
            self._theirs.close()
            self._loop = asyncio.get_running_loop()
            self._loop.add_reader(self._wire, self._read)
            await self.hear(self._loop.time() + STARTING)
            self.begun = True

    async def tell(self, question: bytes, seconds: float | None) -> None:
        """Send it a question, within so many seconds. Raises Lost."""
        whole = _HEAD.pack(_QUESTION, len(question)) + question
        try:
            try:
                sent = self._wire.send(whole)
            except BlockingIOError:
                sent = 0
            if sent < len(whole):
                async with asyncio.timeout(seconds):
                    await asyncio.get_running_loop().sock_sendall(self._wire, whole[sent:])
        except TimeoutError:
            raise
        except OSError as error:
            raise Lost from error

    async def hear(self, until: float | None) -> tuple[bytes, Any]:
        """The next thing it says: what it is, and the thing itself, of an error its kind. Raises Lost."""
        loop = asyncio.get_running_loop()
        self._said = loop.create_future()
        timer = None if until is None else loop.call_at(until, self._fail, TimeoutError())
        # It may have been heard with the word before.
        self._cut()
        try:
            return await self._said
        finally:
            self._said = None
            if timer is not None:
                timer.cancel()

    def end(self) -> None:
        """End the process at once."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.remove_reader(self._wire)
        self._wire.close()
        self._theirs.close()
        if self.process.pid is not None:
            self.process.kill()

    def _read(self) -> None:
        if self._filled == len(self._heard):
            self._heard += bytes(self._filled)
        try:
            count = self._wire.recv_into(memoryview(self._heard)[self._filled :])
        except BlockingIOError:
            return
        except OSError:
            count = 0
        self._filled += count
        if not count and self._loop is not None:
            self._ended = True
            self._loop.remove_reader(self._wire)
        self._cut()

    def _cut(self) -> None:
        """Hand on the next word of what was heard, if somebody waits for it and it is complete."""
        if self._said is None or self._said.done():
            return
        if self._filled >= _HEAD.size:
            kind, size = _HEAD.unpack_from(self._heard)
            end = _HEAD.size + size
            if self._filled >= end:
                with memoryview(self._heard) as heard:
                    try:
                        self._said.set_result((kind, pickle.loads(heard[_HEAD.size : end])))  # noqa: S301, it is ours
                    except Exception as error:  # noqa: BLE001, told to whoever asked
                        self._fail(Failed(type(error).__name__))
                    heard[: self._filled - end] = heard[end : self._filled]
                self._filled -= end
                return
        if self._ended:
            self._fail(Lost())

    def _fail(self, error: Exception) -> None:
        if self._said is not None and not self._said.done():
            self._said.set_exception(error)


# ---- in the child process


def _serve(wire: socket.socket, make: Callable[..., Worker], arguments: tuple[Any, ...]) -> None:
    """Answer until the bot hangs up."""
    leave_to_parent()
    parent = multiprocessing.parent_process()
    if parent is not None:
        # A bot that was killed does not end its processes: end with it, also in the middle of an answer.
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()
    worker = make(*arguments)
    worker.tell = lambda progress: _send(wire, _PROGRESS, pickle.dumps(progress))
    with wire, contextlib.suppress(ConnectionError):
        _send(wire, _READY, pickle.dumps(None))
        preparing = True
        while True:
            while preparing and not select.select([wire], [], [], 0)[0]:
                preparing = worker.prepare()
            head = wire.recv(_HEAD.size, socket.MSG_WAITALL)
            if len(head) < _HEAD.size:
                return
            question = wire.recv(_HEAD.unpack(head)[1], socket.MSG_WAITALL)
            try:
                answer = pickle.dumps(worker.answer(pickle.loads(question)))  # noqa: S301, from the bot
            except Exception as error:  # noqa: BLE001, told to whoever asked
                _send(wire, _ERROR, pickle.dumps(f"{type(error).__name__} at {code_path(error)}"))
            else:
                _send(wire, _ANSWER, answer)


def _send(wire: socket.socket, kind: bytes, what: bytes) -> None:
    wire.sendall(_HEAD.pack(kind, len(what)) + what)
