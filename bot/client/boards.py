"""Public boards: rendered, posted, edited and deleted so that every board shows its table as it is.

A board is edited while the players who must act are looking, at it or at their seat message. To ping somebody, because
edits do not ping, or where chat has buried it, it is posted anew, and then the old one is deleted. A failed repaint is
retried with backoff, soonest where a reveal must be hidden; a missing permission pauses the table, and a deleted
channel closes it. Storage knows which boards are behind, so a restart repaints them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import discord
import msgspec
from cachetools import LRUCache

from bot.client.click import BOARD_PERMISSIONS, THREAD_PERMISSIONS, UNSURE, Reply, lacking_in
from bot.client.extensions import Extensions
from bot.client.messages import ChannelMessages, PublicMessage, changed_public, new_public
from bot.client.seats import MERGE_ANSWERS_SECONDS, SeatMessages
from bot.core import absence
from bot.core.facts import CLOSED, LOBBY, NOBODY, OPEN, OVER, PLAYING, RENAMED, TableRow
from bot.core.game import Refusal, Seat
from bot.core.lobby import calls
from bot.core.opponents import last_person
from bot.core.table import Table
from bot.pages.address import base36
from bot.pages.board import board as board_page
from bot.pages.board import lost_board
from bot.pages.lobby import call as call_page
from bot.pages.lobby import ended as result_page
from bot.pages.lobby import lobby as lobby_page
from bot.pages.page import Picture, PublicPage
from bot.pages.question import board_question, offered
from bot.pictures.cache import PictureCache
from bot.store import ShownBoard, Store
from bot.store.statements import BOARD, MISSED
from bot.tables.servers import Servers
from bot.tables.tables import LONG, Changed, Event, Left, Locks, Tables, error_summary
from bot.text.strings import KERNEL, Speech, Words

log = logging.getLogger(__name__)

MAX_CONCURRENT_REPAINTS = 30
CAPACITY_TIMEOUT_SECONDS = 1.0
"""How long to wait at most for one of them to finish: on a busy day there may always be so many."""
RETRY_SECONDS = (2.0, 10.0, 60.0, 300.0)
"""Delays before a failed repaint is retried; the last one repeats."""
HIDE_RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)
"""The same while a board may show a reveal whose time is over."""
STOP_TIMEOUT_SECONDS = 3.0
MERGE_SECONDS = 1.0
"""Edits that follow each other so soon are one while every player waited for has a live seat message."""
QUESTION_SHARE = 0.25
"""The most of the time left for a question that the board may wait for more changes."""
ONLOOKERS_SECONDS = 15.0
"""At most one edit in so long, besides reveals, while every player has a live seat message and nobody answers on the
board: then it serves only onlookers."""
BOARD_IN_USE_SECONDS = 10 * 60.0
"""A player who answered on the board so recently may do so again, although they have a seat message."""
OWN_MOVE_SECONDS = 0.5
"""How long hiding a reveal waits for the move that the table itself makes at that moment: one edit shows both."""
MIN_POST_SECONDS = 5.0
"""A board that chat has buried is posted anew at most this often."""
RESULT_NEWS_SECONDS = 24 * 60 * 60.0
"""How long after its end a game is still posted in the channel of results."""

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE = 10003, 10004, 10008
NO_ACCESS = (50001, 50013)
THREAD_ARCHIVED, THREAD_LOCKED = 50083, 160005
UNREACHABLE = (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, UNKNOWN_GUILD, *NO_ACCESS)
OLD_BOARD_LEFT = "an old board could not be deleted"

CACHED_BOARDS = 2_000
WRITE_DELAY_SECONDS = 0.2
"""Boards that show the newest revision, and messages of new lobbies, are written together after this delay: one by one,
each would cost a commit. After a crash before that, boards are repainted once more, and a lobby message is known again
when somebody clicks on it."""
NOT_SHOWN = -1
"""Stored as the revision a board shows while something is left to do: a restart looks at it again."""


@dataclass(eq=False)
class Boards:
    """The messages of every table: its board, its lobby and the post in the channel of results."""

    _client: discord.Client
    _tables: Tables
    _servers: Servers
    _words: Words
    _pictures: PictureCache
    _now: Callable[[], float]
    _extensions: Extensions
    _seats: SeatMessages

    def __post_init__(self) -> None:
        self._store = self._tables.store
        self._store.subscribe(BOARD, self._written_elsewhere)
        self._store.subscribe(MISSED, self._missed)
        self.cache = BoardCache(self._store)
        self.repainted: Callable[[float], None] = lambda _seconds: None
        """Receives how late a board was repainted."""
        self._due: set[int] = set()
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.timers: dict[int, asyncio.TimerHandle] = {}
        """Repaints that wait: for more changes, for the end of a reveal, or to be retried."""
        self._failures: dict[int, int] = {}
        self._newest: dict[int, Table] = {}
        """Tables with a change that their board does not show yet: nothing newer is stored."""
        self._outdated_since: dict[int, float] = {}
        self._revealing: set[int] = set()
        self._unreadable: dict[int, TableRow] = {}
        self._lobbies_without_picture: set[int] = set()
        self._calling: set[asyncio.Task[None]] = set()
        self._catching_up: asyncio.Task[None] | None = None
        self._stopped = False

    # ---- a table has changed

    def receive(self, event: Event) -> None:
        """Have the messages of a table repainted after a change."""
        if isinstance(event, Changed):
            if event.ours and not event.after.alone:
                self._changed(event.before, event.after)
        elif isinstance(event, Left):
            self._newest.pop(event.table.id, None)
            self._outdated_since.pop(event.table.id, None)
        else:
            self._unreadable[event.row.id] = event.row
            self.request(event.row.id)

    def _changed(self, before: Table, after: Table) -> None:
        # The same value twice: another process has changed a lobby, and its previous state is unknown.
        if after is not before and after.looks_like(before):
            if after.id in self._newest:
                self._newest[after.id] = after
            return
        self._newest[after.id] = after
        delay = self._edit_delay(before, after)
        if after.status == LOBBY and before.status == LOBBY:
            if pings := calls(before, after):
                task = asyncio.create_task(self._call(after, pings), name="call")
                self._calling.add(task)
                task.add_done_callback(self._calling.discard)
        else:
            self.cache.outdated(after.id)
            self._outdated_since.setdefault(after.id, asyncio.get_running_loop().time() + delay)
        if delay:
            self._request_later(after.id, delay)
        else:
            self.request(after.id)

    def _edit_delay(self, before: Table, after: Table) -> float:
        """How long a board waits for more changes: a little, if all players waited for see the table anyway."""
        if before.status != PLAYING or after.status != PLAYING or after.id in self._revealing:
            return 0.0
        live, now = self._seats.live_seats(after), self._now()
        if not live or after.reveals(now):
            return 0.0
        here, board = set(after.here).difference(after.away), self.cache.cached(after.id)
        waited, deadline = here.intersection(after.to_act), after.facts.deadline
        hurry = after.game.hurry(after.position.view(None))
        unused = board is not None and now - board.used_at >= BOARD_IN_USE_SECONDS
        if board and unused and here <= live and not after.pace.slow and not hurry:
            delay = min(max(MERGE_SECONDS, board.shown_at + ONLOOKERS_SECONDS - now), ONLOOKERS_SECONDS)
        elif waited and waited <= live:
            answers = hurry and before.game.hurry(before.position.view(None))
            delay = MERGE_ANSWERS_SECONDS if answers else MERGE_SECONDS
        else:
            return 0.0
        # A player may have dismissed their seat message, which Discord does not report: show the question in time.
        return delay if deadline is None else min(delay, max(0.0, deadline - now) * QUESTION_SHARE)

    def _request_later(self, number: int, delay: float) -> None:
        """Have a table's messages repainted after a delay, unless that happens earlier anyway."""
        loop, timer = asyncio.get_running_loop(), self.timers.get(number)
        if number in self._due or self._stopped or (timer and timer.when() <= loop.time() + delay):
            return
        if timer:
            timer.cancel()
        self.timers[number] = loop.call_later(delay, self.request, number)

    def used(self, number: int) -> None:
        """A player answers on the board: do not let it wait long for more changes."""
        if board := self.cache.cached(number):
            board.used_at = self._now()
        if number in self.timers:
            self._request_later(number, MERGE_SECONDS)

    def edit_again(self, number: int) -> None:
        """Edit a board even if it should be up to date: a button of an earlier moment was pressed on it."""
        if board := self.cache.cached(number):
            board.digest = None
        self.request(number)

    def request(self, number: int) -> None:
        """Have a table's messages repainted soon; requests made before that are one."""
        if self._stopped:
            return
        self._cancel_timer(number)
        self._due.add(number)
        # Not at once: the click that has changed the table may be answered with the board itself.
        asyncio.get_running_loop().call_soon(self._begin, number)

    def _cancel_timer(self, number: int) -> None:
        if timer := self.timers.pop(number, None):
            timer.cancel()

    def _begin(self, number: int) -> None:
        if number in self._due and number not in self.tasks:
            self.tasks[number] = asyncio.create_task(self._work(number), name="board")

    async def _work(self, number: int) -> None:
        try:
            while number in self._due:
                await self._try(number)
        finally:
            # Not in a callback of the task: a request made in between must start a new task.
            self.tasks.pop(number, None)

    async def _try(self, number: int) -> None:
        try:
            async with self.cache.lock(number):
                if number not in self._due:
                    return  # A click was answered with the board meanwhile.
                self._due.discard(number)
                finished = await self._repaint(number)
            if finished:
                self._failures.pop(number, None)
            else:
                self._retry(number, OLD_BOARD_LEFT)
        except UNSURE as error:
            self._retry(number, f"no response from Discord ({type(error).__name__})")
        except discord.HTTPException as error:
            await self._refused(number, error)
        except Exception as error:  # noqa: BLE001, ours or storage's
            if number not in self._failures:
                log.error("repaint failed table=%s: %s", number, error_summary(error))  # noqa: TRY400
            self._retry(number, "repaint failed")

    def _retry(self, number: int, why: str) -> None:
        failures = self._failures.get(number, 0)
        delays = HIDE_RETRY_SECONDS if number in self._revealing else RETRY_SECONDS
        if not failures:
            log.warning("board table=%s: %s; retrying", number, why)
        self._failures[number] = failures + 1
        self._request_later(number, delays[min(failures, len(delays) - 1)])

    # ---- repainting; the caller holds the lock of the board

    async def _repaint(self, number: int) -> bool:
        """Make all messages of a table show it as it is; False if an old one is still there."""
        try:
            table = self._newest.pop(number, None) or await self._tables.get(number)
        except Refusal:
            if (row := self._unreadable.get(number)) is not None:
                await self._repaint_unreadable(row)
                del self._unreadable[number]
            return True
        if table.alone:
            return True  # Its board is in the seat message.
        finished = await self._repaint_table(table, await self.cache.get(number))
        if table.status not in OPEN:
            with contextlib.suppress(Refusal):
                if (await self._tables.get(number)).users != table.users:
                    # Somebody was erased meanwhile, and these messages name them.
                    return await self._repaint(number)
        return finished

    async def _repaint_table(self, table: Table, board: BoardEntry) -> bool:
        posted = board.posted
        if table.status not in OPEN:
            if table.row.shown == RENAMED:
                await self._rename(table, board)
                return True
            if table.status == OVER and table.state is None:
                # Played by older rules: the board shows the result, and cannot be rendered again.
                await self._store.mark_shown(ShownBoard(table.id, table.row.revision))
                return True
            if posted.announcement is not None:
                posted.lobby, posted.announcement = posted.announcement, None
        if posted.calls and table.status != LOBBY:
            posted.stale, posted.calls = (*posted.stale, *posted.calls), ()
        results = await self._owed_results(table, posted)
        # The board first: it must be repainted even if the lobby cannot be reached.
        finished = await self._repaint_board(table, board)
        shown = table.row.revision if finished and table.id not in self._revealing else None
        if posted.lobby is not None:
            await self._edit_lobby(table, posted.lobby)
            posted.named = people_checksum(table)
            if table.status != LOBBY:
                posted.opened = posted.lobby
                # From now on only the board changes; the lobby keeps the seal of the deal, and later gets the result.
                posted.announcement = posted.lobby if table.thread and table.status == PLAYING else None
                posted.lobby = None
                await self.cache.store(table.id, board, shown=None if results else shown)
        elif misnamed(table, posted) and (opened := posted.opened or posted.announcement):
            await self._edit_lobby(table, opened)
            if posted.result and posted.result_place:
                await self._edit_ended(posted.result_place, posted.result, await self._result_page(table))
            posted.named = people_checksum(table)
            await self.cache.store(table.id, board, shown=None if results else shown)
        if results:
            posted.result, posted.result_place = await self._post_result(table, results), results
            await self.cache.store(table.id, board, shown=shown)
        return finished

    async def _repaint_board(self, table: Table, board: BoardEntry) -> bool:
        posted = board.posted
        # A lobby has no board; a table whose log cannot be replayed any more has one that must say so.
        if not table.log and posted.message is None:
            await self._delete_stale(table.id, posted)
            if table.status == CLOSED and not posted.stale and posted.lobby is None:
                await self.cache.store(table.id, board, shown=table.row.revision)
            return not posted.stale
        now = self._now()
        wanted = self._must_post(table, posted, now)
        if wanted is True:
            return await self._post(table, board)
        page, reveals = await self._board_page(table, now)
        digest = page.digest
        if digest != board.digest:
            try:
                await self._edit(posted.place, posted.message, page)
            except discord.HTTPException as error:
                if error.code not in (UNKNOWN_MESSAGE, THREAD_ARCHIVED):
                    raise
                # A new message replaces a deleted one, and opens an archived thread again.
                return await self._post(table, board)
        if wanted is False:
            return await self._shown(table, board, digest, reveals=reveals)
        waiting = posted.waiting
        finished = await self._shown(table, board, digest, reveals=reveals)
        # Those newly waited for do not see it yet.
        posted.waiting = waiting
        self._request_later(table.id, wanted)
        return finished

    def _must_post(self, table: Table, posted: PostedBoard, now: float) -> bool | float:
        """Whether the board must be posted anew now, instead of edited; a number: in so many seconds."""
        # At slow tables people come and go, and a seat message does not show that its player is looking.
        live = set[Seat]() if table.pace.slow else self._seats.live_seats(table)
        if must_post(table, posted, now, live):
            return True
        if not self._seats.buried(table.place, posted.message) or not _uninformed(table, posted) - live:
            return False
        return (posted.at + MIN_POST_SECONDS - now) if now - posted.at < MIN_POST_SECONDS else True

    async def _post(self, table: Table, board: BoardEntry) -> bool:
        posted = board.posted
        old_place, old_message = posted.place, posted.message
        now = self._now()
        live = set[Seat]() if table.pace.slow else self._seats.live_seats(table)
        pings = await self._extensions.pinged(users_to_ping(table, posted, now, live))
        page, reveals = await self._board_page(table, now, pings)
        retried = posted.posting
        if not retried:
            # Stored first: if we crash before Discord responds, the next attempt uses the same nonce.
            posted.serial, posted.posting = posted.serial + 1, True
            await self.cache.store(table.id, board, shown=NOT_SHOWN)
        # The time of opening: a table of another database may have had this number.
        nonce = ".".join(map(base36, (table.id, int(table.facts.created), posted.serial)))
        message = (await ChannelMessages(self._client, table.place).post(**new_public(page), nonce=nonce)).id
        if retried:
            # It may be the message of an earlier attempt, with an older page.
            await self._edit(table.place, message, page)
        posted.place, posted.message, posted.at, posted.posting = table.place, message, self._now(), False
        self._seats.received(table.place, message, board=True)
        posted.waiting = table.awaited
        replaced = old_place is not None and old_message is not None and old_message != message
        if old_place is not None and old_message is not None and replaced:
            posted.stale = (*posted.stale, (old_place, old_message))
            # Before the old one is deleted: a crash in between would leave both.
            await self.cache.store(table.id, board, shown=NOT_SHOWN)
        return await self._shown(table, board, page.digest, reveals=reveals, located=replaced)

    async def _shown(
        self, table: Table, board: BoardEntry, digest: bytes, *, reveals: bool, located: bool = True
    ) -> bool:
        """The board shows this page now: delete the one before and store it; False if an old one is still there.

        ``located``: storage knows where the board is.
        """
        posted, board.digest = board.posted, digest
        board.shown_at = self._now()
        if (since := self._outdated_since.pop(table.id, None)) is not None:
            self.repainted(max(0.0, asyncio.get_running_loop().time() - since))
        posted.waiting = table.awaited
        if reveals:
            # Before anything that can fail.
            own_move = OWN_MOVE_SECONDS if absence.auto(table) else 0.0
            self._request_later(table.id, max(0.0, table.flash_until + own_move - self._now()))
        else:
            self._revealing.discard(table.id)
        if posted.stale:
            await self._delete_stale(table.id, posted)
        if reveals and located and not posted.stale:
            # Nothing to store: storage has the move and not that it is shown, so a restart hides the reveal too.
            return True
        unfinished = reveals or posted.stale or await self._others_outdated(table, posted)
        if unfinished or not located or table.status != PLAYING:
            # The revision of the row: a log that cannot be replayed has one too.
            await self.cache.store(table.id, board, shown=NOT_SHOWN if unfinished else table.row.revision)
        else:
            self.cache.store_later(table.id, board, table.row.revision)
        return not posted.stale

    async def _others_outdated(self, table: Table, posted: PostedBoard) -> bool:
        """Whether a message beside the board must be changed: the lobby, or the post in the channel of results."""
        if posted.lobby is not None or misnamed(table, posted):
            return True
        if table.status in OPEN:
            return False
        return posted.announcement is not None or await self._owed_results(table, posted) is not None

    async def _delete_stale(self, number: int, posted: PostedBoard) -> None:
        left: list[tuple[int, int]] = []
        for place, message in posted.stale:
            try:
                if message not in (posted.message, posted.lobby):
                    await PublicMessage(self._client, place, message).delete()
            except UNSURE:
                left.append((place, message))
            except discord.HTTPException as error:
                if error.status == 429:
                    left.append((place, message))
                else:
                    # Gone already, or we lack the permission: a click on it is still answered.
                    log.info("old board not deleted table=%s code=%s", number, error.code)
        posted.stale = tuple(left)

    async def _edit(self, place: int | None, message: int | None, page: PublicPage) -> None:
        assert place is not None
        assert message is not None
        await PublicMessage(self._client, place, message).edit(**changed_public(page))

    async def _edit_lobby(self, table: Table, message: int) -> None:
        try:
            await self._edit(lobby_place(table, message), message, await self.lobby_page(table))
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, *NO_ACCESS):
                raise

    async def _rename(self, table: Table, board: BoardEntry) -> None:
        """Edit all messages of an ended table that name an erased person; post none anew."""
        posted = board.posted
        if table.status == OVER and table.state is None:
            # Played by older rules: the result cannot be rendered any more, but the name must go.
            page = lobby = result = await self._unreadable_page(table.guild, table.channel)
        else:
            (page, _), lobby = await self._board_page(table, self._now()), await self.lobby_page(table)
            result = await self._result_page(table)
        opened = posted.opened or posted.announcement or posted.lobby
        messages = [(posted.place, posted.message, page), (posted.result_place, posted.result, result)]
        if opened is not None:
            messages.append((lobby_place(table, opened), opened, lobby))
        for place, message, new_page in messages:
            if place and message:
                await self._edit_ended(place, message, new_page)
        posted.named = people_checksum(table)
        await self.cache.store(table.id, board, shown=table.row.revision)

    async def _edit_ended(self, place: int, message: int, page: PublicPage) -> None:
        """Edit a message that may be deleted, or in an archived thread, which stays archived."""
        try:
            try:
                await self._edit(place, message, page)
            except discord.HTTPException as error:
                if error.code != THREAD_ARCHIVED:
                    raise
                await self._client.http.edit_channel(place, archived=False)
                await self._edit(place, message, page)
                await self._client.http.edit_channel(place, archived=True)
        except discord.HTTPException as error:
            if error.code not in UNREACHABLE and error.status != 403:
                raise
            log.info("old message not edited place=%s code=%s", place, error.code)

    async def _repaint_unreadable(self, row: TableRow) -> None:
        posted = (await self.cache.get(row.id)).posted
        page = await self._unreadable_page(row.guild, row.channel)
        opened = posted.lobby or posted.announcement
        lobby = row.channel if row.thread in (None, opened) else row.thread
        for place, message in ((posted.place, posted.message), (lobby, opened)):
            if place is not None and message is not None:
                await self._edit(place, message, page)
        await self._store.mark_shown(ShownBoard(row.id, row.revision))

    # ---- Discord refuses

    async def _refused(self, number: int, error: discord.HTTPException) -> None:
        """Pause a table that may not be shown, close one whose channel is gone, and retry everything else."""
        # Discord's 400 message names the field, not its value: safe to log.
        why = f"status {error.status}, code {error.code} {error.text if error.status == 400 else ''}"
        if error.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
            log.warning("board table=%s: its channel is gone", number)
            await self.places_deleted([number])
        elif error.code == THREAD_LOCKED and await self._public(number):
            await self._change(number, lambda table: table.but(thread=None))
            self.request(number)
        elif error.status == 403 or error.code in NO_ACCESS:
            await self._change(number, self._pause)
            log.warning("board table=%s: %s; paused", number, why)
            # No retry: Discord counts refused requests, and a click resumes the table once the bot has the
            # permissions. But a reveal must be hidden as soon as possible.
            if number in self._revealing:
                self._retry(number, why)
        else:
            self._retry(number, why)

    async def places_deleted(self, numbers: Iterable[int]) -> None:
        """Close tables whose channel, thread or server is gone: there is nowhere to show them."""
        for number in numbers:
            await self._change(number, lambda table: table.close("gone"))
            with contextlib.suppress(Refusal):
                table = await self._tables.get(number)
                await self._store.mark_shown(ShownBoard(number, table.row.revision))

    async def _public(self, number: int) -> bool:
        """Whether a table may be shown in the channel instead of its thread."""
        with contextlib.suppress(Refusal):
            return (await self._tables.get(number)).public
        return False

    def _pause(self, table: Table) -> Table:
        channel = self._client.get_channel(table.place)
        needed = THREAD_PERMISSIONS if table.thread else BOARD_PERMISSIONS
        missing: tuple[str, ...] = ()
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            missing = lacking_in(channel, needed)
        why = ",".join(missing or needed[:2])
        return table if table.facts.paused == why or table.status not in OPEN else table.with_facts(paused=why)

    async def _change(self, number: int, step: Callable[[Table], Table]) -> None:
        """Change a table without repainting its board at once."""
        try:
            await self._tables.change(number, step)
        except Refusal:
            return
        finally:
            self._due.discard(number)
            self._newest.pop(number, None)

    # ---- answers to clicks

    def answer(self, table: Table) -> BoardAnswer:
        """Answers a click on the board with the board itself, if an edit is enough."""
        return BoardAnswer(self._answer, table)

    async def _answer(self, reply: Reply, table: Table) -> None:
        message = reply.click.message
        async with self.cache.lock(table.id):
            board = await self.cache.get(table.id)
            posted = board.posted
            table = self._newest.pop(table.id, table)
            now = self._now()
            if message != posted.message or self._must_post(table, posted, now) is not False:
                await reply.quiet()
                if posted.message is not None and message is not None and message != posted.message:
                    # A board that was replaced: storage may have lost it in a crash.
                    posted.stale = (*posted.stale, (table.place, message))
                self.request(table.id)
                return
            # This answer serves every repaint requested so far, and none that is requested from now on.
            self._due.discard(table.id)
            self._cancel_timer(table.id)
            accepted = False
            try:
                page, reveals = await self._board_page(table, now)
                accepted = await reply.board(page)
                if accepted:
                    if not await self._shown(table, board, page.digest, reveals=reveals):
                        self._retry(table.id, OLD_BOARD_LEFT)
                    if await self._others_outdated(table, posted):
                        self.request(table.id)
            finally:
                if not accepted:
                    self.request(table.id)

    def answer_lobby(self, table: Table) -> BoardAnswer:
        """Answers a click on a lobby with the lobby itself."""
        return BoardAnswer(self._answer_lobby, table)

    async def _answer_lobby(self, reply: Reply, table: Table) -> None:
        message = reply.click.message
        async with self.cache.lock(table.id):
            board = await self.cache.get(table.id)
            table = self._newest.pop(table.id, table)
            if table.status == LOBBY:
                # This answer serves every repaint requested so far. A lobby that is over needs more than that.
                self._due.discard(table.id)
            accepted = False
            try:
                accepted = await reply.board(await self.lobby_page(table))
            finally:
                if not accepted:
                    self.request(table.id)
            if accepted and table.status == LOBBY and message is not None and (other := board.posted.lobby) != message:
                # Discord's response was lost, or the bot crashed before the message was stored.
                if other is not None:
                    board.posted.stale = (*board.posted.stale, (lobby_place(table, other), other))
                    self.request(table.id)
                board.posted.lobby = message
                await self.cache.store(table.id, board)

    async def repost(self, number: int) -> None:
        """Post a table's board anew at the end of its channel. Players pinged already are not pinged again."""
        async with self.cache.lock(number):
            board = await self.cache.get(number)
            board.posted.at = 0.0
            await self.cache.store(number, board)
        self.request(number)

    # ---- lobbies and results

    async def opened(self, table: Table, message: int) -> None:
        """Store the message of a lobby soon; after a crash before that, a click on it tells us again."""
        async with self.cache.lock(table.id):
            board = self.cache.new(table.id)
            board.posted.lobby = message
            self.cache.store_later(table.id, board)
        if table.id in self._lobbies_without_picture:
            # The picture may have been finished before the message was known.
            self.request(table.id)

    async def lobby_message(self, table: Table) -> int | None:
        """The message of a lobby, if it is known."""
        return (await self.cache.get(table.id)).posted.lobby

    async def _call(self, table: Table, pings: Iterable[tuple[str, int]]) -> None:
        """Ping players whom a change of a lobby concerns. Not retried: the lobby says the same."""
        say, posts = await self._say(table), list[tuple[int, int]]()
        for key, user in pings:
            nonce = f"c{base36(table.id)}.{base36(user)}.{key}"
            page = call_page(key, user, say)
            try:
                message = await ChannelMessages(self._client, table.place).post(**new_public(page), nonce=nonce)
            except (discord.HTTPException, *UNSURE) as error:
                log.warning("player not pinged table=%s: %s", table.id, type(error).__name__)
            else:
                posts.append((table.place, message.id))
        async with self.cache.lock(table.id):
            board = await self.cache.get(table.id)
            board.posted.calls = (*board.posted.calls, *posts)
            await self.cache.store(table.id, board)
        try:
            in_lobby = (await self._tables.get(table.id)).status == LOBBY
        except Refusal:
            in_lobby = False
        if not in_lobby:
            self.request(table.id)

    async def _owed_results(self, table: Table, posted: PostedBoard) -> int | None:
        """The channel of results, if the result must still be posted there: where it was played the board shows it."""
        if table.status != OVER or table.outcome is None or posted.result is not None or not table.public:
            return None
        place = (await self._servers.get(table.guild)).results
        return place if place != table.place and self._now() - table.log[-1].at < RESULT_NEWS_SECONDS else None

    async def _post_result(self, table: Table, place: int) -> int:
        """Post the result; the message, or 0 if Discord has refused it."""
        nonce = f"r{base36(table.id)}.{base36(int(table.facts.created))}"
        try:
            page = await self._result_page(table)
            return (await ChannelMessages(self._client, place).post(**new_public(page), nonce=nonce)).id
        except (discord.Forbidden, discord.NotFound) as error:
            # /config shows that this channel is gone or closed to the bot.
            log.warning("result not posted table=%s: code %s", table.id, error.code)
            return 0

    # ---- pages

    async def _board_page(self, table: Table, now: float, pings: tuple[int, ...] = ()) -> tuple[PublicPage, bool]:
        """The board, and whether it shows a reveal that must be hidden again."""
        say = await self._say(table)
        reveals = table.reveals(now)
        if reveals:
            # Before it is sent: the message may show it even if Discord's response is lost.
            self._revealing.add(table.id)
        buttons = [] if table.status in OPEN else self._extensions.buttons(table, say)
        if table.status == CLOSED or table.state is None:
            return board_page(table, say, now, pings=pings, result_buttons=buttons), reveals
        if table.status == OVER and table.revision > LONG:
            # In a thread, because it takes long; the table caches it for the page.
            await asyncio.to_thread(lambda: table.tally)
        view = table.view(None, now)
        asked = board_question(table, view, say)

        def page(picture: Picture | None) -> PublicPage:
            return board_page(
                table, say, now, pings=pings, picture=picture, view=view, asked=asked, result_buttons=buttons
            )

        return await self._pictures.page(page, table, None, say, view, offered(asked)), reveals

    async def lobby_page(self, table: Table, *, pings: tuple[int, ...] = ()) -> PublicPage:
        """The lobby in the table's language."""
        say, picture, drawing = await self._say(table), None, self._pictures.drawing
        if drawing:
            draw = self._pictures.lobby if table.status == LOBBY else self._last_picture
            picture = await draw(table, say)
        if picture is None and table.status == LOBBY and drawing:
            self._lobbies_without_picture.add(table.id)
        else:
            self._lobbies_without_picture.discard(table.id)
        buttons = [] if table.status in OPEN else self._extensions.buttons(table, say)
        return lobby_page(table, say, pings=pings, picture=picture, result_buttons=buttons)

    async def _result_page(self, table: Table) -> PublicPage:
        """The result, in the language of the channel of results."""
        server = await self._servers.get(table.guild)
        lang = server.language_in(server.results or table.channel, server.language_of(table))
        say = self._words.say(table.game.key, lang, table.names)
        return result_page(table, say, self._extensions.buttons(table, say), await self._last_picture(table, say))

    async def _last_picture(self, table: Table, say: Speech) -> Picture | None:
        """The picture of a finished game; None of any other."""
        if table.status != OVER or table.state is None:
            return None
        return await self._pictures.draw(table, table.position.hidden_view(None), say, "table.png")

    async def _unreadable_page(self, guild: int, channel: int) -> PublicPage:
        server = await self._servers.get(guild)
        return lost_board(self._words.say(KERNEL, server.language_in(channel)))

    async def _say(self, table: Table) -> Speech:
        lang = table.facts.language or (await self._servers.get(table.guild)).language_of(table)
        return self._words.say(table.game.key, lang, table.names)

    # ---- very many boards, other processes, stopping

    async def catch_up(self) -> None:
        """Begin to repaint every board that is behind, a few at a time while the games go on."""
        behind = await self._store.behind()
        if self._catching_up:
            self._catching_up.cancel()
        self._catching_up = asyncio.create_task(self._request_all(behind), name="catching up") if behind else None

    async def _request_all(self, numbers: list[int]) -> None:
        for number in numbers:
            await self.wait_for_capacity()
            self.request(number)

    async def wait_for_capacity(self) -> None:
        """Wait a little while very many boards are being repainted."""
        loop = asyncio.get_running_loop()
        end = loop.time() + CAPACITY_TIMEOUT_SECONDS
        while len(self.tasks) >= MAX_CONCURRENT_REPAINTS and (left := end - loop.time()) > 0:
            tasks = tuple(self.tasks.values())
            await asyncio.wait(tasks, timeout=left, return_when=asyncio.FIRST_COMPLETED)

    def _missed(self, _: Any) -> None:
        """Other processes may have written while storage was unavailable."""
        self._newest.clear()
        self.cache.forget()

    def _written_elsewhere(self, said: Any) -> None:
        """Another process has posted or edited a board: check where it is, and whether it is current."""
        number, shard = said
        self.cache.forget(number)
        # Only the owner: if every process that is notified repainted it, each would notify the others, without end.
        if self._store.at_home(shard):
            self.request(number)

    async def flush(self) -> None:
        """Wait until no board is being repainted and all writes are done."""
        for number in list(self.timers):
            self.request(number)
        await asyncio.sleep(0)  # Let repaints requested in this iteration begin.
        while tasks := set(self.tasks.values()):
            await asyncio.wait(tasks)
        await self.cache.flush()

    def stop(self) -> None:
        """Stop accepting repaint requests; the new process owns the boards now."""
        self._stop_requests()
        self.cache.stop()

    async def finish(self) -> None:
        """Before a stop: wait for repaints under way. Boards that stay behind are repainted after the next start."""
        self._stop_requests()
        await asyncio.sleep(0)  # Let repaints requested in this iteration begin.
        if tasks := {*self.tasks.values(), *self._calling}:
            _, late = await asyncio.wait(tasks, timeout=STOP_TIMEOUT_SECONDS)
            for task in late:
                task.cancel()
        await self.cache.finish()

    def _stop_requests(self) -> None:
        self._stopped = True
        if self._catching_up:
            self._catching_up.cancel()
        for timer in self.timers.values():
            timer.cancel()


