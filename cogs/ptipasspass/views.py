"""What a seat may know, made by listing it."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.core.game import Flash, FlatView, Seat
from cogs.ptipasspass.layouts import Cup, Layout, Line, Pair
from cogs.ptipasspass.moves import Colour

Tokens = tuple[Colour, ...]
"""Tokens lying together, sorted by colour: nobody can tell two of a colour apart."""

Phase = Literal["deal", "aim", "doublon", "announce", "menteur", "reveal", "lift", "over"]
"""``doublon`` and ``menteur`` are the two windows; ``reveal`` may still swap, ``lift`` has swapped."""

WINDOWS: frozenset[Phase] = frozenset({"doublon", "menteur"})

End = Literal["won", "hopeless", "endless"]
"""How a round ended: with a good set, because none can be made any more, or after too many turns without placing."""


class Turn(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """How somebody's turn ended. It never names a colour that was only shown for a while."""

    active: Seat
    end: End | None = None
    """Set when the turn ended the round as well."""


class Placed(Turn, frozen=True, kw_only=True, tag="placed"):
    """Everybody agreed: the token is under the cup."""

    cup: Cup
    stated: Colour


class Doubled(Turn, frozen=True, kw_only=True, tag="doubled"):
    """Somebody shouted "Doublon !"; the cup held so many tokens (none: the shout was wrong)."""

    by: Seat
    cup: Cup
    found: int


class Accused(Turn, frozen=True, kw_only=True, tag="accused"):
    """Somebody shouted "Menteur !"."""

    by: Seat
    cup: Cup
    lied: bool


class Lifted(Turn, frozen=True, kw_only=True, tag="lifted"):
    """Three cups were lifted, perhaps after a swap."""

    cups: Line
    swapped: Pair | None


Last = Placed | Doubled | Accused | Lifted


class OpenCups(Flash, frozen=True, kw_only=True, tag_field="kind", tag="cups"):
    """What lies under lifted cups, for the moment."""

    cups: tuple[Cup, ...]
    tokens: tuple[Tokens, ...]


class OpenFist(Flash, frozen=True, kw_only=True, tag_field="kind", tag="fist"):
    """The token shown after "Menteur !", for the moment."""

    token: Colour


class TableView(FlatView, frozen=True, kw_only=True):
    """All that a seat, or an onlooker, may know."""

    layout: Layout
    seats: int
    phase: Phase
    round: int
    active: Seat
    """Whose turn it is; chance before the deal, the winner at the end."""
    counts: tuple[int, ...]
    """How many tokens each seat holds, the one in the fist not counted."""
    victories: tuple[int, ...]
    unplaced: int
    """Turns in a row, of this round, that ended without a placement: failed lifts and challenges."""
    aimed: Cup | None
    stated: Colour | None
    swapped: Pair | None
    last: Last | None
    """The previous turn; nothing older is kept, for memory is the game."""
    flash: OpenCups | OpenFist | None = None

    hand: Tokens | None
    """One's own tokens; None for onlookers."""
    fist: Colour | None
    """The token in one's own fist."""
    passed: Colour | None
    """The token that a wrong "Doublon !" has just moved from fist to fist: its giver and its taker know it.

    None when the shout ended the round too: that token is back with all the others.
    """


def hurry(view: TableView) -> bool:
    """Whether we wait for answers in one of the two windows."""
    return view.phase in WINDOWS
