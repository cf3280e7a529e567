"""Opponents at tables: ask a worker process for each move, wait for the right moment, and play it.

Only a ``Thought`` crosses to the worker: the views of one seat as bytes, its legal moves and a level. The worker cannot
know anything else.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from bot.catalogue import walk
from bot.core.facts import ASLEEP
from bot.core.game import AnyGame, Level, Refusal, Say, Seat
from bot.core.opponents import OpponentMove, choose, drawn, due
from bot.core.table import Table
from bot.tables.tables import Changed, Event, Left, Tables, error_summary
from bot.text.strings import Words
from bot.workers import Processes, Worker, WorkerFailed

_ENCODER = msgspec.msgpack.Encoder()


class Wording(msgspec.Struct, frozen=True, kw_only=True):
    """The language and the players' names in which a reason is worded."""

    lang: str
    names: tuple[str, ...]


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """A question to a worker. Equal questions have equal answers."""

    game: str
    views: tuple[bytes, ...]
    """All views of its seat since the deal, oldest first."""
    legal: bytes
    level: Level
    seed: int
    told: Wording | None = None
    """For a hint: the answer says why too."""


def shown(table: Table, seat: Seat) -> Iterator[bytes]:
    """The views of a seat since the deal, encoded, oldest first. A generator, so that callers can yield to the loop.

    Takes time in proportion to the log.
    """
    state = table.game.start(table.size, table.facts.options)
    for turn in table.log:
        state = state.play(turn.seat, turn.move)
        yield _ENCODER.encode(state.view(seat))


def thought(table: Table, seat: Seat, level: Level, views: Iterable[bytes], told: Wording | None = None) -> Thought:
    """The question about a seat now, with its views."""
    seed = drawn(table, "thought", table.revision, seat).getrandbits(64)
    legal = _ENCODER.encode(list(table.legal(seat)))
    return Thought(game=table.game.key, views=tuple(views), legal=legal, level=level, seed=seed, told=told)


def decided(game: AnyGame, asked: Thought) -> bytes:
    """An opponent's move; runs in the worker."""
    return _ENCODER.encode(_chosen(game, asked, _views(game, asked)))


def advised(game: AnyGame, asked: Thought, say: Say) -> bytes:
    """A move and its reason; runs in the worker."""
    assert game.reason is not None
    views = _views(game, asked)
    move = _chosen(game, asked, views)
    return _ENCODER.encode((move, game.reason(views, move, say)))


def _views(game: AnyGame, asked: Thought) -> list[Any]:
    decoder = msgspec.msgpack.Decoder(game.view)
    return [decoder.decode(view) for view in asked.views]


def _chosen(game: AnyGame, asked: Thought, views: list[Any]) -> Any:
    legal: list[Any] = msgspec.msgpack.decode(asked.legal, type=list[game.moves])  # type: ignore[name-defined]
    return choose(game, views, legal, asked.level, Random(asked.seed))


def move_of(game: AnyGame, answer: bytes, legal: Collection[Any]) -> Any:
    """The move an answer spells; ValueError if it is none of those that are legal."""
    move = msgspec.msgpack.decode(answer, type=game.moves)
    if move not in legal:
        raise ValueError("an opponent chose what it may not")
    return move


def advice_of(game: AnyGame, answer: bytes, legal: Collection[Any]) -> tuple[Any, str]:
    """The move a hint names, and why; ValueError if it is none of those that are legal."""
    move, reason = msgspec.msgpack.decode(answer, type=tuple[game.moves, str])  # type: ignore[name-defined]
    if move not in legal:
        raise ValueError("a hint names what may not be done")
    return move, reason


log = logging.getLogger(__name__)

T = TypeVar("T")

