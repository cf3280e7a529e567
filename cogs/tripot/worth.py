"""What choices in the action phase are worth, and how likely somebody makes each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import exp, sqrt
from typing import NamedTuple

from bot.core.game import Seat
from cogs.tripot.duel import Duel, gain
from cogs.tripot.moves import ACTIONS
from cogs.tripot.view import Public

Mix = Sequence[float]
"""How likely each of several things is."""
Choice = tuple[int, ...]
"""An action for each of a seat's duels, in their order."""
Scores = list[list[float]]
"""For each of a seat's duels how much it is drawn to each action: a logarithm."""


def shares(weights: Mix) -> list[float]:
    """Weights as chances."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


def soft(values: Mix, careless: float) -> list[float]:
    """How likely each is chosen by somebody to whom values so far apart are nearly the same."""
    best = max(values)
    return shares([exp((value - best) / careless) for value in values])


@lru_cache(maxsize=64)
def choices(duels: int) -> tuple[Choice, ...]:
    """All ways to lay different actions on so many duels."""
    return tuple(permutations(range(len(ACTIONS)), duels))


def prices(public: Public, seat: Seat) -> list[float]:
    """What a point of each other seat costs a seat: most that of the one to beat."""
    wealth = [public.points[each] + sum(duel.on_table for duel in public.duels if each in duel.seats) / 2
              for each in range(public.seats)]  # fmt: skip
    spread = 2.0 + 4.0 * sqrt(sum(map(len, public.hands)) / public.seats)
    best = max(wealth)
    hopes = [0.0 if each == seat else exp((own - best) / spread) for each, own in enumerate(wealth)]
    return shares(hopes)


def pay(duel: Duel, side: int, price: float) -> list[list[float]]:
    """What a side gains by each of its actions against each of the other's, in its own points."""
    mine, other = duel.stakes[side], duel.stakes[1 - side]
    return [
        [gain(own, its, mine, other, True) - price * gain(its, own, other, mine, True) for its in ACTIONS]
        for own in ACTIONS
    ]


class Sides(NamedTuple):
    """A seat's duels with what it gains there."""

    duels: tuple[int, ...]
    others: tuple[Seat, ...]
    pays: tuple[list[list[float]], ...]


@lru_cache(maxsize=512)
def sides(public: Public, seat: Seat, care: float = 1.0) -> Sides:
    """A seat's duels; ``care`` is how far it minds the points of others."""
    duels = public.duels_of(seat)
    price = prices(public, seat)
    places = [public.duels[number].seats.index(seat) for number in duels]
    others = tuple(public.duels[number].seats[1 - side] for number, side in zip(duels, places, strict=True))
    pays = tuple(
        pay(public.duels[number], side, care * price[other])
        for number, side, other in zip(duels, places, others, strict=True)
    )
    return Sides(duels, others, pays)


def worth(pays: Sequence[Sequence[float]], mix: Mix) -> list[float]:
    """What each action gains against actions so likely."""
    return [sum(value * chance for value, chance in zip(row, mix, strict=True)) for row in pays]


def mixed(scores: Scores) -> list[float]:
    """How likely each choice is for somebody drawn so to each action."""
    return soft([sum(map(list.__getitem__, scores, choice)) for choice in choices(len(scores))], 1.0)


def lying(duels: int, mix: Mix) -> Scores:
    """How likely each action then lies on each duel."""
    found = [[0.0] * len(ACTIONS) for _ in range(duels)]
    for chance, choice in zip(mix, choices(duels), strict=True):
        for place, action in enumerate(choice):
            found[place][action] += chance
    return found
