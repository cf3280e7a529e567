"""Chance's move: which deals are right, and drawing one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from bot.core.game import Seat
from cogs.trio.moves import Deal
from cogs.trio.terms import DECK, Terms


class Deals(Collection[Deal]):
    """Every right deal of a table: ``in`` knows them all; a loop sees only one a first player, they are too many."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def __contains__(self, deal: object) -> bool:
        return isinstance(deal, Deal) and fault(self.terms, deal) is None

    def __iter__(self) -> Iterator[Deal]:
        return (cut(self.terms, DECK, first) for first in range(self.terms.seats))

    def __len__(self) -> int:
        return self.terms.seats


def fault(terms: Terms, deal: Deal) -> str | None:
    """What is wrong with a deal, in plain English; None when it is right."""
    size, centre = terms.sizes
    if not 0 <= deal.first < terms.seats:
        return f"the first player must be a seat from 0 to {terms.seats - 1}"
    if len(deal.hands) != terms.seats:
        return f"there must be {terms.seats} hands"
    if any(len(hand) != size for hand in deal.hands):
        return f"every hand must have {size} cards"
    if len(deal.centre) != centre:
        return f"the centre must have {centre} cards"
    if any(list(hand) != sorted(hand) for hand in deal.hands):
        return "every hand must be in ascending order"
    if sorted(number for pile in (*deal.hands, deal.centre) for number in pile) != list(DECK):
        return "the cards must be three of each number from 1 to 12"
    return None


def draw(terms: Terms, rng: Random, first: Seat | None) -> Deal:
    """A shuffled deal, and its first player unless one is asked for."""
    deck = list(DECK)
    rng.shuffle(deck)
    return cut(terms, deck, rng.randrange(terms.seats) if first is None else first)


def cut(terms: Terms, deck: Collection[int], first: Seat) -> Deal:
    """Cut a deck, in its order, into hands and then the centre."""
    cards, (size, _) = tuple(deck), terms.sizes
    dealt = size * terms.seats
    hands = tuple(tuple(sorted(cards[start : start + size])) for start in range(0, dealt, size))
    return Deal(first, hands, cards[dealt:])
