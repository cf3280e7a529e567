"""Views of Le Tripot du Chaos: public and private knowledge, and random secrets consistent with a view."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec

from bot.core import game
from bot.core.game import CHANCE, Flash, Path, Seat, View
from cogs.tripot.duel import Duel
from cogs.tripot.moves import ACTIONS, Action, Actions, Commit, Hand, commits

Phase = Literal["deal", "challenge", "answer", "actions", "resolve", "over"]

VOW_RATE = 0.5
"""How often an opponent promises something about its commit."""


class Skip(msgspec.Struct, frozen=True):
    """A seat that lost its turn to challenge: no card left, three duels already, or nobody to challenge."""

    seat: Seat
    reason: Literal["empty", "busy", "nobody"]


class Lone(msgspec.Struct, frozen=True):
    """The only seat with cards at the start of a round: it took their sum and the game is over."""

    seat: Seat
    points: int


class TripotEvent(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of the last public event."""


class FirstPlayerDrawn(TripotEvent, frozen=True, tag="dealt"):
    """The first player was drawn."""


class Challenged(TripotEvent, frozen=True, tag="challenged"):
    """A seat played a card face down against another."""

    seat: Seat
    other: Seat


class Answered(TripotEvent, frozen=True, tag="answered"):
    """A challenge was answered: the newest duel; and the seats that lost their turn after it."""

    duel: int
    skipped: tuple[Skip, ...] = ()


class Sealed(TripotEvent, frozen=True, tag="sealed"):
    """A seat committed its actions for the first time this round. Later changes are not public."""

    seat: Seat


class DuelResolved(TripotEvent, frozen=True, tag="resolved"):
    """A duel was resolved; the view has its result."""

    duel: int
    lone: Lone | None = None


AnyEvent = FirstPlayerDrawn | Challenged | Answered | Sealed | DuelResolved


class Shown(Flash, frozen=True, kw_only=True):
    """A pause after a duel is resolved, so that reveals come one at a time. Its result stays in the view."""

    duel: int
    seconds: int = 5
    hides: bool = False


class Pending(msgspec.Struct, frozen=True):
    """An unanswered challenge."""

    challenger: Seat
    opponent: Seat


class Public(game.Public, frozen=True, kw_only=True):
    """Everything public."""

    phase: Phase = "deal"  # pyright: ignore[reportIncompatibleVariableOverride] - narrower, and frozen
    round: int = 0
    first: Seat = CHANCE
    waited: tuple[Seat, ...] = (CHANCE,)
    """The seats that must act, ascending: several only in the action phase."""
    points: tuple[int, ...]
    reserve: int = 0
    """The points the reserve has received less those it has paid; may be negative."""
    hands: tuple[Hand, ...]
    """The cards of each seat, which are public; one face down in a challenge is still included."""
    pending: Pending | None = None
    duels: tuple[Duel, ...] = ()
    """The duels of this round; a duel's number is its index."""
    ended: tuple[Duel, ...] = ()
    """The duels of the round that has just ended, until the next challenge."""
    last: AnyEvent | None = None
    flash: Shown | None = None  # pyright: ignore[reportIncompatibleVariableOverride] - narrower, and frozen
    uncovered: Secrets | None = None
    """The secrets, only in open replays."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.points)

    @property
    def stakes(self) -> int:
        """The points on the table."""
        return sum(duel.on_table for duel in self.duels)

    @property
    def standing(self) -> tuple[int, ...]:
        """The points of each seat if unresolved duels were cancelled and their stakes returned."""
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
        """The duel that has just been created or resolved, of this round or of the one that has just ended."""
        return self.last.duel if isinstance(self.last, Answered | DuelResolved) else None

    def uncovered_action(self, seat: Seat, duel: int) -> Action | None:
        """In an open replay, a seat's action on a duel."""
        return dict(self.uncovered.actions[seat]).get(duel) if self.uncovered else None

    def laid(self, seat: Seat) -> bool:
        """Whether a seat has a duel and has committed its actions."""
        return self.phase == "resolve" or (self.phase == "actions" and seat not in self.waited)


def mood(before: Public, after: Public, seat: Seat) -> game.Mood | None:
    """How a seat takes the result of its duel."""
    if after.last == before.last or not isinstance(after.last, DuelResolved):
        return None
    duel = (after.duels or after.ended)[after.last.duel]
    if seat not in duel.seats or duel.nets is None:
        return None
    net = duel.nets[duel.seats.index(seat)]
    return "glad" if net > 0 else "sorry" if net < 0 else None


class Secrets(msgspec.Struct, frozen=True):
    """The face-down actions and card."""

    actions: tuple[Actions, ...]
    """The actions of each seat this round."""
    card: int | None = None
    """The card of the unanswered challenge."""


class Own(msgspec.Struct, frozen=True):
    """A seat's own part of the secrets."""

    actions: Actions
    card: int | None


TripotView = View[Public, Own]


def promises(view: TripotView) -> tuple[Path, ...]:
    """While actions are chosen, a seat may promise one for each of its duels."""
    if view.seat is None or view.phase != "actions":
        return ()
    return tuple([(str(duel), action) for duel in view.public.duels_of(view.seat) for action in ACTIONS])


def vow(move: object, candour: float, rng: Random) -> Path | None:
    """An opponent's promise about one of the duels of a commit: what it does, or what it would like to be believed."""
    if not isinstance(move, Commit) or rng.random() >= VOW_RATE:
        return None
    duel, action = rng.choice(move.actions)
    if rng.random() >= candour:
        action = "defend" if action == "cooperate" else "cooperate"
    return (str(duel), action)


def kept(view: TripotView, seat: Seat, promise: Path) -> bool | None:
    """Whether a seat's action on a duel was the one promised; None until the duel is resolved."""
    # The last duel of a round ends it. Promises are made once all duels of the round are known.
    duel = (view.public.duels or view.public.ended)[int(promise[0])]
    return duel.tokens[duel.seats.index(seat)] == promise[1] if duel.tokens else None


def guess_secrets(view: TripotView, rng: Random) -> Secrets:
    """Random secrets consistent with this view."""
    public, own = view.public, view.own
    actions = tuple(
        own.actions if own and seat == view.seat else _drawn_actions(public, seat, rng) for seat in range(public.seats)
    )
    card = own.card if own else None
    if public.pending and card is None:
        card = rng.choice(public.hands[public.pending.challenger])
    return Secrets(actions, card)


def _drawn_actions(public: Public, seat: Seat, rng: Random) -> Actions:
    """Random actions of a seat, consistent with those already turned up."""
    if not public.laid(seat) or not (duels := public.duels_of(seat)):
        return ()
    shown = {number: duel.tokens[duel.seats.index(seat)] for number in duels if (duel := public.duels[number]).tokens}
    return rng.choice([move.actions for move in commits(duels) if shown.items() <= dict(move.actions).items()])
