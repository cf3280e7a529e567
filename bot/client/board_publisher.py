"""Publishing the public board: one pending repaint a table, the latest revision wins, what is shown is recorded.

The board is edited as long as those who must act are looking. When somebody must be called it is posted anew (edits do
not ping), and then the old one goes. Whatever goes wrong is tried again, less and less often, or ends in a
pause or a closed table; what was revealed and must be hidden again is tried most often. Storage knows of every board
that is not yet as it should be, so a restart goes on where the last run stopped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

import discord

from bot.client import permissions
from bot.client.adapter import changed_public, new_public
from bot.client.messages import Place, PublicMessage
from bot.client.notices import Notices
from bot.client.posted_boards import HOT, UNFINISHED, Posted, PostedBoards
from bot.client.reply import UNSURE, Reply
from bot.core.facts import CLOSED, LOBBY, OPEN, OVER, PLAYING
from bot.core.game import Seat
from bot.core.lobby import calls
from bot.core.refusal import Refusal
from bot.core.rhythm import last_person
from bot.core.stored import Row
from bot.core.table import Table
from bot.pages.address import base36
from bot.pages.board import board, lost_board
from bot.pages.lobby import lobby
from bot.pages.page import PublicPage
from bot.pages.question import board_question, offered
from bot.pictures.cache import PictureCache
from bot.recent import Recent
from bot.service.servers import Servers
from bot.service.shared_tables import SharedTables
from bot.service.store import Store
from bot.service.store.news import BOARD, MISSED
from bot.service.tables import LONG, where
from bot.service.wishes import Wishes
from bot.words import KERNEL, Speech, Words

log = logging.getLogger(__name__)

AT_ONCE = 30
"""Boards painted at the same time when there are very many to paint."""
PATIENCE = 1.0
"""How long the next one waits for room at most: on a busy day there may never be any."""
OLD = 50 * 60.0
"""Discord slows down edits of messages older than an hour: post anew before that."""
PRESENT = 60.0
"""Whoever moved so recently is looking, and is not pinged."""
RETRIES = (2.0, 10.0, 60.0, 300.0)
"""Seconds before a board that could not be painted is tried again; the last one again and again."""
HIDING = (1.0, 2.0, 5.0, 10.0, 30.0)
"""The same for a board that may still show what everybody was to see for a few seconds only."""
GLANCE = 15.0
"""Seconds after which it is looked at again in any case whether that time is over: a clock may have been set back."""
FAREWELL = 3.0
"""How long a bot that is stopped waits for the boards it is painting."""
STALE = "an old board could not be deleted"
GONE = (10003, 10004)
NO_ACCESS = (50001, 50013)
UNKNOWN_MESSAGE, ARCHIVED, LOCKED = 10008, 50083, 160005


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
        self._client = client
        self._tables = tables
        self._servers = servers
        self._wishes = wishes
        self._words = words
        self._pictures = pictures
        self._now = now
        self._hidden = hidden
        self._store: Store = tables.store
        self._boards = PostedBoards(self._store)
        self._store.hear(BOARD, self._written_elsewhere)
        self._store.hear(MISSED, lambda _: self._boards.forget())
        self._notices = Notices(client, servers, words, now)
        self._calling: set[asyncio.Task[None]] = set()
        self._dirty: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._failures: dict[int, int] = {}
        self._retries: dict[int, asyncio.TimerHandle] = {}
        self._hidings: dict[int, asyncio.TimerHandle] = {}
        self._revealing: set[int] = set()
        """Tables whose board may show a reveal."""
        self._undrawn: set[int] = set()
        """Lobbies that went out as text because their picture was not there yet."""
        self._lost: dict[int, Row] = {}
        self._gone: set[int] = set()
        self._catching: asyncio.Task[None] | None = None
        self._resting = False
        self._since: Recent[int, float] = Recent(HOT)
        """When the change came that a board does not show yet."""
        self.repainted: Callable[[float], None] = lambda _seconds: None
        """Told how long a board was behind when it no longer is."""

    # ---- who asks for it

    def changed(self, before: Table, after: Table) -> None:
        """A table has been stored: its board must follow. A lobby repaints itself through the click."""
        if after.looks_like(before):
            return
        if after.status == LOBBY and before.status == LOBBY:
            if calls(before, after):
                task = asyncio.create_task(self._call(before, after), name="call")
                self._calling.add(task)
                task.add_done_callback(self._calling.discard)
            return
        self._boards.outdated(after.id)
        self._hide_in_time(after)
        if after.id not in self._since:
            self._since[after.id] = asyncio.get_running_loop().time()
        self.request(after.id)

    def lost(self, row: Row) -> None:
        """A table could not be read and has been closed: its board must say so."""
        self._lost[row.id] = row
        self.request(row.id)

    def request(self, number: int) -> None:
        """Have a table's board painted soon."""
        if number in self._gone or self._resting:
            return
        if retry := self._retries.pop(number, None):
            retry.cancel()
        self._dirty.add(number)
        # Not at once: the click that has changed the table may be answered by its board in the same breath.
        asyncio.get_running_loop().call_soon(self._begin, number)

    def _begin(self, number: int) -> None:
        if number in self._dirty and number not in self._tasks:
            self._tasks[number] = asyncio.create_task(self._work(number), name="board")

    def _written_elsewhere(self, number: Any) -> None:
        """Another process, which leaves the table to us, has shown it: look where, and whether it shows the newest."""
        self._boards.forget(number)
        self.request(number)

    def abandon(self, number: int) -> None:
        """Never paint this table again: where it was shown is gone."""
        self._gone.add(number)

    def rest(self) -> None:
        """Begin to paint nothing more: another process does from now on."""
        self._resting = True
        if self._catching:
            self._catching.cancel()
        for timer in (*self._retries.values(), *self._hidings.values()):
            timer.cancel()

    async def finish(self) -> None:
        """Before a stop: let boards that are being painted be finished. What stays behind is caught up with later."""
        self.rest()
        await asyncio.sleep(0)  # What has just been asked for begins.
        if tasks := {*self._tasks.values(), *self._calling}:
            _, late = await asyncio.wait(tasks, timeout=FAREWELL)
            for task in late:
                task.cancel()
        await self._boards.finish()

    async def painted(self) -> None:
        """Wait until no board is being painted, and what they show is written down."""
        await asyncio.sleep(0)  # What has just been asked for begins.
        while tasks := set(self._tasks.values()):
            await asyncio.wait(tasks)
        await self._boards.write()

    async def catch_up(self) -> None:
        """After a start: begin to repaint every board that is behind, a few at a time, while the games go on."""
        behind = await self._store.behind()
        if self._catching:
            self._catching.cancel()
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

    async def _call(self, before: Table, after: Table) -> None:
        messages = await self._notices.call(before, after)
        async with self._boards.lock(after.id):
            posted = await self._boards.get(after.id)
            posted.calls = (*posted.calls, *((after.place, message) for message in messages))
            await self._boards.keep(after.id, posted)
        if (table := await self._loaded(after.id)) is None or table.status != LOBBY:
            self.request(after.id)

    async def opened(self, table: Table, message: int) -> None:
        """A lobby has been shown in this message."""
        async with self._boards.lock(table.id):
            posted = await self._boards.get(table.id)
            posted.lobby = message
            await self._boards.keep(table.id, posted)
        if table.id in self._undrawn:
            # Its picture may have come before anybody knew where to put it.
            self.request(table.id)

    async def seen(self, table: Table) -> bool:
        """Whether a lobby has been shown anywhere, as far as we know."""
        return (await self._boards.get(table.id)).lobby is not None

    async def answer(self, reply: Reply, table: Table) -> None:
        """Answer a click on the board by the board itself, where that is enough."""
        async with self._boards.lock(table.id):
            posted = await self._boards.get(table.id)
            table = await self._tables.get(table.id)
            if reply.message != posted.message or self._must_post(table, posted):
                await reply.quiet()
                await self._retire_unknown(table, posted, reply.message)
                self.request(table.id)
                return
            # What has been asked for so far is shown by this answer; what comes from now on is not.
            self._dirty.discard(table.id)
            shown = False
            try:
                page, reveals = await self._page(table, ())
                shown = await reply.board(page)
                if shown and not await self._shown(table, posted, page.digest, reveals=reveals):
                    self._later(table.id, STALE)
                if shown and await self._untold(table, posted):
                    self.request(table.id)
            finally:
                if not shown:
                    self.request(table.id)

    async def answer_lobby(self, reply: Reply, table: Table) -> None:
        """Answer a click on a lobby by the lobby itself."""
        async with self._boards.lock(table.id):
            posted = await self._boards.get(table.id)
            table = await self._tables.get(table.id)
            if reply.message is not None and table.status == LOBBY and posted.lobby != reply.message:
                if posted.lobby is not None:
                    await reply.quiet()
                    await self._retire(table, posted, reply.message)
                    return
                # Discord had taken it after all.
                posted.lobby = reply.message
                await self._boards.keep(table.id, posted)
            if not await reply.board(await self.lobby_page(table)):
                self.request(table.id)

    async def noticed(self, reply: Reply, table: Table, painted: int | None = None) -> None:
        """Somebody clicked on a board: one that was replaced long ago, or that we never heard of, goes.

        ``painted`` is the revision it showed them: ours is painted again if that is not what we think it shows.
        """
        if reply.message is None or not table.log:
            return
        async with self._boards.lock(table.id):
            posted = await self._boards.get(table.id)
            await self._retire_unknown(table, posted, reply.message)
            if reply.message == posted.message and painted is not None and painted != table.revision:
                # An edit of ours that was long on its way, perhaps from before a restart, can come last.
                self._boards.painted(table.id, b"")
                self.request(table.id)

    async def lobby_page(self, table: Table, *, pings: tuple[int, ...] = ()) -> PublicPage:
        """The lobby in the server's language."""
        say = await self._say(table)
        picture = await self._pictures.lobby(table, say) if table.status == LOBBY else None
        if picture is None and table.status == LOBBY and self._pictures.drawing:
            self._undrawn.add(table.id)
        else:
            self._undrawn.discard(table.id)
        return lobby(table, say, pings=pings, picture=picture)

    async def repost(self, number: int) -> None:
        """Post a table's board anew at the end of its channel. Whoever it has called already is not called again."""
        async with self._boards.lock(number):
            posted = await self._boards.get(number)
            posted.at = 0.0
            await self._boards.keep(number, posted)
        self.request(number)

    # ---- painting

    async def _work(self, number: int) -> None:
        try:
            while number in self._dirty:
                await self._try(number)
        finally:
            # At once, not in a callback: a request that comes in between must start a new task.
            self._tasks.pop(number, None)

    async def _try(self, number: int) -> None:
        try:
            async with self._boards.lock(number):
                if number not in self._dirty:
                    return  # A click was answered with it meanwhile.
                self._dirty.discard(number)
                finished = await self._paint_any(number)
            if finished:
                self._failures.pop(number, None)
            else:
                self._later(number, STALE)
        except UNSURE as error:
            self._later(number, f"no word from Discord ({type(error).__name__})")
        except discord.HTTPException as error:
            await self._refused(number, error)
        except Exception as error:  # noqa: BLE001, ours or storage's
            # The next try, or a program that has been mended, may do better.
            if number not in self._failures:
                log.error("painting failed table=%s: %s", number, where(error))  # noqa: TRY400
            self._later(number, "painting failed")

    async def _paint_any(self, number: int) -> bool:
        """Paint a table wherever it is shown; False if something is left to be done."""
        try:
            table = await self._tables.get(number)
        except Refusal:
            if (row := self._lost.get(number)) is not None:
                await self._paint_lost(row)
                del self._lost[number]
            return True
        return await self._paint(table)

    async def _paint(self, table: Table) -> bool:
        posted = await self._boards.get(table.id)
        if table.status == OVER and table.state is None:
            # Played by older rules: the board shows how it ended, and nothing could show it better.
            await self._store.mark_shown(table.id, table.kept.revision)
            return True
        if posted.announcement is not None and table.status not in OPEN:
            posted.lobby, posted.announcement = posted.announcement, None
        if posted.calls and table.status != LOBBY:
            posted.stale, posted.calls = (*posted.stale, *posted.calls), ()
        owes = await self._notices.owes_result(table, posted)
        # The board first: a lobby that cannot be reached shall not keep it from being painted.
        finished = await self._paint_board(table, posted)
        whole = finished and table.id not in self._revealing
        if posted.lobby is not None:
            await self._paint_lobby(table, posted.lobby)
            if table.status != LOBBY:
                # From now on only the board changes; the lobby keeps the seal of the deal, and later tells the result.
                posted.announcement = posted.lobby if table.thread and table.status == PLAYING else None
                posted.lobby = None
                await self._boards.keep(table.id, posted, shown=table.kept.revision if whole and not owes else None)
        if owes:
            posted.result = await self._notices.result(table)
            await self._boards.keep(table.id, posted, shown=table.kept.revision if whole else None)
        return finished

    async def _paint_board(self, table: Table, posted: Posted) -> bool:
        # A lobby has no board; a table whose log no longer replays still has one that must say so.
        if not table.log and posted.message is None:
            await self._delete_stale(table.id, posted)
            if table.status == CLOSED and not posted.stale and posted.lobby is None:
                await self._boards.keep(table.id, posted, shown=table.kept.revision)
            return not posted.stale
        self._hide_in_time(table)
        if self._must_post(table, posted):
            return await self._post(table, posted)
        page, reveals = await self._page(table, ())
        digest = page.digest
        if not self._boards.shows(table.id, digest):
            try:
                await self._edit(posted.place, posted.message, page)
            except discord.HTTPException as error:
                if error.code not in (UNKNOWN_MESSAGE, ARCHIVED):
                    raise
                # Deleted, or in a thread that fell asleep: a new message heals both.
                return await self._post(table, posted)
        return await self._shown(table, posted, digest, reveals=reveals)

    async def _post(self, table: Table, posted: Posted) -> bool:
        old = (posted.place, posted.message)
        absent = self._absent(table, self._new(table, posted)) if table.status == PLAYING else set[Seat]()
        called = tuple(table.users[seat] for seat in sorted(absent | _newcomers(table)))
        page, reveals = await self._page(table, await self._wishes.pinged(called, self._now()))
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
        return await self._shown(table, posted, page.digest, reveals=reveals, found=found)

    async def _shown(self, table: Table, posted: Posted, digest: bytes, *, reveals: bool, found: bool = True) -> bool:
        """The board shows this now: delete the one before and write it down; False if that one is still there.

        ``found``: storage knows where it is.
        """
        self._boards.painted(table.id, digest)
        if (since := self._since.pop(table.id)) is not None:
            self.repainted(asyncio.get_running_loop().time() - since)
        posted.waiting = table.to_act
        await self._delete_stale(table.id, posted)
        if not reveals:
            self._revealing.discard(table.id)
        elif found and not posted.stale:
            # Nothing to write: storage has the move and not that it is shown, so that a restart hides it too.
            return True
        # The row's: a log that could not be read counts as well.
        unfinished = reveals or posted.stale or posted.lobby is not None or await self._untold(table, posted)
        if unfinished or not found or table.status != PLAYING:
            await self._boards.keep(table.id, posted, shown=UNFINISHED if unfinished else table.kept.revision)
        else:
            self._boards.keep_soon(table.id, posted, table.kept.revision)
        return not posted.stale

    async def _untold(self, table: Table, posted: Posted) -> bool:
        """Whether somebody beside the board must still learn how the game ended."""
        if table.status in OPEN:
            return False
        return posted.announcement is not None or await self._notices.owes_result(table, posted)

    async def _paint_lobby(self, table: Table, message: int) -> None:
        try:
            await self._edit(_lobby_place(table, message), message, await self.lobby_page(table))
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, *NO_ACCESS):
                raise

    async def _paint_lost(self, row: Row) -> None:
        posted = await self._boards.get(row.id)
        server = await self._servers.get(row.guild)
        page = lost_board(self._words.say(KERNEL, server.language_in(row.channel)))
        opened = posted.lobby or posted.announcement
        lobby = row.channel if row.thread in (None, opened) else row.thread
        for place, message in ((posted.place, posted.message), (lobby, opened)):
            if place is not None and message is not None:
                await self._edit(place, message, page)
        await self._store.mark_shown(row.id, row.revision)

    def _must_post(self, table: Table, posted: Posted) -> bool:
        if posted.message is None or posted.place != table.place or self._now() - posted.at > OLD:
            return True
        return posted.posting or bool(self._absent(table, self._new(table, posted)))

    def _new(self, table: Table, posted: Posted) -> set[Seat]:
        """Who has something to learn from this board: those newly waited for, and at the end everybody."""
        if table.status != PLAYING:
            return _people(table, range(table.size)) if posted.waiting else set()
        # For whoever is away the table plays at once: there is nothing to call them for.
        players = table.facts.players
        people = _people(table, table.to_act)
        return {seat for seat in people if seat not in posted.waiting and not players[seat].away}

    def _absent(self, table: Table, seats: set[Seat]) -> set[Seat]:
        """Those of them whom an edit would not reach: they have not moved for a while."""
        if not seats:
            return seats
        recent = table.moved_since(self._now() - PRESENT)
        if table.pace.slow:
            # Whoever comes by now and then may be gone again: only who has moved this instant is looking, also while
            # opponents answer them.
            recent &= {last_person(table)}
        # A move the table made for somebody who was late is no sign of them.
        return {seat for seat in seats if seat not in recent or table.facts.players[seat].missed}

    async def _page(self, table: Table, pings: tuple[int, ...]) -> tuple[PublicPage, bool]:
        """The board as it is at this instant, and whether it shows something that must be hidden again."""
        say = await self._say(table)
        now = self._now()
        reveals = now < table.flash_until
        if reveals:
            # Before it is sent: whatever becomes of the sending, it may be there.
            self._revealing.add(table.id)
        if table.status == CLOSED or table.state is None:
            return board(table, say, now, pings=pings), reveals
        if table.status == OVER and table.revision > LONG:
            # Its figures are kept by the table: the page finds them made.
            await asyncio.to_thread(lambda: table.tally)
        view = table.view(None, now)
        asked = board_question(table, view, say)
        picture = await self._pictures.picture(table, None, say, now, view=view, choice=offered(asked))
        return board(table, say, now, pings=pings, picture=picture, view=view, asked=asked), reveals

    async def _say(self, table: Table) -> Speech:
        server = await self._servers.get(table.guild)
        return self._words.say(table.game.key, server.language_in(table.channel), table.names)

    def _hide_in_time(self, table: Table) -> None:
        """Have what was revealed hidden when its time is over."""
        if timer := self._hidings.pop(table.id, None):
            timer.cancel()
        if (left := table.flash_until - self._now()) > 0:
            loop = asyncio.get_running_loop()
            self._hidings[table.id] = loop.call_later(min(left, GLANCE), self._hide, table)

    def _hide(self, table: Table) -> None:
        self._hidings.pop(table.id, None)
        self.request(table.id)
        self._hidden(table)

    # ---- when Discord says no

    async def _refused(self, number: int, error: discord.HTTPException) -> None:
        # Of a body Discord calls invalid, what it says names the place, never what stood there.
        why = f"status {error.status}, code {error.code} {error.text if error.status == 400 else ''}"
        if error.code in GONE:
            log.warning("board table=%s: its place is gone", number)
            await self._end(number)
        elif error.code == LOCKED:
            await self._change(number, lambda table: table.in_thread(None))
            self.request(number)
        elif error.status == 403 or error.code in NO_ACCESS:
            await self._change(number, self._pause)
            log.warning("board table=%s: %s; paused", number, why)
            # Asking again and again is counted against the bot: it goes on when somebody who may comes by. But what
            # must be hidden is hidden as soon as it can be.
            if number in self._revealing:
                self._later(number, why)
        else:
            self._later(number, why)

    async def _end(self, number: int) -> None:
        """Nobody can see this table any more."""
        self.abandon(number)
        await self._change(number, lambda table: table.close("gone"))
        if (table := await self._loaded(number)) is not None:
            await self._store.mark_shown(number, table.kept.revision)

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
            self._dirty.discard(number)

    async def _loaded(self, number: int) -> Table | None:
        try:
            return await self._tables.get(number)
        except Refusal:
            return None

    def _later(self, number: int, why: str) -> None:
        tries = self._failures.get(number, 0)
        ladder = HIDING if number in self._revealing else RETRIES
        wait = ladder[min(tries, len(ladder) - 1)]
        if not tries:
            log.warning("board table=%s: %s; trying again", number, why)
        self._failures[number] = tries + 1
        if number not in self._retries:
            self._retries[number] = asyncio.get_running_loop().call_later(wait, self.request, number)

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
            (_lobby_place(table, message) if table.status == LOBBY else table.place, message),
        )
        await self._boards.keep(table.id, posted)
        self.request(table.id)

    async def _delete_stale(self, number: int, posted: Posted) -> None:
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

    # ---- what Discord is asked for

    async def _send(self, table: Table, page: PublicPage, nonce: str) -> int:
        return (await Place(self._client, table.place).post(**new_public(page), nonce=nonce)).id

    async def _edit(self, place: int | None, message: int | None, page: PublicPage) -> None:
        await self._message(place, message).edit(**changed_public(page))

    async def _delete(self, place: int, message: int) -> None:
        await self._message(place, message).delete()

    def _message(self, place: int | None, message: int | None) -> PublicMessage:
        assert place is not None
        assert message is not None
        return PublicMessage(self._client, place, message)


def _newcomers(table: Table) -> set[Seat]:
    """Who has just been given the seat of somebody who had left: the board says so, and calls them."""
    note = table.facts.note
    fresh = note is not None and note.key == "taken" and note.revision == table.revision
    return set(note.seats) if note is not None and fresh and table.status == PLAYING else set()


def _people(table: Table, seats: Iterable[Seat]) -> set[Seat]:
    """Those of the seats where people sit: nobody else has anything to learn from a message."""
    return {seat for seat in seats if not table.facts.players[seat].opponent}


def _lobby_place(table: Table, message: int) -> int:
    """Where a lobby is shown: a thread that hangs on it has its number; any other thread it stands in."""
    return table.channel if table.thread in (None, message) else table.thread
