"""``games``, ``strings``, ``simulate``, ``arena``, ``verify`` and ``new-game``: games without Discord."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median

from bot import __version__, skeleton
from bot.catalogue import walk
from bot.cli.terminal import FAILED, BadRequest, show_progress
from bot.core import records
from bot.core.game import AnyGame, Value
from bot.core.opponents import Match, MatchGame, play, scores, settings
from bot.core.opponents import records as simulated
from bot.text.strings import FALLBACK


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
    game, options = _read_game(given)
    if not settings(game, given.seats, options):
        raise BadRequest("these options do not go together with that number of seats")
    made = simulated(game, games=given.games, rng=Random(given.seed), seats=given.seats, options=options)
    for number, record in enumerate(made, start=1):
        print(record)  # noqa: T201, this is its output
        show_progress("games", number, given.games)
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
    game, chosen = _read_game(given)
    try:
        options = game.complete(chosen, given.seats)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    if len(given.players) > given.seats:
        raise BadRequest(f"{len(given.players)} players do not fit on {given.seats} seats")
    if game.opponent is None and set(given.players) - {"random", "default"}:
        raise BadRequest(f"{game.key} has no opponents")
    # The last one sits in all seats that are left.
    players = (*given.players, *given.players[-1:] * (given.seats - len(given.players)))
    match = Match(game, given.seats, options, players, given.seed)
    found: list[MatchGame] = []
    for number in range(given.games):
        # In processor time: other processes run too.
        found.append(play(match, number, time.process_time))
        show_progress("games", number + 1, given.games)
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
        seconds = score.seconds or (0.0,)
        rate, p95 = len(score.seconds) / (sum(seconds) or 1), seconds[int(0.95 * (len(seconds) - 1))]
        yield (
            f"| {score.player} | {score.seats} | {score.share:.1%} | {score.low:.1%} to {score.high:.1%} "
            f"| {1 / match.seats:.1%} | {rate:.0f} | {median(seconds) * 1000:.1f} | {p95 * 1000:.1f} |"
        )


def _read_game(given: argparse.Namespace) -> tuple[AnyGame, dict[str, Value]]:
    """The chosen game and options, which are written like KEY=VALUE. Raises BadRequest."""
    known = walk().games
    if given.game not in known:
        raise BadRequest(f"there is no game {given.game!a}; there are: {', '.join(known)}")
    game = known[given.game]
    if given.seats is not None and given.seats not in game.seats:
        raise BadRequest(f"{game.key} is played with {', '.join(map(str, game.seats))} seats, not {given.seats}")
    values = [(option.key, value) for option in game.options for value in option.values]
    words = {f"{key}={str(value).lower() if isinstance(value, bool) else value}": (key, value) for key, value in values}
    for text in given.option:
        if text not in words:
            raise BadRequest(f"{game.key} has no option {text!a}; it has: {', '.join(words) or 'none'}")
    return game, dict(words[text] for text in given.option)


# ---- new-game: a copy of bot.skeleton under another name, with the files that make it installable and testable

KEY = re.compile(r"[a-z][a-z0-9]{1,23}")
IMPORTS = re.compile(r"^(from|import) (bot|msgspec|tablee_).*(\n+(from|import) (bot|msgspec|tablee_).*)*", re.MULTILINE)
"""The imports in a module of the skeleton, besides those of the standard library."""

PYPROJECT = """\
[project]
name = "tablee-{name}"
version = "0.1.0"
description = "{title}, a game for Tablée."
requires-python = ">=3.11"
dependencies = ["tablee"]

[project.entry-points."tablee.games"]
{name} = "tablee_{name}"

[build-system]
requires = ["setuptools>=64"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
packages = ["tablee_{name}"]

[tool.setuptools.package-data]
"*" = ["strings/*.ftl"]
"""

TEST = """\
\"\"\"{title}: the examination that every game passes, and the rules.\"\"\"

from bot.core.game import CHANCE
from bot.testing import examine

from tablee_{name}.moves import DECK, Deal, Lay
from tablee_{name}.rules import start


def test_it_passes_the_examination():
    assert examine("tablee_{name}") == []


def test_a_higher_card_scores_a_point():
    # The card in the middle is 1, seat 0 holds 2 to 5, seat 1 holds 6 to 9.
    state = start(2, {{}}).play(CHANCE, Deal(0, tuple(DECK)))
    state = state.play(0, Lay(5)).play(1, Lay(6)).play(0, Lay(2))
    assert [state.public.score(seat) for seat in (0, 1)] == [1, 1]
"""

README = """\
# {title}

A game for Tablée. It is a draft: `game.py` says so.

```
pip install -e .          # into the environment that has tablee; pipx: pipx inject -e tablee .
pytest                    # the examination, and the rules
tablee games              # {name} is in the list
tablee run                # play it on the local page: /{name} nouvelle
```

Start with `tablee_{name}/moves.py` and `rules.py`, then the words in `face.py` and `strings/`.
"""


def new_game(given: argparse.Namespace) -> int:
    """Write the package into a new folder ``tablee-<name>`` of the current one."""
    name, folder = given.name, Path(f"tablee-{given.name}")
    if not KEY.fullmatch(name):
        raise BadRequest(f"{name[:30]!a} cannot be the key of a game: 2 to 24 lower-case letters and digits")
    if name in walk().games:
        raise BadRequest(f"there is already a game called {name!a}: `tablee games` lists them")
    if folder.exists():
        raise BadRequest(f"{str(folder)!a} is there already")
    words = {"name": name, "title": name.capitalize()}
    _write(folder / "pyproject.toml", PYPROJECT.format(**words))
    _write(folder / "README.md", README.format(**words))
    _write(folder / "tests" / f"test_{name}.py", TEST.format(**words))
    source = Path(skeleton.__path__[0])
    for file in sorted([*source.rglob("*.py"), *source.rglob("*.ftl")]):
        text = file.read_text("utf-8").replace("bot.skeleton", f"tablee_{name}")
        text = text.replace("skeleton", name).replace("Skeleton", name.capitalize())
        _write(folder / f"tablee_{name}" / file.relative_to(source), _with_sorted_imports(text))
    print(f"{folder}: a game to play and to change; README.md says how")  # noqa: T201, this is its output
    return 0


def _with_sorted_imports(text: str) -> str:
    """A module of the package: Tablée is a library like others there, and the package's own modules come last."""
    block = IMPORTS.search(text)
    if block is None:
        return text
    lines = sorted(filter(None, block[0].split("\n")), key=lambda line: (line.startswith("from"), line))
    own = [line for line in lines if line.startswith("from tablee_")]
    others = [line for line in lines if line not in own]
    return text.replace(block[0], "\n".join((*others, *([""] if others and own else []), *own)))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
