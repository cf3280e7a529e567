"""Where pictures are drawn: in processes of their own, so that drawing never holds up anybody's answer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from bot.catalogue import walk
from bot.core.game import NOTHING, AnyGame, Choosing
from bot.core.simulate import play_out
from bot.pictures import lobby, profile
from bot.pictures.lobby import LobbyContent
from bot.pictures.profile import Card
from bot.workers import Processes, Worker

WORKERS = max(1, (os.cpu_count() or 1) - 1)
"""One core is left for whoever is being answered."""
PATIENCE = 20.0
"""Seconds a picture may take: one that never ends would keep its process from all others."""


_VIEW, _LOBBY, _PROFILE = "view", "lobby", "profile"


def of_view(game: str, lang: str, names: Sequence[str], view: Any, choosing: Choosing = NOTHING) -> bytes:
    """What a worker is asked for a view of a game, with the words of a language, people's names and what is chosen."""
    return msgspec.msgpack.encode((_VIEW, game, (lang, names, view, choosing)))


def of_lobby(game: str, shown: LobbyContent) -> bytes:
    """What a worker is asked for a lobby of a game."""
    return msgspec.msgpack.encode((_LOBBY, game, shown))


def of_profile(shown: Card) -> bytes:
    """What a worker is asked for somebody's profile."""
    return msgspec.msgpack.encode((_PROFILE, "", shown))


class DrawingWorker:
    """Worker processes that know every game's pictures. They start when pictures are asked for.

    A process that ends raises WorkerDied, one that hangs TimeoutError; the next pictures are drawn by others.
    """

    def __init__(self, package: str) -> None:
        self._processes = Processes(WORKERS, PictureMaker, package)

    async def draw(self, questions: Sequence[bytes]) -> list[bytes | str]:
        """A PNG of each thing asked for, by one of the questions above; of an error its kind."""
        return await self._processes.ask(questions, timeout=PATIENCE)

    def warm(self) -> None:
        """Load fonts and sprites before somebody waits for them: a game at a time, so that nobody waits for that."""
        self._processes.start()

    def close(self) -> None:
        """Let the workers go."""
        self._processes.close()


class PictureMaker(Worker):
    """Draws, in a worker process."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)
        self._question = msgspec.msgpack.Decoder(tuple[str, str, msgspec.Raw])
        self._lobby = msgspec.msgpack.Decoder(LobbyContent)
        self._card = msgspec.msgpack.Decoder(Card)
        self._views = {
            key: msgspec.msgpack.Decoder(tuple[str, tuple[str, ...], game.view, Choosing])
            for key, game in self._catalogue.games.items()
        }
        self._cold = [game for game in self._catalogue.games.values() if game.picture is not None]
        """Games of which nothing has been drawn yet."""

    def answer(self, question: Sequence[bytes]) -> list[bytes | str]:
        """The pictures of these as PNGs; of an error its kind."""
        return [self._answered(each) for each in question]

    def _answered(self, question: bytes) -> bytes | str:
        try:
            return self._picture(question)
        except Exception as error:  # noqa: BLE001, told to whoever asked
            return type(error).__name__

    def _picture(self, question: bytes) -> bytes:
        kind, key, what = self._question.decode(question)
        games = self._catalogue.games
        if kind == _PROFILE:
            return profile.draw(self._card.decode(what), {each: game.emblem for each, game in games.items()})
        if kind == _LOBBY:
            return lobby.draw(self._lobby.decode(what), games[key].emblem)
        return self._drawn(games[key], *self._views[key].decode(what))

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
