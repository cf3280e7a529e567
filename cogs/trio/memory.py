"""A player's memory of Trio: which card lies where, and the bounds of the unknown ones.

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

SWAPS_PER_TABLE = 24
"""Random swaps tried between one sampled table and the next."""

MOST_LOWEST, LEAST_HIGHEST = 4, 9
"""The numbers up to which, and from which on, a card is believed to be the lowest or highest of a hand."""

Table = list[list[int]]
"""The hidden cards of every hand, ascending, then of every place of the centre."""


class Miss(msgspec.Struct, frozen=True):
    """A turn that failed, with the cards it showed."""

    cards: tuple[RevealedCard, ...]


class Trio(msgspec.Struct, frozen=True):
    """A trio that was taken."""

    cards: tuple[RevealedCard, ...]


class Exchange(msgspec.Struct, frozen=True):
    """Two partners exchanged a card; the numbers are None unless this seat knows them."""

    pair: tuple[Seat, ...]
    given: int | None
    received: int | None


Event = Miss | Trio | Exchange


def events(views: Sequence[TrioView]) -> Iterator[Event]:
    """The events that the views of a seat show, in order."""
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
    """The slots of every hand and of the centre, after all remembered events.

    ``story`` has the events from the first view to the current one. ``span`` is the mean number of rounds of turns a
    flash is remembered (None: for ever). Exchanges of unknown cards are sampled with ``rng``. ``private`` includes
    the card this seat gave its partner; without it only public knowledge counts. ``infers``: cards asked from an end
    bound those behind it. ``convention``: the partner gave its card as ``gives_highest`` says.
    """

    def __init__(
        self, first: TrioView, view: TrioView, story: Sequence[Event], span: float | None, rng: Random, *,
        private: bool = True, infers: bool = True, convention: bool = False,
    ) -> None:  # fmt: skip
        self.view, self._convention = view, convention
        away = Counter(_pile(first.public, card.by) for card in first.public.shown)
        sizes = (*first.public.counts, *map(int, first.public.centre))
        self.piles: list[list[Span]] = [[ANY] * (size + away[pile]) for pile, size in enumerate(sizes)]
        self.stale = 0
        """Number of latest turns in a row that revealed nothing new."""
        turns = sum(not isinstance(event, Exchange) for event in story)
        for event in story:
            if isinstance(event, Exchange):
                self._exchange(event, rng, private=private)
                continue
            turns -= 1
            if isinstance(event, Trio):
                self._see(event.cards, gone=True, bounds=infers and _remembered(first, event, turns, span))
                self.stale = 0
            elif _remembered(first, event, turns, span):
                self.stale = 0 if self._see(event.cards, bounds=infers) else self.stale + 1
        self._see(self.view.public.shown, gone=True, bounds=infers)

    def known(self, pile: int) -> Counter[int]:
        """The known cards of a pile, counted."""
        return Counter(low for low, high in self.piles[pile] if low == high)

    def _exchange(self, event: Exchange, rng: Random, *, private: bool) -> None:
        one, two = event.pair
        if private and event.given and event.received:
            giver, receiver = (two, one) if one == self.view.seat else (one, two)
            partner = self.piles[giver]
            _take(partner, event.received)
            if self._convention:
                highest = gives_highest(giver, receiver)
                partner[:] = [_beyond(slot, event.received, highest=highest) for slot in partner]
            partner.append((event.given, event.given))
            return
        here, there = self.piles[one], self.piles[two]
        mine, theirs = int(rng.random() * len(here)), int(rng.random() * len(there))
        here[mine], there[theirs] = there[theirs], here[mine]

    def _see(self, cards: Sequence[RevealedCard], *, gone: bool = False, bounds: bool = True) -> bool:
        """Record the cards of a turn (``gone``: they left their piles). Returns whether any of them was new."""
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
        """Sample tables consistent with the memory, each a few swaps from the one before; none if impossible."""
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
        except IndexError:  # the cards do not fit, so the sampled exchange cannot have happened
            return
        if any(not span[0] <= number <= span[1] for number, (_, span) in zip(dealt, slots, strict=True)):
            return
        sure = [[low for low, high in pile if low == high] for pile in piles]
        size, random = len(slots), rng.random
        spans = [span for _, span in slots]
        for _ in range(count):
            for _ in range(SWAPS_PER_TABLE if size > 1 else 0):
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


def gives_highest(seat: Seat, partner: Seat) -> bool:
    """The convention of two partners: the first gives its highest card and collects low numbers; the other reverses."""
    return seat < partner


def _beyond(slot: Span, given: int, *, highest: bool) -> Span:
    """A hidden card of a partner who gave this card as its highest or lowest one.

    A partner who gives another card does not follow the convention: it says nothing about the others.
    """
    if slot[0] == slot[1] or not (given >= LEAST_HIGHEST if highest else given <= MOST_LOWEST):
        return slot
    return _clamped(slot, ANY[0], given) if highest else _clamped(slot, given, ANY[1])


def _remembered(first: TrioView, event: Miss | Trio, age: int, span: float | None) -> bool:
    """Whether a turn of that age is still remembered. Its lifetime is drawn from its cards and the own hand dealt."""
    if span is None:
        return True
    luck = (crc32(msgspec.json.encode((first.seat, first.own, event))) + 0.5) / 2**32
    return age <= -span * first.public.setup.seats * log(luck)


def _pile(public: Public, by: Reveal) -> int:
    """The number of a pile: hands by seat, then the places of the centre."""
    return by.place + public.setup.seats if isinstance(by, RevealCentre) else by.seat


def _from(card: RevealedCard, end: str) -> bool:
    return isinstance(card.by, RevealHand) and card.by.end == end


def _take(slots: list[Span], number: int) -> bool:
    """Remove a card from a pile. Returns whether its position was unknown."""
    if (number, number) in slots:
        slots.remove((number, number))
        return False
    fitting = [slot for slot in slots if slot[0] <= number <= slot[1]]
    # After a wrongly sampled exchange no slot fits: take any.
    slots.remove(min(fitting or slots, key=lambda slot: slot[1] - slot[0]))
    return True


def _clamped(slot: Span, low: int, high: int) -> Span:
    one, two = max(slot[0], low), min(slot[1], high)
    return (one, two) if one <= two else (low, high)
