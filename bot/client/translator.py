"""The names of commands in every language Discord may ask for, from the same catalogues as all other words."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.words import LANGUAGES, Words

DEFAULT = LANGUAGES[0]
ENGLISH = (discord.Locale.american_english, discord.Locale.british_english)


def named(words: Words, scope: str, key: str) -> app_commands.locale_str:
    """A string of a scope as discord.py wants it: French, and how to find the other languages."""
    return app_commands.locale_str(words.get(scope, DEFAULT, key), scope=scope, key=key)


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