@dataclass(frozen=True)
class BoardAnswer:
    """Answers a click on a board, or on a lobby, with the message itself."""

    show: Callable[[Reply, Table], Awaitable[None]]
    table: Table

    async def send(self, reply: Reply) -> None:
        """Show it."""
        await self.show(reply, self.table)


class PostedBoard(msgspec.Struct, kw_only=True):
    """The messages of one table."""

    lobby: int | None = None
    announcement: int | None = None
    """The lobby message of a game in a thread: when the game is over it shows the result to the channel."""
    opened: int | None = None
    """The lobby message once the game has begun; it names the people."""
    named: int | None = None
    """A checksum of the people that message named when it was last edited; None: unknown."""
    place: int | None = None
    """The channel or thread of the board."""
    message: int | None = None
    """The board."""
    waiting: tuple[int, ...] = ()
    """The seats waited for when the board was last repainted: their players know."""
    at: float = 0.0
    serial: int = 0
    """How many boards have been posted; part of the nonce, so that a retry does not post twice."""
    posting: bool = False
    """Whether a post was begun and its response is not stored: posting again with the same nonce finds the message."""
    stale: tuple[tuple[int, int], ...] = ()
    """Channels and messages of replaced boards that must be deleted."""
    calls: tuple[tuple[int, int], ...] = ()
    """The same of messages that pinged somebody in the lobby; deleted when the lobby is over."""
    result: int | None = None
    """The message in the channel of results; 0 if Discord refused it."""
    result_place: int | None = None
    """The channel of that message; None: unknown."""


