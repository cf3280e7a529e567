"""Clicks at a table that is being played: look, choose, play, leave, stop, take a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from bot.client import permissions
from bot.client.boards import BoardPublisher
from bot.client.journal import Journal
from bot.client.reply import Reply
from bot.client.router import Router, Told
from bot.client.seats import OpenPanels
from bot.core import absence, daily
from bot.core.facts import ASLEEP, LOBBY, OPEN, PLAYING
from bot.core.game import Illegal, Path, Refusal, Seat
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.alone import alone_menu
from bot.pages.page import PrivatePage, Text
from bot.pages.panel import COLOUR, choice, confirm, decision, menu
from bot.pages.question import PLAY, REPEAT, paths
from bot.pages.result import ended_menu, proof
from bot.pages.rulebook import SUMMARY, reason, rulebook
from bot.recent import Recent
from bot.tables.servers import Servers
from bot.tables.tables import SharedTables, Tables
from bot.text.strings import Speech, Words, plain

TablesT = TypeVar("TablesT", Tables, SharedTables)


@dataclass(eq=False)
class Clicks(Generic[TablesT]):
    """Handles clicks at tables."""

    _tables: TablesT
    _servers: Servers
    _words: Words
    _publisher: BoardPublisher
    _now: Callable[[], float]

    def _say(self, table: Table, reply: Reply) -> Speech:
        """The words of a table for whoever clicked."""
        return self._words.say(table.game.key, reply.lang, table.names)

    @contextmanager
    def _told(self, table: Table, reply: Reply) -> Iterator[None]:
        """What is refused in the block is told with the names of the table's people."""
        try:
            yield
        except Refusal as no:
            raise Told(reason(no, self._say(table, reply))) from no


IN_TRANSIT_SECONDS = 10.0
"""No command is longer on its way than this: Discord gives up after three seconds."""
LATE_COMMANDS = 1_000
"""Refused commands that are remembered."""


class LateCommand(NamedTuple):
    """A typed command that was refused because it was sent before the question was asked, by Discord's clock."""

    asked: int
    """The revision at which the question was asked."""
    at: float


