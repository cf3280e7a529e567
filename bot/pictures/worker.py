"""Where pictures are drawn: in processes of their own, so that drawing never holds up anybody's answer."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

from bot.catalogue import Catalogue, walk
from bot.child import leave_to_parent
from bot.core.game import NOTHING, Choosing
from bot.core.simulate import play_out
from bot.pictures import lobby
from bot.pictures.lobby import Gathering

WORKERS = max(1, (os.cpu_count() or 1) - 1)
"""One core is left for whoever is being answered."""

_catalogue: Catalogue | None = None


class DrawingWorker:
    """Worker processes that know every game's pictures. They start when pictures are asked for."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._pool: ProcessPoolExecutor | None = None

    async def draw(self, game: str, lang: str, names: Sequence[str], view: Any, choosing: Choosing = NOTHING) -> bytes:
        """A view of a game as a PNG, with the words of that language, these people's names and what is being chosen."""
        return await self._drawn(_draw, game, lang, names, view, choosing)

    async def draw_lobby(self, game: str, shown: Gathering) -> bytes:
        """A lobby of a game as a PNG."""
        return await self._drawn(_draw_lobby, game, shown)

    async def _drawn(self, draw: Callable[..., bytes], *what: Any) -> bytes:
        pool = self._workers()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, draw, *what)
        except BrokenProcessPool:
            # A worker has died: the next picture starts others. Somebody may have done so already.
            if self._pool is pool:
                self._pool = None
            raise

    def warm(self) -> None:
        """Load fonts and sprites before somebody waits for them: a game at a time, so that nobody waits for that."""
        self._warm(self._workers(), 0)

    def _warm(self, pool: Executor, place: int) -> None:
        """Warm the game in that place and, when it is done, the next. What was asked for meanwhile comes first."""

        def done(future: Future[bool]) -> None:
            if self._pool is pool and not future.cancelled() and not future.exception() and future.result():
                self._warm(pool, place + 1)

        with contextlib.suppress(RuntimeError):  # Closed at this very moment, or broken.
            pool.submit(_warm, place).add_done_callback(done)

    def close(self) -> None:
        """Let the workers go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(WORKERS, context, initializer=_prepare, initargs=(self._package,))
        return self._pool


def _prepare(package: str) -> None:
    global _catalogue  # noqa: PLW0603, what a worker process has is global to it
    leave_to_parent()
    parent = multiprocessing.parent_process()
    if parent is not None:
        # A bot that was killed cannot say goodbye: leave with it.
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()
    _catalogue = walk(package)


def _draw(game: str, lang: str, names: Sequence[str], view: Any, choosing: Choosing = NOTHING) -> bytes:
    assert _catalogue is not None
    picture = _catalogue.games[game].picture
    assert picture is not None
    return picture(view, _catalogue.words.say(game, lang, names), choosing)


def _draw_lobby(game: str, shown: Gathering) -> bytes:
    assert _catalogue is not None
    return lobby.draw(shown, _catalogue.games[game].emblem)


def _warm(place: int) -> bool:
    """Draw something of the game in that place; False if that was the last."""
    assert _catalogue is not None
    games = list(_catalogue.games.values())[place:]
    if games and (game := games[0]).picture is not None:
        seats = game.seats[-1]
        _, _, state = next(play_out(game, seats, game.variants(seats)[0], Random(0)))
        _draw(game.key, "fr", [str(seat + 1) for seat in range(seats)], state.view(None))
    return len(games) > 1
