"""Opponents at Le Tripot du Chaos: mixed strategies found by regret matching, and what people did before.

In the action phase everybody chooses at once. Everybody's choice is improved against everybody else's again and again;
the mean of all those choices is one that nobody can exploit. An expert also expects people to go on as they did
earlier in this game, the more so the more of them was seen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from math import exp, sqrt
from random import Random

from bot.core.game import Level, Seat
from cogs.tripot.duel import Duel, gain
from cogs.tripot.moves import ACTIONS, Action, Answer, Challenge, Commit, Moves, Resolve
from cogs.tripot.view import Public, Resolved, TripotView

ROUNDS: dict[Level, int] = {"novice": 0, "regular": 60, "expert": 200}
"""How often everybody's choice is improved. A novice takes everybody else to choose blindly."""
CARELESS = 2.0
"""How many points two choices of a novice may be apart and still both be made."""
BLIND = 2.0
"""So many actions of everybody are taken to have been seen before the first, chosen blindly: people are people."""
SURE = 2.0
"""After so many actions seen of somebody half of what is expected of them is what they did."""

Mix = list[float]
"""How likely each choice is."""
Habits = Mapping[tuple[Seat, int], Mix]
"""What each seat did, on the duel where it had most at stake (0), the next and the last: how often each action."""


