"""Opponents at tables: ask a worker process for each move, wait for the right moment, and play it.

Only a ``DecisionRequest`` crosses to the worker: the views of one seat as bytes, its legal moves and a level. The
worker cannot know anything else.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import msgspec

from bot.catalogue import walk
from bot.core.characters import character_of
from bot.core.facts import ASLEEP
from bot.core.game import NO_STYLE, AnyGame, Level, Refusal, Seat, Style
from bot.core.opponents import OpponentMove, advise, choose, drawn, due
from bot.core.records import replayed
from bot.core.table import Table
from bot.tables.tables import Changed, Event, Left, Locks, Tables, error_summary
from bot.text.strings import Words
from bot.workers import Processes, Worker, WorkerFailed

log = logging.getLogger(__name__)

WORKERS = max(1, (os.cpu_count() or 1) // 2)
"""The other cores answer players and draw pictures."""
DECISION_TIMEOUT_SECONDS = 5.0
MOVES_AT_ONCE = 64
"""Moves replayed before yielding to the event loop."""

_ENCODER = msgspec.msgpack.Encoder()


class Wording(msgspec.Struct, frozen=True, kw_only=True):
    """The language and the players' names in which a reason is worded."""

    lang: str
    names: tuple[str, ...]


class DecisionRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A question to a worker. Equal questions have equal answers."""

    game: str
    views: tuple[bytes, ...]
    legal: bytes
    level: Level
    seed: int
    style: Style = NO_STYLE
    wording: Wording | None = None
    """For a hint: the answer is the move to recommend, why, and the odds of all moves."""


class Decision(NamedTuple):
    """The answer to a question."""

    move: Any
    reason: str
    """Only for a hint; otherwise empty."""
    odds: list[tuple[Any, float]]
    """For a hint, where a chance decides: the chance of each move to turn out well, best first."""


def shown(table: Table, seat: Seat) -> Iterator[bytes]:
    """The views of a seat since the deal, encoded, oldest first. A generator, so that callers can yield to the loop.

    Takes time in proportion to the log.
    """
    for played in replayed(table.game, table.size, table.facts.options, table.moves):
        yield _ENCODER.encode(played.after.view(seat))


def new_request(
    table: Table, seat: Seat, level: Level, views: Iterable[bytes], wording: Wording | None = None
) -> DecisionRequest:
    """The question about a seat now, with its views."""
    seed = drawn(table, "thought", table.revision, seat).getrandbits(64)
    legal = _ENCODER.encode(list(table.legal(seat)))
    character = character_of(table.facts.players[seat])
    style = NO_STYLE if character is None else character.style
    return DecisionRequest(
        game=table.game.key, views=tuple(views), legal=legal, level=level, seed=seed, style=style, wording=wording
    )


def answered(games: Mapping[str, AnyGame], words: Words, asked: DecisionRequest) -> bytes:
    """The answer to a question, for ``answer_of``; runs in the worker."""
    game = games[asked.game]
    decoder = msgspec.msgpack.Decoder(game.view)
    views = [decoder.decode(view) for view in asked.views]
    legal: list[Any] = msgspec.msgpack.decode(asked.legal, type=list[game.moves])  # type: ignore[name-defined]
    rng = Random(asked.seed)
    if asked.wording is None:
        return _ENCODER.encode((choose(game, views, legal, asked.level, rng, asked.style), "", ()))
    assert game.reason is not None
    move, odds = advise(game, views, legal, rng)
    reason = game.reason(views, move, words.say(game.key, asked.wording.lang, asked.wording.names))
    return _ENCODER.encode((move, reason, list(odds.items())))


def answer_of(game: AnyGame, answer: bytes, legal: Collection[Any]) -> Decision:
    """The answer decoded; ValueError if a move is not legal."""
    kind = tuple[game.moves, str, list[tuple[game.moves, float]]]  # type: ignore[name-defined]
    found = Decision(*msgspec.msgpack.decode(answer, type=kind))
    if any(move not in legal for move in (found.move, *(move for move, _ in found.odds))):
        raise ValueError("an opponent chose an illegal move")
    return found


class NoDecision(Exception):
    """There is no answer: the workers were stopped, or the decision failed."""


class Thinking:
    """Worker processes that know every game's opponents. They start when they are asked.

    A table is answered one question at a time, so one with many questions delays another by one question at most.
    """

    def __init__(
        self, package: str, *, workers: int = WORKERS, timeout_seconds: float = DECISION_TIMEOUT_SECONDS
    ) -> None:
        self._timeout_seconds = timeout_seconds
        self._processes = Processes(workers, MoveChooser, package)
        self._free = asyncio.Semaphore(workers)
        self._turns = Locks[int]()
        self._working: set[asyncio.Task[bytes]] = set()
        self._closed = False

    async def think(self, table: int, request: DecisionRequest) -> bytes:
        """The answer, for ``answer_of``. Cancel it to withdraw the question.

        Raises NoDecision after ``close``, and what ``Processes.ask`` raises.
        """
        async with self._turns.of(table):
            await self._free.acquire()
            if self._closed:
                self._free.release()
                raise NoDecision
            # Encoded and decoded as a DecisionRequest, so that nothing else can reach the worker.
            asking = self._processes.ask(msgspec.msgpack.encode(request), timeout=self._timeout_seconds)
            task = asyncio.create_task(asking, name="thinking")
            self._working.add(task)
            task.add_done_callback(self._done)
            try:
                # Shielded: cancelling a running question would kill the worker.
                return await asyncio.shield(task)
            except asyncio.CancelledError:
                if task.cancelled():  # by ``close``
                    raise NoDecision from None
                raise

    def _done(self, task: asyncio.Task[bytes]) -> None:
        self._working.discard(task)
        self._free.release()
        if not task.cancelled():
            task.exception()  # Retrieved here: who asked may have withdrawn the question.

    def close(self) -> None:
        """Stop the workers; pending questions raise NoDecision."""
        self._closed = True
        for task in self._working:
            task.cancel()
        self._processes.close()


class MoveChooser(Worker):
    """Answers questions in a worker process."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)

    def answer(self, question: bytes) -> bytes:
        """The answer to an encoded question."""
        asked = msgspec.msgpack.decode(question, type=DecisionRequest)
        return answered(self._catalogue.games, self._catalogue.words, asked)


