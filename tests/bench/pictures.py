"""CPU and size of board pictures.

Every game of the catalogue that has a picture, at its largest table, over random moments of random games with every
combination of options. After each board a Pillow canvas of the same size with one rectangle is drawn and encoded, for
comparison on any machine. After a move most of a board is unchanged, so repaints are measured too: a move at each of
several tables in turn.
"""

import gc
import io
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from bot.catalogue import walk
from bot.core.game import AnyGame, Say
from bot.core.opponents import play_out
from bot.text.strings import Words
from tests.bench.report import Line

MOMENTS = 200
TABLES = 8
"""Tables that are repainted in turn."""
NAMES = ("Ana", "Wolfeschlegelsteinhausen", "Chloé", "Démosthène", "Eve-Marie", "李小龍")
BACKGROUND, OUTLINE = (23, 54, 60), (44, 86, 94)
GOAL_MS, GOAL_KB = 25, 80


class Result(NamedTuple):
    """CPU milliseconds and sizes of the pictures of a game."""

    boards: list[float]
    canvases: list[float]
    bytes: list[int]
    repaints: list[float]

    @property
    def held(self) -> bool:
        """Whether the goals are held."""
        return median(self.boards) <= GOAL_MS and max(self.bytes) <= GOAL_KB * 1000

    def __str__(self) -> str:
        board = median(self.boards)
        return (
            f"{board:.1f} ms, ×{board / median(self.canvases):.1f} of an empty canvas, after a move "
            f"{median(self.repaints):.1f} ms, ≤ {max(self.bytes) / 1000:.0f} KB"
        )


def timed(make: Callable[[], bytes]) -> tuple[float, bytes]:
    """Return the CPU milliseconds of a call, and its result."""
    before = time.process_time()
    made = make()
    return (time.process_time() - before) * 1e3, made


def canvas(width: int, height: int) -> bytes:
    """Return one rectangle on a canvas as a PNG file."""
    image = Image.new("RGB", (width, height), BACKGROUND)
    ImageDraw.Draw(image).rectangle((10, 10, width - 11, height - 11), outline=OUTLINE, width=3)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


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
    result = Result([], [], [], repaints(game, words, count))
    gc.collect()
    for view in chosen[:count]:
        cost, data = timed(lambda view=view: draw(view, say))
        width, height = Image.open(io.BytesIO(data)).size
        result.boards.append(cost)
        result.bytes.append(len(data))
        result.canvases.append(timed(lambda width=width, height=height: canvas(width, height))[0])
    return result


def repaints(game: AnyGame, words: Words, count: int) -> list[float]:
    """Draw boards move by move; the first of each table does not count."""
    assert game.picture is not None
    draw, seats, rng, found = game.picture, max(game.seats), Random(4), list[float]()
    variants = game.variants(seats)
    said = [words.say(game.key, "fr", [f"{name} {table}" for name in NAMES[:seats]]) for table in range(TABLES)]
    while len(found) < count:
        games = [play_out(game, seats, variants[table % len(variants)], rng) for table in range(TABLES)]
        for turn, moment in enumerate(zip(*games, strict=False)):
            for (_, _, state), say in zip(moment, said, strict=True):
                view = state.view(None)
                cost, _ = timed(lambda view=view, say=say: draw(view, say))
                found += [cost] if turn else []
            if len(found) >= count:
                break
    return found


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    catalogue = walk()
    for game in catalogue.games.values():
        if game.picture is not None:
            found = measure(game, catalogue.words, 20 if quick else MOMENTS)
            goal = f"≤ {GOAL_MS} ms median, ≤ {GOAL_KB} KB"
            yield f"board picture, {game.key}", goal, str(found), found.held
