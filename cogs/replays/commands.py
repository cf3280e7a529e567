"""``/parties``: the list of a player's finished games; ``/verifier``: check and show a record from a file."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import discord

from bot.app import App
from bot.client.click import Answer, Click, Update
from bot.client.commands import CommandCog, command
from bot.core.game import Refusal
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import Button, PrivatePage
from bot.text.strings import Speech
from cogs.replays.clicks import ReplayClicks
from cogs.replays.film import FilmWorker
from cogs.replays.games_list import EACH, LIST, SCOPE, WATCH, Finished, games_list
from cogs.replays.given_records import GivenRecords
from cogs.replays.viewer import watch

Interaction = discord.Interaction[Any]
_TABLE = re.compile(r"t([0-9]{1,18})")


class ReplaysCog(CommandCog):
    """The list of finished games, the viewer, films, and attached records."""

    def __init__(self, app: App) -> None:
        self._app = app
        films = FilmWorker(app.catalogue.package) if app.drawing_worker else None
        given = GivenRecords(app.store, app.games, app.now)
        self.replays = ReplayClicks(app.now, app.tables, given, app.words, app.pictures, films)
        self.replays.register(app.router)
        app.extensions.person_erased.append(lambda _user: self.replays.forget())
        app.extensions.background_work.append(self.replays)
        # Behind the buttons of all other features.
        app.extensions.loaded.append(lambda: app.extensions.result_buttons.append(self._result_buttons))

        async def games(interaction: Interaction) -> None:
            await self._app.router.command(interaction, self._list)

        async def verify(interaction: Interaction, file: discord.Attachment) -> None:
            await self._app.router.command(interaction, lambda click: self.replays.verify(click, file))

        bodies: dict[str, Any] = {"games": games, "verify": verify}
        added = [command(app.words, SCOPE, key, body) for key, body in bodies.items()]
        super().__init__(app, added, {LIST: self._list, WATCH: self._watch})

    def _result_buttons(self, table: Table, say: Speech) -> list[Button]:
        return watch(table, say, self._app.now())

    async def _list(self, click: Click) -> Answer:
        """Show a page of the player's finished games, newest first; the address has the table it starts before."""
        return Update(await self._page(click, click.address.painted))

    async def _watch(self, click: Click) -> Answer:
        """Show the game that was chosen from the list; ``replay`` checks whether they may see it."""
        chosen = _TABLE.fullmatch(click.address.path[-1]) if click.address.path else None
        if chosen is None:
            raise Refusal("old-message")
        table = await self._app.tables.get(int(chosen[1]))
        return await self.replays.replay(click.at_table(table, Address("replay", table.id)))

    async def _page(self, click: Click, before: int) -> PrivatePage:
        store = self._app.store
        own = await store.results_of(click.user, before or None, EACH + 1)
        shown = own[:EACH]
        tables = await asyncio.gather(*(store.results_at(result.table) for result in shown))
        people = {result.user for table in tables for result in table if result.user is not None}
        names = await store.names(sorted(people))
        games = [
            Finished(result, tuple(each for each in table if each.seat != result.seat), names)
            for result, table in zip(shown, tables, strict=True)
        ]
        return games_list(self._app.words, click.lang, games, first=not before, more=len(own) > EACH)
