"""The values of choices in the action phase, and the probabilities derived from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
REGRET_ITERATIONS = 60
"""Iterations of regret matching."""


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
    one, two, three = mix
    return [row[0] * one + row[1] * two + row[2] * three for row in pays]


def mixed(scores: Scores) -> list[float]:
    """The probability of each choice, from log weights per duel and action."""
    return soft(_totals(scores), 1.0)


def action_mix(duels: int, mix: Mix) -> Scores:
    """The probability of each action on each duel, from probabilities of choices."""
    found = [[0.0] * len(ACTIONS) for _ in range(duels)]
    for chance, choice in zip(mix, choices(duels), strict=True):
        for place, action in enumerate(choice):
            found[place][action] += chance
    return found


@lru_cache(maxsize=128)
def balanced(public: Public) -> Mapping[Seat, list[float]]:
    """Each seat's choices in an equilibrium, by regret matching.

    Every seat's mix is improved against all others in turn; later iterations weigh more in the mean.
    """
    seats = [seat for seat in range(public.seats) if public.duels_of(seat)]
    mine = {seat: sides(public, seat) for seat in seats}
    regrets = {seat: [0.0] * len(choices(len(mine[seat].duels))) for seat in seats}
    means = {seat: list(regrets[seat]) for seat in seats}
    for weight in range(1, REGRET_ITERATIONS + 1):
        mixes = {seat: shares(regrets[seat]) for seat in seats}
        shown = {seat: action_mix(len(mine[seat].duels), mixes[seat]) for seat in seats}
        for seat in seats:
            values = [
                worth(pays, shown[other][mine[other].duels.index(number)])
                for number, other, pays in zip(*mine[seat], strict=True)
            ]
            regrets[seat] = _regret(regrets[seat], mixes[seat], _totals(values))
            means[seat] = [old + weight * chance for old, chance in zip(means[seat], mixes[seat], strict=True)]
    return {seat: shares(mean) for seat, mean in means.items()}


def guarded(public: Public, seat: Seat, values: Mix, trust: float, point: float) -> list[float]:
    """The best mix of choices if these are their values with probability ``trust``, and else all others reply best.

    ``point`` is the value of a point. The others know the mix, but not the choice drawn from it.
    """
    mine = sides(public, seat)
    rivals = {other: [place for place, each in enumerate(mine.others) if each == other] for other in mine.others}
    replies = {other: [0.0] * len(choices(len(places))) for other, places in rivals.items()}
    regrets = [0.0] * len(values)
    mean = list(regrets)
    for weight in range(1, REGRET_ITERATIONS + 1):
        mix = shares(regrets)
        mean = [old + weight * chance for old, chance in zip(mean, mix, strict=True)]
        shown = action_mix(len(mine.duels), mix)
        payoffs: Scores = [[] for _ in mine.duels]
        for other, places in rivals.items():
            reply = shares(replies[other])
            for place, expected in zip(places, action_mix(len(places), reply), strict=True):
                payoffs[place] = worth(mine.pays[place], expected)
            costs = [
                [-cost for cost in worth(list(zip(*mine.pays[place], strict=True)), shown[place])] for place in places
            ]
            replies[other] = _regret(replies[other], reply, _totals(costs))
        totals = [
            trust * value + (1 - trust) * point * total for value, total in zip(values, _totals(payoffs), strict=True)
        ]
        regrets = _regret(regrets, mix, totals)
    return shares(mean)


def _totals(payoffs: Scores) -> list[float]:
    """The payoff of each choice, from payoffs per duel and action."""
    return [sum(map(list.__getitem__, payoffs, choice)) for choice in choices(len(payoffs))]


def _regret(regrets: Mix, mix: Mix, values: Mix) -> list[float]:
    """The regrets after playing this mix where choices had these values."""
    got = sum(value * chance for value, chance in zip(values, mix, strict=True))
    return [max(0.0, old + value - got) for old, value in zip(regrets, values, strict=True)]
