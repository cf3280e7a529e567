"""What everybody knows of a game of Trio, what a seat alone knows, and what may lie where nobody looks.

A seat knows more than its own hand: hands are sorted, so a card asked from an end bounds all that is left behind
it; cards just flashed lie in known places; the card given to a partner is in their hand. Earlier turns are not in a
view, and neither are they in what is drawn from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from random import Random
from typing import Literal

import msgspec

from bot.core import game
from bot.core.game import Flash, Seat, View
from cogs.trio.deal import DECK, TrioSetup
from cogs.trio.moves import Reveal, RevealHand

Phase = Literal["deal", "exchange", "reveal", "over"]

Answer = Literal["out", "open", "swapped", "kept"]
"""A team in an exchange: not concerned, still thinking, has exchanged, has not."""

FLASH_SECONDS = 5

Span = tuple[int, int]
"""The lowest and the highest number a hidden card may have."""

ANY: Span = (DECK[0], DECK[-1])
MIXING = 8
"""How often, on average, each card is moved again where the first fit alone would be lopsided."""


class RevealedCard(msgspec.Struct, frozen=True):
    """A card face up on the table, and the request that brought it there."""

    number: int
    by: Reveal


class Missed(msgspec.Struct, frozen=True, tag_field="kind", tag="missed"):
    """A turn that failed: what was asked, never the numbers (remembering them is the game)."""

    seat: Seat
    asked: tuple[Reveal, ...]


class Took(msgspec.Struct, frozen=True, tag_field="kind", tag="took"):
    """A turn that won a trio."""

    seat: Seat
    number: int
    asked: tuple[Reveal, ...]


class Shown(Flash, frozen=True, kw_only=True):
    """The cards of a failed turn, for the few seconds before they go back."""

    cards: tuple[RevealedCard, ...]


class FaceUpCards(msgspec.Struct, frozen=True):
    """Everything face up, as it lies when the game is over, or in a replay."""

    hands: tuple[tuple[int, ...], ...]
    centre: tuple[int, ...]
    """By place; 0 where no card lies."""
    offers: tuple[int, ...] = ()
    """In a replay, by seat: the card sealed in an exchange under way; 0 for none."""


class Public(game.Public, frozen=True, kw_only=True):
    """All that everybody may know of a game of Trio."""

    setup: TrioSetup
    phase: Phase = "deal"
    active: Seat = 0
    """Whose turn it is; during an exchange, whose turn comes after it; at the end, who took the last trio."""
    counts: tuple[int, ...] = ()
    """The cards left in each hand; empty before the deal."""
    centre: tuple[bool, ...] = ()
    """Whether each place of the centre holds a face-down card."""
    shown: tuple[RevealedCard, ...] = ()
    trios: tuple[tuple[int, ...], ...] = ()
    answers: tuple[Answer, ...] = ()
    """Each team in the exchange under way or just before this turn; empty when there is none."""
    waited: tuple[Seat, ...] = ()
    """In an exchange, who has still to answer."""
    last: Missed | Took | None = None
    flash: Shown | None = None
    opened: FaceUpCards | None = None
    """Once the game is over, and in replays."""


class Secrets(msgspec.Struct, frozen=True):
    """What is hidden from somebody."""

    hands: tuple[tuple[int, ...], ...]
    """Ascending; a card that is face up on the table is out of its hand."""
    centre: tuple[int, ...]
    """By place; 0 where no face-down card lies."""
    offers: tuple[int, ...]
    """By seat: the card sealed, or given once the team has exchanged; 0 for none. Kept until the next turn ends."""


class Own(msgspec.Struct, frozen=True):
    """What one seat alone knows."""

    hand: tuple[int, ...]
    """Its cards, ascending, without those face up on the table."""
    offered: int | None = None
    """The card it has sealed, or gave in the exchange that has just taken place."""
    received: int | None = None
    """The card the partner gave in return."""


TrioView = View[Public, Own]


def undealt(setup: TrioSetup) -> Secrets:
    """Before the deal there is nothing to hide."""
    return Secrets(((),) * setup.seats, (), (0,) * setup.seats)


def guess_secrets(view: TrioView, rng: Random) -> Secrets:
    """Secrets that this view allows, with all that its seat cannot know drawn afresh."""
    public = view.public
    if public.phase == "deal":
        return undealt(public.setup)
    if public.opened:
        return Secrets(public.opened.hands, public.opened.centre, (0,) * public.setup.seats)
    piles = _known(view)
    slots = _slots(view, piles)
    hidden = Counter(DECK)
    hidden.subtract(number for owned in public.trios for number in owned * 3)
    hidden.subtract(card.number for card in public.shown)
    hidden.subtract(number for pile in piles for number in pile)
    drawn = fit([span for _, span in slots], sorted(hidden.elements()), rng)
    for (pile, _), number in zip(slots, drawn, strict=True):
        piles[pile].append(number)
    seats = public.setup.seats
    hands = tuple(tuple(sorted(pile)) for pile in piles[:seats])
    return Secrets(hands, tuple(pile[0] if pile else 0 for pile in piles[seats:]), _offers(view, hands, rng))


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


def _pile(public: Public, by: Reveal) -> int:
    """Piles are numbered: the hands by seat, then the places of the centre."""
    return by.seat if isinstance(by, RevealHand) else public.setup.seats + by.place


def _shown_of(public: Public, seat: Seat) -> list[int]:
    """The numbers of a seat's cards that are face up."""
    return [card.number for card in public.shown if _pile(public, card.by) == seat]


