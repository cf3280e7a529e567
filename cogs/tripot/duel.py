"""A duel: two cards, two stakes, and the result of the two actions."""

from __future__ import annotations

from functools import cache
from typing import Self

import msgspec

from bot.core.game import Seat
from cogs.tripot.moves import Action

MOST_DUELS = 3
"""Most duels of a seat in one round, one per token."""


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of a duel. In every pair the challenger comes first."""

    seats: tuple[Seat, Seat]
    cards: tuple[int, int]
    """The card each player has played."""
    stakes: tuple[int, int]
    """The points each player has staked: the number on the card received, or all they had."""
    tokens: tuple[Action, Action] | None = None
    """The two actions, once resolved."""
    gains: tuple[int, int] | None = None
    """The points each player received when the duel was resolved; -1 for a penalty."""

    @classmethod
    def meet(cls, seats: tuple[Seat, Seat], cards: tuple[int, int], purses: tuple[int, int]) -> Self:
        """The duel of two cards: each player pays the number on the card received, or all they have."""
        return cls(seats=seats, cards=cards, stakes=(min(cards[1], purses[0]), min(cards[0], purses[1])))

    @property
    def pot(self) -> int:
        """The sum of both stakes."""
        return self.stakes[0] + self.stakes[1]

    @property
    def on_table(self) -> int:
        """The points on the table for this duel now."""
        return 0 if self.tokens else self.pot

    @property
    def nets(self) -> tuple[int, int] | None:
        """Each player's net result, once resolved: the gain less the stake."""
        return None if self.gains is None else (self.gains[0] - self.stakes[0], self.gains[1] - self.stakes[1])

    def resolve(self, tokens: tuple[Action, Action], purses: tuple[int, int]) -> Duel:
        """The resolved duel, given both actions and both players' points at that moment."""
        (mine, theirs), (stake, other) = tokens, self.stakes
        gains = (gain(mine, theirs, stake, other, purses[0] > 0), gain(theirs, mine, other, stake, purses[1] > 0))
        return msgspec.structs.replace(self, tokens=tokens, gains=gains)


def signed(number: int) -> str:
    """A number with its sign; 0 has none."""
    return f"−{-number}" if number < 0 else f"+{number}" if number else "0"


@cache
def gain(mine: Action, theirs: Action, stake: int, other: int, solvent: bool) -> int:  # noqa: FBT001 - for the cache
    """The points one side gains, or loses to a penalty; a penalty that cannot be paid is not paid."""
    pot = stake + other
    match mine, theirs:
        case "cooperate", "cooperate":
            # An odd pot means different stakes: the higher staker takes the odd point.
            return pot // 2 + (pot % 2 if stake > other else 0) + 2
        case "cooperate", "defend":
            return stake + 1
        case "attack", "cooperate":
            return pot
        case "attack", "attack":
            return other
        case "attack", "defend":
            return -1 if solvent else 0
        case "defend", "attack":
            return pot + 1
        case "defend", "cooperate":
            # The stake is returned first, so the penalty may be paid from it.
            return stake - (1 if solvent or stake else 0)
        case _:  # cooperating with an attacker, or two defenders
            return 0
