"""Random games: plays legal moves to the end, without Discord, storage or a clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from random import Random

from bot.core.game import CHANCE, AnyGame, AnyState, Move, Outcome, Seat, Value, never
from bot.core.records import make_nonce, write

CALM = 0.9
"""How often a random player lets a challenge window pass."""


def any_move(game: AnyGame, state: AnyState, seat: Seat, rng: Random) -> Move:
    """A random legal move, mostly calm in challenge windows: where everybody shouts all the time nothing ever ends."""
    legal = state.legal(seat)
    if rng.random() < CALM and game.hurry is not never and game.hurry(view := state.view(seat)):
        return game.default(view, legal)
    return rng.choice(tuple(legal))


def play_out(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Value],
    rng: Random,
    player: Callable[[AnyGame, AnyState, Seat, Random], Move] = any_move,
) -> Iterator[tuple[Seat, Move, AnyState]]:
    """One random game: each move with whose it is and the state it leads to. ``player`` chooses for everybody."""
    state = game.start(seats, options)
    while state.to_act:
        seat = rng.choice(sorted(state.to_act))
        move = state.chance(rng) if seat == CHANCE else player(game, state, seat, rng)
        state = state.play(seat, move)
        yield seat, move, state


def settings(game: AnyGame, seats: int | None, options: Mapping[str, Value]) -> list[tuple[int, dict[str, Value]]]:
    """Every number of seats and combination of options that agrees with what was asked for."""
    counts = game.seats if seats is None else (seats,)
    found = [(count, variant) for count in counts for variant in game.variants(count)]
    return [
        (count, variant) for count, variant in found if all(variant[key] == value for key, value in options.items())
    ]


def records(
    game: AnyGame, *, games: int, rng: Random, seats: int | None = None, options: Mapping[str, Value] | None = None
) -> Iterator[str]:
    """So many random games as sealed records, going through all seats and options that were left open."""
    for _, (count, variant) in zip(range(games), cycle(settings(game, seats, options or {})), strict=False):
        moves: list[tuple[Seat, Move]] = []
        outcome: Outcome | None = None
        for seat, move, state in play_out(game, count, variant, rng):
            moves.append((seat, move))
            outcome = state.outcome()
        yield write(game, count, variant, moves, outcome, make_nonce())
