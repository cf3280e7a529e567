"""Seat messages: a player's private message, which follows the game for as long as Discord lets us edit it.

Also which reveals players of slow tables have seen, and the seat messages that another process hands over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
import msgspec
from cachetools import LRUCache
from discord.http import HTTPClient

from bot.client.click import UNSURE, Click, Reply
from bot.client.extensions import Extensions
from bot.client.messages import KeptMessage, PrivateMessage
from bot.core.facts import OVER, PLAYING
from bot.core.game import NOTHING, Path, Refusal, Seat
from bot.core.shards import Shards
from bot.core.table import Table
from bot.pages.alone import Drawn, SoloViews, alone, look, noted, over
from bot.pages.page import COMPONENT_LIMIT, TEXT_LIMIT, Block, Button, Picture, PrivatePage, Separator, Text, cut
from bot.pages.panel import happened, panel
from bot.pages.question import choosing, offered, seat_question
from bot.pictures.cache import PictureCache
from bot.store import Store
from bot.store.statements import MISSED, PANELS
from bot.tables.tables import Changed, Event, Left, Tables, error_summary
from bot.text.strings import Speech, Words

log = logging.getLogger(__name__)

SEEN = "seen"
"""The kind of the documents that say up to which revision a seat's person has seen all that was revealed, and the later
revisions whose reveal they have seen on the board."""
LOOKED = "looked"
"""The kind of those that say at which revision a seat's person last did something where the board is."""
SEATS = 16
MOST_GLANCES = 10_000


