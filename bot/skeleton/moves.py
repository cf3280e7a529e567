"""The moves of Skeleton, exactly as records write them."""

from __future__ import annotations

from bot.core import game
from bot.core.game import Move
from bot.core.moves import Spelling

DECK, HAND = range(1, 21), 4
"""Every card once, and the number of cards of each player."""


class Deal(game.Deal, frozen=True, tag="deal"):
    """The first player and the shuffled deck: the card in the middle, then hand after hand, then the rest."""

    deck: tuple[int, ...]


class Lay(Move, frozen=True, tag="lay"):
    """Lay a card of the hand on the middle."""

    card: int


Moves = Deal | Lay

SPELLING: Spelling[Moves] = Spelling(Moves, {})
