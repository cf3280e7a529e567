"""Turning points: the decisions of a finished game that were furthest from what their players could have known."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.catalogue import walk
from bot.core.game import CHANCE, AnyGame, Move, Options, Refusal, Seat
from bot.core.opponents import ViewHistory
from bot.core.records import replayed
from bot.workers import Processes, Worker, WorkerDied, WorkerFailed

SEARCH_TIMEOUT_SECONDS = 30.0
MOST_JUDGED = 240
"""Decisions judged in one game; of a longer one, the last."""
MOST_POINTS = 3
LEAST_LOSS = 0.05
"""The chance that a choice must give away to be a turning point."""


class TurningPoint(NamedTuple):
    """A choice that gave a chance away."""

    position: int
    """The position after it."""
    seat: Seat
    loss: float
    """The chance of the best choice to turn out well, less that of this one."""


def turning_points(
    game: AnyGame, seats: int, options: Options, moves: Sequence[tuple[Seat, Move]]
) -> list[TurningPoint]:
    """The turning points of a game in order, each judged from the views of its seat. Takes seconds."""
    assert game.odds is not None
    views = ViewHistory(range(seats))
    found: list[TurningPoint] = []
    first = len(moves) - MOST_JUDGED
    for place, played in enumerate(replayed(game, seats, options, moves), start=1):
        legal = played.before.legal(played.seat) if played.seat != CHANCE and place > first else ()
        if len(legal) > 1:
            odds = game.odds(views.of(played.seat), tuple(legal))
            if played.move in odds:
                loss = odds[next(iter(odds))] - odds[played.move]
                found.append(TurningPoint(place, played.seat, loss))
        views.add(played.after)
    return _greatest(found, 2 * seats)


def _greatest(found: Iterable[TurningPoint], apart: int) -> list[TurningPoint]:
    """The greatest losses, each so many moves from the others: several players answer the same question."""
    chosen: list[TurningPoint] = []
    for point in sorted(found, key=lambda point: (-point.loss, point.position)):
        far = all(abs(point.position - other.position) > apart for other in chosen)
        if point.loss >= LEAST_LOSS and far and len(chosen) < MOST_POINTS:
            chosen.append(point)
    return sorted(chosen)


class TurningPointFinder(Worker):
    """Looks for turning points in a worker process."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)

    def answer(self, question: tuple[str, int, Options, Sequence[tuple[Seat, Move]]]) -> list[TurningPoint]:
        """The turning points of a game."""
        game, seats, options, moves = question
        return turning_points(self._catalogue.games[game], seats, options, moves)


class TurningPoints:
    """Finds the turning points of one game at a time, each in a new process."""

    def __init__(self, package: str) -> None:
        self._free = asyncio.Semaphore(1)
        self._processes = Processes(1, TurningPointFinder, package)

    async def find(self, *question: Any) -> list[TurningPoint]:
        """The turning points of a game; Refusal if there was no time to find them."""
        async with self._free:
            try:
                return await self._processes.ask(question, timeout=SEARCH_TIMEOUT_SECONDS)
            except (WorkerFailed, WorkerDied, TimeoutError, OSError):
                raise Refusal("known-none") from None
            finally:
                self._processes.close()

    def close(self) -> None:
        """End the process."""
        self._processes.close()
