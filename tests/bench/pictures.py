"""CPU and size of board pictures.

Every game of the catalogue that has a picture, at its largest table, over random moments of random games with every
combination of options.
"""

import gc
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from bot.catalogue import walk
from bot.core.game import AnyGame, Say
from bot.core.opponents import play_out
from bot.text.strings import Words
from tests.bench.report import Line

MOMENTS = 200
NAMES = ("Ana", "Wolfeschlegelsteinhausen", "Chloé", "Démosthène", "Eve-Marie", "李小龍")
GOAL_MS, GOAL_KB = 25, 80


class Result(NamedTuple):
    """CPU milliseconds and sizes of the pictures of a game."""

    boards: list[float]
    bytes: list[int]

    @property
    def held(self) -> bool:
        """Whether the goals are held."""
        return median(self.boards) <= GOAL_MS and max(self.bytes) <= GOAL_KB * 1000

    def __str__(self) -> str:
        return f"{median(self.boards):.1f} ms, ≤ {max(self.bytes) / 1000:.0f} KB"


def timed(make: Callable[[], bytes]) -> tuple[float, bytes]:
    """Return the CPU milliseconds of a call, and its result."""
    before = time.process_time()
    made = make()
    return (time.process_time() - before) * 1e3, made


def views(game: AnyGame, seats: int, count: int, rng: Random) -> list[Any]:
    """Return public views of random moments, as many of each combination of options."""
    found: list[Any] = []
    variants = game.variants(seats)
    while len(found) < count:
        for options in variants:
            states = [state for _, _, state in play_out(game, seats, options, rng)]
            found += [state.view(None) for state in rng.sample(states, min(len(states), 5))]
    rng.shuffle(found)
    return found[:count]


def measure(game: AnyGame, words: Words, count: int) -> Result:
    """Draw boards of a game; the first ones, which fill the sprite cache, do not count."""
    assert game.picture is not None
    draw, seats = game.picture, max(game.seats)
    say: Say = words.say(game.key, "fr", NAMES[:seats])
    chosen = views(game, seats, count + count // 4, Random(4))
    for view in chosen[count:]:
        draw(view, say)
    result = Result([], [])
    gc.collect()
    for view in chosen[:count]:
        cost, data = timed(lambda view=view: draw(view, say))
        result.boards.append(cost)
        result.bytes.append(len(data))
    return result


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    catalogue = walk()
    for game in catalogue.games.values():
        if game.picture is not None:
            found = measure(game, catalogue.words, 20 if quick else MOMENTS)
            goal = f"≤ {GOAL_MS} ms median, ≤ {GOAL_KB} KB"
            yield f"board picture, {game.key}", goal, str(found), found.held
