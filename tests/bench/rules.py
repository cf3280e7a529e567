"""How fast the rules are: ``python -m tests.bench.rules [seconds] [game …]``.

Random games of every game of the catalogue at every number of seats and with every combination of options: legal
moves, a choice, the move. The slowest setting of a game counts.
"""

from __future__ import annotations

import sys
import time
from random import Random
from typing import NamedTuple

from bot.catalogue import walk
from bot.core.game import AnyGame
from bot.core.simulate import play_out, settings

GOAL = 20_000
SECONDS = 0.3
"""CPU for each setting."""


class Speed(NamedTuple):
    """The slowest setting of a game."""

    key: str
    moves: float
    """Moves a second of CPU."""
    setting: str

    def __str__(self) -> str:
        return f"{self.key} {self.moves:,.0f} ({self.setting})"


def speed(game: AnyGame, seats: int, options: dict[str, bool | str], seconds: float) -> float:
    """Random moves a second."""
    rng, moves, begun = Random(3), 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        moves += sum(1 for _ in play_out(game, seats, options, rng))
    return moves / spent


def measure(seconds: float = SECONDS, keys: list[str] | None = None) -> list[Speed]:
    """Each game at its slowest."""
    found: list[Speed] = []
    for key, game in walk().games.items():
        if keys and key not in keys:
            continue
        tried = [
            Speed(key, speed(game, seats, options, seconds), f"{seats} seats {' '.join(map(str, options.values()))}")
            for seats, options in settings(game, None, {})
        ]
        found.append(min(tried, key=lambda one: one.moves))
    return found


def main(arguments: list[str]) -> int:
    """Print each game; 1 if one is too slow."""
    found = measure(float(arguments[0]) if arguments else SECONDS, arguments[1:])
    sys.stdout.write("".join(f"{one}\n" for one in found))
    return int(any(one.moves < GOAL for one in found))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
