"""Seat messages: a player's private message, which follows the game for as long as Discord lets us edit it.

Also which reveals players of slow tables have seen.
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
from cachetools import LRUCache

from bot.client.click import UNSURE, Click, Reply
from bot.client.extensions import Extensions
from bot.client.messages import PrivateMessage
from bot.core.facts import OVER, PLAYING
from bot.core.game import NOTHING, Path, Seat
from bot.core.table import Table
from bot.pages.alone import Drawn, SoloViews, alone, look, noted, over
from bot.pages.page import COMPONENT_LIMIT, TEXT_LIMIT, Block, Button, Picture, PrivatePage, Separator, Text, cut
from bot.pages.panel import happened, panel
from bot.pages.question import choosing, offered, seat_question
from bot.pictures.cache import PictureCache
from bot.store import Store
from bot.store.statements import MISSED
from bot.tables.tables import Changed, Event, Left, error_summary
from bot.text.strings import Speech, Words

log = logging.getLogger(__name__)

SEEN = "seen"
"""Documents by seat: the revision up to which the player has seen all reveals, and later ones whose reveal they saw on
the board."""
LOOKED = "looked"
"""Documents by seat: the revision at which the player last did something where the board is."""
KEYS_PER_TABLE = 16
"""More than a table has seats: a document's key is the table's number times this, plus the seat."""
CACHED_DOCUMENTS = 10_000


class SeenReveals:
    """Which reveals each player of a slow table has seen, in storage; cached for tables that this process acts for.

    Writes are made in the background: an answer does not wait for them, and one that fails is logged and dropped. A
    process that answers a player of another process's table notifies that process.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: LRUCache[tuple[str, int], bytes] = LRUCache(CACHED_DOCUMENTS)
        self._invalidations = 0
        self._puts = 0
        self._pending: dict[tuple[str, int], bytes] = {}
        self._writing: dict[tuple[str, int], asyncio.Task[None]] = {}
        for kind in (SEEN, LOOKED):
            store.subscribe(kind, partial(self._drop, kind))
        store.subscribe(MISSED, self._drop_all)

    async def seen(self, table: Table, seat: Seat) -> list[int]:
        """The revision up to which a player has seen all reveals, and later revisions whose reveal they have seen."""
        return [int(word) for word in (await self._get(SEEN, table, seat)).split()]

    def mark_seen(self, table: Table, seat: Seat, all_to: int, others: Iterable[int] = ()) -> None:
        """Add to what ``seen`` gives."""
        self._put(SEEN, table, seat, " ".join(map(str, (all_to, *sorted(others)))).encode())

    async def last_active(self, table: Table, seat: Seat) -> int:
        """The revision at which a player last did something where the board is."""
        return int(await self._get(LOOKED, table, seat))

    def mark_active(self, table: Table, seat: Seat) -> None:
        """A player does something where the board is, now."""
        self._put(LOOKED, table, seat, str(table.revision).encode())

    async def forget(self, number: int) -> None:
        """Delete everything about a table that is no longer stored."""
        keys = [(kind, number * KEYS_PER_TABLE + seat) for kind in (SEEN, LOOKED) for seat in range(KEYS_PER_TABLE)]
        for kind, key in keys:
            self._pending.pop((kind, key), None)
            self._drop(kind, key)
        if tasks := [self._writing[key] for key in keys if key in self._writing]:
            await asyncio.wait(tasks)
        # Together: one commit.
        await asyncio.gather(*(self._store.put(kind, key, None) for kind, key in keys))

    async def written(self) -> None:
        """Wait until all writes so far are done, or have failed."""
        if tasks := list(self._writing.values()):
            await asyncio.wait(tasks)

    def _here(self, table: Table) -> bool:
        return self._store.notified and self._store.at_home(table.kept.shard)

    async def _get(self, kind: str, table: Table, seat: Seat) -> bytes:
        key, before = table.id * KEYS_PER_TABLE + seat, (self._invalidations, self._puts)
        if (pending := self._pending.get((kind, key))) is not None:
            return pending
        if self._here(table) and (found := self._cache.get((kind, key))) is not None:
            return found
        found = await self._store.get(kind, key) or b"0"
        # A concurrent write may be newer: then do not cache this value.
        if self._here(table) and before == (self._invalidations, self._puts):
            self._cache[kind, key] = found
        return found

    def _put(self, kind: str, table: Table, seat: Seat, document: bytes) -> None:
        key, here = (kind, table.id * KEYS_PER_TABLE + seat), self._here(table)
        known = self._pending.get(key) or (self._cache.get(key) if here else None)
        if known is not None and (document := _merged(known, document)) == known:
            return
        self._pending[key] = document
        self._puts += 1
        if key not in self._writing:
            write = self._write(key, table.id, here=here)
            self._writing[key] = asyncio.create_task(write, name="seen reveals")

    async def _write(self, key: tuple[str, int], number: int, *, here: bool) -> None:
        """Store the pending documents of a key, the newest last; ``here``: this process acts for the table."""
        try:
            while (document := self._pending.get(key)) is not None:
                invalidations = self._invalidations
                self._cache.pop(key, None)
                newest = document
                try:
                    # Merge with what another click, perhaps in another process, has stored.
                    newest = await self._store.change(
                        *key, lambda stored, seen=document: _merged(stored or b"0", seen), tell=not here
                    )
                except Exception as error:  # noqa: BLE001, a full disk, or storage is unavailable: no answer depends on it
                    log.warning("seen reveals not stored table=%s: %s", number, error_summary(error))
                if here and invalidations == self._invalidations:
                    # Even if it is not stored: no other process has newer data, and a seen reveal is not repeated.
                    self._cache[key] = newest or document
                if self._pending.get(key) is document:
                    del self._pending[key]
        finally:
            del self._writing[key]

    def _drop(self, kind: str, key: Any) -> None:
        self._invalidations += 1
        self._cache.pop((kind, key), None)

    def _drop_all(self, _: Any) -> None:
        self._invalidations += 1
        self._cache.clear()