@dataclass(eq=False)
class Decisions:
    """Asks a thinker and reads its answers. Every decision that failed is logged as an error, and counted."""

    _thinker: Thinking
    _count_failure: Callable[[str], object] = lambda _game: None
    """Receives the game's key. Must not block."""

    async def decide(self, table: Table, seat: Seat, asked: DecisionRequest) -> Decision:
        """The answer for a seat. Raises NoDecision."""
        try:
            return answer_of(table.game, await self._thinker.think(table.id, asked), table.legal(seat))
        except NoDecision:
            raise
        except Exception as error:  # noqa: BLE001, an opponent that is wrong must not stop the table
            # Log no other error text: it may contain hidden cards.
            reason = str(error) if isinstance(error, WorkerFailed) else error_summary(error)
        log.error(
            "a decision failed game=%s table=%s revision=%s level=%s: %s",
            table.game.key, table.id, table.revision, asked.level, reason,
        )  # fmt: skip
        self._count_failure(table.game.key)
        raise NoDecision

    def close(self) -> None:
        """Stop the thinker."""
        self._thinker.close()


class Work(NamedTuple):
    """A move that is being computed, or that waits for its time."""

    revision: int
    move: OpponentMove
    task: asyncio.Task[None]


@dataclass(eq=False)
class Opponents:
    """Plays the moves of opponents. It stores nothing besides the moves: a restart computes the same again.

    It thinks outside the table's lock, and what it decided counts only if nothing has happened since.
    """

    _tables: Tables
    _decisions: Decisions
    _now: Callable[[], float]
    _watched: Callable[[Table], bool] = lambda _table: True
    """Whether the player of a solo table has it open; otherwise the table waits."""
    _working: dict[int, Work] = field(default_factory=dict[int, Work], init=False)
    _stopped: bool = field(default=False, init=False)

    def receive(self, event: Event) -> None:
        """Start or cancel an opponent's move after a table was stored, or went to another process."""
        if isinstance(event, Left):
            self._plan(event.table, None)
        elif isinstance(event, Changed) and event.ours:
            self._plan(event.after, due(event.after))

    def _plan(self, table: Table, move: OpponentMove | None) -> None:
        """Make this the next move of a table; None: cancel its pending one."""
        work = self._working.get(table.id)
        if work is not None and (work.revision, work.move) == (table.revision, move):
            return
        if work is not None:
            del self._working[table.id]
            # Do not cancel the task that stored this change: it is the one running now.
            if work.task is not asyncio.current_task():
                work.task.cancel()
        if move is not None and not self._stopped:
            task = asyncio.create_task(self._move(table, move), name="opponent")
            self._working[table.id] = Work(table.revision, move, task)

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
            # By the loop's clock: nobody can set that one back.
            loop = asyncio.get_running_loop()
            end = loop.time() + move.at - max(self._now(), table.log[-1].at)
            chosen = await self._decided(table, move)
            await asyncio.sleep(end - loop.time())
            await self._tables.change(table.id, self._step(table, move, chosen))
        except Refusal:
            log.info("no table to move at any more table=%s", table.id)
        except Exception as error:  # noqa: BLE001, storage, for example: the table clock tries again
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
                return table.with_facts(paused=ASLEEP)
            try:
                decision = table.default(move.seat) if chosen is None else chosen
                table = _with_vow(table, move.seat, decision)
                stands_in = "stand-in" if move.seat in table.away else None
                return table.after(move.seat, decision, self._now(), decided_by=stands_in)
            except Exception as error:  # noqa: BLE001, a move that fails must not be tried for ever
                log.error("a move failed table=%s revision=%s: %s", table.id, table.revision, error_summary(error))  # noqa: TRY400
                return table.close("broken")

        return step

    async def _decided(self, table: Table, move: OpponentMove) -> Any:
        """The move itself; None if there is no decision: then the game's default is played."""
        asked = await decision_request(table, move.seat, move.level)
        try:
            return (await self._decisions.decide(table, move.seat, asked)).move
        except NoDecision:
            return None


def _with_vow(table: Table, seat: Seat, move: Any) -> Table:
    """The table after the public promise that an opponent's character makes before this move, if it makes one."""
    character = character_of(table.facts.players[seat])
    if table.game.vow is None or character is None or not table.promises(seat):
        return table
    path = table.game.vow(move, character.candour, drawn(table, "vow", table.revision, seat))
    return table if path is None else table.promise(seat, path)


async def decision_request(table: Table, seat: Seat, level: Level, wording: Wording | None = None) -> DecisionRequest:
    """The question about a seat now. A long log is replayed in pieces, yielding to the loop."""
    views: list[bytes] = []
    for view in shown(table, seat):
        views.append(view)
        if len(views) % MOVES_AT_ONCE == 0:
            await asyncio.sleep(0)
    return new_request(table, seat, level, views, wording)
