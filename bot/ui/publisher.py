"""Publishing the public board: one pending repaint a table, the latest revision wins, what is shown is recorded.

The board is the newest message at the table: when somebody new must act it is posted anew (edits do not ping) and
the old one goes; within a turn it is edited. Every failure of Discord's ends in a repost, a pause, a closed table
or a later try; never in a retry for ever.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

import discord
import msgspec

from bot import access
from bot.facts import CLOSED, LOBBY, OPEN, PLAYING, Refusal
from bot.servers import Servers
from bot.store import Store
from bot.table import Table
from bot.tables import Tables
from bot.ui.adapter import render, rerender
from bot.ui.boards import board
from bot.ui.gallery import Gallery
from bot.ui.lobbies import lobby
from bot.ui.page import Page
from bot.ui.reply import Reply
from bot.words import Speech, Words

log = logging.getLogger(__name__)

KIND = "board"
HOT = 2_000
AT_ONCE = 30
"""Boards painted at the same time when there are very many to paint."""
PATIENCE = 1.0
"""How long the next one waits for room at most: on a busy day there may never be any."""
OLD = 50 * 60.0
"""Discord slows down edits of messages older than an hour: post anew before that."""
PRESENT = 60.0
"""Whoever moved so recently is looking, and is not pinged."""
RETRIES = (2.0, 10.0, 60.0)
FAREWELL = 3.0
"""How long a bot that is stopped waits for the boards it is painting."""
GONE = (10003, 10004)
NO_ACCESS = (50001, 50013)
UNKNOWN_MESSAGE, ARCHIVED, LOCKED = 10008, 50083, 160005


class Posted(msgspec.Struct, kw_only=True):
    """Where a table is shown."""

    lobby: int | None = None
    place: int | None = None
    message: int | None = None
    waiting: tuple[int, ...] = ()
    at: float = 0.0


class Publisher:
    """Keeps every board true."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        servers: Servers,
        words: Words,
        gallery: Gallery,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._tables = tables
        self._servers = servers
        self._words = words
        self._gallery = gallery
        self._now = now
        self._store: Store = tables.store
        self._posted: OrderedDict[int, Posted] = OrderedDict()
        self._painted: OrderedDict[int, bytes] = OrderedDict()
        self._dirty: set[int] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._failures: dict[int, int] = {}
        self._gone: set[int] = set()
        self._catching: asyncio.Task[None] | None = None

    # ---- who asks for it

    def changed(self, before: Table, after: Table) -> None:
        """A table has been stored: its board must follow. A lobby repaints itself through the click."""
        if after.status == LOBBY and before.status == LOBBY:
            return
        self.request(after.id)

    def request(self, number: int) -> None:
        """Have a table's board painted soon."""
        if number in self._gone:
            return
        self._dirty.add(number)
        if number not in self._tasks:
            self._tasks[number] = asyncio.create_task(self._work(number), name="board")

    def abandon(self, number: int) -> None:
        """Never paint this table again: where it was shown is gone."""
        self._gone.add(number)

    async def finish(self) -> None:
        """Before a stop: let boards that are being painted be finished. What stays behind is caught up with later."""
        if self._catching:
            self._catching.cancel()
        if tasks := set(self._tasks.values()):
            _, late = await asyncio.wait(tasks, timeout=FAREWELL)
            for task in late:
                task.cancel()

    async def catch_up(self) -> None:
        """After a start: begin to repaint every board that is behind, a few at a time, while the games go on."""
        behind = await self._store.behind()
        self._catching = asyncio.create_task(self._request_all(behind), name="catching up") if behind else None

    async def _request_all(self, numbers: list[int]) -> None:
        for number in numbers:
            await self.room()
            self.request(number)

    async def room(self) -> None:
        """Wait a little while very many boards are being painted: who asks for thousands asks for them slowly."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while len(self._tasks) >= AT_ONCE and (left := end - loop.time()) > 0:
            tasks = tuple(self._tasks.values())
            await asyncio.wait(tasks, timeout=left, return_when=asyncio.FIRST_COMPLETED)

    async def opened(self, table: Table, message: int) -> None:
        """A lobby has been shown in this message."""
        posted = await self._where(table.id)
        posted.lobby = message
        await self._remember(table, posted)

    async def answer(self, reply: Reply, table: Table) -> None:
        """Answer a click on the board by the board itself, where that is enough."""
        async with self._lock(table.id):
            posted = await self._where(table.id)
            table = await self._tables.get(table.id)
            if reply.message != posted.message or self._must_post(table, posted):
                await reply.quiet()
                return
            # What has been asked for so far is shown by this answer; what comes from now on is not.
            self._dirty.discard(table.id)
            try:
                page = await self._page(table, ())
                await reply.update(page)
            except BaseException:
                self.request(table.id)
                raise
            if reply.taken:
                await self._shown(table, posted, page)
            else:
                self.request(table.id)

    async def answer_lobby(self, reply: Reply, table: Table) -> None:
        """Answer a click on a lobby by the lobby itself."""
        async with self._lock(table.id):
            await reply.update(await self.lobby_page(await self._tables.get(table.id)))

    async def lobby_page(self, table: Table, *, pings: tuple[int, ...] = ()) -> Page:
        """The lobby in the server's language."""
        return lobby(table, await self._say(table), pings=pings)

    async def repost(self, number: int) -> None:
        """Post a table's board anew at the end of its channel."""
        async with self._lock(number):
            posted = await self._where(number)
            posted.waiting, posted.at = (), 0.0
            await self._remember(await self._tables.get(number), posted)
        self.request(number)

    # ---- painting

    async def _work(self, number: int) -> None:
        try:
            await self._catch_up(number)
        finally:
            # At once, not in a callback: a request that comes in between must start a new task.
            self._tasks.pop(number, None)

    async def _catch_up(self, number: int) -> None:
        while number in self._dirty:
            try:
                async with self._lock(number):
                    if number not in self._dirty:
                        return  # A click was answered with it meanwhile.
                    self._dirty.discard(number)
                    table = await self._tables.get(number)
                    await self._paint(table)
                self._failures.pop(number, None)
            except Refusal:
                return
            except discord.HTTPException as error:
                await self._failed(number, error)
            except (OSError, TimeoutError):
                log.exception("network trouble table=%s", number)
                self._later(number)
            except Exception:
                log.exception("painting failed table=%s", number)
                return

    async def _paint(self, table: Table) -> None:
        posted = await self._where(table.id)
        await self._paint_lobby(table, posted)
        # A lobby has no board; a table whose log no longer replays still has one that must say so.
        if not table.log and posted.message is None:
            return
        if self._must_post(table, posted):
            await self._post(table, posted)
            return
        page = await self._page(table, ())
        if self._painted.get(table.id) != page.digest:
            try:
                await self._message(posted.place, posted.message).edit(**rerender(page))
            except discord.HTTPException as error:
                if error.code not in (UNKNOWN_MESSAGE, ARCHIVED):
                    raise
                # Deleted, or in a thread that fell asleep: a new message heals both.
                await self._post(table, posted)
                return
        await self._shown(table, posted, page)

    async def _post(self, table: Table, posted: Posted) -> None:
        old = (posted.place, posted.message)
        page = await self._page(table, self._to_ping(table, posted))
        target = self._client.get_partial_messageable(table.place, guild_id=table.row.guild)
        sent = await target.send(**render(page), nonce=f"{table.id}-{table.revision}-{int(self._now()) % 100000}")
        posted.place, posted.message, posted.at = table.place, sent.id, self._now()
        await self._shown(table, posted, page, moved=True)
        # Asked for twice in one second, Discord gives the same message twice.
        if old[1] and old[1] != sent.id:
            await self._delete(*old)

    async def _paint_lobby(self, table: Table, posted: Posted) -> None:
        if posted.lobby is None:
            return
        page = await self.lobby_page(table)
        try:
            await self._message(table.row.channel, posted.lobby).edit(**rerender(page))
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, *NO_ACCESS):
                raise
        if table.status != LOBBY:
            # From now on only the board changes; the lobby keeps the seal of the deal.
            posted.lobby = None
            await self._remember(table, posted)

    def _must_post(self, table: Table, posted: Posted) -> bool:
        if posted.message is None or posted.place != table.place:
            return True
        if self._now() - posted.at > OLD:
            return True
        if table.status != PLAYING:
            return posted.waiting != ()
        return bool(set(table.to_act) - set(posted.waiting))

    def _to_ping(self, table: Table, posted: Posted) -> tuple[int, ...]:
        if table.status != PLAYING:
            return ()
        recent = {turn.seat for turn in table.log if self._now() - turn.at < PRESENT}
        fresh = set(table.to_act) - set(posted.waiting)
        return tuple(table.users[seat] for seat in sorted(fresh - recent))

    async def _page(self, table: Table, pings: tuple[int, ...]) -> Page:
        say, now = await self._say(table), self._now()
        picture = await self._gallery.picture(table, None, say, now) if table.status != CLOSED else None
        return board(table, say, now, pings=pings, picture=picture)

    async def _say(self, table: Table) -> Speech:
        server = await self._servers.get(table.row.guild)
        return self._words.say(table.game.key, server.language, table.names)

    # ---- when Discord says no

    async def _failed(self, number: int, error: discord.HTTPException) -> None:
        # Of a body Discord calls invalid, what it says names the place, never what stood there.
        why = error.text if error.status == 400 else ""
        log.warning("board table=%s status=%s code=%s %s", number, error.status, error.code, why)
        if error.code in GONE:
            await self._change(number, lambda table: table.close("gone"))
        elif error.code == LOCKED:
            await self._change(number, lambda table: table.in_thread(None))
        elif error.status == 403 or error.code in NO_ACCESS:
            await self._change(number, self._pause)
        elif error.status >= 500 or error.status == 429:
            self._later(number)

    def _pause(self, table: Table) -> Table:
        channel = self._client.get_channel(table.place)
        needed = access.THREAD if table.thread else access.BOARD
        missing: tuple[str, ...] = ()
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            missing = access.lacking_in(channel, needed)
        why = ",".join(missing or needed[:2])
        return table if table.facts.paused == why or table.status not in OPEN else table.pause(why)

    async def _change(self, number: int, step: Callable[[Table], Table]) -> None:
        try:
            await self._tables.change(number, step)
        except Refusal:
            return
        finally:
            # What changed cannot be shown where Discord has just refused: do not come straight back.
            table = await self._tables.get(number)
            if table.thread is not None or table.facts.paused or table.status == CLOSED:
                self._dirty.discard(number)

    def _later(self, number: int) -> None:
        tries = self._failures.get(number, 0)
        if tries >= len(RETRIES):
            log.error("board given up until the next change table=%s", number)
            self._failures.pop(number, None)
            return
        self._failures[number] = tries + 1
        asyncio.get_running_loop().call_later(RETRIES[tries], self.request, number)

    async def _delete(self, place: int | None, message: int | None) -> None:
        try:
            await self._message(place, message).delete()
        except discord.HTTPException as error:
            log.info("old board stays code=%s", error.code)

    # ---- what is shown where

    def _message(self, place: int | None, message: int | None) -> discord.PartialMessage:
        assert place is not None
        assert message is not None
        return self._client.get_partial_messageable(place).get_partial_message(message)

    async def _where(self, number: int) -> Posted:
        if (posted := self._posted.get(number)) is None:
            document = await self._store.get(KIND, number)
            posted = msgspec.json.decode(document, type=Posted) if document else Posted()
            self._posted[number] = posted
            if len(self._posted) > HOT:
                self._posted.popitem(last=False)
        return posted

    async def _shown(self, table: Table, posted: Posted, page: Page, *, moved: bool = False) -> None:
        self._painted[table.id] = page.digest
        self._painted.move_to_end(table.id)
        if len(self._painted) > HOT:
            self._painted.popitem(last=False)
        marked = self._store.mark_shown(table.id, table.revision)
        if not moved and posted.waiting == table.to_act:
            await marked
            return
        posted.waiting = table.to_act
        # Together: storage commits both at once.
        await asyncio.gather(self._remember(table, posted), marked)

    async def _remember(self, table: Table, posted: Posted) -> None:
        self._posted[table.id] = posted
        await self._store.put(KIND, table.id, msgspec.json.encode(posted))

    def _lock(self, number: int) -> asyncio.Lock:
        return self._locks.setdefault(number, asyncio.Lock())
