"""Where every board is and what it shows: in storage, and remembered for a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack

import msgspec

from bot.locks import Locks
from bot.recent import Recent
from bot.store import ShownBoard, Store

log = logging.getLogger(__name__)

HOT = 2_000
LATER = 0.2
"""Seconds until it is written down that a board shows the newest revision, for all that do by then: each by itself
would cost a commit. A run that ends before paints those boards once more."""
UNFINISHED = -1
"""Stored as what a board shows while it is not yet as it should be: a restart looks at it again."""


class Posted(msgspec.Struct, kw_only=True):
    """Where a table is shown."""

    lobby: int | None = None
    announcement: int | None = None
    """What was the lobby of a game in a thread: when it is over, the channel learns there how it ended."""
    opened: int | None = None
    """The message of the lobby once the game has begun, for good: it names the people."""
    named: int | None = None
    """A checksum of the people that message named when it was last edited; None: not known."""
    place: int | None = None
    message: int | None = None
    waiting: tuple[int, ...] = ()
    """The seats waited for when it was last painted: whoever is new has not been told yet."""
    at: float = 0.0
    serial: int = 0
    """How many boards there have been; the number of each makes posting it twice harmless."""
    posting: bool = False
    """Whether that board may have been posted without our having heard of it: then it is posted again, and found."""
    former: int | None = None
    """The board before this one, on which somebody may just have clicked."""
    stale: tuple[tuple[int, int], ...] = ()
    """Places and messages of boards that have been replaced and must go."""
    calls: tuple[tuple[int, int], ...] = ()
    """The same of messages that called somebody to the lobby: they go when the lobby is over."""
    result: int | None = None
    """What told the channel of results how it ended; 0 if that channel could not be told."""
    result_place: int | None = None
    """The channel of that message; None: not known."""


class Known(msgspec.Struct):
    """What is remembered of a board."""

    posted: Posted | None = None
    stored: bytes | None = None
    """What storage has, as far as we know: another process may have taken the table over."""
    painted: bytes | None = None
    """The mark of the page it shows."""
    since: float | None = None
    """When the change came that it does not show yet."""


class PostedBoards:
    """Every board, by the number of its table. Whoever changes one holds its lock."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Recent[int, Known] = Recent(HOT)
        self.repainted: Callable[[float], None] = lambda _seconds: None
        """Told how long a board was behind when it no longer is."""
        self._unwritten: dict[int, tuple[Posted, int]] = {}
        self._writing: asyncio.Task[None] | None = None
        self._resting = False
        self._locks = Locks[int]()
        self.lock = self._locks.of

    async def get(self, number: int) -> Posted:
        """Where a table is shown."""
        known = self._of(number)
        if known.posted is None:
            document = await self._store.board(number)
            if known.posted is None:
                known.stored = document
                known.posted = msgspec.json.decode(document, type=Posted) if document else Posted()
        return known.posted

    def _of(self, number: int) -> Known:
        if (known := self._known.get(number)) is None:
            known = self._known[number] = Known()
        return known

    async def keep(self, number: int, posted: Posted, *, shown: int | None = None) -> None:
        """Write down where a table is shown and, unless that stays as it is, which revision; in one write."""
        self._unwritten.pop(number, None)
        await self._store.mark_shown(self._mark(number, posted, shown))

    def _mark(self, number: int, posted: Posted, shown: int | None) -> ShownBoard:
        known = self._of(number)
        before, known.stored, known.posted = known.stored, msgspec.json.encode(posted), posted
        return ShownBoard(number, shown, known.stored, before)

    def keep_soon(self, number: int, posted: Posted, shown: int) -> None:
        """Have it written down soon that a board, which is where storage says, shows this revision."""
        self._of(number).posted = posted
        if self._resting:
            return
        self._unwritten[number] = posted, shown
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_soon(), name="boards shown")

    def outdated(self, number: int) -> None:
        """A table has changed: what its board shows is not the newest, whatever was to be written down."""
        self._unwritten.pop(number, None)
        known = self._of(number)
        if known.since is None:
            known.since = asyncio.get_running_loop().time()

    def rest(self) -> None:
        """Write nothing later: from now on another process may know better."""
        self._resting = True
        self._unwritten.clear()

    async def finish(self) -> None:
        """Before a stop: write down what is known."""
        if self._writing is not None:
            self._writing.cancel()
        await self.write()

    async def _write_soon(self) -> None:
        try:
            while self._unwritten:
                await asyncio.sleep(LATER)
                await self._write_shown(self._idle())
        finally:
            self._writing = None

    async def write(self) -> None:
        """Write down now what would be written down soon."""
        await self._write_shown(self._idle())
        for number in list(self._unwritten):
            await self._write_shown([number])

    def _idle(self) -> list[int]:
        """Those of the boards to be written down that nobody is just painting: their locks are to be had at once."""
        return sorted(number for number in self._unwritten if not self._locks.taken(number))

    async def _write_shown(self, numbers: list[int]) -> None:
        async with AsyncExitStack() as stack:
            # With their locks, as all that is written of a board: what comes later is written later.
            for number in numbers:
                await stack.enter_async_context(self.lock(number))
            known = {number: self._unwritten.pop(number) for number in numbers if number in self._unwritten}
            if not known:
                return
            try:
                await self._store.mark_shown(*(self._mark(number, *what) for number, what in known.items()))
            except Exception as error:  # noqa: BLE001, storage's
                # No harm is done: a restart would paint them again, and the next move is written down anyway.
                log.warning("not written down that boards are shown tables=%s: %s", [*known], type(error).__name__)

    def shows(self, number: int, digest: bytes) -> bool:
        """Whether the board shows this page, as far as we remember."""
        return self._of(number).painted == digest

    def painted(self, number: int, digest: bytes) -> None:
        """The board shows this page now."""
        known = self._of(number)
        known.painted = digest
        if known.since is not None:
            self.repainted(asyncio.get_running_loop().time() - known.since)
            known.since = None

    def repainted_by_others(self, number: int) -> None:
        """The board shows another page than we remember."""
        self._of(number).painted = None

    def forget(self, number: int | None = None) -> None:
        """Remember nothing of a board, or of any; storage knows."""
        # Also those to be written down of which nothing is remembered any more.
        for each in [*self._known, *self._unwritten] if number is None else [number]:
            self._unwritten.pop(each, None)
            if (known := self._known.pop(each)) is not None and known.since is not None:
                self._known[each] = Known(since=known.since)
