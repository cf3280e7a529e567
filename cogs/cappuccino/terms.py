"""What is agreed before the first cup: how many play, with how many colours each, and which options."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.core.game import Options, Seat

Colour = Literal["cat", "panda", "leaf", "flower"]
COLOURS: tuple[Colour, ...] = ("cat", "panda", "leaf", "flower")
EACH = 16
"""Cups of a colour."""

LETTERS: dict[str, Colour] = {colour[0]: colour for colour in COLOURS}
"""In a state a stack is a word of these letters, from its bottom cup to its top."""


class Terms(msgspec.Struct, frozen=True):
    """The number of seats and the options of one game."""

    seats: int
    advanced: bool = False
    two_colours: bool = False
    early_resolution: bool = False

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours in play."""
        return COLOURS[: 2 * self.seats if self.two_colours else self.seats]

    @property
    def cups(self) -> int:
        """How many cups there are in all."""
        return EACH * len(self.colours)

    def owner(self, colour: Colour) -> Seat:
        """Who plays a colour."""
        return COLOURS.index(colour) % self.seats

    def owned(self, seat: Seat) -> tuple[Colour, ...]:
        """The colours a seat plays."""
        return self.colours[seat :: self.seats]


def agree(seats: int, options: Options) -> Terms:
    """The terms of a table."""
    return Terms(
        seats,
        advanced=bool(options["advanced"]),
        two_colours=bool(options["two_colours"]),
        early_resolution=bool(options["early_resolution"]),
    )
