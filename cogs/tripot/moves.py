"""The moves, exactly as records write them, and the lists of them that a moment allows."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache
from itertools import permutations
from typing import Literal

from bot.core.game import Move, Path, Seat

Action = Literal["cooperate", "attack", "defend"]
"""One of the three tokens everybody owns."""

ACTIONS: tuple[Action, ...] = ("cooperate", "attack", "defend")

Actions = tuple[tuple[int, Action], ...]
"""A seat's action on each of its duels, ascending; empty when it has not chosen."""

Hand = tuple[int, ...]
"""Cards, ascending."""


class Deal(Move, frozen=True, tag="deal"):
    """Chance names the first player; the cards are the same for everybody."""

    first: Seat


class Challenge(Move, frozen=True, tag="challenge"):
    """Play a card, face down, against somebody."""

    opponent: Seat
    card: int


class Answer(Move, frozen=True, tag="answer"):
    """Meet a challenge with a card; both are turned up."""

    card: int


class Commit(Move, frozen=True, tag="commit"):
    """Lay a different action, face down, on each of one's duels."""

    actions: Actions


class Resolve(Move, frozen=True, tag="resolve"):
    """Turn up the actions of one of one's duels."""

    duel: int


AnyMove = Deal | Challenge | Answer | Commit | Resolve


def path(move: AnyMove) -> Path:
    """The steps a person takes to choose a move; those of a commit name their duels, so that they spell all of it."""
    match move:
        case Challenge(opponent=opponent, card=card):
            return ("challenge", f"s{opponent}", str(card))
        case Answer(card=card):
            return ("answer", str(card))
        case Commit(actions=actions):
            return ("commit", *(f"{duel}-{action}" for duel, action in actions))
        case Resolve(duel=duel):
            return ("resolve", f"d{duel}")
        case Deal():
            raise ValueError("nobody chooses the deal")


def move(steps: Path) -> AnyMove:
    """The move those steps choose, legal now or not; ValueError if they choose none."""
    match steps:
        case ("challenge", opponent, card) if opponent.startswith("s"):
            return Challenge(_digit(opponent[1:]), _digit(card))
        case ("answer", card):
            return Answer(_digit(card))
        case ("commit", *laid) if 1 <= len(laid) <= len(ACTIONS):
            return Commit(tuple(map(_laid, laid)))
        case ("resolve", duel) if duel.startswith("d"):
            return Resolve(_digit(duel[1:]))
        case _:
            raise ValueError(f"no move of Le Tripot du Chaos: {steps}")


def _laid(token: str) -> tuple[int, Action]:
    """A duel's number and the action laid on it."""
    duel, _, word = token.partition("-")
    for action in ACTIONS:
        if word == action:
            return _digit(duel), action
    raise ValueError(f"no action: {token}")


def _digit(text: str) -> int:
    """Seats, cards and duels of this game are all single digits; `int` alone would also read " 1" and "١"."""
    if text not in set("0123456789"):
        raise ValueError(f"not a digit: {text}")
    return int(text)


# The lists below are the whole of legality. Each depends on very little and comes back often, so it is made once. The
# keys of a dictionary answer `in` at once, keep their order, and cannot be changed.


@cache
def deals(seats: int) -> Collection[Deal]:
    """Any seat may be first."""
    return dict.fromkeys(Deal(first) for first in range(seats)).keys()


@lru_cache(maxsize=4096)
def challenges(opponents: tuple[Seat, ...], hand: Hand) -> Collection[Challenge]:
    """Any card of the hand against any of these opponents."""
    return dict.fromkeys(Challenge(opponent, card) for opponent in opponents for card in hand).keys()


@lru_cache(maxsize=1024)
def answers(hand: Hand) -> Collection[Answer]:
    """Any card of the hand."""
    return dict.fromkeys(map(Answer, hand)).keys()


@lru_cache(maxsize=1024)
def commits(duels: tuple[int, ...]) -> Collection[Commit]:
    """All ways to lay different actions on these duels."""
    if not duels:
        return ()
    chosen = permutations(ACTIONS, len(duels))
    return dict.fromkeys(Commit(tuple(zip(duels, actions, strict=True))) for actions in chosen).keys()


@lru_cache(maxsize=1024)
def resolves(duels: tuple[int, ...]) -> Collection[Resolve]:
    """Any of these duels."""
    return dict.fromkeys(map(Resolve, duels)).keys()
