"""``games``, ``strings``, ``simulate``, ``arena`` and ``verify``: games and their strings without Discord."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from bot import __version__
from bot.catalogue import walk
from bot.cli.terminal import FAILED, BadRequest, Bar
from bot.core import records
from bot.core.game import AnyGame, Value
from bot.core.opponents import Match, MatchGame, Player, fill, play, scores, settings
from bot.core.opponents import records as simulated
from bot.text.strings import FALLBACK
from bot.workers import Processes, Worker


def games(_given: argparse.Namespace) -> int:
    """Print every game: its key, name, seats, version and origin."""
    catalogue = walk()
    for key, game in catalogue.games.items():
        entry = catalogue.outside.get(key)
        package = entry.dist if entry else None
        origin = f"{package.name} {package.version}" if package else f"tablee {__version__}"
        name = catalogue.words.get(key, FALLBACK, "name")
        seats = f"{game.seats[0]}-{game.seats[-1]} players"
        draft = "  draft: on the local table only" if game.draft else ""
        print(f"{key:<14} {name:<20} {seats:<12} rules {game.version}  {origin}{draft}")  # noqa: T201, this is its output
    return 0


def strings(given: argparse.Namespace) -> int:
    """Print every string that a language lacks, by file; the exit code is 1 if there are any."""
    if not re.fullmatch("[a-z]{2,3}(-[A-Z]{2})?", given.lang):
        raise BadRequest(f"{given.lang[:20]!a} is not the code of a language, like de or pt-BR")
    words = walk().words
    missing = words.missing(given.lang)
    for scope, keys in missing.items():
        print(f"{scope or 'bot'}/strings/{given.lang}.ftl:")  # noqa: T201, this is its output
        for key in keys:
            print(f"  {key}")  # noqa: T201
    total = sum(map(len, missing.values()))
    print(f"{total} strings missing in {given.lang}")  # noqa: T201
    return FAILED if total else 0


def simulate(given: argparse.Namespace) -> int:
    """Print random games as records."""
    game, options = _read_game(given.game, given.seats, given.option)
    if not settings(game, given.seats, options):
        raise BadRequest("these options do not go together with that number of seats")
    bar = Bar(given.games)
    for record in simulated(game, games=given.games, rng=Random(given.seed), seats=given.seats, options=options):
        print(record)  # noqa: T201, this is its output
        bar.add(1)
    bar.end()
    return 0


def verify(given: argparse.Namespace) -> int:
    """Replay records and print the first fault of every bad one."""
    games = walk().games
    total = bad = 0
    try:
        with given.file.open("rb") if given.file else contextlib.nullcontext(sys.stdin.buffer) as source:
            for number, line in enumerate(records.lines(source), start=1):
                if not line.strip():
                    continue
                total += 1
                if fault := records.verify(line, games):
                    bad += 1
                    where = f", {fault.where}" if fault.where else ""
                    print(f"record {number}{where}: {fault.reason}")  # noqa: T201, this is its output
    except BrokenPipeError:
        raise  # The reader of our output is gone: nothing is wrong with the records.
    except OSError as error:
        raise BadRequest(f"cannot read {str(given.file or 'standard input')!a}: {error.strerror}") from None
    print(f"{total} records, {bad} bad")  # noqa: T201
    return FAILED if bad else 0


def arena(given: argparse.Namespace) -> int:
    """Let opponents play one another and print how well and how fast each kind does."""
    game, chosen = _read_game(given.game, given.seats, given.option)
    try:
        options = game.complete(chosen, given.seats)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    if len(given.players) > given.seats:
        raise BadRequest(f"{len(given.players)} players do not fit on {given.seats} seats")
    if game.opponent is None and set(given.players) - {"random", "default"}:
        raise BadRequest(f"{game.key} has no opponents")
    match = Match(game, given.seats, options, fill(given.players, given.seats), given.seed)
    bar = Bar(given.games)
    if given.jobs == 1:
        # In this process an opponent that fails has a traceback.
        found = list[MatchGame]()
        for number in range(given.games):
            found.append(play(match, number, time.process_time))
            bar.add(1)
    else:
        found = asyncio.run(_in_processes(match, given.games, given.jobs, bar))
    bar.end()
    for line in _report(match, list(enumerate(found))):
        print(line)  # noqa: T201, this is its output
    return 0


def _report(match: Match, games: Sequence[tuple[int, MatchGame]]) -> Iterator[str]:
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


async def _in_processes(match: Match, games: int, jobs: int, bar: Bar) -> list[MatchGame]:
    # A game does not pickle: the worker finds it by its key.
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
    """Plays the games of a match. Decisions are timed in processor time, because other processes run too."""

    def __init__(
        self, key: str, seats: int, options: Mapping[str, Value], players: tuple[Player, ...], seed: int
    ) -> None:
        self._match = Match(walk().games[key], seats, options, players, seed)

    def answer(self, question: int) -> MatchGame:
        """Play the game of that number."""
        return play(self._match, question, time.process_time)


def _read_game(key: str, seats: int | None, chosen: Iterable[str]) -> tuple[AnyGame, dict[str, Value]]:
    """A game, and its options from texts like KEY=VALUE. Raises BadRequest."""
    known = walk().games
    if key not in known:
        raise BadRequest(f"there is no game {key!a}; there are: {', '.join(known)}")
    game = known[key]
    options = dict(_read_option(game, text) for text in chosen)
    if seats is not None and seats not in game.seats:
        raise BadRequest(f"{key} is played with {', '.join(map(str, game.seats))} seats, not {seats}")
    return game, options


def _read_option(game: AnyGame, text: str) -> tuple[str, Value]:
    key, _, word = text.partition("=")
    option = next((option for option in game.options if option.key == key), None)
    if option is None:
        raise BadRequest(
            f"{game.key} has no option {key!a}; it has: {', '.join(o.key for o in game.options) or 'none'}"
        )
    words = {str(value).lower() if isinstance(value, bool) else value: value for value in option.values}
    if word not in words:
        raise BadRequest(f"option {key} cannot be {word!a}; allowed: {', '.join(words)}")
    return key, words[word]
