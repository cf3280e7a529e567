"""A full state that a view allows: every card the seat cannot know is dealt afresh."""

from __future__ import annotations

from random import Random

from cogs.pinocchio.deals import deal_out, pile_size
from cogs.pinocchio.moves import DECK, Card
from cogs.pinocchio.rules import State, start
from cogs.pinocchio.views import PinocchioView


def guess(view: PinocchioView, rng: Random) -> State:
    """One of the states in which this seat would see just this, drawn evenly."""
    if view.first is None:
        return start(view.seats, {})
    known = _known(view, rng)
    deck = list(DECK)
    for card in known.values():
        deck.remove(card)
    rng.shuffle(deck)
    order = [known[place] if place in known else deck.pop() for place in range(len(DECK))]
    deal = deal_out(view.seats, view.first, order)
    return State(
        seats=view.seats,
        phase=view.phase,
        first=view.first,
        piles=deal.piles,
        aside=deal.aside,
        laid=view.heap,
        noses=view.noses,
        said=view.announcement and view.announcement.card,
        protected=view.announcement is not None and view.announcement.protected,
        verdict=view.verdict,
        last=view.last,
        shown=view.flash is not None,
    )


def _known(view: PinocchioView, rng: Random) -> dict[int, Card]:
    """The cards the view pins down, by their place in the deck that is cut into piles."""
    known: dict[int, Card] = {}
    if view.card is not None:
        known[_place(view, view.heap)] = view.card
    if view.last == "doubt":
        known[_place(view, view.heap - 1)] = _doubted(view, rng)
    return known


def _place(view: PinocchioView, number: int) -> int:
    """Where in that deck the card lies that is the game's so-manieth."""
    owner = ((view.first or 0) + number) % view.seats
    return owner * pile_size(view.seats) + number // view.seats


def _doubted(view: PinocchioView, rng: Random) -> Card:
    """The card that was doubted: as shown, or when it is hidden again any that agrees with the verdict."""
    if view.flash is not None:
        return view.flash.card
    said = view.announcement and view.announcement.card
    if said is not None and view.verdict is not None and not view.verdict.lie:
        return said
    others = list(DECK)
    if view.card is not None:
        others.remove(view.card)  # in this hand, so not on the heap
    return rng.choice([card for card in others if card != said])