class BoardEntry(msgspec.Struct):
    """A cached board. Only the holder of its lock may change it."""

    posted: PostedBoard
    stored: bytes | None = None
    """The document in storage, unless another process has written since."""
    digest: bytes | None = None
    shown_at: float = 0.0
    used_at: float = 0.0


class BoardCache:
    """Every table's ``BoardEntry``, cached in front of storage. Some writes are delayed and written together."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._entries: LRUCache[int, BoardEntry] = LRUCache(CACHED_BOARDS)
        self._pending: dict[int, tuple[BoardEntry, int | None]] = {}
        self._invalidations = 0
        self._writing: asyncio.Task[None] | None = None
        self._stopped = False
        self._locks = Locks[int]()
        self.lock = self._locks.of

    async def get(self, number: int) -> BoardEntry:
        """Where a table's messages are."""
        if (entry := self._entries.get(number)) is not None:
            return entry
        invalidations = self._invalidations
        document = await self._store.board(number)
        posted = msgspec.json.decode(document, type=PostedBoard) if document else PostedBoard()
        entry = BoardEntry(posted, document)
        # A concurrent write may be newer: then do not cache this one. Another caller may have loaded it meanwhile.
        return self._entries.setdefault(number, entry) if invalidations == self._invalidations else entry

    def cached(self, number: int) -> BoardEntry | None:
        """The same, if it is in memory."""
        return self._entries.get(number)

    def new(self, number: int) -> BoardEntry:
        """The entry of a table of which nothing is stored yet."""
        return self._entries.setdefault(number, BoardEntry(PostedBoard()))

    async def store(self, number: int, entry: BoardEntry, *, shown: int | None = None) -> None:
        """Store where a table's messages are and, unless None, which revision they show; in one write."""
        self._pending.pop(number, None)
        await self._store.mark_shown(_mark(number, entry, shown))

    def store_later(self, number: int, entry: BoardEntry, shown: int | None = None) -> None:
        """Store soon, together with others: a lobby's message, or that a board shows this revision."""
        if self._stopped:
            return
        self._pending[number] = entry, shown
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_later(), name="boards shown")

    def outdated(self, number: int) -> None:
        """Cancel the delayed write of a revision: the table has changed."""
        if number in self._pending and self._pending[number][1] is not None:
            del self._pending[number]

    def stop(self) -> None:
        """Cancel all delayed writes: from now on another process may know better."""
        self._stopped = True
        self._pending.clear()

    async def finish(self) -> None:
        """Before a stop: make the delayed writes."""
        if self._writing is not None:
            self._writing.cancel()
        await self.flush()

    async def flush(self) -> None:
        """Make the delayed writes now."""
        await self._write(self._unlocked())
        for number in list(self._pending):
            await self._write([number])

    async def _write_later(self) -> None:
        try:
            while self._pending:
                await asyncio.sleep(WRITE_DELAY_SECONDS)
                await self._write(self._unlocked())
        finally:
            self._writing = None

    def _unlocked(self) -> list[int]:
        return sorted(number for number in self._pending if not self._locks.taken(number))

    async def _write(self, numbers: list[int]) -> None:
        async with AsyncExitStack() as stack:
            # Holding their locks: a later write of a board must not overtake this one.
            for number in numbers:
                await stack.enter_async_context(self.lock(number))
            boards = {number: self._pending.pop(number) for number in numbers if number in self._pending}
            if not boards:
                return
            try:
                await self._store.mark_shown(*(_mark(number, *board) for number, board in boards.items()))
            except Exception as error:  # noqa: BLE001, storage's
                # Harmless: a restart repaints them, and the next move is stored anyway.
                log.warning("revisions of boards not stored tables=%s: %s", [*boards], type(error).__name__)

    def forget(self, number: int | None = None) -> None:
        """Drop one board, or all of them, and their delayed writes: another process may have written."""
        self._invalidations += 1
        if number is None:
            self._entries.clear()
            self._pending.clear()
        else:
            self._entries.pop(number, None)
            self._pending.pop(number, None)


