"""Kinds of players, and which kind each seat seems to be.

Every seat starts with some probability of being each kind. After every round the kinds that predicted its actions gain
weight. With few rounds in a game this learns faster than counting actions does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.core.game import Seat
from cogs.tripot.duel import Duel
from cogs.tripot.moves import ACTIONS
from cogs.tripot.view import Public, TripotView
from cogs.tripot.worth import Scores, choices, lying, mixed, shares, sides, worth

COOPERATE, ATTACK, DEFEND = (ACTIONS.index(action) for action in ("cooperate", "attack", "defend"))
REPLY = {COOPERATE: ATTACK, ATTACK: DEFEND, DEFEND: COOPERATE}
"""What gains most against each action."""
LEANING = 1.5
"""How much likelier than others, as a logarithm, an action is that somebody leans to."""
ROUNDS = 60
"""Iterations of regret matching."""
SLIP = 0.1
"""Probability that a player of any kind makes a random choice."""


class Round(NamedTuple):
    """The action phase of a round that is over, and what was laid on its duels."""

    public: Public
    duels: tuple[Duel, ...]

    def laid(self, number: int, seat: Seat) -> int:
        """What a seat laid on a duel."""
        duel = self.duels[number]
        assert duel.tokens is not None
        return ACTIONS.index(duel.tokens[duel.seats.index(seat)])


Past = tuple[Round, ...]


def past(views: Sequence[TripotView]) -> Past:
    """The rounds that are over, oldest first."""
    found: list[Round] = []
    laying: Public | None = None
    for view in views:
        if view.public.phase == "actions":
            laying = view.public
        elif laying and view.public.ended:
            found.append(Round(laying, view.public.ended))
            laying = None
    return tuple(found)


Kind = Callable[[Public, Seat, Past], list[float]]
"""How likely a player of this kind makes each choice in a round, after those that are over."""


def _leaning(action: int, dear: float) -> Kind:
    """Somebody who leans to an action, the more the more they have at stake."""

    def kind(public: Public, seat: Seat, _past: Past) -> list[float]:
        scores: Scores = []
        for number in public.duels_of(seat):
            duel = public.duels[number]
            stake = duel.stakes[duel.seats.index(seat)]
            scores.append([LEANING + dear * stake if each == action else 0.0 for each in range(len(ACTIONS))])
        return mixed(scores)

    return kind


def _answering(answer: Callable[[int, int], int]) -> Kind:
    """Somebody whose action follows from what they and the other one did in their last duel; at first friendly."""

    def kind(public: Public, seat: Seat, past: Past) -> list[float]:
        scores: Scores = []
        for other in sides(public, seat).others:
            wanted = answer(*_last(past, seat, other))
            scores.append([LEANING + 0.5 if each == wanted else 0.0 for each in range(len(ACTIONS))])
        return mixed(scores)

    return kind


def _last(past: Past, seat: Seat, other: Seat) -> tuple[int, int]:
    """What two seats did in their last duel against one another; else what they last did at all."""
    mine = theirs = None
    for played in reversed(past):
        for number in reversed(range(len(played.duels))):
            pair = played.duels[number].seats
            if seat in pair and other in pair:
                return played.laid(number, seat), played.laid(number, other)
            if mine is None and seat in pair:
                mine = played.laid(number, seat)
            if theirs is None and other in pair:
                theirs = played.laid(number, other)
    return COOPERATE if mine is None else mine, COOPERATE if theirs is None else theirs


def selfish(public: Public, seat: Seat, careless: float, care: float) -> list[float]:
    """Somebody who takes everybody else to choose blindly."""
    blind = [1 / len(ACTIONS)] * len(ACTIONS)
    return mixed([[value / careless for value in worth(pays, blind)] for pays in sides(public, seat, care).pays])


def second(public: Public, seat: Seat, careless: float) -> list[float]:
    """Somebody who takes everybody else to think that all choose blindly."""
    mine = sides(public, seat)
    scores: Scores = []
    for number, other, pays in zip(*mine, strict=True):
        duels = public.duels_of(other)
        expected = lying(len(duels), selfish(public, other, 1.0, 1.0))[duels.index(number)]
        scores.append([value / careless for value in worth(pays, expected)])
    return mixed(scores)


def learner(public: Public, seat: Seat, past: Past, careless: float) -> list[float]:
    """Somebody who expects all others to go on as they did."""
    mine = sides(public, seat)
    scores: Scores = []
    for number, other, pays in zip(*mine, strict=True):
        expected = habit(past, other, rank(public.duels, other, number))
        scores.append([value / careless for value in worth(pays, expected)])
    return mixed(scores)


def habitual(public: Public, seat: Seat, past: Past) -> list[float]:
    """Somebody who goes on as they did."""
    weights = [1.0] * len(choices(len(public.duels_of(seat))))
    for place, number in enumerate(public.duels_of(seat)):
        mix = habit(past, seat, rank(public.duels, seat, number))
        weights = [
            weight * mix[choice[place]]
            for weight, choice in zip(weights, choices(len(public.duels_of(seat))), strict=True)
        ]
    return shares(weights)


def habit(past: Past, seat: Seat, place: int) -> list[float]:
    """How often a seat did each action: on duels of the same rank above all."""
    counts = [0.7] * len(ACTIONS)
    for played in past:
        for number, duel in enumerate(played.duels):
            if seat in duel.seats:
                near = rank(played.duels, seat, number) == place
                counts[played.laid(number, seat)] += 1.0 if near else 0.3
    return shares(counts)


def rank(duels: Sequence[Duel], seat: Seat, number: int) -> int:
    """How many of a seat's duels come before one: those with more of its own at stake, and then the earlier ones."""

    def order(each: int) -> tuple[int, int]:
        duel = duels[each]
        return -duel.stakes[duel.seats.index(seat)], each

    return sorted((each for each, duel in enumerate(duels) if seat in duel.seats), key=order).index(number)


