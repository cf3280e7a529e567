"""The values of choices in the action phase, and the probabilities derived from them."""

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
"""Probabilities or weights."""
Choice = tuple[int, ...]
"""An action for each of a seat's duels, in their order."""
Scores = list[list[float]]
"""For each of a seat's duels the log weight of each action."""


def shares(weights: Mix) -> list[float]:
    """Weights normalised to probabilities."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


def soft(values: Mix, temperature: float) -> list[float]:
    """The softmax of values at a temperature."""
    best = max(values)
    return shares([exp((value - best) / temperature) for value in values])


@lru_cache(maxsize=64)
def choices(duels: int) -> tuple[Choice, ...]:
    """All ways to put different actions on a number of duels."""
    return tuple(permutations(range(len(ACTIONS)), duels))


def prices(public: Public, seat: Seat) -> list[float]:
    """The cost to a seat of a point of each other seat, highest for the rival to beat."""
    wealth = [public.points[each] + sum(duel.on_table for duel in public.duels if each in duel.seats) / 2
              for each in range(public.seats)]  # fmt: skip
    spread = 2.0 + 4.0 * sqrt(sum(map(len, public.hands)) / public.seats)
    best = max(wealth)
    hopes = [0.0 if each == seat else exp((own - best) / spread) for each, own in enumerate(wealth)]
    return shares(hopes)


def pay(duel: Duel, side: int, price: float) -> list[list[float]]:
    """The payoff matrix of a side: its actions against the opponent's, in its own points."""
    mine, other = duel.stakes[side], duel.stakes[1 - side]
    return [
        [gain(own, its, mine, other, True) - price * gain(its, own, other, mine, True) for its in ACTIONS]
        for own in ACTIONS
    ]


class Sides(NamedTuple):
    """A seat's duels with their payoff matrices."""

    duels: tuple[int, ...]
    others: tuple[Seat, ...]
    pays: tuple[list[list[float]], ...]


@lru_cache(maxsize=512)
def sides(public: Public, seat: Seat, care: float = 1.0) -> Sides:
    """A seat's duels; ``care`` is the weight of other seats' points."""
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
    """The expected payoff of each action against a mix of actions."""
    return [sum(value * chance for value, chance in zip(row, mix, strict=True)) for row in pays]


def mixed(scores: Scores) -> list[float]:
    """The probability of each choice, from log weights per duel and action."""
    return soft([sum(map(list.__getitem__, scores, choice)) for choice in choices(len(scores))], 1.0)


def action_mix(duels: int, mix: Mix) -> Scores:
    """The probability of each action on each duel, from probabilities of choices."""
    found = [[0.0] * len(ACTIONS) for _ in range(duels)]
    for chance, choice in zip(mix, choices(duels), strict=True):
        for place, action in enumerate(choice):
            found[place][action] += chance
    return found
