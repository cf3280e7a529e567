"""Looking at games that have ended: the viewer, the film, and records that people bring along."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import discord

from bot.client import permissions
from bot.client.messages import PrivateMessage
from bot.client.permissions import require_voice
from bot.client.reply import UNSURE, Reply
from bot.client.router import Router, Told
from bot.core import daily
from bot.core.game import Refusal
from bot.core.records import Fault, Verified
from bot.core.replay import Replay, of_record
from bot.locks import Locks
from bot.pages.address import Address
from bot.pages.page import Picture, PrivatePage, Text
from bot.pages.replay import COLOUR, POST, PositionPicture, asked, fault, film_page, pictures, shared_film, viewer
from bot.pictures.cache import PictureCache, alt
from bot.pictures.film import Drawing, FilmFailed, FilmWorker, TooMany, shots
from bot.recent import Recent
from bot.service.given_records import SIZE, GivenRecords
from bot.tables.servers import Servers
from bot.tables.tables import Tables
from bot.text.strings import KERNEL, Speech, Words

REPLAYS = 64
"""Games kept in memory for who steps through them."""
LONG = 200
"""Moves from which on a game is gone through in a thread."""
FILMS = 64 * 2**20
"""Bytes of films kept."""
PROGRESS = 1.5
"""Seconds between two looks at how far a film is."""


class Source(NamedTuple):
    """A game somebody may look at: the address that leads to it, what tells it apart, and how its replay is made."""

    base: Address
    key: tuple[Any, ...]
    make: Callable[[], Replay]
    only_in: int | None = None
    """The only thread or channel where its film may be posted; None: anywhere."""


@dataclass(eq=False)
class ReplayClicks:
    """Handles the clicks on viewers and films, and the commands that lead to them."""

    _tables: Tables
    _servers: Servers
    _records: GivenRecords
    _words: Words
    _pictures: PictureCache
    _worker: FilmWorker | None

    def __post_init__(self) -> None:
        self._replays: Recent[tuple[Any, ...], Replay] = Recent(REPLAYS)
        self._films: Recent[tuple[Any, ...], bytes] = Recent(FILMS, len)
        self._drawings: dict[tuple[Any, ...], Drawing] = {}
        self._waited_for: dict[int, Drawing] = {}
        """By user the film that is being drawn because they asked for it."""
        self._locks = Locks[int]()

    def register(self, router: Router) -> None:
        """Have the clicks led here; who may look at a table of another server is decided here, too."""
        router.on("replay", self.replay, anywhere=True)
        router.on("film", self.film, anywhere=True)
        router.on("review", self.review)
        router.on("reel", self.reel)

    # ---- which game

    async def replay(self, reply: Reply, address: Address) -> None:
        """Show a position of a table's game; at first beside what was clicked on, which is not to be lost."""
        first = not address.path and not address.painted
        await self._show(reply, await self._of_table(reply, address.table), address, beside=first)

    async def review(self, reply: Reply, address: Address) -> None:
        """Show a position of the record that somebody gave last."""
        await self._show(reply, await self._of_record(reply, address), address)

    async def film(self, reply: Reply, address: Address) -> None:
        """Show the film of a table's game, or post it."""
        await self._film(reply, await self._of_table(reply, address.table), address)

    async def reel(self, reply: Reply, address: Address) -> None:
        """Show the film of the record that somebody gave last, or post it."""
        await self._film(reply, await self._of_record(reply, address), address)

    async def verify(self, reply: Reply, file: discord.Attachment) -> None:
        """Check a record that somebody attached: tell what is wrong with it, or show its game."""
        if file.size > SIZE:
            raise Refusal("record-large", limit=SIZE // 1024)
        # One of theirs at a time: the others want theirs checked too.
        async with self._locks.of(reply.user):
            try:
                data = (await file.read()).strip()
            except (discord.HTTPException, *UNSURE):
                raise Refusal("record-unread") from None
            found = await self._records.check(data)
        say = self._words.say(KERNEL, reply.lang)
        if isinstance(found, Fault):
            raise Told(fault(found, say))
        marked = await self._records.keep(reply.user, data)
        notice = say("record-sealed", seal=found.seal) if found.seal else say("record-unsealed")
        source = self._given(reply, marked, found)
        await self._show(reply, source, source.base, notice=notice)

    def forget(self) -> None:
        """Drop all replays and films that are kept: somebody's name may be in them."""
        self._replays.clear()
        self._films.clear()

    async def _of_table(self, reply: Reply, number: int) -> Source:
        """A table somebody may look at: they sat there, or it was played where they are and they can see the place."""
        table = await self._tables.get(number)
        if reply.user not in table.users:
            # Whoever made up an address learns nothing of other servers' tables, nor of what others play alone.
            if table.facts.alone or table.guild != reply.interaction.guild_id:
                raise Refusal("old-message")
            if not permissions.sees(reply.interaction, table):
                raise Refusal("out-of-sight")
        if daily.sealed(table, self._tables.now()):
            raise Refusal("daily-sealed")
        # What is kept of a table may change after its end: somebody's name may be taken out of it.
        only_in = None if table.public or table.alone else table.place
        key = ("table", table.id, table.kept.version)
        return Source(Address("replay", table.id), key, lambda: Replay(table), only_in)

    async def _of_record(self, reply: Reply, address: Address) -> Source:
        marked = address.path[0] if address.path else ""
        data = await self._records.get(reply.user, marked)
        source = self._given(reply, marked, None)
        if source.key in self._replays:
            return source
        record = await self._records.check(data)
        if isinstance(record, Fault):
            raise Refusal("nothing-to-see")  # The rules have changed since.
        return self._given(reply, marked, record)

    def _given(self, reply: Reply, marked: str, record: Verified | None) -> Source:
        say = self._words.say(KERNEL, reply.lang)

        def make() -> Replay:
            assert record is not None
            return of_record(record, [say("replay-player", number=seat + 1) for seat in range(record.seats)])

        return Source(Address("review", path=(marked,)), ("record", reply.user, marked, reply.lang), make)

    async def _replay(self, source: Source) -> Replay:
        """The replay of a game, gone through once."""
        if (found := self._replays.get(source.key)) is not None:
            return found
        found = source.make()
        if found.length > LONG:
            await asyncio.to_thread(lambda: found.moments)
        assert found.moments
        self._replays[source.key] = found
        return found

    # ---- the viewer

    async def _show(
        self, reply: Reply, source: Source, address: Address, *, notice: str = "", beside: bool = False
    ) -> None:
        replay = await self._replay(source)
        wanted = asked(address, address.path[len(source.base.path) :])
        if wanted is None or (isinstance(wanted.eyes, int) and wanted.eyes >= replay.size):
            raise Refusal("old-message")
        position, eyes = replay.clamped(wanted.position), wanted.eyes
        say = self._words.say(replay.game.key, reply.lang, replay.names)
        then = replay.then(position)

        async def draw(shown: PositionPicture | None) -> Picture | None:
            if shown is None or not self._pictures.drawing:
                return None
            return await self._pictures.draw(then, shown.view, say, shown.name, shown.choosing)

        table, hand = await asyncio.gather(*map(draw, pictures(replay, position, eyes, say)))
        page = viewer(replay, position, eyes, say, source.base, table=table, hand=hand, notice=notice)
        await (reply.private(page) if beside else reply.update(page))

    # ---- the film

    async def _film(self, reply: Reply, source: Source, address: Address) -> None:
        replay = await self._replay(source)
        if self._worker is None or replay.game.picture is None:
            raise Refusal("no-film")
        say = self._words.say(replay.game.key, reply.lang, replay.names)
        key = (*source.key, reply.lang)
        data = self._films.get(key)
        postable = source.only_in in (None, reply.interaction.channel_id)
        if data is not None and address.path[-1:] == (POST,):
            if not postable:
                raise Refusal("film-private")
            await self._post(reply, replay, say, data)
            return
        told: PrivateMessage | None = None
        if data is None:
            drawing = await self._drawing(key, replay, say, reply.user)
            told = await reply.private(_progress(drawing, say))
            data = await self._followed(drawing, told, say)
        post = postable and reply.interaction.guild_id is not None
        page = film_page(replay, say, source.base, self._reel(replay, say, data), post=post)
        if told is None:
            await reply.private(page)
        else:
            # Whoever has put the message away meanwhile finds the film drawn when they ask again.
            with contextlib.suppress(discord.NotFound):
                await told.edit(page)

    async def _drawing(self, key: tuple[Any, ...], replay: Replay, say: Speech, user: int) -> Drawing:
        """The film as it is being drawn: one for all who ask for the same. Whoever has asked for another waits."""
        if (found := self._drawings.get(key)) is not None:
            return found
        assert self._worker is not None
        # A replay of its own: the other is stepped through meanwhile.
        wanted = await asyncio.to_thread(lambda: shots(replay.again()))
        if (found := self._drawings.get(key)) is not None:
            return found
        if user in self._waited_for:
            raise Refusal("film-one")
        try:
            drawing = self._worker.draw(replay.game.key, say.lang, replay.names, wanted)
        except TooMany:
            raise Refusal("busy") from None

        def done(task: asyncio.Task[bytes]) -> None:
            del self._drawings[key], self._waited_for[user]
            if not task.cancelled() and not task.exception():
                self._films[key] = task.result()

        self._drawings[key] = self._waited_for[user] = drawing
        drawing.task.add_done_callback(done)
        return drawing

    async def _followed(self, drawing: Drawing, told: PrivateMessage | None, say: Speech) -> bytes:
        """The film once it is drawn; meanwhile a message tells how far it is."""
        shown = drawing.done
        while not drawing.task.done():
            await asyncio.wait({drawing.task}, timeout=PROGRESS)
            if not drawing.task.done() and told is not None and drawing.done != shown:
                shown = drawing.done
                with contextlib.suppress(discord.NotFound, *UNSURE):
                    await told.edit(_progress(drawing, say))
        try:
            return drawing.task.result()
        except (FilmFailed, asyncio.CancelledError):
            raise Refusal("film-failed") from None

    async def _post(self, reply: Reply, replay: Replay, say: Speech, data: bytes) -> None:
        """Show a film to everybody where it was asked for."""
        if missing := permissions.lacking_here(reply.interaction):
            raise Refusal("lacking", permissions=",".join(missing))
        if not permissions.may_write(reply.interaction, "attach_files"):
            raise Refusal("film-not-here")
        await require_voice(reply, self._servers)
        await reply.quiet()
        await reply.public(shared_film(replay, say, reply.user, self._reel(replay, say, data)))
        await reply.update(PrivatePage((Text(say("film-posted")),), COLOUR))

    def _reel(self, replay: Replay, say: Speech, data: bytes) -> Picture:
        words = say("film-alt", game=say("name"), people=say.names(range(replay.size)))
        return Picture("film.gif", alt(words), data)


def _progress(drawing: Drawing, say: Speech) -> PrivatePage:
    key = "film-drawing" if drawing.begun else "film-waiting"
    return PrivatePage((Text(say(key, done=drawing.done, count=drawing.count)),), COLOUR)
