"""Worker processes that draw pictures, so that drawing never blocks the event loop."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

import msgspec

from bot.catalogue import walk
from bot.core.game import NOTHING, AnyGame, Choosing
from bot.core.opponents import play_out
from bot.pictures import lobby
from bot.pictures.lobby import LobbyContent
from bot.text.strings import DEFAULT
from bot.workers import Processes, Worker

WORKERS = max(1, (os.cpu_count() or 1) - 1)
"""One core is left for the event loop."""
DRAWING_TIMEOUT_SECONDS = 20.0

_VIEW, _LOBBY, _FEATURE = "view", "lobby", "feature"


def view_request(game: str, lang: str, names: Sequence[str], view: Any, choosing: Choosing = NOTHING) -> bytes:
    """The request for the picture of a view, with the language, the players' names and the choices."""
    return msgspec.msgpack.encode((_VIEW, game, (lang, names, view, choosing)))


def lobby_request(game: str, shown: LobbyContent) -> bytes:
    """The request for the picture of a lobby."""
    return msgspec.msgpack.encode((_LOBBY, game, shown))


def feature_request(module: str, content: object) -> bytes:
    """The request for a picture that a feature draws: its module has ``picture(encoded content, catalogue)``."""
    return msgspec.msgpack.encode((_FEATURE, module, content))


class DrawingWorker(Processes):
    """Worker processes that draw the pictures of every game, and load fonts and sprites while they are idle."""

    def __init__(self, package: str) -> None:
        super().__init__(WORKERS, PictureMaker, package)

    async def draw(self, requests: Sequence[bytes]) -> list[bytes | str]:
        """A PNG for each request; for an error its type."""
        return await self.ask(requests, timeout=DRAWING_TIMEOUT_SECONDS)


class PictureMaker(Worker):
    """Draws pictures in a worker process."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)
        self._request = msgspec.msgpack.Decoder(tuple[str, str, msgspec.Raw])
        self._lobby = msgspec.msgpack.Decoder(LobbyContent)
        self._views = {
            key: msgspec.msgpack.Decoder(tuple[str, tuple[str, ...], game.view, Choosing])
            for key, game in self._catalogue.games.items()
        }
        self._cold = [game for game in self._catalogue.games.values() if game.picture is not None]
        """Games whose fonts and sprites are not loaded."""

    def answer(self, question: Sequence[bytes]) -> list[bytes | str]:
        """A PNG for each request; for an error its type."""
        return [self._answered(each) for each in question]

    def _answered(self, request: bytes) -> bytes | str:
        try:
            return self._picture(request)
        except Exception as error:  # noqa: BLE001, the caller logs it
            return type(error).__name__

    def _picture(self, request: bytes) -> bytes:
        kind, key, what = self._request.decode(request)
        games = self._catalogue.games
        if kind == _FEATURE:
            return import_module(key).picture(what, self._catalogue)
        if kind == _LOBBY:
            return lobby.draw(self._lobby.decode(what), games[key].emblem)
        return self._drawn(games[key], *self._views[key].decode(what))

    def _drawn(self, game: AnyGame, lang: str, names: Sequence[str], view: Any, choosing: Choosing) -> bytes:
        assert game.picture is not None
        return game.picture(view, self._catalogue.words.say(game.key, lang, names), choosing)

    def prepare(self) -> bool:
        """Draw one picture of the next game; False if it was the last."""
        if self._cold:
            game = self._cold.pop(0)
            seats = game.seats[-1]
            _, _, state = next(play_out(game, seats, game.variants(seats)[0], Random(0)))
            names = [str(seat + 1) for seat in range(seats)]
            self._drawn(game, DEFAULT, names, state.view(None), NOTHING)
        return bool(self._cold)