class TableClicks(Clicks[Tables]):
    """Handles the clicks on boards and panels, and the commands that do the same."""

    def __init__(
        self,
        tables: Tables,
        servers: Servers,
        words: Words,
        publisher: BoardPublisher,
        panels: OpenPanels,
        journal: Journal,
        now: Callable[[], float],
    ) -> None:
        super().__init__(tables, servers, words, publisher, now)
        self._panels = panels
        self._journal = journal
        self._late: Recent[tuple[int, int], LateCommand] = Recent(LATE_COMMANDS)

    def register(self, router: Router) -> None:
        """Have the clicks led here."""
        router.on(PLAY, self.play, silent=True)
        router.on(REPEAT, self.repeat, silent=True)
        for verb in ("hand", "aid", "rules", "menu", "read", "proof", "quit", "end", "close", "back"):
            router.on(verb, getattr(self, verb))

    # ---- looking

    async def hand(self, reply: Reply, address: Address) -> None:
        """Open somebody's panel, or go back a step in it."""
        table = await self._tables.get(address.table)
        await self.show(reply, table, steps=address.path)
        await self._publisher.noticed(reply, table, address.painted)

    async def show(
        self, reply: Reply, table: Table, *, steps: Path = (), notice: str = "", returned: bool = False
    ) -> None:
        """Show somebody their panel; ``returned``: they were away until now."""
        seat = table.seat_of(reply.user)
        if seat is None:
            raise Refusal("not-at-table")
        returned = returned or table.facts.players[seat].away
        table = await self.present(reply, await self._tables.adopt(table))
        # Somebody may have taken it meanwhile.
        seat = table.require_seat(reply.user)
        await self._panels.show(reply, table, seat, steps=steps, notice=notice, returned=returned)

    async def aid(self, reply: Reply, address: Address) -> None:
        """Show a reference card of the game."""
        table = await self.present(reply, await self._tables.get(address.table))
        if not address.path or address.path[0] not in table.game.aids:
            raise Refusal("old-message")
        await reply.private(PrivatePage((Text(self._say(table, reply)(f"aid-{address.path[0]}")),), COLOUR))

    async def rules(self, reply: Reply, address: Address) -> None:
        """Show a game's rules, or another section of them."""
        game = self._tables.games.get(address.path[0]) if address.path else None
        if game is None:
            raise Refusal("old-message")
        section = address.path[1] if len(address.path) > 1 else SUMMARY
        page = rulebook(self._words, game, reply.lang, section)
        # From the page of a table they open beside it.
        await (reply.private(page) if address.table else reply.update(page))

    async def menu(self, reply: Reply, address: Address) -> None:
        """Show what one can do besides playing."""
        table = await self.present(reply, await self._tables.get(address.table))
        say = self._say(table, reply)
        await self._panels.looked(reply, table)
        if table.status in OPEN and table.alone:
            await reply.private(alone_menu(table, say))
        elif table.status in OPEN:
            await reply.private(menu(table, table.seat_of(reply.user), say, moderator=reply.moderator))
        else:
            await reply.private(ended_menu(table, say))
        await self._publisher.noticed(reply, table)

    async def read(self, reply: Reply, address: Address) -> None:
        """Show the whole table in words: for whoever cannot see the picture."""
        table = await self.present(reply, await self._tables.get(address.table))
        if table.state is None:
            raise Refusal("finished" if table.status != LOBBY else "not-started")
        # Without what is shown for a moment: this message stays.
        view = table.view(table.seat_of(reply.user), self._now()).without_flash()
        sight = table.game.face.sight(view, self._say(table, reply))
        parts = (sight.scene, sight.story, sight.hand)
        await reply.update(PrivatePage(tuple(Text(part) for part in parts if part), COLOUR))

    async def proof(self, reply: Reply, address: Address) -> None:
        """Show what proves that the deal of a game that has ended was not changed, with its record."""
        table = await self._tables.get(address.table)
        if table.status in OPEN or not table.log:
            raise Refusal("not-over" if table.status in OPEN else "no-table")
        if daily.sealed(table, self._now()):
            raise Refusal("daily-sealed")
        page = proof(table, self._say(table, reply))
        await (reply.private(page) if table.alone else reply.update(page))

    # ---- playing

    async def play(self, reply: Reply, address: Address) -> None:
        """Go a step further towards a move, or make it."""
        table = await self._tables.get(address.table)
        await self.move(reply, table, address.path, painted=address.painted)

    async def repeat(self, reply: Reply, address: Address) -> None:
        """Make a move, and have it made again whenever the like is asked in this stretch of play."""
        table = await self._tables.get(address.table)
        await self.move(reply, table, address.path, painted=address.painted, repeated=True)

    async def move(
        self, reply: Reply, table: Table, steps: Path, *, painted: int | None, repeated: bool = False
    ) -> None:
        """Make the move those steps spell; if they are only its beginning, ask for the rest."""
        seat = table.seat_of(reply.user)
        if seat is None:
            raise Refusal("not-at-table")
        await self._admit(reply, table)
        before, now = await self._resumed(reply, await self._tables.adopt(table)), self._now()
        try:
            if _begins(before, seat, steps):
                before.ready(seat, painted=painted, at=self._sent(reply, before, seat), now=now)
                await self._panels.looked(reply, before)
                await self.show(reply, before, steps=steps)
                return
            table = await self._tables.change(
                table.id,
                lambda table: table.play(
                    reply.user,
                    steps,
                    painted=painted,
                    at=self._sent(reply, table, seat),
                    now=self._now(),
                    repeated=repeated,
                ),
            )
        except (Refusal, Illegal) as no:
            if no.key == "moved-on" and painted is None:
                self._refused_late(reply, await self._tables.get(table.id), seat)
            await self._panels.looked(reply, before)
            await self._refused(reply, await self._tables.get(table.id), no)
            return
        if reply.message is not None and seat not in table.choosers:
            # At once: whatever is awaited before it would have the board painted twice.
            await self._publisher.answer(reply, table)
            await self._panels.looked(reply, before, table, at=now)
            return
        await self._panels.looked(reply, before, table, at=now)
        if reply.message is not None:
            # What comes next is this person's too, and private: they need not ask for it.
            await self.show(reply, table)
            await self._publisher.noticed(reply, table)
        else:
            await self.show(reply, table, notice="" if table.alone else self._done(reply, table, typed=painted is None))

    def _sent(self, reply: Reply, table: Table, seat: Seat) -> float:
        """When somebody did something at a table, by Discord's clock.

        Where that clock was set back a command seems to be older than its question for as long as it was set back. But
        one that was sent well after another had been refused at the same question was sent after the question, too.
        """
        late = self._late.get((table.id, reply.user))
        if late is None or not table.asked or late.asked != table.asked[seat]:
            return reply.at
        if reply.at - late.at < IN_TRANSIT_SECONDS:
            return reply.at
        return max(reply.at, table.asked_at[seat])

    def _refused_late(self, reply: Reply, table: Table, seat: Seat) -> None:
        """Remember the first command that was refused at a question; a later one if the clock is set back again."""
        key, asked = (table.id, reply.user), table.asked[seat] if table.asked else 0
        late = self._late.get(key)
        if late is None or late.asked != asked or reply.at < late.at:
            self._late[key] = LateCommand(asked, reply.at)

    def _done(self, reply: Reply, table: Table, *, typed: bool) -> str:
        """That a move is made, and where; one's own table itself tells of it."""
        return self._say(table, reply)("done-at" if typed else "done", place=f"<#{table.place}>")

    async def _refused(self, reply: Reply, table: Table, no: Refusal | Illegal) -> None:
        say = self._say(table, reply)
        text = reason(no, say)
        if no.key == "moved-on" and table.state is not None:
            story = table.game.face.sight(table.view(None, self._now()).without_flash(), say).story
            text = f"{text}\n{story}" if story else text
        if reply.in_private or no.key == "moved-on":
            # Whoever chooses in their panel keeps it, with the reason on top; whoever is late gets a fresh one.
            await self.show(reply, table, notice=text)
        else:
            raise Told(text)

    # ---- coming and going

    async def quit(self, reply: Reply, address: Address) -> None:
        """Leave a game that goes on, after a question."""
        table = await self._tables.get(address.table)
        if table.alone:
            await self.close(reply, address)
            return
        seat = table.seat_of(reply.user)
        others = any(other != seat for other in table.here)
        counts = table.rated and seat not in table.out
        verb = "leave" if table.status == LOBBY else "quit-last" if not others else "quit-rated" if counts else "quit"
        await self._confirmed(reply, table, address, verb, lambda table: absence.leave(table, reply.user))
        if table.status == LOBBY:
            self._publisher.request(table.id)

    async def end(self, reply: Reply, address: Address) -> None:
        """Agree to stop without a winner, after a question."""
        table = await self._tables.get(address.table)
        if table.alone:
            await self.close(reply, address)
            return
        await self._confirmed(reply, table, address, "end", lambda table: absence.agree_to_end(table, reply.user))

    async def close(self, reply: Reply, address: Address) -> None:
        """Close a table at once (its host, or a moderator), after a question."""
        table = await self._tables.get(address.table)
        if not reply.moderator and reply.user != table.facts.host:
            raise Refusal("close-only")
        counts = absence.closing_counts(table, reply.user)
        verb = "alone-close" if table.alone else "close-rated" if counts else "close"
        # A question that did not say that closing counts as leaving is asked again.
        yes = "counts" if counts else "yes"
        closed = await self._confirmed(
            reply, table, address, verb, lambda table: absence.close(table, reply.user), yes=yes
        )
        if closed and reply.user != table.facts.host:
            await self._journal.closed(table, reply)

    async def back(self, reply: Reply, address: Address) -> None:
        """Be there again."""
        table = await self._tables.get(address.table)
        if table.seat_of(reply.user) is None:
            raise Refusal("not-at-table")
        await self._admit(reply, table)
        before, table = table, await self._tables.change(address.table, lambda table: self._back(table, reply.user))
        if before is table:
            raise Refusal("never-away")
        await self.show(reply, table, notice=self._say(table, reply)("done-back"), returned=True)

    async def _confirmed(
        self, reply: Reply, table: Table, address: Address, verb: str, step: Callable[[Table], Table], yes: str = "yes"
    ) -> bool:
        """Ask before a step, or make it if the click says yes; whether it was made."""
        say, plain = self._say(table, reply), verb.removesuffix("-last").removesuffix("-rated")
        if address.path != (yes,):
            step(table)  # What would be refused is refused now, not after the question.
            sure = address._replace(path=(yes,))
            # Whoever plays alone plays against the others.
            seats = [seat for seat, user in enumerate(table.users) if not (table.alone and user == reply.user)]
            named = {"game": say("name"), "place": f"<#{table.place}>", "people": say.names(seats)}
            await reply.update(confirm(say(f"{verb}-confirm", **named), say(f"{plain}-button"), sure))
            return False
        await self._tables.change(table.id, step)
        await reply.update(PrivatePage((Text(say(f"done-{verb.removesuffix('-rated')}")),), COLOUR))
        return True

    # ---- who clicked

    async def present(self, reply: Reply, table: Table) -> Table:
        """The table, for somebody who has just clicked or typed: whatever they did, they are here.

        A seat the table plays for is theirs again, and a table that sleeps goes on.
        """
        if table.status != PLAYING:
            return table
        if (seat := table.seat_of(reply.user)) is not None:
            player = table.facts.players[seat]
            # Whoever has left said so; they say so too when they come back.
            if (player.away and not player.left) or table.facts.paused == ASLEEP:
                await self._admit(reply, table)
                return await self._tables.try_change(table.id, lambda table: self._back(table, reply.user))
        return await self._resumed(reply, table)

    async def _admit(self, reply: Reply, table: Table) -> None:
        """Refuse whoever may not sit at a table here any more: their seat is not theirs again."""
        # One's own table is wherever one is.
        guild = reply.interaction.guild_id or 0 if table.alone else table.guild
        (await self._servers.get(guild)).admit(reply.user)

    async def _resumed(self, reply: Reply, table: Table) -> Table:
        """The table; one that was paused for want of a permission goes on as soon as it is there again."""
        if table.facts.paused in (None, ASLEEP) or reply.interaction.channel_id != table.place:
            return table
        needed = permissions.THREAD if table.thread else permissions.BOARD
        if permissions.lacking(reply.interaction.app_permissions, needed):
            return table
        return await self._tables.try_change(table.id, lambda table: absence.resume(table, self._now()))

    def _back(self, table: Table, user: int) -> Table:
        """Somebody is there again; whoever wakes a sleeping table has their time afresh, for the old one ran out."""
        player = table.facts.players[table.users.index(user)]
        if table.status != PLAYING or not (player.away or table.facts.paused == ASLEEP):
            return table
        after = absence.come_back(table, user)
        return absence.resume(after, self._now()) if table.facts.paused == ASLEEP else after


def _begins(table: Table, seat: Seat, steps: Path) -> bool:
    """Whether these steps (perhaps with a page of a menu) are only the beginning of a legal move."""
    legal = table.legal(seat)
    try:
        if table.game.move(steps) in legal:
            return False
    except ValueError:
        # No whole move: what may follow is known only by spelling all of them.
        pass
    taken = steps[:-1] if steps and steps[-1].startswith("~") else steps
    known = paths(table.game, legal)
    return any(path[: len(taken)] == taken and (len(path) > len(taken) or taken != steps) for path in known)


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
