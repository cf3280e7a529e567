"""What is settled before the first card: the deck, the linked numbers, and the terms of one table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from bot.core.game import Options, Seat

NUMBERS = range(1, 13)
COPIES = 3
DECK = tuple(number for number in NUMBERS for _ in range(COPIES))
SEVEN = 7

LINKS: dict[int, tuple[int, ...]] = {
    number: tuple(other for other in NUMBERS if number + other == SEVEN or abs(number - other) == SEVEN)
    for number in NUMBERS
}
"""The numbers linked to each number: their sum or their difference is seven."""

ALONE = {3: (9, 9), 4: (7, 8), 5: (6, 6), 6: (5, 6)}
PAIRS = {4: (9, 0), 6: (6, 0)}
"""Seats → the cards in a hand and in the centre, when everybody plays alone and when pairs do."""

Mode = Literal["simple", "picante"]


class Terms(msgspec.Struct, frozen=True):
    """What the people of a table agreed on when they opened it."""

    seats: int
    mode: Mode
    teams: bool

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
        """Who sits opposite."""
        return (seat + self.seats // 2) % self.seats

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that pool their trios with this one, itself included."""
        return self.pairs[self.team(seat)] if self.teams else (seat,)

    def wins(self, number: int, owned: Collection[int]) -> bool:
        """Whether the trio just taken wins for a side that now owns these trios, the new one included."""
        if number == SEVEN:
            return True
        if self.mode == "simple":
            return len(owned) >= 3
        return any(other in owned for other in LINKS[number])


def agree(seats: int, options: Options) -> Terms:
    """Read the terms from a table's options."""
    return Terms(seats, "picante" if options["mode"] == "picante" else "simple", options["teams"] is True)
