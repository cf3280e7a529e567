"""The moves of Trio, exactly as the public notation writes them, and how a person spells them step by step."""

from __future__ import annotations

from typing import Literal

from bot.core import game
from bot.core.game import Move, Path, Seat
from bot.core.moves import OwnSpelling, Spelling, number

End = Literal["lowest", "highest"]
ENDS: tuple[End, ...] = ("lowest", "highest")


LETTERS = "ABCDEFGHI"
"""Names of the places of the centre; letters, because cards have numbers."""


class Deal(game.Deal, frozen=True, tag="deal"):
    """Chance spreads the deck: a sorted hand a seat, and the centre by place."""

    hands: tuple[tuple[int, ...], ...]
    centre: tuple[int, ...]


class RevealCentre(Move, frozen=True, tag="reveal_centre"):
    """Turn up the card at a place of the centre, counted from 0."""

    place: int


class RevealHand(Move, frozen=True, tag="reveal_hand"):
    """Ask a player, or oneself, to show the lowest or highest card left in their hand."""

    seat: Seat
    end: End


class Offer(Move, frozen=True, tag="offer"):
    """Seal a card for the partner."""

    card: int


class Decline(Move, frozen=True, tag="decline"):
    """Decline the exchange: the pair keeps its cards."""


Reveal = RevealCentre | RevealHand
Moves = Deal | RevealCentre | RevealHand | Offer | Decline


def place_name(place: int) -> str:
    """The letter of a place of the centre; its number if there is no such place."""
    return LETTERS[place] if 0 <= place < len(LETTERS) else str(place + 1)


def _reveal(path: Path) -> Reveal:
    """Parse a reveal: both kinds begin with the same verb."""
    match path:
        case (_, "centre", place):
            return RevealCentre(number(place))
        case (_, whose, ("lowest" | "highest") as end):
            return RevealHand(number(whose[1:]), end)
        case _:
            raise ValueError("a card of the centre has a place, a card of a hand an end")


SPELLING: Spelling[Moves] = Spelling(
    Moves,
    {
        RevealCentre: OwnSpelling("reveal", lambda move: ("reveal", "centre", str(move.place)), _reveal),
        RevealHand: OwnSpelling("reveal", lambda move: ("reveal", f"s{move.seat}", move.end), _reveal),
    },
)
