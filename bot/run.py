"""Running the bot against Discord."""

from __future__ import annotations

import gc
import logging
from importlib.util import find_spec

import discord

from bot.catalogue import walk
from bot.client import Bot
from bot.settings import Settings
from bot.store import TooNew, from_url

log = logging.getLogger(__name__)

FATAL = 1


def keep() -> None:
    """What is there now stays: the collector need not look through it again and again, which blocks the loop."""
    gc.collect()
    gc.freeze()


async def run(settings: Settings) -> int:
    """Run until stopped; a token or database nobody can work with ends it with 1."""
    catalogue = walk()
    bot = Bot(catalogue, from_url(settings.database_url))
    log.info("starting games=%s uvloop=%s", ",".join(catalogue.games), bool(find_spec("uvloop")))
    keep()
    if bot.studio:
        bot.studio.warm()
    try:
        async with bot:
            await bot.start(settings.discord_token)
    except discord.LoginFailure:
        log.critical("Discord refuses DISCORD_TOKEN: copy it again from discord.com/developers")
        return FATAL
    except TooNew as error:
        log.critical("%s", error)
        return FATAL
    return 0