@lru_cache(maxsize=128)
def balanced(public: Public) -> Mapping[Seat, list[float]]:
    """What everybody chooses whom nobody can exploit: regret matching.

    Everybody's choice is improved against everybody else's again and again; later rounds count more for the mean.
    """
    seats = [seat for seat in range(public.seats) if public.duels_of(seat)]
    mine = {seat: sides(public, seat) for seat in seats}
    regrets = {seat: [0.0] * len(choices(len(mine[seat].duels))) for seat in seats}
    means = {seat: list(regrets[seat]) for seat in seats}
    for weight in range(1, ROUNDS + 1):
        mixes = {seat: shares(regrets[seat]) for seat in seats}
        shown = {seat: lying(len(mine[seat].duels), mixes[seat]) for seat in seats}
        for seat in seats:
            own, mix = mine[seat], mixes[seat]
            values = [
                worth(pays, shown[other][mine[other].duels.index(number)])
                for number, other, pays in zip(*own, strict=True)
            ]
            totals = [sum(map(list.__getitem__, values, choice)) for choice in choices(len(values))]
            got = sum(value * chance for value, chance in zip(totals, mix, strict=True))
            regrets[seat] = [max(0.0, old + value - got) for old, value in zip(regrets[seat], totals, strict=True)]
            means[seat] = [old + weight * chance for old, chance in zip(means[seat], mix, strict=True)]
    return {seat: shares(mean) for seat, mean in means.items()}


Kinds = tuple[tuple[float, Kind], ...]
"""Kinds of players, and how many there are of each."""
PLAIN: Kinds = (
    (2.0, lambda public, seat, _past: selfish(public, seat, 1.0, 1.0)),
    (2.0, habitual),
    (1.0, _leaning(COOPERATE, 0.0)),
    (1.0, _leaning(ATTACK, 0.0)),
    (1.0, _leaning(DEFEND, 0.0)),
)
"""Those who do not think of what others think."""
KINDS: Kinds = (
    *PLAIN,
    (2.0, lambda public, seat, _past: balanced(public)[seat]),
    (1.0, lambda public, seat, _past: selfish(public, seat, 1.0, 0.0)),
    (1.0, lambda public, seat, _past: second(public, seat, 1.0)),
    (2.0, lambda public, seat, past: learner(public, seat, past, 1.0)),
    (0.5, _leaning(COOPERATE, 0.5)),
    (0.5, _leaning(DEFEND, 0.5)),
    (0.5, _leaning(ATTACK, 0.5)),
    (0.5, _answering(lambda mine, _theirs: mine)),
    (1.0, _answering(lambda _mine, theirs: theirs)),
    (1.0, _answering(lambda _mine, theirs: REPLY[theirs])),
    (0.5, _answering(lambda mine, _theirs: REPLY[REPLY[mine]])),
)
"""All kinds."""


class KindBelief:
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


def reply(public: Public, seat: Seat, belief: KindBelief, careless: float) -> list[float]:
    """How somebody chooses who counts points and believes this of the others."""
    return mixed(
        [
            [value / careless for value in worth(pays, belief.laid(public, other, number))]
            for number, other, pays in zip(*sides(public, seat), strict=True)
        ]
    )
