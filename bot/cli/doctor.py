"""``doctor``: checks for the host whether everything the bot needs is there."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import sys
import time
from collections.abc import AsyncIterator, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bot import __version__
from bot.cli.database import explain
from bot.cli.logs import SENTRY_MISSING
from bot.cli.settings import FILE, BadSetting, Settings, doubts, home
from bot.cli.startup import NoAnswer, Recommended, ask_discord, recommended, skew_text, use_api
from bot.cli.terminal import FAILED
from bot.client.click import invite
from bot.core.shards import Shards
from bot.store.backup import DatabaseStatus, inspect_database

PYTHON = (3, 11)
BOARD_STALE_SECONDS = 3600.0
BACKUP_OLD_DAYS = 7.0
DISK_FREE_BYTES = 200 * 2**20


def doctor(_given: argparse.Namespace) -> int:
    """Print every finding; 1 if one of them is bad."""
    return asyncio.run(_print_findings())


async def _print_findings() -> int:
    good = True
    async for finding in examine():
        mark = "BAD" if not finding.good else "!! " if finding.warning else "ok "
        print(f"{mark}  {finding.what}: {finding.how}")  # noqa: T201, this is its output
        good = good and finding.good
    return 0 if good else FAILED


class Finding(NamedTuple):
    """One check: its subject, its result, and whether that is good."""

    what: str
    how: str
    good: bool = True
    warning: bool = False
    """It works, but something should be done."""


async def examine() -> AsyncIterator[Finding]:
    """All checks in order."""
    yield Finding("Tablée", __version__)
    yield Finding("Python", platform.python_version(), sys.version_info >= PYTHON)
    for library in ("discord.py", "aiosqlite", "asyncpg", "msgspec", "fluent.runtime", "prometheus_client"):
        yield Finding(library, version(library))
    try:
        settings = Settings.read()
    except BadSetting as bad:
        yield Finding("settings", str(bad), good=False)
        return
    yield Finding("folder", f"{home().absolute()} has {FILE}, the database and the backups")
    yield Finding("settings", "readable")
    for doubt in doubts():
        yield Finding("settings", doubt, warning=True)
    if settings.sentry_dsn and not find_spec("sentry_sdk"):
        yield Finding("SENTRY_DSN", SENTRY_MISSING, good=False)
    use_api(settings)
    try:
        seen = await inspect_database(settings.database_url)
    except Exception as error:  # noqa: BLE001, it is a finding, not a crash
        yield Finding("database", explain(error), good=False)
    else:
        for finding in about(settings.database_url, seen, time.time()):
            yield finding
    yield await _clock()
    if not settings.discord_token:
        yield Finding(
            "DISCORD_TOKEN", "not set: create a bot on discord.com/developers and put its token in .env", good=False
        )
        return
    assert settings.application is not None
    yield Finding("DISCORD_TOKEN", f"has the right shape; application {settings.application}")
    try:
        yield _shards(await recommended(settings.discord_token), settings.shards)
    except NoAnswer as error:
        yield Finding("shards", str(error), good=False)
    yield Finding("invite", invite(settings.application))


def about(url: str, seen: DatabaseStatus, now: float) -> Iterator[Finding]:
    """Checks of a database: its schema, stale boards, backups and free disk space."""
    kind = url.split("://", maxsplit=1)[0]
    if not seen.schema:
        yield Finding("database", f"{kind}, nothing is in it yet: the first start makes what is needed")
    elif pending := seen.newest - seen.schema:
        yield Finding(
            "database",
            f"{kind}, schema version {seen.schema} of {seen.newest}: the next start takes {pending} "
            f"step{'s' if pending > 1 else ''}, after a backup",
            warning=True,
        )
    else:
        yield Finding("database", f"{kind}, schema version {seen.schema}, the newest")
    if seen.schema:
        yield _behind(seen, now)
        yield _backup(seen.backup, now)
    if kind == "sqlite":
        yield _room(Path(url.removeprefix("sqlite:///")), seen.size)
    else:
        yield Finding("disk", f"the database has {_megabytes(seen.size)}; the room left is known to its server only")


def _behind(seen: DatabaseStatus, now: float) -> Finding:
    if not seen.behind:
        return Finding("boards", "all show the newest move")
    boards = f"{seen.behind} board{'s do' if seen.behind > 1 else ' does'} not show the newest move"
    if seen.oldest is not None and now - seen.oldest > BOARD_STALE_SECONDS:
        hours = round((now - seen.oldest) / 3600)
        return Finding(
            "boards", f"{boards}, for up to {hours} h: does the bot run, and what does its log say?", good=False
        )
    return Finding("boards", f"{boards}: the bot paints them when it runs")


def _backup(made: float | None, now: float) -> Finding:
    if made is None:
        return Finding("backup", "none has been made so far: `tablee backup` makes one", warning=True)
    days = (now - made) / 86400
    text = f"the last one is {days:.0f} days old" if days >= 1 else "the last one is from today"
    return Finding("backup", text, days <= BACKUP_OLD_DAYS)


def _room(file: Path, size: int) -> Finding:
    folder = next((each for each in file.absolute().parents if each.is_dir()), Path("/"))
    free = shutil.disk_usage(folder).free
    needed = max(DISK_FREE_BYTES, 2 * size)
    text = f"{_megabytes(free)} free"
    if free < needed:
        return Finding("disk", f"{text}, which is little: the database has {_megabytes(size)}", good=False)
    if not os.access(folder, os.W_OK):
        return Finding("disk", f"{text}, but the folder {folder} cannot be written to", good=False)
    return Finding("disk", text)


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MB"


def _shards(found: Recommended, served: Shards | None) -> Finding:
    text, starts, good = f"Discord recommends {found.shards}", found.session_start_limit, True
    if served is not None:
        text += f"; SHARDS={served}"
        if served.count < found.shards:
            # Discord refuses shards with more than twice as many servers.
            text += f", which are few: restart all processes with {found.shards} before long"
        good = 2 * served.count >= found.shards
    if starts.remaining < found.shards:
        return Finding(
            "shards", f"{text}; only {starts.remaining} starts are left for today, so start nothing again", good=False
        )
    return Finding("shards", f"{text}; {starts.remaining} of {starts.total} starts are left for today", good)


async def _clock() -> Finding:
    try:
        ahead = (await ask_discord("/gateway")).ahead
    except NoAnswer as error:
        return Finding("clock", f"{error}, so it is not known", good=False)
    if ahead is None:
        return Finding("clock", "Discord's answer has no date, so it is not known", good=False)
    wrong = skew_text(ahead)
    return Finding("clock", wrong or "as Discord's", good=not wrong)
