"""The opponent of Trio: it samples tables consistent with its memory and counts outcomes.

A turn goes on only while the numbers agree, so a plan is a number and three requests, and its chance is the share of
sampled tables in which all three reveal that number. A set of tables is an integer with a bit per table: sets are
intersected with ``&`` and counted with ``bit_count``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

from bot.core.game import Level, Seat
from cogs.trio.links import LINKS, NUMBERS, SEVEN, wins
from cogs.trio.memory import TrioMemory, events, gives_highest
from cogs.trio.moves import Decline, Moves, Offer, Reveal, RevealCentre, RevealHand
from cogs.trio.view import TrioView


@dataclass(frozen=True)
class TrioSkill:
    """The parameters of a level."""

    span: float | None
    """Mean number of rounds of turns a flash is remembered; None for ever."""
    tables: int
    """Number of sampled tables; fewer give worse estimates."""
    ways: tuple[int, int]
    """In teams: number of sampled exchanges between others, and of tables sampled for each."""
    care: float
    """Weight of the information a failed turn gives to others; 0 ignores it.

    Small values measured best: players who hide much learn too little and win less than players who hide nothing.
    """
    infers: bool = True
    """Whether a card asked from an end of a sorted hand bounds the cards behind it."""
    convention: bool = False
    """Whether a card received from the partner bounds the partner's other cards."""
    guesses: bool = False
    """Whether it asks for any card when it is certain of none."""


SKILLS: dict[Level, TrioSkill] = {
    "novice": TrioSkill(span=0.2, tables=8, ways=(8, 1), care=0, infers=False, guesses=True),
    "regular": TrioSkill(span=1, tables=40, ways=(12, 3), care=0),
    "expert": TrioSkill(span=None, tables=300, ways=(40, 30), care=0.02, convention=True),
}

TAKE_CHANCE = (0.01, 0.05, 0.3, 1.0)
"""By number of known cards of a trio, the chance that a player takes it."""

SEAT_DISCOUNT = 0.85
"""Discount of a player's chance for each seat that plays before them."""


