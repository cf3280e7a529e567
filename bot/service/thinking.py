"""Where opponents think: in processes of their own, so that nobody's answer and no picture waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol

import msgspec

from bot.catalogue import walk
from bot.child import leave_to_parent
from bot.core.game import AnyGame, Seat
from bot.core.thought import Thought, advised, decided
from bot.words import Words

log = logging.getLogger(__name__)

WORKERS = max(1, (os.cpu_count() or 1) // 2)
"""The other cores are for who is being answered, and for pictures."""
PATIENCE = 5.0
"""Seconds a worker may think about one move."""
START = 60.0
"""Seconds a worker may take to start: it reads every game."""
READY = b"ready"


class NoThought(Exception):
    """There is no answer: the worker died, failed or took too long."""


class Thinker(Protocol):
    """Whoever finds the moves of opponents."""

    async def think(self, table: int, seat: Seat, thought: Thought) -> bytes:
        """The move, for ``move_of``. Raises NoThought."""
        ...

    def close(self) -> None:
        """Think no more."""
        ...


class Job:
    """A thought that waits for a worker, or is being thought."""

    def __init__(self, seat: Seat, thought: Thought, answer: asyncio.Future[bytes]) -> None:
        self.seat = seat
        self.thought = thought
        self.answer = answer


class Thinking:
    """Worker processes that know every game's opponents. They start when they are asked.

    Tables take turns: one that asks for much keeps no other waiting for more than one thought. A seat has one thought
    at a time; a newer one takes the place of one that has not begun.
    """

    def __init__(self, package: str, *, workers: int = WORKERS, patience: float = PATIENCE) -> None:
        self._package = package
        self._patience = patience
        self._idle = [Worker(package) for _ in range(workers)]
        self._all = list(self._idle)
        self._threads: ThreadPoolExecutor | None = None
        self._waiting: dict[int, deque[Job]] = {}
        """By table, in the order in which they have their turn."""
        self._working: set[asyncio.Task[None]] = set()
        self._closed = False

    async def think(self, table: int, seat: Seat, thought: Thought) -> bytes:
        """The move an opponent decides on. Raises NoThought. Who no longer wants to know cancels."""
        if self._closed:
            raise NoThought
        job = Job(seat, thought, asyncio.get_running_loop().create_future())
        jobs = self._waiting.setdefault(table, deque())
        for older in [each for each in jobs if each.seat == seat]:
            jobs.remove(older)
            older.answer.cancel()
        jobs.append(job)
        self._go_on()
        return await job.answer

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes there are."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    def close(self) -> None:
        """Let the workers go; whoever waits is told that there is no answer."""
        self._closed = True
        for job in [job for jobs in self._waiting.values() for job in jobs]:
            if not job.answer.done():
                job.answer.set_exception(NoThought())
        self._waiting.clear()
        for worker in self._all:
            worker.stop()
        if self._threads is not None:
            self._threads.shutdown(wait=False)

    def _go_on(self) -> None:
        """Give every idle worker the next thought."""
        while self._idle and (job := self._next()) is not None:
            worker = self._idle.pop()
            task = asyncio.create_task(self._work(worker, job), name="thinking")
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    def _next(self) -> Job | None:
        """The oldest thought of the table whose turn it is; that table is the last one then."""
        while self._waiting:
            table = next(iter(self._waiting))
            jobs = self._waiting.pop(table)
            job = jobs.popleft()
            if jobs:
                self._waiting[table] = jobs
            if not job.answer.done():
                return job
        return None

    async def _work(self, worker: Worker, job: Job) -> None:
        self._threads = self._threads or ThreadPoolExecutor(len(self._all), "thinking")
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._threads, worker.ask, job.thought, self._patience)
        except Exception as error:  # noqa: BLE001, whatever it is, the table goes on
            if not self._closed:
                # Not even its message: a view may be in it.
                log.warning("an opponent did not decide game=%s: %s", job.thought.game, type(error).__name__)
            if not job.answer.done():
                job.answer.set_exception(NoThought())
        else:
            if not job.answer.done():
                job.answer.set_result(answer)
        finally:
            self._idle.append(worker)
            if not self._closed:
                self._go_on()


class Worker:
    """One process, started when it is first asked, and again after it has died or was too slow."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._stopped = False

    def ask(self, thought: Thought, patience: float) -> bytes:
        """An answer; blocks the thread that asks. Raises whatever goes wrong: the next is asked of a new process."""
        try:
            pipe = self._pipe or self._start()
            pipe.send_bytes(msgspec.msgpack.encode(thought))
            answer = _answer(pipe, patience)
        except BaseException:
            self._end()
            raise
        if not answer:
            raise NoThought
        return answer

    def stop(self) -> None:
        """End the process, also in the middle of a thought; there will be no other."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()

    @property
    def pid(self) -> int | None:
        """The process's number while there is one."""
        return self._process.pid if self._process else None

    def _start(self) -> Connection:
        if self._stopped:
            raise NoThought
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._package), name="thinking", daemon=True)
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        _answer(ours, START)
        return ours

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def answered(games: Mapping[str, AnyGame], words: Words, asked: Thought) -> bytes:
    """What comes of a thought: a move, or a move and why."""
    game = games[asked.game]
    if asked.told is None:
        return decided(game, asked)
    return advised(game, asked, words.say(game.key, asked.told.lang, asked.told.names))


def _answer(pipe: Connection, patience: float) -> bytes:
    if not pipe.poll(patience):
        raise TimeoutError
    return pipe.recv_bytes()


def _serve(pipe: Connection, package: str) -> None:
    """The worker process: answers one thought after the other until its pipe is closed."""
    leave_to_parent()
    parent = multiprocessing.parent_process()
    if parent is not None:
        # A bot that was killed cannot say goodbye: leave with it.
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()
    catalogue = walk(package)
    pipe.send_bytes(READY)
    with contextlib.suppress(EOFError, OSError):
        while True:
            asked = msgspec.msgpack.decode(pipe.recv_bytes(), type=Thought)
            try:
                answer = answered(catalogue.games, catalogue.words, asked)
            except Exception:  # noqa: BLE001, the table plays the default then
                answer = b""
            pipe.send_bytes(answer)
