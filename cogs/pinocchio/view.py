"""Views of Pinocchio: public and private knowledge, and random secrets consistent with a view."""

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


class Shown(Flash, frozen=True, kw_only=True):
    """The doubted card, turned over for all."""

    seconds: int = SHOWN_SECONDS
    card: GarmentCard


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """The current announcement: its player, its card, and whether nobody may doubt it."""

    seat: Seat
    card: GarmentCard
    protected: bool


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How a doubt ended. It contains no card, because players must remember those."""

    doubter: Seat
    announcer: Seat
    lie: bool

    @property
    def punished(self) -> Seat:
        """The seat whose nose it made longer."""
        return self.announcer if self.lie else self.doubter


class Uncovered(msgspec.Struct, frozen=True, kw_only=True):
    """The other face-down cards, for an open replay."""

    held: GarmentCard | None
    """The card in the active player's hand."""
    piles: tuple[tuple[GarmentCard, ...], ...]
    """The cards left in each pile, top card first, without the card that is in a hand."""
    aside: tuple[GarmentCard, ...]


class Public(game.Public, frozen=True, kw_only=True):
    """Everything public. No seat is ever skipped: card k of the game is laid by seat ``first + k``."""

    phase: Phase = "deal"
    flash: Shown | None = None
    seats: int
    first: Seat = 0
    """The seat that lays the first card; decided by the deal."""
    heap: int = 0
    """Cards laid."""
    noses: tuple[int, ...]
    announcement: Announcement | None = None
    """The last one only."""
    verdict: Verdict | None = None
    """Of the last doubt only."""
    last: Event = "deal"
    """The last event."""
    opened: GarmentCard | None = None
    """The card on top of the heap, face up once the game is over, and in replays."""
    laid_open: Uncovered | None = None
    """Only in open replays."""

    @property
    def turn(self) -> Seat:
        """The seat that judges and lays the next card, while the game is on."""
        return (self.first + self.heap) % self.seats

    @property
    def active(self) -> Seat | None:
        """The seat whose turn it is; None before the deal and after the end."""
        return self.turn if self.phase in {"judge", "announce"} else None

    @property
    def shielded(self) -> bool:
        """Whether the announcement now to be made will be protected."""
        return self.phase == "announce" and self.last == "doubt"

    @property
    def bound(self) -> GarmentCard | None:
        """The announcement that the next one must fit; None if it may be any of the fifteen."""
        return None if self.announcement is None or self.last == "doubt" else self.announcement.card

    @property
    def total(self) -> int:
        """The number of cards of the game."""
        return self.seats * pile_size(self.seats)

    @property
    def aside(self) -> int:
        """The number of cards nobody will see."""
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


def mood(before: Public, after: Public, seat: Seat) -> game.Mood | None:
    """How a seat takes the doubt that a move was."""
    verdict = after.verdict
    if verdict is None or before.phase != "judge" or after.last != "doubt":
        return None
    if seat == verdict.punished:
        return "caught" if verdict.lie else "fooled"
    return "glad" if seat in (verdict.doubter, verdict.announcer) else None


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """The cards as dealt; laying cards does not change them."""

    piles: tuple[tuple[GarmentCard, ...], ...] = ()
    """Top card first."""
    aside: tuple[GarmentCard, ...] = ()


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """Private knowledge of a seat: the card it holds, between its judgement and its announcement."""

    card: GarmentCard


PinocchioView = View[Public, Own]


def guess_secrets(view: PinocchioView, rng: Random) -> Secrets:
    """Random secrets that give this seat this view, drawn uniformly."""
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
    """The cards known from the view, by their index in the deck that is cut into piles."""
    known: dict[int, GarmentCard] = {}
    if view.own is not None:
        known[_place(view.public, view.public.heap)] = view.own.card
    if view.public.opened is not None:
        known[_place(view.public, view.public.heap - 1)] = view.public.opened
    elif view.public.last == "doubt":
        known[_place(view.public, view.public.heap - 1)] = _doubted(view, rng)
    return known


def _place(public: Public, number: int) -> int:
    """The index in that deck of the card that is laid after ``number`` others."""
    owner = (public.first + number) % public.seats
    return owner * pile_size(public.seats) + number // public.seats


def _doubted(view: PinocchioView, rng: Random) -> GarmentCard:
    """The doubted card if it is revealed, else a random one consistent with the verdict."""
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
