"""Seat messages: a player's private message of a table, at most one, which follows the game by itself.

Discord lets us edit it for 15 minutes after the last press on it; the bot deletes it shortly before. This module also
handles refusals, which appear in it; stores the addresses of messages that show a reveal, so that a restart can hide
it; and stores which reveals players of slow tables have seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
import msgspec
from cachetools import LRUCache
from discord.http import HTTPClient

from bot.client.click import UNSURE, Click, Reply
from bot.client.extensions import Extensions
from bot.client.messages import PrivateMessage, StoredMessage
from bot.core.facts import OPEN, OVER, PLAYING
from bot.core.game import Path, Refusal, Seat
from bot.core.table import Table, passes
from bot.pages.address import Address
from bot.pages.page import COMPONENT_LIMIT, TEXT_LIMIT, Block, Button, PrivatePage, Separator, Text, cut, rows
from bot.pages.question import offered, seat_question
from bot.pages.seat import happened, seat_page
from bot.pictures.cache import PictureCache
from bot.store import Store
from bot.tables.tables import Changed, Event, Left, Locks, Tables, attempted, error_summary
from bot.text.strings import Words

log = logging.getLogger(__name__)

SEEN = "seen"
"""Documents by seat: the revision up to which the player has seen all reveals, and later ones whose reveal they saw on
the board."""
LOOKED = "looked"
"""Documents by seat: the revision at which the player last did something in the channel of the board."""
KEYS_PER_TABLE = 16
"""More than a table has seats: a document's key is the table's number times this, plus the seat."""


@dataclass(eq=False)
class SeenReveals:
    """Which reveals each player of a slow table has seen, in storage. A write that fails is logged and dropped."""

    _store: Store

    async def seen(self, table: Table, seat: Seat) -> list[int]:
        """The revision up to which a player has seen all reveals, and later revisions whose reveal they have seen."""
        return [int(word) for word in (await self._get(SEEN, table, seat)).split()]

    async def mark_seen(self, table: Table, seat: Seat, all_to: int, others: Iterable[int] = ()) -> None:
        """Record that all reveals up to ``all_to``, and those of ``others``, were seen."""
        await self._merge(SEEN, table, seat, " ".join(map(str, (all_to, *sorted(others)))).encode())

    async def last_active(self, table: Table, seat: Seat) -> int:
        """The revision at which a player last did something in the channel of the board."""
        return int(await self._get(LOOKED, table, seat))

    async def mark_active(self, table: Table, seat: Seat) -> None:
        """A player does something in the channel of the board, now."""
        await self._merge(LOOKED, table, seat, str(table.revision).encode())

    async def forget(self, number: int) -> None:
        """Delete everything about a table that is no longer stored."""
        keys = [(kind, number * KEYS_PER_TABLE + seat) for kind in (SEEN, LOOKED) for seat in range(KEYS_PER_TABLE)]
        # Together: one commit.
        await asyncio.gather(*(self._store.put(kind, key, None) for kind, key in keys))

    async def _get(self, kind: str, table: Table, seat: Seat) -> bytes:
        return await self._store.get(kind, table.id * KEYS_PER_TABLE + seat) or b"0"

    async def _merge(self, kind: str, table: Table, seat: Seat, document: bytes) -> None:
        """Merge a document with the stored one, which another click may have changed."""
        key = table.id * KEYS_PER_TABLE + seat
        change = self._store.change(kind, key, lambda stored: _merged(stored or b"0", document))
        await attempted(f"seen reveals, table={table.id}", change)


def _merged(one: bytes, other: bytes) -> bytes:
    """Both documents in one. Single revisions are listed only if they come after the first number."""
    (first, *listed), (second, *more) = (map(int, each.split()) for each in (one, other))
    newest = max(first, second)
    later = sorted(revision for revision in {*listed, *more} if revision > newest)
    return " ".join(map(str, (newest, *later))).encode()


CACHED_CHANNELS = 5_000
MAX_MISSED_REVEALS = 4
MISSED_REVEAL_SECONDS = 20
NO_REVEAL_SECONDS = 20.0
"""A seat message that can be edited for less than this reveals nothing: it might be too late to hide it again."""
WARNING_SECONDS = 90.0
"""How long before its deletion a seat message announces it: two minutes before Discord's limit."""
REFUSAL_SECONDS = 8.0
"""How long a refusal stays if it is a separate message."""
RETRY_SECONDS = (1.0, 5.0, 20.0, 60.0)
"""Delays before a failed edit is retried; the last one repeats while the message can be edited."""
HIDE_RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0)
"""The same while the message may show a reveal whose time is over."""
STOP_TIMEOUT_SECONDS = 2.0
MERGE_ANSWERS_SECONDS = 8.0
"""Answers of others to a question that is still open are shown together: one edit for all within this time."""
REVEALED = "revealed"
"""Documents by table: the private messages that may show a reveal."""

