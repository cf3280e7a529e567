"""Where every board is and what it shows, its pages, whom it calls, and the short messages beside it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass

import discord
import msgspec
from cachetools import LRUCache

from bot.client.click import UNSURE
from bot.client.extensions import Extensions
from bot.client.messages import ChannelMessages, new_public
from bot.core.facts import CLOSED, LOBBY, OVER, PLAYING
from bot.core.game import Seat
from bot.core.lobby import calls
from bot.core.opponents import last_person
from bot.core.table import Table
from bot.locks import Locks
from bot.pages.address import base36
from bot.pages.board import board, lost_board
from bot.pages.lobby import call, ended, lobby
from bot.pages.page import Picture, PublicPage
from bot.pages.question import board_question, offered
from bot.pictures.cache import PictureCache
from bot.store import ShownBoard, Store
from bot.tables.servers import Servers
from bot.tables.tables import LONG
from bot.text.strings import KERNEL, Speech, Words

log = logging.getLogger(__name__)

HOT = 2_000
LATER = 0.2
"""Seconds until it is written down that a board shows the newest revision, for all that do by then: each by itself
would cost a commit. A run that ends before paints those boards once more."""
UNFINISHED = -1
"""Stored as what a board shows while it is not yet as it should be: a restart looks at it again."""


class PostedBoard(msgspec.Struct, kw_only=True):
    """The messages that show a table, as stored."""

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


class CachedBoard(msgspec.Struct):
    """A board in the cache."""

    posted: PostedBoard | None = None
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
        self._known: LRUCache[int, CachedBoard] = LRUCache(HOT)
        self.repainted: Callable[[float], None] = lambda _seconds: None
        """Told how long a board was behind when it no longer is."""
        self._unwritten: dict[int, tuple[PostedBoard, int]] = {}
        self._writing: asyncio.Task[None] | None = None
        self._resting = False
        self._locks = Locks[int]()
        self.lock = self._locks.of

    async def get(self, number: int) -> PostedBoard:
        """The messages that show a table, as stored."""
        known = self._of(number)
        if known.posted is None:
            document = await self._store.board(number)
            if known.posted is None:
                known.stored = document
                known.posted = msgspec.json.decode(document, type=PostedBoard) if document else PostedBoard()
        return known.posted

    def _of(self, number: int) -> CachedBoard:
        if (known := self._known.get(number)) is None:
            known = self._known[number] = CachedBoard()
        return known

    async def keep(self, number: int, posted: PostedBoard, *, shown: int | None = None) -> None:
        """Write down where a table is shown and, unless that stays as it is, which revision; in one write."""
        self._unwritten.pop(number, None)
        await self._store.mark_shown(self._mark(number, posted, shown))

    def _mark(self, number: int, posted: PostedBoard, shown: int | None) -> ShownBoard:
        known = self._of(number)
        before, known.stored, known.posted = known.stored, msgspec.json.encode(posted), posted
        return ShownBoard(number, shown, known.stored, before)

    def keep_soon(self, number: int, posted: PostedBoard, shown: int) -> None:
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
            if (known := self._known.pop(each, None)) is not None and known.since is not None:
                self._known[each] = CachedBoard(since=known.since)


OLD = 50 * 60.0
"""Discord slows down edits of messages older than an hour: post anew before that."""
PRESENT = 60.0
"""A player who moved so recently is looking at the board, and is not pinged."""


def must_post(table: Table, posted: PostedBoard, now: float) -> bool:
    """Whether the board must be posted anew at this instant."""
    if posted.message is None or posted.place != table.place or now - posted.at > OLD:
        return True
    return posted.posting or bool(_absent(table, _new(table, posted), now))


def called(table: Table, posted: PostedBoard, now: float) -> tuple[int, ...]:
    """The people whom a board that is posted anew calls."""
    absent = _absent(table, _new(table, posted), now) if table.status == PLAYING else set[Seat]()
    return tuple(table.users[seat] for seat in sorted(absent | _newcomers(table) | _warned(table)))


def _new(table: Table, posted: PostedBoard) -> set[Seat]:
    """The seats to which this board is news: those newly waited for, and at the end everybody."""
    if table.status != PLAYING:
        return _people(table, range(table.size)) if posted.waiting else set()
    # For whoever is away the table plays at once: there is nothing to call them for.
    return _people(table, table.to_act).difference(posted.waiting, table.away)


def _absent(table: Table, seats: set[Seat], now: float) -> set[Seat]:
    """Those of them whom an edit would not reach: they have not moved for a while."""
    if not seats:
        return seats
    recent = table.moved_since(now - PRESENT)
    if table.pace.slow:
        # People at slow tables come and go: only a player who has moved this instant is looking, also while
        # opponents answer them.
        recent &= {last_person(table)}
    # A move the table made for somebody who was late is no sign of them.
    return {seat for seat in seats if seat not in recent or table.facts.players[seat].missed}


def _newcomers(table: Table) -> set[Seat]:
    """Who has just been given the seat of somebody who had left: the board says so, and calls them."""
    note = table.facts.note
    fresh = note is not None and note.key == "taken" and note.revision == table.revision
    return set(note.seats) if note is not None and fresh and table.status == PLAYING else set()


def _warned(table: Table) -> set[Seat]:
    """Those waited for at a table that will be closed soon because nobody plays; not those who have left."""
    if not table.warned:
        return set()
    return {seat for seat in _people(table, table.to_act) if not table.facts.players[seat].left}


def _people(table: Table, seats: Iterable[Seat]) -> set[Seat]:
    """Those of the seats where people sit: nobody else has anything to learn from a message."""
    return set(seats).difference(table.opponents)


NEWS = 24 * 60 * 60.0
"""Seconds after which the end of a game is no news any more."""


@dataclass(eq=False)
class Notices:
    """Posts them. A call that fails is not repeated: the lobby says the same; a result is the publisher's to repeat."""

    _client: discord.Client
    _servers: Servers
    _words: Words
    _now: Callable[[], float]
    _extensions: Extensions

    async def call(self, before: Table, after: Table) -> list[int]:
        """Call those whom a change of a lobby concerns, who may be looking elsewhere; gives the messages."""
        found: list[int] = []
        for key, user in calls(before, after):
            say = self._words.say(after.game.key, (await self._servers.get(after.guild)).language_in(after.channel))
            nonce = f"c{base36(after.id)}.{base36(user)}.{key}"
            try:
                posted = await ChannelMessages(self._client, after.place).post(
                    **new_public(call(key, user, say)), nonce=nonce
                )
            except (discord.HTTPException, *UNSURE) as error:
                log.warning("nobody called table=%s: %s", after.id, type(error).__name__)
            else:
                found.append(posted.id)
        return found

    async def owes_result(self, table: Table, posted: PostedBoard) -> bool:
        """Whether the channel of results must still be told how this game ended."""
        if table.status != OVER or table.outcome is None or posted.result is not None or not table.public:
            return False
        place = (await self._servers.get(table.guild)).results
        # Where it was played everybody sees it.
        return place not in (None, table.place) and self._now() - table.log[-1].at < NEWS

    async def result(self, table: Table) -> tuple[int, int]:
        """Tell the channel of results how a game ended; gives the message (0: refused by Discord) and the channel."""
        place = (await self._servers.get(table.guild)).results
        assert place is not None
        nonce = f"r{base36(table.id)}.{base36(int(table.facts.created))}"
        try:
            page = await self.result_page(table)
            return (await ChannelMessages(self._client, place).post(**new_public(page), nonce=nonce)).id, place
        except (discord.Forbidden, discord.NotFound) as error:
            # Gone, or closed to us: /config shows which. The table itself is not concerned.
            log.warning("result not told table=%s: code %s", table.id, error.code)
            return 0, place

    async def result_page(self, table: Table) -> PublicPage:
        """How a game ended, in the language of the channel of results."""
        server = await self._servers.get(table.guild)
        lang = server.language_in(server.results or table.channel)
        say = self._words.say(table.game.key, lang, table.names)
        return ended(table, say, self._extensions.buttons(table, say))


