"""Kinds of players, and which kind each seat seems to be.

Every seat starts with some probability of being each kind. After every round the kinds that predicted its actions gain
weight. With few rounds in a game this learns faster than counting actions does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.core.game import Seat
from cogs.tripot.duel import Duel
from cogs.tripot.moves import ACTIONS
from cogs.tripot.view import Public, TripotView
from cogs.tripot.worth import Scores, action_mix, balanced, choices, mixed, shares, sides, worth

COOPERATE, ATTACK, DEFEND = (ACTIONS.index(action) for action in ("cooperate", "attack", "defend"))
REPLY = {COOPERATE: ATTACK, ATTACK: DEFEND, DEFEND: COOPERATE}
"""The best reply to each action."""
BIAS_LOG_ODDS = 1.5
"""The log odds by which a biased player prefers an action."""
SLIP_RATE = 0.1
"""Probability that a player of any kind makes a random choice."""
PRIOR_TRUST = 0.85
"""Probability that a player is of one of the kinds, before any round."""
MOST_TRUST = 0.97
"""The highest such probability, after any number of rounds: an expert is never quite predictable."""


class Round(NamedTuple):
    """The action phase of a finished round, and its resolved duels."""

    public: Public
    duels: tuple[Duel, ...]

    def laid(self, number: int, seat: Seat) -> int:
        """A seat's action on a duel."""
        duel = self.duels[number]
        assert duel.tokens is not None
        return ACTIONS.index(duel.tokens[duel.seats.index(seat)])


Past = tuple[Round, ...]


def past(views: Sequence[TripotView]) -> Past:
    """The finished rounds, oldest first."""
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
"""The probability of each choice of a player of this kind in a round, given the finished ones."""


def _biased(action: int, dear: float) -> Kind:
    """A player biased to one action, more strongly the higher their stake."""

    def kind(public: Public, seat: Seat, _past: Past) -> list[float]:
        scores: Scores = []
        for number in public.duels_of(seat):
            duel = public.duels[number]
            stake = duel.stakes[duel.seats.index(seat)]
            scores.append([BIAS_LOG_ODDS + dear * stake if each == action else 0.0 for each in range(len(ACTIONS))])
        return mixed(scores)

    return kind


generous = _biased(COOPERATE, 0.5)
"""A player who cooperates, above all where most is at stake."""


def _answering(answer: Callable[[int, int], int]) -> Kind:
    """A player whose action depends on both actions in their last duel; cooperates at first."""

    def kind(public: Public, seat: Seat, past: Past) -> list[float]:
        scores: Scores = []
        for other in sides(public, seat).others:
            wanted = answer(*_last(past, seat, other))
            scores.append([BIAS_LOG_ODDS + 0.5 if each == wanted else 0.0 for each in range(len(ACTIONS))])
        return mixed(scores)

    return kind


def _last(past: Past, seat: Seat, other: Seat) -> tuple[int, int]:
    """The actions of two seats in their last duel against each other; else their last actions at all."""
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


def cautious(public: Public, seat: Seat, _past: Past) -> list[float]:
    """A player who defends where most is at stake, then cooperates: also the table, for a player who is late."""
    duels = public.duels_of(seat)
    order = [(DEFEND, COOPERATE, ATTACK)[rank(public.duels, seat, number)] for number in duels]
    return [float(choice == tuple(order)) for choice in choices(len(duels))]


def selfish(public: Public, seat: Seat, temperature: float, care: float) -> list[float]:
    """A player who expects all others to choose at random."""
    blind = [1 / len(ACTIONS)] * len(ACTIONS)
    return mixed([[value / temperature for value in worth(pays, blind)] for pays in sides(public, seat, care).pays])


def second(public: Public, seat: Seat, temperature: float) -> list[float]:
    """A player who expects all others to be selfish, that is to expect random choices."""
    mine = sides(public, seat)
    scores: Scores = []
    for number, other, pays in zip(*mine, strict=True):
        duels = public.duels_of(other)
        expected = action_mix(len(duels), selfish(public, other, 1.0, 1.0))[duels.index(number)]
        scores.append([value / temperature for value in worth(pays, expected)])
    return mixed(scores)


def learner(public: Public, seat: Seat, past: Past, temperature: float, care: float) -> list[float]:
    """A player who expects all others to repeat their habits."""
    mine = sides(public, seat, care)
    scores: Scores = []
    for number, other, pays in zip(*mine, strict=True):
        expected = habit(past, other, rank(public.duels, other, number))
        scores.append([value / temperature for value in worth(pays, expected)])
    return mixed(scores)


def habitual(public: Public, seat: Seat, past: Past) -> list[float]:
    """A player who repeats their habits."""
    weights = [1.0] * len(choices(len(public.duels_of(seat))))
    for place, number in enumerate(public.duels_of(seat)):
        mix = habit(past, seat, rank(public.duels, seat, number))
        weights = [
            weight * mix[choice[place]]
            for weight, choice in zip(weights, choices(len(public.duels_of(seat))), strict=True)
        ]
    return shares(weights)