def _mark(number: int, entry: BoardEntry, shown: int | None) -> ShownBoard:
    before, entry.stored = entry.stored, msgspec.json.encode(entry.posted)
    return ShownBoard(number, shown, entry.stored, before)


MAX_EDIT_AGE_SECONDS = 50 * 60.0
"""Discord slows down edits of messages older than an hour: post anew before that."""
PRESENT_SECONDS = 60.0
"""A player who moved so recently is looking at the board, and is not pinged."""


def must_post(table: Table, posted: PostedBoard, now: float, live: Collection[Seat] = ()) -> bool:
    """Whether the board must be posted anew now, wherever it is; players in ``live`` seats see another message."""
    if posted.message is None or posted.place != table.place or now - posted.at > MAX_EDIT_AGE_SECONDS:
        return True
    return posted.posting or bool(_absent(table, _uninformed(table, posted).difference(live), now))


def users_to_ping(table: Table, posted: PostedBoard, now: float, live: Collection[Seat] = ()) -> tuple[int, ...]:
    """The people whom a board that is posted anew pings."""
    uninformed = _uninformed(table, posted).difference(live)
    absent = _absent(table, uninformed, now) if table.status == PLAYING else set[Seat]()
    return tuple(table.users[seat] for seat in sorted(absent | _newcomers(table) | _warned(table)))


