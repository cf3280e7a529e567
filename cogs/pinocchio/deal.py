"""The deal: equal face-down piles, and the remaining cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

from bot.core.game import Seat, first_player
from bot.core.moves import Deals
from cogs.pinocchio.moves import COPIES, DECK, Deal, GarmentCard

_WHOLE = Counter(DECK)


@cache
def pile_size(seats: int) -> int:
    """The number of cards of each player."""
    return len(DECK) // seats


def deal_out(seats: int, first: Seat, order: Sequence[GarmentCard]) -> Deal:
    """Cut an ordered deck into piles; the rest goes aside."""
    size = pile_size(seats)
    piles = tuple(tuple(order[seat * size : (seat + 1) * size]) for seat in range(seats))
    return Deal(first=first, piles=piles, aside=tuple(order[seats * size :]))


def shuffled(seats: int, rng: Random, first: Seat | None = None) -> Deal:
    """A shuffled deal; its first player is drawn too unless given."""
    order = list(DECK)
    rng.shuffle(order)
    return deal_out(seats, first_player(rng, seats, first), order)


def _fault(deal: Deal, seats: int) -> str | None:
    """The fault in a deal; None when it is valid."""
    size = pile_size(seats)
    if len(deal.piles) != seats:
        return f"{len(deal.piles)} piles for {seats} seats"
    for seat, pile in enumerate(deal.piles):
        if len(pile) != size:
            return f"the pile of seat {seat} has {len(pile)} cards, not {size}"
    left_over = len(DECK) - seats * size
    if len(deal.aside) != left_over:
        return f"{len(deal.aside)} cards aside, not {left_over}"
    # Where the number of cards is right, a wrong deck has one card too many times.
    dealt = Counter(card for zone in (*deal.piles, deal.aside) for card in zone)
    for card, times in dealt.items():
        if times > _WHOLE[card]:
            return f"{'-'.join(card)} is there {times} times, not {COPIES}"
    return None


def deals(seats: int) -> Deals[Deal]:
    """Every valid deal for a number of seats."""
    return Deals(Deal, seats, lambda first: deal_out(seats, first, DECK), lambda deal: _fault(deal, seats))
