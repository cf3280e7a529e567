"""What everybody may know of a game of Pinocchio, what is hidden, and what one seat alone knows."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec

from bot.core import game
from bot.core.game import Flash, Seat, View
from cogs.pinocchio.deal import deal_out, pile_size
from cogs.pinocchio.moves import DECK, GarmentCard

Phase = Literal["deal", "judge", "announce", "over"]
Event = Literal["deal", "announce", "believe", "doubt"]

SHOWN_SECONDS = 4
NOSES = 28
"""Nose cards in the box. Doubted cards are never neighbours, so at most 23 of them are ever needed."""


class Shown(Flash, frozen=True, kw_only=True):
    """The doubted card, turned over for all."""

    seconds: int = SHOWN_SECONDS
    card: GarmentCard


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """The announcement that stands: who made it, its words, and whether nobody may doubt it."""

    seat: Seat
    card: GarmentCard
    protected: bool


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How a doubt ended. It names no card: what has gone by is for the players to remember."""

    doubter: Seat
    announcer: Seat
    lie: bool

    @property
    def punished(self) -> Seat:
        """Whose nose it made longer."""
        return self.announcer if self.lie else self.doubter


class Uncovered(msgspec.Struct, frozen=True, kw_only=True):
    """What else lies face down, for a replay that shows everything."""

    held: GarmentCard | None
    """The card in the active player's hand."""
    piles: tuple[tuple[GarmentCard, ...], ...]
    """The cards left in each pile, top card first, without the card that is in a hand."""
    aside: tuple[GarmentCard, ...]


class Public(game.Public, frozen=True, kw_only=True):
    """All that everybody may know. Nobody is ever skipped: card k of the game is laid by seat ``first + k``."""

    phase: Phase = "deal"
    flash: Shown | None = None
    seats: int
    first: Seat = 0
    """Who lays the first card; decided by the deal."""
    heap: int = 0
    """Cards laid."""
    noses: tuple[int, ...]
    announcement: Announcement | None = None
    """The last one only."""
    verdict: Verdict | None = None
    """Of the last doubt only."""
    last: Event = "deal"
    """What has just happened."""
    opened: GarmentCard | None = None
    """The card on top of the heap, face up once the game is over, and in replays."""
    laid_open: Uncovered | None = None
    """In replays alone."""

    @property
    def turn(self) -> Seat:
        """Who judges and lays the next card, while the game is on."""
        return (self.first + self.heap) % self.seats

    @property
    def active(self) -> Seat | None:
        """Whose turn it is; nobody's before the deal and after the end."""
        return self.turn if self.phase in {"judge", "announce"} else None

    @property
    def shielded(self) -> bool:
        """Whether the announcement now to be made will be protected."""
        return self.phase == "announce" and self.last == "doubt"

    @property
    def bound(self) -> GarmentCard | None:
        """The words that the announcement now to be made must fit; None if it may be any of the fifteen."""
        return None if self.announcement is None or self.last == "doubt" else self.announcement.card

    @property
    def total(self) -> int:
        """How many cards the game lasts."""
        return self.seats * pile_size(self.seats)

    @property
    def aside(self) -> int:
        """How many cards nobody will see."""
        return 0 if self.phase == "deal" else len(DECK) - self.total

    @property
    def piles(self) -> tuple[int, ...]:
        """Cards left in each pile, without the card that is in a hand."""
        if self.phase == "deal":
            return (0,) * self.seats
        taken = self.heap + (self.phase == "announce")
        return tuple(
            pile_size(self.seats) - (taken + self.seats - 1 - (owner - self.first) % self.seats) // self.seats
            for owner in range(self.seats)
        )

    @property
    def reserve(self) -> int:
        """Noses nobody has."""
        return NOSES - sum(self.noses)


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """The cards, as dealt; what has been laid does not change them."""

    piles: tuple[tuple[GarmentCard, ...], ...] = ()
    """Top card first."""
    aside: tuple[GarmentCard, ...] = ()


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat alone knows, and only between its decision and its announcement: the card it holds."""

    card: GarmentCard


PinocchioView = View[Public, Own]


def guess_secrets(view: PinocchioView, rng: Random) -> Secrets:
    """Cards with which this seat would see just this, drawn evenly."""
    public = view.public
    if public.phase == "deal":
        return Secrets()
    known = _known(view, rng)
    deck = list(DECK)
    for card in known.values():
        deck.remove(card)
    rng.shuffle(deck)
    order = [known[place] if place in known else deck.pop() for place in range(len(DECK))]
    deal = deal_out(public.seats, public.first, order)
    return Secrets(piles=deal.piles, aside=deal.aside)


def _known(view: PinocchioView, rng: Random) -> dict[int, GarmentCard]:
    """The cards the view pins down, by their place in the deck that is cut into piles."""
    known: dict[int, GarmentCard] = {}
    if view.own is not None:
        known[_place(view.public, view.public.heap)] = view.own.card
    if view.public.opened is not None:
        known[_place(view.public, view.public.heap - 1)] = view.public.opened
    elif view.public.last == "doubt":
        known[_place(view.public, view.public.heap - 1)] = _doubted(view, rng)
    return known


def _place(public: Public, number: int) -> int:
    """Where in that deck the card lies that is laid after so many others."""
    owner = (public.first + number) % public.seats
    return owner * pile_size(public.seats) + number // public.seats


def _doubted(view: PinocchioView, rng: Random) -> GarmentCard:
    """The card that was doubted: as shown, or when it is hidden again any that agrees with the verdict."""
    public = view.public
    assert public.announcement is not None
    assert public.verdict is not None
    if public.flash is not None:
        return public.flash.card
    said = public.announcement.card
    if not public.verdict.lie:
        return said
    others = list(DECK)
    if view.own is not None:
        others.remove(view.own.card)  # in this hand, so not on the heap
    return rng.choice([card for card in others if card != said])