Key = tuple[int, int]
"""A table and a user."""


class RevealAddress(msgspec.Struct, frozen=True):
    """A private message that may show a reveal. A secret: its token lets anybody edit the message."""

    user: int
    lang: str
    message: StoredMessage


class StoredReveals:
    """The private messages that may show a reveal, in storage: after a crash they are hidden first."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[int, dict[int, RevealAddress]] = {}
        self._locks = Locks[int]()

    async def add(self, number: int, user: int, addresses: Iterable[RevealAddress]) -> bool:
        """Store the addresses of a table's messages before this user's message shows a reveal; False if that failed.

        They are stored together: one write for all players.
        """
        async with self._locks.of(number):
            known = self._tables.get(number, {})
            new = {address.user: address for address in addresses}
            if known.get(user) == new[user]:
                return True
            known = known | new
            try:
                await self._store.put(REVEALED, number, msgspec.json.encode(list(known.values())))
            except Exception as error:  # noqa: BLE001, storage's: the board shows the reveal anyway
                log.warning("reveal not shown privately table=%s: %s", number, error_summary(error))
                return False
            self._tables[number] = known
            return True

    async def remove(self, number: int, user: int) -> None:
        """A message shows no reveal any more."""
        known = self._tables.get(number)
        if known is None or known.pop(user, None) is None or known:
            return
        del self._tables[number]
        async with self._locks.of(number):
            if number not in self._tables:
                try:
                    await self._store.put(REVEALED, number, None)
                except Exception as error:  # noqa: BLE001, storage's: after a restart the message is repainted once more
                    log.warning("end of a reveal not stored table=%s: %s", number, error_summary(error))

    async def load(self) -> dict[int, list[RevealAddress]]:
        """The messages that the previous process has stored, by table."""
        found: dict[int, list[RevealAddress]] = {}
        for number, document in await self._store.documents(REVEALED):
            found[number] = msgspec.json.decode(document, type=list[RevealAddress])
            self._tables[number] = {address.user: address for address in found[number]}
        return found


@dataclass(eq=False)
class SeatMessage:
    """One open seat message: where it is, and what it shows."""

    lang: str
    table: Table
    seat: Seat
    steps: Path = ()
    asked: int = 0
    clicked: int | None = None
    """The private message that was clicked on and becomes this one; None: a new one."""
    notice: str = ""
    """Above the question until the table changes or the player goes on: a refusal, a confirmation, a hint."""
    lasting: bool = False
    """Whether the notice is a hint: it stays until the question is answered."""
    aside: PrivatePage | None = None
    """Another page of the table instead, until something new is asked or shown: its menu, the rules."""
    digest: bytes = b""
    reveals: bool = False
    message: PrivateMessage | None = None
    outdated: bool = False
    task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None
    """Warns of its end, then deletes it."""
    merging: asyncio.TimerHandle | None = None
    """Renders it again, with all answers of others until then."""

    def cancel(self) -> None:
        """Cancel everything that would change it."""
        for pending in (self.task, self.timer, self.merging):
            if pending is not None:
                pending.cancel()


@dataclass(eq=False)
class SeatAnswer:
    """Shows a seat's message as the answer to a click: in the private message that was clicked on, or in a new one.

    While everybody looks at a reveal no new one is opened. At slow tables, and for a player who has returned, it begins
    with what has happened since they last looked.
    """

    seats: SeatMessages
    table: Table
    seat: Seat
    steps: Path = ()
    notice: str = ""
    lasting: bool = False
    """Whether the notice stays until the seat has answered its question."""
    returned: bool = False
    aside: PrivatePage | None = None

    async def send(self, reply: Reply) -> None:
        """Show it."""
        await self.seats.show(reply, self)


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
        self._store = store
        self._extensions = extensions
        self._words = words
        self._pictures = pictures
        self._now = now
        self._open: dict[Key, SeatMessage] = {}
        """Each deletes itself after a quarter of an hour."""
        self._refusals: dict[int, tuple[PrivateMessage, asyncio.TimerHandle]] = {}
        """By user: the refusal that is a message of its own."""
        self._tasks = set[asyncio.Task[None]]()
        self._newest: LRUCache[int, int] = LRUCache(CACHED_CHANNELS)
        """By channel: the newest public message that is known."""
        self._chat: LRUCache[int, int] = LRUCache(CACHED_CHANNELS)
        """The same without boards that this process has posted."""
        self._seen = SeenReveals(store)
        self._reveals = StoredReveals(store)

    def aside(self, click: Click, table: Table, page: PrivatePage) -> SeatAnswer | None:
        """The answer that shows another page of a table in a player's seat message; None for everybody else."""
        seat = table.seat_of(click.user)
        if seat is None or table.status != PLAYING:
            return None
        say = self._words.say(table.game.key, click.lang)
        back = Button(say("back"), str(Address("hand", table.id)), emoji="↩️")
        return SeatAnswer(self, table, seat, aside=PrivatePage((*page.blocks, *rows([back])), page.colour))

    def receive(self, event: Event) -> None:
        """A table has changed, or another process acts for it now: let its open seat messages follow."""
        if isinstance(event, Changed):
            if event.ours:
                self.changed(event.before, event.after)
        elif isinstance(event, Left):
            for user in event.table.people:
                self._close((event.table.id, user))

    def received(self, channel: int, message: int, *, board: bool = False) -> None:
        """A channel has had this public message, or a newer one. ``board``: this process has just posted it."""
        if message > self._newest.get(channel, 0):
            self._newest[channel] = message
            if not board:
                self._chat[channel] = message

    def buried(self, channel: int, message: int | None) -> bool:
        """Whether there is a newer public message in a channel; False if that is not known."""
        return message is not None and self._newest.get(channel, 0) > message

    # ---- opening

    async def show(self, reply: Reply, shown: SeatAnswer) -> None:
        """Show a seat's message; one that is open is replaced."""
        table, seat, notice = shown.table, shown.seat, shown.notice
        click, looking = reply.click, self._looking(reply.click, table)
        key = (table.id, click.user)
        before = self._open.get(key)
        in_place = click.in_private and (looking or not self.buried(click.place, _clicked(click)))
        if looking and not in_place:
            await (self.refuse(reply, notice) if notice else reply.quiet())
            return
        asked = table.asked[seat] if table.asked else 0
        # Before anything is awaited, so that the message it replaces does not also follow this change.
        opened = self._open[key] = SeatMessage(
            click.lang,
            table,
            seat,
            shown.steps,
            asked,
            _clicked(click) if in_place else None,
            notice,
            shown.lasting,
            shown.aside,
        )
        if before is not None and not notice and _still_asked(before, table):
            opened.notice, opened.lasting = before.notice, True
        try:
            summary = "" if shown.aside else await self._happened(opened, returned=shown.returned)
            await self.mark_seen(click, table)
            clicked = reply.clicked if in_place else None
            reveals = clicked is not None and await self._may_reveal(key, opened, clicked)
            if clicked is not None and _fleeting(opened):
                await self._store_address(key, opened, clicked)
            page = await self._page(opened, reveals=reveals)
            opened.digest, opened.reveals = page.digest, reveals
            room = COMPONENT_LIMIT - page.size
            missed = await self._missed(opened, room) if _visited(table) and table.status == PLAYING else ()
            whole = page.with_top(*_top(page, summary, missed))
            show = reply.update if in_place else reply.renew if click.in_private else reply.private
            opened.message = await show(whole)
            if opened.message is not None and _visited(table):
                # Only now: Discord has accepted it.
                await self._seen.mark_seen(table, seat, table.revision)
        finally:
            if opened.message is None and self._open.get(key) is opened:
                if before is None:
                    self._open.pop(key, None)
                else:
                    self._open[key] = before
        if opened.message is None or not self._replaces(key, before, opened):
            return
        if missed:
            # Reveals are visible for a while: then hide them.
            opened.digest = b""
            asyncio.get_running_loop().call_later(MISSED_REVEAL_SECONDS, self._refresh, key, opened)
        self._opened(key, opened, opened.message)
        if _fleeting(opened):
            # Not before it was sent: a new message has no address before.
            await self._store_address(key, opened, opened.message)
        if opened.outdated or (table.reveals(self._now()) and not reveals and not _visited(table)):
            self._refresh(key, opened)

    def _replaces(self, key: Key, before: SeatMessage | None, opened: SeatMessage) -> bool:
        """Delete the message before this one; this one instead, and False, if it has been replaced itself."""
        if before is not None and before.timer is not None:
            before.timer.cancel()
        if before is not None and not _becomes(before, opened):
            self._retire(key, before)
        newer = self._open.get(key)
        if newer is not None and newer is not opened and not _becomes(opened, newer):
            # Opened again before Discord accepted this one: nothing else would replace it.
            self._retire(key, opened)
        return newer is opened

    def _opened(self, key: Key, opened: SeatMessage, message: PrivateMessage) -> None:
        """Discord has accepted a message: hide its reveal and end its life in time."""
        self._hide_in_time(key, opened)
        left = message.dies_at - self._now()
        loop = asyncio.get_running_loop()
        if left > WARNING_SECONDS:
            opened.timer = loop.call_later(left - WARNING_SECONDS, self._warn, key, opened)
        else:
            opened.timer = loop.call_later(max(0.0, left), self._end, key, opened)

    def _warn(self, key: Key, opened: SeatMessage) -> None:
        opened.timer = asyncio.get_running_loop().call_later(WARNING_SECONDS, self._end, key, opened)
        self._refresh(key, opened)

    def _end(self, key: Key, opened: SeatMessage) -> None:
        """Discord will not let us edit it much longer: delete it. The end of a game stays."""
        if self._open.get(key) is not opened:
            return
        if opened.table.status in OPEN:
            self._close(key)
        else:
            self._open.pop(key, None)

    def _looking(self, click: Click, table: Table) -> bool:
        """Whether everybody looks at the board where this click was made: no private message may open below it."""
        return table.blocked(self._now()) and click.place == table.place

    def live(self, table: Table, user: int) -> SeatMessage | None:
        """A player's seat message of this table, if it follows the game."""
        opened = self._open.get((table.id, user))
        if opened is None or opened.message is None or self._expired(opened.message):
            return None
        return opened

    def live_seats(self, table: Table) -> set[Seat]:
        """The seats whose players have such a message that chat has not buried."""
        now, chat, found = self._now(), self._chat.get(table.place, 0), set[Seat]()
        for seat, user in enumerate(table.users):
            opened = self._open.get((table.id, user))
            message = opened.message if opened is not None else None
            if message is not None and now < message.dies_at and (message.id is None or message.id > chat):
                found.add(seat)
        return found

    def below(self, click: Click, table: Table) -> bool:
        """Whether a player's seat message is below the public message they clicked on: then they see it follow."""
        opened = self.live(table, click.user)
        return bool(click.message and opened and opened.message and (opened.message.id or 0) > click.message)

    def watched(self, table: Table) -> bool:
        """Whether a player has a seat message of this table open, or is about to."""
        found = (self._open.get((table.id, user)) for user in table.people)
        return any(each is not None and (each.message is None or not self._expired(each.message)) for each in found)

    def leave(self, click: Click) -> None:
        """Stop updating the private message that was clicked on: another page replaces it."""
        clicked = _clicked(click)
        for key in [key for key in self._open if key[1] == click.user] if clicked is not None else ():
            opened = self._open[key]
            if opened.message is not None and clicked in (opened.message.id, opened.clicked):
                self._forget(key)

    # ---- refusals

    async def refuse(self, reply: Reply, text: str) -> None:
        """Tell a player why a click was refused: in their seat message, else in a message that soon disappears."""
        click = reply.click
        opened = self.live(click.table, click.user) if click.has_table else None
        looking = click.has_table and self._looking(click, click.table)
        if opened is not None and opened.table.status == PLAYING:
            if click.in_private or (click.message is None and not looking):
                await self.show(reply, SeatAnswer(self, opened.table, opened.seat, opened.steps, text))
                return
            await reply.quiet()
            opened.notice, opened.lasting = text, False
            self._refresh((opened.table.id, click.user), opened)
            return
        if looking and click.message is not None:
            await reply.quiet()
            return
        message = await reply.private(PrivatePage((Text(text),)))
        if message is not None and click.has_table:
            # Two presses of the same instant are refused one after the other: the second replaces the first.
            self.pressed(click.user)
            timer = asyncio.get_running_loop().call_later(REFUSAL_SECONDS, self.pressed, click.user)
            self._refusals[click.user] = message, timer

    def pressed(self, user: int) -> None:
        """A player does something, or has had time to read a refusal: delete it."""
        if found := self._refusals.pop(user, None):
            message, timer = found
            timer.cancel()
            self._spawn(self._delete(message))

    # ---- following

    async def mark_seen(self, click: Click, *moments: Table, at: float | None = None) -> None:
        """Store that a player who acts where the board is has seen what it reveals, so that it is not repeated.

        ``moments`` are the versions of the table they have seen, the newest last, ``at`` that time (by default now).
        """
        table = moments[-1]
        seat = table.seat_of(click.user)
        if seat is None or not table.pace.slow or click.place != table.place:
            return
        at = self._now() if at is None else at
        await self._seen.mark_active(table, seat)
        if revealed := {moment.revision for moment in moments if moment.reveals(at)}:
            all_to, *others = await self._seen.seen(table, seat)
            await self._seen.mark_seen(table, seat, all_to, revealed.union(others))

    def changed(self, before: Table, after: Table) -> None:
        """Update the open seat messages of a table; close those of players who have lost their seat."""
        for user in before.people if before.people != after.people else ():
            if user not in after.people:
                self._close((after.id, user), "seat-taken")
        for user in after.people:
            key = (after.id, user)
            if (opened := self._open.get(key)) is None:
                continue
            # In a lobby people change seats, also while their message is being sent.
            opened.table, opened.seat = after, after.users.index(user)
            if (after.revision, after.status) != (before.revision, before.status) and not _still_asked(opened, after):
                opened.notice = ""
            if not _others_answer(before, after, opened.seat):
                self._refresh(key, opened)
            elif opened.merging is None:
                loop = asyncio.get_running_loop()
                opened.merging = loop.call_later(MERGE_ANSWERS_SECONDS, self._refresh, key, opened)

    def repaint(self, table: Table, seats: Iterable[Seat] | None = None) -> None:
        """Render the open seat messages of a table, or of these seats only, again."""
        for user in table.people if seats is None else [table.users[seat] for seat in seats]:
            if (opened := self._open.get((table.id, user))) is not None:
                self._refresh((table.id, user), opened)

    async def forget(self, number: int) -> None:
        """Delete everything about a table that is no longer stored."""
        await self._seen.forget(number)
        await self._store.put(REVEALED, number, None)

    async def finish(self) -> None:
        """Before a stop: update no message, and finish deletions."""
        self.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_TIMEOUT_SECONDS)

    def stop(self) -> None:
        """Update nothing any more."""
        for opened in self._open.values():
            opened.cancel()

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
        self._opened(key, opened, opened.message)
        if opened.table.revision != revision:
            self._refresh(key, opened)

    async def hide_reveals(self, tables: Tables, http: HTTPClient) -> None:
        """After a start: go on with the messages that may show a reveal of the process before, and hide it."""
        for number, addresses in (await self._reveals.load()).items():
            try:
                table = await tables.get(number)
            except Refusal:
                table = None
            for address in addresses:
                message = PrivateMessage.found(http, address.message)
                if table is None or address.user not in table.people:
                    self._spawn(self._delete(message))
                    self._spawn(self._reveals.remove(number, address.user))
                else:
                    seat = table.users.index(address.user)
                    opened = SeatMessage(address.lang, table, seat, reveals=True, message=message)
                    self.follow(address.user, opened, -1)

    def _expired(self, message: PrivateMessage) -> bool:
        return self._now() >= message.dies_at

    def _hide_in_time(self, key: Key, opened: SeatMessage) -> None:
        """Render again when the time of a reveal is over."""
        if opened.reveals:
            delay = max(0.0, opened.table.flash_until - self._now())
            asyncio.get_running_loop().call_later(delay, self._refresh, key, opened)

    async def _may_reveal(self, key: Key, opened: SeatMessage, message: PrivateMessage) -> bool:
        """Whether a message may show the reveal of its table; its address is stored then.

        Never at slow tables with others, nor in a message that may expire before it is hidden again.
        """
        table = opened.table
        if not table.reveals(self._now()) or opened.aside is not None or _visited(table):
            return False
        if table.flash_until + NO_REVEAL_SECONDS >= message.dies_at:
            return False
        return await self._store_address(key, opened, message)

    async def _store_address(self, key: Key, opened: SeatMessage, message: PrivateMessage) -> bool:
        """Store where a message is that shows something which must be hidden later; False if that failed."""
        table = opened.table
        others = ((user, self.live(table, user)) for user in table.people if user != key[1])
        found = [RevealAddress(key[1], opened.lang, message.address())]
        found += [
            RevealAddress(user, each.lang, each.message.address()) for user, each in others if each and each.message
        ]
        return await self._reveals.add(table.id, key[1], found)

    def _refresh(self, key: Key, opened: SeatMessage) -> None:
        """Render a message again soon. One task per message, so that edits stay in order."""
        opened.outdated = True
        if opened.merging is not None:
            opened.merging.cancel()
            opened.merging = None
        if opened.message is not None and opened.task is None and self._open.get(key) is opened:
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
                    await self._repaint(key, opened, message)
                    failures = 0
                except UNSURE as error:
                    log.warning("seat message not edited table=%s: %s; retrying", key[0], type(error).__name__)
                    opened.outdated = True
                    delays = HIDE_RETRY_SECONDS if opened.reveals else RETRY_SECONDS
                    await asyncio.sleep(delays[min(failures, len(delays) - 1)])
                    failures += 1
        except discord.HTTPException as error:
            log.info("seat message gone table=%s code=%s", key[0], error.code)
            if self._open.get(key) is opened:
                self._forget(key)
        except Exception as error:  # noqa: BLE001, other messages are updated all the same
            # Only a summary: the error's text may name a card.
            log.error("seat message failed table=%s: %s", key[0], error_summary(error))  # noqa: TRY400
        finally:
            opened.task = None

    async def _repaint(self, key: Key, opened: SeatMessage, message: PrivateMessage) -> None:
        table = opened.table
        asked = table.asked[opened.seat] if table.asked else 0
        if opened.asked != asked or table.status != PLAYING or table.blocked(self._now()):
            opened.aside = None
        steps = opened.steps
        if opened.asked != asked:
            # The steps chosen so far answered another question.
            opened.steps, opened.asked = (), asked
        reveals, fleeting = await self._may_reveal(key, opened, message), _fleeting(opened)
        if fleeting and not reveals:
            await self._store_address(key, opened, message)
        page = await self._page(opened, reveals=reveals)
        digest = page.digest
        if digest != opened.digest:
            # Before it is sent: the message may show it even if Discord's response is lost.
            opened.reveals = opened.reveals or reveals
            try:
                await message.edit(page)
            except BaseException:
                opened.steps = steps
                raise
            opened.digest = digest
        opened.reveals = reveals
        if reveals:
            self._hide_in_time(key, opened)
        elif not fleeting:
            await self._reveals.remove(*key)

    # ---- closing

    def _close(self, key: Key, why: str = "") -> None:
        """Stop following a message and delete it; with ``why``, replace it by that line."""
        if (opened := self._forget(key)) is None or opened.message is None:
            return
        if why:
            self._spawn(self._replace(opened, opened.message, why))
        else:
            self._spawn(self._delete(opened.message))

    def _retire(self, key: Key, old: SeatMessage) -> None:
        """Delete a message that a newer one has replaced."""
        if old.timer is not None:
            old.timer.cancel()
        if old.message is not None:
            self._spawn(self._delete(old.message))
            if old.reveals:
                self._spawn(self._reveals.remove(*key))

    def _forget(self, key: Key) -> SeatMessage | None:
        opened = self._open.pop(key, None)
        if opened is not None:
            opened.cancel()
            self._spawn(self._reveals.remove(*key))
        return opened

    async def _replace(self, old: SeatMessage, message: PrivateMessage, why: str) -> None:
        with contextlib.suppress(discord.HTTPException, *UNSURE):
            await message.edit(PrivatePage((Text(self._words.say(old.table.game.key, old.lang)(why)),)))

    async def _delete(self, message: PrivateMessage) -> None:
        """Delete a private message; retried while Discord still knows its token."""
        for delay in (*HIDE_RETRY_SECONDS, None):
            try:
                await message.delete()
            except UNSURE as error:
                log.warning("private message not deleted: %s", type(error).__name__)
            except discord.HTTPException as error:
                log.info("private message not deleted: code %s", error.code)
                return
            else:
                return
            if delay is not None:
                await asyncio.sleep(delay)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="private message")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- pages

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

    async def _page(self, opened: SeatMessage, *, reveals: bool) -> PrivatePage:
        if opened.aside is not None:
            return opened.aside
        table, seat = opened.table, opened.seat
        say, now = self._words.say(table.game.key, opened.lang, table.names), self._now()
        ended = table.status == OVER and table.state is not None
        closing = await self._extensions.notes(table, seat, opened.lang) if ended else ""
        title = self._extensions.title(table, say) if table.alone else ""
        buttons: Sequence[Button] = ()
        if table.alone or table.status not in OPEN:
            buttons = self._extensions.buttons(table, say, seat if table.alone else None)
        ends_at = opened.message.dies_at if opened.message is not None else None
        shown: dict[str, Any] = {}
        if table.state is not None and table.status in (PLAYING, OVER):
            view = table.view(seat, now)
            view = view if reveals else view.without_flash()
            free = table.status == PLAYING and not table.blocked(now)
            asked = seat_question(table, seat, view, say, opened.steps) if free else None
            picture = await self._pictures.picture(table, seat, say, view, offered(asked))
            shown = {"view": view, "asked": asked, "picture": picture}
        return seat_page(
            table,
            seat,
            say,
            now,
            steps=opened.steps,
            title=title,
            notice=opened.notice,
            brief=opened.lasting,
            ends_at=ends_at if ends_at is not None and now >= ends_at - WARNING_SECONDS else None,
            closing=closing,
            buttons=buttons,
            **shown,
        )


