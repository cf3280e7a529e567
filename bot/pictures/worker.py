"""Where pictures are drawn: in processes of their own, so that drawing never holds up anybody's answer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from bot.catalogue import walk
from bot.core.game import NOTHING, AnyGame, Choosing
from bot.core.simulate import play_out
from bot.pictures import lobby, profile
from bot.pictures.lobby import Gathering
from bot.pictures.profile import Card
from bot.processes import Processes, Worker

WORKERS = max(1, (os.cpu_count() or 1) - 1)
"""One core is left for whoever is being answered."""
PATIENCE = 20.0
"""Seconds a picture may take: one that never ends would keep its process from all others."""


_View = tuple[str, str, Sequence[str], bytes]
"""What a picture of a game is made from: its key, the language, the names, and the view with what is being chosen, both
as bytes already: pickling their many small parts takes ten times as long."""


class _Lobby(NamedTuple):
    """What a picture of a lobby is made from."""

    game: str
    shown: Gathering


class DrawingWorker:
    """Worker processes that know every game's pictures. They start when pictures are asked for.

    What does not succeed raises Failed or Lost; the next picture is drawn by others.
    """

    def __init__(self, package: str) -> None:
        self._processes = Processes(WORKERS, Draughtsman, package)

    async def draw(self, game: str, lang: str, names: Sequence[str], view: Any, choosing: Choosing = NOTHING) -> bytes:
        """A view of a game as a PNG, with the words of that language, these people's names and what is being chosen."""
        what = (game, lang, names, msgspec.msgpack.encode((view, choosing)))
        return await self._processes.ask(what, timeout=PATIENCE)

    async def draw_lobby(self, game: str, shown: Gathering) -> bytes:
        """A lobby of a game as a PNG."""
        return await self._processes.ask(_Lobby(game, shown), timeout=PATIENCE)

    async def draw_profile(self, shown: Card) -> bytes:
        """Somebody's profile as a PNG."""
        return await self._processes.ask(shown, timeout=PATIENCE)

    def warm(self) -> None:
        """Load fonts and sprites before somebody waits for them: a game at a time, so that nobody waits for that."""
        self._processes.start()

    def close(self) -> None:
        """Let the workers go."""
        self._processes.close()


class Draughtsman(Worker):
    """Draws, in a worker process."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)
        self._readers = {
            key: msgspec.msgpack.Decoder(tuple[game.view, Choosing]) for key, game in self._catalogue.games.items()
        }
        self._cold = [game for game in self._catalogue.games.values() if game.picture is not None]
        """Games of which nothing has been drawn yet."""

    def answer(self, question: _View | _Lobby | Card) -> bytes:
        """The picture of that as a PNG."""
        if isinstance(question, Card):
            return profile.draw(question, {key: game.emblem for key, game in self._catalogue.games.items()})
        if isinstance(question, _Lobby):
            return lobby.draw(question.shown, self._catalogue.games[question.game].emblem)
        key, lang, names, what = question
        view, choosing = self._readers[key].decode(what)
        return self._drawn(self._catalogue.games[key], lang, names, view, choosing)

    def _drawn(self, game: AnyGame, lang: str, names: Sequence[str], view: Any, choosing: Choosing) -> bytes:
        assert game.picture is not None
        return game.picture(view, self._catalogue.words.say(game.key, lang, names), choosing)

    def prepare(self) -> bool:
        """Draw something of one more game; False if that was the last."""
        if self._cold:
            game = self._cold.pop(0)
            seats = game.seats[-1]
            _, _, state = next(play_out(game, seats, game.variants(seats)[0], Random(0)))
            names = [str(seat + 1) for seat in range(seats)]
            self._drawn(game, "fr", names, state.view(None), NOTHING)
        return bool(self._cold)
