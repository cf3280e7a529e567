"""What a player of Trio keeps in mind: which card lies where, and between which bounds the others lie.

Hands are sorted, so a card asked from an end bounds all that is left behind it. A hand is therefore a list of
slots, each with the lowest and the highest number its card may have; a card that is known has both equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from random import Random
from zlib import crc32

import msgspec

from bot.core.game import Seat
from cogs.trio.deal import DECK
from cogs.trio.moves import Reveal, RevealCentre, RevealHand
from cogs.trio.view import ANY, Public, RevealedCard, Span, TrioView, fit

STEPS = 24
"""How many pairs of cards are tried to be exchanged between one imagined table and the next."""

Table = list[list[int]]
"""The hidden cards of every hand, ascending, then of every place of the centre."""


class Miss(msgspec.Struct, frozen=True):
    """A turn that failed, with the cards it showed."""

    cards: tuple[RevealedCard, ...]


class Trio(msgspec.Struct, frozen=True):
    """A trio that was taken."""

    cards: tuple[RevealedCard, ...]


class Exchange(msgspec.Struct, frozen=True):
    """Two partners have exchanged a card; who knows which ones, knows them."""

    pair: tuple[Seat, ...]
    given: int | None
    received: int | None


Event = Miss | Trio | Exchange


def events(views: Sequence[TrioView]) -> Iterator[Event]:
    """What happened, as this seat was shown it."""
    before: Public | None = None
    for view in views:
        public, own = view.public, view.own
        if public.flash:
            yield Miss(public.flash.cards)
        if before and sum(map(len, public.trios)) > sum(map(len, before.trios)) and public.last:
            number = public.trios[public.last.seat][-1]
            yield Trio(tuple(RevealedCard(number, by) for by in public.last.asked))
        for team, pair in enumerate(public.setup.pairs if public.answers and before else ()):
            now, then = public.answers[team], before.answers[team] if before and before.answers else "open"
            if now == "swapped" != then:
                mine = own if view.seat in pair else None
                yield Exchange(pair, mine.offered if mine else None, mine.received if mine else None)
        before = public


class TrioMemory:
    """The slots of every hand and of the centre, after all that is remembered.

    ``story`` is what happened from the first view to the one that is now. ``span`` is for how many turns a flash is
    remembered on average (None: for ever). Where other people have exchanged cards nobody can tell which, so ``rng``
    draws one way it may have gone. ``private`` tells whether the card that this seat gave its partner counts, or only
    what the whole table knows.
    """

    def __init__(
        self, first: TrioView, view: TrioView, story: Sequence[Event], span: float | None, rng: Random, *,
        private: bool = True,
    ) -> None:  # fmt: skip
        self.view = view
        away = Counter(_pile(first.public, card.by) for card in first.public.shown)
        sizes = (*first.public.counts, *map(int, first.public.centre))
        self.piles: list[list[Span]] = [[ANY] * (size + away[pile]) for pile, size in enumerate(sizes)]
        self.stale = 0
        """How many of the last turns showed nothing that the table did not know."""
        turns = sum(not isinstance(event, Exchange) for event in story)
        for event in story:
            if isinstance(event, Exchange):
                self._exchange(event, rng, private=private)
                continue
            turns -= 1
            if isinstance(event, Trio):
                self._see(event.cards, gone=True, bounds=_remembered(first, event, turns, span))
                self.stale = 0
            elif _remembered(first, event, turns, span):
                self.stale = 0 if self._see(event.cards) else self.stale + 1
        self._see(self.view.public.shown, gone=True)

    def known(self, pile: int) -> Counter[int]:
        """The cards known to lie in a pile."""
        return Counter(low for low, high in self.piles[pile] if low == high)

    def _exchange(self, event: Exchange, rng: Random, *, private: bool) -> None:
        one, two = event.pair
        if private and event.given and event.received:
            partner = self.piles[two if one == self.view.seat else one]
            _take(partner, event.received)
            partner.append((event.given, event.given))
            return
        here, there = self.piles[one], self.piles[two]
        mine, theirs = int(rng.random() * len(here)), int(rng.random() * len(there))
        here[mine], there[theirs] = there[theirs], here[mine]

    def _see(self, cards: Sequence[RevealedCard], *, gone: bool = False, bounds: bool = True) -> bool:
        """Take in the cards of a turn, which stay where they were or have gone; whether any of them was news."""
        news = False
        for pile in {_pile(self.view.public, card.by) for card in cards}:
            asked = [card for card in cards if _pile(self.view.public, card.by) == pile]
            low = max((card.number for card in asked if _from(card, "lowest")), default=ANY[0])
            high = min((card.number for card in asked if _from(card, "highest")), default=ANY[1])
            slots = self.piles[pile]
            for card in asked:
                news |= _take(slots, card.number)
            if bounds:
                slots[:] = [_clamped(slot, low, high) for slot in slots]
            if not gone:
                slots += [(card.number, card.number) for card in asked]
        return news

    def tables(self, count: int, rng: Random) -> Iterator[Table]:
        """So many tables that agree with all this, each a little changed from the one before; none if none can."""
        public, own, seat = self.view.public, self.view.own, self.view.seat
        piles = [list(pile) for pile in self.piles]
        if seat is not None and own:
            piles[seat] = [(number, number) for number in own.hand]
        hidden = Counter(DECK)
        hidden.subtract(number for owned in public.trios for number in owned * 3)
        hidden.subtract(card.number for card in public.shown)
        hidden.subtract(low for pile in piles for low, high in pile if low == high)
        slots = [(pile, span) for pile, spans in enumerate(piles) for span in spans if span[0] < span[1]]
        cards = sorted(hidden.elements())
        if min(hidden.values()) < 0 or len(cards) != len(slots):
            return
        try:
            dealt = fit([span for _, span in slots], cards, rng)
        except IndexError:  # no way to deal the cards: the exchange that was imagined did not take place
            return
        if any(not span[0] <= number <= span[1] for number, (_, span) in zip(dealt, slots, strict=True)):
            return
        sure = [[low for low, high in pile if low == high] for pile in piles]
        size, random = len(slots), rng.random
        spans = [span for _, span in slots]
        for _ in range(count):
            for _ in range(STEPS if size > 1 else 0):
                one, two = int(random() * size), int(random() * size)
                here, there = dealt[one], dealt[two]
                (low, high), (floor, top) = spans[one], spans[two]
                if low <= there <= high and floor <= here <= top:
                    dealt[one], dealt[two] = there, here
            table = [list(pile) for pile in sure]
            for (pile, _), number in zip(slots, dealt, strict=True):
                table[pile].append(number)
            for pile in table:
                pile.sort()
            yield table


def _remembered(first: TrioView, event: Miss | Trio, age: int, span: float | None) -> bool:
    """Whether a turn of that age is still in mind: for each turn it is drawn once, from what was seen, how long."""
    if span is None:
        return True
    shown = [(card.number, str(card.by)) for card in event.cards]
    luck = (crc32(repr((first.seat, first.own and first.own.hand, shown)).encode()) + 0.5) / 2**32
    return age <= -span * log(luck)


def _pile(public: Public, by: Reveal) -> int:
    """Piles are numbered: the hands by seat, then the places of the centre."""
    return by.place + public.setup.seats if isinstance(by, RevealCentre) else by.seat


def _from(card: RevealedCard, end: str) -> bool:
    return isinstance(card.by, RevealHand) and card.by.end == end


def _take(slots: list[Span], number: int) -> bool:
    """Take the card of that number out of a pile; whether nobody knew that it was there."""
    if (number, number) in slots:
        slots.remove((number, number))
        return False
    fitting = [slot for slot in slots if slot[0] <= number <= slot[1]]
    # Where an imagined exchange was wrong nothing fits, and any slot will do.
    slots.remove(min(fitting or slots, key=lambda slot: slot[1] - slot[0]))
    return True


def _clamped(slot: Span, low: int, high: int) -> Span:
    one, two = max(slot[0], low), min(slot[1], high)
    return (one, two) if one <= two else (low, high)
