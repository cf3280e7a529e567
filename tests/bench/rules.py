"""Speed of the rules.

Random games of every game of the catalogue, at every number of seats and with every combination of options, are played
beforehand and then replayed: for each move the list of legal moves, and the move itself. Dealing and choosing are not
counted. In between a fixed loop of plain Python runs: the cost of a move in turns of this loop is the same on any
machine, whatever else runs on it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from bot.catalogue import walk
from bot.core.game import CHANCE, AnyGame
from bot.core.opponents import play_out, settings
from tests.bench.report import Line, timed

GOAL, ALLOWED = 100_000, 118
"""Moves a second on a quiet core, and the same in turns of the loop, at 85 ns a turn, which a busy machine keeps."""
SECONDS = 0.3
"""CPU seconds for each setting, and as many for the loop."""
GAMES = 6
"""Different games replayed in turn."""
TURNS = 2_000

Replay = tuple[Any, list[tuple[int, Any]]]
"""The state after the deal, and every move from there on."""


class Speed(NamedTuple):
    """The cost of a move in a game at so many seats, with some options."""

    turns: float
    """Turns of the loop."""
    setting: str


def loop() -> int:
    """Run ``TURNS`` turns of plain Python: a look-up, a comparison, an addition, a tuple."""
    table, total, last = {number: number * 7 % 31 for number in range(32)}, 0, (0, 0)
    for turn in range(TURNS):
        found = table[turn & 31]
        if found > last[0]:
            total += found
        last = (found, turn)
    return total


def replays(game: AnyGame, seats: int, options: dict[str, bool | str]) -> list[Replay]:
    """Return random games, each from the state after the last move of chance."""
    rng, found = Random(3), list[Replay]()
    while len(found) < GAMES:
        played = list(play_out(game, seats, options, rng))
        dealt = max(place for place, (seat, _, _) in enumerate(played) if seat == CHANCE)
        if moves := [(seat, move) for seat, move, _ in played[dealt + 1 :]]:
            found.append((played[dealt][2], moves))
    return found


def replay(games: list[Replay]) -> int:
    """Play them again; returns the number of moves."""
    done = 0
    for first, moves in games:
        state = first
        for seat, move in moves:
            tuple(state.legal(seat))
            state = state.play(seat, move)
        done += len(moves)
    return done


def speed(game: AnyGame, seats: int, options: dict[str, bool | str], seconds: float) -> Speed:
    """Measure one setting; moves and loop alternate, so that both run under the same load."""
    games = replays(game, seats, options)
    replay(games)
    spent, moves, looped, turns = 0.0, 0, 0.0, 0
    while spent < seconds:
        took, done = timed(lambda: replay(games))
        spent, moves = spent + took, moves + done
        while looped < spent:
            looped, turns = looped + timed(loop)[0], turns + TURNS
    words = " ".join(f"{key}={value}" for key, value in options.items())
    return Speed((spent / moves) / (looped / turns), f"{seats} seats {words}".strip())


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    goal = f"≥ {GOAL:,}/s on a quiet core: ≤ {ALLOWED} turns"
    for key, game in walk().games.items():
        slowest = max(speed(game, *setting, 0.2 if quick else SECONDS) for setting in settings(game, None, {}))
        measured = f"{slowest.turns:.0f} turns of the loop ({slowest.setting})"
        yield f"`legal` and `play`, {key}", goal, measured, slowest.turns <= ALLOWED
