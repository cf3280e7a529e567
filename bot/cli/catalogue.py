"""``games`` and ``strings``: what is installed, and what a translation lacks."""

from __future__ import annotations

import argparse
import re

from bot import __version__
from bot.catalogue import walk
from bot.cli.terminal import FAILED, BadRequest
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
