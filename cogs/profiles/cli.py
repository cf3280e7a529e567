"""``rebuild``: the command for results, ratings and rankings."""

from __future__ import annotations

import argparse
import sys

from bot.catalogue import walk
from bot.cli import terminal
from bot.cli.database import DATABASE_ERRORS, explain
from bot.cli.settings import Settings
from bot.cli.terminal import FAILED, show_progress
from bot.store import DatabaseLost, Taken, Unavailable, WrongVersion, from_url
from cogs.profiles import service


def rebuild(_given: argparse.Namespace) -> int:
    """Compute results from the logs again, and ratings and rankings from the results."""
    settings = Settings.read()
    try:
        return terminal.run(_rebuild(settings))
    except KeyboardInterrupt:
        sys.stderr.write("interrupted: start it again to go on, or the bot, which goes on by itself\n")
    except (Taken, WrongVersion, DatabaseLost, Unavailable) as error:
        sys.stderr.write(f"{error}\n")
    except DATABASE_ERRORS as error:
        sys.stderr.write(f"It failed: {explain(error)}.\n")
    return FAILED


async def _rebuild(settings: Settings) -> int:
    store = from_url(settings.database_url)
    try:
        await store.open()
        # A running bot counts results too.
        await store.hold()
        good, bad = await service.rebuild(store, walk().games, show_progress)
    finally:
        await store.close()
    unchanged = f"; {bad} could not be replayed and keep the results they had" if bad else ""
    print(f"{good} tables counted{unchanged}")  # noqa: T201, this is its output
    return 0
