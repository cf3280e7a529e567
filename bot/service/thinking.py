"""Where opponents think: in processes of their own, so that nobody's answer and no picture waits for them."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from bot.catalogue import walk
from bot.core.game import AnyGame, Seat
from bot.core.table import Table
from bot.core.thought import Thought, advised, decided
from bot.processes import Failed, Processes, Worker
from bot.service.tables import where
from bot.words import Words

log = logging.getLogger(__name__)

T = TypeVar("T")

WORKERS = max(1, (os.cpu_count() or 1) // 2)
"""The other cores are for who is being answered, and for pictures."""
DECISION_TIMEOUT_SECONDS = 5.0
"""How long a worker may think about one move."""


class NoThought(Exception):
    """There is no answer: a newer question replaced this one, the thinker was closed, or the decision failed."""


class FailedThought(NoThought):
    """The worker died, raised or took too long. Its text says which, and where in the code; it holds no view."""


class Thinker(Protocol):
    """Whoever finds the moves of opponents."""

    async def think(self, table: int, seat: Seat, thought: Thought) -> bytes:
        """The move, for ``move_of``. Raises NoThought."""
        ...

    def close(self) -> None:
        """Think no more."""
        ...


class Decisions:
    """Asks a thinker and reads its answers. Every decision that failed is logged as an error, and counted."""

    def __init__(self, thinker: Thinker, count_failure: Callable[[str], object] = lambda _game: None) -> None:
        """``count_failure`` receives the game's key. Must not block."""
        self._thinker = thinker
        self._count_failure = count_failure

    async def decide(
        self,
        table: Table,
        seat: Seat,
        asked: Thought,
        read: Callable[[AnyGame, bytes, Collection[Any]], T],
        *,
        number: int | None = None,
    ) -> T:
        """The answer to a thought about a seat. Raises NoThought.

        ``read`` gets what was answered and the seat's legal moves, and raises ValueError for an answer that is none.
        ``number`` is whose turn among all tables this takes, if not this table's.
        """
        try:
            answer = await self._thinker.think(table.id if number is None else number, seat, asked)
            return read(table.game, answer, table.legal(seat))
        except FailedThought as error:
            reason = str(error)
        except NoThought:
            raise
        except Exception as error:  # noqa: BLE001, an opponent that is wrong must not stop the table
            # Not its message: a view may be in it.
            reason = where(error)
        log.error(
            "a decision failed game=%s table=%s revision=%s level=%s: %s",
            table.game.key, table.id, table.revision, asked.level, reason,
        )  # fmt: skip
        self._count_failure(table.game.key)
        raise NoThought

    def close(self) -> None:
        """Stop the thinker."""
        self._thinker.close()


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

    def __init__(
        self, package: str, *, workers: int = WORKERS, timeout_seconds: float = DECISION_TIMEOUT_SECONDS
    ) -> None:
        self._timeout_seconds = timeout_seconds
        self._processes = Processes(workers, MoveChooser, package)
        self._free = workers
        self._waiting: dict[int, deque[Job]] = {}
        """By table, in the order in which they have their turn."""
        self._working: dict[asyncio.Task[None], Job] = {}
        self._closed = False

    async def think(self, table: int, seat: Seat, thought: Thought) -> bytes:
        """The move an opponent decides on. Raises NoThought. Who no longer wants to know cancels."""
        if self._closed:
            raise NoThought
        job = Job(seat, thought, asyncio.get_running_loop().create_future())
        jobs = self._waiting.setdefault(table, deque())
        for older in [each for each in jobs if each.seat == seat]:
            jobs.remove(older)
            if not older.answer.done():
                older.answer.set_exception(NoThought())
        jobs.append(job)
        self._go_on()
        return await job.answer

    def close(self) -> None:
        """Let the workers go; whoever waits is told that there is no answer."""
        self._closed = True
        for task in self._working:
            task.cancel()
        for job in [*self._working.values(), *(job for jobs in self._waiting.values() for job in jobs)]:
            if not job.answer.done():
                job.answer.set_exception(NoThought())
        self._waiting.clear()
        self._processes.close()

    def _go_on(self) -> None:
        """Give every idle worker the next thought."""
        while self._free and (job := self._next()) is not None:
            self._free -= 1
            task = asyncio.create_task(self._work(job), name="thinking")
            self._working[task] = job
            task.add_done_callback(self._working.pop)

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

    async def _work(self, job: Job) -> None:
        try:
            # As bytes that are read again as a thought: nothing else can cross.
            answer = await self._processes.ask(msgspec.msgpack.encode(job.thought), timeout=self._timeout_seconds)
        except Exception as error:  # noqa: BLE001, whatever it is, the table goes on
            if not job.answer.done():
                reason = str(error) if isinstance(error, Failed) else type(error).__name__
                job.answer.set_exception(NoThought() if self._closed else FailedThought(reason))
        else:
            if not job.answer.done():
                job.answer.set_result(answer)
        finally:
            self._free += 1
            if not self._closed:
                self._go_on()


def answered(games: Mapping[str, AnyGame], words: Words, asked: Thought) -> bytes:
    """What comes of a thought: a move, or a move and why."""
    game = games[asked.game]
    if asked.told is None:
        return decided(game, asked)
    return advised(game, asked, words.say(game.key, asked.told.lang, asked.told.names))


class MoveChooser(Worker):
    """Thinks, in a worker process."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)

    def answer(self, question: bytes) -> bytes:
        """What comes of a thought."""
        asked = msgspec.msgpack.decode(question, type=Thought)
        return answered(self._catalogue.games, self._catalogue.words, asked)
