"""The deck, the options of a table, and the deal: which deals are valid, and drawing one."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import msgspec

from bot.core.game import Options, Seat, first_player
from bot.core.moves import Deals
from cogs.trio.links import NUMBERS, Mode
from cogs.trio.moves import Deal

DECK = tuple(number for number in NUMBERS for _ in range(3))

ALONE = {3: (9, 9), 4: (7, 8), 5: (6, 6), 6: (5, 6)}
PAIRS = {4: (9, 0), 6: (6, 0)}
"""Seats → the cards in a hand and in the centre, when everybody plays alone and when pairs do."""


class TrioSetup(msgspec.Struct, frozen=True):
    """The seats and options of a table."""

    seats: int
    mode: Mode
    teams: bool

    @classmethod
    def of(cls, seats: int, options: Options) -> TrioSetup:
        """Read from a table's options."""
        return cls(seats, "picante" if options["mode"] == "picante" else "simple", options["teams"] is True)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many cards a hand and the centre receive."""
        return (PAIRS if self.teams else ALONE)[self.seats]

    @property
    def pairs(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each team; none when everybody plays alone."""
        half = self.seats // 2
        return tuple((team, team + half) for team in range(half)) if self.teams else ()

    def team(self, seat: Seat) -> int:
        """The number of a seat's team."""
        return seat % (self.seats // 2)

    def partner(self, seat: Seat) -> Seat:
        """The seat opposite."""
        return (seat + self.seats // 2) % self.seats

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that pool their trios with this one, itself included."""
        return self.pairs[self.team(seat)] if self.teams else (seat,)


def deals(setup: TrioSetup) -> Deals[Deal]:
    """Every valid deal of a table."""
    return Deals(Deal, setup.seats, lambda first: cut(setup, DECK, first), lambda deal: _fault(setup, deal))


def _fault(setup: TrioSetup, deal: Deal) -> str | None:
    """The fault in a deal; None when it is valid."""
    size, centre = setup.sizes
    if len(deal.hands) != setup.seats:
        return f"there must be {setup.seats} hands"
    if any(len(hand) != size for hand in deal.hands):
        return f"every hand must have {size} cards"
    if len(deal.centre) != centre:
        return f"the centre must have {centre} cards"
    if any(list(hand) != sorted(hand) for hand in deal.hands):
        return "every hand must be in ascending order"
    if sorted(number for pile in (*deal.hands, deal.centre) for number in pile) != list(DECK):
        return "the cards must be three of each number from 1 to 12"
    return None


def draw(setup: TrioSetup, rng: Random, first: Seat | None) -> Deal:
    """A shuffled deal; its first player is drawn too unless given."""
    deck = list(DECK)
    rng.shuffle(deck)
    return cut(setup, deck, first_player(rng, setup.seats, first))


def cut(setup: TrioSetup, deck: Collection[int], first: Seat) -> Deal:
    """Cut a deck, in its order, into hands and then the centre."""
    cards, (size, _) = tuple(deck), setup.sizes
    dealt = size * setup.seats
    hands = tuple(tuple(sorted(cards[start : start + size])) for start in range(0, dealt, size))
    return Deal(first, hands, cards[dealt:])
