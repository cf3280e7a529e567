"""What everybody may know of a game of Plus ou moins, and what is hidden."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec

from bot.core import game
from bot.core.game import Seat, View
from cogs.plusoumoins.moves import MOST

Phase = Literal["deal", "guess", "over"]


class Named(msgspec.Struct, frozen=True):
    """A number that somebody has named."""

    seat: Seat
    number: int


class Public(game.Public, frozen=True, kw_only=True):
    """All that everybody may know: the bounds, whose turn it is, and what was named last."""

    phase: Phase = "deal"
    seats: int
    turn: Seat = 0
    low: int = 1
    high: int = MOST
    last: Named | None = None
    """Once the game is over, the number that was found."""


class Secrets(msgspec.Struct, frozen=True):
    """The number; 0 before the deal."""

    number: int = 0


HuntView = View[Public, None]
"""Nobody knows anything of their own."""


def guess_secrets(view: HuntView, rng: Random) -> Secrets:
    """A number with which everybody would see just this, drawn evenly."""
    public = view.public
    if public.phase == "deal":
        return Secrets()
    if public.phase == "over" and public.last:
        return Secrets(public.last.number)
    return Secrets(rng.randint(public.low, public.high))
