"""A game that has ended, to be looked at again: any position, through anybody's eyes.

There is no replay of a game that is still played: a ``Replay`` is made from a table that has ended, or from a record
that has been verified, and nothing else gives what lies face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import msgspec

from bot.core.facts import CLOSED, NOBODY, OVER, PLAYING, Facts, Log, Player, Turn
from bot.core.game import AnyGame, AnyState, Played, Refusal, Seat, Value
from bot.core.records import Verified
from bot.core.table import Table

EVERY = 32
"""A state is kept after so many moves: whoever steps through a long game never waits for all of it."""
LAST = 3
"""Positions whose states are kept besides: people go on, or back, one at a time."""

OPENED: Literal["opened"] = "opened"
Eyes = Seat | None | Literal["opened"]
"""Through whose eyes one looks: a seat's, an onlooker's (None), or with everything face up."""


class Replay:
    """A game that has ended. Positions are numbered by the moves made: 1 is the deal, ``length`` the end."""

    def __init__(self, table: Table) -> None:
        """Raises Refusal unless the table has ended and has a log to show."""
        if table.status not in (OVER, CLOSED):
            raise Refusal("not-over")
        if not table.log:
            raise Refusal("nothing-to-see")
        self.game: AnyGame = table.game
        self.names = table.names
        self.length = len(table.log)
        self._facts = msgspec.structs.replace(
            table.facts,
            # Who was away when is not written down: nobody is shown as if they had been.
            players=tuple(Player(user=player.user, name=player.name) for player in table.facts.players),
            deadline=None, paused=None, ending=(), note=None, standing=(),
        )  # fmt: skip
        self._log = table.log
        self._table = table.but(facts=self._facts, status=PLAYING, past=(), unasked=())
        self._kept: dict[int, AnyState] = {0: self.game.start(table.size, table.facts.options)}
        self._newest: dict[int, AnyState] = {}

    def again(self) -> Replay:
        """The same game once more, for somebody who goes through it at the same time, perhaps in a thread."""
        return Replay(self._table.but(status=CLOSED, log=self._log))

    @property
    def size(self) -> int:
        """How many seats it has."""
        return len(self.names)

    @property
    def options(self) -> dict[str, Value]:
        """The options it was played with."""
        return self._facts.options

    def clamped(self, position: int) -> int:
        """The position nearest to a number that anybody may have made up."""
        return min(max(position, 1), self.length)

    def state(self, position: int) -> AnyState:
        """The state at a position; replays no more than a few moves once the game has been gone through."""
        assert 1 <= position <= self.length
        if (found := self._newest.get(position)) is not None:
            return found
        known = self._kept | self._newest
        at = max(place for place in known if place <= position)
        state = known[at]
        for place in range(at, position):
            turn = self._log[place]
            state = state.play(turn.seat, turn.move)
            if (place + 1) % EVERY == 0:
                self._kept[place + 1] = state
        self._newest[position] = state
        while len(self._newest) > LAST:
            del self._newest[next(iter(self._newest))]
        return state

    def view(self, position: int, eyes: Eyes) -> Any:
        """What was seen at a position, what was revealed just then included."""
        state = self.state(position)
        if eyes == OPENED:
            return self.game.opened(state) if self.game.opened else state.view(None)
        return state.view(eyes)

    def then(self, position: int) -> Table:
        """The table at the instant of a position, as its people had it before them. It belongs to no storage."""
        state = self.state(position)
        return self._table.but(
            state=state,
            log=Log(shared=list(self._log[:position])),
            status=PLAYING if state.to_act else OVER,
            asked=(position,) * self.size,
            asked_at=(self.at(position),) * self.size,
        )

    def at(self, position: int) -> float:
        """When the move was made that led to a position."""
        return self._log[position - 1].at

    @cached_property
    def moments(self) -> dict[int, Any]:
        """The positions people will want to see again, the end included, each as an onlooker saw it.

        Goes through the whole game once: of a long one, not on an event loop.
        """
        found: dict[int, Any] = {}
        state = self._kept[0]
        telling = self.game.telling or _shows
        for place, turn in enumerate(self._log, start=1):
            before, state = state, state.play(turn.seat, turn.move)
            if place == self.length or (place > 1 and telling(Played(before, turn.seat, turn.move, state))):
                found[place] = state.view(None)
            if place % EVERY == 0:
                self._kept[place] = state
        return found


def of_record(record: Verified, names: Sequence[str] = ()) -> Replay:
    """The replay of a record that has been verified; without names people are called by their numbers."""
    called = names or [str(seat + 1) for seat in range(record.seats)]
    players = tuple(Player(user=NOBODY, name=name) for name in called)
    facts = Facts(
        host=NOBODY, players=players, options=record.options, pace="quick", created=0.0, rules=record.game.version
    )
    # A second a move: a record does not say when they were made.
    turns = (Turn(seat, move, float(place)) for place, (seat, move) in enumerate(record.moves))
    return Replay(Table(guild=0, channel=0, game=record.game, status=CLOSED, facts=facts, log=Log(turns)))


def _shows(played: Played[Any, Any]) -> bool:
    """Whether a move showed something to everybody for a while."""
    return played.after.view(None).flash is not None
