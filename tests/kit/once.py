"""Work that a test process does once, although many tests start a bot of their own."""

import zoneinfo
from functools import cache

from discord.ext.commands.bot import BotBase
from fluent.syntax import FluentParser


async def _keep_loaded(*_: object) -> None:
    """Do not unload cogs when a bot closes: reloaded classes could be neither pickled nor decoded by older ones."""


BotBase._call_module_finalizers = _keep_loaded  # type: ignore[method-assign]

zoneinfo.available_timezones = cache(zoneinfo.available_timezones)

_parse = FluentParser.parse


@cache
def _parsed(source: str) -> object:
    return _parse(FluentParser(), source)


FluentParser.parse = lambda _parser, source: _parsed(source)  # type: ignore[method-assign]
