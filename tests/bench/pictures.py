"""CPU and size of board pictures.

Every game of the catalogue that has a picture, at its largest table, over random moments of random games with every
combination of options.
"""

import gc
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

from bot.catalogue import walk
from bot.core.game import AnyGame, Say
from bot.core.opponents import play_out
from bot.text.strings import Words
from tests.bench.report import Line, timed

MOMENTS = 200
NAMES = ("Ana", "Wolfeschlegelsteinhausen", "Chloé", "Démosthène", "Eve-Marie", "李小龍")
GOAL_MS, GOAL_KB = 25, 80


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


def measure(game: AnyGame, words: Words, count: int) -> tuple[float, int]:
    """Return the median CPU milliseconds of a game's boards, and the largest size; the first fill the sprite cache."""
    assert game.picture is not None
    draw, seats = game.picture, max(game.seats)
    say: Say = words.say(game.key, "fr", NAMES[:seats])
    chosen = views(game, seats, count + count // 4, Random(4))
    for view in chosen[count:]:
        draw(view, say)
    gc.collect()
    drawn = [timed(lambda view=view: draw(view, say)) for view in chosen[:count]]
    return median(seconds for seconds, _ in drawn) * 1e3, max(len(data) for _, data in drawn)


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    catalogue = walk()
    for key, game in catalogue.games.items():
        if game.picture is not None:
            cost, size = measure(game, catalogue.words, 20 if quick else MOMENTS)
            goal, measured = f"≤ {GOAL_MS} ms median, ≤ {GOAL_KB} KB", f"{cost:.1f} ms, ≤ {size / 1000:.0f} KB"
            yield f"board picture, {key}", goal, measured, cost <= GOAL_MS and size <= GOAL_KB * 1000
