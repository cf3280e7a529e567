"""What a seat of Trio may know, and what may be told of the turn that has just ended."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.core.game import Flash, FlatView, Seat
from cogs.trio.moves import Reveal
from cogs.trio.terms import Terms

Phase = Literal["deal", "exchange", "reveal", "over"]

Answer = Literal["out", "open", "swapped", "kept"]
"""A team in an exchange: not concerned, still thinking, has exchanged, has not."""

FLASH_SECONDS = 5


class Shown(msgspec.Struct, frozen=True):
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


Last = Missed | Took | None


class Glimpse(Flash, frozen=True, kw_only=True):
    """The cards of a failed turn, for the few seconds before they go back."""

    cards: tuple[Shown, ...]


class TrioView(FlatView, frozen=True, kw_only=True):
    """All that a seat may know of a game of Trio."""

    terms: Terms
    phase: Phase
    active: Seat
    """Whose turn it is; during an exchange, whose turn comes after it; at the end, who took the last trio."""
    hand: tuple[int, ...]
    """The seat's own cards, ascending, without those face up on the table."""
    counts: tuple[int, ...]
    """The cards left in each hand."""
    centre: tuple[bool, ...]
    """Whether each place of the centre holds a face-down card."""
    shown: tuple[Shown, ...]
    trios: tuple[tuple[int, ...], ...]
    answers: tuple[Answer, ...]
    """Each team in the exchange under way or just before this turn; empty when there is none."""
    offered: int | None
    """The card this seat has sealed, or gave in the exchange that has just taken place."""
    received: int | None
    """The card the partner gave in return."""
    last: Last
    flash: Glimpse | None = None
