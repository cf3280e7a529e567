"""A check-up for whoever hosts the bot: what it needs, and whether it is there."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from discord.http import Route

from bot.cli.settings import BadSetting, Settings
from bot.cli.trouble import trouble
from bot.client.permissions import invite
from bot.core.shards import Shards
from bot.fleet.member import TOLERANCE, NoAnswer, Recommended, recommended, skew, told
from bot.store import Taken
from bot.store.contents import DatabaseStatus, inspect_database

PYTHON = (3, 11)
STALE = 3600.0
"""Seconds after which a board should long have been painted."""
OLD = 7.0
"""Days after which whoever makes backups has forgotten to."""
ROOM = 200 * 2**20
"""Bytes a disk should have free at least."""


class Finding(NamedTuple):
    """One thing looked at: what it is, how it is, and whether that will do."""

    what: str
    how: str
    good: bool = True


async def examine(environment: Mapping[str, str] | None = None) -> AsyncIterator[Finding]:
    """Everything there is to look at, in order."""
    yield Finding("Python", platform.python_version(), sys.version_info >= PYTHON)
    for library in ("discord.py", "aiosqlite", "asyncpg", "msgspec", "fluent.runtime", "prometheus_client"):
        yield Finding(library, version(library))
    try:
        settings = Settings.read(environment)
    except BadSetting as bad:
        yield Finding("settings", str(bad), good=False)
        return
    yield Finding("settings", "readable")
    try:
        seen = await inspect_database(settings.database_url)
    except Taken as error:
        yield Finding("database", str(error), good=False)
    except Exception as error:  # noqa: BLE001, whatever is wrong with a database is a finding, not a crash
        yield Finding("database", trouble(error), good=False)
    else:
        for finding in about(settings.database_url, seen, time.time()):
            yield finding
    yield _clock(await skew(Route.BASE))
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
    """What there is to say of a database: its schema, boards behind, backups and room to grow."""
    kind = url.split("://", maxsplit=1)[0]
    if not seen.schema:
        yield Finding("database", f"{kind}, nothing is in it yet: the first start makes what is needed")
    elif pending := seen.newest - seen.schema:
        yield Finding(
            "database",
            f"{kind}, schema version {seen.schema} of {seen.newest}: the next start takes {pending} "
            f"step{'s' if pending > 1 else ''}; make a backup before",
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
    if seen.oldest is not None and now - seen.oldest > STALE:
        hours = round((now - seen.oldest) / 3600)
        return Finding(
            "boards", f"{boards}, for up to {hours} h: does the bot run, and what does its log say?", good=False
        )
    return Finding("boards", f"{boards}: the bot paints them when it runs")


def _backup(made: float | None, now: float) -> Finding:
    if made is None:
        return Finding("backup", "none has been made with `python -m bot backup` so far")
    days = (now - made) / 86400
    told = f"the last one is {days:.0f} days old" if days >= 1 else "the last one is from today"
    return Finding("backup", told, days <= OLD)


def _room(file: Path, size: int) -> Finding:
    folder = next((each for each in file.absolute().parents if each.is_dir()), Path("/"))
    free = shutil.disk_usage(folder).free
    needed = max(ROOM, 2 * size)
    told = f"{_megabytes(free)} free"
    if free < needed:
        return Finding("disk", f"{told}, which is little: the database has {_megabytes(size)}", good=False)
    if not os.access(folder, os.W_OK):
        return Finding("disk", f"{told}, but the folder {folder} cannot be written to", good=False)
    return Finding("disk", told)


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MB"


def _shards(found: Recommended, served: Shards | None) -> Finding:
    told = f"Discord recommends {found.shards}"
    good = True
    if served is not None:
        told += f"; SHARDS={served}"
        if served.count < found.shards:
            # It lets nobody in any more who has twice as many servers in a shard.
            told += f", which are few: restart all processes with {found.shards} before long"
        good = 2 * served.count >= found.shards
    if found.left < found.shards:
        return Finding(
            "shards", f"{told}; only {found.left} starts are left for today, so start nothing again", good=False
        )
    return Finding("shards", f"{told}; {found.left} of {found.total} starts are left for today", good)


def _clock(seconds: float | None) -> Finding:
    if seconds is None:
        return Finding("clock", "Discord could not be reached to compare it with", good=False)
    if abs(seconds) > TOLERANCE:
        return Finding("clock", f"{told(seconds)}: let this machine's clock be set by NTP", good=False)
    return Finding("clock", "as Discord's")
