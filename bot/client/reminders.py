"""Telling people that a slow table waits for them, as they wish: in the channel, in a direct message, or not at all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from bot.client.messages import Place, new_public
from bot.client.posted_boards import PRESENT
from bot.client.reply import UNSURE
from bot.core.facts import PLAYING
from bot.core.game import Seat
from bot.core.opponents import last_person
from bot.core.table import Table
from bot.pages.address import base36
from bot.pages.board import COLOUR
from bot.pages.page import PublicPage, Text
from bot.service.wishes import DIRECT, Wish, Wishes
from bot.store import Unavailable
from bot.tables.servers import Servers
from bot.text.strings import Words

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Reminders:
    """Watches slow tables. At the others people sit together, and the board itself pings."""

    _client: discord.Client
    _servers: Servers
    _wishes: Wishes
    _words: Words
    _now: Callable[[], float]
    _working: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    def changed(self, before: Table, after: Table) -> None:
        """A table has been stored: whoever is newly asked, or has little time left, is told."""
        if not after.pace.slow or after.status != PLAYING or after.facts.paused:
            return
        here = [seat for seat in after.to_act if seat not in after.away and seat not in after.opponents]
        if after.facts.reminded != before.facts.reminded:
            self._start(after, here, "reminder-late")
        elif before.status == PLAYING and after.revision != before.revision:
            # Who has just moved is looking, also while opponents answer them.
            looking = {after.log[-1].seat} | (after.moved_since(self._now() - PRESENT) & {last_person(after)})
            asked = [seat for seat in here if seat not in before.to_act and seat not in looking]
            self._start(after, asked, "reminder-turn")

    async def finish(self) -> None:
        """Before a stop: what is being said is said."""
        if self._working:
            await asyncio.wait(self._working, timeout=2)

    def _start(self, table: Table, seats: list[Seat], key: str) -> None:
        for seat in seats:
            task = asyncio.create_task(self._tell(table, seat, key), name="reminder")
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def _tell(self, table: Table, seat: Seat, key: str) -> None:
        user = table.users[seat]
        try:
            wish = await self._wishes.get(user)
            if wish.silent(self._now()):
                return
            direct = wish.way == DIRECT and await self._direct(table, user, wish, key)
            # A board that asks somebody new pings by itself; the rest is said here.
            if not direct and (key == "reminder-late" or wish.way == DIRECT):
                await self._ping(table, user, key)
        except (discord.HTTPException, Unavailable, *UNSURE) as error:
            code = error.code if isinstance(error, discord.HTTPException) else ""
            log.warning("reminder not given table=%s: %s %s", table.id, type(error).__name__, code)

    async def _direct(self, table: Table, user: int, wish: Wish, key: str) -> bool:
        """Whether somebody could be told in a direct message."""
        try:
            channel = int((await self._client.http.start_private_message(user))["id"])
            await Place(self._client, channel).post(
                **new_public(self._page(table, wish.lang, key)), nonce=_nonce(table, user, key)
            )
        except discord.Forbidden:
            return False
        return True

    async def _ping(self, table: Table, user: int, key: str) -> None:
        server = await self._servers.get(table.guild)
        page = self._page(table, server.language_in(table.channel), key, user)
        await Place(self._client, table.place).post(**new_public(page), nonce=_nonce(table, user, key))

    def _page(self, table: Table, lang: str, key: str, user: int | None = None) -> PublicPage:
        say = self._words.say(table.game.key, lang, table.names)
        deadline = table.facts.deadline
        link = f"https://discord.com/channels/{table.guild}/{table.place}"
        text = say(key, game=say("name"), people=say.names(range(table.size)), link=link)
        if deadline is not None:
            text = f"{text} {say('reminder-until', time=f'<t:{round(deadline)}:R>')}"
        if user is None:
            return PublicPage((Text(text),), COLOUR)
        return PublicPage((Text(f"<@{user}> {text}"),), COLOUR, (user,))


def _nonce(table: Table, user: int, key: str) -> str:
    """One for each thing said: after a broken connection nobody is told twice."""
    return f"{key[9]}{base36(table.id)}.{base36(table.revision)}.{base36(user % 36**5)}"
