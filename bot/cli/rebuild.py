"""Making everything that follows from games again: results from the logs, standings from the results."""

from __future__ import annotations

import sys

from bot.catalogue import walk
from bot.cli.bar import Bar
from bot.cli.settings import Settings
from bot.service.counting import rebuild as rebuilt
from bot.store import DatabaseLost, Taken, WrongVersion, from_url

FATAL = 1


async def rebuild(settings: Settings) -> int:
    """Rebuild and print what came of it; 1 if the database is in use or not ours to touch."""
    try:
        store = from_url(settings.database_url)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return FATAL
    bar = Bar()
    try:
        await store.open()
        # The bot counts too: both at once would only hinder one another.
        await store.hold()
        good, bad = await rebuilt(store, walk().games, bar.tell)
    except (Taken, WrongVersion, DatabaseLost) as error:
        sys.stderr.write(f"{error}\n")
        return FATAL
    finally:
        bar.end()
        await store.close()
    kept = f"; {bad} could not be replayed and keep the results they had" if bad else ""
    print(f"{good} tables counted{kept}")  # noqa: T201, this is its output
    return 0
