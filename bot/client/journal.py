"""The moderators' journal: every moderator action is stored, and then posted in the server's journal channel.

It is part of the kernel because the kernel itself writes entries: closed tables, missing permissions, and changed
settings, whose entry is stored in the same transaction.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
import msgspec

from bot.client.click import UNSURE, Answer, Click, lacking_to_write, note
from bot.client.extensions import BackgroundWork, Extensions
from bot.client.messages import ChannelMessages, new_public
from bot.core.facts import NOBODY
from bot.core.table import Table
from bot.pages.board import COLOUR
from bot.pages.page import PublicPage, Text, cut
from bot.store import JournalRow, Store
from bot.store.statements import JOURNAL, Statement
from bot.tables.servers import Server, Servers
from bot.tables.tables import Locks
from bot.text.strings import KERNEL, Words

log = logging.getLogger(__name__)

FEED_SECONDS = 300.0
"""How often posting is retried, and old entries dropped."""
DAY_SECONDS = 86_400.0
JOURNAL_DAYS = 90
"""Days after which an entry is dropped (and ``JOURNAL_ENTRIES`` in ``bot/store/__init__.py``)."""
BATCH = 20
LONGEST_TEXT = 3_500
"""Characters of one entry as text: Discord accepts 4,000 in a message."""
ERASED = "erased"
"""The key of the entry that says that everything was erased: it is deleted once it has been posted."""


class JournalEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry as data; the text is made when it is posted or listed. Erased people are stored as 0."""

    key: str
    """Its text is the string ``journal-<key>``."""
    who: int | None = None
    """The moderator; None: the bot itself."""
    person: int | None = None
    people: tuple[tuple[int, str], ...] = ()
    """User ids and names of the players of a table."""
    game: str = ""
    place: int | None = None
    permissions: tuple[str, ...] = ()
    what: str = ""
    old: str = ""
    new: str = ""
    """The changed settings as text, before and after. They name no people."""

    def concerns(self, user: int) -> bool:
        """Whether the entry names a person."""
        return user in (self.who, self.person, *(each for each, _ in self.people))

    def without(self, user: int) -> JournalEntry:
        """The same entry with this person erased."""
        return msgspec.structs.replace(
            self,
            who=NOBODY if self.who == user else self.who,
            person=NOBODY if self.person == user else self.person,
            people=tuple((NOBODY, "") if each == user else (each, name) for each, name in self.people),
        )


