"""The chance of a seat to win: possible results of a round, and being the last to hold cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import exp, prod, sqrt
from random import Random

from bot.core.game import Seat
from cogs.tripot.duel import MOST_DUELS, gain
from cogs.tripot.moves import ACTIONS
from cogs.tripot.view import Public
from cogs.tripot.worth import Choice, Mix, choices

SAMPLES = 160
"""Sampled combinations of the others' choices, when there are more."""
SIMULATIONS = 60
"""Simulations of the remaining challenges."""


def victory(wealth: Sequence[float], hands: Sequence[Sequence[int]], seat: Seat) -> float:
    """The chance of a seat to win with these points after a round; exact when no other round follows."""
    holders = [each for each, hand in enumerate(hands) if hand]
    if len(holders) <= 1:
        final = [own + (sum(hands[each]) if each in holders else 0) for each, own in enumerate(wealth)]
        most = max(final)
        return 1 / final.count(most) if final[seat] == most else 0.0
    best = max(wealth)
    weights = [exp((own - best) / _spread(hands)) for own in wealth]
    return weights[seat] / sum(weights)


def _spread(hands: Sequence[Sequence[int]]) -> float:
    """How much the rounds to come may change, in points."""
    return 0.5 + 2.5 * sqrt(sum(map(len, hands)) / len(hands))


def point(public: Public) -> float:
    """About how much a point adds to the chance of victory."""
    return 1 / (4 * _spread(public.hands))


def hopes(public: Public, seat: Seat, expected: Mapping[Seat, Mix], rng: Random) -> list[float]:
    """The chance of the seat to win with each of its choices, if the others choose as expected."""
    duels, others = public.duels_of(seat), list(expected)
    numbers = {other: public.duels_of(other) for other in others}
    found = [0.0] * len(choices(len(duels)))
    for weight, laid in _ways(others, numbers, expected, rng):
        shown = {
            (number, other): action
            for other, choice in zip(others, laid, strict=True)
            for number, action in zip(numbers[other], choice, strict=True)
        }
        wealth = list(public.points)
        for number, duel in enumerate(public.duels):
            if seat not in duel.seats:
                one, two = duel.seats
                _settle(wealth, public, number, (shown[number, one], shown[number, two]))
        for index, choice in enumerate(choices(len(duels))):
            after = list(wealth)
            for number, action in zip(duels, choice, strict=True):
                one, two = public.duels[number].seats
                pair = (action, shown[number, two]) if one == seat else (shown[number, one], action)
                _settle(after, public, number, pair)
            found[index] += weight * victory(after, public.hands, seat)
    return found


def _settle(wealth: list[int], public: Public, number: int, pair: tuple[int, int]) -> None:
    """Add the result of a duel to the points of both players."""
    duel = public.duels[number]
    (one, two), (mine, other) = duel.seats, duel.stakes
    here, there = ACTIONS[pair[0]], ACTIONS[pair[1]]
    gains = gain(here, there, mine, other, wealth[one] > 0), gain(there, here, other, mine, wealth[two] > 0)
    wealth[one] += gains[0]
    wealth[two] += gains[1]


def _ways(
    others: Sequence[Seat], numbers: Mapping[Seat, Sequence[int]], expected: Mapping[Seat, Mix], rng: Random
) -> list[tuple[float, tuple[Choice, ...]]]:
    """Combinations of the others' choices with their probabilities: all, or a sample where they are too many."""
    each = [list(zip(expected[other], choices(len(numbers[other])), strict=True)) for other in others]
    if prod(map(len, each)) <= SAMPLES:
        return [(prod(chance for chance, _ in way), tuple(choice for _, choice in way)) for way in product(*each)]
    drawn = [rng.choices([choice for _, choice in own], [chance for chance, _ in own], k=SAMPLES) for own in each]
    return [(1 / SAMPLES, way) for way in zip(*drawn, strict=True)]


def last_holder(public: Public, seat: Seat, other: Seat, rng: Random) -> float:
    """The expected pay for being the last to hold cards, less the others' expected pay, if a seat challenges another.

    The remaining challenges are simulated at random.
    """
    total = 0.0
    mean = sum(public.hands[seat]) / max(1, len(public.hands[seat])) + 0.5
    for _ in range(SIMULATIONS):
        counts = list(map(len, public.hands))
        busy = [len(public.duels_of(each)) for each in range(public.seats)]
        _meet(counts, busy, seat, other)
        last = _left_alone(counts, busy, seat, public.first, rng)
        if last is not None:
            bonus = counts[last] * mean
            total += bonus if last == seat else -bonus / (public.seats - 1)
    return total / SIMULATIONS


def _meet(counts: list[int], busy: list[int], one: Seat, two: Seat) -> None:
    for seat in (one, two):
        counts[seat] -= 1
        busy[seat] += 1


def _left_alone(counts: list[int], busy: list[int], seat: Seat, first: Seat, rng: Random) -> Seat | None:
    """The last seat to hold cards after simulating random challenges; ``counts`` is changed in place."""
    seats = len(counts)
    while True:
        while (seat := (seat + 1) % seats) != first:
            _challenge_any(counts, busy, seat, rng)
        holders = [(first + step) % seats for step in range(1, seats + 1) if counts[(first + step) % seats]]
        if len(holders) <= 1:
            return holders[0] if holders else None
        first = seat = holders[0]
        busy[:] = [0] * seats
        _challenge_any(counts, busy, seat, rng)


def _challenge_any(counts: list[int], busy: list[int], seat: Seat, rng: Random) -> None:
    if counts[seat] and busy[seat] < MOST_DUELS:
        able = [each for each, left in enumerate(counts) if left and busy[each] < MOST_DUELS and each != seat]
        if able:
            _meet(counts, busy, seat, able[int(rng.random() * len(able))])