def _top(page: PrivatePage, summary: str, missed: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks above a page: the summary of what has happened, missed reveals.

    The summary joins the first text, because there may be no room for another component; it is left out where the page
    would be too long.
    """
    if not summary or page.with_top(*missed).length + len(summary) >= TEXT_LIMIT:
        return missed
    if missed and isinstance(missed[0], Text):
        return (Text(f"{summary}\n{missed[0].text}"), *missed[1:])
    return (Text(summary), *missed)


def _still_asked(opened: SeatMessage, table: Table) -> bool:
    """Whether a message has a hint for a question that its seat has not answered yet."""
    seat = opened.seat
    return opened.lasting and table.status == PLAYING and seat in table.to_act and table.asked[seat] == opened.asked


def _others_answer(before: Table, after: Table, seat: Seat) -> bool:
    """Whether a change shows a seat no more than that others have answered a question that is still open."""
    if before.status != PLAYING or after.status != PLAYING or after.revision == before.revision:
        return False
    if after.asked[seat] != before.asked[seat] or passes(before.position, after.position):
        return False
    return all(table.position.view(None).public.flash is None for table in (before, after))


def _visited(table: Table) -> bool:
    """Whether players come and go, and may have missed something; a solo table waits for its player."""
    return table.pace.slow and not table.alone


def _fleeting(opened: SeatMessage) -> bool:
    """Whether a message shows something, besides a reveal, that is hidden again later (``Public.fleeting``)."""
    table = opened.table
    return opened.aside is None and table.status == PLAYING and table.position.view(None).public.fleeting


def _clicked(click: Click) -> int | None:
    return click.source.id if click.source and click.source.private else None


def _becomes(old: SeatMessage, new: SeatMessage) -> bool:
    """Whether a seat message replaces another one in the same private message; also if that one's id is unknown."""
    if old.message is None:
        return True
    return new.clicked is not None and (old.message.id is None or new.clicked in (old.message.id, old.clicked))