def _merged(one: bytes, other: bytes) -> bytes:
    """Both documents in one. Reveals up to the revision by which everything was seen are not listed."""
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
    """The page of a solo table now; without ``reveals``, with everything hidden that is visible for a moment only.

    ``buttons`` stand below the question or the result, ``closing`` below the result.
    """
    if table.state is None or table.status not in (PLAYING, OVER):
        return over(table, say, now, buttons)
    views = SoloViews(table.view(None, now), table.view(seat, now))
    if not reveals:
        views = SoloViews(views.everybody.without_flash(), views.own.without_flash())
    choice = choosing(table, seat, views.own, say, now, steps)
    looks = look(table, seat, views.own, say, steps)
    # Choices are marked in the picture they are visible in: the table's, or the player's hand.
    marks = (choice, NOTHING) if looks.public else (NOTHING, choice)
    wanted = ((None, views.everybody, marks[0], looks.table), (seat, views.own, marks[1], looks.hand))
    drawn = await asyncio.gather(
        *(
            pictures.picture(table, whose, say, view, marked) if needed else _no_picture()
            for whose, view, marked, needed in wanted
        )
    )
    return alone(table, seat, say, now, shown=views, steps=steps, drawn=Drawn(*drawn), closing=closing, buttons=buttons)


async def _no_picture() -> None:
    return None


MAX_SEAT_MESSAGES = 5_000
MAX_MISSED_REVEALS = 4
MISSED_REVEAL_SECONDS = 20
"""How long missed reveals of a slow table stay in a seat message."""
NO_REVEAL_SECONDS = 20.0
"""A seat message that can be edited for less than this reveals nothing: it might be too late to hide it again."""
RETRY_SECONDS = (1.0, 5.0, 20.0, 60.0)
"""Delays before a failed edit is retried; the last one repeats while the message can be edited."""

Key = tuple[int, int]
"""A table and a user."""


