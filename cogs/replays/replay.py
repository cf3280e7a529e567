"""Replays of finished games: any position, from any seat's view; solo tables that continue from one; turning points.

A ``Replay`` is made only from an ended table or a verified record; nothing else can reveal hidden cards. Films and
turning points take seconds, so worker processes make them: ``Jobs``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping, Sequence
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from bot.catalogue import Catalogue, walk
from bot.core.facts import CLOSED, NOBODY, OVER, PLAYING, Log, Player, TableFacts, Turn
from bot.core.game import CHANCE, AnyGame, AnyState, Level, Move, Options, Outcome, Played, Refusal, Seat
from bot.core.lobby import solo_table
from bot.core.opponents import REGULAR, ViewHistory
from bot.core.records import Verified, make_nonce, replayed
from bot.core.table import Table
from bot.text.strings import Speech
from bot.workers import Processes, Worker

T = TypeVar("T")

SCOPE = "replays"
EVERY = 32
"""Moves between cached states: no position needs a replay of the whole game."""

MOST_JOBS = 8
"""Films, or searches, that may run or wait."""
JOB_TIMEOUT_SECONDS = 120.0
MOST_JUDGED = 240
"""In a longer game only so many of the last decisions are judged."""
MOST_POINTS = 3
LEAST_LOSS = 0.05
"""A choice is a turning point only if it loses at least this much chance."""

OPENED: Literal["opened"] = "opened"
Eyes = Seat | None | Literal["opened"]
"""The point of view: a seat's, an onlooker's (None), or with everything face up."""


class ReplayLog(NamedTuple):
    """The content of a finished game, as worker processes get it."""

    game: str
    names: tuple[str, ...]
    options: Options
    moves: Sequence[tuple[Seat, Move]]
    """The deal first."""


class Replay:
    """A finished game. Positions are numbered by moves: 1 is the deal, ``length`` the end."""

    def __init__(self, table: Table) -> None:
        """Raises Refusal unless the table has ended and has a log to show."""
        if table.status not in (OVER, CLOSED):
            raise Refusal("not-over")
        if not table.log:
            raise Refusal("nothing-to-see")
        self.game: AnyGame = table.game
        self.names = table.names
        self.length = len(table.log)
        self._ended = table
        self._facts = msgspec.structs.replace(
            table.facts,
            # Absence is not logged; replays show everybody as present.
            players=tuple(Player(user=player.user, name=player.name) for player in table.facts.players),
            deadline=None, paused=None, ending=(), note=None, standing=(),
        )  # fmt: skip
        self._log = table.log
        self._table = table.but(facts=self._facts, status=PLAYING, past=(), unasked=())
        self._states: dict[int, AnyState] = {0: self.game.start(table.size, table.facts.options)}

    @property
    def size(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def content(self) -> ReplayLog:
        """The game without its times and people, for worker processes."""
        moves = [(turn.seat, turn.move) for turn in self._log]
        return ReplayLog(self.game.key, self.names, self._facts.options, moves)

    def decision(self, position: int) -> Turn | None:
        """The choice that led to a position; None if the player had no real choice there."""
        if position < 2 or (turn := self._log[position - 1]).seat == CHANCE:
            return None
        before = self.state(position - 1)
        legal, automatic = before.legal(turn.seat), self.game.automatic
        if len(legal) < 2 or (automatic and automatic(before.view(turn.seat), legal) == turn.move):
            return None
        return turn

    def resumable(self, position: int) -> bool:
        """Whether a person can go on from a position against opponents."""
        waiting = self.state(position).to_act
        return self.game.opponent is not None and bool(waiting) and CHANCE not in waiting

    def clamped(self, position: int) -> int:
        """The valid position nearest to an untrusted number."""
        return min(max(position, 1), self.length)

    def state(self, position: int) -> AnyState:
        """The state at a position. Replays only a few moves once the cache is filled."""
        assert 1 <= position <= self.length
        at = max(place for place in self._states if place <= position)
        state = self._states[at]
        for place, turn in enumerate(self._log[at:position], start=at + 1):
            state = state.play(turn.seat, turn.move)
            if place % EVERY == 0:
                self._states[place] = state
        return state

    @property
    def outcome(self) -> Outcome | None:
        """The winners, without those who left, and the scores; None if the game was closed before its end."""
        found = self.state(self.length).outcome()
        if found is None:
            return None
        return Outcome(tuple(seat for seat in found.winners if seat not in self._ended.forfeited), found.scores)

    def view(self, position: int, eyes: Eyes) -> Any:
        """The view at a position, with its flash."""
        state = self.state(position)
        if eyes == OPENED:
            return self.game.opened(state) if self.game.opened else state.view(None)
        return state.view(eyes)

    def then(self, position: int) -> Table:
        """The table at a position, as its players saw it. It is not stored."""
        state = self.state(position)
        return self._table.but(
            state=state,
            log=Log(shared=list(self._log[:position])),
            status=PLAYING if state.to_act else OVER,
            asked=(position,) * self.size,
            asked_at=(self._log[position - 1].at,) * self.size,
        )

    @cached_property
    def moments(self) -> dict[int, Any]:
        """The onlookers' views of the highlights and the end, by position. Replays the game: long ones in a thread."""
        found: dict[int, Any] = {}
        state = self._states[0]
        telling = self.game.telling or (lambda played: played.after.view(None).flash is not None)
        for place, turn in enumerate(self._log, start=1):
            before, state = state, state.play(turn.seat, turn.move)
            if place == self.length or (place > 1 and telling(Played(before, turn.seat, turn.move, state))):
                found[place] = state.view(None)
            if place % EVERY == 0:
                self._states[place] = state
        return found