class BoardPages:
    """Makes the pages of boards and lobbies."""

    def __init__(
        self,
        servers: Servers,
        words: Words,
        pictures: PictureCache,
        now: Callable[[], float],
        extensions: Extensions,
    ) -> None:
        self._servers = servers
        self._extensions = extensions
        self._words = words
        self._pictures = pictures
        self._now = now
        self.revealing: set[int] = set()
        """Tables whose board may show a reveal."""
        self.undrawn: set[int] = set()
        """Lobbies that went out as text because their picture was not there yet."""

    async def board(self, table: Table, pings: tuple[int, ...]) -> tuple[PublicPage, bool]:
        """The board as it is at this instant, and whether it shows something that must be hidden again."""
        say = await self._say(table)
        now = self._now()
        reveals = table.reveals(now)
        if reveals:
            # Before it is sent: whatever becomes of the sending, it may be there.
            self.revealing.add(table.id)
        buttons = self._extensions.buttons(table, say)
        if table.status == CLOSED or table.state is None:
            return board(table, say, now, pings=pings, result_buttons=buttons), reveals
        if table.status == OVER and table.revision > LONG:
            # Its figures are kept by the table: the page finds them made.
            await asyncio.to_thread(lambda: table.tally)
        view = table.view(None, now)
        asked = board_question(table, view, say)

        def page(picture: Picture | None) -> PublicPage:
            return board(table, say, now, pings=pings, picture=picture, view=view, asked=asked, result_buttons=buttons)

        return await self._pictures.page(page, table, None, say, view, offered(asked)), reveals

    async def lobby(self, table: Table, *, pings: tuple[int, ...] = ()) -> PublicPage:
        """The lobby in the server's language."""
        say = await self._say(table)
        picture = await self._pictures.lobby(table, say) if table.status == LOBBY else None
        if picture is None and table.status == LOBBY and self._pictures.drawing:
            self.undrawn.add(table.id)
        else:
            self.undrawn.discard(table.id)
        buttons = self._extensions.buttons(table, say)
        return lobby(table, say, pings=pings, picture=picture, result_buttons=buttons)

    async def lost(self, guild: int, channel: int) -> PublicPage:
        """The board of a table that could not be read any more."""
        server = await self._servers.get(guild)
        return lost_board(self._words.say(KERNEL, server.language_in(channel)))

    async def _say(self, table: Table) -> Speech:
        server = await self._servers.get(table.guild)
        return self._words.say(table.game.key, server.language_in(table.channel), table.names)
