"""The moderators' journal: every moderator action is stored, and the server's journal channel is fed from storage."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
import msgspec

from bot.client import permissions
from bot.client.click import UNSURE, Answer, Click, note
from bot.client.extensions import Extensions
from bot.client.messages import Place, new_public
from bot.core.table import Table
from bot.locks import Locks
from bot.pages.board import COLOUR
from bot.pages.page import PublicPage, Text, cut
from bot.service.journal import DAYS_KEPT, JournalEntry
from bot.store import Store
from bot.store.documents import JournalRow
from bot.store.statements import JOURNAL, Statement
from bot.tables.servers import Server, Servers
from bot.tables.tables import error_summary
from bot.text.strings import KERNEL, Words

log = logging.getLogger(__name__)

STOP_TIMEOUT_SECONDS = 2.0
"""How long a bot that stops waits for entries that are being posted."""
FEED_SECONDS = 300.0
"""How often entries that could not be posted are tried again, and old ones dropped."""
DAY_SECONDS = 86_400.0
BATCH = 20
"""Entries of one server that are read at once."""
LONGEST_TEXT = 3_500
"""Characters of one entry in words: Discord takes 4,000 in a message."""
ERASED = "erased"
"""The key of the entry that says that everything was erased: it is removed as soon as it has been posted."""


@dataclass(eq=False)
class Journal:
    """Stores what moderators do, and posts it in the order in which it was stored.

    Storage knows which entries are still to be posted, so nothing is lost when Discord, a permission or this process is
    away. An entry is posted once: Discord refuses its nonce a second time for some minutes, and later its last line is
    looked for in the channel. Of several processes, the one that serves the server posts.
    """

    _client: discord.Client
    _store: Store
    _servers: Servers
    _words: Words
    _now: Callable[[], float]
    _extensions: Extensions
    _retention: int | None = None
    """Days after which people are no longer named anywhere, if the host has set a number."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set, init=False)
    _timer: asyncio.TimerHandle | None = field(default=None, init=False)
    _stopped: bool = field(default=True, init=False)
    _blocked: set[int] = field(default_factory=set, init=False)
    """Servers whose entries wait for a permission."""
    _locks: Locks[int] = field(default_factory=Locks[int], init=False)

    def start(self) -> None:
        """Begin to post waiting entries, as soon as it is known which servers the bot is in; or look again for some."""
        if self._stopped:
            self._stopped = False
            self._store.hear(JOURNAL, self.feed)
        self._spawn(self._start())

    async def finish(self) -> None:
        """Stop; let what is being posted be finished."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_TIMEOUT_SECONDS)

    def look(self) -> None:
        """Look in all servers for entries that are still to be posted."""
        if not self._stopped:
            self._spawn(self._feed_all())

    def feed(self, guild: int) -> None:
        """Post what is waiting in one server."""
        if not self._stopped:
            self._spawn(self._feed(guild))

    def permissions_changed(self, guild: int) -> None:
        """Try again in a server where a permission was missing: it may be there now."""
        if guild in self._blocked:
            self.feed(guild)

    # ---- storing

    async def write(self, guild: int, entry: JournalEntry, channel: int | None = None) -> None:
        """Store an entry; it is posted in the server's journal channel, or in the given one."""
        channel = channel or (await self._servers.get(guild)).journal
        await self._store.add_to_journal(guild, self._now(), msgspec.json.encode(entry), channel, _token())
        self.feed(guild)

    async def change(
        self,
        guild: int,
        function: Callable[[Server], Server],
        entry: Callable[[Server, Server], JournalEntry],
    ) -> tuple[Server, Server]:
        """Change a server's settings and store the entry in the same transaction; gives the settings before and after.

        ``entry`` is given both. Nothing is stored if the function changes nothing.
        """
        token = _token()

        def also(before: Server, after: Server) -> Sequence[Statement]:
            if before == after:
                return ()
            # A moderator who switches the journal off is still named in the channel it had.
            channel = after.journal or before.journal
            document = msgspec.json.encode(entry(before, after))
            return self._store.journal_statements(guild, self._now(), document, channel, token)

        changed = await self._servers.change(guild, function, also=also)
        self.feed(guild)
        return changed

    async def closed(self, table: Table, click: Click) -> Answer | None:
        """A moderator has closed somebody's table; the answer warns them if the journal cannot be written."""
        await self.write(table.guild, _about("closed", table, who=click.user))
        warnings = self.warnings(click.unwritable, click.server, click.lang)
        return note("\n".join(warnings), COLOUR) if warnings else None

    def paused(self, _before: Table, after: Table) -> None:
        """A table was paused because the bot lacks permissions: note it once."""
        permissions = tuple((after.facts.paused or "").split(","))
        self._spawn(self.write(after.guild, _about("lacking", after, permissions=permissions)))

    # ---- words

    def text(self, entry: JournalEntry, lang: str) -> str:
        """An entry in words. The keys of a feature's entries begin with its scope, and their words are there."""
        say = self._words.say(entry.key.partition("-")[0], lang, tuple(name for _, name in entry.people))
        key = f"journal-{entry.key}"
        if not say.has(key) and not self._words.has(KERNEL, lang, key):
            key = "journal-removed-feature"
        somebody = say("somebody")
        game = say.scoped(entry.game)
        line = say(
            key,
            who=f"<@{entry.who}>" if entry.who else somebody,
            person=f"<@{entry.person}>" if entry.person else somebody,
            people=say.names(range(len(entry.people))),
            game=game("name") if entry.game and game.has("name") else entry.game,
            place=f"<#{entry.place}>",
            permissions=say.join(f"**{say(f'permission-{name}')}**" for name in entry.permissions),
            what=entry.what,
        )
        lines = [line]
        if entry.old:
            lines += [f"-# {say('journal-before', value=each)}" for each in entry.old.split("\n")]
        if entry.new:
            lines += [f"-# {say('journal-after', value=each)}" for each in entry.new.split("\n")]
        return cut("\n".join(lines), LONGEST_TEXT)

    def warnings(self, unwritable: Callable[[int], Sequence[str]], server: Server, lang: str) -> list[str]:
        """A line for each channel set for journal, results or a feature in which the bot cannot write.

        ``unwritable`` gives the permissions that the bot lacks to write in a channel.
        """
        say = self._words.say(KERNEL, lang)
        channels = [("unwritable-journal", say, server.journal), ("unwritable-results", say, server.results)]
        channels += [
            ("unwritable", say.scoped(setting.scope), setting.channel(server)) for setting in self._extensions.settings
        ]
        found = []
        for key, warn, channel in channels:
            missing = unwritable(channel) if channel else ()
            if missing:
                names = say.join(f"**{say(f'permission-{name}')}**" for name in missing)
                found.append(warn(key, place=f"<#{channel}>", permissions=names))
        return found

    # ---- posting

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._guarded(work), name="journal")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001, what is stored is tried again later
            log.error("journal: %s", error_summary(error))  # noqa: TRY400

    async def _start(self) -> None:
        await self._client.wait_until_ready()
        await self._feed_all()

    async def _feed_all(self) -> None:
        """Post what is waiting in all our servers, drop what is too old, and look again later."""
        if self._timer is not None:
            self._timer.cancel()
        if self._stopped:
            return
        self._timer = asyncio.get_running_loop().call_later(FEED_SECONDS, self.look)
        days = min(DAYS_KEPT, self._retention or DAYS_KEPT)
        await self._store.trim_journals(self._now() - days * DAY_SECONDS)
        for guild in await self._store.journals_to_post():
            self.feed(guild)

    async def _feed(self, guild: int) -> None:
        async with self._locks.of(guild):
            while not self._stopped and self._store.at_home(self._store.shards.shard_of(guild)):
                rows = await self._store.journal_to_post(guild, BATCH)
                if not rows:
                    self._blocked.discard(guild)
                    return
                for row in rows:
                    if self._stopped or not await self._post(row):
                        return

    async def _post(self, row: JournalRow) -> bool:
        """Post one entry; False if it, and so all that come after it, must wait."""
        server = await self._servers.get(row.guild)
        guild = self._client.get_guild(row.guild)
        channel = server.journal or row.channel
        if guild is None or channel is None:
            return False
        entry = msgspec.json.decode(row.entry, type=JournalEntry)
        if guild.get_channel(channel) is None and server.journal is None:
            # The journal was switched off and its channel deleted: nothing will ever be posted there.
            await self._done(row, entry)
            return True
        if permissions.lacking_to_write(guild, channel):
            self._blocked.add(row.guild)
            return False
        mark = f"-# {row.id} · <t:{round(row.at)}:f>"
        text = f"{self.text(entry, server.language_in(channel))}\n{mark}"
        place = Place(self._client, channel)
        try:
            if row.tried is None or not await place.said(mark, row.tried):
                await self._store.journal_trying(row.id, self._now())
                await place.post(**new_public(PublicPage((Text(text),))), nonce=row.token)
        except (discord.HTTPException, *UNSURE) as error:
            code = error.code if isinstance(error, discord.HTTPException) else ""
            log.warning("journal entry not posted yet guild=%s: %s %s", row.guild, type(error).__name__, code)
            self._blocked.add(row.guild)
            return False
        await self._done(row, entry)
        return True

    async def _done(self, row: JournalRow, entry: JournalEntry) -> None:
        """Do not post an entry again."""
        if entry.key == ERASED:
            await self._store.remove_from_journal(row.id)
        else:
            await self._store.journal_posted(row.id)


def _about(key: str, table: Table, **more: Any) -> JournalEntry:
    """An entry about a table and the people at it; that of a private one names neither its thread nor its people."""
    if not table.public:
        return JournalEntry(key=f"{key}-private", game=table.game.key, **more)
    people = tuple(zip(table.users, table.names, strict=True))
    return JournalEntry(key=key, game=table.game.key, place=table.place, people=people, **more)


def _token() -> str:
    """Unique, and short enough to be a nonce."""
    return secrets.token_hex(8)
