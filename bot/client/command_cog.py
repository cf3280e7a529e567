"""A cog of commands: they come and go with it. From when it is loaded it also handles the clicks on their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.client.router import Handler
from bot.client.translator import named
from bot.words import Words

if TYPE_CHECKING:
    from bot.client.bot import Bot

Command = app_commands.Command[Any, ..., None]


def command(words: Words, scope: str, key: str, callback: Any) -> Command:
    """A command whose name and description are the strings ``key`` and ``key.help``."""
    return app_commands.Command(
        name=named(words, scope, key), description=named(words, scope, f"{key}.help"), callback=callback
    )


class CommandCog(commands.Cog):
    """Has commands, and handles the clicks that begin with these verbs."""

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
