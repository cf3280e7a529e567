"""Views of Skeleton: public and private knowledge, and random secrets consistent with a view."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec

from bot.core.game import Seat, View
from bot.core.turns import TurnPublic
from bot.skeleton.moves import DECK, HAND


class Public(TurnPublic, frozen=True, kw_only=True):
    """Everything public: the first player and the cards laid determine the scores."""

    phase: Literal["deal", "lay", "over"] = "deal"
    first: Seat = 0
    laid: tuple[int, ...] = ()
    """Every face-up card, the one from the deck first; empty before the deal."""
    uncovered: tuple[tuple[int, ...], ...] = ()
    """Every hand, in replays; empty during the game."""

    def left(self, seat: Seat) -> int:
        """The number of cards of a seat, after the deal."""
        return HAND - len(self._places(seat))

    def score(self, seat: Seat) -> int:
        """A point for every card higher than the one below it."""
        return sum(self.laid[place] > self.laid[place - 1] for place in self._places(seat))

    def _places(self, seat: Seat) -> range:
        """The indices of the cards that a seat has laid."""
        return range(1 + (seat - self.first) % self.seats, len(self.laid), self.seats)


class Secrets(msgspec.Struct, frozen=True):
    """The hands, lowest card first; empty before the deal."""

    hands: tuple[tuple[int, ...], ...] = ()


class Own(msgspec.Struct, frozen=True):
    """Private knowledge of a seat: its hand. The others see only how many cards it has."""

    hand: tuple[int, ...]


SeatView = View[Public, Own]


def guess_secrets(view: SeatView, rng: Random) -> Secrets:
    """Random hands that give this seat this view, drawn uniformly."""
    if view.public.phase == "deal":
        return Secrets()
    own = view.own.hand if view.own else ()
    unseen = [card for card in DECK if card not in own and card not in view.public.laid]
    rng.shuffle(unseen)

    def hand(seat: Seat) -> tuple[int, ...]:
        return own if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(view.public.left(seat))))

    return Secrets(tuple(map(hand, range(view.public.seats))))
