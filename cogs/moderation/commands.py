"""``/config …`` for people with Manage Server; Discord hides it from others, and the bot checks again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.client import permissions
from bot.client.bot import Bot
from bot.client.reply import Reply
from bot.client.translator import named
from bot.core.pace import PACES
from bot.core.refusal import Refusal
from bot.pages.board import COLOUR
from bot.pages.page import PrivatePage, Text
from bot.service.servers import Server
from bot.words import KERNEL, LANGUAGES, Speech

SCOPE = "moderation"
Interaction = discord.Interaction[Any]
Place = discord.TextChannel | discord.Thread
MOST_TABLES = 25


class ModerationCog(commands.Cog):
    """A server's settings."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        words = bot.words
        self.config = app_commands.Group(
            name=named(words, SCOPE, "config"),
            description=named(words, SCOPE, "config.help"),
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )
        languages = [
            app_commands.Choice(name=named(words, SCOPE, f"language-{lang}"), value=lang) for lang in LANGUAGES
        ]
        paces = [app_commands.Choice(name=named(words, KERNEL, f"pace-{pace}"), value=pace) for pace in PACES]
        yes_no = [app_commands.Choice(name=named(words, SCOPE, key), value=key) for key in ("yes", "no")]

        async def show(interaction: Interaction) -> None:
            await self._answer(interaction, lambda server: server)

        async def channel(
            interaction: Interaction, channel: discord.TextChannel | None = None, opened: str = "yes"
        ) -> None:
            place = channel.id if channel else _parent(interaction.channel)
            await self._answer(interaction, lambda server: _with_channel(server, place, opened=opened == "yes"))

        async def language(interaction: Interaction, language: str) -> None:
            await self._answer(interaction, lambda server: msgspec.structs.replace(server, language=language))

        async def pace(interaction: Interaction, pace: str) -> None:
            await self._answer(interaction, lambda server: msgspec.structs.replace(server, pace=pace))

        async def threads(interaction: Interaction, use: str) -> None:
            await self._answer(interaction, lambda server: msgspec.structs.replace(server, threads=use == "yes"))

        async def tables(interaction: Interaction, most: app_commands.Range[int, 1, MOST_TABLES]) -> None:
            await self._answer(interaction, lambda server: msgspec.structs.replace(server, tables=most))

        everything: tuple[tuple[str, Any, tuple[str, ...], dict[str, Any]], ...] = (
            ("show", show, (), {}),
            ("channel", channel, ("channel", "opened"), {"opened": yes_no}),
            ("language", language, ("language",), {"language": languages}),
            ("pace-default", pace, ("pace",), {"pace": paces}),
            ("threads", threads, ("use",), {"use": yes_no}),
            ("tables", tables, ("most",), {}),
        )
        for key, body, parameters, choices in everything:
            callback: Any = body  # one loop for callbacks of different shapes
            app_commands.rename(**{name: named(words, SCOPE, f"{key}.{name}") for name in parameters})(callback)
            app_commands.describe(**{name: named(words, SCOPE, f"{key}.{name}-help") for name in parameters})(callback)
            if choices:
                app_commands.choices(**choices)(callback)
            self.config.add_command(
                app_commands.Command(
                    name=named(words, SCOPE, key), description=named(words, SCOPE, f"{key}.help"), callback=callback
                )
            )

    async def cog_load(self) -> None:
        """Add the commands."""
        self.bot.tree.add_command(self.config)

    async def cog_unload(self) -> None:
        """Take them away again."""
        self.bot.tree.remove_command(self.config.name)

    async def _answer(self, interaction: Interaction, change: Callable[[Server], Server]) -> None:
        """Change the settings and show them as they are now."""
        reply = Reply(interaction)

        async def work() -> None:
            if not interaction.permissions.manage_guild or interaction.guild is None:
                raise Refusal("managers-only")
            before = await self.bot.servers.get(interaction.guild.id)
            after = change(before)
            if after != before:
                await self.bot.servers.set(interaction.guild.id, after)
            say = self.bot.words.say(SCOPE, reply.lang)
            text = ("\n" + say("saved")) if after != before else ""
            await reply.private(PrivatePage((Text(self._settings(interaction.guild, after, say) + text),), COLOUR))

        await self.bot.router.guard(reply, work())

    def _settings(self, guild: discord.Guild, server: Server, say: Speech) -> str:
        lines = [
            f"### {say('settings')}",
            say("settings-language", value=say(f"language-{server.language}")),
            say("settings-pace", value=say(f"pace-{server.pace}")),
            say("settings-threads", value=say("yes" if server.threads else "no")),
            say("settings-tables", value=server.tables),
            say("settings-channels") if server.channels else say("settings-no-channel"),
        ]
        lines += [f"- <#{channel}> — {self._access(guild, channel, server, say)}" for channel in server.channels]
        return "\n".join(lines)

    def _access(self, guild: discord.Guild, number: int, server: Server, say: Speech) -> str:
        channel = guild.get_channel_or_thread(number)
        if channel is None:
            return say("access-unknown")
        needed = permissions.INVITE if server.threads else permissions.BOARD
        missing = permissions.lacking_in(channel, needed)
        if not missing:
            return say("access-good")
        return say("access-lacking", permissions=say.join(f"**{say(f'permission-{name}')}**" for name in missing))


def _parent(channel: Any) -> int:
    """The channel a command was typed in; for a thread the channel it belongs to."""
    return channel.parent_id if isinstance(channel, discord.Thread) else channel.id


def _with_channel(server: Server, channel: int, *, opened: bool) -> Server:
    others = tuple(known for known in server.channels if known != channel)
    return msgspec.structs.replace(server, channels=(*others, channel) if opened else others)
