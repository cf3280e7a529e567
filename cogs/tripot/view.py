"""What there is to know of a moment: in public, in secret, and by one seat alone."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec

from bot.core import game
from bot.core.game import CHANCE, Flash, Seat, View
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Action, Actions, Hand, commits

Phase = Literal["deal", "challenge", "answer", "actions", "resolve", "over"]


class Skip(msgspec.Struct, frozen=True):
    """A seat that lost its turn to challenge: no card left, three duels already, or nobody to challenge."""

    seat: Seat
    reason: Literal["empty", "busy", "nobody"]


class Lone(msgspec.Struct, frozen=True):
    """The only seat with cards at the start of a round: it took their sum and the game is over."""

    seat: Seat
    points: int


class TripotEvent(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of what has just happened, in public."""


class FirstPlayerDrawn(TripotEvent, frozen=True, tag="dealt"):
    """The first player is known."""


class Challenged(TripotEvent, frozen=True, tag="challenged"):
    """Somebody played a card face down against somebody."""

    seat: Seat
    other: Seat


class Answered(TripotEvent, frozen=True, tag="answered"):
    """A challenge was met: the newest duel; and whoever lost their turn after it."""

    duel: int
    skipped: tuple[Skip, ...] = ()


class Sealed(TripotEvent, frozen=True, tag="sealed"):
    """A seat laid its actions for the first time this round. Changing them afterwards is nobody's business."""

    seat: Seat


class DuelResolved(TripotEvent, frozen=True, tag="resolved"):
    """A duel was turned up; it is in the view with its result."""

    duel: int
    lone: Lone | None = None


AnyEvent = FirstPlayerDrawn | Challenged | Answered | Sealed | DuelResolved


class Shown(Flash, frozen=True, kw_only=True):
    """A pause after a duel is turned up, so that reveals come one at a time. Its result stays in the view."""

    duel: int
    seconds: int = 5
    hides: bool = False


class Pending(msgspec.Struct, frozen=True):
    """A challenge that waits for its answer."""

    challenger: Seat
    opponent: Seat


class Public(game.Public, frozen=True, kw_only=True):
    """What everybody may know."""

    phase: Phase = "deal"  # pyright: ignore[reportIncompatibleVariableOverride] - narrower, and frozen
    round: int = 0
    first: Seat = CHANCE
    waited: tuple[Seat, ...] = (CHANCE,)
    """Whom we wait for, ascending: several only while actions are laid."""
    points: tuple[int, ...]
    reserve: int = 0
    """What the reserve has received, less what it has paid: it may be negative."""
    hands: tuple[Hand, ...]
    """Everybody's cards, which follow from those already turned up; one face down in a challenge still counts."""
    pending: Pending | None = None
    duels: tuple[Duel, ...] = ()
    """The duels of this round; a duel's number is its place here."""
    ended: tuple[Duel, ...] = ()
    """The duels of the round that has just ended, until the next challenge."""
    last: AnyEvent | None = None
    flash: Shown | None = None  # pyright: ignore[reportIncompatibleVariableOverride] - narrower, and frozen
    uncovered: Secrets | None = None
    """What lies face down, in replays alone."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.points)

    @property
    def stakes(self) -> int:
        """The points that lie on the table."""
        return sum(duel.on_table for duel in self.duels)

    @property
    def standing(self) -> tuple[int, ...]:
        """What each seat would have if the open duels were called off: its points and the stakes it gets back."""
        found = list(self.points)
        for duel in self.duels:
            if duel.tokens is None:
                for seat, stake in zip(duel.seats, duel.stakes, strict=True):
                    found[seat] += stake
        return tuple(found)

    def duels_of(self, seat: Seat) -> tuple[int, ...]:
        """The numbers of a seat's duels this round, ascending."""
        return tuple([number for number, duel in enumerate(self.duels) if seat in duel.seats])

    @property
    def newest(self) -> int | None:
        """The duel that has just been made or turned up, of this round or of the one that has just ended."""
        return self.last.duel if isinstance(self.last, Answered | DuelResolved) else None

    def uncovered_action(self, seat: Seat, duel: int) -> Action | None:
        """In a replay that shows everything, what a seat has laid on a duel."""
        return dict(self.uncovered.actions[seat]).get(duel) if self.uncovered else None

    def laid(self, seat: Seat) -> bool:
        """Whether a seat that has a duel has laid its actions on the table."""
        return self.phase == "resolve" or (self.phase == "actions" and seat not in self.waited)


class Secrets(msgspec.Struct, frozen=True):
    """What lies face down."""

    actions: tuple[Actions, ...]
    """What each seat has laid this round."""
    card: int | None = None
    """The card of the challenge that waits for its answer."""


class Own(msgspec.Struct, frozen=True):
    """What of it a seat has laid itself."""

    actions: Actions
    card: int | None


TripotView = View[Public, Own]


def guess_secrets(view: TripotView, rng: Random) -> Secrets:
    """What may lie face down, as far as this view tells: one's own as it is, the rest drawn among what is possible."""
    public, own = view.public, view.own
    actions = tuple(
        own.actions if own and seat == view.seat else _drawn_actions(public, seat, rng) for seat in range(public.seats)
    )
    card = own.card if own else None
    if public.pending and card is None:
        card = rng.choice(public.hands[public.pending.challenger])
    return Secrets(actions, card)


def _drawn_actions(public: Public, seat: Seat, rng: Random) -> Actions:
    """What a seat may have laid: anything that agrees with its tokens already turned up."""
    if not public.laid(seat) or not (duels := public.duels_of(seat)):
        return ()
    shown = {number: duel.tokens[duel.seats.index(seat)] for number in duels if (duel := public.duels[number]).tokens}
    return rng.choice([move.actions for move in commits(duels) if shown.items() <= dict(move.actions).items()])
