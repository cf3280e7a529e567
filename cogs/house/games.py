"""``/parties``: the games one has finished, to be seen again; ``/verifier``: a game that somebody has as a file."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import discord

from bot.client.bot import Bot
from bot.client.commands import CommandCog, answer, command
from bot.client.reply import Reply
from bot.core.game import Refusal
from bot.pages.address import Address
from bot.pages.page import PrivatePage
from cogs.house.games_list import EACH, LIST, SCOPE, WATCH, Finished, games_list

Interaction = discord.Interaction[Any]
_TABLE = re.compile(r"t([0-9]{1,18})")


class GamesCog(CommandCog):
    """Games that have ended."""

    def __init__(self, bot: Bot) -> None:
        async def games(interaction: Interaction) -> None:
            await answer(bot, interaction, lambda reply: self._list(reply, Address(LIST)))

        async def verify(interaction: Interaction, file: discord.Attachment) -> None:
            await answer(bot, interaction, lambda reply: bot.replay_clicks.verify(reply, file))

        bodies: dict[str, Any] = {"games": games, "verify": verify}
        added = [command(bot.words, SCOPE, key, body) for key, body in bodies.items()]
        super().__init__(bot, added, {LIST: self._list, WATCH: self._watch})

    async def _list(self, reply: Reply, address: Address) -> None:
        """Show somebody the games they have finished, newest first; the address says before which table."""
        await reply.update(await self._page(reply, address.painted))

    async def _watch(self, reply: Reply, address: Address) -> None:
        """Show the game that was chosen from the list. Whether they may see it is decided by who shows it."""
        chosen = _TABLE.fullmatch(address.path[-1]) if address.path else None
        if chosen is None:
            raise Refusal("old-message")
        await self.bot.replay_clicks.replay(reply, Address("replay", int(chosen[1])))

    async def _page(self, reply: Reply, before: int) -> PrivatePage:
        store = self.bot.store
        own = await store.results_of(reply.user, before or None, EACH + 1)
        shown = own[:EACH]
        tables = await asyncio.gather(*(store.results_at(result.table) for result in shown))
        people = {result.user for table in tables for result in table if result.user is not None}
        names = await store.names(sorted(people))
        games = [
            Finished(result, tuple(each for each in table if each.seat != result.seat), names)
            for result, table in zip(shown, tables, strict=True)
        ]
        return games_list(self.bot.words, reply.lang, games, first=not before, more=len(own) > EACH)
