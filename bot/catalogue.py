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
from pathlib import Path

from bot.core.game import AnyGame
from bot.text.strings import FALLBACK, KERNEL, LANGUAGES, Words

log = logging.getLogger(__name__)

GROUP = "tablee.games"
"""The group of entry points by which installed packages add games."""
HERE = Path(__file__).parent
COMMAND = re.compile(r"[-_\w]{1,32}")
"""The names that Discord takes for a command."""


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
        if hasattr(module, "setup"):
            extensions.append(name)
        if found.ispkg:
            folders[found.name] = Path(next(iter(module.__path__)))
            if find_spec(f"{name}.game"):
                games[found.name] = _game(name, found.name)
            elif find_spec(f"{name}.commands"):
                extensions.append(f"{name}.commands")
    features = [scope for scope in folders if scope not in games and scope != KERNEL]
    outside: dict[str, EntryPoint] = {}
    for entry, game, folder in _installed(set(folders)):
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


def _installed(taken: set[str]) -> Iterator[tuple[EntryPoint, AnyGame, Path]]:
    """Every game that an installed package adds, with its folder; one that cannot be loaded is logged and left out."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            game = _game(entry.value, entry.name, taken)
            folder = Path(next(iter(importlib.import_module(entry.value).__path__)))
            _check_strings(folder, taken)
            yield entry, game, folder
            taken.add(entry.name)
        except Exception as error:  # noqa: BLE001, the other games are played all the same
            log.error("game left out: %s = %s: %s: %s", entry.name, entry.value, type(error).__name__, error)  # noqa: TRY400


def _check_strings(folder: Path, taken: Collection[str]) -> None:
    """Raise ValueError if a file of a game's strings cannot be read, or its command cannot be named so."""
    words = Words({folder.name: folder})
    words.load()
    if missing := [key for key in ("name", "command", "command.help") if not words.has(folder.name, FALLBACK, key)]:
        raise ValueError(f"strings/{FALLBACK}.ftl lacks {', '.join(missing)}")
    for lang in LANGUAGES:
        command = words.get(folder.name, lang, "command")
        if not COMMAND.fullmatch(command) or command != command.lower():
            raise ValueError(f"{command!r} cannot be a command: 1 to 32 lower-case letters, digits, - and _")
        if command in taken:
            raise ValueError(f"the command {command!r} is another game's")
