"""Slash commands: their names in every language, what they offer while one types, and the cogs that have them."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.reply import Reply
from bot.client.router import Handler
from bot.text.strings import LANGUAGES, Words

if TYPE_CHECKING:
    from bot.client.bot import Bot

Command = app_commands.Command[Any, ..., None]
Choices = list[app_commands.Choice[Any]]

ENGLISH = (discord.Locale.american_english, discord.Locale.british_english)
OFFERED = 25
"""The most that Discord shows while somebody types."""


def named(words: Words, scope: str, key: str) -> app_commands.locale_str:
    """A string of a scope as discord.py wants it: French, and how to find the other languages."""
    return app_commands.locale_str(words.get(scope, LANGUAGES[0], key), scope=scope, key=key)


class FluentTranslator(app_commands.Translator):
    """French is the default everybody sees; English clients get English."""

    def __init__(self, words: Words) -> None:
        self._words = words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002, discord.py's signature
    ) -> str | None:
        """The string in that locale, or None for the default."""
        if locale not in ENGLISH or "key" not in string.extras:
            return None
        return self._words.get(string.extras["scope"], "en", string.extras["key"])


def command(words: Words, scope: str, key: str, callback: Any, **choices: Choices) -> Command:
    """A command whose name and description are the strings ``key`` and ``key.help``.

    Those of its parameters are ``key.<parameter>`` and ``key.<parameter>-help``; some may have only these choices.
    """
    _, *parameters = inspect.signature(callback).parameters
    app_commands.rename(**{name: named(words, scope, f"{key}.{name}") for name in parameters})(callback)
    app_commands.describe(**{name: named(words, scope, f"{key}.{name}-help") for name in parameters})(callback)
    app_commands.choices(**choices)(callback)
    return app_commands.Command(
        name=named(words, scope, key), description=named(words, scope, f"{key}.help"), callback=callback
    )


def choices(words: Words, scope: str, before: str, values: Iterable[str]) -> Choices:
    """What may be chosen, each called as the string says that has this before its value."""
    return [app_commands.Choice(name=named(words, scope, f"{before}{value}"), value=value) for value in values]


def game_choices(words: Words, games: Iterable[str]) -> Choices:
    """Games to choose from, by their names."""
    return [app_commands.Choice(name=named(words, game, "name"), value=game) for game in games]


async def answer(bot: Bot, interaction: discord.Interaction[Any], work: Callable[[Reply], Awaitable[None]]) -> None:
    """Do what a command asks for; what is refused, or fails, is told to whoever typed it."""
    reply = Reply(interaction)
    await bot.router.guard(reply, work(reply))


def zones() -> Any:
    """What completes the name of a time zone."""
    known = ["UTC", *sorted(zone for zone in available_timezones() if "/" in zone)]
    known = [zone for zone in known if not zone.startswith(("Etc/", "posix"))]

    async def fitting(_interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        wanted = typed.casefold().replace(" ", "_")
        found = [zone for zone in known if wanted in zone.casefold()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:OFFERED]]

    return fitting


class CommandCog(commands.Cog):
    """Has commands, which come and go with it, and handles the clicks on their answers: those with these verbs."""

    def __init__(
        self, bot: Bot, added: Sequence[Command | app_commands.Group], clicks: Mapping[str, Handler] | None = None
    ) -> None:
        self.bot = bot
        self._added = added
        self._clicks = clicks or {}

    async def cog_load(self) -> None:
        """Add the commands, and have the clicks on their answers led here."""
        for each in self._added:
            self.bot.tree.add_command(each)
        for verb, handler in self._clicks.items():
            self.bot.router.on(verb, handler)

    async def cog_unload(self) -> None:
        """Take the commands away again."""
        for each in self._added:
            self.bot.tree.remove_command(each.name)