def of_record(record: Verified, say: Speech) -> ReplayLog:
    """The content of a verified record, whose players have no names."""
    names = tuple(say("replay-player", number=seat + 1) for seat in range(record.seats))
    return ReplayLog(record.game.key, names, record.options, record.moves)


def of_log(games: Mapping[str, AnyGame], found: ReplayLog) -> Replay:
    """The replay of a verified record, or of the content of another replay."""
    game, players = games[found.game], tuple(Player(user=NOBODY, name=name) for name in found.names)
    facts = TableFacts(
        host=NOBODY, players=players, options=dict(found.options), pace="quick", created=0.0, rules=game.version
    )
    # One second per move: a record has no times.
    turns = (Turn(seat, move, float(place)) for place, (seat, move) in enumerate(found.moves))
    return Replay(Table(guild=0, channel=0, game=game, status=CLOSED, facts=facts, log=Log(turns)))


# ---- going on from a position


class Origin(msgspec.Struct, frozen=True):
    """Stored with a table of this feature: the finished game that it continues, and from which position."""

    table: int
    position: int
    only_in: int | None = None
    """The ``film_place`` of that game."""


def origin(table: Table) -> Origin | None:
    """The game that a table continues; None for any other table."""
    return msgspec.convert(table.facts.stored, Origin) if table.facts.feature == SCOPE else None


def film_place(table: Table) -> int | None:
    """The only thread or channel where the film of a table may be posted; None: anywhere."""
    if (found := origin(table)) is not None:
        return found.only_in
    return None if table.public or table.alone else table.place


def continued(table: Table, position: int, seat: Seat, person: Player, guild: int, now: float) -> Table:
    """A solo table that counts for nothing, for a person in a seat of a finished game; the caller gives it the log."""
    levels: list[Level] = [player.level for player in table.facts.players if player.level is not None]
    level = levels[0] if levels else REGULAR
    options = table.facts.options
    ready = solo_table(table.game, guild=guild, person=person, level=level, seats=table.size, now=now, options=options)
    me, *others = ready.facts.players
    return ready.with_facts(
        players=(*others[:seat], me, *others[seat:]),
        feature=SCOPE,
        stored=msgspec.to_builtins(Origin(table.id, position, film_place(table))),
        counts=False,
        nonce=make_nonce(),
    )


