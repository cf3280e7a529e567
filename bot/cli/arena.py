"""``arena``: opponents play one another, and a table tells how well and how fast."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor

from bot.catalogue import walk
from bot.core.arena import Match, Played, fill, play, scores
from bot.core.game import Value
from bot.core.opponent import Player

BAR = 30


def arena(
    key: str, seats: int, options: Mapping[str, Value], players: Sequence[Player], games: int, seed: int, jobs: int
) -> None:
    """Play so many games and print how each kind of player has done."""
    match = Match(walk().games[key], seats, options, fill(players, seats), seed)
    found: list[tuple[int, Played]] = []
    for number, played in enumerate(_games(match, games, jobs)):
        found.append((number, played))
        _show(len(found), games)
    for line in report(match, found):
        print(line)  # noqa: T201, this is its output


def report(match: Match, games: Sequence[tuple[int, Played]]) -> Iterator[str]:
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


def _games(match: Match, games: int, jobs: int) -> Iterator[Played]:
    """The games in order, played in so many processes. The time is that of the processor: others may be using it."""
    if jobs == 1:
        yield from (play(match, number, time.process_time) for number in range(games))
        return
    # A game is not sent to another process: it is found there by its key.
    told = (match.game.key, match.seats, dict(match.options), match.players, match.seed)
    with ProcessPoolExecutor(jobs, initializer=_Worker.sit_down, initargs=told) as pool:
        yield from pool.map(_Worker.play, range(games))


class _Worker:
    """What a process that plays for others knows: its match."""

    match: Match

    @classmethod
    def sit_down(
        cls, key: str, seats: int, options: Mapping[str, Value], players: tuple[Player, ...], seed: int
    ) -> None:
        cls.match = Match(walk().games[key], seats, options, players, seed)

    @classmethod
    def play(cls, number: int) -> Played:
        return play(cls.match, number, time.process_time)


def _show(done: int, total: int) -> None:
    """A bar on standard error when somebody is watching."""
    if sys.stderr.isatty():
        filled = BAR * done // total
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r[{'█' * filled}{'·' * (BAR - filled)}] {done}/{total}{end}")
