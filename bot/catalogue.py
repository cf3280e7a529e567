"""Finds the games and the other cogs by walking a package: the folder is the registration."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bot.core.game import AnyGame
from bot.text.strings import KERNEL, Words


@dataclass(frozen=True)
class Catalogue:
    """The games by key, the modules with a ``setup`` to call, and all strings."""

    package: str
    games: dict[str, AnyGame]
    extensions: tuple[str, ...]
    words: Words


def walk(package: str = "cogs") -> Catalogue:
    """Everything in a package of cogs, sorted by name. A folder with a ``game`` module is a game.

    A feature has its ``setup`` in its ``commands`` module, which is not imported here: it needs discord.
    """
    root = importlib.import_module(package)
    games: dict[str, AnyGame] = {}
    extensions: list[str] = []
    folders: dict[str, Path] = {KERNEL: Path(__file__).parent}
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
                game: AnyGame = importlib.import_module(f"{name}.game").GAME
                if game.key != found.name:
                    raise ValueError(f"the game in {name} calls itself {game.key!r}; the folder is its key")
                games[game.key] = game
            elif find_spec(f"{name}.commands"):
                extensions.append(f"{name}.commands")
    features = [scope for scope in folders if scope not in games and scope != KERNEL]
    return Catalogue(package, games, tuple(extensions), Words(folders, features))
