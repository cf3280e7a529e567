"""What everybody may know of a game of Plus ou moins, what is hidden, and what one seat alone knows."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec

from bot.core import game
from bot.core.game import Seat, View
from cogs.plusoumoins.moves import DECK, HAND


class Public(game.Public, frozen=True, kw_only=True):
    """All that everybody may know: who began and the cards laid say whose turn it is and who has scored."""

    phase: Literal["deal", "lay", "over"] = "deal"
    seats: int
    first: Seat = 0
    laid: tuple[int, ...] = ()
    """Every card that lies face up, the one from the deck first; empty before the deal."""
    uncovered: tuple[tuple[int, ...], ...] = ()
    """Every hand, where a game that is over is seen again; nothing while it is played."""

    @property
    def turn(self) -> Seat:
        """Who lays the next card, while the game is on."""
        return (self.first + len(self.laid) - 1) % self.seats

    def left(self, seat: Seat) -> int:
        """How many cards a player holds, once they are dealt."""
        return HAND - len(self._places(seat))

    def score(self, seat: Seat) -> int:
        """A point for every card that was more than the one below it."""
        return sum(self.laid[place] > self.laid[place - 1] for place in self._places(seat))

    def _places(self, seat: Seat) -> range:
        """Where the cards lie that a player has laid."""
        return range(1 + (seat - self.first) % self.seats, len(self.laid), self.seats)


class Secrets(msgspec.Struct, frozen=True):
    """What is hidden: the hands, lowest card first; none before the deal."""

    hands: tuple[tuple[int, ...], ...] = ()


class Own(msgspec.Struct, frozen=True):
    """What a seat alone knows: its hand. The others see how many cards it has, no more."""

    hand: tuple[int, ...]


PlusOuMoinsView = View[Public, Own]


def guess_secrets(view: PlusOuMoinsView, rng: Random) -> Secrets:
    """Hands with which this seat would see just this, drawn evenly: its own, and what it has not seen."""
    if view.public.phase == "deal":
        return Secrets()
    own = view.own.hand if view.own else ()
    unseen = [card for card in DECK if card not in own and card not in view.public.laid]
    rng.shuffle(unseen)

    def hand(seat: Seat) -> tuple[int, ...]:
        return own if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(view.public.left(seat))))

    return Secrets(tuple(map(hand, range(view.public.seats))))
