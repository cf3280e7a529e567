"""Public boards: rendered, posted, edited and deleted so that every board shows its table as it is.

The board is edited as long as those who must act are looking. When somebody must be called it is posted anew (edits do
not ping), and then the old one is deleted. A failed repaint is retried with backoff, or ends in a pause or a closed
table; hiding a reveal is retried most often. Storage knows which boards are behind, so a restart goes on with them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any

import discord
import msgspec

from bot.client import permissions
from bot.client.click import UNSURE, Click, Reply
from bot.client.extensions import Extensions
from bot.client.messages import ChannelMessages, PublicMessage, changed_public, new_public
from bot.client.posted_boards import UNFINISHED, BoardPages, Notices, PostedBoard, PostedBoards, called, must_post
from bot.core.facts import CLOSED, LOBBY, NOBODY, OPEN, OVER, PLAYING
from bot.core.game import Refusal
from bot.core.lobby import calls
from bot.core.stored import RENAMED, Row
from bot.core.table import Table
from bot.pages.address import base36
from bot.pages.page import PublicPage
from bot.pictures.cache import PictureCache
from bot.store import ShownBoard, Store
from bot.store.statements import BOARD, MISSED
from bot.tables.servers import Servers
from bot.tables.tables import Changed, Event, Left, Tables, UnreadableTable, attempted, error_summary
from bot.text.strings import Words

log = logging.getLogger(__name__)

AT_ONCE = 30
"""Boards painted at the same time when there are very many to paint."""
PATIENCE = 1.0
"""How long the next one waits for room at most: on a busy day there may never be any."""
RETRIES = (2.0, 10.0, 60.0, 300.0)
"""Seconds before a board that could not be painted is tried again; the last one again and again."""
HIDING = (1.0, 2.0, 5.0, 10.0, 30.0)
"""The same for a board that may still show what everybody was to see for a few seconds only."""
FAREWELL = 3.0
"""How long a bot that is stopped waits for the boards it is painting."""


class Repaints:
    """Which tables' boards are to be painted. However often one is asked for, it is painted as it is then, once."""

    def __init__(self, paint: Callable[[int], Awaitable[None]], hides: Callable[[int], bool]) -> None:
        """``paint`` paints a table's board if it is still due, and tells ``later`` or ``done`` what came of it.

        ``hides`` says whether a board may show what must be hidden: then it is tried most often.
        """
        self._paint = paint
        self._hides = hides
        self._due: set[int] = set()
        self._new: list[int] = []
        """Those asked for since the last ones were begun."""
        self._failures: dict[int, int] = {}
        self._gone: set[int] = set()
        self._catching: asyncio.Task[None] | None = None
        self._resting = False
        self.tasks: dict[int, asyncio.Task[None]] = {}
        """The tables whose boards are being painted."""
        self.retries: dict[int, asyncio.TimerHandle] = {}

    def request(self, number: int) -> None:
        """Have a table's board painted soon."""
        if number in self._gone or self._resting:
            return
        if retry := self.retries.pop(number, None):
            retry.cancel()
        self._due.add(number)
        # Not at once: the click that has changed the table may be answered with the board itself.
        if not self._new:
            asyncio.get_running_loop().call_soon(self._begin)
        self._new.append(number)

    def catch_up(self, numbers: Iterable[int]) -> None:
        """Have very many painted, a few at a time, while the games go on."""
        if self._catching:
            self._catching.cancel()
        behind = list(numbers)
        self._catching = asyncio.create_task(self._request_all(behind), name="catching up") if behind else None

    def taken(self, number: int) -> bool:
        """Whether a table's board is due; whoever asks shows it now, so that it is no longer."""
        due = number in self._due
        self._due.discard(number)
        return due

    def done(self, number: int) -> None:
        """A board is painted."""
        self._failures.pop(number, None)

    def later(self, number: int, why: str) -> None:
        """A board could not be painted, or not all of it: try again."""
        tries = self._failures.get(number, 0)
        ladder = HIDING if self._hides(number) else RETRIES
        wait = ladder[min(tries, len(ladder) - 1)]
        if not tries:
            log.warning("board table=%s: %s; trying again", number, why)
        self._failures[number] = tries + 1
        if number not in self.retries:
            self.retries[number] = asyncio.get_running_loop().call_later(wait, self.request, number)

    def failed(self, number: int) -> bool:
        """Whether the last try failed too."""
        return number in self._failures

    def abandon(self, number: int) -> None:
        """Never paint this table again."""
        self._gone.add(number)

    async def room(self) -> None:
        """Wait a little while very many boards are being painted: who asks for thousands asks for them slowly."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while len(self.tasks) >= AT_ONCE and (left := end - loop.time()) > 0:
            tasks = tuple(self.tasks.values())
            await asyncio.wait(tasks, timeout=left, return_when=asyncio.FIRST_COMPLETED)

    async def painted(self) -> None:
        """Wait until no board is being painted."""
        await asyncio.sleep(0)  # Let repaints requested in this iteration begin.
        while tasks := set(self.tasks.values()):
            await asyncio.wait(tasks)

    def rest(self) -> None:
        """Begin nothing more."""
        self._resting = True
        if self._catching:
            self._catching.cancel()
        for timer in self.retries.values():
            timer.cancel()

    async def finish(self, others: Iterable[asyncio.Task[None]]) -> None:
        """Let what is being painted, and these, be finished, but wait for nothing that takes long."""
        await asyncio.sleep(0)  # Let repaints requested in this iteration begin.
        if tasks := {*self.tasks.values(), *others}:
            _, late = await asyncio.wait(tasks, timeout=FAREWELL)
            for task in late:
                task.cancel()

    def _begin(self) -> None:
        numbers, self._new = self._new, []
        for number in numbers:
            if number in self._due and number not in self.tasks:
                self.tasks[number] = asyncio.create_task(self._work(number), name="board")

    async def _work(self, number: int) -> None:
        try:
            while number in self._due:
                await self._paint(number)
        finally:
            # At once, not in a callback: a request that comes in between must start a new task.
            self.tasks.pop(number, None)

    async def _request_all(self, numbers: list[int]) -> None:
        for number in numbers:
            await self.room()
            self.request(number)


NO_ACCESS = (50001, 50013)
UNKNOWN_MESSAGE, ARCHIVED = 10008, 50083
UNREACHABLE = (UNKNOWN_MESSAGE, 10003, 10004, *NO_ACCESS)
"""The message, its channel or its server is gone, or closed to us."""


class BoardPainter:
    """Paints one table wherever it is shown. Whoever calls holds the lock of its board."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        boards: PostedBoards,
        pages: BoardPages,
        notices: Notices,
        extensions: Extensions,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._store = store
        self._boards = boards
        self._pages = pages
        self._notices = notices
        self._extensions = extensions
        self._now = now

    async def paint(self, table: Table) -> bool:
        """Show a table as it is; False if something is left to be done. Raises what discord.py raises."""
        posted = await self._boards.get(table.id)
        if table.kept.shown == RENAMED and table.status not in OPEN:
            await self._rename(table, posted)
            return True
        if table.status == OVER and table.state is None:
            # Played by older rules: the board shows how it ended, and nothing could show it better.
            await self._store.mark_shown(ShownBoard(table.id, table.kept.revision))
            return True
        if posted.announcement is not None and table.status not in OPEN:
            posted.lobby, posted.announcement = posted.announcement, None
        if posted.calls and table.status != LOBBY:
            posted.stale, posted.calls = (*posted.stale, *posted.calls), ()
        owes = await self._notices.owes_result(table, posted)
        # The board first: a lobby that cannot be reached shall not keep it from being painted.
        finished = await self._paint_board(table, posted)
        whole = finished and table.id not in self._pages.revealing
        if posted.lobby is not None:
            await self._paint_lobby(table, posted.lobby)
            posted.named = _people(table)
            if table.status != LOBBY:
                posted.opened = posted.lobby
                # From now on only the board changes; the lobby keeps the seal of the deal, and later tells the result.
                posted.announcement = posted.lobby if table.thread and table.status == PLAYING else None
                posted.lobby = None
                await self._boards.keep(table.id, posted, shown=table.kept.revision if whole and not owes else None)
        elif _misnamed(table, posted) and (opened := posted.opened or posted.announcement):
            await self._paint_lobby(table, opened)
            if posted.result and posted.result_place:
                await self._edit_ended(posted.result_place, posted.result, await self._notices.result_page(table))
            posted.named = _people(table)
            await self._boards.keep(table.id, posted, shown=table.kept.revision if whole and not owes else None)
        if owes:
            posted.result, posted.result_place = await self._notices.result(table)
            await self._boards.keep(table.id, posted, shown=table.kept.revision if whole else None)
        return finished

    async def _rename(self, table: Table, posted: PostedBoard) -> None:
        """Edit all messages of an ended table, which name somebody who has been erased; post none anew."""
        if table.status == OVER and table.state is None:
            # Played by older rules: it cannot be shown as it ended, but with the name it may not stay.
            board = lobby = result = await self._pages.lost(table.guild, table.channel)
        else:
            (board, _), lobby = await self._pages.board(table, ()), await self._pages.lobby(table)
            result = await self._notices.result_page(table)
        opened = posted.opened or posted.announcement or posted.lobby
        shown = [(posted.place, posted.message, board), (posted.result_place, posted.result, result)]
        if opened is not None:
            shown.append((lobby_place(table, opened), opened, lobby))
        for place, message, page in shown:
            if place and message:
                await self._edit_ended(place, message, page)
        posted.named = _people(table)
        await self._boards.keep(table.id, posted, shown=table.kept.revision)

    async def _edit_ended(self, place: int, message: int, page: PublicPage) -> None:
        """Edit a message that may be gone, or in an archived thread, which stays archived."""
        try:
            try:
                await self._edit(place, message, page)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._client.http.edit_channel(place, archived=False)
                await self._edit(place, message, page)
                await self._client.http.edit_channel(place, archived=True)
        except discord.HTTPException as error:
            if error.code not in UNREACHABLE and error.status != 403:
                raise
            log.info("old message not repainted place=%s code=%s", place, error.code)

    async def _paint_board(self, table: Table, posted: PostedBoard) -> bool:
        # A lobby has no board; a table whose log no longer replays still has one that must say so.
        if not table.log and posted.message is None:
            await self._delete_stale(table.id, posted)
            if table.status == CLOSED and not posted.stale and posted.lobby is None:
                await self._boards.keep(table.id, posted, shown=table.kept.revision)
            return not posted.stale
        if must_post(table, posted, self._now()):
            return await self._post(table, posted)
        page, reveals = await self._pages.board(table, ())
        digest = page.digest
        if not self._boards.shows(table.id, digest):
            try:
                await self._edit(posted.place, posted.message, page)
            except discord.HTTPException as error:
                if error.code not in (UNKNOWN_MESSAGE, ARCHIVED):
                    raise
                # Deleted, or in a thread that fell asleep: a new message heals both.
                return await self._post(table, posted)
        return await self.shown(table, posted, digest, reveals=reveals)

    async def _post(self, table: Table, posted: PostedBoard) -> bool:
        old = (posted.place, posted.message)
        now = self._now()
        page, reveals = await self._pages.board(table, await self._extensions.pinged(called(table, posted, now)))
        again = posted.posting
        if not again:
            # Written down first: whatever happens before Discord answers, the next try finds the same message.
            posted.serial, posted.posting = posted.serial + 1, True
            await self._boards.keep(table.id, posted, shown=UNFINISHED)
        # Tables of another database may have had this number: when it was opened tells them apart.
        nonce = ".".join(map(base36, (table.id, int(table.facts.created), posted.serial)))
        message = await self._send(table, page, nonce)
        if again:
            # It may be the message of a try whose answer never came, with what was true then.
            await self._edit(table.place, message, page)
        posted.place, posted.message, posted.at, posted.posting = table.place, message, self._now(), False
        posted.waiting = table.to_act
        if old[0] is not None and old[1] is not None and old[1] != message:
            posted.former, posted.stale = old[1], (*posted.stale, (old[0], old[1]))
            # Before the old one goes: until then a run that ends here would leave two.
            await self._boards.keep(table.id, posted, shown=UNFINISHED)
        found = posted.former is not None and posted.former == old[1]
        return await self.shown(table, posted, page.digest, reveals=reveals, found=found)

    async def shown(
        self, table: Table, posted: PostedBoard, digest: bytes, *, reveals: bool, found: bool = True
    ) -> bool:
        """The board shows this now: delete the one before and write it down; False if that one is still there.

        ``found``: storage knows where it is.
        """
        self._boards.painted(table.id, digest)
        posted.waiting = table.to_act
        await self._delete_stale(table.id, posted)
        if not reveals:
            self._pages.revealing.discard(table.id)
        elif found and not posted.stale:
            # Nothing to write: storage has the move and not that it is shown, so that a restart hides it too.
            return True
        # The row's: a log that could not be read counts as well.
        unfinished = reveals or posted.stale or posted.lobby is not None or await self.untold(table, posted)
        if unfinished or not found or table.status != PLAYING:
            await self._boards.keep(table.id, posted, shown=UNFINISHED if unfinished else table.kept.revision)
        else:
            self._boards.keep_soon(table.id, posted, table.kept.revision)
        return not posted.stale

    async def untold(self, table: Table, posted: PostedBoard) -> bool:
        """Whether a message beside the board must still be painted: who plays, or how the game ended."""
        if _misnamed(table, posted):
            return True
        if table.status in OPEN:
            return False
        return posted.announcement is not None or await self._notices.owes_result(table, posted)

    async def _paint_lobby(self, table: Table, message: int) -> None:
        try:
            await self._edit(lobby_place(table, message), message, await self._pages.lobby(table))
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, *NO_ACCESS):
                raise

    async def paint_lost(self, row: Row) -> None:
        """Say of a table that it could not be read any more."""
        posted = await self._boards.get(row.id)
        page = await self._pages.lost(row.guild, row.channel)
        opened = posted.lobby or posted.announcement
        lobby = row.channel if row.thread in (None, opened) else row.thread
        for place, message in ((posted.place, posted.message), (lobby, opened)):
            if place is not None and message is not None:
                await self._edit(place, message, page)
        await self._store.mark_shown(ShownBoard(row.id, row.revision))

    async def _delete_stale(self, number: int, posted: PostedBoard) -> None:
        left: list[tuple[int, int]] = []
        for place, message in posted.stale:
            try:
                if message != posted.message:
                    await self._delete(place, message)
            except UNSURE:
                left.append((place, message))
            except discord.HTTPException as error:
                if error.status == 429:
                    left.append((place, message))
                else:
                    # Already gone, or not ours to delete any more: a click on it is still answered.
                    log.info("old board stays table=%s code=%s", number, error.code)
        posted.stale = tuple(left)

    async def _send(self, table: Table, page: PublicPage, nonce: str) -> int:
        return (await ChannelMessages(self._client, table.place).post(**new_public(page), nonce=nonce)).id

    async def _edit(self, place: int | None, message: int | None, page: PublicPage) -> None:
        await self._message(place, message).edit(**changed_public(page))

    async def _delete(self, place: int, message: int) -> None:
        await self._message(place, message).delete()

    def _message(self, place: int | None, message: int | None) -> PublicMessage:
        assert place is not None
        assert message is not None
        return PublicMessage(self._client, place, message)


