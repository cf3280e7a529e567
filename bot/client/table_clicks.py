"""Clicks at a table that is being played: look, choose, play, leave, stop, take a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.client.click import (
    BOARD_PERMISSIONS,
    THREAD_PERMISSIONS,
    Answer,
    Click,
    Private,
    Refused,
    Router,
    Several,
    Then,
    Update,
    note,
)
from bot.client.seats import SeatAnswer
from bot.core import absence
from bot.core.facts import ASLEEP, LOBBY, OPEN, PLAYING
from bot.core.game import Illegal, Path, Refusal, Seat
from bot.core.table import Table
from bot.pages.board import ended_menu, may_agree, proof
from bot.pages.page import PrivatePage, Text
from bot.pages.question import PLAY, REPEAT, paths
from bot.pages.rulebook import SUMMARY, rulebook
from bot.pages.seat import COLOUR, choice, confirm, decision, menu, promise_page
from bot.text.strings import Speech, plain, reason

if TYPE_CHECKING:
    from bot.app import App


class Clicks:
    """Base of the handlers of clicks at tables."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._tables = app.tables
        self._words = app.words
        self._boards = app.boards
        self._seats = app.seats
        self._now = app.now

    def _say(self, table: Table, click: Click) -> Speech:
        """A table's words in the language of whoever clicked."""
        return self._words.say(table.game.key, click.lang, table.names)

    @contextmanager
    def _named(self, table: Table, click: Click) -> Iterator[None]:
        """A refusal raised in the block is worded with the names of the table's people."""
        try:
            yield
        except Refusal as no:
            raise Refused(reason(no, self._say(table, click))) from no