def habit(past: Past, seat: Seat, place: int) -> list[float]:
    """How often a seat did each action, mainly on duels of the same rank."""
    counts = [0.7] * len(ACTIONS)
    for played in past:
        for number, duel in enumerate(played.duels):
            if seat in duel.seats:
                near = rank(played.duels, seat, number) == place
                counts[played.laid(number, seat)] += 1.0 if near else 0.3
    return shares(counts)


def rank(duels: Sequence[Duel], seat: Seat, number: int) -> int:
    """The rank of a duel among a seat's duels: by own stake, highest first, then by number."""

    def order(each: int) -> tuple[int, int]:
        duel = duels[each]
        return -duel.stakes[duel.seats.index(seat)], each

    return sorted((each for each, duel in enumerate(duels) if seat in duel.seats), key=order).index(number)


Kinds = tuple[tuple[float, Kind], ...]
"""Kinds of players with their prior weights."""
PLAIN: Kinds = (
    (2.0, lambda public, seat, _past: selfish(public, seat, 1.0, 1.0)),
    (2.0, habitual),
    (1.0, _biased(COOPERATE, 0.0)),
    (1.0, _biased(ATTACK, 0.0)),
    (1.0, _biased(DEFEND, 0.0)),
)
"""The kinds that do not model other players."""
KINDS: Kinds = (
    *PLAIN,
    (2.0, lambda public, seat, _past: balanced(public)[seat]),
    (1.0, lambda public, seat, _past: selfish(public, seat, 1.0, 0.0)),
    (1.0, lambda public, seat, _past: second(public, seat, 1.0)),
    (2.0, lambda public, seat, past: learner(public, seat, past, 1.0, 1.0)),
    (1.0, lambda public, seat, past: learner(public, seat, past, 0.5, 0.0)),
    (2.0, lambda public, seat, past: reply(public, seat, KindBelief(past, public.seats, PLAIN), 0.6)),
    (2.0, cautious),
    (0.5, generous),
    (0.5, _biased(DEFEND, 0.5)),
    (0.5, _biased(ATTACK, 0.5)),
    (0.5, _answering(lambda mine, _theirs: mine)),
    (1.0, _answering(lambda _mine, theirs: theirs)),
    (1.0, _answering(lambda _mine, theirs: REPLY[theirs])),
    (0.5, _answering(lambda mine, _theirs: REPLY[REPLY[mine]])),
)
"""All kinds."""


class KindBelief:
    """The probability of each kind for each seat, after the finished rounds."""

    def __init__(self, past: Past, seats: int, kinds: Kinds) -> None:
        self._past, self._kinds = past, kinds
        self._weights, self._trust = _weights(past, seats, kinds)

    def expected(self, public: Public, seat: Seat) -> list[float]:
        """The probability of each choice of a seat now."""
        found = [0.0] * len(choices(len(public.duels_of(seat))))
        for weight, mix in zip(self._weights[seat], _mixes(public, seat, self._past, self._kinds), strict=True):
            found = [old + weight * chance for old, chance in zip(found, mix, strict=True)]
        return shares(found)

    def trust(self, seat: Seat) -> float:
        """The probability that a seat is of one of the kinds, not a player who reads this one."""
        return self._trust[seat]

    def laid(self, public: Public, seat: Seat, number: int) -> list[float]:
        """The probability of each action of a seat on one of its duels."""
        duels = public.duels_of(seat)
        return action_mix(len(duels), self.expected(public, seat))[duels.index(number)]


@lru_cache(maxsize=64)
def _weights(past: Past, seats: int, kinds: Kinds) -> tuple[list[list[float]], list[float]]:
    """For each seat the probability of each kind if it is of one of them, and the probability that it is."""
    found = [shares([count for count, _ in kinds]) for _ in range(seats)]
    odds = [PRIOR_TRUST / (1 - PRIOR_TRUST)] * seats
    for number, played in enumerate(past):
        for seat in range(seats):
            if duels := played.public.duels_of(seat):
                made = choices(len(duels))
                choice = made.index(tuple(played.laid(duel, seat) for duel in duels))
                mixes = _mixes(played.public, seat, past[:number], kinds)
                weights = [weight * mix[choice] for weight, mix in zip(found[seat], mixes, strict=True)]
                # Of a reader, any choice is as likely as any other.
                odds[seat] *= sum(weights) * len(made)
                found[seat] = shares(weights)
    return found, [min(MOST_TRUST, each / (1 + each)) for each in odds]


def _mixes(public: Public, seat: Seat, past: Past, kinds: Kinds) -> list[list[float]]:
    """For each kind the probability of each choice, including random slips."""
    found = [kind(public, seat, past) for _, kind in kinds]
    return [[SLIP_RATE / len(mix) + (1 - SLIP_RATE) * chance for chance in mix] for mix in found]


def reply(public: Public, seat: Seat, belief: KindBelief, temperature: float) -> list[float]:
    """The choices of a player who maximises points given this belief; with a softmax."""
    return mixed(
        [
            [value / temperature for value in worth(pays, belief.laid(public, other, number))]
            for number, other, pays in zip(*sides(public, seat), strict=True)
        ]
    )
