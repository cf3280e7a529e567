"""Where films are drawn: one at a time, each in a process of its own, which is ended if it takes too long."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.catalogue import walk
from bot.pictures.film import Shot, film
from bot.workers import Failed, Lost, Processes, Worker

PATIENCE = 120.0
"""Seconds that a film may take."""
WAITING = 8
"""Films asked for at once; who asks for one more is told to come back."""


class FilmFailed(Exception):
    """A film that could not be drawn, or took too long."""


class TooMany(Exception):
    """More films are asked for than anybody would wait for."""


class Drawing:
    """A film that is being drawn: how far it is, and the file when it is there."""

    def __init__(self, count: int) -> None:
        self.count = count
        """How many shots it has."""
        self.done = 0
        self.begun = False
        self.task: asyncio.Task[bytes]

    def tell(self, done: int) -> None:
        """So many of its shots are drawn."""
        self.done = done


class FilmWorker:
    """Has films drawn. A process for each starts when its turn comes: the pictures of games that go on never wait."""

    def __init__(self, package: str) -> None:
        self._free = asyncio.Semaphore(1)
        self._drawings: set[Drawing] = set()
        self._processes = Processes(1, FilmMaker, package)

    def draw(self, game: str, lang: str, names: Sequence[str], shots: Sequence[Shot]) -> Drawing:
        """Begin a film, or put it in line; its task gives the file or raises FilmFailed. Raises TooMany."""
        if len(self._drawings) >= WAITING:
            raise TooMany
        drawing = Drawing(len(shots))
        self._drawings.add(drawing)
        drawing.task = asyncio.create_task(self._drawn(drawing, game, lang, names, shots), name="film")
        return drawing

    def close(self) -> None:
        """Draw nothing any more."""
        for drawing in self._drawings:
            drawing.task.cancel()
        self._processes.close()

    async def _drawn(self, drawing: Drawing, *job: Any) -> bytes:
        try:
            async with self._free:
                drawing.begun = True
                try:
                    return await self._processes.ask(job, timeout=PATIENCE, told=drawing.tell)
                finally:
                    # The next one has a process of its own: what this one took of memory is given back.
                    self._processes.close()
        except (Failed, Lost, TimeoutError, OSError) as error:
            raise FilmFailed from error
        finally:
            self._drawings.discard(drawing)


class FilmMaker(Worker):
    """Draws films, in a process of its own, and tells how far it is after each shot."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)

    def answer(self, question: tuple[str, str, Sequence[str], Sequence[Shot]]) -> bytes:
        """The file of a film."""
        game, lang, names, shots = question
        return film(self._catalogue.games[game], self._catalogue.words.say(game, lang, names), shots, self.tell)
