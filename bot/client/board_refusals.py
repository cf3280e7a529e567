"""When Discord refuses to show a board: what becomes of its table."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Collection

import discord

from bot.client import permissions
from bot.client.board_painter import NO_ACCESS
from bot.client.repaints import Repaints
from bot.core.facts import OPEN
from bot.core.game import Refusal
from bot.core.table import Table
from bot.store import ShownBoard
from bot.tables.tables import SharedTables

log = logging.getLogger(__name__)

GONE = (10003, 10004)
LOCKED = 160005


class BoardRefusals:
    """Pauses a table that may not be shown, closes one whose place is gone, and has the rest tried again."""

    def __init__(
        self, client: discord.Client, tables: SharedTables, repaints: Repaints, revealing: Collection[int]
    ) -> None:
        """``revealing`` are the tables whose board may show what must be hidden."""
        self._client = client
        self._tables = tables
        self._repaints = repaints
        self._revealing = revealing

    async def met(self, number: int, error: discord.HTTPException) -> None:
        """Discord has refused to show a table."""
        # Of a body Discord calls invalid, what it says names the place, never what stood there.
        why = f"status {error.status}, code {error.code} {error.text if error.status == 400 else ''}"
        if error.code in GONE:
            log.warning("board table=%s: its place is gone", number)
            await self._end(number)
        elif error.code == LOCKED and await self._public(number):
            await self._change(number, lambda table: table.in_thread(None))
            self._repaints.request(number)
        elif error.status == 403 or error.code in NO_ACCESS:
            await self._change(number, self._pause)
            log.warning("board table=%s: %s; paused", number, why)
            # Asking again and again is counted against the bot: it goes on when somebody who may comes by. But what
            # must be hidden is hidden as soon as it can be.
            if number in self._revealing:
                self._repaints.later(number, why)
        else:
            self._repaints.later(number, why)

    async def _end(self, number: int) -> None:
        """Nobody can see this table any more."""
        self._repaints.abandon(number)
        await self._change(number, lambda table: table.close("gone"))
        with contextlib.suppress(Refusal):
            table = await self._tables.get(number)
            await self._tables.store.mark_shown(ShownBoard(number, table.kept.revision))

    async def _public(self, number: int) -> bool:
        """Whether a table may be shown in the channel instead of its thread."""
        with contextlib.suppress(Refusal):
            return (await self._tables.get(number)).public
        return False

    def _pause(self, table: Table) -> Table:
        channel = self._client.get_channel(table.place)
        needed = permissions.THREAD if table.thread else permissions.BOARD
        missing: tuple[str, ...] = ()
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            missing = permissions.lacking_in(channel, needed)
        why = ",".join(missing or needed[:2])
        return table if table.facts.paused == why or table.status not in OPEN else table.pause(why)

    async def _change(self, number: int, step: Callable[[Table], Table]) -> None:
        """Change a table because of what Discord said; what that changed is not painted at once, but later."""
        try:
            await self._tables.change(number, step)
        except Refusal:
            return
        finally:
            self._repaints.taken(number)