@dataclass(eq=False)
class Journal(BackgroundWork):
    """Stores what moderators do, and posts the entries in the order in which they were stored.

    Storage knows which entries are still to be posted, so none is lost while Discord or this process is down, or a
    permission is missing. Each is posted once: for some minutes Discord rejects a repeated nonce, later the channel is
    searched for the entry's last line. Of several processes, the one that serves the server posts.
    """

    _client: discord.Client
    _store: Store
    _servers: Servers
    _words: Words
    _now: Callable[[], float]
    _extensions: Extensions
    _retention: int | None = None
    """Days after which the host wants nobody named any more; entries are dropped then if ``JOURNAL_DAYS`` is longer."""
    _timer: asyncio.TimerHandle | None = field(default=None, init=False)
    _stopped: bool = field(default=True, init=False)
    _locks: Locks[int] = field(default_factory=Locks[int], init=False)

    def start(self) -> None:
        """Post waiting entries once the gateway is ready; called again, look for some again."""
        if self._stopped:
            self._stopped = False
            self._store.subscribe(JOURNAL, self.feed)
        self.spawn(self._feed_all(), "journal")

    async def finish(self) -> None:
        """Stop, and wait for entries that are being posted."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        await super().finish()

    def feed(self, guild: int) -> None:
        """Post what is waiting in one server."""
        if not self._stopped:
            self.spawn(self._feed(guild), "journal")

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
        """Change a server's settings and store an entry in the same transaction; gives the settings before and after.

        ``entry`` makes the entry from both. Nothing is stored if the function changes nothing.
        """
        token = _token()

        def also(before: Server, after: Server) -> Sequence[Statement]:
            if before == after:
                return ()
            # Switching the journal off is still posted in the channel it had.
            channel = after.journal or before.journal
            document = msgspec.json.encode(entry(before, after))
            return self._store.journal_statements(guild, self._now(), document, channel, token)

        changed = await self._servers.change(guild, function, also=also)
        self.feed(guild)
        return changed

    async def closed(self, table: Table, click: Click) -> Answer | None:
        """A moderator has closed somebody's table; the answer warns them if the journal cannot be written."""
        await self.write(table.guild, _about("closed", table, who=click.user))
        warnings = self.warnings(click.missing_to_write, click.server, click.lang)
        return note("\n".join(warnings), COLOUR) if warnings else None

    def paused(self, _before: Table, after: Table) -> None:
        """A table was paused because the bot lacks permissions: store an entry."""
        permissions = tuple((after.facts.paused or "").split(","))
        self.spawn(self.write(after.guild, _about("lacking", after, permissions=permissions)), "journal")

    # ---- text

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
        for side, changed in (("before", entry.old), ("after", entry.new)):
            lines += [f"-# {say(f'journal-{side}', value=each)}" for each in filter(None, changed.split("\n"))]
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

    async def _feed_all(self) -> None:
        """Drop old entries, post waiting ones in all servers of this process, and repeat later."""
        await self._client.wait_until_ready()
        if self._timer is not None:
            self._timer.cancel()
        if self._stopped:
            return
        self._timer = asyncio.get_running_loop().call_later(FEED_SECONDS, self.start)
        days = min(JOURNAL_DAYS, self._retention or JOURNAL_DAYS)
        await self._store.trim_journals(self._now() - days * DAY_SECONDS)
        for guild in await self._store.journals_to_post():
            self.feed(guild)

    async def _feed(self, guild: int) -> None:
        async with self._locks.of(guild):
            while not self._stopped and self._store.at_home(self._store.shards.shard_of(guild)):
                rows = await self._store.journal_to_post(guild, BATCH)
                if not rows:
                    return
                for row in rows:
                    if self._stopped or not await self._post(row):
                        return

    async def _post(self, row: JournalRow) -> bool:
        """Post one entry; False if it and all later ones must wait."""
        server = await self._servers.get(row.guild)
        guild = self._client.get_guild(row.guild)
        channel = server.journal or row.channel
        if guild is None or channel is None:
            return False
        entry = msgspec.json.decode(row.entry, type=JournalEntry)
        if guild.get_channel(channel) is None and server.journal is None:
            # The journal was switched off and its channel deleted: the entry can never be posted.
            await self._done(row, entry)
            return True
        if lacking_to_write(guild, channel):
            return False
        mark = f"-# {row.id} · <t:{round(row.at)}:f>"
        text = f"{self.text(entry, server.language_in(channel))}\n{mark}"
        place = ChannelMessages(self._client, channel)
        try:
            if row.tried is None or not await place.has_posted(mark, row.tried):
                await self._store.journal_trying(row.id, self._now())
                await place.post(**new_public(PublicPage((Text(text),))), nonce=row.token)
        except (discord.HTTPException, *UNSURE) as error:
            code = error.code if isinstance(error, discord.HTTPException) else ""
            log.warning("journal entry not posted yet guild=%s: %s %s", row.guild, type(error).__name__, code)
            return False
        await self._done(row, entry)
        return True

    async def _done(self, row: JournalRow, entry: JournalEntry) -> None:
        """Mark an entry as posted."""
        if entry.key == ERASED:
            await self._store.remove_from_journal(row.id)
        else:
            await self._store.journal_posted(row.id)


def _about(key: str, table: Table, **more: Any) -> JournalEntry:
    """An entry about a table and its players; for a private table without its thread and players."""
    if not table.public:
        return JournalEntry(key=f"{key}-private", game=table.game.key, **more)
    people = tuple(zip(table.users, table.names, strict=True))
    return JournalEntry(key=key, game=table.game.key, place=table.place, people=people, **more)


def _token() -> str:
    """Unique, and short enough to be a nonce."""
    return secrets.token_hex(8)
