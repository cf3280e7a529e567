"""Work that a test process does once, although many tests start a bot of their own."""

import gc
import json
import zoneinfo
from functools import cache
from typing import Any

from discord import app_commands
from discord.ext.commands.bot import BotBase
from fluent.syntax import FluentParser

# Otherwise the collector goes through all that is imported after every few bots: a tenth of the CPU of their tests.
gc.set_threshold(20_000, 10, 50)


async def _keep_loaded(*_: object) -> None:
    """Do not unload cogs when a bot closes: reloaded classes could be neither pickled nor decoded by older ones."""


BotBase._call_module_finalizers = _keep_loaded  # type: ignore[method-assign]

zoneinfo.available_timezones = cache(zoneinfo.available_timezones)

_parse = FluentParser.parse


@cache
def _parsed(source: str) -> object:
    return _parse(FluentParser(), source)


FluentParser.parse = lambda _parser, source: _parsed(source)  # type: ignore[method-assign]


def _translate_once(kind: Any) -> None:
    """Keep the translated payloads of commands: there are thirty languages, and most bots have the same commands."""
    translate, known = kind.get_translated_payload, {}

    async def translated(command: Any, tree: Any, translator: Any) -> Any:
        key = (getattr(translator, "_words", translator), json.dumps(command.to_dict(tree)))
        if key not in known:
            known[key] = await translate(command, tree, translator)
        return known[key]

    kind.get_translated_payload = translated


for each in (app_commands.Command, app_commands.Group):
    _translate_once(each)