def choose(views: Sequence[TripotView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """A move for the seat that has been shown these views."""
    view, moves = views[-1], list(legal)
    assert view.seat is not None
    habits = _habits(views) if level == "expert" else {}
    match moves[0]:
        case Commit():
            return _commit(
                view.public, view.seat, [move for move in moves if isinstance(move, Commit)], level, habits, rng
            )
        case Resolve():
            return _resolve(view, [move for move in moves if isinstance(move, Resolve)])
        case _:
            return _card(view.public, view.seat, moves, level, habits, rng)


# ---- what people did


def _habits(views: Sequence[TripotView]) -> Habits:
    """Every action turned up so far, by who did it and how the stakes were."""
    found: dict[tuple[Seat, int], Mix] = {}
    for view in views:
        event = view.public.last
        # After the last duel of a round its duels are those that have ended.
        if isinstance(event, Resolved) and view.flash:
            duels = view.public.duels or view.public.ended
            duel = duels[event.duel]
            for seat, token in zip(duel.seats, duel.tokens or (), strict=True):
                counts = found.setdefault((seat, _rank(duels, seat, event.duel)), [0.0] * len(ACTIONS))
                counts[ACTIONS.index(token)] += 1
    return found


def _rank(duels: Sequence[Duel], seat: Seat, number: int) -> int:
    """How many of a seat's duels come before one: those with more of its own at stake, and then the earlier ones."""

    def order(each: int) -> tuple[int, int]:
        duel = duels[each]
        return -duel.stakes[duel.seats.index(seat)], each

    return sorted((each for each, duel in enumerate(duels) if seat in duel.seats), key=order).index(number)


def _expected(habits: Habits, seat: Seat, rank: int) -> tuple[Mix, float]:
    """What a seat may be expected to do, and how many of its actions were seen.

    What it did on duels of the same rank counts fully, what it did on others little.
    """
    mix, seen = [0.3] * len(ACTIONS), 0.0
    for each in range(len(ACTIONS)):
        counts = habits.get((seat, each))
        if counts:
            weight = 1.0 if each == rank else 0.25
            mix = [one + weight * count for one, count in zip(mix, counts, strict=True)]
            seen += sum(counts)
    return _shares(mix), seen


# ---- what a point is worth


def _price(public: Public, seat: Seat, other: Seat) -> float:
    """What a point of another seat costs one: most if it is the one to beat."""
    if public.seats == 2:
        return 1.0
    wealth = [public.points[each] + sum(duel.on_table for duel in public.duels if each in duel.seats) / 2
              for each in range(public.seats)]  # fmt: skip
    spread = 2.0 + 4.0 * sqrt(_to_come(public))
    best = max(wealth)
    hopes = [exp((own - best) / spread) for own in wealth]
    return hopes[other] / (sum(hopes) - hopes[seat])


def _to_come(public: Public) -> float:
    """How many more cards everybody will play on average."""
    return sum(map(len, public.hands)) / public.seats


def _pay(duel: Duel, side: int, price: float, public: Public) -> list[Mix]:
    """What a side gains by each of its actions against each of the other's."""
    mine, other = duel.stakes[side], duel.stakes[1 - side]
    able = [public.points[seat] > 0 for seat in duel.seats]
    return [
        [
            gain(own, its, mine, other, able[side]) - price * gain(its, own, other, mine, able[1 - side])
            for its in ACTIONS
        ]
        for own in ACTIONS
    ]


# ---- the action phase


class _Side:
    """What regret matching keeps of a seat: its duels, its choices, and how much it regrets not having made each."""

    def __init__(self, public: Public, seat: Seat, habits: Habits) -> None:
        self.duels = public.duels_of(seat)
        self.choices = list(permutations(range(len(ACTIONS)), len(self.duels)))
        self.regrets = [0.0] * len(self.choices)
        self.mean = [0.0] * len(self.choices)
        self.pays = []
        self.others: list[Seat] = []
        self.habit, seen = [1.0] * len(self.choices), 0.0
        for place, number in enumerate(self.duels):
            duel = public.duels[number]
            side = duel.seats.index(seat)
            other = duel.seats[1 - side]
            self.others.append(other)
            self.pays.append(_pay(duel, side, _price(public, seat, other), public))
            mix, seen = _expected(habits, seat, _rank(public.duels, seat, number))
            self.habit = [chance * mix[choice[place]] for chance, choice in zip(self.habit, self.choices, strict=True)]
        self.habit = _shares(self.habit)
        self.trust = (seen + BLIND) / (seen + BLIND + SURE)
        """How far what is expected of this seat is what it did before."""

    def mix(self) -> Mix:
        """How it chooses now: each choice as often as it is regretted."""
        return _shares([max(regret, 0.0) for regret in self.regrets])

    def shown(self, mix: Mix) -> dict[int, Mix]:
        """How often each action then lies on each of its duels."""
        found = {number: [0.0] * len(ACTIONS) for number in self.duels}
        for chance, choice in zip(mix, self.choices, strict=True):
            for number, action in zip(self.duels, choice, strict=True):
                found[number][action] += chance
        return found

    def values(self, against: Mapping[Seat, Mapping[int, Mix]]) -> Mix:
        """What each choice gains against what the others lay."""
        per_duel = [
            [sum(pay * chance for pay, chance in zip(row, against[other][number], strict=True)) for row in pays]
            for number, other, pays in zip(self.duels, self.others, self.pays, strict=True)
        ]
        return [sum(values[action] for values, action in zip(per_duel, choice, strict=True)) for choice in self.choices]

    def learn(self, values: Mix, mix: Mix, weight: int) -> None:
        """Regret what would have gained more; later rounds count more for the mean."""
        got = sum(value * chance for value, chance in zip(values, mix, strict=True))
        self.regrets = [max(0.0, old + value - got) for old, value in zip(self.regrets, values, strict=True)]
        self.mean = [old + weight * chance for old, chance in zip(self.mean, mix, strict=True)]


def _shares(weights: Mix) -> Mix:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


def _commit(public: Public, seat: Seat, moves: Sequence[Commit], level: Level, habits: Habits, rng: Random) -> Commit:
    """Actions for one's duels, drawn from a mixed strategy."""
    sides = {each: _Side(public, each, habits) for each in range(public.seats) if public.duels_of(each)}
    me = sides[seat]
    if level == "novice":
        blind = {each: side.shown(_shares([1.0] * len(side.choices))) for each, side in sides.items()}
        values = me.values(blind)
        strategy = _shares([exp((value - max(values)) / CARELESS) for value in values])
    else:
        for weight in range(1, ROUNDS[level] + 1):
            mixes = {each: side.mix() for each, side in sides.items()}
            shown = {each: side.shown(_habitual(side, mixes[each])) for each, side in sides.items()}
            # Others do not know that one expects them to go on as before: to them one is as good as they are.
            for each, side in sides.items():
                side.learn(side.values(shown), mixes[each], weight)
        strategy = _shares(me.mean)
    wanted = rng.choices(me.choices, strategy)[0]
    actions = tuple((number, ACTIONS[action]) for number, action in zip(me.duels, wanted, strict=True))
    return next(move for move in moves if move.actions == actions)


def _habitual(side: _Side, mix: Mix) -> Mix:
    """What a seat is expected to choose: partly what it did before."""
    return [side.trust * old + (1 - side.trust) * new for old, new in zip(side.habit, mix, strict=True)]


# ---- cards, and the order of resolving


def _card(public: Public, seat: Seat, moves: Sequence[Moves], level: Level, habits: Habits, rng: Random) -> Moves:
    """Whom to challenge and with which card.

    Every card is played once, so what matters is against whom: a card that somebody cannot pay is wasted, and a high
    one belongs where its stake is likely won.
    """
    if level == "novice":
        return rng.choice(moves)

    def merit(move: Moves) -> float:
        match move:
            case Challenge(opponent=opponent, card=card):
                return _worth(public, seat, opponent, card, habits) - mean[card]
            case Answer(card=card):
                pending = public.pending
                assert pending is not None
                return _worth(public, seat, pending.challenger, card, habits) - mean[card]
            case _:
                return 0.0

    others = [each for each in range(public.seats) if each != seat and public.hands[each]] or [seat]
    mean = {
        card: sum(_worth(public, seat, other, card, habits) for other in others) / len(others)
        for card in set(public.hands[seat])
    }
    merits = [merit(move) for move in moves]
    best = max(merits)
    return rng.choices(moves, [exp((worth - best) / 0.3) for worth in merits])[0]


def _worth(public: Public, seat: Seat, other: Seat, card: int, habits: Habits) -> float:
    """What a duel against somebody may bring with this card, whatever they play."""
    total, hand = 0.0, sorted(set(public.hands[other])) or [card]
    for theirs in hand:
        duel = Duel.meet((seat, other), (card, theirs), (public.points[seat], public.points[other]))
        price = _price(public, seat, other)
        mix, _ = _expected(habits, other, 0 if card >= 3 else 1)
        pays = _pay(duel, 0, price, public)
        values = [sum(pay * chance for pay, chance in zip(row, mix, strict=True)) for row in pays]
        # Not always the best action is free: others of one's duels may need it.
        likely = (max(values) + sum(values) / len(values)) / 2
        total += likely - duel.stakes[0] + price * duel.stakes[1]
    return total / len(hand)


def _resolve(view: TripotView, moves: Sequence[Resolve]) -> Resolve:
    """Which duel first: with an empty purse those that may cost a point, which then cannot be taken."""
    laid: dict[int, Action] = dict(view.own.actions) if view.own else {}
    order = ("attack", "defend", "cooperate")
    return min(moves, key=lambda move: (order.index(laid.get(move.duel, "attack")), move.duel))
