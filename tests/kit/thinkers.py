"""Thinkers for opponents in tests: at once and in this process, or only when a test lets them."""

import asyncio
from collections.abc import Mapping

import msgspec

from bot.core.game import AnyGame, Seat
from bot.tables.opponents import Thinking, Thought, answered
from bot.text.strings import Words
from bot.workers import WorkerDied


class InlineThinker(Thinking):
    """Thinks as a worker would, on the same bytes, without another process."""

    def __init__(self, games: Mapping[str, AnyGame], words: Words | None = None) -> None:
        super().__init__("cogs")
        self._games = games
        self._words = words or Words({})
        self.asked: list[tuple[int, Seat, Thought]] = []

    async def think(self, table: int, thought: Thought) -> bytes:
        self._note(table, thought)
        return answered(self._games, self._words, thought)

    def _note(self, table: int, thought: Thought) -> None:
        self.asked.append((table, msgspec.msgpack.decode(thought.views[-1])["seat"], thought))


class HeldThinker(InlineThinker):
    """Thinks for hours, as a worker would that hangs; or fails at once, as one that has died."""

    fails = False

    async def think(self, table: int, thought: Thought) -> bytes:
        self._note(table, thought)
        if not self.fails:
            await asyncio.sleep(24 * 3600)
        raise WorkerDied
