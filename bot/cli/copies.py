"""``backup``, ``restore`` and ``move``: what is in a database, somewhere else."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.cli.bar import Bar
from bot.cli.settings import Settings, check_address, look_up
from bot.cli.trouble import trouble
from bot.store import Taken, WrongVersion
from bot.store.backup import Progress, back_up, copy, from_file, from_url, into_url
from bot.store.contents import CopySource, DatabaseContents, Unusable

BAD, STOPPED = 1, 130
AGAIN = "What has been copied so far is kept: the same command again goes on from there."


def backup(file: Path) -> int:
    """Write everything in the database into a new file; the bot may run."""
    settings = Settings.read()

    async def work(expect: Callable[[int], Progress]) -> str:
        await back_up(settings.database_url, file, now=time.time(), expect=expect)
        return f"Everything is in {file}, which only you can read: it has what people play, and their names."

    return _run(work)


def restore(file: Path) -> int:
    """Fill the database of the settings, which must be empty, from a backup."""
    settings = Settings.read()

    async def work(expect: Callable[[int], Progress]) -> str:
        rows = await _fill(from_file(file), into_url(settings.database_url), expect)
        return f"{rows} rows are in the database again, each compared with {file}. The bot can be started."

    return _run(work, AGAIN)


def move(origin: str, destination: str) -> int:
    """Fill the database at one address, which must be empty, from another; both as in DATABASE_URL, or a variable."""
    start, end = (
        check_address(look_up(text) if re.fullmatch("[A-Z][A-Z0-9_]*", text) else text, name)
        for text, name in ((origin, "FROM"), (destination, "TO"))
    )

    async def work(expect: Callable[[int], Progress]) -> str:
        if start == end:
            raise Unusable("FROM and TO are the same database.")
        source = from_url(start)
        rows = await _fill(source, into_url(end), expect)
        return (
            f"{rows} rows have been copied, and each compared with the original. Set DATABASE_URL to the new address "
            "and start the bot; the old database is as it was."
        )

    return _run(work, AGAIN)


async def _fill(source: CopySource, target: DatabaseContents, expect: Callable[[int], Progress]) -> int:
    async with contextlib.AsyncExitStack() as stack:
        await source.open()
        stack.push_async_callback(source.close)
        # A backup is nobody's: only a database can have a bot that writes to it.
        if hold := getattr(source, "hold", None):
            await hold()
        await target.open()
        stack.push_async_callback(target.close)
        rows = sum((await source.counts()).values())
        await copy(source, target, expect(2 * rows))
    return rows


def _run(work: Callable[[Callable[[int], Progress]], Awaitable[str]], further: str = "") -> int:
    """Do it with a bar, and say how it ended."""
    bar: Bar | None = None

    def expect(total: int) -> Progress:
        nonlocal bar
        bar = Bar(total)
        return bar.add

    async def done() -> str:
        return await work(expect)

    code, text = BAD, ""
    try:
        text, code = asyncio.run(done()), 0
    except KeyboardInterrupt:
        code, text = STOPPED, f"Stopped. {further}"
    except (Unusable, Taken, WrongVersion) as error:
        text = str(error)
    except Exception as error:  # noqa: BLE001, whatever is wrong with a database or a disk is told, without its words
        text = f"It failed: {trouble(error)}. {further}"
    if bar:
        bar.end()
    (sys.stderr if code else sys.stdout).write(f"{text.strip()}\n")
    return code
