"""Thinkers for opponents in tests: at once and in this process, or only when a test lets them."""

import asyncio
from collections.abc import Mapping

import msgspec

from bot.core.game import AnyGame, Seat
from bot.tables.opponents import DecisionRequest, Thinking, answered
from bot.text.strings import Words
from bot.workers import WorkerDied


class InlineThinker(Thinking):
    """Thinks as a worker would, on the same bytes, without another process."""

    def __init__(self, games: Mapping[str, AnyGame], words: Words | None = None) -> None:
        super().__init__("cogs")
        self._games = games
        self._words = words or Words({})
        self.asked: list[tuple[int, Seat, DecisionRequest]] = []

    async def think(self, table: int, request: DecisionRequest) -> bytes:
        self._note(table, request)
        return answered(self._games, self._words, request)

    def _note(self, table: int, request: DecisionRequest) -> None:
        self.asked.append((table, msgspec.msgpack.decode(request.views[-1])["seat"], request))


class HeldThinker(InlineThinker):
    """Thinks for hours, as a worker would that hangs; or fails at once, as one that has died."""

    fails = False

    async def think(self, table: int, request: DecisionRequest) -> bytes:
        self._note(table, request)
        if not self.fails:
            await asyncio.sleep(24 * 3600)
        raise WorkerDied
