"""Opponents that a computer plays: what they are told, and how they are asked for a move.

An opponent gets what a person in its seat has been shown since the deal, its legal moves and a level. It never gets the
state, so it cannot know more than a person with a good memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Any, Literal, get_args

from bot.core.game import AnyGame, AnyState, Level, Move, Seat, View

LEVELS: tuple[Level, ...] = get_args(Level)
REGULAR: Level = "regular"
CALM = 0.9
"""How often a random player lets a challenge window pass."""
"""How well an opponent plays when nobody has said."""

Player = Level | Literal["random", "default"]
"""A level; or somebody to measure the levels against: any legal move, or always the game's default."""

PLAYERS: tuple[Player, ...] = (*LEVELS, "random", "default")


class Shown:
    """All that seats have been shown, oldest first: it grows by a view a seat with the deal and with every move."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self._views: dict[Seat, list[View[Any, Any]]] = {seat: [] for seat in seats}

    def add(self, state: AnyState) -> None:
        """Show the state after the deal, or after a move, to each of these seats."""
        for seat, views in self._views.items():
            views.append(state.view(seat))

    def to(self, seat: Seat) -> Sequence[View[Any, Any]]:
        """What a seat has been shown; the last view is now. It is the list itself: more will follow in it."""
        return self._views[seat]


def choose(
    game: AnyGame, views: Sequence[View[Any, Any]], legal: Collection[Move], player: Player, rng: Random
) -> Move:
    """A player's move. Where only one is legal nobody is asked."""
    # A tuple: a collection of the rules could hold more than the moves.
    moves = tuple(legal)
    if len(moves) == 1:
        return moves[0]
    if player == "default" or (player == "random" and game.hurry(views[-1]) and rng.random() < CALM):
        return game.default(views[-1], moves)
    if player == "random":
        return rng.choice(moves)
    if game.opponent is None:
        raise ValueError(f"{game.key} has no opponents")
    return game.opponent(views, moves, player, rng)
