"""The moves of Trio, exactly as the public notation writes them, and how a person spells them step by step."""

from __future__ import annotations

from typing import Literal

from bot.core.game import Move, Path, Seat

End = Literal["lowest", "highest"]
ENDS: tuple[End, ...] = ("lowest", "highest")


class Deal(Move, frozen=True, tag="deal"):
    """Chance spreads the deck: a sorted hand a seat, and the centre by place."""

    first: Seat
    hands: tuple[tuple[int, ...], ...]
    centre: tuple[int, ...]


class RevealCentre(Move, frozen=True, tag="reveal_centre"):
    """Turn up the card at a place of the centre, counted from 0."""

    place: int


class RevealHand(Move, frozen=True, tag="reveal_hand"):
    """Have somebody show the lowest or highest card left in their hand; one's own is allowed."""

    seat: Seat
    end: End


class Offer(Move, frozen=True, tag="offer"):
    """Seal a card for one's partner."""

    card: int


class Decline(Move, frozen=True, tag="decline"):
    """Keep one's cards: the pair does not exchange this time."""


Reveal = RevealCentre | RevealHand
Moves = Deal | RevealCentre | RevealHand | Offer | Decline


def path(move: Moves) -> Path:
    """Spell a move as its steps: the verb, then where and which card."""
    match move:
        case RevealCentre(place=place):
            return ("reveal", "centre", str(place))
        case RevealHand(seat=seat, end=end):
            return ("reveal", f"s{seat}", end)
        case Offer(card=card):
            return ("offer", str(card))
        case Decline():
            return ("decline",)
        case Deal():
            raise ValueError("nobody chooses a deal")


def move(path: Path) -> Moves:
    """Read the steps of a move back; ValueError if they spell none."""
    match path:
        case ("reveal", "centre", place):
            return RevealCentre(_number(place))
        case ("reveal", whose, ("lowest" | "highest") as end) if whose.startswith("s"):
            return RevealHand(_number(whose[1:]), end)
        case ("offer", card):
            return Offer(_number(card))
        case ("decline",):
            return Decline()
        case _:
            raise ValueError(f"no move of Trio is spelt {'.'.join(path)!a}")


def _number(token: str) -> int:
    """Read a number as ``path`` writes it: one or two plain digits."""
    if len(token) <= 2 and token.isascii() and token.isdecimal() and token == str(int(token)):
        return int(token)
    raise ValueError(f"{token!a} is not a number of Trio")