def choose(views: Sequence[TrioView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """The move of an opponent of this level with these views, the last one current."""
    if views[-1].phase == "exchange":
        return _answer(views, legal, level, rng)
    moves = [move for move in legal if isinstance(move, Reveal)]
    return RevealAnalysis(views, moves, SKILLS[level], rng).best()


# ---- revealing


class RevealAnalysis:
    """The sampled tables at one point of a turn, and the value of each request."""

    def __init__(self, views: Sequence[TrioView], moves: Sequence[Reveal], skill: TrioSkill, rng: Random) -> None:
        self.public, self.seat, self.rng = views[-1].public, cast("Seat", views[-1].seat), rng
        self.moves, self.skill = moves, skill
        self.sure: dict[int, dict[Reveal, list[int]]] = {number: {} for number in NUMBERS}
        """Number → request → the tables in which it reveals the number once, twice, three times in a row."""
        self.count = 0
        for table in _sampled_tables(views, skill, rng):
            self._add(table)
        self.gain = {number: self._gain(self.seat, number) for number in NUMBERS}
        self.care, self.price = 0.0, {}
        # Not in teams: there the partner learns as much as the rivals do.
        if skill.care and not self.public.setup.teams:
            everybody = TrioMemory(views[0], views[-1], tuple(events(views)), None, rng, private=False)
            # A player can pass by revealing known cards. If everybody did, the game would never end.
            self.care = skill.care * 0.5**everybody.stale
            self.price = self._prices(everybody)
        self.news: dict[Reveal, float] = {move: self._expected_price(move) for move in moves}
        # A plan continues with a request that may reveal its number, or ends with the cheapest request.
        if not skill.guesses:
            self.moves = [move for move in moves if self._may_match(move)] or moves
        cheapest = min(self.moves, key=self.news.__getitem__)
        self.plausible = {number: list(dict.fromkeys((*self.sure[number], cheapest))) for number in NUMBERS}

    def _add(self, table: Sequence[Sequence[int]]) -> None:
        bit = 1 << self.count
        self.count += 1
        seats = self.public.setup.seats
        for move in self.moves:
            if isinstance(move, RevealCentre):
                run = table[seats + move.place]
                number, length = run[0], 1
            else:
                pile = table[move.seat]
                run = pile[:3] if move.end == "lowest" else pile[:-4:-1]
                number = run[0]
                length = 1 if len(run) < 2 or run[1] != number else 2 if len(run) < 3 or run[2] != number else 3
            masks = self.sure[number].setdefault(move, [0, 0, 0])
            for index in range(length):
                masks[index] |= bit

    def best(self) -> Reveal:
        """The request of the highest value; ties are broken at random."""
        shown, tables = self.public.shown, (1 << self.count) - 1
        if self.skill.guesses and not self._certain(tables):
            return self.rng.choice(self.moves)
        if not shown:
            worth = {move: self._opening(move) for move in self.moves}
        else:
            # Revealed cards have left their hands, so no request counts as used yet.
            worth = {move: self._next(shown[0].number, (), len(shown), tables, move) for move in self.moves}
        most = max(worth.values())
        return self.rng.choice([move for move in self.moves if worth[move] >= most - 1e-9])

    def _certain(self, tables: int) -> bool:
        """Whether a trio is at the same place in all these tables; once cards are shown, whether the next one is."""
        shown = self.public.shown
        numbers, needed = ([shown[0].number], 1) if shown else (NUMBERS, 3)
        return any(
            sum(mask == tables for masks in self.sure[number].values() for mask in masks) >= needed
            for number in numbers
        )

    def _may_match(self, move: Reveal) -> bool:
        """Whether a card may become part of a trio this turn. An own card that cannot only informs the others."""
        if not isinstance(move, RevealHand) or move.seat != self.seat:
            return True
        shown = self.public.shown
        number = next(number for number, requests in self.sure.items() if move in requests)
        if shown:
            return number == shown[0].number
        return sum(mask > 0 for masks in self.sure[number].values() for mask in masks) >= 3

    def _opening(self, move: Reveal) -> float:
        """The value of a first request: the best continuation for each number it may reveal."""
        total = 0.0
        for number in NUMBERS:
            if mask := self._mask(number, (), move):
                total += max(self._next(number, (move,), 1, mask, then) for then in self.plausible[number])
        return total

    def _next(self, number: int, used: tuple[Reveal, ...], shown: int, mask: int, move: Reveal) -> float:
        """The value of a request after ``shown`` cards of a number, over the tables of ``mask``, times their share."""
        if not self._room(used, move):
            return -9.0
        hit = mask & self._mask(number, used, move)
        many, few = mask.bit_count() / self.count, hit.bit_count() / self.count
        worth = 0.0
        if self.care:
            worth -= self.care * (many - few) * (self._price(number, used) + self.news[move])
        if shown == 2:
            return worth + few * self.gain[number]
        if not hit:
            return worth
        after = (*used, move)
        return worth + max(self._next(number, after, shown + 1, hit, then) for then in self.plausible[number])

    def _mask(self, number: int, used: tuple[Reveal, ...], move: Reveal) -> int:
        masks = self.sure[number].get(move)
        return masks[used.count(move)] if masks else 0

    def _room(self, used: tuple[Reveal, ...], move: Reveal) -> bool:
        """Whether the requested pile still has a card."""
        if isinstance(move, RevealCentre):
            return move not in used
        taken = sum(isinstance(other, RevealHand) and other.seat == move.seat for other in used)
        return taken < self.public.counts[move.seat]

    # ---- the value of a trio, and the cost of a failed turn

    def _gain(self, seat: Seat, number: int) -> float:
        """The value of a trio to a seat: 1 when it wins."""
        setup, trios = self.public.setup, self.public.trios
        owned = [other for ally in setup.side(seat) for other in trios[ally]]
        if number == SEVEN or wins(setup.mode, number, [*owned, number]):
            return 1.0
        if setup.mode == "simple":
            return 0.35 if owned else 0.22
        gone = {other for taken in trios for other in taken}
        denied = any(other in taken for other in LINKS[number] for taken in trios)
        return 0.15 + 0.1 * sum(other not in gone for other in LINKS[number]) + 0.2 * denied

    def _prices(self, everybody: TrioMemory) -> dict[int, tuple[float, ...]]:
        """Number → the cost of the table knowing none, one, two or three of its cards."""
        setup = self.public.setup
        ours = setup.side(self.seat)
        self.known = [everybody.known(pile) for pile in range(len(everybody.piles))]
        prices: dict[int, tuple[float, ...]] = {}
        for number in NUMBERS:
            costs = [0.0] * 4
            for distance in range(1, setup.seats + 1):
                seat = (self.seat + distance) % setup.seats
                weight = SEAT_DISCOUNT ** (distance - 1) * self._gain(seat, number) * (-1 if seat in ours else 1)
                held = self._held(seat, number)
                for public in range(4):
                    costs[public] += weight * sum(
                        chance * TAKE_CHANCE[min(3, public + own)] for own, chance in enumerate(held)
                    )
            prices[number] = tuple(costs)
        return prices

    def _held(self, seat: Seat, number: int) -> list[float]:
        """The chances that a seat has 0 to 3 cards of a number at its ends that the table does not know."""
        at_least = [self.count, 0, 0, 0]
        for move, masks in self.sure[number].items():
            if isinstance(move, RevealHand) and move.seat == seat:
                for index, mask in enumerate(masks):
                    at_least[index + 1] += mask.bit_count()
        known = self.known[seat][number]
        chances = [0.0] * 4
        for own in range(4):
            more = at_least[own + 1] if own < 3 else 0
            chances[max(0, own - known)] += max(0, min(at_least[own], self.count) - more) / self.count
        return chances

    def _fresh(self, number: int, move: Reveal, before: int) -> bool:
        """Whether the table would learn something from this number at this place."""
        pile = self.public.setup.seats + move.place if isinstance(move, RevealCentre) else move.seat
        return self.known[pile][number] <= before

    def _price(self, number: int, used: tuple[Reveal, ...]) -> float:
        """The cost of having revealed this number at these places."""
        if not self.price or number not in self.price:
            return 0.0
        public = min(3, sum(known[number] for known in self.known))
        fresh = sum(self._fresh(number, move, used[:index].count(move)) for index, move in enumerate(used))
        costs = self.price[number]
        return costs[min(3, public + fresh)] - costs[public]

    def _expected_price(self, move: Reveal) -> float:
        if not self.care:
            return 0.0
        chances = (
            (number, masks[move][0].bit_count() / self.count) for number, masks in self.sure.items() if move in masks
        )
        return sum(chance * self._price(number, (move,)) for number, chance in chances)


def _sampled_tables(views: Sequence[TrioView], skill: TrioSkill, rng: Random) -> Iterable[list[list[int]]]:
    """Sampled tables consistent with the memory of a player of this level."""
    first, view, story = views[0], views[-1], tuple(events(views))
    variants, tables = skill.ways if view.public.setup.teams else (1, skill.tables)
    found = 0
    for _ in range(variants):
        memory = TrioMemory(first, view, story, skill.span, rng, infers=skill.infers, convention=skill.convention)
        for table in memory.tables(tables, rng):
            found += 1
            yield table
    if not found:
        yield from TrioMemory(view, view, (), skill.span, rng).tables(skill.tables, rng)


# ---- exchanging


def _answer(views: Sequence[TrioView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """A card for the partner, or none.

    Experts have a convention (``gives_highest``): one of two partners collects low numbers and gives its highest card,
    the other one the reverse. The card stays reachable at the partner's end, and shows that all others of that hand
    lie on one side of it. A trio is not split. A regular gives a card without an equal in its hand. The card received
    last is not given back.
    """
    view = views[-1]
    offers = [move for move in legal if isinstance(move, Offer)]
    if not offers or (level == "novice" and rng.random() < 0.5):
        return Decline()
    if level == "novice" or view.own is None or view.seat is None:
        return rng.choice(offers)
    received = next((each.own.received for each in reversed(views) if each.own and each.own.received), None)
    offers = [offer for offer in offers if offer.card != received] or offers
    counts = Counter(view.own.hand)
    if level == "expert":
        offers = [offer for offer in offers if counts[offer.card] < 3] or offers
        highest = gives_highest(view.seat, view.public.setup.partner(view.seat))
        return (max if highest else min)(offers, key=lambda offer: offer.card)
    fewest = min(counts[offer.card] for offer in offers)
    return rng.choice([offer for offer in offers if counts[offer.card] == fewest])
