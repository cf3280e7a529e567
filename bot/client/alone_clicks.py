"""Playing alone: choose a game and a level, play it in the private panel, ask for a hint, play again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.client.click import Answer, Click, Update
from bot.client.router import Refused, Router
from bot.client.seats import SeatMessages
from bot.client.table_clicks import TableClicks
from bot.core import alone, lobby
from bot.core.facts import LOBBY, OPEN, PLAYING, Player
from bot.core.game import AnyGame, Refusal
from bot.core.opponents import LEVELS
from bot.core.table import Table
from bot.locks import Locks
from bot.pages.alone import ADVICE, AGAIN, ALONE, already, choose_game, choose_level, hint
from bot.service.advice import Advisor
from bot.tables.tables import Tables
from bot.text.strings import Words


@dataclass(eq=False)
class AloneClicks:
    """Handles the tables that one person plays alone; the moves themselves are made as at any other table."""

    _tables: Tables
    _words: Words
    _table_clicks: TableClicks
    _seat_messages: SeatMessages
    _advisor: Advisor
    _now: Callable[[], float]
    _locks: Locks[int] = field(default_factory=Locks[int], init=False)

    def register(self, router: Router) -> None:
        """Have the clicks led here."""
        router.on(ALONE, self.alone)
        router.on(AGAIN, self.again)
        router.on(ADVICE, self.advice)

    async def alone(self, click: Click) -> Answer:
        """Go on choosing, or begin: the steps of the address are what has been chosen."""
        game = self._tables.games.get(click.address.path[0]) if click.address.path else None
        if click.address.path and game is None:
            raise Refusal("old-message")
        level = next((step for step in click.address.path[1:] if step in LEVELS), None)
        seats = next((int(step) for step in click.address.path[1:] if step.isdecimal() and len(step) < 3), None)
        return await self.play(click, game, level, seats, anew=click.address.path[-1:] == ("yes",))

    async def play(
        self, click: Click, game: AnyGame | None, level: str | None, seats: int | None, *, anew: bool = False
    ) -> Answer:
        """Begin a game of one's own; ask for what is not chosen yet.

        Somebody who has one already is asked first whether they give it up, unless they have said so (``anew``).
        """
        self._seat_messages.leave(click)
        if game is None:
            allowed = self._games(click, seats)
            return Update(choose_game(allowed, self._words, click.lang, level=level, seats=seats))
        click.allow_game(game.key)
        seats = alone.seats_for(game, seats)
        chosen = LEVELS[LEVELS.index(level)] if level in LEVELS else None
        if chosen is None:
            return Update(choose_level(game, seats, self._words, click.lang))
        # Two clicks at once are two games otherwise.
        async with self._locks.of(click.user):
            mine = await self._mine(click.user)
            if mine and not anew:
                return Update(already(mine[-1], game, chosen, seats, self._words, click.lang))
            for old in mine:
                await self._give_up(old)
            person = Player(user=click.user, name=click.name)
            guild = click.guild
            ready = alone.against(
                game, guild=guild, person=person, level=chosen, seats=seats, now=self._now(), options={}
            )
            table = await self._begun(click, ready)
        return await self._table_clicks.show(click, table)

    async def again(self, click: Click) -> Answer:
        """The next game against the same opponents, with the same options and the next first player."""
        old = click.table
        if not old.alone:
            raise Refusal("old-message")
        click.allow_game(old.game.key)
        self._seat_messages.leave(click)
        async with self._locks.of(click.user):
            old, mine = await self._tables.get(old.id), await self._mine(click.user)
            following = next((table for table in mine if table.id == old.facts.rematch), None)
            if following is None and mine:
                other = already(mine[-1], old.game, alone.level_of(old), old.size, self._words, click.lang)
                return Update(other)
            if following is None:
                following = await self._begun(click, lobby.next_game(old, click.user, self._now()))
                await self._tables.change(old.id, lambda table: table.rematched(following.id))
        return await self._table_clicks.show(click, following)

    async def advice(self, click: Click) -> Answer:
        """Show what an expert would do in one's place, and why."""
        table = click.table
        seat = table.require_seat(click.user)
        if not table.facts.hints:
            raise Refused(self._words.get(table.facts.feature, click.lang, "refusal-no-hints"))
        say = self._words.say(table.game.key, click.lang, table.names)
        found = await self._advisor.advise(table, seat, click.lang)
        now = await self._tables.get(table.id)
        if now.revision != table.revision:
            # Something has happened while it was thought about: there is another question now.
            return await self._table_clicks.show(click, now)
        view = table.view(seat, self._now())
        return await self._table_clicks.show(click, now, notice=hint(table, seat, view, found.path, found.reason, say))

    # ---- what the handlers share

    async def _begun(self, click: Click, ready: Table) -> Table:
        """The table with its deal, kept."""
        opened = await self._tables.open(ready)
        changed = await self._tables.change(
            opened, lambda table: lobby.start(table, click.user, self._tables.rng, self._now())
        )
        return changed.after

    async def _mine(self, user: int) -> list[Table]:
        """Somebody's own game that goes on; one that was never dealt, because the program stopped just then, goes."""
        found = [table for table in await self._tables.of(user, OPEN) if table.alone and not table.facts.feature]
        for table in found:
            if table.status == LOBBY:
                await self._give_up(table)
        return [table for table in found if table.status == PLAYING]

    async def _give_up(self, table: Table) -> None:
        with contextlib.suppress(Refusal):
            await self._tables.change(table.id, lambda table: table.close("host"))

    def _games(self, click: Click, seats: int | None) -> dict[str, AnyGame]:
        """The games somebody may play alone where they are."""
        found: dict[str, AnyGame] = {}
        for key, game in self._tables.games.items():
            with contextlib.suppress(Refusal):
                click.allow_game(game.key)
                alone.seats_for(game, seats)
                found[key] = game
        return found
