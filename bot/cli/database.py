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
from collections.abc import Awaitable, Callable

import asyncpg

from bot.cli.settings import BACKUPS, Settings, check_address, home, look_up
from bot.cli.terminal import FAILED, INTERRUPTED, Bar
from bot.store import Taken, WrongVersion
from bot.store import backup as copies
from bot.store.backup import Expect, Progress
from bot.store.statements import Unusable

DATABASE_ERRORS = (OSError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError)
"""Errors of a database or its disk, for ``explain``."""


def backup(given: argparse.Namespace) -> int:
    """Write everything in the database into a new file; the bot may run."""
    settings, now = Settings.read(), time.time()
    file = given.file or copies.new_file(home() / BACKUPS, "", now)

    async def work(expect: Expect) -> str:
        await copies.back_up(settings.database_url, file, now=now, expect=expect)
        return f"Everything is in {file}, which only you can read: it has what people play, and their names."

    return _run(work)


def restore(given: argparse.Namespace) -> int:
    """Fill the database of the settings, which must be empty, from a backup."""
    settings = Settings.read()

    async def work(expect: Expect) -> str:
        await copies.restore(given.file, settings.database_url, expect)
        return f"Everything in {given.file} is in the database again, and was checked. The bot can be started."

    return _run(work)


def move(given: argparse.Namespace) -> int:
    """Fill a database, which must be empty, from another; both are addresses, or variables that have them."""
    start, end = (
        check_address(look_up(text) if re.fullmatch("[A-Z][A-Z0-9_]*", text) else text, name)
        for text, name in ((given.FROM, "FROM"), (given.TO, "TO"))
    )

    async def work(expect: Expect) -> str:
        if start == end:
            raise Unusable("FROM and TO are the same database.")
        await copies.move(start, end, expect)
        return (
            "Everything has been copied and checked. Set DATABASE_URL to the new address and start the bot; the old "
            "database is as it was."
        )

    return _run(work)


def _run(work: Callable[[Expect], Awaitable[str]]) -> int:
    """Do the work with a progress bar, and print how it ended."""
    bar: Bar | None = None

    def expect(total: int) -> Progress:
        nonlocal bar
        bar = Bar(total)
        return bar.add

    async def done() -> str:
        return await work(expect)

    code, text = FAILED, ""
    try:
        text, code = asyncio.run(done()), 0
    except KeyboardInterrupt:
        code, text = INTERRUPTED, "Stopped."
    except (Unusable, Taken, WrongVersion) as error:
        text = str(error)
    except Exception as error:  # noqa: BLE001, a database or a disk may fail in any way
        text = f"It failed: {explain(error)}."
    if bar:
        bar.end()
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
