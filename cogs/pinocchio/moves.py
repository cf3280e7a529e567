"""The cards of Pinocchio, and the moves exactly as records write them."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from bot.core import game
from bot.core.game import Move
from bot.core.moves import Spelling

Garment = Literal["bonnet", "sabots", "bowtie", "jacket", "dungarees"]
Colour = Literal["red", "yellow", "blue"]
GARMENTS: tuple[Garment, ...] = get_args(Garment)
COLOURS: tuple[Colour, ...] = get_args(Colour)


class GarmentCard(NamedTuple):
    """A garment in a colour: a card, or an announcement of one."""

    garment: Garment
    colour: Colour


COPIES = 3
CARDS = tuple(GarmentCard(garment, colour) for garment in GARMENTS for colour in COLOURS)
DECK = CARDS * COPIES


class Deal(game.Deal, frozen=True, tag="deal"):
    """The first player, every pile from its top card down, and the cards nobody will see."""

    piles: tuple[tuple[GarmentCard, ...], ...]
    aside: tuple[GarmentCard, ...]


class Believe(Move, frozen=True, tag="believe"):
    """Accept the announcement as it stands."""


class Doubt(Move, frozen=True, tag="doubt"):
    """Have the card turned over."""


class AnnounceCard(Move, frozen=True, tag="announce"):
    """Put the drawn card face down and announce a card, truly or not."""

    garment: Garment
    colour: Colour

    @property
    def card(self) -> GarmentCard:
        """The card it claims to be."""
        return GarmentCard(self.garment, self.colour)


Moves = Deal | Believe | Doubt | AnnounceCard

JUDGEMENTS: tuple[Believe | Doubt, ...] = (Believe(), Doubt())
ANNOUNCEMENTS = tuple(AnnounceCard(*card) for card in CARDS)
FITTING = {
    card: tuple(move for move in ANNOUNCEMENTS if move.garment == card.garment or move.colour == card.colour)
    for card in CARDS
}
"""For each announcement the seven that may follow it: the same garment, the same colour, or both."""

SPELLING: Spelling[Moves] = Spelling(Moves, {})
