"""What people do about the seat of somebody who has left a game: ask for it, and decide who gets it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.client.clicks import Clicks
from bot.client.reply import Reply
from bot.client.router import Router
from bot.client.table_clicks import TableClicks
from bot.core import absence
from bot.core.game import Refusal
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import PrivatePage, Text
from bot.pages.seats import choice, decision
from bot.tables.tables import Tables
from bot.text.strings import plain


@dataclass(eq=False)
class SeatClicks(Clicks[Tables]):
    """Handles the seats of those who have left."""

    _table_clicks: TableClicks

    def register(self, router: Router) -> None:
        """Have the clicks led here."""
        router.on("take", self.take)
        router.on("seat", self.seat)

    async def take(self, reply: Reply, address: Address) -> None:
        """Ask for the seat of somebody who has left. Whoever has left themselves is there again."""
        table = await self._tables.get(address.table)
        (await self._servers.get(table.guild)).admit(reply.user)
        mine, free = table.seat_of(reply.user), absence.vacant(table)
        if mine is not None and mine in free:
            await self._table_clicks.back(reply, address)
            return
        if not address.path and len(free) > 1 and mine is None:
            await reply.update(choice(table, free, self._say(table, reply)))
            return
        seat = int(address.path[0]) if address.path and address.path[0].isdecimal() else (free or [-1])[0]
        table = await self._change(reply, table, lambda table: absence.ask(table, reply.user, reply.name, seat))
        say = self._say(table, reply)
        await reply.update(PrivatePage((Text(say("take-asked", seat=seat)),)))

    async def seat(self, reply: Reply, address: Address) -> None:
        """Decide about somebody who asks, after a question: whoever has left cannot come back then."""
        table = await self._table_clicks.present(reply, await self._tables.get(address.table))
        who, *answer = (*address.path, "") if address.path else ("", "")
        user = int(who) if who.isdecimal() else 0
        if answer[0] not in ("yes", "no"):
            with self._told(table, reply):
                wish = absence.asked(table, reply.user, user)
            await reply.update(decision(table, wish, self._say(table, reply)))
            return
        if answer[0] == "no":
            table = await self._change(reply, table, lambda table: absence.decline(table, reply.user, user))
            await reply.update(PrivatePage((Text(self._say(table, reply)("seat-declined")),)))
            return
        if user in (await self._servers.get(table.guild)).banned:
            # Since they asked.
            await self._change(reply, table, lambda table: absence.decline(table, reply.user, user))
            raise Refusal("nobody-asks")

        def given(table: Table) -> Table:
            # They may have asked for another one since the question was shown.
            if str(absence.asked(table, reply.user, user).seat) != answer[1]:
                raise Refusal("nobody-asks")
            return absence.accept(table, reply.user, user, self._now())

        name = next((ask.name for ask in table.facts.asks if ask.user == user), "")
        table = await self._change(reply, table, given)
        await self._publisher.repost(table.id)
        await reply.update(PrivatePage((Text(self._say(table, reply)("seat-given", person=plain(name))),)))

    async def _change(self, reply: Reply, table: Table, step: Callable[[Table], Table]) -> Table:
        with self._told(table, reply):
            return await self._tables.change(table.id, step)
