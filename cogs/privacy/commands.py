"""``/confidentialite``: a person sees, exports or erases their data, or hides from rankings.

Features store documents under the user id, so storage finds and removes them without knowing the features.
``docs/privacy.md`` lists everything that stays of an erased person; ``forgotten`` in ``bot/core/facts.py`` erases them
from a table, ``FORGET`` in ``bot/store/__init__.py`` from the rest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from bot.app import DAY_SECONDS, App
from bot.client.bot import Bot
from bot.client.click import Answer, Click, Private, Update
from bot.client.commands import CommandCog, command
from bot.client.journal import JournalEntry
from bot.core.absence import left_and_forgotten
from bot.core.facts import CLOSED, LOBBY, OPEN, OVER, PLAYING, MoveRow, TableRow, facts_of, forgotten, people
from bot.core.game import Refusal
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import Button, Document, PrivatePage, Text, rows
from bot.pages.seat import confirm
from bot.store import Board, JournalRow, Store
from bot.store.results import HIDDEN
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

SCOPE = "privacy"
VERB = "privacy"
EXPORT, HIDE, SHOW, ERASE, SURE = "export", "hide", "show", "erase", "yes"
LARGEST_FILE_BYTES = 8 * 2**20
"""The largest attachment that Discord accepts on every server."""
PAGE = 100
ATTEMPTS = 5
"""How often a table is read again that changes while it is rewritten."""
EXPORTED_TABLES = 2_000
"""The newest tables of a person, which one file contains."""


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(PrivacyCog(bot.app))


class PrivacyCog(CommandCog):
    """One command and its buttons; every answer is private."""

    def __init__(self, app: App) -> None:
        self.privacy = Privacy(app.tables, app.store)
        if app.retention is not None:
            app.extensions.every_day.append(self._retire)
        super().__init__(app, [command(app, SCOPE, "privacy", self.click)], {VERB: self.click})

    async def click(self, click: Click) -> Answer:
        """Carry out a button for the person who pressed it."""
        say = self._app.words.say(SCOPE, click.lang)
        match click.address.path:
            case (key,) if key == EXPORT:
                data = await self.privacy.export(click.user)
                if len(data) > LARGEST_FILE_BYTES:
                    return Private(PrivatePage((Text(say("export-large")),), COLOUR))
                return Private(PrivatePage((Text(say("exported")), Document("tablee.json", data)), COLOUR))
            case (key,) if key in (HIDE, SHOW):
                await self._app.store.put(HIDDEN, click.user, b"{}" if key == HIDE else None)
                return await self._shown(click, say("hidden-done" if key == HIDE else "shown-done"))
            case (key,) if key == ERASE:
                sure = Address(VERB, path=(ERASE, SURE))
                return Update(confirm(say("erase-confirm"), say("erase-button"), sure))
            case (key, word) if (key, word) == (ERASE, SURE):
                await self.erase(click.user)
                return Update(PrivatePage((Text(say("erased")),), COLOUR))
            case _:
                return await self._shown(click)

    async def erase(self, user: int) -> None:
        """Remove everything stored about a person; others' games stay."""
        await self.privacy.erase(user)
        self._app.person_erased(user)

    async def _retire(self) -> None:
        """Remove the names and ids from games that ended long ago."""
        assert self._app.retention is not None
        if retired := await self.privacy.retire(self._app.now() - self._app.retention * DAY_SECONDS):
            log.info("names removed from finished games count=%s", retired)
            self._app.person_erased(0)

    async def _shown(self, click: Click, notice: str = "") -> Answer:
        say = self._app.words.say(SCOPE, click.lang)
        hidden = await self._app.store.get(HIDDEN, click.user) is not None
        days = self._app.retention
        retention = say("kept-days", days=days) if days else say("kept-always")
        text = f"{say('stored')}\n{retention}\n{say('standing-hidden' if hidden else 'standing-shown')}"
        choice = SHOW if hidden else HIDE
        buttons = [
            Button(say("export-button"), str(Address(VERB, path=(EXPORT,))), "primary"),
            Button(say(f"{choice}-button"), str(Address(VERB, path=(choice,)))),
            Button(say("erase-button"), str(Address(VERB, path=(ERASE,))), "danger"),
        ]
        notices = (Text(notice),) if notice else ()
        return Update(PrivatePage((*notices, Text(text), *rows(buttons)), COLOUR))


