"""Playing alone: choose a game and a level, play it in the private panel, ask for a hint, play again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from bot.client.reply import Reply
from bot.client.router import Router
from bot.client.seats import OpenPanels
from bot.client.table_clicks import TableClicks
from bot.core import alone, lobby
from bot.core.facts import LOBBY, OPEN, PLAYING, Player
from bot.core.game import AnyGame, Refusal
from bot.core.opponents import LEVELS
from bot.core.table import Table
from bot.locks import Locks
from bot.pages.address import Address
from bot.pages.alone import ADVICE, AGAIN, ALONE, already, choose_game, choose_level, hint
from bot.service.advice import Advisor
from bot.tables.servers import Servers
from bot.tables.tables import Tables
from bot.text.strings import Words


@dataclass(eq=False)
class AloneClicks:
    """Handles the tables that one person plays alone; the moves themselves are made as at any other table."""

    _tables: Tables
    _servers: Servers
    _words: Words
    _table_clicks: TableClicks
    _panels: OpenPanels
    _advisor: Advisor
    _now: Callable[[], float]
    _locks: Locks[int] = field(default_factory=Locks[int], init=False)

    def register(self, router: Router) -> None:
        """Have the clicks led here."""
        router.on(ALONE, self.alone)
        router.on(AGAIN, self.again)
        router.on(ADVICE, self.advice)

    async def alone(self, reply: Reply, address: Address) -> None:
        """Go on choosing, or begin: the steps of the address are what has been chosen."""
        game = self._tables.games.get(address.path[0]) if address.path else None
        if address.path and game is None:
            raise Refusal("old-message")
        level = next((step for step in address.path[1:] if step in LEVELS), None)
        seats = next((int(step) for step in address.path[1:] if step.isdecimal() and len(step) < 3), None)
        await self.play(reply, game, level, seats, anew=address.path[-1:] == ("yes",))

    async def play(
        self, reply: Reply, game: AnyGame | None, level: str | None, seats: int | None, *, anew: bool = False
    ) -> None:
        """Begin a game of one's own; ask for what is not chosen yet.

        Somebody who has one already is asked first whether they give it up, unless they have said so (``anew``).
        """
        self._panels.leave(reply)
        if game is None:
            allowed = await self._games(reply, seats)
            await reply.update(choose_game(allowed, self._words, reply.lang, level=level, seats=seats))
            return
        await self.allow(reply, game)
        seats = alone.seats_for(game, seats)
        chosen = LEVELS[LEVELS.index(level)] if level in LEVELS else None
        if chosen is None:
            await reply.update(choose_level(game, seats, self._words, reply.lang))
            return
        # Two clicks at once are two games otherwise.
        async with self._locks.of(reply.user):
            mine = await self._mine(reply.user)
            if mine and not anew:
                await reply.update(already(mine[-1], game, chosen, seats, self._words, reply.lang))
                return
            for old in mine:
                await self._give_up(old)
            person = Player(user=reply.user, name=reply.name)
            guild = reply.interaction.guild_id or 0
            ready = alone.against(
                game, guild=guild, person=person, level=chosen, seats=seats, now=self._now(), options={}
            )
            table = await self._begun(reply, ready)
        await self._table_clicks.show(reply, table)

    async def again(self, reply: Reply, address: Address) -> None:
        """The next game against the same opponents, with the same options and the next first player."""
        old = await self._tables.get(address.table)
        if not old.alone:
            raise Refusal("old-message")
        await self.allow(reply, old.game)
        self._panels.leave(reply)
        async with self._locks.of(reply.user):
            old, mine = await self._tables.get(old.id), await self._mine(reply.user)
            following = next((table for table in mine if table.id == old.facts.rematch), None)
            if following is None and mine:
                other = already(mine[-1], old.game, alone.level_of(old), old.size, self._words, reply.lang)
                await reply.update(other)
                return
            if following is None:
                following = await self._begun(reply, lobby.next_game(old, reply.user, self._now()))
                await self._tables.change(old.id, lambda table: table.rematched(following.id))
        await self._table_clicks.show(reply, following)

    async def advice(self, reply: Reply, address: Address) -> None:
        """Show what an expert would do in one's place, and why."""
        table = await self._tables.get(address.table)
        seat = table.require_seat(reply.user)
        if table.trial:
            raise Refusal("daily-advice")
        say = self._words.say(table.game.key, reply.lang, table.names)
        found = await self._advisor.advise(table, seat, reply.lang)
        now = await self._tables.get(table.id)
        if now.revision != table.revision:
            # Something has happened while it was thought about: there is another question now.
            await self._table_clicks.show(reply, now)
            return
        view = table.view(seat, self._now())
        await self._table_clicks.show(reply, now, notice=hint(table, seat, view, found.path, found.reason, say))

    # ---- what the handlers share

    async def _begun(self, reply: Reply, ready: Table) -> Table:
        """The table with its deal, kept."""
        opened = await self._tables.open(ready)
        return await self._tables.change(
            opened.id, lambda table: lobby.start(table, reply.user, self._tables.rng, self._now())
        )

    async def _mine(self, user: int) -> list[Table]:
        """Somebody's own game that goes on; one that was never dealt, because the program stopped just then, goes."""
        found = [table for table in await self._tables.of(user, OPEN) if table.alone and not table.facts.daily]
        for table in found:
            if table.status == LOBBY:
                await self._give_up(table)
        return [table for table in found if table.status == PLAYING]

    async def _give_up(self, table: Table) -> None:
        with contextlib.suppress(Refusal):
            await self._tables.change(table.id, lambda table: table.close("host"))

    async def _games(self, reply: Reply, seats: int | None) -> dict[str, AnyGame]:
        """The games somebody may play alone where they are."""
        found: dict[str, AnyGame] = {}
        for key, game in self._tables.games.items():
            with contextlib.suppress(Refusal):
                await self.allow(reply, game)
                alone.seats_for(game, seats)
                found[key] = game
        return found

    async def allow(self, reply: Reply, game: AnyGame) -> None:
        """Refuse what moderators do not want. Where tables may be opened is no matter: nobody sees this one."""
        interaction = reply.interaction
        if interaction.guild_id is None:
            return
        channel = interaction.channel_id or 0
        if isinstance(interaction.channel, discord.Thread):
            channel = interaction.channel.parent_id or channel
        server = await self._servers.get(interaction.guild_id)
        server.admit(reply.user)
        server.allow_game(game.key, channel)