class Glances:
    """Every seat's, in storage and remembered for a while: that of tables at home here.

    Their people are answered here too, but for those who come from another server: whoever answers them tells us.
    Nobody who looks waits for a write: it is made in the background, and one that fails is logged and dropped.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hot: LRUCache[tuple[str, int], bytes] = LRUCache(MOST_GLANCES)
        self._dropped = 0
        """How often others, or a missed notification, have outdated anything."""
        self._noted = 0
        self._unwritten: dict[tuple[str, int], bytes] = {}
        self._writing: dict[tuple[str, int], asyncio.Task[None]] = {}
        for kind in (SEEN, LOOKED):
            store.hear(kind, partial(self._drop, kind))
        store.hear(MISSED, self._drop_all)

    async def seen(self, table: Table, seat: Seat) -> list[int]:
        """The revision up to which all that was revealed has been seen, and the later ones whose reveal was."""
        return [int(word) for word in (await self._get(SEEN, table, seat)).split()]

    def see(self, table: Table, seat: Seat, all_to: int, others: Iterable[int] = ()) -> None:
        """Keep what has been seen."""
        self._put(SEEN, table, seat, " ".join(map(str, (all_to, *sorted(others)))).encode())

    async def looked(self, table: Table, seat: Seat) -> int:
        """The revision at which somebody last did something where the board is."""
        return int(await self._get(LOOKED, table, seat))

    def look(self, table: Table, seat: Seat) -> None:
        """Somebody does something where the board is, now."""
        self._put(LOOKED, table, seat, str(table.revision).encode())

    async def forget(self, number: int) -> None:
        """Keep nothing of a table: it is no longer stored."""
        keys = [(kind, number * SEATS + seat) for kind in (SEEN, LOOKED) for seat in range(SEATS)]
        for kind, key in keys:
            self._unwritten.pop((kind, key), None)
            self._drop(kind, key)
        await self._written([self._writing[key] for key in keys if key in self._writing])
        # Together: storage commits them at once.
        await asyncio.gather(*(self._store.put(kind, key, None) for kind, key in keys))

    async def written(self) -> None:
        """Wait until everything noted so far is stored, or has failed."""
        await self._written(list(self._writing.values()))

    async def _written(self, tasks: list[asyncio.Task[None]]) -> None:
        if tasks:
            await asyncio.wait(tasks)

    def _here(self, table: Table) -> bool:
        return self._store.hears and self._store.at_home(table.kept.shard)

    async def _get(self, kind: str, table: Table, seat: Seat) -> bytes:
        key, before = table.id * SEATS + seat, (self._dropped, self._noted)
        if (unwritten := self._unwritten.get((kind, key))) is not None:
            return unwritten
        if self._here(table) and (found := self._hot.get((kind, key))) is not None:
            return found
        found = await self._store.get(kind, key) or b"0"
        # What was written while we were reading may be newer.
        if self._here(table) and before == (self._dropped, self._noted):
            self._hot[kind, key] = found
        return found

    def _put(self, kind: str, table: Table, seat: Seat, document: bytes) -> None:
        key, here = (kind, table.id * SEATS + seat), self._here(table)
        known = self._unwritten.get(key) or (self._hot.get(key) if here else None)
        if known is not None and (document := _merged(known, document)) == known:
            return
        self._unwritten[key] = document
        self._noted += 1
        if key not in self._writing:
            write = self._write(key, table.id, here=here)
            self._writing[key] = asyncio.create_task(write, name="glance")

    async def _write(self, key: tuple[str, int], number: int, *, here: bool) -> None:
        """Store what has been noted under a key, the newest last; ``here``: its table is at home in this process."""
        try:
            while (document := self._unwritten.get(key)) is not None:
                dropped = self._dropped
                self._hot.pop(key, None)
                newest = document
                try:
                    # Another click of theirs, perhaps in another process, may be stored meanwhile: both count.
                    newest = await self._store.change(
                        *key, lambda stored, seen=document: _merged(stored or b"0", seen), tell=not here
                    )
                except Exception as error:  # noqa: BLE001, a full disk, storage that is away: nobody waits for this
                    log.warning("not stored what somebody has seen table=%s: %s", number, error_summary(error))
                if here and dropped == self._dropped:
                    # Also if it is not stored: no other process knows better, and what was shown once stays shown.
                    self._hot[key] = newest or document
                if self._unwritten.get(key) is document:
                    del self._unwritten[key]
        finally:
            del self._writing[key]

    def _drop(self, kind: str, key: Any) -> None:
        self._dropped += 1
        self._hot.pop((kind, key), None)

    def _drop_all(self, _: Any) -> None:
        self._dropped += 1
        self._hot.clear()


def _merged(one: bytes, other: bytes) -> bytes:
    """Both documents in one. Reveals up to the revision by which everything was seen need not be listed."""
    (first, *listed), (second, *more) = (map(int, each.split()) for each in (one, other))
    newest = max(first, second)
    later = sorted(revision for revision in {*listed, *more} if revision > newest)
    return " ".join(map(str, (newest, *later))).encode()


async def alone_page(
    pictures: PictureCache,
    table: Table,
    seat: Seat,
    say: Speech,
    now: float,
    *,
    steps: Path = (),
    reveals: bool = True,
    closing: str = "",
    buttons: Sequence[Button] = (),
) -> PrivatePage:
    """The page as it is at this instant; without ``reveals``, as it is when nothing is shown for a moment only.

    ``buttons`` stand below the question or the result, ``closing`` below the result.
    """
    if table.state is None or table.status not in (PLAYING, OVER):
        return over(table, say, now, buttons)
    shown = SoloViews(table.view(None, now), table.view(seat, now))
    if not reveals:
        shown = SoloViews(shown.everybody.without_flash(), shown.own.without_flash())
    choice = choosing(table, seat, shown.own, say, now, steps)
    looks = look(table, seat, shown.own, say, steps)
    # What is chosen from is marked where it lies: on the table, or in one's own hand.
    marks = (choice, NOTHING) if looks.public else (NOTHING, choice)
    wanted = ((None, shown.everybody, marks[0], looks.table), (seat, shown.own, marks[1], looks.hand))
    drawn = await asyncio.gather(
        *(
            pictures.picture(table, whose, say, view, marked) if needed else _none()
            for whose, view, marked, needed in wanted
        )
    )
    return alone(table, seat, say, now, shown=shown, steps=steps, drawn=Drawn(*drawn), closing=closing, buttons=buttons)


async def _none() -> None:
    """No picture."""


MOST_PANELS = 5_000
MOST_REVEALS = 4
LOOK = 20
"""Seconds that what a slow table revealed stays in a panel."""
MARGIN = 20.0
"""Seconds before the end of a panel's life in which it reveals nothing: there may be no time left to hide it again."""
RETRIES = (1.0, 5.0, 20.0, 60.0)
"""Seconds before a panel that could not be changed is tried again; the last one again and again while it lives."""

Key = tuple[int, int]
"""A table and a person."""


@dataclass(eq=False)
class SeatMessage:
    """One open panel: where it is, and what it shows."""

    lang: str
    table: Table
    seat: Seat
    steps: Path
    asked: int
    clicked: int | None = None
    """The private message that becomes this panel; None if it is a new one."""
    shows: bytes = b""
    """Its page, without what was said on top of it: a notice stays until there is something new below."""
    asks: bool = False
    """Whether it has something to press."""
    message: PrivateMessage | None = None
    """None until Discord has taken it: what was not shown is not followed."""
    behind: bool = False
    """Whether something has happened since it was painted."""
    task: asyncio.Task[None] | None = None


class StoredSeatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """An open panel, written down for the process that follows it from now on. It can change a message: a secret."""

    table: int
    shard: int
    """Whose process acts for the table."""
    revision: int
    user: int
    seat: Seat
    lang: str
    steps: Path
    asked: int
    clicked: int | None
    shows: bytes
    asks: bool
    message: KeptMessage


@dataclass(eq=False)
class SeatAnswer:
    """Shows a seat's message as the answer to a click."""

    _seats: SeatMessages
    table: Table
    seat: Seat
    steps: Path
    notice: str
    returned: bool

    async def send(self, reply: Reply) -> None:
        """Show it."""
        await self._seats.show(
            reply, self.table, self.seat, steps=self.steps, notice=self.notice, returned=self.returned
        )


class SeatMessages:
    """The open panels, at most one a person and table. In memory: after a crash a click opens them again."""

    def __init__(
        self,
        store: Store,
        words: Words,
        pictures: PictureCache,
        now: Callable[[], float],
        extensions: Extensions,
    ) -> None:
        self._extensions = extensions
        self._words = words
        self._pictures = pictures
        self._now = now
        self._open: LRUCache[Key, SeatMessage] = LRUCache(MOST_PANELS)
        self._glances = Glances(store)

    def answer(
        self, table: Table, seat: Seat, *, steps: Path = (), notice: str = "", returned: bool = False
    ) -> SeatAnswer:
        """The answer that shows a seat's message; see ``show``."""
        return SeatAnswer(self, table, seat, steps, notice, returned)

    def receive(self, event: Event) -> None:
        """A table has changed, or another process acts for it now: let its open seat messages follow."""
        if isinstance(event, Changed):
            if event.ours:
                self.changed(event.before, event.after)
        elif isinstance(event, Left):
            self.left(event.table)

    async def show(
        self,
        reply: Reply,
        table: Table,
        seat: Seat,
        *,
        steps: Path = (),
        notice: str = "",
        returned: bool = False,
    ) -> None:
        """Show a seat's panel: in the private message that was clicked on, or in a new one.

        On top of it is what has happened since its person last looked, where people come by in their own time, and for
        whoever has ``returned``.
        """
        click = reply.click
        key = (table.id, click.user)
        asked = table.asked[seat] if table.asked else 0
        before = self._open.get(key)
        # Known before anything is awaited, so that the panel it replaces does not also follow this change.
        shown = self._open[key] = SeatMessage(click.lang, table, seat, steps, asked, _clicked(click))
        try:
            told = await self._happened(shown, returned=returned)
            await self.looked(click, table)
            page = await self._page(shown)
            shown.shows, shown.asks = page.digest, page.asks
            room = COMPONENT_LIMIT - page.size - (1 if notice else 0)
            missed = await self._missed(shown, room) if _visited(table) and table.status == PLAYING else ()
            # A page with a whole board on it is long: what is said stands beside the buttons, where one looks.
            whole = noted(page, notice) if table.alone else page.with_top(*_top(page, told, missed, notice))
            shown.message = await reply.update(whole)
            if shown.message is not None and _visited(table):
                # Seen by whoever was shown it, and only then.
                self._glances.see(table, seat, table.revision)
        finally:
            if shown.message is None and self._open.get(key) is shown:
                if before is None:
                    self._open.pop(key, None)
                else:
                    self._open[key] = before
        if shown.message is None:
            return
        if before is not None and before.message is not None and not _becomes(before, before.message, shown):
            await self._retire(before, before.message)
        newer = self._open.get(key)
        if newer is not None and newer is not shown:
            # Opened again before Discord had taken this one, which nobody follows: it must go by itself.
            if not _becomes(shown, shown.message, newer):
                await self._retire(shown, shown.message)
            return
        if missed:
            # What was revealed is seen once: the panel hides it again by itself.
            shown.shows = b""
            asyncio.get_running_loop().call_later(LOOK, self._refresh, key, shown)
        self._hide_in_time(key, shown)
        if shown.behind:
            self._refresh(key, shown)

    def watched(self, table: Table) -> bool:
        """Whether somebody at a table has a panel open, or is about to, that shows them what happens there."""
        found = (self._open.get((table.id, user)) for user in table.people)
        return any(each is not None and (each.message is None or self._now() < each.message.dies_at) for each in found)

    def leave(self, click: Click) -> None:
        """The private message that was clicked on becomes something else: stop following the game in it."""
        clicked = _clicked(click)
        for key in [key for key in self._open if key[1] == click.user] if clicked is not None else ():
            shown = self._open[key]
            if shown.message is not None and clicked in (shown.message.id, shown.clicked):
                self._open.pop(key, None)
                if shown.task is not None:
                    shown.task.cancel()

    async def looked(self, click: Click, *moments: Table, at: float | None = None) -> None:
        """Somebody does something at a table: what its board shows for a moment they need not be shown again.

        They have seen it at each of these moments, the newest last, if they looked ``at`` that time (by default now).
        """
        table = moments[-1]
        seat = table.seat_of(click.user)
        if seat is None or not table.pace.slow or click.place != table.place:
            return
        at = self._now() if at is None else at
        self._glances.look(table, seat)
        if revealed := {moment.revision for moment in moments if moment.reveals(at)}:
            all_to, *others = await self._glances.seen(table, seat)
            self._glances.see(table, seat, all_to, revealed.union(others))

    def changed(self, before: Table, after: Table) -> None:
        """Let the open panels of a table catch up. Whose seat is somebody else's now has none any more."""
        for user in before.people if before.people != after.people else ():
            shown = self._open.pop((after.id, user), None) if user not in after.people else None
            if shown is not None and shown.message:
                shown.task = asyncio.create_task(self._retire(shown, shown.message, "panel-taken"), name="panel")
        renamed = before.names != after.names
        for user in after.people:
            key = (after.id, user)
            if (shown := self._open.get(key)) is None:
                continue
            # In a lobby people change places: a panel that is on its way then is of the place they have now.
            shown.table, shown.seat = after, after.users.index(user)
            self._hide_in_time(key, shown)
            if after.status == PLAYING and not renamed and not shown.asks and after.blocked(self._now()):
                # Everybody looks at the board now. What is new here comes with the next question, when that is hidden.
                continue
            # Somebody in the middle of choosing is not interrupted while the question stands, unless names change.
            if renamed or not (shown.steps and after.asked and shown.asked == after.asked[shown.seat]):
                self._refresh(key, shown)

    def left(self, table: Table) -> None:
        """Another process follows a table from now on, where its person plays it: panels here become a line."""
        for user in table.people:
            if (shown := self._open.pop((table.id, user), None)) is not None:
                if shown.task is not None:
                    shown.task.cancel()
                if shown.message is not None:
                    retiring = self._retire(shown, shown.message, "alone-elsewhere")
                    shown.task = asyncio.create_task(retiring, name="panel")

    def repaint(self, table: Table, seats: Iterable[Seat] | None = None) -> None:
        """Let the open panels of a table, or of these seats alone, show what time has changed."""
        for user in table.people if seats is None else [table.users[seat] for seat in seats]:
            if (shown := self._open.get((table.id, user))) is not None:
                self._refresh((table.id, user), shown)

    async def forget(self, number: int) -> None:
        """Keep nothing of who looked at a table when: it is no longer stored."""
        await self._glances.forget(number)

    async def written(self) -> None:
        """Wait until it is stored who has seen what."""
        await self._glances.written()

    async def finish(self) -> None:
        """Before a stop: follow nothing any more, and store which reveals players have seen."""
        self._unfollow()
        await self.written()

    def _unfollow(self) -> None:
        for shown in self._open.values():
            if shown.task is not None:
                shown.task.cancel()

    def put_down(self) -> list[StoredSeatMessage]:
        """Follow nothing any more; gives what another process can go on with."""
        self._unfollow()
        kept = [
            StoredSeatMessage(
                table=number,
                shard=shown.table.kept.shard,
                # One that was about to follow must be looked at, whatever has happened since.
                revision=-1 if shown.behind or shown.task else shown.table.revision,
                user=user,
                seat=shown.seat,
                lang=shown.lang,
                steps=shown.steps,
                asked=shown.asked,
                clicked=shown.clicked,
                shows=shown.shows,
                asks=shown.asks,
                message=shown.message.kept(),
            )
            for (number, user) in list(self._open)
            if (shown := self._open[number, user]).message is not None and self._now() < shown.message.dies_at
        ]
        self._open.clear()
        return kept

    def take_up(self, kept: StoredSeatMessage, table: Table, message: PrivateMessage) -> None:
        """Follow a table in a panel that another process has shown, unless its person has opened a newer one."""
        key = (table.id, kept.user)
        if key in self._open or kept.user not in table.people or self._now() >= message.dies_at:
            return
        shown = self._open[key] = SeatMessage(
            kept.lang, table, table.users.index(kept.user), kept.steps, kept.asked, kept.clicked,
            kept.shows, kept.asks, message,
        )  # fmt: skip
        self._hide_in_time(key, shown)
        if table.revision != kept.revision:
            self._refresh(key, shown)

    def _hide_in_time(self, key: Key, shown: SeatMessage) -> None:
        """Where the panel is the board, have what it reveals hidden when its time is over."""
        if shown.table.alone and shown.table.reveals(now := self._now()):
            asyncio.get_running_loop().call_later(shown.table.flash_until - now, self._refresh, key, shown)

    def _refresh(self, key: Key, shown: SeatMessage) -> None:
        """Have a panel painted soon, once and in order however much happens."""
        shown.behind = True
        if shown.message is not None and shown.task is None:
            shown.task = asyncio.create_task(self._follow(key, shown, shown.message), name="panel")

    async def _follow(self, key: Key, shown: SeatMessage, message: PrivateMessage) -> None:
        failures = 0
        try:
            while shown.behind and self._open.get(key) is shown:
                if self._now() >= message.dies_at:
                    self._open.pop(key, None)
                    return
                shown.behind = False
                try:
                    await self._repaint(shown, message)
                    failures = 0
                except UNSURE as error:
                    log.warning("panel not reached table=%s: %s", key[0], type(error).__name__)
                    shown.behind = True
                    await asyncio.sleep(RETRIES[min(failures, len(RETRIES) - 1)])
                    failures += 1
            revealing = shown.table.alone and shown.table.reveals(self._now())
            if shown.table.status != PLAYING and not revealing and self._open.get(key) is shown:
                self._open.pop(key, None)
        except discord.HTTPException as error:
            log.info("panel gone table=%s code=%s", key[0], error.code)
            if self._open.get(key) is shown:
                self._open.pop(key, None)
        except Exception as error:  # noqa: BLE001, a panel that fails concerns nobody else
            # Its kind and place only: what it says may name somebody's card.
            log.error("panel failed table=%s: %s", key[0], error_summary(error))  # noqa: TRY400
        finally:
            shown.task = None

    async def _repaint(self, shown: SeatMessage, message: PrivateMessage) -> None:
        table = shown.table
        steps, asked = shown.steps, table.asked[shown.seat] if table.asked else 0
        if shown.asked != asked:
            # Another question than the one that was being answered.
            shown.steps, shown.asked = (), asked
        # What is shown for a moment is not shown in a message that could not be changed afterwards.
        page = await self._page(shown, reveals=table.flash_until + MARGIN < message.dies_at)
        digest = page.digest
        if digest == shown.shows:
            return
        try:
            await message.edit(page)
        except BaseException:
            shown.steps = steps
            raise
        shown.shows, shown.asks = digest, page.asks

    async def _retire(self, old: SeatMessage, message: PrivateMessage, key: str = "") -> None:
        """One panel a person and table: the one before becomes a line, while it can still be changed."""
        if self._now() >= message.dies_at:
            return
        say = self._words.say(old.table.game.key, old.lang)
        key = key or ("alone-moved" if old.table.alone else "panel-moved")
        with contextlib.suppress(discord.HTTPException, *UNSURE):
            await message.edit(PrivatePage((Text(say(key)),)))

    async def _happened(self, shown: SeatMessage, *, returned: bool) -> str:
        """What has happened since this person last looked; at a quick table they have not while it played for them."""
        table = shown.table
        if table.alone or (not table.pace.slow and not returned):
            return ""
        since = 0
        if _visited(table):
            all_to, *_ = await self._glances.seen(table, shown.seat)
            since = max(all_to, await self._glances.looked(table, shown.seat))
        return happened(table, since, self._words.say(table.game.key, shown.lang, table.names))

    async def _missed(self, shown: SeatMessage, room: int) -> tuple[Block, ...]:
        """What a slow table has revealed while this person was away, in at most so many components."""
        table = shown.table
        all_to, *others = await self._glances.seen(table, shown.seat)
        missed = [view for revision, view in table.revealed(all_to).items() if revision not in others]
        # Each takes two, and two stand around them; the panel leaves room for one at least.
        views = missed[-max(1, min(MOST_REVEALS, (room - 2) // 2)) :]
        if not views:
            return ()
        say = self._words.say(table.game.key, shown.lang, table.names)
        blocks: list[Block] = [Text(say("missed", count=len(views), seconds=LOOK))]
        for number, view in enumerate(views):
            picture = await self._pictures.draw(table, view, say, f"seen-{number}.png")
            sight = table.game.face.sight(view, say)
            blocks += [picture or Text(cut(sight.scene, 600)), Text(cut(sight.story or "…", 300))]
        return (*blocks, Separator())

    async def _page(self, shown: SeatMessage, *, reveals: bool = True) -> PrivatePage:
        table, seat = shown.table, shown.seat
        say, now = self._words.say(table.game.key, shown.lang, table.names), self._now()
        if table.alone:
            closing = await self._extensions.notes(table, shown.lang) if table.status == OVER else ""
            buttons = self._extensions.solo_buttons(table, seat, say)
            return await alone_page(
                self._pictures,
                table,
                seat,
                say,
                now,
                steps=shown.steps,
                reveals=reveals,
                closing=closing,
                buttons=buttons,
            )
        if table.state is None:
            return panel(table, seat, say, now)
        view = table.view(seat, now)
        if table.pace.slow:
            # The board shows it; a panel that nobody could change any more would keep it.
            view = view.without_flash()
        free = not table.blocked(now)
        asked = seat_question(table, seat, view, say, shown.steps) if free else None
        steps = shown.steps

        def page(picture: Picture | None) -> PrivatePage:
            return panel(table, seat, say, now, steps=steps, picture=picture, view=view, asked=asked)

        return await self._pictures.page(page, table, seat, say, view, offered(asked))


def _top(page: PrivatePage, told: str, missed: tuple[Block, ...], notice: str) -> tuple[Block, ...]:
    """What stands above a panel: what has happened, what was revealed, a notice.

    What has happened shares the first text there is, for the panel keeps no room for another, and goes where the page
    would be too long with it.
    """
    blocks: tuple[Block, ...] = (*missed, *((Text(notice),) if notice else ()))
    if not told or page.with_top(*blocks).length + len(told) >= TEXT_LIMIT:
        return blocks
    if blocks and isinstance(blocks[0], Text):
        return (Text(f"{told}\n{blocks[0].text}"), *blocks[1:])
    return (Text(told), *blocks)


def _visited(table: Table) -> bool:
    """Whether people come by in their own time and may have missed something: one's own table waits."""
    return table.pace.slow and not table.alone


def _clicked(click: Click) -> int | None:
    return click.source.id if click.source and click.source.private else None


def _becomes(old: SeatMessage, message: PrivateMessage, new: SeatMessage) -> bool:
    """Whether one panel is shown in the message of another, as far as Discord has told its number."""
    return new.clicked is not None and (message.id is None or new.clicked in (message.id, old.clicked))


AT_ONCE = 20
"""Tables that are looked up together."""


@dataclass(eq=False)
class SeatHandOver:
    """Writes open panels down, and follows those that were."""

    _http: HTTPClient
    _store: Store
    _tables: Tables
    _panels: SeatMessages

    async def leave(self) -> None:
        """Follow nothing any more, and write down what was open."""
        shards: dict[int, list[StoredSeatMessage]] = {}
        for kept in self._panels.put_down():
            shards.setdefault(kept.shard, []).append(kept)
        await asyncio.gather(
            *(self._store.put(PANELS, shard, msgspec.json.encode(some)) for shard, some in shards.items())
        )

    async def take_over(self, shards: Shards) -> None:
        """Follow what was open in the processes before us."""
        for shard in shards.numbers:
            document = await self._store.get(PANELS, shard)
            if document is None:
                continue
            # They are good for once, and nobody else's business.
            await self._store.put(PANELS, shard, None)
            found = msgspec.json.decode(document, type=list[StoredSeatMessage])
            for first in range(0, len(found), AT_ONCE):
                await asyncio.gather(*map(self._follow, found[first : first + AT_ONCE]))
            log.info("panels taken over shard=%s count=%s", shard, len(found))

    async def _follow(self, kept: StoredSeatMessage) -> None:
        try:
            table = await self._tables.get(kept.table)
        except Refusal:
            return
        self._panels.take_up(kept, table, PrivateMessage.found(self._http, kept.message))