def _uninformed(table: Table, posted: PostedBoard) -> set[Seat]:
    """The seats newly waited for; at the end everybody."""
    if table.status != PLAYING:
        return _humans(table, range(table.size)) if posted.waiting else set()
    # The table plays at once for players who are away: no reason to ping them.
    return _humans(table, table.awaited).difference(posted.waiting, table.away)


def _absent(table: Table, seats: set[Seat], now: float) -> set[Seat]:
    """Those of the seats whose players would not notice an edit: they have not moved for a while."""
    if not seats:
        return seats
    recent = table.moved_since(now - PRESENT_SECONDS)
    if table.pace.slow:
        # Players at slow tables come and go: only the last one to move is looking, also while opponents answer.
        recent &= {last_person(table)}
    # A move that the table made for a late player does not show that they are present.
    return {seat for seat in seats if seat not in recent or table.facts.players[seat].missed}


def _newcomers(table: Table) -> set[Seat]:
    """Players who have just been given the seat of a player who had left."""
    note = table.facts.note
    fresh = note is not None and note.key == "taken" and note.revision == table.revision
    return set(note.seats) if note is not None and fresh and table.status == PLAYING else set()


def _warned(table: Table) -> set[Seat]:
    """The seats waited for at a table that will be closed soon because nobody plays, without players who left."""
    if not table.warned:
        return set()
    return {seat for seat in _humans(table, table.to_act) if not table.facts.players[seat].left}


def _humans(table: Table, seats: Iterable[Seat]) -> set[Seat]:
    return set(seats).difference(table.opponents)


def lobby_place(table: Table, message: int) -> int:
    """Where a lobby message is: the thread opened on it has its id; any other thread contains it."""
    return table.channel if table.thread in (None, message) else table.thread


def people_checksum(table: Table) -> int:
    """A checksum of the people whom a lobby message names."""
    return zlib.crc32(msgspec.json.encode([table.users, table.queue]))


def misnamed(table: Table, posted: PostedBoard) -> bool:
    """Whether the lobby message of a game that has begun names somebody who was erased or has lost their seat.

    The message in the channel of results names the same people.
    """
    if table.status == LOBBY or not (posted.opened or posted.announcement):
        return False
    return NOBODY in table.users if posted.named is None else posted.named != people_checksum(table)
