"""How fast the rules are: ``python -m tests.bench.rules [seconds] [game …]``.

Random games of every game of the catalogue, at every number of seats and with every combination of options, are played
beforehand and then replayed: for each move all that is legal, listed, and the move itself. Dealing and choosing are not
counted. In between a fixed loop of plain Python runs: how many of its turns a move costs means the same on any machine,
whoever else uses it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from bot.catalogue import walk
from bot.core.simulate import play_out, settings

GOAL, ALLOWED = 100_000, 118
"""Moves a second on a quiet core, and how many turns of the loop that is: one took 85 ns where this was written. So a
busy machine does not matter: whoever keeps to the turns would be fast enough on a quiet one."""
SECONDS = 0.3
"""CPU for each setting, and as much for the loop."""
GAMES = 6
"""Different games replayed in turn."""
TURNS = 2_000
CHANCE = -1

Replay = tuple[Any, list[tuple[int, Any]]]
"""The state after the deal, and every move from there on."""


class Speed(NamedTuple):
    """A game at so many seats, with the options that make it slowest."""

    key: str
    seats: int
    moves: float
    """Moves a second of CPU."""
    turns: float
    """How many turns of the loop one costs."""
    options: str

    @property
    def kept(self) -> bool:
        """Whether it is fast enough."""
        return self.moves >= GOAL or self.turns <= ALLOWED

    def __str__(self) -> str:
        setting = f"{self.seats} seats {self.options}".strip()
        return f"{self.key} {self.moves:,.0f} moves/s, {self.turns:.0f} turns of the loop ({setting})"


def loop() -> int:
    """So many turns of plain Python: a look-up, a comparison, an addition, a tuple."""
    table, total, last = {number: number * 7 % 31 for number in range(32)}, 0, (0, 0)
    for turn in range(TURNS):
        found = table[turn & 31]
        if found > last[0]:
            total += found
        last = (found, turn)
    return total


def replays(game: Any, seats: int, options: dict[str, bool | str]) -> list[Replay]:
    """Some random games, each from the first state in which chance has nothing more to do."""
    rng, found = Random(3), list[Replay]()
    while len(found) < GAMES:
        played = list(play_out(game, seats, options, rng))
        dealt = max(place for place, (seat, _, _) in enumerate(played) if seat == CHANCE)
        if moves := [(seat, move) for seat, move, _ in played[dealt + 1 :]]:
            found.append((played[dealt][2], moves))
    return found


def replay(games: list[Replay]) -> int:
    """Play them again; how many moves that was."""
    done = 0
    for first, moves in games:
        state = first
        for seat, move in moves:
            tuple(state.legal(seat))
            state = state.play(seat, move)
        done += len(moves)
    return done


def timed(work: Callable[[], int]) -> tuple[float, int]:
    """The CPU seconds something takes, and what it gives."""
    begun = time.process_time()
    made = work()
    return time.process_time() - begun, made


def speed(game: Any, seats: int, options: dict[str, bool | str], seconds: float) -> Speed:
    """How fast one setting is; moves and loop alternate, so that both find the machine in the same state."""
    games = replays(game, seats, options)
    replay(games)
    spent, moves, looped, turns = 0.0, 0, 0.0, 0
    while spent < seconds:
        took, done = timed(lambda: replay(games))
        spent, moves = spent + took, moves + done
        while looped < spent:
            looped, turns = looped + timed(loop)[0], turns + TURNS
    words = " ".join(f"{key}={value}" for key, value in options.items())
    return Speed(game.key, seats, moves / spent, (spent / moves) / (looped / turns), words)


def measure(seconds: float = SECONDS, keys: list[str] | None = None) -> list[Speed]:
    """Each game at each number of seats, with the options that make it slowest."""
    found: dict[tuple[str, int], Speed] = {}
    for key, game in walk().games.items():
        for seats, options in settings(game, None, {}) if not keys or key in keys else ():
            one = speed(game, seats, options, seconds)
            found[key, seats] = max(one, found.get((key, seats), one), key=lambda each: each.turns)
    return list(found.values())


def main(arguments: list[str]) -> int:
    """Print each; 1 if one is too slow."""
    found = measure(float(arguments[0]) if arguments else SECONDS, arguments[1:])
    sys.stdout.write("".join(f"{one}\n" for one in found))
    return int(not all(one.kept for one in found))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
