"""Private panels that follow the game by themselves, as long as Discord lets us edit them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import discord

from bot.facts import PLAYING
from bot.game import Path, Seat
from bot.store import Store
from bot.table import Table
from bot.ui.adapter import rerender
from bot.ui.gallery import Gallery
from bot.ui.page import Block, Line, Page, Text, cut
from bot.ui.panels import panel
from bot.ui.reply import LIFE, Reply
from bot.words import Words

log = logging.getLogger(__name__)

MOST = 5_000
SEEN = "seen"
"""Kept for a seat of a slow table: up to which revision its person has seen what was revealed."""
SEATS = 16
MOST_REVEALS = 4
LOOK = 20
"""Seconds that what a slow table revealed stays in a panel."""


@dataclass
class Panel:
    """One open panel: through which interaction it can be edited, and what it shows."""

    reply: Reply
    table: Table
    seat: Seat
    steps: Path
    asked: int
    shows: bytes = b""


class Panels:
    """The open panels, at most one a person and table. Only in memory: after a restart a click opens them again."""

    def __init__(self, store: Store, words: Words, gallery: Gallery, now: Callable[[], float]) -> None:
        self._store = store
        self._words = words
        self._gallery = gallery
        self._now = now
        self._open: OrderedDict[tuple[int, int], Panel] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def show(
        self, reply: Reply, table: Table, seat: Seat, *, steps: Path = (), notice: str = "", fresh: bool
    ) -> None:
        """Show a seat's panel: in a new private message, or in the one that was clicked on."""
        asked = table.asked[seat] if table.asked else 0
        # Known before anything is awaited, so that the panel it replaces does not also follow this change.
        shown = self._open[table.id, reply.user] = Panel(reply, table, seat, steps, asked)
        self._open.move_to_end((table.id, reply.user))
        while len(self._open) > MOST:
            self._open.popitem(last=False)
        page = await self._page(reply, table, seat, steps=steps, notice=notice)
        missed = await self._missed(reply, table, seat) if table.pace.slow and table.status == PLAYING else ()
        page = page.with_top(*missed)
        shown.shows = page.digest
        if fresh:
            await reply.private(page)
        else:
            await reply.update(page)
        if missed:
            # What was revealed is seen once: the panel hides it again by itself.
            asyncio.get_running_loop().call_later(LOOK, lambda: self._start(self._repaint(reply.user, shown)))

    def changed(self, _before: Table, after: Table) -> None:
        """Let the open panels of a table catch up."""
        for user in after.users:
            if (table := self._open.get((after.id, user))) is not None:
                self._start(self._follow(after, user, table))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="panel")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _missed(self, reply: Reply, table: Table, seat: Seat) -> tuple[Block, ...]:
        """What a slow table has revealed since this person last looked."""
        key = table.id * SEATS + seat
        seen = int(await self._store.get(SEEN, key) or 0)
        views = table.reveals(seen)[-MOST_REVEALS:]
        await self._store.put(SEEN, key, str(table.revision).encode())
        if not views:
            return ()
        say = self._words.say(table.game.key, reply.lang, table.names)
        blocks: list[Block] = [Text(say("missed", count=len(views), seconds=LOOK))]
        for number, view in enumerate(views):
            picture = await self._gallery.draw(table, view, say, f"seen-{number}.png")
            sight = table.game.face.sight(view, say)
            blocks += [picture or Text(cut(sight.scene, 600)), Text(cut(sight.story or "…", 300))]
        return (*blocks, Line())

    async def _follow(self, table: Table, user: int, open_panel: Panel) -> None:
        if self._now() - open_panel.reply.at >= LIFE or table.status != PLAYING:
            self._open.pop((table.id, user), None)
        if self._now() - open_panel.reply.at >= LIFE:
            return
        open_panel.table = table
        # Somebody in the middle of choosing is not interrupted while the question stands.
        if open_panel.steps and open_panel.asked == table.asked[open_panel.seat]:
            return
        await self._repaint(user, open_panel)

    async def _repaint(self, user: int, open_panel: Panel) -> None:
        table = open_panel.table
        page = await self._page(open_panel.reply, table, open_panel.seat)
        if page.digest == open_panel.shows or self._open.get((table.id, user), open_panel) is not open_panel:
            return
        open_panel.shows, open_panel.steps = page.digest, ()
        open_panel.asked = table.asked[open_panel.seat] if table.asked else 0
        try:
            await open_panel.reply.interaction.edit_original_response(**rerender(page))
        except discord.HTTPException as error:
            log.info("panel gone table=%s code=%s", table.id, error.code)
            self._open.pop((table.id, user), None)

    async def _page(self, reply: Reply, table: Table, seat: Seat, *, steps: Path = (), notice: str = "") -> Page:
        say, now = self._words.say(table.game.key, reply.lang, table.names), self._now()
        picture = await self._gallery.picture(table, seat, say, now)
        return panel(table, seat, say, now, steps=steps, notice=notice, picture=picture)
