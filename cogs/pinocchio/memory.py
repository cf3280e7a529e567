"""A seat's memory of Pinocchio: the cards seen, the announcements, and how honest each player is believed to be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.core.game import Seat
from cogs.pinocchio.moves import CARDS, COPIES, GarmentCard
from cogs.pinocchio.view import PinocchioView

HONESTY_PRIOR = ((1 / 7, 0.06), (0.6, 0.1), (0.98, 0.84))
"""Prior of honesty: pairs of the rate of telling a fitting truth, and its probability."""
PROTECTED_HONESTY = 0.3
"""Rate of telling a fitting truth when nobody may doubt it."""
PRIOR_DOUBTS, PRIOR_JUDGEMENTS = 1.0, 2.5
"""Prior of each player's doubts: this many in this many judgements."""
BELIEF_WEIGHT = 0.4
"""Weight of beliefs about cards not seen."""
LEAST_COPIES = 0.02
"""The least number of copies believed to be left, because beliefs may be wrong."""


class Laid(NamedTuple):
    """A card on the heap, and its announcement."""

    seat: Seat
    said: GarmentCard
    bound: GarmentCard | None
    protected: bool
    card: GarmentCard | None
    """The card, if this seat has seen it."""
    shown: bool
    """Whether all players have seen it."""


class HeapMemory:
    """The remembered part of everything a seat has seen since the deal."""

    def __init__(self, views: Sequence[PinocchioView], keeps: Callable[[int], bool]) -> None:
        """``keeps`` tells for the index of a view whether a card seen in it is remembered."""
        last = views[-1]
        self.seats = last.public.seats
        self.laid: list[Laid] = []
        self.doubts = [PRIOR_DOUBTS] * self.seats
        self.judgements = [PRIOR_JUDGEMENTS] * self.seats
        for number, view in enumerate(views):
            public, before = view.public, views[number - 1]
            match public.last:
                case "announce":
                    said = public.announcement
                    assert said is not None
                    card = before.own.card if before.own and keeps(number) else None
                    self.laid.append(Laid(said.seat, said.card, before.public.bound, said.protected, card, shown=False))
                case "doubt":
                    self._judged(before.public.turn, doubted=True)
                    if public.flash and keeps(number):
                        self.laid[-1] = self.laid[-1]._replace(card=public.flash.card, shown=True)
                case "believe":
                    self._judged(before.public.turn, doubted=False)
                case "deal":
                    pass
        self.held = last.own.card if last.own else None

    def _judged(self, seat: Seat, *, doubted: bool) -> None:
        self.judgements[seat] += 1
        self.doubts[seat] += doubted

    def doubt_rate(self, seat: Seat) -> float:
        """The estimated rate at which a seat doubts."""
        return self.doubts[seat] / self.judgements[seat]

    def honesty(self, seat: Seat) -> float:
        """The estimated rate at which a seat tells a fitting truth, from its cards that were turned over."""
        weights = [prior for _, prior in HONESTY_PRIOR]
        for laid in self.laid:
            # A card that does not fit forces a lie, which says nothing about honesty.
            if laid.seat == seat and laid.shown and laid.card and not laid.protected and fits(laid.card, laid.bound):
                told = laid.card == laid.said
                weights = [
                    weight * (honest if told else 1 - honest)
                    for weight, (honest, _) in zip(weights, HONESTY_PRIOR, strict=True)
                ]
        total = sum(weights)
        return sum(weight * honest for weight, (honest, _) in zip(weights, HONESTY_PRIOR, strict=True)) / total


def fits(card: GarmentCard, bound: GarmentCard | None) -> bool:
    """Whether a card may be announced truthfully."""
    return bound is None or card.garment == bound.garment or card.colour == bound.colour


class CardBelief:
    """The expected copies of each card still to be drawn, and the probabilities of the last card laid."""

    def __init__(self, memory: HeapMemory, honesty: Sequence[float], *, own: bool = True, words: bool = True) -> None:
        """``own``: include the seat's private knowledge; ``words``: include beliefs about the rest of the heap."""
        self.left = dict.fromkeys(CARDS, float(COPIES))
        if own and memory.held:
            self.left[memory.held] -= 1
        known = [laid.card is not None and (own or laid.shown) for laid in memory.laid]
        for laid, is_known in zip(memory.laid, known, strict=True):
            if is_known and laid.card:
                self.left[laid.card] -= 1
        self.last: dict[GarmentCard, float] = {}
        for number, (laid, is_known) in enumerate(zip(memory.laid, known, strict=True), start=1):
            newest = number == len(memory.laid)
            if not is_known and (words or newest):
                self.last = self._weigh(laid, honesty[laid.seat])
                if not newest:
                    for card, chance in self.last.items():
                        # Never below LEAST_COPIES, except for cards of which all copies are already accounted for.
                        self.left[card] = max(
                            self.left[card] - BELIEF_WEIGHT * chance, min(self.left[card], LEAST_COPIES)
                        )

    def _weigh(self, laid: Laid, honesty: float) -> dict[GarmentCard, float]:
        """The probability of each card to be the one laid, given its announcement and the announcer's honesty."""
        if laid.protected:
            honesty = PROTECTED_HONESTY
        fitting = [card for card in CARDS if fits(card, laid.bound)]
        # A lie may be any fitting announcement, or one of which copies seem to be left: average the two.
        total = sum(self.left[card] for card in fitting)
        lie = 0.5 / len(fitting) + (0.5 * self.left[laid.said] / total if total else 0.0)
        weights = dict.fromkeys(CARDS, lie)
        weights.update(dict.fromkeys(fitting, (1 - honesty) / (len(fitting) - 1)))
        weights[laid.said] = honesty
        chances = {card: left * weights[card] for card, left in self.left.items()}
        certain = sum(chances.values()) or 1.0
        return {card: chance / certain for card, chance in chances.items()}

    def fitting(self, bound: GarmentCard) -> float:
        """The probability that the next card drawn may be announced truthfully after this announcement."""
        total = sum(self.left.values())
        return sum(left for card, left in self.left.items() if fits(card, bound)) / total if total else 0.5
