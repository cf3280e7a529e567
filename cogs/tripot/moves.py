"""The moves, exactly as records write them, how a player enters them, and lists of the possible ones."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache
from itertools import permutations
from typing import Annotated, Literal

from bot.core.game import Deal, Move, Path, Seat
from bot.core.moves import Deals, OwnSpelling, Spelling, number, spelt

Action = Literal["cooperate", "attack", "defend"]
"""One of the three tokens of every player."""

ACTIONS: tuple[Action, ...] = ("cooperate", "attack", "defend")

Actions = tuple[tuple[int, Action], ...]
"""A seat's action on each of its duels, ascending; empty when it has not chosen."""

Hand = tuple[int, ...]
"""Cards, ascending."""


class Challenge(Move, frozen=True, tag="challenge"):
    """Play a card, face down, against another player."""

    opponent: Annotated[Seat, spelt("s")]
    card: int


class MeetChallenge(Move, frozen=True, tag="answer"):
    """Meet a challenge with a card; both are turned up."""

    card: int


class Commit(Move, frozen=True, tag="commit"):
    """Put a different action, face down, on each of the seat's duels."""

    actions: Actions


class Resolve(Move, frozen=True, tag="resolve"):
    """Turn up the actions of one of the seat's duels."""

    duel: Annotated[int, spelt("d")]


Moves = Deal | Challenge | MeetChallenge | Commit | Resolve
"""The deal only names the first player: all have the same cards."""


def _spell(move: Commit) -> Path:
    """One step per duel, with its number."""
    return ("commit", *[f"{duel}-{action}" for duel, action in move.actions])


def _read(path: Path) -> Commit:
    if not 1 < len(path) <= 1 + len(ACTIONS):
        raise ValueError(f"nobody has {len(path) - 1} duels")
    return Commit(tuple(map(_laid, path[1:])))


def _laid(token: str) -> tuple[int, Action]:
    """A duel's number and the action laid on it."""
    duel, _, word = token.partition("-")
    for action in ACTIONS:
        if word == action:
            return number(duel), action
    raise ValueError(f"{token[:20]!a} names no action")


SPELLING: Spelling[Moves] = Spelling(Moves, {Commit: OwnSpelling("commit", _spell, _read)})


# All legal moves come from the lists below. Each depends on little and recurs often, so it is cached. The keys of a
# dictionary have a fast `in`, keep their order, and cannot be changed.


@cache
def deals(seats: int) -> Deals[Deal]:
    """Any seat may be first."""
    return Deals(Deal, seats, Deal)


@lru_cache(maxsize=4096)
def challenges(opponents: tuple[Seat, ...], hand: Hand) -> Collection[Challenge]:
    """Any card of the hand against any of these opponents."""
    return dict.fromkeys(Challenge(opponent, card) for opponent in opponents for card in hand).keys()


@lru_cache(maxsize=1024)
def answers(hand: Hand) -> Collection[MeetChallenge]:
    """Any card of the hand."""
    return dict.fromkeys(map(MeetChallenge, hand)).keys()


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