class TableClicks(Clicks):
    """Handles the clicks on boards and seat messages, and the commands that do the same."""

    def register(self, router: Router) -> None:
        """Register the handlers."""
        router.on(PLAY, self.play, edits_message=True)
        router.on(REPEAT, self.play, edits_message=True)
        # The seat message of a slow table begins with the reveals that its player has missed.
        router.on("missed", self.hand)
        looking = ("hand", "aid", "rules", "menu", "read", "proof", "seen")
        for verb in (*looking, "promise", "mute", "quit", "end", "close", "back", "take", "seat"):
            router.on(verb, getattr(self, verb))

    # ---- looking

    async def hand(self, click: Click) -> Answer:
        """Open the seat message, or go back a step in it."""
        if click.message is not None and 0 < click.address.revision < click.table.revision:
            # A slow edit of ours, perhaps from before a restart, may have come last.
            self._boards.edit_again(click.table.id)
        return await self.show(click, click.table, steps=click.address.path)

    async def show(
        self,
        click: Click,
        table: Table,
        *,
        steps: Path = (),
        notice: str = "",
        lasting: bool = False,
        returned: bool = False,
    ) -> Answer:
        """The seat message of whoever clicked. ``returned``: they were away until now; ``lasting``: a hint."""
        seat = table.seat_of(click.user)
        if seat is None:
            raise Refusal("not-at-table")
        returned = returned or table.facts.players[seat].away
        table = await self.present(click, await self._tables.adopt(table))
        # Another player may have taken the seat meanwhile.
        seat = table.require_seat(click.user)
        return SeatAnswer(self._seats, table, seat, steps, notice, lasting, returned)

    async def aid(self, click: Click) -> Answer:
        """Show a reference card of the game."""
        table = await self.present(click, click.table)
        path = click.address.path
        if not path or path[0] not in table.game.aids:
            raise Refusal("old-message")
        text = self._say(table, click)(f"aid-{path[0]}")
        return self._seats.aside(click, table, PrivatePage((Text(text),), COLOUR)) or note(text, COLOUR)

    async def rules(self, click: Click) -> Answer:
        """Show a game's rules, or another section of them."""
        path = click.address.path
        game = self._tables.games.get(path[0]) if path else None
        if game is None:
            raise Refusal("old-message")
        page = rulebook(self._words, game, click.lang, path[1] if len(path) > 1 else SUMMARY)
        if not click.address.table:
            # Another section replaces the one before; a page with a way to play or learn stays where it is.
            return Update(page) if len(path) > 1 else Private(page)
        return self._seats.aside(click, click.table, page) or Private(page)

    async def menu(self, click: Click) -> Answer:
        """Show what one can do besides playing."""
        table = await self.present(click, click.table)
        say = self._say(table, click)
        await self._seats.mark_seen(click, table)
        if table.status not in OPEN:
            return Private(ended_menu(table, say))
        page = menu(table, table.seat_of(click.user), say, moderator=click.moderator)
        return self._seats.aside(click, table, page) or Private(page)

    async def read(self, click: Click) -> Answer:
        """Show the whole table in words: for players who cannot see the picture."""
        table = await self.present(click, click.table)
        if table.state is None:
            raise Refusal("finished" if table.status != LOBBY else "not-started")
        # Without the flash: this message stays.
        view = table.view(table.seat_of(click.user), self._now()).without_flash()
        sight = table.game.face.sight(view, self._say(table, click))
        parts = (sight.scene, sight.story, sight.hand)
        page = PrivatePage(tuple(Text(part) for part in parts if part), COLOUR)
        return self._seats.aside(click, table, page) or Update(page)

    async def proof(self, click: Click) -> Answer:
        """Show the proof that the deal of an ended game was not changed, with its record."""
        table = click.table
        if table.status in OPEN or not table.log:
            raise Refusal("not-over" if table.status in OPEN else "no-table")
        if table.deal_sealed(self._now()):
            raise Refusal("deal-sealed")
        page = proof(table, self._say(table, click))
        return Private(page) if table.alone else Update(page)

    # ---- playing

    async def play(self, click: Click) -> Answer:
        """Go a step further towards a move, or make it; REPEAT: and again whenever the same is asked in this phase."""
        address = click.address
        repeated = address.verb == REPEAT
        return await self.move(click, click.table, address.path, revision=address.revision, repeated=repeated)

    async def move(
        self, click: Click, table: Table, steps: Path, *, revision: int | None, repeated: bool = False
    ) -> Answer:
        """Make the move those steps spell; if they are only its beginning, ask for the rest."""
        seat = click.at_table(table).seat
        if seat is None:
            raise Refusal("not-at-table")
        click.server.admit(click.user)
        if click.message is not None:
            self._boards.used(table.id)
        before, now = await self._resumed(click, await self._tables.adopt(table)), self._now()
        try:
            if _begins(before, seat, steps):
                before.ready(seat, revision=revision, at=click.at, now=now)
                await self._seats.mark_seen(click, before)
                return await self.show(click, before, steps=steps)
            changed = await self._tables.change(
                before,
                lambda table: table.play(
                    click.user, steps, revision=revision, at=click.at, now=self._now(), repeated=repeated
                ),
            )
        except (Refusal, Illegal) as no:
            table = await self._tables.get(table.id)
            click.at_table(table)
            await self._seats.mark_seen(click, before)
            return await self._refused(click, table, no)
        table = changed.after
        looked = Then(lambda: self._seats.mark_seen(click, before, table, at=now))
        private = seat in table.choosers and not table.blocked(self._now()) and not self._seats.below(click, table)
        if click.message is not None and not private:
            # The board first: anything awaited before it would have it edited twice.
            return Several(self._boards.answer(table), looked)
        await self._seats.mark_seen(click, before, table, at=now)
        if click.message is not None:
            # The next question is this player's too, and private: they need not ask for it.
            return await self.show(click, table)
        elsewhere = revision is None and click.place != table.place and not table.alone
        done = self._say(table, click)("done-at", place=f"<#{table.place}>") if elsewhere else ""
        return await self.show(click, table, notice=done)

    async def _refused(self, click: Click, table: Table, no: Refusal | Illegal) -> Answer:
        say = self._say(table, click)
        text = reason(no, say)
        if no.key == "moved-on" and click.message is not None:
            self._boards.edit_again(table.id)
        seat = click.seat if table.status == PLAYING else None
        away = seat in table.away
        if seat is not None and away and table.stood_in(seat):
            text = f"{say('stood-in')}\n{text}"
        if away or click.in_private or (no.key == "moved-on" and self._seats.live(table, click.user) is None):
            # The reason stands in the seat message; a player who is late, or who was away, gets a fresh one.
            return await self.show(click, table, notice=text)
        raise Refused(text)

    async def seen(self, click: Click) -> Answer:
        """A player has seen what is revealed: once everybody has, the game goes on."""
        changed = await self._tables.change(click.table, lambda table: table.look(click.user, self._now()))
        return await self.show(click, changed.after)

    async def promise(self, click: Click) -> Answer:
        """Promise something in public, or show what can be promised."""
        table, path = await self.present(click, click.table), click.address.path
        seat = table.require_seat(click.user)
        if path:
            click.server.admit(click.user)
            table = await self._change(click, table, lambda table: table.promise(seat, path))
            return await self.show(click, table)
        if not table.promises(seat):
            raise Refusal("too-late-to-promise")
        page = promise_page(table, seat, table.view(seat, self._now()), self._say(table, click))
        return self._seats.aside(click, table, page) or Private(page)

    async def mute(self, click: Click) -> Answer:
        """Let the opponents of a table be silent, or speak again."""
        table = await self.present(click, click.table)
        table.require_seat(click.user)
        muted = not table.facts.muted
        return await self.show(click, await self._change(click, table, lambda table: table.mute(muted=muted)))

    # ---- coming and going

    async def quit(self, click: Click) -> Answer:
        """Leave a game that goes on, after a question."""
        table = click.table
        if table.alone:
            return await self.close(click)
        others = any(other != click.seat for other in table.here)
        counts = table.rated and click.seat not in table.out
        verb = "leave" if table.status == LOBBY else "quit-last" if not others else "quit-rated" if counts else "quit"
        answer, _ = await self._confirmed(click, verb, lambda table: absence.leave(table, click.user))
        if table.status == LOBBY:
            self._boards.request(table.id)
        return answer

    async def end(self, click: Click) -> Answer:
        """Agree to stop without a winner, after a question."""
        if click.table.alone:
            return await self.close(click)
        button = "ending-button" if may_agree(click.table, click.seat) else "end-button"
        answer, _ = await self._confirmed(
            click, "end", lambda table: absence.agree_to_end(table, click.user), button=button
        )
        return answer

    async def close(self, click: Click) -> Answer:
        """Close a table at once (its host, or a moderator), after a question."""
        table = click.table
        if not click.moderator and click.user != table.facts.host:
            raise Refusal("close-only")
        counts = absence.closing_counts(table, click.user)
        verb = "alone-close" if table.alone else "close-rated" if counts else "close"
        # A question that did not say that closing counts as leaving is asked again.
        answer, closed = await self._confirmed(
            click, verb, lambda table: absence.close(table, click.user), yes="counts" if counts else "yes"
        )
        if closed and click.user != table.facts.host and (more := await self._app.journal.closed(table, click)):
            return Several(answer, more)
        return answer

    async def back(self, click: Click) -> Answer:
        """Be there again."""
        if click.seat is None:
            raise Refusal("not-at-table")
        click.server.admit(click.user)
        before, table, *_ = await self._tables.change(click.table, lambda table: self._back(table, click.user))
        if before is table:
            raise Refusal("never-away")
        return await self.show(click, table, notice=self._say(table, click)("done-back"), returned=True)

    async def _confirmed(
        self, click: Click, verb: str, step: Callable[[Table], Table], yes: str = "yes", button: str = ""
    ) -> tuple[Answer, bool]:
        """Ask before a step, or make it if the click says yes; the answer, and whether it was made."""
        table = click.table
        say = self._say(table, click)
        button = button or f"{verb.removesuffix('-last').removesuffix('-rated')}-button"
        if click.address.path != (yes,):
            step(table)  # Refuse now, not after the question.
            sure = click.address._replace(path=(yes,))
            # In a solo table the player plays against the others.
            seats = [seat for seat, user in enumerate(table.users) if not (table.alone and user == click.user)]
            # Without hints and sealed: everybody has one try with this deal.
            once = "yes" if table.deal_sealed(self._now()) and not table.facts.hints else "no"
            named = {"game": say("name"), "place": f"<#{table.place}>", "people": say.names(seats), "once": once}
            page = confirm(say(f"{verb}-confirm", **named), say(button), sure)
            return self._seats.aside(click, table, page) or Update(page), False
        table = (await self._tables.change(table, step)).after
        done = say(f"done-{verb.removesuffix('-rated')}")
        goes_on = table.status == PLAYING and click.seat is not None and not table.facts.players[click.seat].left
        if goes_on or table.alone:
            return await self.show(click, table, notice=done if goes_on else ""), True
        # This player's seat message ends here.
        self._seats.leave(click)
        return Update(PrivatePage((Text(done),), COLOUR)), True

    # ---- presence

    async def present(self, click: Click, table: Table) -> Table:
        """The table, now that a player has clicked or typed: whatever they did, they are here.

        A seat the table played for is theirs again, and a sleeping table goes on.
        """
        if table.status != PLAYING:
            return table
        if (seat := table.seat_of(click.user)) is not None:
            player = table.facts.players[seat]
            # A player who has left must say that they are back.
            if (player.away and not player.left) or table.facts.paused == ASLEEP:
                click.server.admit(click.user)
                return await self._tables.try_change(table, lambda table: self._back(table, click.user))
        return await self._resumed(click, table)

    async def _resumed(self, click: Click, table: Table) -> Table:
        """The table; one paused for a missing permission goes on as soon as the bot has it again."""
        if table.facts.paused in (None, ASLEEP) or click.place != table.place:
            return table
        if click.missing(THREAD_PERMISSIONS if table.thread else BOARD_PERMISSIONS):
            return table
        return await self._tables.try_change(table, lambda table: absence.resume(table, self._now()))

    def _back(self, table: Table, user: int) -> Table:
        """Mark a player as present; a player who wakes a sleeping table gets a fresh deadline."""
        player = table.facts.players[table.users.index(user)]
        if table.status != PLAYING or not (player.away or table.facts.paused == ASLEEP):
            return table
        after = absence.come_back(table, user)
        return absence.resume(after, self._now()) if table.facts.paused == ASLEEP else after

    # ---- the seats of players who have left

    async def take(self, click: Click) -> Answer:
        """Ask for the seat of a player who has left; a player who left themselves is back."""
        table, path = click.table, click.address.path
        click.server.admit(click.user)
        mine, free = table.seat_of(click.user), absence.vacant(table)
        if mine is not None and mine in free:
            return await self.back(click)
        if not path and len(free) > 1 and mine is None:
            return Update(choice(table, free, self._say(table, click)))
        seat = int(path[0]) if path and path[0].isdecimal() else (free or [-1])[0]
        table = await self._change(click, table, lambda table: absence.ask(table, click.user, click.name, seat))
        return Update(PrivatePage((Text(self._say(table, click)("take-asked", seat=seat)),)))

    async def seat(self, click: Click) -> Answer:
        """Decide about somebody who asks for a seat, after a question: the player who left cannot come back then."""
        table = await self.present(click, click.table)
        who, *answer = (*click.address.path, "") if click.address.path else ("", "")
        user = int(who) if who.isdecimal() else 0
        if answer[0] not in ("yes", "no"):
            with self._named(table, click):
                wish = absence.asked(table, click.user, user)
            return Update(decision(table, wish, self._say(table, click)))
        if answer[0] == "no":
            table = await self._change(click, table, lambda table: absence.decline(table, click.user, user))
            return Update(PrivatePage((Text(self._say(table, click)("seat-declined")),)))
        if user in click.server.banned:
            # Since they asked.
            await self._change(click, table, lambda table: absence.decline(table, click.user, user))
            raise Refusal("nobody-asks")

        def given(table: Table) -> Table:
            # They may have asked for another one since the question was shown.
            if str(absence.asked(table, click.user, user).seat) != answer[1]:
                raise Refusal("nobody-asks")
            return absence.accept(table, click.user, user, self._now())

        name = next((ask.name for ask in table.facts.asks if ask.user == user), "")
        table = await self._change(click, table, given)
        await self._boards.repost(table.id)
        return Update(PrivatePage((Text(self._say(table, click)("seat-given", person=plain(name))),)))

    async def _change(self, click: Click, table: Table, step: Callable[[Table], Table]) -> Table:
        with self._named(table, click):
            return (await self._tables.change(table, step)).after


def _begins(table: Table, seat: Seat, steps: Path) -> bool:
    """Whether these steps are only the beginning of a legal move."""
    legal = table.legal(seat)
    try:
        if table.game.move(steps) in legal:
            return False
    except ValueError:
        # Not a whole move: only spelling all legal moves shows whether it is the beginning of one.
        pass
    return any(path[: len(steps)] == steps and len(path) > len(steps) for path in paths(table.game, legal))
