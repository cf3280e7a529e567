"""Finds the games and the other cogs: by walking a package, where the folder is the registration, and by entry points.

An installed package adds a game with the entry point ``<key> = "<package>"`` in the group ``tablee.games``; the package
has the same files as a game's folder in ``cogs``.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from bot.core.game import AnyGame
from bot.pages.lobby import token
from bot.text.strings import FALLBACK, KERNEL, LANGUAGES, Words

log = logging.getLogger(__name__)

GROUP = "tablee.games"
HERE = Path(__file__).parent
COMMAND = re.compile(r"[-_\w]{1,32}")


@dataclass(frozen=True)
class Catalogue:
    """The games by key, the modules with a ``setup`` to call, and all strings."""

    package: str
    games: dict[str, AnyGame]
    extensions: tuple[str, ...]
    words: Words
    outside: dict[str, EntryPoint] = field(default_factory=dict[str, EntryPoint])
    """The entry points of the games that are not in the package."""


def walk(package: str = "cogs", *, drafts: bool = True) -> Catalogue:
    """Everything in a package of cogs, sorted by name, and every installed game.

    A folder with a ``game`` module is a game. A feature has its ``setup`` in its ``commands`` module, which is not
    imported here: it needs discord. ``drafts``: include games that are still being written.
    """
    root = importlib.import_module(package)
    games: dict[str, AnyGame] = {}
    extensions: list[str] = []
    folders: dict[str, Path] = {KERNEL: HERE}
    for found in sorted(pkgutil.iter_modules(root.__path__), key=lambda module: module.name):
        if found.name.startswith("_"):
            continue
        name = f"{package}.{found.name}"
        module = importlib.import_module(name)
        if found.ispkg:
            folders[found.name] = Path(next(iter(module.__path__)))
            if find_spec(f"{name}.game"):
                games[found.name] = _game(name, found.name)
            elif find_spec(f"{name}.commands"):
                extensions.append(f"{name}.commands")
    features = [scope for scope in folders if scope not in games and scope != KERNEL]
    outside: dict[str, EntryPoint] = {}
    words = Words(folders, features)
    # Parsing every string costs each worker process 10 MB, so only where an installed game could take a command's name.
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    commands = _commands(words, features, games) if entries else set()
    for entry, game, folder in _installed(entries, set(folders), words, commands):
        games[game.key], folders[game.key], outside[game.key] = game, folder, entry
    kept = {key: game for key, game in games.items() if drafts or not game.draft}
    return Catalogue(package, kept, tuple(extensions), Words(folders, features), outside)


def only(package: str) -> Catalogue:
    """The game in one package, installed or not, with its strings and the kernel's."""
    module = importlib.import_module(package)
    game: AnyGame = importlib.import_module(f"{package}.game").GAME
    words = Words({KERNEL: HERE, game.key: Path(next(iter(module.__path__)))})
    return Catalogue(package, {game.key: game}, (), words)


def _game(package: str, key: str, taken: Collection[str] = ()) -> AnyGame:
    """The game of a package that is registered under this key."""
    if key in taken:
        raise ValueError(f"there is already a game or feature called {key!r}")
    game: AnyGame = importlib.import_module(f"{package}.game").GAME
    if game.key != key:
        raise ValueError(f"the game in {package} calls itself {game.key!r}; it is registered as {key!r}")
    return game


def _installed(
    entries: Collection[EntryPoint], taken: set[str], words: Words, commands: set[str]
) -> Iterator[tuple[EntryPoint, AnyGame, Path]]:
    """Every game that an installed package adds, with its folder; one that cannot be loaded is logged and left out."""
    for entry in entries:
        try:
            game = _game(entry.value, entry.name, taken)
            folder = Path(next(iter(importlib.import_module(entry.value).__path__)))
            _check_strings(game, folder, words, commands)
            yield entry, game, folder
            taken.add(entry.name)
        except Exception as error:  # noqa: BLE001, the other games are played all the same
            log.error("game left out: %s = %s: %s: %s", entry.name, entry.value, type(error).__name__, error)  # noqa: TRY400


def _check_strings(game: AnyGame, folder: Path, kernel: Words, taken: set[str]) -> None:
    """Raise ValueError if a game's strings cannot be read, lack one, or name a command that is taken or cannot be."""
    words = Words({game.key: folder})
    words.load()
    found = [words.get(game.key, lang, "command") for lang in LANGUAGES if words.has(game.key, lang, "command")]
    for command in found:
        if not COMMAND.fullmatch(command) or command != command.lower():
            raise ValueError(f"{command!r} cannot be a command: 1 to 32 lower-case letters, digits, - and _")
        if command in taken:
            raise ValueError(f"the command {command!r} is taken")
    known = (words, game.key), (kernel, KERNEL)
    needed = kernel_needs(game)
    if missing := [key for key in needed if not any(some.has(scope, FALLBACK, key) for some, scope in known)]:
        raise ValueError(f"strings/{FALLBACK}.ftl lacks {', '.join(missing)}")
    taken.update(found)


def _commands(words: Words, features: Collection[str], games: Collection[str]) -> set[str]:
    """The names of all commands of features and games, in every language; also those of subcommands."""
    found = {words.get(game, lang, "command") for game in games for lang in LANGUAGES}
    for scope, lang in product(features, LANGUAGES):
        keys = words.keys(scope, lang)
        found |= {words.get(scope, lang, key) for key in keys if words.has(scope, lang, f"{key}.help")}
    return found


def kernel_needs(game: AnyGame) -> Iterator[str]:
    """Every key that the kernel asks a game for."""
    yield from ("name", "command", "command.help", "blurb", "rules", "win", "final-score")
    yield from (f"figure-{key}" for key in game.figures)
    yield from (f"total-{key}" for key in game.totals)
    yield from (f"honour-{honour.key}" for honour in game.honours)
    for verb in game.verbs:
        key = f"verb-{verb.key}"
        yield f"{key}.button"
        if verb.command:
            yield from (key, f"{key}.help")
        for place, step in enumerate(verb.steps, start=1):
            yield from (f"{key}.{step}", f"{key}.{step}-help", f"ask-{verb.key}-{place}")
        if verb.repeats:
            yield f"{key}.repeated"
        if verb.shortcut:
            yield from (f"shortcut-{verb.shortcut}", f"shortcut-{verb.shortcut}.help")
    for option in game.options:
        key = f"option-{option.key}"
        yield from (key, f"{key}.command", f"{key}.help", *(f"{key}.{token(value)}" for value in option.values))
    for aid in game.aids:
        yield from (f"aid-{aid}", f"aid-{aid}.button")