@dataclass(eq=False)
class SeatMessage:
    """One open seat message: where it is, and what it shows."""

    lang: str
    table: Table
    seat: Seat
    steps: Path
    asked: int
    """The revision at which its question was asked."""
    clicked: int | None = None
    """The private message that was clicked on and becomes this one; None: a new one."""
    digest: bytes = b""
    """Of its page without the notices on top: they stay until something below them changes."""
    asks: bool = False
    """Whether it has a button or a menu."""
    message: PrivateMessage | None = None
    """None until Discord has accepted it."""
    outdated: bool = False
    """Whether it must be rendered again."""
    task: asyncio.Task[None] | None = None


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
    """The open seat messages, at most one per user and table. In memory: after a crash a click opens them again."""

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
        self._open: LRUCache[Key, SeatMessage] = LRUCache(MAX_SEAT_MESSAGES)
        self._seen = SeenReveals(store)

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
            self._left(event.table)

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
        """Show a seat's message: in the private message that was clicked on, or in a new one.

        At slow tables, and for a player who has ``returned``, it begins with what has happened since they last looked.
        """
        click = reply.click
        key = (table.id, click.user)
        asked = table.asked[seat] if table.asked else 0
        before = self._open.get(key)
        # Before anything is awaited, so that the message it replaces does not also follow this change.
        opened = self._open[key] = SeatMessage(click.lang, table, seat, steps, asked, _clicked(click))
        try:
            summary = await self._happened(opened, returned=returned)
            await self.mark_seen(click, table)
            page = await self._page(opened)
            opened.digest, opened.asks = page.digest, page.asks
            room = COMPONENT_LIMIT - page.size - (1 if notice else 0)
            missed = await self._missed(opened, room) if _visited(table) and table.status == PLAYING else ()
            # A page with a whole board is long: there the notice stands beside the buttons.
            whole = noted(page, notice) if table.alone else page.with_top(*_top(page, summary, missed, notice))
            opened.message = await reply.update(whole)
            if opened.message is not None and _visited(table):
                # Only now: Discord has accepted it.
                self._seen.mark_seen(table, seat, table.revision)
        finally:
            if opened.message is None and self._open.get(key) is opened:
                if before is None:
                    self._open.pop(key, None)
                else:
                    self._open[key] = before
        if opened.message is None:
            return
        if before is not None and before.message is not None and not _becomes(before, before.message, opened):
            await self._retire(before, before.message)
        newer = self._open.get(key)
        if newer is not None and newer is not opened:
            # Opened again before Discord accepted this one: nothing else would replace it.
            if not _becomes(opened, opened.message, newer):
                await self._retire(opened, opened.message)
            return
        if missed:
            # Reveals are visible for a while: then hide them.
            opened.digest = b""
            asyncio.get_running_loop().call_later(MISSED_REVEAL_SECONDS, self._refresh, key, opened)
        self._hide_in_time(key, opened)
        if opened.outdated:
            self._refresh(key, opened)

    def watched(self, table: Table) -> bool:
        """Whether a player has a seat message of this table open, or is about to."""
        found = (self._open.get((table.id, user)) for user in table.people)
        return any(each is not None and (each.message is None or self._now() < each.message.dies_at) for each in found)

    def leave(self, click: Click) -> None:
        """Stop updating the private message that was clicked on: another page replaces it."""
        clicked = _clicked(click)
        for key in [key for key in self._open if key[1] == click.user] if clicked is not None else ():
            opened = self._open[key]
            if opened.message is not None and clicked in (opened.message.id, opened.clicked):
                self._open.pop(key, None)
                if opened.task is not None:
                    opened.task.cancel()

    async def mark_seen(self, click: Click, *moments: Table, at: float | None = None) -> None:
        """Store that a player who acts where the board is has seen what it reveals, so that it is not repeated.

        ``moments`` are the versions of the table they have seen, the newest last, ``at`` that time (by default now).
        """
        table = moments[-1]
        seat = table.seat_of(click.user)
        if seat is None or not table.pace.slow or click.place != table.place:
            return
        at = self._now() if at is None else at
        self._seen.mark_active(table, seat)
        if revealed := {moment.revision for moment in moments if moment.reveals(at)}:
            all_to, *others = await self._seen.seen(table, seat)
            self._seen.mark_seen(table, seat, all_to, revealed.union(others))

    def changed(self, before: Table, after: Table) -> None:
        """Update the open seat messages of a table; close those of players who have lost their seat."""
        for user in before.people if before.people != after.people else ():
            opened = self._open.pop((after.id, user), None) if user not in after.people else None
            if opened is not None and opened.message:
                opened.task = asyncio.create_task(
                    self._retire(opened, opened.message, "panel-taken"), name="seat message"
                )
        renamed = before.names != after.names
        for user in after.people:
            key = (after.id, user)
            if (opened := self._open.get(key)) is None:
                continue
            # In a lobby people change seats, also while their message is being sent.
            opened.table, opened.seat = after, after.users.index(user)
            self._hide_in_time(key, opened)
            if after.status == PLAYING and not renamed and not opened.asks and after.blocked(self._now()):
                # Everybody looks at the board now: this message changes with the next question, after the reveal.
                continue
            # Do not interrupt a player who is choosing while the question is the same, unless names change.
            if renamed or not (opened.steps and after.asked and opened.asked == after.asked[opened.seat]):
                self._refresh(key, opened)

    def _left(self, table: Table) -> None:
        """Another process acts for a solo table now: replace its seat message here by a line."""
        for user in table.people:
            if (opened := self._open.pop((table.id, user), None)) is not None:
                if opened.task is not None:
                    opened.task.cancel()
                if opened.message is not None:
                    retiring = self._retire(opened, opened.message, "alone-elsewhere")
                    opened.task = asyncio.create_task(retiring, name="seat message")

    def repaint(self, table: Table, seats: Iterable[Seat] | None = None) -> None:
        """Render the open seat messages of a table, or of these seats only, again."""
        for user in table.people if seats is None else [table.users[seat] for seat in seats]:
            if (opened := self._open.get((table.id, user))) is not None:
                self._refresh((table.id, user), opened)

    async def forget(self, number: int) -> None:
        """Delete everything about a table that is no longer stored."""
        await self._seen.forget(number)

    async def written(self) -> None:
        """Wait until it is stored which reveals players have seen."""
        await self._seen.written()

    async def finish(self) -> None:
        """Before a stop: update nothing any more, and store which reveals players have seen."""
        self.stop()
        await self.written()

    def stop(self) -> None:
        """Update nothing any more."""
        for opened in self._open.values():
            if opened.task is not None:
                opened.task.cancel()

    def release(self) -> dict[Key, SeatMessage]:
        """Update nothing any more; the messages that another process can go on with."""
        self.stop()
        found = {
            key: opened for key, opened in self._open.items() if opened.message and not self._expired(opened.message)
        }
        self._open.clear()
        return found

    def follow(self, user: int, opened: SeatMessage, revision: int) -> None:
        """Update a seat message of another process, which showed this revision, unless its player has a newer one."""
        key = (opened.table.id, user)
        if key in self._open or opened.message is None or self._expired(opened.message):
            return
        self._open[key] = opened
        self._hide_in_time(key, opened)
        if opened.table.revision != revision:
            self._refresh(key, opened)

    def _expired(self, message: PrivateMessage) -> bool:
        return self._now() >= message.dies_at

    def _hide_in_time(self, key: Key, opened: SeatMessage) -> None:
        """At a solo table, render again when the time of a reveal is over."""
        if opened.table.alone and opened.table.reveals(now := self._now()):
            asyncio.get_running_loop().call_later(opened.table.flash_until - now, self._refresh, key, opened)

    def _refresh(self, key: Key, opened: SeatMessage) -> None:
        """Render a message again soon. One task per message, so that edits stay in order."""
        opened.outdated = True
        if opened.message is not None and opened.task is None:
            opened.task = asyncio.create_task(self._update(key, opened, opened.message), name="seat message")

    async def _update(self, key: Key, opened: SeatMessage, message: PrivateMessage) -> None:
        failures = 0
        try:
            while opened.outdated and self._open.get(key) is opened:
                if self._expired(message):
                    self._open.pop(key, None)
                    return
                opened.outdated = False
                try:
                    await self._repaint(opened, message)
                    failures = 0
                except UNSURE as error:
                    log.warning("seat message not edited table=%s: %s; retrying", key[0], type(error).__name__)
                    opened.outdated = True
                    await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                    failures += 1
            revealing = opened.table.alone and opened.table.reveals(self._now())
            if opened.table.status != PLAYING and not revealing and self._open.get(key) is opened:
                self._open.pop(key, None)
        except discord.HTTPException as error:
            log.info("seat message gone table=%s code=%s", key[0], error.code)
            if self._open.get(key) is opened:
                self._open.pop(key, None)
        except Exception as error:  # noqa: BLE001, other messages are updated all the same
            # Only a summary: the error's text may name a card.
            log.error("seat message failed table=%s: %s", key[0], error_summary(error))  # noqa: TRY400
        finally:
            opened.task = None

    async def _repaint(self, opened: SeatMessage, message: PrivateMessage) -> None:
        table = opened.table
        steps, asked = opened.steps, table.asked[opened.seat] if table.asked else 0
        if opened.asked != asked:
            # The steps chosen so far answered another question.
            opened.steps, opened.asked = (), asked
        # Reveal nothing in a message that may expire before it is hidden again.
        page = await self._page(opened, reveals=table.flash_until + NO_REVEAL_SECONDS < message.dies_at)
        digest = page.digest
        if digest == opened.digest:
            return
        try:
            await message.edit(page)
        except BaseException:
            opened.steps = steps
            raise
        opened.digest, opened.asks = digest, page.asks

    async def _retire(self, old: SeatMessage, message: PrivateMessage, key: str = "") -> None:
        """Replace a message that is no longer updated by a line, while it can still be edited."""
        if self._expired(message):
            return
        say = self._words.say(old.table.game.key, old.lang)
        key = key or ("alone-moved" if old.table.alone else "panel-moved")
        with contextlib.suppress(discord.HTTPException, *UNSURE):
            await message.edit(PrivatePage((Text(say(key)),)))

    async def _happened(self, opened: SeatMessage, *, returned: bool) -> str:
        """A summary of what has happened since this player last looked."""
        table = opened.table
        if table.alone or (not table.pace.slow and not returned):
            return ""
        since = 0
        if _visited(table):
            all_to, *_ = await self._seen.seen(table, opened.seat)
            since = max(all_to, await self._seen.last_active(table, opened.seat))
        return happened(table, since, self._words.say(table.game.key, opened.lang, table.names))

    async def _missed(self, opened: SeatMessage, room: int) -> tuple[Block, ...]:
        """The reveals of a slow table that this player has missed, in at most ``room`` components."""
        table = opened.table
        all_to, *others = await self._seen.seen(table, opened.seat)
        missed = [view for revision, view in table.revealed(all_to).items() if revision not in others]
        # Two components each, and two around them; a page always has room for one reveal.
        views = missed[-max(1, min(MAX_MISSED_REVEALS, (room - 2) // 2)) :]
        if not views:
            return ()
        say = self._words.say(table.game.key, opened.lang, table.names)
        blocks: list[Block] = [Text(say("missed", count=len(views), seconds=MISSED_REVEAL_SECONDS))]
        for number, view in enumerate(views):
            picture = await self._pictures.draw(table, view, say, f"seen-{number}.png")
            sight = table.game.face.sight(view, say)
            blocks += [picture or Text(cut(sight.scene, 600)), Text(cut(sight.story or "…", 300))]
        return (*blocks, Separator())

    async def _page(self, opened: SeatMessage, *, reveals: bool = True) -> PrivatePage:
        table, seat = opened.table, opened.seat
        say, now = self._words.say(table.game.key, opened.lang, table.names), self._now()
        if table.alone:
            closing = await self._extensions.notes(table, opened.lang) if table.status == OVER else ""
            buttons = self._extensions.solo_buttons(table, seat, say)
            return await alone_page(
                self._pictures,
                table,
                seat,
                say,
                now,
                steps=opened.steps,
                reveals=reveals,
                closing=closing,
                buttons=buttons,
            )
        if table.state is None:
            return panel(table, seat, say, now)
        view = table.view(seat, now)
        if table.pace.slow:
            # The board reveals it; this message may expire before it could be hidden.
            view = view.without_flash()
        free = not table.blocked(now)
        asked = seat_question(table, seat, view, say, opened.steps) if free else None
        steps = opened.steps

        def page(picture: Picture | None) -> PrivatePage:
            return panel(table, seat, say, now, steps=steps, picture=picture, view=view, asked=asked)

        return await self._pictures.page(page, table, seat, say, view, offered(asked))


def _top(page: PrivatePage, summary: str, missed: tuple[Block, ...], notice: str) -> tuple[Block, ...]:
    """The blocks above a page: the summary of what has happened, missed reveals, a notice.

    The summary joins the first text, because there may be no room for another component; it is left out where the page
    would be too long.
    """
    blocks: tuple[Block, ...] = (*missed, *((Text(notice),) if notice else ()))
    if not summary or page.with_top(*blocks).length + len(summary) >= TEXT_LIMIT:
        return blocks
    if blocks and isinstance(blocks[0], Text):
        return (Text(f"{summary}\n{blocks[0].text}"), *blocks[1:])
    return (Text(summary), *blocks)


def _visited(table: Table) -> bool:
    """Whether players come and go, and may have missed something; a solo table waits for its player."""
    return table.pace.slow and not table.alone


def _clicked(click: Click) -> int | None:
    return click.source.id if click.source and click.source.private else None


def _becomes(old: SeatMessage, message: PrivateMessage, new: SeatMessage) -> bool:
    """Whether a seat message replaces another one in the same private message; also if that one's id is unknown."""
    return new.clicked is not None and (message.id is None or new.clicked in (message.id, old.clicked))
