"""Start-up: wait for PostgreSQL and Discord, check folders, and back up a database that is about to be migrated."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import tempfile
import time
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import aiohttp
import asyncpg
import discord.gateway
import yarl
from discord.http import Route

from bot.cli.database import DATABASE_ERRORS, explain
from bot.cli.settings import BACKUPS, Settings, home
from bot.store import path_of
from bot.store.backup import back_up_before_migrations, inspect_schema
from bot.store.postgres import SERVER_AWAY_ERRORS, host_and_database
from bot.store.statements import Unusable

log = logging.getLogger(__name__)

RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
REQUEST_TIMEOUT_SECONDS = 10.0


def pauses() -> Iterator[float]:
    """Exponential backoff without end."""
    return chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1]))


def check_folder(folder: Path, variable: str) -> None:
    """Make a folder, and see that files can be created in it. Raises Unusable; the variable names another place."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as error:
        match error.errno:
            case errno.EROFS:
                problem = f"The folder {folder} is on a read-only disk: make the disk writable"
            case errno.EACCES | errno.EPERM:
                problem = f"This user may not write to the folder {folder}: give it to them (chown)"
            case number:
                problem = f"The folder {folder} cannot be used ({os.strerror(number or 0)}): correct that"
    raise Unusable(f"{problem}, or name another place with {variable}.")


async def prepare(settings: Settings) -> None:
    """Wait until the database can be used, and back it up if this start will migrate it. Raises Unusable."""
    url = settings.database_url
    if settings.sqlite:
        check_folder(path_of(url).absolute().parent, "DATABASE_URL")
    else:
        await wait_for_postgres(url)
    folder = home() / BACKUPS
    try:
        file = await back_up_before_migrations(url, folder, time.time())
    except DATABASE_ERRORS as error:
        raise Unusable(
            f"This version will migrate the database, and the backup in {folder} before that failed: "
            f"{explain(error)}. Make room or correct it, then start again."
        ) from None
    if file:
        log.info("the database was backed up before it is migrated file=%s", file)


async def wait_for_postgres(url: str) -> None:
    """Return when the server lets us in. Raises Unusable if waiting does not help."""
    place = host_and_database(url)
    for pause in pauses():
        try:
            await inspect_schema(url)
        except asyncpg.InvalidCatalogNameError:
            raise Unusable(f"PostgreSQL has no database {place}: create it (createdb), then start again.") from None
        except (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError):
            raise Unusable(
                f"PostgreSQL refuses the user or the password for {place}: correct DATABASE_URL, then start again."
            ) from None
        except SERVER_AWAY_ERRORS as error:
            log.warning(
                "PostgreSQL cannot be reached at %s (%s): trying again in %.0f s; does it run, is DATABASE_URL right?",
                place, type(error).__name__, pause,
            )  # fmt: skip
            await asyncio.sleep(pause)
        except DATABASE_ERRORS as error:
            raise Unusable(
                f"The database {place} cannot be read: {explain(error)}. Correct that, then start again."
            ) from None
        else:
            return


def use_api(settings: Settings) -> None:
    """Let discord.py send its requests to ``DISCORD_API``, if that is set."""
    if settings.discord_api:
        Route.BASE = settings.discord_api.rstrip("/")


async def wait_for_discord(settings: Settings) -> None:
    """Return when Discord answers. With ``DISCORD_API`` its gateway is the one that this address names."""
    use_api(settings)
    for pause in pauses():
        try:
            async with (
                asyncio.timeout(REQUEST_TIMEOUT_SECONDS),
                aiohttp.ClientSession() as session,
                session.get(f"{Route.BASE}/gateway", raise_for_status=True) as answer,
            ):
                gateway = (await answer.json())["url"]
        except (aiohttp.ClientError, OSError, KeyError, ValueError) as error:
            log.warning(
                "Discord cannot be reached at %s (%s): trying again in %.0f s; is this machine online?",
                Route.BASE, type(error).__name__, pause,
            )  # fmt: skip
            await asyncio.sleep(pause)
        else:
            if settings.discord_api:
                discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
            return
