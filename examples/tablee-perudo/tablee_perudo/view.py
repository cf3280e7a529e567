"""Views of Perudo: public and private knowledge, and random dice consistent with a view."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec
from bot.core.game import Flash, Seat, View
from bot.core.turns import TurnPublic

from tablee_perudo.moves import FACES, JOKER, Cups

SHOWN_SECONDS = 10


class Shown(Flash, frozen=True, kw_only=True):
    """All dice, for everybody to see. Nobody moves, and nothing is rolled, until everybody has looked."""

    seconds: int = SHOWN_SECONDS
    dice: Cups


class Claim(msgspec.Struct, frozen=True):
    """A bid and its player."""

    seat: Seat
    face: int
    count: int


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How a doubt ended."""

    claim: Claim
    doubter: Seat
    found: int
    """How many dice there were."""
    palifico: bool
    """Whether ones were no jokers."""

    @property
    def loser(self) -> Seat:
        """The seat that lost a die."""
        return self.doubter if self.found >= self.claim.count else self.claim.seat


class Public(TurnPublic, frozen=True, kw_only=True):
    """Everything public."""

    phase: Literal["deal", "bid", "roll", "over"] = "deal"
    flash: Shown | None = None
    dice: tuple[int, ...] = ()
    """How many dice each seat has left."""
    claims: tuple[Claim, ...] = ()
    """The bids of this round, oldest first."""
    starter: Seat = 0
    """The seat that opens this round, or the next one while chance must roll."""
    palifico: bool = False
    """Whether ones are no jokers in this round, or in the next one while chance must roll."""
    verdict: Verdict | None = None
    """Of the last doubt."""
    gone: tuple[Seat, ...] = ()
    """The eliminated seats, the first one first."""
    uncovered: Cups | None = None
    """All dice, in open replays only."""

    @property
    def total(self) -> int:
        """The dice at the table."""
        return sum(self.dice)

    @property
    def claim(self) -> Claim | None:
        """The bid to raise or to doubt."""
        return self.claims[-1] if self.claims else None

    def following(self, seat: Seat) -> Seat:
        """The next seat clockwise that still has dice."""
        around = ((seat + step) % self.seats for step in range(1, self.seats + 1))
        return next(other for other in around if self.dice[other])

    def matches(self, die: int, face: int) -> bool:
        """Whether a die counts for a face in this round."""
        return die == face or (die == JOKER and not self.palifico)


class Secrets(msgspec.Struct, frozen=True):
    """The dice under the cups; empty while there are none to hide."""

    dice: Cups = ()


class Own(msgspec.Struct, frozen=True):
    """Private knowledge of a seat: its dice."""

    dice: tuple[int, ...]


PerudoView = View[Public, Own]


def rolled(counts: tuple[int, ...], rng: Random) -> Cups:
    """A roll of so many dice for each seat."""
    return tuple(tuple(sorted(rng.choice(FACES) for _ in range(count))) for count in counts)


def guess_secrets(view: PerudoView, rng: Random) -> Secrets:
    """Random dice that give this seat this view, drawn uniformly."""
    if view.phase != "bid":
        return Secrets()
    dice = list(rolled(view.public.dice, rng))
    if view.seat is not None and view.own is not None:
        dice[view.seat] = view.own.dice
    return Secrets(tuple(dice))