class Privacy:
    """Reads and erases what is stored about people."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self._tables = tables
        self._store = store

    # ---- exporting

    async def export(self, user: int) -> bytes:
        """Everything stored about a person, as JSON; nothing about anybody else."""
        documents = await self._store.documents_of(user)
        tables = await self._store.of_user(user, (LOBBY, PLAYING, OVER, CLOSED))
        exported: dict[str, Any] = {
            "user": str(user),
            "settings": {kind: _readable(document) for kind, document in sorted(documents.items())},
            "tables": [await self._table(row, user) for row in tables[-EXPORTED_TABLES:]],
            "results": await self._results(user),
            "standings": [
                msgspec.to_builtins(standing) | {"user": str(user), "guild": str(guild)}
                for guild, game in await self._store.boards_of([user])
                for standing in await self._store.standings(guild, game, [user])
            ],
            "journal": [_journal_entry(row, entry, user) for row, entry in await self._journal_of(user)],
        }
        return msgspec.json.format(msgspec.json.encode(exported), indent=1)

    async def _table(self, row: TableRow, user: int) -> dict[str, Any]:
        """One table as it concerns a person: where and when it was played, and their own moves."""
        found = await self._store.load(row.id)
        facts = facts_of(row)
        seat = next((seat for seat, each in enumerate(facts.players) if each.user == user), None) if facts else None
        entries: Iterable[tuple[int, MoveRow]] = enumerate(found[1], start=1) if found else ()
        return {
            "table": row.id,
            "server": str(row.guild),
            "channel": str(row.thread or row.channel),
            "game": row.game,
            "status": row.status,
            "opened": facts.created if facts else None,
            "host": facts.host == user if facts else None,
            "seat": seat,
            "name": facts.players[seat].name if facts and seat is not None else None,
            "moves": [[revision, entry.at, _readable(entry.move)] for revision, entry in entries if entry.seat == seat],
        }

    async def _results(self, user: int) -> list[Any]:
        found: list[Any] = []
        before: int | None = None
        while page := await self._store.results_of(user, before, PAGE):
            found += [msgspec.to_builtins(each) | {"user": str(user), "guild": str(each.guild)} for each in page]
            before = page[-1].table
        return found

    async def _journal_of(self, user: int) -> list[tuple[JournalRow, JournalEntry]]:
        """The entries of moderators' journals that name a person."""
        rows = await self._store.journal_naming(user)
        found = [(row, msgspec.json.decode(row.entry, type=JournalEntry)) for row in rows]
        return [(row, entry) for row, entry in found if entry.concerns(user)]

    # ---- erasing

    async def erase(self, user: int) -> int:
        """Erase a person: they leave open tables, and an anonymous player stays in their seat of ended ones.

        Gives how many tables named them. Idempotent. Messages that name them are rendered again: those of open tables
        as after any change, those of ended ones because storage marks them as stale.
        """
        boards = await self._store.boards_of([user])
        named, last = 0, 0
        while rows := await self._store.naming(user, last, PAGE):
            for row in rows:
                if await self._erased(row, user):
                    named += 1
                last = row.id
            await asyncio.sleep(0)
        # Until none is left: a concurrent erasure of another person may have written the same entry first.
        while entries := await self._journal_of(user):
            for found, entry in entries:
                await self._store.rewrite_journal(found, msgspec.json.encode(entry.without(user)))
        await self._store.forget(user)
        await self._recount(boards)
        log.info("a person was erased tables=%s", named)
        return named

    async def retire(self, until: float) -> int:
        """Forget the people of all games that ended before a time; gives how many games this process changed."""
        if not self._store.at_home(0):
            return 0
        retired, last = 0, 0
        boards: set[Board] = set()
        while rows := await self._store.remembering(until, last, PAGE):
            for row in rows:
                last = row.id
                facts = facts_of(row)
                users = people(facts) if facts else frozenset[int]()
                boards.update(await self._store.boards_of(list(users)))
                after = msgspec.json.encode(forgotten(facts, users)) if facts else row.facts
                retired += await self._rewritten(row, after, users)
            await asyncio.sleep(0)
        await self._store.forget_names()
        await self._recount(boards)
        return retired

    async def _erased(self, row: TableRow, user: int) -> bool:
        """Remove a person from one table; False if their number occurs there only as part of something else."""
        for _ in range(ATTEMPTS):
            if row.status in OPEN:
                try:
                    await self._tables.change(row.id, lambda table: left_and_forgotten(table, user))
                except Refusal:
                    log.info("an erased person's table cannot be read table=%s", row.id)
            facts = facts_of(row)
            if facts is not None and user not in people(facts):
                return False
            if row.status not in OPEN:
                # In facts that cannot be decoded only the user id can be found.
                number = str(user).encode()
                after = msgspec.json.encode(forgotten(facts, (user,))) if facts else row.facts.replace(number, b"0")
                if await self._rewritten(row, after, (user,), repaint=True):
                    return True
            found = await self._store.load(row.id)
            if found is None or str(user).encode() not in found[0].facts:
                return True
            row = found[0]
        raise Refusal("busy")

    async def _rewritten(self, row: TableRow, facts: bytes, users: Iterable[int], *, repaint: bool = False) -> bool:
        if not await self._store.rewrite(row, facts, list(users), repaint=repaint):
            return False
        self._tables.forget(row.id)
        return True

    async def _recount(self, boards: Iterable[Board]) -> None:
        """Compute the ratings of these servers and games anew, without the erased people."""
        for guild, game in boards:
            await self._store.recount(guild, game)


def _journal_entry(row: JournalRow, entry: JournalEntry, user: int) -> dict[str, Any]:
    """An entry of a server's journal as it concerns a person, without the other people it names."""
    exported: dict[str, Any] = {"server": str(row.guild), "at": row.at, "what": entry.key, "game": entry.game}
    if entry.who == user:
        return exported | {"as": "moderator", "command": entry.what, "before": entry.old, "after": entry.new}
    return exported | {"as": "person", "name": next((name for each, name in entry.people if each == user), "")}


def _readable(document: bytes) -> Any:
    try:
        return msgspec.json.decode(document)
    except msgspec.MsgspecError:
        return document.decode("utf-8", "replace")
