"""Showing tables in Discord: posting, editing and deleting the messages of one table's board and lobby.

Storage knows of every board that is not yet as it should be, so a restart goes on where the last run stopped.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable

import discord
import msgspec

from bot.client.adapter import changed_public, new_public
from bot.client.board_pages import BoardPages
from bot.client.calling import called, must_post
from bot.client.messages import Place, PublicMessage
from bot.client.notices import Notices
from bot.client.posted_boards import UNFINISHED, Posted, PostedBoards
from bot.client.reply import UNSURE
from bot.core.facts import CLOSED, LOBBY, NOBODY, OPEN, OVER, PLAYING
from bot.core.stored import RENAMED, Row
from bot.core.table import Table
from bot.pages.address import base36
from bot.pages.page import PublicPage
from bot.service.wishes import Wishes
from bot.store import ShownBoard, Store

log = logging.getLogger(__name__)

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
        wishes: Wishes,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._store = store
        self._boards = boards
        self._pages = pages
        self._notices = notices
        self._wishes = wishes
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

    async def _rename(self, table: Table, posted: Posted) -> None:
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

    async def _paint_board(self, table: Table, posted: Posted) -> bool:
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

    async def _post(self, table: Table, posted: Posted) -> bool:
        old = (posted.place, posted.message)
        now = self._now()
        page, reveals = await self._pages.board(table, await self._wishes.pinged(called(table, posted, now), now))
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

    async def shown(self, table: Table, posted: Posted, digest: bytes, *, reveals: bool, found: bool = True) -> bool:
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

    async def untold(self, table: Table, posted: Posted) -> bool:
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


def lobby_place(table: Table, message: int) -> int:
    """Where a lobby is shown: a thread that hangs on it has its number; any other thread it stands in."""
    return table.channel if table.thread in (None, message) else table.thread


def _people(table: Table) -> int:
    """A checksum of the people whom the message of a lobby names."""
    return zlib.crc32(msgspec.json.encode([table.users, table.queue]))


def _misnamed(table: Table, posted: Posted) -> bool:
    """Whether the lobby of a game that has begun names somebody who was erased, or whose seat is another's now.

    The post in the channel of results names the same people.
    """
    if table.status == LOBBY or not (posted.opened or posted.announcement):
        return False
    return NOBODY in table.users if posted.named is None else posted.named != _people(table)
