"""``/parties`` and ``/verifier``: finished games, attached records, the viewer and films."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import discord
import msgspec
from cachetools import LRUCache

from bot.app import App
from bot.client.bot import Bot
from bot.client.click import UNSURE, Answer, Click, Private, PublicAnswer, Quiet, Refused, Reply, Several, Update
from bot.client.commands import CommandCog, command
from bot.client.extensions import BackgroundWork
from bot.core.facts import OPEN, Player
from bot.core.game import Refusal, Seat
from bot.core.records import Fault, Verified, check
from bot.core.results import Result
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import Button, Picture, PrivatePage, Text
from bot.pictures.cache import alt
from bot.tables.opponents import NoDecision, Wording, decision_request
from bot.tables.tables import Locks, attempted
from bot.text.strings import KERNEL, Speech, plain
from cogs.replays import pages
from cogs.replays.film import draw
from cogs.replays.replay import (
    SCOPE,
    Job,
    JobFailed,
    Jobs,
    Replay,
    TurningPoint,
    continued,
    film_place,
    of_log,
    of_record,
    origin,
    turning_points,
)

_TABLE = re.compile(r"t([0-9]{1,18})")
CACHED_REPLAYS = 64
LONG_GAME_MOVES = 200
"""Longer games are replayed in a thread."""
FILM_CACHE_BYTES = 64 * 2**20
PROGRESS_SECONDS = 1.5
"""The interval of progress messages while a film is drawn."""
KIND = "record"
"""The kind of the documents, by user."""
MAX_BYTES = 256 * 1024
"""A game of a thousand moves has some fifty thousand."""
CHECK_TIMEOUT_SECONDS = 5.0
RETENTION_SECONDS = 7 * 24 * 60 * 60.0
MAX_WAITING = 8
"""Records that may wait to be checked: one is checked at a time."""
_MARK = 12


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(ReplaysCog(bot.app))


class Source(NamedTuple):
    """A game that a player may see: its address, its cache key, and its replay."""

    base: Address
    key: tuple[Any, ...]
    replay: Replay
    film_place: int | None = None


class ReplaysCog(CommandCog, BackgroundWork):
    """The list of finished games, the viewer, films, and attached records."""

    def __init__(self, app: App) -> None:
        self._checking = asyncio.Semaphore(1)
        self._waiting = 0
        self._replays: LRUCache[tuple[Any, ...], Replay] = LRUCache(CACHED_REPLAYS)
        self._turns = Jobs[list[TurningPoint]](app.catalogue.package, LRUCache(CACHED_REPLAYS))
        self._films = Jobs[bytes](app.catalogue.package, LRUCache(FILM_CACHE_BYTES, len))
        self._waited_for = WeakValueDictionary[int, Job[bytes]]()
        """The film that each user has begun last."""
        self._locks = Locks[int]()
        for verb, film in pages.FILMS.items():
            # They decide themselves who may see a table of another server.
            app.router.on(verb, self.replay, anywhere=True)
            app.router.on(film, self.film, anywhere=True)
        app.router.on(pages.ONWARD, self.onward, anywhere=True)
        app.extensions.table_titles.append(_table_title)
        app.extensions.result_notes.append(self._result_note)
        app.extensions.person_erased.append(self._forget)
        app.extensions.background_work.append(self)
        app.extensions.every_day.append(self._drop_expired)
        # Behind the buttons of all other features.
        app.extensions.loaded.append(lambda: app.extensions.table_buttons.append(self._result_buttons))
        added = [command(app, SCOPE, "games", self._list), command(app, SCOPE, "verify", self.verify)]
        super().__init__(app, added, {pages.LIST: self._list, pages.WATCH: self._watch})

    def _result_buttons(self, table: Table, _seat: Seat | None, say: Speech) -> list[Button]:
        found = origin(table)
        first = [Button(say("onward-origin"), str(Address("replay", found.table)), emoji="↩️")] if found else []
        return [*first, *pages.watch(table, say, self._app.now())]

    async def finish(self) -> None:
        """Stop drawing and searching."""
        self._turns.close()
        self._films.close()

    def _forget(self, _user: int) -> None:
        """Clear the caches: replays and films contain names."""
        self._replays.clear()
        self._films.answers.clear()

    # ---- the list

    async def _list(self, click: Click) -> Answer:
        """Show a page of the player's finished games, newest first; the address has the table it starts before."""
        store, before = self._app.store, click.address.revision
        own: list[Result] = []
        last = before or None
        while len(own) <= pages.EACH and (found := await store.results_of(click.user, last, pages.EACH + 1)):
            # A game whose package is no longer installed has no name.
            own += [result for result in found if result.game in self._app.games]
            last = found[-1].table
        shown = own[: pages.EACH]
        tables = await asyncio.gather(*(store.results_at(result.table) for result in shown))
        people = {result.user for table in tables for result in table if result.user is not None}
        names = await store.names(sorted(people))
        games, say = list(zip(shown, tables, strict=True)), self._app.words.say(SCOPE, click.lang)
        return Update(pages.games_list(games, names, say, first=not before, more=len(own) > pages.EACH))

    async def _watch(self, click: Click) -> Answer:
        """Show the game that was chosen from the list; ``replay`` checks whether they may see it."""
        chosen = _TABLE.fullmatch(click.address.path[-1]) if click.address.path else None
        if chosen is None:
            raise Refusal("old-message")
        table = await self._app.tables.get(int(chosen[1]))
        return await self.replay(click.at_table(table, Address("replay", table.id)))

    # ---- which game

    async def replay(self, click: Click) -> Answer:
        """Show a position of a game; the first click opens a new message."""
        first = not click.address.path and not click.address.revision
        return await self._show(click, await self._source(click), beside=first)

    async def verify(self, click: Click, file: discord.Attachment) -> Answer:
        """Check an attached record: explain its fault, or show its game."""
        if file.size > MAX_BYTES:
            raise Refusal("record-large", limit=MAX_BYTES // 1024)
        # One at a time per user, so that nobody fills the queue.
        async with self._locks.of(click.user):
            try:
                data = (await file.read()).strip()
            except (discord.HTTPException, *UNSURE):
                raise Refusal("record-unread") from None
            found = await self._check(data)
        say = self._app.words.say(KERNEL, click.lang)
        if isinstance(found, Fault):
            raise Refused(pages.fault(found, say))
        # If that fails the record is shown all the same, and its buttons ask for the file again.
        kept = msgspec.json.encode(GivenRecord(self._app.now(), data.decode()))
        await attempted("a given record", self._app.store.put(KIND, click.user, kept))
        notice = say("record-sealed", seal=found.seal) if found.seal else say("record-unsealed")
        source = await self._given(click, mark(data), found)
        click.address = source.base
        return await self._show(click, source, notice=notice)

    async def _source(self, click: Click) -> Source:
        """The game of a table, or that of the user's stored record."""
        if click.address.verb in ("replay", pages.FILMS["replay"]):
            return await self._of_table(click)
        marked = click.address.path[0] if click.address.path else ""
        return await self._given(click, marked, await self._kept(click.user, marked))

    async def _of_table(self, click: Click) -> Source:
        """The source of a table's game; Refusal unless the user sat there or can see its channel."""
        table = click.table
        if click.user not in table.users:
            # A forged address must reveal nothing of other servers' tables or of solo tables.
            if table.facts.alone or table.guild != click.guild:
                raise Refusal("old-message")
            if not click.sees(table):
                raise Refusal("out-of-sight")
        if table.deal_sealed(self._app.now()):
            raise Refusal("deal-sealed")
        # A table may change after its end: erasing a player removes their name, so the key has the version.
        key = ("table", table.id, table.row.version)
        replay = self._replays.get(key) or await self._store_replay(key, Replay(table))
        return Source(Address("replay", table.id), key, replay, film_place(table))

    async def _given(self, click: Click, marked: str, record: Verified | bytes) -> Source:
        """The source of a record, which is checked unless it was or its replay is cached."""
        key = ("record", click.user, marked, click.lang)
        if (replay := self._replays.get(key)) is None:
            checked = await self._check(record) if isinstance(record, bytes) else record
            if isinstance(checked, Fault):
                raise Refusal("nothing-to-see")  # The rules have changed since.
            say = self._app.words.say(KERNEL, click.lang)
            replay = await self._store_replay(key, of_log(self._app.games, of_record(checked, say)))
        return Source(Address("review", path=(marked,)), key, replay)

    async def _store_replay(self, key: tuple[Any, ...], replay: Replay) -> Replay:
        """The replay, with its moments found, in the cache."""
        if replay.length > LONG_GAME_MOVES:
            await asyncio.to_thread(lambda: replay.moments)
        assert replay.moments
        self._replays[key] = replay
        return replay

    # ---- the viewer

    async def _show(self, click: Click, source: Source, *, notice: str = "", beside: bool = False) -> Answer:
        replay, (position, eyes) = source.replay, pages.asked(click.address, source.base, source.replay)
        say, step = self._app.words.say(replay.game.key, click.lang, replay.names), click.address.path[-1:]
        if step == (pages.TURN,) and replay.game.odds is not None:
            turning = await self._find_turns(source)
            later = [point.position for point in turning if point.position > position]
            position = min(later, default=turning[0].position if turning else position)
            notice = notice if turning else say("replay-no-turn")
        # Only a player's own decisions are judged, and only where they look through their own eyes.
        own = click.table.seat_of(click.user) if source.base.table else None
        decision = replay.decision(position) if eyes is not None and eyes == own else None
        mine = decision is not None and decision.seat == own and replay.game.reason is not None
        judged = await self._judged(replay, position, say) if mine and step == (pages.JUDGE,) else ""
        more = [pages.judge_button(source.base, position, eyes, say)] if mine and not judged else []
        start = position - 1 if mine else position
        if source.base.table and replay.resumable(start):
            more.append(pages.onward_button(source.base, start, eyes, say, again=mine))
        name = "seat.png" if isinstance(eyes, int) else "table.png"
        picture = await self._app.pictures.draw(replay.then(position), replay.view(position, eyes), say, name)
        page = pages.viewer(
            replay, position, eyes, say, source.base,
            picture=picture, notice=notice, turning=self._turns.answers.get(source.key, ()), judged=judged, more=more,
        )  # fmt: skip
        return Private(page) if beside else Update(page)

    # ---- going on from a position

    async def onward(self, click: Click) -> Answer:
        """Continue a finished game from a position, alone against opponents. It counts for nothing."""
        source, old = await self._of_table(click), click.table
        replay, (position, eyes) = source.replay, pages.asked(click.address, source.base, source.replay)
        if not replay.resumable(position):
            raise Refusal("old-message")
        click.allow_game(replay.game.key)
        seat = eyes if isinstance(eyes, int) else old.seat_of(click.user)
        seat = min(replay.state(position).to_act) if seat is None else seat
        person, now = Player(user=click.user, name=click.name), self._app.now()
        async with self._locks.of(click.user):
            for table in await self._app.tables.of(click.user, OPEN):
                if table.facts.feature == SCOPE:
                    with contextlib.suppress(Refusal):
                        await self._app.tables.change(table.id, lambda table: table.close("host"))
            opened = await self._app.tables.open(continued(old, position, seat, person, click.guild, now))
            turns = [msgspec.structs.replace(turn, at=now) for turn in replay.then(position).log]
            begun = await asyncio.to_thread(opened.replayed, turns)
            table = (await self._app.tables.change(opened.id, lambda _: begun)).after
        say = self._app.words.say(table.game.key, click.lang, table.names)
        notice = say("onward-begun", move=position - 1, name=plain(replay.names[seat]))
        return await self._app.table_clicks.show(click, table, notice=notice, lasting=True)

    async def _result_note(self, table: Table, _seat: Seat, lang: str) -> str:
        """A game that was continued says at its end that it counts for nothing."""
        found = origin(table)
        return self._app.words.get(SCOPE, lang, "onward-ended", move=found.position - 1) if found else ""

    # ---- turning points and judgements

    async def _find_turns(self, source: Source) -> Sequence[TurningPoint]:
        """The turning points of a game. Refusal while too many are searched, and if there was no time."""
        if (found := self._turns.answers.get(source.key)) is not None:
            return found
        job = self._turns.running.get(source.key)
        try:
            return await (job or self._turns.start(source.key, turning_points, source.replay.content)).answer()
        except JobFailed:
            raise Refusal("known-none") from None

    async def _judged(self, replay: Replay, position: int, say: Speech) -> str:
        """The decision that led to a position, judged in a worker from the views of its seat until then."""
        turn, before = replay.decision(position), replay.then(position - 1)
        assert turn is not None
        told = Wording(lang=say.lang, names=replay.names)
        asked = await decision_request(before, turn.seat, "expert", wording=told)
        try:
            found = await self._app.decisions.decide(before, turn.seat, asked)
        except NoDecision:
            raise Refusal("known-none") from None
        return pages.judgement(replay, position, found, say)

    # ---- the film

    async def film(self, click: Click) -> Answer:
        """Show the film of a game, or post it."""
        source = await self._source(click)
        replay = source.replay
        if self._app.drawing_worker is None or replay.game.picture is None:
            raise Refusal("no-film")
        say = self._app.words.say(replay.game.key, click.lang, replay.names)
        path = click.address.path
        post = path[-1:] == (pages.POST,)
        _, eyes = pages.asked(click.address._replace(path=path[:-1] if post else path), source.base, replay)
        turning = tuple(point.position for point in self._turns.answers.get(source.key, ()))
        key = (*source.key, click.lang, eyes, turning)
        data = self._films.answers.get(key)
        postable = source.film_place in (None, click.place)
        if data is not None and post:
            if not postable:
                raise Refusal("film-private")
            return self._post(click, replay, say, data)

        def page(data: bytes) -> PrivatePage:
            reel = self._reel(replay, say, data)
            return pages.film_page(replay, eyes, say, source.base, reel, post=postable and bool(click.guild))

        if data is not None:
            return Private(page(data))
        if (job := self._films.running.get(key)) is None:
            own = self._waited_for.get(click.user)
            if own is not None and not own.task.done():
                raise Refusal("film-one")
            job = self._films.start(key, draw, replay.content, replay.outcome, click.lang, eyes, turning)
            self._waited_for[click.user] = job
        return FilmAnswer(job, say, page)

    def _post(self, click: Click, replay: Replay, say: Speech, data: bytes) -> Answer:
        if missing := click.missing_for_table:
            raise Refusal("lacking", permissions=",".join(missing))
        if not click.may_write("attach_files"):
            raise Refusal("film-not-here")
        click.require_voice()
        film = pages.shared_film(replay, say, click.user, self._reel(replay, say, data))
        return Several(Quiet(), PublicAnswer(film), Update(PrivatePage((Text(say("film-posted")),), pages.COLOUR)))

    def _reel(self, replay: Replay, say: Speech, data: bytes) -> Picture:
        words = say("film-alt", game=say("name"), people=say.names(range(replay.size)))
        return Picture("film.gif", alt(words), data)

    # ---- given records

    async def _check(self, data: bytes) -> Verified | Fault:
        """Check a record in a thread. Refusal if it is too large, or too many wait."""
        if len(data) > MAX_BYTES:
            raise Refusal("record-large", limit=MAX_BYTES // 1024)
        if self._waiting >= MAX_WAITING:
            raise Refusal("busy")
        self._waiting += 1
        try:
            async with self._checking:
                end = time.monotonic() + CHECK_TIMEOUT_SECONDS
                return await asyncio.to_thread(check, data, self._app.games, lambda: time.monotonic() < end)
        finally:
            self._waiting -= 1

    async def _drop_expired(self) -> None:
        await self._app.store.drop_older(KIND, self._app.now() - RETENTION_SECONDS)

    async def _kept(self, user: int, marked: str) -> bytes:
        """The user's stored record; Refusal if it is another one or has expired."""
        document = await self._app.store.get(KIND, user)
        if document is None:
            raise Refusal("record-gone")
        kept = msgspec.json.decode(document, type=GivenRecord)
        data = kept.record.encode()
        if self._app.now() > kept.at + RETENTION_SECONDS or mark(data) != marked:
            raise Refusal("record-gone")
        return data


def _table_title(table: Table, say: Speech) -> str:
    """A game that was continued says that it counts for nothing."""
    return say.scoped(SCOPE)("onward-title") if origin(table) else ""


@dataclass(eq=False)
class FilmAnswer:
    """Shows how far a film is drawn, then the film, in one private message."""

    _job: Job[bytes]
    _say: Speech
    _page: Callable[[bytes], PrivatePage]

    async def send(self, reply: Reply) -> None:
        """Show it."""
        job, shown = self._job, self._job.progress
        message = await reply.private(self._drawing())
        while not job.task.done():
            await asyncio.wait({job.task}, timeout=PROGRESS_SECONDS)
            if not job.task.done() and message is not None and job.progress != shown:
                shown = job.progress
                with contextlib.suppress(discord.NotFound, *UNSURE):
                    await message.edit(self._drawing())
        try:
            page = self._page(await job.answer())
        except JobFailed:
            raise Refusal("film-failed") from None
        if message is None:
            await reply.private(page)
        else:
            # A player who has dismissed the message finds the film drawn when they ask again.
            with contextlib.suppress(discord.NotFound):
                await message.edit(page)

    def _drawing(self) -> PrivatePage:
        done, count = self._job.progress
        key = "film-drawing" if count else "film-waiting"
        return PrivatePage((Text(self._say(key, done=done, count=count)),), pages.COLOUR)


class GivenRecord(msgspec.Struct, frozen=True):
    """A stored record; its player also gets it in the export of their data."""

    at: float
    record: str


def mark(data: bytes) -> str:
    """A short hash that addresses carry, so that buttons of an earlier record are recognised."""
    return hashlib.sha256(data).hexdigest()[:_MARK]
