"""Where films are drawn: one at a time, each in a process of its own, which is ended if it takes too long."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from bot.catalogue import walk
from bot.child import leave_to_parent
from bot.pictures.film import Shot, film

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


class FilmWorker:
    """Has films drawn. A process for each starts when its turn comes: the pictures of games that go on never wait."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._free = asyncio.Semaphore(1)
        self._drawings: set[Drawing] = set()
        self._process: Any = None

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
        if self._process is not None:
            self._process.kill()

    async def _drawn(self, drawing: Drawing, *job: Any) -> bytes:
        try:
            async with self._free:
                drawing.begun = True
                return await asyncio.to_thread(self._supervised, drawing, job)
        finally:
            self._drawings.discard(drawing)

    def _supervised(self, drawing: Drawing, job: tuple[Any, ...]) -> bytes:
        """Have a process draw, listen to it, and end it when its time is up."""
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=False)
        process = self._process = context.Process(target=_work, args=(there, self._package, *job), daemon=True)
        process.start()
        there.close()
        end = time.monotonic() + PATIENCE
        try:
            while here.poll(max(0.0, end - time.monotonic())):
                told = here.recv()
                if isinstance(told, bytes):
                    return told
                drawing.done = told
        except (EOFError, OSError) as error:
            raise FilmFailed from error
        finally:
            process.kill()
            process.join()
            here.close()
            self._process = None
        raise FilmFailed


def _work(there: Connection, package: str, game: str, lang: str, names: Sequence[str], shots: Sequence[Shot]) -> None:
    """Draw a film, and tell how far it is after each shot: a parent that is gone is noticed then."""
    leave_to_parent()
    catalogue = walk(package)
    there.send(film(catalogue.games[game], catalogue.words.say(game, lang, names), shots, there.send))
