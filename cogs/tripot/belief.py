"""What may be expected of people: which kind of player each seat seems to be.

Nobody is only one kind. Everybody is taken to be each of them a little, and after every round those kinds count more
that would have done what was seen. With few rounds in a game this learns faster than counting actions does.
"""

from __future__ import annotations

from functools import lru_cache

from bot.core.game import Seat
from cogs.tripot.kinds import Kinds, Past
from cogs.tripot.view import Public
from cogs.tripot.worth import choices, lying, mixed, shares, sides, worth

SLIP = 0.1
"""How often anybody does anything, whatever kind they are."""


class Belief:
    """What may be thought of each seat after the rounds that are over, by somebody who knows of these kinds."""

    def __init__(self, past: Past, seats: int, kinds: Kinds) -> None:
        self._past, self._kinds = past, kinds
        self._weights = _weights(past, seats, kinds)

    def expected(self, public: Public, seat: Seat) -> list[float]:
        """How likely a seat makes each choice now."""
        found = [0.0] * len(choices(len(public.duels_of(seat))))
        for weight, mix in zip(self._weights[seat], _mixes(public, seat, self._past, self._kinds), strict=True):
            found = [old + weight * chance for old, chance in zip(found, mix, strict=True)]
        return shares(found)

    def laid(self, public: Public, seat: Seat, number: int) -> list[float]:
        """How likely a seat lays each action on one of its duels."""
        duels = public.duels_of(seat)
        return lying(len(duels), self.expected(public, seat))[duels.index(number)]


@lru_cache(maxsize=64)
def _weights(past: Past, seats: int, kinds: Kinds) -> list[list[float]]:
    """For each seat how likely it is of each kind."""
    found = [[count for count, _ in kinds] for _ in range(seats)]
    for number, played in enumerate(past):
        for seat in range(seats):
            if duels := played.public.duels_of(seat):
                choice = choices(len(duels)).index(tuple(played.laid(duel, seat) for duel in duels))
                mixes = _mixes(played.public, seat, past[:number], kinds)
                found[seat] = [weight * mix[choice] for weight, mix in zip(found[seat], mixes, strict=True)]
    return [shares(weights) for weights in found]


def _mixes(public: Public, seat: Seat, past: Past, kinds: Kinds) -> list[list[float]]:
    """How likely each choice is to each kind of player: anybody may slip."""
    found = [kind(public, seat, past) for _, kind in kinds]
    return [[SLIP / len(mix) + (1 - SLIP) * chance for chance in mix] for mix in found]


def reply(public: Public, seat: Seat, belief: Belief, careless: float) -> list[float]:
    """How somebody chooses who counts points and believes this of the others."""
    return mixed(
        [
            [value / careless for value in worth(pays, belief.laid(public, other, number))]
            for number, other, pays in zip(*sides(public, seat), strict=True)
        ]
    )
