"""``backup``, ``restore`` and ``move``: commands for the contents of a database."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import socket
import sqlite3
import sys
import time
from collections.abc import Coroutine
from typing import Any

import asyncpg

from bot.cli.settings import BACKUPS, Settings, check_address, home, look_up
from bot.cli.terminal import FAILED, INTERRUPTED
from bot.store import Taken, WrongVersion
from bot.store import backup as copies
from bot.store.statements import Unusable

DATABASE_ERRORS = (OSError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError)


def backup(given: argparse.Namespace) -> int:
    """Write everything in the database into a new file; the bot may run."""
    settings, now = Settings.read(), time.time()
    file = given.file or copies.new_file(home() / BACKUPS, "", now)
    return _run(
        copies.back_up(settings.database_url, file, now=now),
        f"Everything is in {file}, which only you can read: it has what people play, and their names.",
    )


def restore(given: argparse.Namespace) -> int:
    """Fill the database of the settings, which must be empty, from a backup."""
    return _run(
        copies.restore(given.file, Settings.read().database_url),
        f"Everything in {given.file} is in the database again, and was checked. The bot can be started.",
    )


def move(given: argparse.Namespace) -> int:
    """Fill a database, which must be empty, from another; both are addresses, or variables that have them."""
    start, end = (
        check_address(look_up(text) if re.fullmatch("[A-Z][A-Z0-9_]*", text) else text, name)
        for text, name in ((given.FROM, "FROM"), (given.TO, "TO"))
    )
    return _run(
        copies.move(start, end),
        "Everything has been copied and checked. Set DATABASE_URL to the new address and start the bot; the old "
        "database is as it was.",
    )


def _run(work: Coroutine[Any, Any, None], done: str) -> int:
    """Do the work, and print how it ended."""
    try:
        asyncio.run(work)
    except KeyboardInterrupt:
        code, text = INTERRUPTED, "Stopped."
    except (Unusable, Taken, WrongVersion) as error:
        code, text = FAILED, str(error)
    except Exception as error:  # noqa: BLE001, a database or a disk may fail in any way
        code, text = FAILED, f"It failed: {explain(error)}."
    else:
        code, text = 0, done
    (sys.stderr if code else sys.stdout).write(f"{text}\n")
    return code


def explain(error: Exception) -> str:
    """An error of a database without the library's own message, which may repeat parts of the password."""
    kind = type(error).__name__
    match error:
        case WrongVersion() | Taken() | Unusable():
            return str(error)
        case socket.gaierror():
            return f"{kind}, no machine has the name that DATABASE_URL says"
        case OSError(errno=int(number)):
            return f"{kind}, {os.strerror(number)}"
        case sqlite3.Error():
            return f"{kind}, {getattr(error, 'sqlite_errorname', 'no more is known')}"
    return f"{kind}, which DATABASE_URL or the database's own log explains"
