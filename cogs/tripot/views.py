"""All that a seat, or an onlooker, may know of a moment: listed, never what is left after hiding."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.core.game import Flash, FlatView, Seat
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Actions, Hand

Phase = Literal["deal", "challenge", "answer", "actions", "resolve", "over"]


class Skip(msgspec.Struct, frozen=True):
    """A seat that lost its turn to challenge: no card left, three duels already, or nobody to challenge."""

    seat: Seat
    reason: Literal["empty", "busy", "nobody"]


class Lone(msgspec.Struct, frozen=True):
    """The only seat with cards at the start of a round: it took their sum and the game is over."""

    seat: Seat
    points: int


class Event(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of what has just happened, in public."""


class Dealt(Event, frozen=True, tag="dealt"):
    """The first player is known."""


class Challenged(Event, frozen=True, tag="challenged"):
    """Somebody played a card face down against somebody."""

    seat: Seat
    other: Seat


class Answered(Event, frozen=True, tag="answered"):
    """A challenge was met: the newest duel; and whoever lost their turn after it."""

    duel: int
    skipped: tuple[Skip, ...] = ()


class Sealed(Event, frozen=True, tag="sealed"):
    """A seat laid its actions for the first time this round. Changing them afterwards is nobody's business."""

    seat: Seat


class Resolved(Event, frozen=True, tag="resolved"):
    """A duel was turned up; it is in the view with its result."""

    duel: int
    lone: Lone | None = None


AnyEvent = Dealt | Challenged | Answered | Sealed | Resolved


class Reveal(Flash, frozen=True, kw_only=True):
    """A pause after a duel is turned up, so that reveals come one at a time. Its result stays in the view."""

    duel: int
    seconds: int = 2


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge that waits for its answer."""

    challenger: Seat
    opponent: Seat
    card: int | None
    """The card face down: in a view, only for the challenger."""


class TripotView(FlatView, frozen=True, kw_only=True):
    """What one seat knows."""

    phase: Phase
    round: int
    first: Seat
    points: tuple[int, ...]
    reserve: int
    hands: tuple[Hand, ...]
    """Everybody's cards, which follow from those already turned up; one face down in a challenge still counts."""
    pending: Pending | None
    duels: tuple[Duel, ...]
    """The duels of this round; a duel's number is its place here."""
    ended: tuple[Duel, ...]
    """The duels of the round that has just ended, until the next challenge."""
    sealed: tuple[Seat, ...]
    """Who has laid their actions this round."""
    own: Actions
    """This seat's own actions of this round, once laid."""
    last: AnyEvent | None
    flash: Reveal | None = None  # pyright: ignore[reportIncompatibleVariableOverride] - narrower, and frozen

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.points)

    @property
    def stakes(self) -> int:
        """The points that lie on the table."""
        return sum(duel.on_table for duel in self.duels)

    def duels_of(self, seat: Seat) -> tuple[int, ...]:
        """The numbers of a seat's duels this round, ascending."""
        return tuple(number for number, duel in enumerate(self.duels) if seat in duel.seats)
