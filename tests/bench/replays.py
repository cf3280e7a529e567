"""How long a step of the viewer takes, its pictures included: ``python -m tests.bench.replays [moves] [steps]``.

Each game is played at random until it has about a thousand moves, or is over before. Then positions are looked at as
people do it: on and on, back, and by leaps, through every kind of eyes, each picture drawn by the worker. A step is all
that a click makes the bot do, from the replay to the page; what is under way to Discord is not in it.
"""

from __future__ import annotations

import asyncio
import sys
import time
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

from bot.catalogue import walk
from bot.core.game import AnyGame
from bot.core.records import Verified
from bot.core.replay import OPENED, Eyes, Replay, of_record
from bot.core.simulate import play_out
from bot.pages.address import Address
from bot.pages.replay import PositionPicture, pictures, viewer
from bot.pictures.cache import PictureCache
from bot.pictures.worker import DrawingWorker
from bot.text.strings import Words

MOVES, STEPS = 1000, 60
GOAL = 60.0
"""Milliseconds that a step may take, in the middle of all."""
NAMES = ("Ana", "Bo", "Chloé", "Démosthène", "Eve-Marie", "Fay")


class Result(NamedTuple):
    """What was measured of a game."""

    key: str
    moves: int
    opening: float
    times: list[float]

    @property
    def kept(self) -> bool:
        """Whether a step is quick enough."""
        return median(self.times) <= GOAL

    def __str__(self) -> str:
        late = quantiles(self.times, n=20)[-1]
        return (
            f"{self.key}, {self.moves} moves: median {median(self.times):.1f} ms, p95 {late:.1f} ms; "
            f"opened in {self.opening:.1f} ms"
        )


def long_game(game: AnyGame, moves: int) -> Verified:
    """The longest of some random games, cut at so many moves."""
    seats = game.seats[-1]
    options = game.variants(seats)[0]
    found: list[tuple[int, object]] = []
    for seed in range(6):
        played = [(seat, move) for seat, move, _ in play_out(game, seats, options, Random(seed))][:moves]
        found = max(found, played, key=len)
        if len(found) == moves:
            break
    return Verified(game, seats, options, tuple(found), None, None)  # pyright: ignore[reportArgumentType]


async def measure(game: AnyGame, words: Words, drawn: PictureCache, moves: int, steps: int) -> Result:
    """Step through a game."""
    record = long_game(game, moves)
    start = time.perf_counter()
    replay = of_record(record, NAMES[: record.seats])
    assert replay.moments
    opening = (time.perf_counter() - start) * 1000
    rng, position, times = Random(7), 1, list[float]()
    eyes: list[Eyes] = [OPENED, None, *range(replay.size)]
    for number in range(steps):
        kind = number % 4
        position = rng.randint(1, replay.length) if kind == 3 else replay.clamped(position + (-1 if kind == 2 else 1))
        start = time.perf_counter()
        await step(replay, position, eyes[number % len(eyes)], words, drawn)
        times.append((time.perf_counter() - start) * 1000)
    return Result(game.key, replay.length, opening, times)


async def step(replay: Replay, position: int, eyes: Eyes, words: Words, drawn: PictureCache) -> None:
    """What one click makes the bot do."""
    say = words.say(replay.game.key, "fr", replay.names)
    then = replay.then(position)

    async def draw(shown: PositionPicture | None) -> object:
        return shown and await drawn.draw(then, shown.view, say, shown.name, shown.choosing)

    table, hand = await asyncio.gather(*map(draw, pictures(replay, position, eyes, say)))
    viewer(replay, position, eyes, say, Address("replay", 1), table=table, hand=hand)  # type: ignore[arg-type]


async def results(moves: int = MOVES, steps: int = STEPS) -> list[Result]:
    """Every game."""
    catalogue = walk()
    worker = DrawingWorker(catalogue.package)
    try:
        found: list[Result] = []
        for game in catalogue.games.values():
            drawn = PictureCache(worker)
            # Fonts and sprites are there before anybody looks: the bot loads them when it starts.
            await measure(game, catalogue.words, PictureCache(worker), 40, 12)
            found.append(await measure(game, catalogue.words, drawn, moves, steps))
        return found
    finally:
        worker.close()


if __name__ == "__main__":
    for result in asyncio.run(results(*map(int, sys.argv[1:]))):
        print(result)  # noqa: T201, this is its output
