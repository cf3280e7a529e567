"""The discord.py client: passes Discord's events on to the parts that ``bot/app.py`` has composed."""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.client.click import Reply
from bot.client.commands import FluentTranslator
from bot.client.gateway import NOTICEABLE_SECONDS, ShardedBot, sent_at, watch_newest_messages
from bot.client.messages import hide_interaction_tokens
from bot.core.facts import OPEN

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

COMMANDS = "commands"
"""The kind of the document with the hash of the commands that Discord has."""


class Tree(app_commands.CommandTree["Bot"]):
    """The command tree; an error in a command is answered like any other."""

    async def on_error(self, interaction: discord.Interaction[Bot], error: app_commands.AppCommandError) -> None:
        """Answer with an apology: refusals are answered before they get here."""

        async def fail() -> None:
            raise error.__cause__ or error

        await interaction.client.app.router.guard(Reply(interaction, may_defer=False), fail())

    async def interaction_check(self, interaction: discord.Interaction[Bot]) -> bool:
        """Whether this process runs a command or an autocompletion."""
        return await interaction.client.admits(interaction.id, interaction.guild_id)


class Bot(ShardedBot):
    """The client. Cogs find everything they need in ``app``."""

    def __init__(self, app: App, **options: Any) -> None:
        hide_interaction_tokens()
        # There is no voice, so warnings about its libraries would only puzzle.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        self.app = app
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )

    async def setup_hook(self) -> None:
        """Open storage and load the cogs, before Discord is connected."""
        watch_newest_messages(self, self.app.seats.received)
        await self.app.open()

    async def serve(self) -> None:
        """All shards are connected."""
        await self.app.serve()

    async def close(self) -> None:
        """Stop everything."""
        await self.app.close()

    async def disconnect(self) -> None:
        """Close the connection to Discord."""
        await super().close()

    async def sync_commands(self) -> None:
        """Send the commands if they are not the ones Discord has: Discord limits how often that may be done."""
        translator = FluentTranslator(self.app.words)
        await self.tree.set_translator(translator)
        payload = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        digest = hashlib.sha256(msgspec.json.encode([self.application_id, payload])).hexdigest().encode()
        if await self.app.store.get(COMMANDS, 0) != digest:
            assert self.application_id is not None
            await self.http.bulk_upsert_global_commands(self.application_id, payload)
            await self.app.store.put(COMMANDS, 0, digest)
            log.info("commands sent count=%s", len(payload))

    # ---- events

    def reconnected(self) -> None:
        """A shard is connected again."""
        self.app.ask_again()

    async def admits(self, interaction: int, guild: int | None) -> bool:
        """Whether this process handles an interaction that has just arrived. It also measures Discord's time."""
        if abs(seconds := self.app.now.received(sent_at(interaction))) > NOTICEABLE_SECONDS:
            self.app.clock_changed(seconds)
        return self.app.hand_over is None or await self.app.hand_over.admits(interaction, guild)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Pass clicks to the router; discord.py itself calls the commands."""
        component = interaction.type is discord.InteractionType.component
        if component and await self.admits(interaction.id, interaction.guild_id):
            await self.app.router.click(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables of a deleted channel."""
        await self._place_deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a deleted thread."""
        await self._place_deleted(payload.thread_id)

    async def _place_deleted(self, place: int) -> None:
        if await self.app.admits_event():
            rows = await self.app.store.in_place(place, OPEN)
            await self.app.boards.places_deleted([row.id for row in rows])

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that has removed the bot."""
        if await self.app.admits_event():
            tables = await self.app.tables.in_guild(guild.id, OPEN)
            await self.app.boards.places_deleted([table.id for table in tables])
