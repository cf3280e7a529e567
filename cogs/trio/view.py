"""Views of Trio: public and private knowledge, and random secrets consistent with a view.

A seat knows more than its own hand: hands are sorted, so a card asked from an end bounds all that is left behind
it; cards just flashed are in known places; the card given to a partner is in their hand. Earlier turns are not part
of a view, so the random secrets ignore them.
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
"""The status of a team in an exchange: not taking part, undecided, exchanged, declined."""

FLASH_SECONDS = 5

Span = tuple[int, int]
"""The lowest and the highest number a hidden card may have."""

ANY: Span = (DECK[0], DECK[-1])
SWAPS_PER_CARD = 8
"""Random swaps per card after the greedy fit, which alone is biased when slots have upper bounds."""


class RevealedCard(msgspec.Struct, frozen=True):
    """A card face up on the table, and the request that brought it there."""

    number: int
    by: Reveal


class Missed(msgspec.Struct, frozen=True, tag_field="kind", tag="missed"):
    """A turn that failed: its requests, never the numbers (remembering them is the game)."""

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
    """All hidden cards, when the game is over or in a replay."""

    hands: tuple[tuple[int, ...], ...]
    centre: tuple[int, ...]
    """By place; 0 for an empty place."""
    offers: tuple[int, ...] = ()
    """In a replay, by seat: the card sealed in the current exchange; 0 for none."""


class Public(game.Public, frozen=True, kw_only=True):
    """Everything public in a game of Trio."""

    setup: TrioSetup
    phase: Phase = "deal"
    active: Seat = 0
    """The seat whose turn it is, or begins after an exchange; at the end, the seat that took the last trio."""
    counts: tuple[int, ...] = ()
    """The cards left in each hand; empty before the deal."""
    centre: tuple[bool, ...] = ()
    """Whether each place of the centre holds a face-down card."""
    shown: tuple[RevealedCard, ...] = ()
    trios: tuple[tuple[int, ...], ...] = ()
    answers: tuple[Answer, ...] = ()
    """The status of each team in the current exchange or the one just before this turn; else empty."""
    waited: tuple[Seat, ...] = ()
    """In an exchange, the seats that have not answered."""
    last: Missed | Took | None = None
    flash: Shown | None = None
    opened: FaceUpCards | None = None
    """Once the game is over, and in replays."""

    @property
    def fleeting(self) -> bool:
        """Whether cards are face up until the end of this turn."""
        return bool(self.shown)


def mood(before: Public, after: Public, seat: Seat) -> game.Mood | None:
    """How a seat takes a trio: its own, or one that was partly in its hand."""
    taken = after.last
    if not isinstance(taken, Took) or taken == before.last:
        return None
    if seat == taken.seat:
        return "glad"
    return "sorry" if any(isinstance(each, RevealHand) and each.seat == seat for each in taken.asked) else None


class Secrets(msgspec.Struct, frozen=True):
    """The hidden cards."""

    hands: tuple[tuple[int, ...], ...]
    """Ascending; a card that is face up on the table is out of its hand."""
    centre: tuple[int, ...]
    """By place; 0 without a face-down card."""
    offers: tuple[int, ...]
    """By seat: the card sealed, or given once the team has exchanged; 0 for none. Stored until the next turn ends."""


class Own(msgspec.Struct, frozen=True):
    """Private knowledge of one seat."""

    hand: tuple[int, ...]
    """Its cards, ascending, without those face up on the table."""
    offered: int | None = None
    """The card it has sealed, or gave in the last exchange."""
    received: int | None = None
    """The card the partner gave in return."""


TrioView = View[Public, Own]


def undealt(setup: TrioSetup) -> Secrets:
    """The empty secrets before the deal."""
    return Secrets(((),) * setup.seats, (), (0,) * setup.seats)


def guess_secrets(view: TrioView, rng: Random) -> Secrets:
    """Random secrets consistent with this view."""
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
    """Deal sorted cards at random to slots so that each lies within its slot's span."""
    dealt = [0] * len(spans)
    later = sorted(range(len(spans)), key=lambda slot: spans[slot][0], reverse=True)
    ready: list[tuple[int, float, int]] = []
    for number in cards:
        while later and spans[later[-1]][0] <= number:
            slot = later.pop()
            heappush(ready, (spans[slot][1], rng.random(), slot))
        # The slot with the lowest upper bound goes first. Without upper bounds this draw is already fair.
        dealt[heappop(ready)[2]] = number
    if any(high < ANY[1] for _, high in spans):
        for _ in range(SWAPS_PER_CARD * len(spans)):
            one, two = int(rng.random() * len(spans)), int(rng.random() * len(spans))
            if _within(dealt[two], spans[one]) and _within(dealt[one], spans[two]):
                dealt[one], dealt[two] = dealt[two], dealt[one]
    return dealt


def _within(number: int, span: Span) -> bool:
    return span[0] <= number <= span[1]


def _pile(public: Public, by: Reveal) -> int:
    """The number of a pile: hands by seat, then the places of the centre."""
    return by.seat if isinstance(by, RevealHand) else public.setup.seats + by.place


def _shown_of(public: Public, seat: Seat) -> list[int]:
    """The numbers of a seat's cards that are face up."""
    return [card.number for card in public.shown if _pile(public, card.by) == seat]


def _known(view: TrioView) -> list[list[int]]:
    """The known cards of each pile."""
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
        # A player who exchanged since the trio holds one card of the partner's former hand.
        firsts = {pile: index for index, (pile, _) in reversed(list(enumerate(slots)))}
        for answer, pair in zip(public.answers, public.setup.pairs, strict=False):
            for seat in pair:
                if answer == "swapped" and seat in firsts and view.seat not in pair:
                    slots[firsts[seat]] = (seat, spans.get(public.setup.partner(seat), ANY))
    return slots


def _spans(public: Public) -> dict[int, Span]:
    """By seat, the bounds that the last cards asked from a hand's ends put on the rest of it."""
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
    """The sealed cards: drawn at random for other seats that have answered; the own card is known."""
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
