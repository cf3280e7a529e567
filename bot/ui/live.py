"""Private panels that follow the game by themselves, as long as Discord lets us edit them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.facts import PLAYING
from bot.game import Path, Seat
from bot.table import Table
from bot.ui.adapter import rerender
from bot.ui.gallery import Gallery
from bot.ui.page import Page
from bot.ui.panels import panel
from bot.ui.reply import LIFE, Reply
from bot.words import Words

log = logging.getLogger(__name__)

MOST = 5_000


@dataclass
class Panel:
    """One open panel: through which interaction it can be edited, and what it shows."""

    reply: Reply
    seat: Seat
    steps: Path
    asked: int
    shows: bytes


class Panels:
    """The open panels, at most one a person and table. Only in memory: after a restart a click opens them again."""

    def __init__(self, words: Words, gallery: Gallery, now: Callable[[], float]) -> None:
        self._words = words
        self._gallery = gallery
        self._now = now
        self._open: OrderedDict[tuple[int, int], Panel] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def show(
        self, reply: Reply, table: Table, seat: Seat, *, steps: Path = (), notice: str = "", fresh: bool
    ) -> None:
        """Show a seat's panel: in a new private message, or in the one that was clicked on."""
        page = await self._page(reply, table, seat, steps=steps, notice=notice)
        if fresh:
            await reply.private(page)
        else:
            await reply.update(page)
        asked = table.asked[seat] if table.asked else 0
        self._open[table.id, reply.user] = Panel(reply, seat, steps, asked, page.digest)
        self._open.move_to_end((table.id, reply.user))
        while len(self._open) > MOST:
            self._open.popitem(last=False)

    def is_open(self, table: Table, user: int) -> bool:
        """Whether somebody's panel still follows the game."""
        found = self._open.get((table.id, user))
        return found is not None and self._now() - found.reply.at < LIFE

    def changed(self, _before: Table, after: Table) -> None:
        """Let the open panels of a table catch up."""
        for user in after.users:
            if (table := self._open.get((after.id, user))) is not None:
                task = asyncio.create_task(self._follow(after, user, table), name="panel")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _follow(self, table: Table, user: int, open_panel: Panel) -> None:
        if self._now() - open_panel.reply.at >= LIFE or table.status != PLAYING:
            self._open.pop((table.id, user), None)
        if self._now() - open_panel.reply.at >= LIFE:
            return
        # Somebody in the middle of choosing is not interrupted while the question stands.
        if open_panel.steps and open_panel.asked == table.asked[open_panel.seat]:
            return
        page = await self._page(open_panel.reply, table, open_panel.seat)
        if page.digest == open_panel.shows or self._open.get((table.id, user), open_panel) is not open_panel:
            return
        open_panel.shows, open_panel.steps = page.digest, ()
        open_panel.asked = table.asked[open_panel.seat]
        try:
            await open_panel.reply.interaction.edit_original_response(**rerender(page))
        except discord.HTTPException as error:
            log.info("panel gone table=%s code=%s", table.id, error.code)
            self._open.pop((table.id, user), None)

    async def _page(self, reply: Reply, table: Table, seat: Seat, *, steps: Path = (), notice: str = "") -> Page:
        say, now = self._words.say(table.game.key, reply.lang, table.names), self._now()
        picture = await self._gallery.picture(table, seat, say, now)
        return panel(table, seat, say, now, steps=steps, notice=notice, picture=picture)
