"""Where the messages of every table are, as storage has it, and the rules of when to post a board and whom to ping."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Iterable
from contextlib import AsyncExitStack

import msgspec
from cachetools import LRUCache

from bot.core.facts import LOBBY, NOBODY, PLAYING
from bot.core.game import Seat
from bot.core.opponents import last_person
from bot.core.table import Table
from bot.locks import Locks
from bot.store import ShownBoard, Store

log = logging.getLogger(__name__)

CACHED_BOARDS = 2_000
WRITE_DELAY_SECONDS = 0.2
"""Boards that show the newest revision are written together after this delay: one by one, each would cost a commit.
After a crash before that they are repainted once more."""
NOT_SHOWN = -1
"""Stored as the revision a board shows while something is left to do: a restart looks at it again."""


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
    """When the board was posted."""
    serial: int = 0
    """How many boards have been posted; part of the nonce, so that a retry does not post twice."""
    posting: bool = False
    """Whether a post was begun and its response is not stored: posting again with the same nonce finds the message."""
    former: int | None = None
    """The board before this one, on which somebody may just have clicked."""
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
    """The digest of the page that the board shows, if known."""


class BoardCache:
    """Every table's ``BoardEntry``, cached in front of storage. Some writes are delayed and written together."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._entries: LRUCache[int, BoardEntry] = LRUCache(CACHED_BOARDS)
        self._pending: dict[int, tuple[BoardEntry, int]] = {}
        self._invalidations = 0
        self._writing: asyncio.Task[None] | None = None
        self._stopped = False
        self._locks = Locks[int]()
        self.lock = self._locks.of

    async def get(self, number: int) -> BoardEntry:
        """Where a table's messages are."""
        if (entry := self._entries.get(number)) is not None:
            return entry
        if pending := self._pending.get(number):
            return self._entries.setdefault(number, pending[0])
        invalidations = self._invalidations
        document = await self._store.board(number)
        posted = msgspec.json.decode(document, type=PostedBoard) if document else PostedBoard()
        entry = BoardEntry(posted, document)
        # A concurrent write may be newer: then do not cache this one. Another caller may have loaded it meanwhile.
        return self._entries.setdefault(number, entry) if invalidations == self._invalidations else entry

    async def store(self, number: int, entry: BoardEntry, *, shown: int | None = None) -> None:
        """Store where a table's messages are and, unless None, which revision they show; in one write."""
        self._pending.pop(number, None)
        await self._store.mark_shown(_mark(number, entry, shown))

    def store_later(self, number: int, entry: BoardEntry, shown: int) -> None:
        """Store soon that a board, whose place is stored already, shows this revision."""
        if self._stopped:
            return
        self._pending[number] = entry, shown
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_later(), name="boards shown")

    def outdated(self, number: int) -> None:
        """Cancel a delayed write: the table has changed."""
        self._pending.pop(number, None)

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


def must_post(table: Table, posted: PostedBoard, now: float) -> bool:
    """Whether the board must be posted anew now, instead of edited."""
    if posted.message is None or posted.place != table.place or now - posted.at > MAX_EDIT_AGE_SECONDS:
        return True
    return posted.posting or bool(_absent(table, _uninformed(table, posted), now))


def users_to_ping(table: Table, posted: PostedBoard, now: float) -> tuple[int, ...]:
    """The people whom a board that is posted anew pings."""
    absent = _absent(table, _uninformed(table, posted), now) if table.status == PLAYING else set[Seat]()
    return tuple(table.users[seat] for seat in sorted(absent | _newcomers(table) | _warned(table)))


def _uninformed(table: Table, posted: PostedBoard) -> set[Seat]:
    """The seats newly waited for; at the end everybody."""
    if table.status != PLAYING:
        return _humans(table, range(table.size)) if posted.waiting else set()
    # The table plays at once for players who are away: no reason to ping them.
    return _humans(table, table.to_act).difference(posted.waiting, table.away)


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
