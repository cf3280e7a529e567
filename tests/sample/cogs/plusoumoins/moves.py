"""The moves of Plus ou moins, in their public notation."""

from __future__ import annotations

from bot.core import game
from bot.core.game import Move
from bot.core.spelling import Spelling

MOST = 20
"""The largest number that can be hidden."""


class Deal(game.Deal, frozen=True, tag="deal"):
    """Chance's move: who begins, and the number nobody knows."""

    number: int


class Guess(Move, frozen=True, tag="guess"):
    """Name a number."""

    number: int


Moves = Deal | Guess

SPELLING: Spelling[Moves] = Spelling(Moves, {})
