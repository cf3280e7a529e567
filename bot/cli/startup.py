"""Start-up: wait for PostgreSQL and Discord, check folders, back up a database before migrations, say what fails."""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
import time
from collections.abc import Coroutine, Iterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import aiohttp
import asyncpg
import discord
import discord.gateway
import msgspec
import yarl
from discord.http import Route

from bot.cli import terminal
from bot.cli.database import DATABASE_ERRORS, explain
from bot.cli.health import PortTaken
from bot.cli.settings import BACKUPS, Settings, home
from bot.cli.terminal import FAILED
from bot.store import Taken, Unavailable, WrongVersion, path_of
from bot.store.backup import back_up_before_migrations, inspect_schema
from bot.store.postgres import SERVER_AWAY_ERRORS, host_and_database
from bot.store.statements import Unusable

T = TypeVar("T")
log = logging.getLogger(__name__)

RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
REQUEST_TIMEOUT_SECONDS = 10.0
SKEW_TOLERANCE_SECONDS = 2.0
REFUSED = "Discord refuses DISCORD_TOKEN: copy it again from discord.com/developers"


class NoAnswer(Exception):
    """Discord does not answer, or not what was asked; the message says why."""


async def run_in_order(work: Coroutine[Any, Any, int]) -> int:
    """Run until a signal ends it; 1 if it cannot start, which the log says in one sentence."""
    try:
        with terminal.ending():
            return await work
    except discord.LoginFailure:
        log.critical(REFUSED)
    except (WrongVersion, Taken, PortTaken, Unavailable, Unusable, NoAnswer) as error:
        log.critical("%s", error)
    except (*DATABASE_ERRORS, aiohttp.ClientError) as error:
        log.critical("It cannot start: %s. Correct that, then start again.", explain(error))
    else:
        return 0
    return FAILED


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
        why = os.strerror(error.errno or 0)
    raise Unusable(f"The folder {folder} cannot be used ({why}): correct that, or name another place with {variable}.")


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


class DiscordAnswer(NamedTuple):
    """An answer of Discord's API."""

    status: int
    body: bytes
    ahead: float | None
    """Seconds that this machine's clock is ahead of Discord's (negative: behind); None if the answer has no date."""


async def ask_discord(path: str, token: str | None = None) -> DiscordAnswer:
    """Ask Discord's API. Raises NoAnswer."""
    headers = {"Authorization": f"Bot {token}"} if token else {}
    try:
        async with asyncio.timeout(REQUEST_TIMEOUT_SECONDS), aiohttp.ClientSession(headers=headers) as session:
            # The second request is the one measured: the connection is open by then.
            async with session.get(f"{Route.BASE}/gateway") as first:
                await first.read()
            asked = time.time()
            async with session.get(f"{Route.BASE}{path}") as answer:
                middle = (asked + time.time()) / 2
                return DiscordAnswer(answer.status, await answer.read(), _ahead(answer.headers.get("Date"), middle))
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise NoAnswer(f"Discord could not be reached ({type(error).__name__})") from None


def _ahead(date: str | None, now: float) -> float | None:
    """Seconds that ``now`` is after the date of an answer; None if that cannot be read."""
    try:
        # A date has whole seconds: half a second is missing on average.
        return now - parsedate_to_datetime(date or "").replace(tzinfo=UTC).timestamp() - 0.5
    except (ValueError, OverflowError):
        return None


class SessionStarts(msgspec.Struct, frozen=True):
    """How often the bot may still connect today."""

    total: int
    remaining: int


class Gateway(msgspec.Struct, frozen=True):
    """Discord's answer to everybody."""

    url: str


class Recommended(msgspec.Struct, frozen=True):
    """Discord's answer to a bot: how many shards it should have."""

    shards: int
    session_start_limit: SessionStarts


def _read(answer: DiscordAnswer, kind: type[T]) -> T:
    """The text of an answer. Raises NoAnswer."""
    try:
        return msgspec.json.decode(answer.body, type=kind)
    except msgspec.MsgspecError:
        raise NoAnswer(f"Discord's answer is not about its gateway (status {answer.status}): try later") from None


async def recommended(token: str) -> Recommended:
    """Ask Discord how many shards the bot should have. Raises NoAnswer."""
    answer = await ask_discord("/gateway/bot", token)
    if answer.status == 401:
        raise NoAnswer(REFUSED)
    return _read(answer, Recommended)


def skew_text(ahead: float | None) -> str | None:
    """How wrong this machine's clock is; None if it is not, or that is not known."""
    if ahead is None or abs(ahead) <= SKEW_TOLERANCE_SECONDS:
        return None
    return f"{abs(round(ahead))} s {'ahead of' if ahead > 0 else 'behind'} Discord's: let it be set by NTP"


async def wait_for_discord(settings: Settings) -> None:
    """Return when Discord answers. With ``DISCORD_API`` its gateway is the one that this address names."""
    use_api(settings)
    for pause in pauses():
        try:
            answer = await ask_discord("/gateway")
            gateway = _read(answer, Gateway).url
        except NoAnswer as error:
            log.warning("%s at %s: trying again in %.0f s; is this machine online?", error, Route.BASE, pause)
            await asyncio.sleep(pause)
        else:
            # It is used until the first interaction arrives.
            if wrong := skew_text(answer.ahead):
                log.warning("this machine's clock is %s", wrong)
            if settings.discord_api:
                discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
            return