def lobby_place(table: Table, message: int) -> int:
    """Where a lobby is shown: a thread that hangs on it has its number; any other thread it stands in."""
    return table.channel if table.thread in (None, message) else table.thread


def _people(table: Table) -> int:
    """A checksum of the people whom the message of a lobby names."""
    return zlib.crc32(msgspec.json.encode([table.users, table.queue]))


def _misnamed(table: Table, posted: PostedBoard) -> bool:
    """Whether the lobby of a game that has begun names somebody who was erased, or whose seat is another's now.

    The post in the channel of results names the same people.
    """
    if table.status == LOBBY or not (posted.opened or posted.announcement):
        return False
    return NOBODY in table.users if posted.named is None else posted.named != _people(table)


GONE = (10003, 10004)
LOCKED = 160005


class BoardRefusals:
    """Pauses a table that may not be shown, closes one whose place is gone, and has the rest tried again."""

    def __init__(self, client: discord.Client, tables: Tables, repaints: Repaints, revealing: Collection[int]) -> None:
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


GLANCE = 15.0
"""Seconds after which it is looked at again in any case whether what was revealed must be hidden: a clock may have been
set back."""
STALE = "an old board could not be deleted"


class Boards:
    """Keeps every board true."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        servers: Servers,
        words: Words,
        pictures: PictureCache,
        now: Callable[[], float],
        extensions: Extensions,
        *,
        hidden: Callable[[Table], None],
    ) -> None:
        """``hidden`` is called when the time of a reveal is over: seat messages change then too."""
        self._tables = tables
        self._now = now
        self._hidden = hidden
        self._store: Store = tables.store
        self.boards = PostedBoards(self._store)
        self._store.hear(BOARD, self._written_elsewhere)
        self._store.hear(MISSED, self._missed)
        self._notices = Notices(client, servers, words, now, extensions)
        self.pages = BoardPages(servers, words, pictures, now, extensions)
        self._painter = BoardPainter(client, self._store, self.boards, self.pages, self._notices, extensions, now)
        self.repaints = Repaints(self._try, self.pages.revealing.__contains__)
        self._refusals = BoardRefusals(client, tables, self.repaints, self.pages.revealing)
        self.request, self.room = self.repaints.request, self.repaints.room
        self.abandon = self.repaints.abandon
        self._calling: set[asyncio.Task[None]] = set()
        self._hidings: dict[int, asyncio.TimerHandle] = {}
        self._lost: dict[int, Row] = {}
        self._newest: dict[int, Table] = {}
        """Tables with a change that their board does not show yet: nothing newer is stored."""

    # ---- requests

    def receive(self, event: Event) -> None:
        """A table was stored, moved to another process or was closed because it cannot be read."""
        if isinstance(event, Changed):
            if event.ours and not event.after.alone:
                self.changed(event.before, event.after)
        elif isinstance(event, Left):
            self._newest.pop(event.table.id, None)
        elif isinstance(event, UnreadableTable):
            self.lost(event.row)

    def changed(self, before: Table, after: Table) -> None:
        """A table has been stored: its board, or its lobby, must follow."""
        # The same value twice: another process has changed a lobby, and nobody knows what it was before.
        if after is not before and after.looks_like(before):
            if after.id in self._newest:
                self._newest[after.id] = after
            return
        self._newest[after.id] = after
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

    def _missed(self, _: Any) -> None:
        """Other processes may have written anything."""
        self._newest.clear()
        self.boards.forget()

    def _written_elsewhere(self, said: Any) -> None:
        """Another process, which leaves the table to us, has shown it: check where, and if it is current."""
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

    def answer(self, table: Table) -> BoardAnswer:
        """Answers a click on the board with the board itself, where that is enough."""
        return BoardAnswer(self, table)

    async def show(self, reply: Reply, table: Table) -> None:
        """Answer a click with the board; see ``answer``."""
        message = reply.click.message
        async with self.boards.lock(table.id):
            posted = await self.boards.get(table.id)
            table = self._newest.pop(table.id, table)
            if message != posted.message or must_post(table, posted, self._now()):
                await reply.quiet()
                await self._retire_unknown(table, posted, message)
                self.request(table.id)
                return
            # This answer shows every repaint requested so far, and none that is requested from now on.
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

    def answer_lobby(self, table: Table) -> BoardAnswer:
        """Answers a click on a lobby with the lobby itself."""
        return BoardAnswer(self, table, lobby=True)

    async def show_lobby(self, reply: Reply, table: Table) -> None:
        """Answer a click on a lobby with the lobby itself."""
        message = reply.click.message
        async with self.boards.lock(table.id):
            posted = await self.boards.get(table.id)
            table = self._newest.pop(table.id, table)
            if message is not None and table.status == LOBBY and posted.lobby != message:
                if posted.lobby is not None:
                    await reply.quiet()
                    await self._retire(table, posted, message)
                    return
                # Discord had accepted it after all.
                posted.lobby = message
                await self.boards.keep(table.id, posted)
            if table.status == LOBBY:
                # This answer shows every repaint requested so far. A lobby that is over needs more than that.
                self.repaints.taken(table.id)
            shown = False
            try:
                shown = await reply.board(await self.pages.lobby(table))
            finally:
                if not shown:
                    self.request(table.id)

    async def noticed(self, click: Click, table: Table, painted: int | None = None) -> None:
        """Somebody clicked on a board: one that was replaced long ago, or that we never heard of, goes.

        ``painted`` is the revision it showed them: ours is painted again if that is not what we think it shows.
        """
        if click.message is None or not table.log:
            return
        async with self.boards.lock(table.id):
            posted = await self.boards.get(table.id)
            # They have been answered already.
            await attempted(f"an old board, table={table.id}", self._retire_unknown(table, posted, click.message))
            if click.message == posted.message and painted is not None and painted != table.revision:
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
                log.error("painting failed table=%s: %s", number, error_summary(error))  # noqa: TRY400
            self.repaints.later(number, "painting failed")

    async def _paint(self, number: int) -> bool:
        """Paint a table wherever it is shown; False if something is left to be done."""
        try:
            table = self._newest.pop(number, None) or await self._tables.get(number)
        except Refusal:
            if (row := self._lost.get(number)) is not None:
                await self._painter.paint_lost(row)
                del self._lost[number]
            return True
        if table.alone:
            return True  # Its board is in the seat message.
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

    async def places_deleted(self, numbers: Iterable[int]) -> None:
        """Close tables whose channel, thread or server is gone: there is nowhere to show them."""
        for number in numbers:
            self.abandon(number)
            try:
                table = (await self._tables.change(number, lambda table: table.close("gone"))).after
            except Refusal:
                log.info("already closed table=%s", number)
            else:
                await self._store.mark_shown(ShownBoard(number, table.kept.revision))

    async def _retire_unknown(self, table: Table, posted: PostedBoard, message: int | None) -> None:
        if posted.message is None or message in (None, posted.message, posted.former):
            return
        assert message is not None
        await self._retire(table, posted, message)

    async def _retire(self, table: Table, posted: PostedBoard, message: int) -> None:
        log.info("an old board was clicked on table=%s", table.id)
        posted.stale = (
            *posted.stale,
            (lobby_place(table, message) if table.status == LOBBY else table.place, message),
        )
        self.request(table.id)
        await self.boards.keep(table.id, posted)


class BoardAnswer:
    """Answers a click on a board, or on a lobby, with the message itself."""

    def __init__(self, boards: Boards, table: Table, *, lobby: bool = False) -> None:
        self._boards = boards
        self.table = table
        self._lobby = lobby

    async def send(self, reply: Reply) -> None:
        """Show it."""
        await (self._boards.show_lobby if self._lobby else self._boards.show)(reply, self.table)
