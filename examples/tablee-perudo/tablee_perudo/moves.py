"""The moves of Perudo, exactly as records write them."""

from __future__ import annotations

from bot.core import game
from bot.core.game import ChanceMove, Move
from bot.core.moves import Spelling

FACES = range(1, 7)
JOKER = 1
"""Ones count as any face, except in a palifico round."""
DICE = 5
"""The dice of each player at the start."""

Cups = tuple[tuple[int, ...], ...]
"""The dice under each seat's cup, in ascending order."""


class Deal(game.Deal, frozen=True, tag="deal"):
    """The first player, and everybody's first roll."""

    dice: Cups


class Roll(ChanceMove, frozen=True, tag="roll"):
    """Everybody rolls the dice they have left: a draw after the deal, which the table makes."""

    dice: Cups


class Bid(Move, frozen=True, tag="bid"):
    """Claim that at least so many dice at the table show a face."""

    face: int
    count: int


class Doubt(Move, frozen=True, tag="doubt"):
    """Doubt the last bid: all dice are shown."""


Moves = Deal | Roll | Bid | Doubt

SPELLING: Spelling[Moves] = Spelling(Moves, {})
