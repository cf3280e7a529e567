"""``arena``: opponents play one another, and a table tells how well and how fast."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence

from bot.catalogue import walk
from bot.cli.bar import Bar
from bot.core.game import Value
from bot.core.opponents import Player
from bot.core.simulate import Match, MatchGame, fill, play, scores
from bot.workers import Processes, Worker


def arena(
    key: str, seats: int, options: Mapping[str, Value], players: Sequence[Player], games: int, seed: int, jobs: int
) -> None:
    """Play so many games and print how each kind of player has done."""
    match = Match(walk().games[key], seats, options, fill(players, seats), seed)
    bar = Bar(games)
    # In this process an opponent that fails says where.
    found = _here(match, games, bar) if jobs == 1 else asyncio.run(_in_processes(match, games, jobs, bar))
    bar.end()
    for line in report(match, list(enumerate(found))):
        print(line)  # noqa: T201, this is its output


def report(match: Match, games: Sequence[tuple[int, MatchGame]]) -> Iterator[str]:
    """The table, line by line."""
    chosen = "".join(f", {key} {str(value).lower()}" for key, value in match.options.items())
    length = sum(played.moves for _, played in games) / len(games)
    yield f"{match.game.key}, {match.seats} seats{chosen}: {len(games)} games, {length:.1f} moves a game"
    yield ""
    yield "| player | seats | wins | 95 % interval | fair | decisions/s | median ms | p95 ms |"
    yield "|---|---|---|---|---|---|---|---|"
    for score in scores(match, games):
        yield (
            f"| {score.player} | {score.seats} | {score.share:.1%} | {score.low:.1%} to {score.high:.1%} "
            f"| {1 / match.seats:.1%} | {score.rate:.0f} | {score.middle * 1000:.1f} | {score.slow * 1000:.1f} |"
        )


def _here(match: Match, games: int, bar: Bar) -> list[MatchGame]:
    found: list[MatchGame] = []
    for number in range(games):
        found.append(play(match, number, time.process_time))
        bar.add(1)
    return found


async def _in_processes(match: Match, games: int, jobs: int, bar: Bar) -> list[MatchGame]:
    # A game is not sent to another process: it is found there by its key.
    processes = Processes(
        jobs, MatchWorker, match.game.key, match.seats, dict(match.options), match.players, match.seed
    )
    found: list[MatchGame] = []
    try:
        for asked in [asyncio.create_task(processes.ask(number)) for number in range(games)]:
            found.append(await asked)
            bar.add(1)
    finally:
        processes.close()
    return found


class MatchWorker(Worker):
    """Plays the games of a match, in a process of its own. The time is that of the processor: others may use it."""

    def __init__(
        self, key: str, seats: int, options: Mapping[str, Value], players: tuple[Player, ...], seed: int
    ) -> None:
        self._match = Match(walk().games[key], seats, options, players, seed)

    def answer(self, question: int) -> MatchGame:
        """The game of that number."""
        return play(self._match, question, time.process_time)