# ---- turning points: the decisions that lost most, judged by what the player could know


class TurningPoint(NamedTuple):
    """A choice that gave a chance away."""

    position: int
    """The position after it."""
    seat: Seat
    loss: float
    """The chance of the best choice to turn out well, less that of this one."""


def turning_points(catalogue: Catalogue, _report: object, content: ReplayLog) -> list[TurningPoint]:
    """The turning points of a game in order, each judged from the views of its seat. Takes seconds."""
    game, seats = catalogue.games[content.game], len(content.names)
    assert game.odds is not None
    views = ViewHistory(range(seats))
    found: list[TurningPoint] = []
    first = len(content.moves) - MOST_JUDGED
    for place, played in enumerate(replayed(game, seats, content.options, content.moves), start=1):
        legal = played.before.legal(played.seat) if played.seat != CHANCE and place > first else ()
        if len(legal) > 1:
            odds = game.odds(views.of(played.seat), tuple(legal))
            if played.move in odds:
                loss = odds[next(iter(odds))] - odds[played.move]
                found.append(TurningPoint(place, played.seat, loss))
        views.add(played.after)
    return _greatest(found, 2 * seats)


def _greatest(found: Iterable[TurningPoint], apart: int) -> list[TurningPoint]:
    """The greatest losses, at least ``apart`` moves from each other: several players may answer the same question."""
    chosen: list[TurningPoint] = []
    for point in sorted(found, key=lambda point: (-point.loss, point.position)):
        far = all(abs(point.position - other.position) > apart for other in chosen)
        if point.loss >= LEAST_LOSS and far and len(chosen) < MOST_POINTS:
            chosen.append(point)
    return sorted(chosen)


# ---- work that takes seconds


class JobFailed(Exception):
    """A job failed, took too long or was stopped."""


class Job(Generic[T]):
    """An answer that is being worked out."""

    task: asyncio.Task[T]
    progress = (0, 0)
    """(done, total), as last reported."""

    def report(self, progress: tuple[int, int]) -> None:
        """Receive a report."""
        self.progress = progress

    async def answer(self) -> T:
        """The answer. Raises JobFailed."""
        # Not awaited itself: one cancelled waiter would cancel it for all.
        await asyncio.wait({self.task})
        if self.task.cancelled() or self.task.exception():
            raise JobFailed
        return self.task.result()


class Jobs(Generic[T]):
    """Answers of worker processes, worked out one at a time, once for all who wait for them, and cached."""

    def __init__(self, package: str, answers: MutableMapping[Hashable, T]) -> None:
        """``answers`` is the cache."""
        self.answers = answers
        self.running: dict[Hashable, Job[T]] = {}
        self._processes = Processes(1, JobWorker, package)

    def start(self, key: Hashable, function: Callable[..., T], *arguments: Any) -> Job[T]:
        """Begin ``function(catalogue, report, *arguments)``. Refusal while too many jobs wait."""
        if len(self.running) >= MOST_JOBS:
            raise Refusal("busy")
        job = self.running[key] = Job[T]()
        job.task = asyncio.create_task(self._work(job, (function, arguments)), name="replay job")

        def done(task: asyncio.Task[T]) -> None:
            del self.running[key]
            if not task.cancelled() and not task.exception():
                self.answers[key] = task.result()

        job.task.add_done_callback(done)
        return job

    def close(self) -> None:
        """Cancel all jobs and end the process."""
        for job in self.running.values():
            job.task.cancel()
        self._processes.close()

    async def _work(self, job: Job[T], question: Any) -> T:
        try:
            return await self._processes.ask(question, timeout=JOB_TIMEOUT_SECONDS, progress=job.report)
        finally:
            # The next job gets a new process, which frees the memory of this one.
            self._processes.close()


class JobWorker(Worker):
    """Does the work of jobs in a worker process."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)

    def answer(self, question: tuple[Callable[..., Any], Sequence[Any]]) -> Any:
        """The answer of a function."""
        function, arguments = question
        return function(self._catalogue, self.report, *arguments)
