"""Running the bot against Discord."""

from __future__ import annotations

import asyncio
import gc
import logging

import discord
from discord.http import Route

from bot.catalogue import walk
from bot.cli import loop
from bot.cli.loop import ending
from bot.cli.monitoring import PortTaken, metrics, observed
from bot.cli.settings import Settings
from bot.client.bot import Bot
from bot.fleet.identify import PostgresBucketLocks
from bot.fleet.member import REFUSED, Parent, warn
from bot.store import Taken, Unavailable, WrongVersion, from_url

log = logging.getLogger(__name__)

FATAL = 1
ONE = (
    "SQLite serves one process, which must serve all shards: leave SHARDS empty, or move to PostgreSQL "
    "(docs/hosting.md)."
)
ONE_WAITS = "SQLite serves one process, so none can be on standby: leave --standby out, or move to PostgreSQL."

COLLECT = (5_000, 20, 50)
"""After how many new objects the collector looks through the youngest, after how many of those looks through the
older ones, and after how many of these through all, which blocks the loop for longest. At Python's own pace, 700 and
10, it takes a tenth of a busy bot's time."""


def keep() -> None:
    """What is there now stays: the collector need not look through it again and again, which blocks the loop."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


async def run(settings: Settings, *, standby: bool = False, of_fleet: bool = False) -> int:
    """Run until a signal ends it; a token or database nobody can work with ends it with 1.

    ``standby``: connect, and take over when whoever serves these shards leaves. ``of_fleet``: a fleet started us.
    """
    parent = Parent() if of_fleet else None
    if settings.sqlite and (standby or (settings.shards and not settings.shards.everything)):
        log.critical(ONE_WAITS if standby else ONE)
        return FATAL
    catalogue = walk()
    try:
        store = from_url(settings.database_url)
    except ValueError as error:
        log.critical("%s", error)
        return FATAL
    bot = Bot(
        catalogue,
        store,
        shards=settings.shards,
        retention=settings.retention,
        metrics=metrics(settings.metrics_port),
        bucket_locks=(
            None if settings.sqlite else PostgresBucketLocks(settings.database_url, settings.application or 0)
        ),
        standby=standby,
        tell=parent.say if parent else log_state,
    )
    served = settings.shards or "as Discord recommends"
    log.info("starting games=%s loop=%s shards=%s", ",".join(catalogue.games), loop.name(), served)
    keep()
    if bot.drawing_worker:
        bot.drawing_worker.warm()
    watched = asyncio.create_task(warn(Route.BASE))
    try:
        with ending():
            async with observed(bot, settings.metrics_port, wait=standby), bot:
                await bot.start(settings.discord_token)
    except discord.LoginFailure:
        log.critical(REFUSED)
        return FATAL
    except (WrongVersion, Taken, PortTaken, Unavailable) as error:
        log.critical("%s", error)
        return FATAL
    finally:
        watched.cancel()
    return 0


def log_state(state: str) -> None:
    """Say how we are where nobody else has to know."""
    log.info("now %s", state)
