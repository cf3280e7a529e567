"""Pictures of views, drawn off the event loop, and never the same picture twice."""

from __future__ import annotations

import hashlib
import logging
import re
from collections import OrderedDict
from typing import Any

import msgspec

from bot.core.game import Seat
from bot.core.table import Table
from bot.pages.page import ALT_LIMIT, Picture, cut
from bot.pictures.worker import DrawingWorker
from bot.words import Speech, bare

log = logging.getLogger(__name__)

ROOM = 24 * 2**20
"""Bytes of pictures kept."""
_MARKUP = re.compile(r"```\n?|\*\*|^-# |^#+ ", re.MULTILINE)


class PictureCache:
    """Has pictures drawn in a studio and remembers them. Without a studio pages are text."""

    def __init__(self, studio: DrawingWorker | None) -> None:
        self._studio = studio
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
        if table.game.picture is None or self._studio is None:
            return None
        sight = table.game.face.sight(view, say)
        names = [say.raw_name(other) for other in range(table.size)]
        encoded = msgspec.json.encode([table.game.key, say.lang, names, view])
        key = hashlib.blake2b(encoded, digest_size=16).digest()
        data = self._kept.get(key)
        if data is None:
            try:
                data = await self._studio.draw(table.game.key, say.lang, names, view)
            except Exception:
                log.exception("drawing failed game=%s table=%s", table.game.key, table.id)
                return None
            self._keep(key, data)
        else:
            self._kept.move_to_end(key)
        return Picture(name, alt(sight.scene if view.seat is None else sight.hand), data)

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
