"""Publishing the public boards: who asks for them, and who is answered by them.

The board is edited as long as those who must act are looking. When somebody must be called it is posted anew (edits do
not ping), and then the old one goes. Whatever goes wrong is tried again, less and less often, or ends in a
pause or a closed table; what was revealed and must be hidden again is tried most often.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

import discord

from bot.client.board_pages import BoardPages
from bot.client.board_painter import BoardPainter, lobby_place
from bot.client.board_refusals import BoardRefusals
from bot.client.calling import must_post
from bot.client.notices import Notices
from bot.client.posted_boards import Posted, PostedBoards
from bot.client.repaints import Repaints
from bot.client.reply import UNSURE, Reply
from bot.core.facts import LOBBY, OPEN
from bot.core.game import Refusal
from bot.core.lobby import calls
from bot.core.stored import Row
from bot.core.table import Table
from bot.pictures.cache import PictureCache
from bot.service.wishes import Wishes
from bot.store import Store
from bot.store.statements import BOARD, MISSED
from bot.tables.servers import Servers
from bot.tables.tables import SharedTables, attempted, where
from bot.text.strings import Words

log = logging.getLogger(__name__)

GLANCE = 15.0
"""Seconds after which it is looked at again in any case whether what was revealed must be hidden: a clock may have been
set back."""
STALE = "an old board could not be deleted"


class BoardPublisher:
    """Keeps every board true."""

    def __init__(
        self,
        client: discord.Client,
        tables: SharedTables,
        servers: Servers,
        wishes: Wishes,
        words: Words,
        pictures: PictureCache,
        now: Callable[[], float],
        hidden: Callable[[Table], None],
    ) -> None:
        """``hidden`` is told when the time of a reveal is over: panels change then too."""
        self._tables = tables
        self._now = now
        self._hidden = hidden
        self._store: Store = tables.store
        self.boards = PostedBoards(self._store)
        self._store.hear(BOARD, self._written_elsewhere)
        self._store.hear(MISSED, lambda _: self.boards.forget())
        self._notices = Notices(client, servers, words, now)
        self.pages = BoardPages(servers, words, pictures, now)
        self._painter = BoardPainter(client, self._store, self.boards, self.pages, self._notices, wishes, now)
        self.repaints = Repaints(self._try, self.pages.revealing.__contains__)
        self._refusals = BoardRefusals(client, tables, self.repaints, self.pages.revealing)
        self.request, self.room = self.repaints.request, self.repaints.room
        self.abandon = self.repaints.abandon
        self._calling: set[asyncio.Task[None]] = set()
        self._hidings: dict[int, asyncio.TimerHandle] = {}
        self._lost: dict[int, Row] = {}

    # ---- who asks for it

    def changed(self, before: Table, after: Table) -> None:
        """A table has been stored: its board, or its lobby, must follow."""
        # The same value twice: another process has changed a lobby, and nobody knows what it was before.
        if after is not before and after.looks_like(before):
            return
        if after.status == LOBBY and before.status == LOBBY:
            if calls(before, after):
                task = asyncio.create_task(self._call(before, after), name="call")
                self._calling.add(task)
                task.add_done_callback(self._calling.discard)
            self.request(after.id)
            return
        self.boards.outdated(after.id)
        self._hide_in_time(after)
        self.request(after.id)

    def lost(self, row: Row) -> None:
        """A table could not be read and has been closed: its board must say so."""
        self._lost[row.id] = row
        self.request(row.id)

    def _written_elsewhere(self, said: Any) -> None:
        """Another process, which leaves the table to us, has shown it: look where, and whether it shows the newest."""
        number, shard = said
        self.boards.forget(number)
        # All hear of it. If others painted it too, each would have the rest of them paint it again, without end.
        if self._store.at_home(shard):
            self.request(number)

    def rest(self) -> None:
        """Begin to paint nothing more: another process does from now on, and writes down what boards show."""
        self._begin_nothing()
        self.boards.rest()

    async def finish(self) -> None:
        """Before a stop: let boards that are being painted be finished. What stays behind is caught up with later."""
        self._begin_nothing()
        await self.repaints.finish(self._calling)
        await self.boards.finish()

    def _begin_nothing(self) -> None:
        self.repaints.rest()
        for timer in self._hidings.values():
            timer.cancel()

    async def painted(self) -> None:
        """Wait until no board is being painted, and what they show is written down."""
        await self.repaints.painted()
        await self.boards.write()

    async def catch_up(self) -> None:
        """After a start: begin to repaint every board that is behind, a few at a time, while the games go on."""
        self.repaints.catch_up(await self._store.behind())

    async def _call(self, before: Table, after: Table) -> None:
        messages = await self._notices.call(before, after)
        async with self.boards.lock(after.id):
            posted = await self.boards.get(after.id)
            posted.calls = (*posted.calls, *((after.place, message) for message in messages))
            await self.boards.keep(after.id, posted)
        try:
            waits = (await self._tables.get(after.id)).status == LOBBY
        except Refusal:
            waits = False
        if not waits:
            self.request(after.id)

    async def opened(self, table: Table, message: int) -> None:
        """A lobby has been shown in this message."""
        async with self.boards.lock(table.id):
            posted = await self.boards.get(table.id)
            posted.lobby = message
            await self.boards.keep(table.id, posted)
        if table.id in self.pages.undrawn:
            # Its picture may have come before anybody knew where to put it.
            self.request(table.id)

    async def seen(self, table: Table) -> bool:
        """Whether a lobby has been shown anywhere, as far as we know."""
        return (await self.boards.get(table.id)).lobby is not None

    async def answer(self, reply: Reply, table: Table) -> None:
        """Answer a click on the board by the board itself, where that is enough."""
        async with self.boards.lock(table.id):
            posted = await self.boards.get(table.id)
            table = await self._tables.get(table.id)
            if reply.message != posted.message or must_post(table, posted, self._now()):
                await reply.quiet()
                await self._retire_unknown(table, posted, reply.message)
                self.request(table.id)
                return
            # What has been asked for so far is shown by this answer; what comes from now on is not.
            self.repaints.taken(table.id)
            shown = False
            try:
                page, reveals = await self.pages.board(table, ())
                shown = await reply.board(page)
                if shown and not await self._painter.shown(table, posted, page.digest, reveals=reveals):
                    self.repaints.later(table.id, STALE)
                if shown and await self._painter.untold(table, posted):
                    self.request(table.id)
            finally:
                if not shown:
                    self.request(table.id)

    async def answer_lobby(self, reply: Reply, table: Table) -> None:
        """Answer a click on a lobby by the lobby itself."""
        async with self.boards.lock(table.id):
            posted = await self.boards.get(table.id)
            table = await self._tables.get(table.id)
            if reply.message is not None and table.status == LOBBY and posted.lobby != reply.message:
                if posted.lobby is not None:
                    await reply.quiet()
                    await self._retire(table, posted, reply.message)
                    return
                # Discord had taken it after all.
                posted.lobby = reply.message
                await self.boards.keep(table.id, posted)
            if table.status == LOBBY:
                # What has been asked for so far is shown by this answer. A lobby that is over has more to be done.
                self.repaints.taken(table.id)
            shown = False
            try:
                shown = await reply.board(await self.pages.lobby(table))
            finally:
                if not shown:
                    self.request(table.id)

    async def noticed(self, reply: Reply, table: Table, painted: int | None = None) -> None:
        """Somebody clicked on a board: one that was replaced long ago, or that we never heard of, goes.

        ``painted`` is the revision it showed them: ours is painted again if that is not what we think it shows.
        """
        if reply.message is None or not table.log:
            return
        async with self.boards.lock(table.id):
            posted = await self.boards.get(table.id)
            # They have been answered already.
            await attempted(f"an old board, table={table.id}", self._retire_unknown(table, posted, reply.message))
            if reply.message == posted.message and painted is not None and painted != table.revision:
                # An edit of ours that was long on its way, perhaps from before a restart, can come last.
                self.boards.repainted_by_others(table.id)
                self.request(table.id)

    async def repost(self, number: int) -> None:
        """Post a table's board anew at the end of its channel. Whoever it has called already is not called again."""
        async with self.boards.lock(number):
            posted = await self.boards.get(number)
            posted.at = 0.0
            await self.boards.keep(number, posted)
        self.request(number)

    # ---- painting

    async def _try(self, number: int) -> None:
        try:
            async with self.boards.lock(number):
                if not self.repaints.taken(number):
                    return  # A click was answered with it meanwhile.
                finished = await self._paint(number)
            if finished:
                self.repaints.done(number)
            else:
                self.repaints.later(number, STALE)
        except UNSURE as error:
            self.repaints.later(number, f"no word from Discord ({type(error).__name__})")
        except discord.HTTPException as error:
            await self._refusals.met(number, error)
        except Exception as error:  # noqa: BLE001, ours or storage's
            # The next try, or a program that has been mended, may do better.
            if not self.repaints.failed(number):
                log.error("painting failed table=%s: %s", number, where(error))  # noqa: TRY400
            self.repaints.later(number, "painting failed")

    async def _paint(self, number: int) -> bool:
        """Paint a table wherever it is shown; False if something is left to be done."""
        try:
            table = await self._tables.get(number)
        except Refusal:
            if (row := self._lost.get(number)) is not None:
                await self._painter.paint_lost(row)
                del self._lost[number]
            return True
        self._hide_in_time(table)
        finished = await self._painter.paint(table)
        if table.status not in OPEN:
            with contextlib.suppress(Refusal):
                if (await self._tables.get(number)).users != table.users:
                    # Somebody was erased meanwhile: what was just painted names them.
                    return await self._paint(number)
        return finished

    def _hide_in_time(self, table: Table) -> None:
        """Have what was revealed hidden when its time is over."""
        if timer := self._hidings.pop(table.id, None):
            timer.cancel()
        if table.reveals(now := self._now()):
            loop = asyncio.get_running_loop()
            self._hidings[table.id] = loop.call_later(min(table.flash_until - now, GLANCE), self._hide, table)

    def _hide(self, table: Table) -> None:
        self._hidings.pop(table.id, None)
        self.request(table.id)
        self._hidden(table)

    # ---- boards that must go

    async def _retire_unknown(self, table: Table, posted: Posted, message: int | None) -> None:
        if posted.message is None or message in (None, posted.message, posted.former):
            return
        assert message is not None
        await self._retire(table, posted, message)

    async def _retire(self, table: Table, posted: Posted, message: int) -> None:
        log.info("an old board was clicked on table=%s", table.id)
        posted.stale = (
            *posted.stale,
            (lobby_place(table, message) if table.status == LOBBY else table.place, message),
        )
        self.request(table.id)
        await self.boards.keep(table.id, posted)
