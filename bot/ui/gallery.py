"""Pictures of views, drawn off the event loop, and never the same picture twice."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import msgspec

from bot.game import Game, Seat
from bot.simulate import play_out
from bot.table import Table
from bot.ui.page import ALT_LIMIT, Picture, cut
from bot.words import Speech, Words, bare

log = logging.getLogger(__name__)

ROOM = 24 * 2**20
"""Bytes of pictures kept."""
_MARKUP = re.compile(r"```\n?|\*\*|^-# |^#+ ", re.MULTILINE)


class Gallery:
    """Makes pictures in one worker thread and remembers them. Without it (``enabled=False``) pages are text."""

    def __init__(self, *, enabled: bool = True) -> None:
        self._enabled = enabled
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="draw") if enabled else None
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0

    async def picture(self, table: Table, seat: Seat | None, say: Speech, now: float) -> Picture | None:
        """What a seat (None: everybody) sees as a picture, with the words that say the same; None if it has none."""
        if table.state is None:
            return None
        name = "table.png" if seat is None else "hand.png"
        return await self.draw(table, table.view(seat, now), say, name)

    async def draw(self, table: Table, view: Any, say: Speech, name: str) -> Picture | None:
        """A view of a table as a picture."""
        draw = table.game.picture
        if draw is None or self._worker is None:
            return None
        sight = table.game.face.sight(view, say)
        names = [say.raw_name(other) for other in range(table.size)]
        encoded = msgspec.json.encode([table.game.key, say.lang, names, view])
        key = hashlib.blake2b(encoded, digest_size=16).digest()
        data = self._kept.get(key)
        if data is None:
            try:
                data = await asyncio.get_running_loop().run_in_executor(self._worker, draw, view, say)
            except Exception:
                log.exception("drawing failed game=%s table=%s", table.game.key, table.id)
                return None
            self._keep(key, data)
        else:
            self._kept.move_to_end(key)
        return Picture(name, alt(sight.scene if view.seat is None else sight.hand), data)

    def warm(self, games: list[Game], words: Words) -> None:
        """Load fonts and sprites before somebody waits for them."""
        if self._worker is None:
            return
        for game in games:
            if game.picture is not None:
                self._worker.submit(_draw_once, game, words)

    def close(self) -> None:
        """Let the worker go."""
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)

    def _keep(self, key: bytes, data: bytes) -> None:
        # Two people may have asked for it in the same instant.
        self._size += len(data) - len(self._kept.get(key, b""))
        self._kept[key] = data
        while self._size > ROOM:
            _, old = self._kept.popitem(last=False)
            self._size -= len(old)


def alt(words: str) -> str:
    """Words as alt text: without markup, as long as Discord allows. The menu offers the whole text."""
    return cut(bare(_MARKUP.sub("", words)).strip() or "…", ALT_LIMIT)


def _draw_once(game: Game, words: Words) -> None:
    seats = game.seats[-1]
    say = words.say(game.key, "fr", [str(seat + 1) for seat in range(seats)])
    for _, _, state in play_out(game, seats, game.variants(seats)[0], Random(0)):
        assert game.picture is not None
        game.picture(state.view(None), say)
        return