WORKERS = max(1, (os.cpu_count() or 1) // 2)
"""The other cores answer players and draw pictures."""
DECISION_TIMEOUT_SECONDS = 5.0
"""How long a worker may think about one move."""


class NoThought(Exception):
    """There is no answer: a newer question replaced this one, the thinker was closed, or the decision failed."""


class FailedThought(NoThought):
    """The worker died, raised or took too long. Its text says which, and where in the code; it holds no view."""


class Thinker(Protocol):
    """Finds the moves of opponents."""

    async def think(self, table: int, seat: Seat, thought: Thought) -> bytes:
        """The move, for ``move_of``. Raises NoThought."""
        ...

    def close(self) -> None:
        """Stop."""
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
            reason = error_summary(error)
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
    """A question that waits for a worker, or that a worker has."""

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
        """By table, in round-robin order."""
        self._working: dict[asyncio.Task[None], Job] = {}
        self._closed = False

    async def think(self, table: int, seat: Seat, thought: Thought) -> bytes:
        """The move an opponent decides on. Raises NoThought. Cancel it to withdraw the question."""
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
        """Stop the workers; pending questions raise NoThought."""
        self._closed = True
        for task in self._working:
            task.cancel()
        for job in [*self._working.values(), *(job for jobs in self._waiting.values() for job in jobs)]:
            if not job.answer.done():
                job.answer.set_exception(NoThought())
        self._waiting.clear()
        self._processes.close()

    def _go_on(self) -> None:
        """Give every idle worker the next question."""
        while self._free and (job := self._next()) is not None:
            self._free -= 1
            task = asyncio.create_task(self._work(job), name="thinking")
            self._working[task] = job
            task.add_done_callback(self._working.pop)

    def _next(self) -> Job | None:
        """The oldest question of the next table in round-robin order."""
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
            # Encoded and decoded as a Thought, so that nothing else can reach the worker.
            answer = await self._processes.ask(msgspec.msgpack.encode(job.thought), timeout=self._timeout_seconds)
        except Exception as error:  # noqa: BLE001, whatever it is, the table goes on
            if not job.answer.done():
                reason = str(error) if isinstance(error, WorkerFailed) else type(error).__name__
                job.answer.set_exception(NoThought() if self._closed else FailedThought(reason))
        else:
            if not job.answer.done():
                job.answer.set_result(answer)
        finally:
            self._free += 1
            if not self._closed:
                self._go_on()


def answered(games: Mapping[str, AnyGame], words: Words, asked: Thought) -> bytes:
    """The answer to a question: a move, or a move and its reason."""
    game = games[asked.game]
    if asked.told is None:
        return decided(game, asked)
    return advised(game, asked, words.say(game.key, asked.told.lang, asked.told.names))


class MoveChooser(Worker):
    """Answers questions in a worker process."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)

    def answer(self, question: bytes) -> bytes:
        """The answer to an encoded question."""
        asked = msgspec.msgpack.decode(question, type=Thought)
        return answered(self._catalogue.games, self._catalogue.words, asked)


AT_ONCE = 64
"""Moves replayed before yielding to the event loop."""


LOOK = 30.0
"""How often a pending move looks at the clock again, which may have been set."""


class Work(NamedTuple):
    """A move that is being computed, or that waits for its time."""

    revision: int
    move: OpponentMove
    task: asyncio.Task[None]


class Opponents:
    """Plays the moves of opponents. It stores nothing besides the moves: a restart computes the same again.

    It thinks outside the table's lock, and what it decided counts only if nothing has happened since.
    """

    def __init__(
        self,
        tables: Tables,
        decisions: Decisions,
        now: Callable[[], float],
        watched: Callable[[Table], bool] = lambda _table: True,
    ) -> None:
        """``watched``: whether the player of a solo table has it open; otherwise the table waits."""
        self._tables = tables
        self._watched = watched
        self._decisions = decisions
        self._now = now
        self._working: dict[int, Work] = {}
        self._stopped = False

    def receive(self, event: Event) -> None:
        """A table was stored, or belongs to another process now: an opponent may have to move, or no longer."""
        if isinstance(event, Changed):
            if event.ours:
                self.changed(event.after)
        elif isinstance(event, Left):
            self.left(event.table)

    def changed(self, after: Table) -> None:
        """A table has been stored."""
        work, move = self._working.get(after.id), due(after)
        if work is not None and (work.revision, work.move) == (after.revision, move):
            return
        if work is not None:
            del self._working[after.id]
            # Not the task that stored this change: its move has been made.
            if work.task is not asyncio.current_task():
                work.task.cancel()
        if move is not None and not self._stopped:
            task = asyncio.create_task(self._move(after, move), name="opponent")
            self._working[after.id] = Work(after.revision, move, task)

    def left(self, table: Table) -> None:
        """Another process acts for a table now: cancel its pending move."""
        if (work := self._working.pop(table.id, None)) is not None and work.task is not asyncio.current_task():
            work.task.cancel()

    async def finish(self) -> None:
        """Before a stop: play no more moves. The next start plays the rest."""
        self._stopped = True
        tasks = {work.task for work in self._working.values()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self._decisions.close()

    async def _move(self, table: Table, move: OpponentMove) -> None:
        """Compute a move and play it at its time. Any change of the table cancels this."""
        try:
            loop = asyncio.get_running_loop()
            # Measured by the loop's time too: setting the clock back must not delay the move.
            end = loop.time() + move.at - max(self._now(), table.log[-1].at)
            chosen = await self._decided(table, move)
            while (left := min(move.at - self._now(), end - loop.time())) > 0:  # noqa: ASYNC110, clocks are set silently
                await asyncio.sleep(min(left, LOOK))
            await self._tables.change(table.id, self._step(table, move, chosen))
        except Refusal:
            log.info("no table to move at any more table=%s", table.id)
        except Exception as error:  # noqa: BLE001, storage, say: the clock comes back to this table
            log.error("an opponent could not move table=%s: %s", table.id, error_summary(error))  # noqa: TRY400
        finally:
            work = self._working.get(table.id)
            if work is not None and work.task is asyncio.current_task():
                del self._working[table.id]

    def _step(self, thought_of: Table, move: OpponentMove, chosen: Any) -> Callable[[Table], Table]:
        def step(table: Table) -> Table:
            if table.revision != thought_of.revision or due(table) != move:
                return table
            if table.alone and not self._watched(table):
                return table.pause(ASLEEP)
            try:
                decision = table.default(move.seat) if chosen is None else chosen
                stands_in = "stand-in" if move.seat in table.away else None
                return table.after(move.seat, decision, self._now(), decided_by=stands_in)
            except Exception as error:  # noqa: BLE001, a move that fails must not be tried for ever
                log.error("a move failed table=%s revision=%s: %s", table.id, table.revision, error_summary(error))  # noqa: TRY400
                return table.close("broken")

        return step

    async def _decided(self, table: Table, move: OpponentMove) -> Any:
        """The move itself; None if there is no decision: then the game's default is played."""
        asked = await thought_about(table, move.seat, move.level)
        try:
            return await self._decisions.decide(table, move.seat, asked, move_of)
        except NoThought:
            return None


async def thought_about(table: Table, seat: Seat, level: Level, told: Wording | None = None) -> Thought:
    """The question about a seat now. A long log is replayed in pieces, yielding to the loop."""
    views: list[bytes] = []
    for view in shown(table, seat):
        views.append(view)
        if len(views) % AT_ONCE == 0:
            await asyncio.sleep(0)
    return thought(table, seat, level, views, told)
