"""What a seat may know of a game of Pinocchio."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.core.game import Flash, FlatView, Seat
from cogs.pinocchio.moves import Card

Phase = Literal["deal", "judge", "announce", "over"]
Event = Literal["deal", "announce", "believe", "doubt"]

SHOWN_SECONDS = 4


class Shown(Flash, frozen=True, kw_only=True):
    """The doubted card, turned over for all."""

    seconds: int = SHOWN_SECONDS
    card: Card


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """The announcement that stands: who made it, its words, and whether nobody may doubt it."""

    seat: Seat
    card: Card
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


class PinocchioView(FlatView, frozen=True, kw_only=True):
    """All that a seat may know. Of the cards: the one it holds, and one that is being shown to everybody."""

    flash: Shown | None = None
    seats: int
    phase: Phase
    first: Seat | None
    """Who laid the first card; ``None`` before the deal."""
    piles: tuple[int, ...]
    """Cards left in each pile, without the card that is in a hand."""
    heap: int
    aside: int
    noses: tuple[int, ...]
    reserve: int
    announcement: Announcement | None
    """The last one only."""
    verdict: Verdict | None
    """Of the last doubt only."""
    last: Event
    """What has just happened."""
    free: bool
    """Whether the announcement now to be made may be any of the fifteen."""
    card: Card | None
    """The card this seat holds: only between its decision and its announcement."""

    @property
    def active(self) -> Seat | None:
        """Whose turn it is."""
        return self.to_act[0] if self.phase in {"judge", "announce"} else None

    @property
    def shielded(self) -> bool:
        """Whether the announcement now to be made will be protected."""
        return self.free and self.last == "doubt"

    @property
    def total(self) -> int:
        """How many cards the game lasts."""
        return sum(self.piles) + self.heap + (self.phase == "announce")