def _known(view: TrioView) -> list[list[int]]:
    """The cards known to lie in each pile."""
    public, own = view.public, view.own
    piles: list[list[int]] = [[] for _ in (*public.counts, *public.centre)]
    for card in public.flash.cards if public.flash else ():
        piles[_pile(public, card.by)].append(card.number)
    if view.seat is not None and own:
        piles[view.seat] = list(own.hand)
        partner = public.setup.partner(view.seat)
        if own.offered and own.received and own.offered not in _shown_of(public, partner):
            piles[partner].append(own.offered)
    return piles


def _slots(view: TrioView, piles: list[list[int]]) -> list[tuple[int, Span]]:
    """Each hidden card: its pile, and the numbers it may have."""
    public = view.public
    spans = _spans(public)
    slots = [
        (pile, spans.get(pile, ANY))
        for pile, size in enumerate((*public.counts, *map(int, public.centre)))
        for _ in range(size - len(piles[pile]))
    ]
    if isinstance(public.last, Took):
        # Whoever has exchanged since the trio holds one card that comes from the other's hand.
        firsts = {pile: index for index, (pile, _) in reversed(list(enumerate(slots)))}
        for answer, pair in zip(public.answers, public.setup.pairs, strict=False):
            for seat in pair:
                if answer == "swapped" and seat in firsts and view.seat not in pair:
                    slots[firsts[seat]] = (seat, spans.get(public.setup.partner(seat), ANY))
    return slots


def _spans(public: Public) -> dict[int, Span]:
    """What the last cards asked from the ends of a hand tell about the rest of it."""
    clues = [(card.number, card.by) for card in (public.flash.cards if public.flash else public.shown)]
    if isinstance(public.last, Took):
        clues = [(public.last.number, by) for by in public.last.asked]
    spans: dict[int, Span] = {}
    for number, by in clues:
        if isinstance(by, RevealHand):
            low, high = spans.get(by.seat, ANY)
            spans[by.seat] = (number, high) if by.end == "lowest" else (low, number)
    return spans


def _offers(view: TrioView, hands: tuple[tuple[int, ...], ...], rng: Random) -> tuple[int, ...]:
    """The sealed cards: who has answered is known, with which card is drawn, except one's own."""
    public, own = view.public, view.own
    offers = [0] * public.setup.seats
    for answer, pair in zip(public.answers, public.setup.pairs, strict=False):
        for seat, partner in (pair, pair[::-1]):
            if answer == "open" and seat not in public.waited:
                offers[seat] = rng.choice(hands[seat])
            elif answer == "swapped":
                offers[seat] = rng.choice([*hands[partner], *_shown_of(public, partner)])
    if view.seat is not None and own and own.offered:
        offers[view.seat] = own.offered
        if own.received:
            offers[public.setup.partner(view.seat)] = own.received
    return tuple(offers)
