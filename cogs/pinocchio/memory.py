"""What can be known of the cards: what a seat has seen, what was said, and how far those who said it are believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.core.game import Seat
from cogs.pinocchio.moves import CARDS, COPIES, GarmentCard
from cogs.pinocchio.view import PinocchioView

HONESTY = ((1 / 7, 0.06), (0.6, 0.1), (0.98, 0.84))
"""How likely somebody tells the truth where it fits, and how likely it is that they are such a person."""
SHIELDED = 0.3
"""The same for an announcement that nobody may doubt."""
DOUBTS, JUDGEMENTS = 1.0, 2.5
"""Before anybody has judged, everybody is taken to have doubted so often in so many judgements."""
TRUST = 0.4
"""How far what is thought of cards nobody has seen is relied on: who lied, and how, is only guessed."""
LEAST = 0.02
"""Fewer copies than that are never thought to be left: others may be wrong, and so may one's own reckoning."""


class Laid(NamedTuple):
    """A card laid on the heap, and what was said of it."""

    seat: Seat
    said: GarmentCard
    bound: GarmentCard | None
    protected: bool
    card: GarmentCard | None
    """What it was, if the seat whose memory this is has seen it."""
    shown: bool
    """Whether everybody has."""


class HeapMemory:
    """What a seat has seen and heard since the deal, and what it still knows of it."""

    def __init__(self, views: Sequence[PinocchioView], keeps: Callable[[int], bool]) -> None:
        """``keeps`` says of a view's number whether a card seen then is remembered."""
        last = views[-1]
        self.seats = last.public.seats
        self.laid: list[Laid] = []
        self.doubts = [DOUBTS] * self.seats
        self.judgements = [JUDGEMENTS] * self.seats
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
        """How often a seat doubts."""
        return self.doubts[seat] / self.judgements[seat]

    def honesty(self, seat: Seat) -> float:
        """How likely a seat tells the truth where it fits, after all of its cards that were turned over."""
        weights = [prior for _, prior in HONESTY]
        for laid in self.laid:
            # What is said of a card that does not fit is a lie whoever says it.
            if laid.seat == seat and laid.shown and laid.card and not laid.protected and fits(laid.card, laid.bound):
                told = laid.card == laid.said
                weights = [
                    weight * (honest if told else 1 - honest)
                    for weight, (honest, _) in zip(weights, HONESTY, strict=True)
                ]
        total = sum(weights)
        return sum(weight * honest for weight, (honest, _) in zip(weights, HONESTY, strict=True)) / total


def fits(card: GarmentCard, bound: GarmentCard | None) -> bool:
    """Whether a card may be announced as what it is."""
    return bound is None or card.garment == bound.garment or card.colour == bound.colour


class CardBelief:
    """How many copies of each card are left to be drawn, and what the last card laid may be."""

    def __init__(self, memory: HeapMemory, honesty: Sequence[float], *, own: bool = True, words: bool = True) -> None:
        """``own``: with what the seat alone has seen; ``words``: with what can be believed of the rest of the heap."""
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
                        # A card of which no copy is missing cannot be there at all.
                        self.left[card] = max(self.left[card] - TRUST * chance, min(self.left[card], LEAST))

    def _weigh(self, laid: Laid, honesty: float) -> dict[GarmentCard, float]:
        """How likely each card is the one laid, after what was said of it by somebody of that honesty."""
        if laid.protected:
            honesty = SHIELDED
        fitting = [card for card in CARDS if fits(card, laid.bound)]
        # A liar says anything that fits, or what others will think is still there: who can tell?
        total = sum(self.left[card] for card in fitting)
        lie = 0.5 / len(fitting) + (0.5 * self.left[laid.said] / total if total else 0.0)
        weights = dict.fromkeys(CARDS, lie)
        weights.update(dict.fromkeys(fitting, (1 - honesty) / (len(fitting) - 1)))
        weights[laid.said] = honesty
        chances = {card: left * weights[card] for card, left in self.left.items()}
        certain = sum(chances.values()) or 1.0
        return {card: chance / certain for card, chance in chances.items()}

    def fitting(self, bound: GarmentCard) -> float:
        """How likely the next card drawn may be announced as what it is after these words."""
        total = sum(self.left.values())
        return sum(left for card, left in self.left.items() if fits(card, bound)) / total if total else 0.5
