"""A check-up for whoever hosts the bot: what it needs, and whether it is there."""

from __future__ import annotations

import platform
import sys
from collections.abc import AsyncIterator, Mapping
from importlib.metadata import version
from typing import NamedTuple

from discord.http import Route

from bot.cli.settings import BadSetting, Settings
from bot.cli.skew import TOLERANCE, skew, told
from bot.cli.trouble import trouble
from bot.client.permissions import invite
from bot.service.store import Taken, from_url

PYTHON = (3, 11)


class Finding(NamedTuple):
    """One thing looked at: what it is, how it is, and whether that will do."""

    what: str
    how: str
    good: bool = True


async def examine(environment: Mapping[str, str] | None = None) -> AsyncIterator[Finding]:
    """Everything there is to look at, in order."""
    yield Finding("Python", platform.python_version(), sys.version_info >= PYTHON)
    for library in ("discord.py", "aiosqlite", "asyncpg", "msgspec", "fluent.runtime"):
        yield Finding(library, version(library))
    try:
        settings = Settings.read(environment)
    except BadSetting as bad:
        yield Finding("settings", str(bad), good=False)
        return
    yield Finding("settings", "readable")
    try:
        store = from_url(settings.database_url)
        await store.open()
        yield Finding(
            "database", f"{settings.database_url.split('://')[0]}, schema version {await store.schema_version()}"
        )
        await store.close()
    except Taken as error:
        # As it should be while the bot runs.
        yield Finding("database", str(error))
    except Exception as error:  # noqa: BLE001, whatever is wrong with a database is a finding, not a crash
        yield Finding("database", trouble(error), good=False)
    yield _clock(await skew(Route.BASE))
    if not settings.discord_token:
        yield Finding(
            "DISCORD_TOKEN", "not set: create a bot on discord.com/developers and put its token in .env", good=False
        )
        return
    assert settings.application is not None
    yield Finding("DISCORD_TOKEN", f"has the right shape; application {settings.application}")
    yield Finding("invite", invite(settings.application))


def _clock(seconds: float | None) -> Finding:
    if seconds is None:
        return Finding("clock", "Discord could not be reached to compare it with", good=False)
    if abs(seconds) > TOLERANCE:
        return Finding("clock", f"{told(seconds)}: let this machine's clock be set by NTP", good=False)
    return Finding("clock", "as Discord's")
