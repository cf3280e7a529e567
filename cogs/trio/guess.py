"""A full state that a view allows, with everything its seat cannot know drawn afresh.

A seat knows more than its own hand: hands are sorted, so a card asked from an end bounds all that is left behind
it; cards just flashed lie in known places; the card given to a partner is in their hand. Earlier turns are not in a
view, and neither are they here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from random import Random

from cogs.trio.moves import Reveal, RevealHand
from cogs.trio.rules import Exchange, TrioState
from cogs.trio.terms import DECK
from cogs.trio.views import Took, TrioView

Span = tuple[int, int]
"""The lowest and the highest number a hidden card may have."""

ANY: Span = (DECK[0], DECK[-1])
MIXING = 8
"""How often, on average, each card is moved again where the first fit alone would be lopsided."""


def guess(view: TrioView, rng: Random) -> TrioState:
    """Draw a state whose view, for this seat, is this one."""
    if view.phase == "deal":
        return TrioState(terms=view.terms)
    seats = view.terms.seats
    piles = _known(view)
    slots = _slots(view, piles)
    hidden = Counter(DECK)
    hidden.subtract(number for owned in view.trios for number in owned * 3)
    hidden.subtract(card.number for card in view.shown)
    hidden.subtract(number for pile in piles for number in pile)
    drawn = fit([span for _, span in slots], sorted(hidden.elements()), rng)
    for (pile, _), number in zip(slots, drawn, strict=True):
        piles[pile].append(number)
    hands = tuple(tuple(sorted(pile)) for pile in piles[:seats])
    return TrioState(
        terms=view.terms,
        phase=view.phase,
        active=view.active,
        hands=hands,
        centre=tuple(pile[0] if pile else 0 for pile in piles[seats:]),
        shown=view.shown,
        trios=view.trios,
        exchange=_exchange(view, hands, rng),
        last=view.last,
        flash=view.flash,
    )


def fit(spans: Sequence[Span], cards: Sequence[int], rng: Random) -> list[int]:
    """Deal ascending cards to slots so that each lies within the slot's span: at random among the ways that fit."""
    dealt = [0] * len(spans)
    later = sorted(range(len(spans)), key=lambda slot: spans[slot][0], reverse=True)
    ready: list[tuple[int, float, int]] = []
    for number in cards:
        while later and spans[later[-1]][0] <= number:
            slot = later.pop()
            heappush(ready, (spans[slot][1], rng.random(), slot))
        # The slot that closes first cannot wait. Where none ever closes, this is a fair draw as it stands.
        dealt[heappop(ready)[2]] = number
    if any(high < ANY[1] for _, high in spans):
        for _ in range(MIXING * len(spans)):
            one, two = int(rng.random() * len(spans)), int(rng.random() * len(spans))
            if _within(dealt[two], spans[one]) and _within(dealt[one], spans[two]):
                dealt[one], dealt[two] = dealt[two], dealt[one]
    return dealt


def _within(number: int, span: Span) -> bool:
    return span[0] <= number <= span[1]


def _pile(view: TrioView, by: Reveal) -> int:
    """Piles are numbered: the hands by seat, then the places of the centre."""
    return by.seat if isinstance(by, RevealHand) else view.terms.seats + by.place


def _known(view: TrioView) -> list[list[int]]:
    """The cards known to lie in each pile."""
    piles: list[list[int]] = [[] for _ in (*view.counts, *view.centre)]
    for card in view.flash.cards if view.flash else ():
        piles[_pile(view, card.by)].append(card.number)
    if view.seat is not None:
        piles[view.seat] = list(view.hand)
        partner = view.terms.partner(view.seat)
        if view.offered and view.received and not _showed(view, partner, view.offered):
            piles[partner].append(view.offered)
    return piles


def _showed(view: TrioView, seat: int, number: int) -> bool:
    """Whether a seat's copy of a number is among the cards face up."""
    return any(card.number == number and _pile(view, card.by) == seat for card in view.shown)


def _slots(view: TrioView, piles: list[list[int]]) -> list[tuple[int, Span]]:
    """Each hidden card: its pile, and the numbers it may have."""
    spans = _spans(view)
    slots = [
        (pile, spans.get(pile, ANY))
        for pile, size in enumerate((*view.counts, *map(int, view.centre)))
        for _ in range(size - len(piles[pile]))
    ]
    if isinstance(view.last, Took):
        # Whoever has exchanged since the trio holds one card that comes from the other's hand.
        firsts = {pile: index for index, (pile, _) in reversed(list(enumerate(slots)))}
        for answer, pair in zip(view.answers, view.terms.pairs, strict=False):
            for seat in pair:
                if answer == "swapped" and seat in firsts and view.seat not in pair:
                    slots[firsts[seat]] = (seat, spans.get(view.terms.partner(seat), ANY))
    return slots


def _spans(view: TrioView) -> dict[int, Span]:
    """What the last cards asked from the ends of a hand tell about the rest of it."""
    clues = [(card.number, card.by) for card in (view.flash.cards if view.flash else view.shown)]
    if isinstance(view.last, Took):
        clues = [(view.last.number, by) for by in view.last.asked]
    spans: dict[int, Span] = {}
    for number, by in clues:
        if isinstance(by, RevealHand):
            low, high = spans.get(by.seat, ANY)
            spans[by.seat] = (number, high) if by.end == "lowest" else (low, number)
    return spans


def _exchange(view: TrioView, hands: tuple[tuple[int, ...], ...], rng: Random) -> Exchange | None:
    """The sealed cards: who has answered is known, with which card is drawn, except one's own."""
    if not view.answers:
        return None
    offers = [0] * view.terms.seats
    for answer, pair in zip(view.answers, view.terms.pairs, strict=True):
        for seat, partner in (pair, pair[::-1]):
            if answer == "open" and seat not in view.to_act:
                offers[seat] = rng.choice(hands[seat])
            elif answer == "swapped":
                shown = [card.number for card in view.shown if _pile(view, card.by) == partner]
                offers[seat] = rng.choice([*hands[partner], *shown])
    if view.seat is not None and view.offered:
        offers[view.seat] = view.offered
        if view.received:
            offers[view.terms.partner(view.seat)] = view.received
    return Exchange(view.answers, tuple(offers))
