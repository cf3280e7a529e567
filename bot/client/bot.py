"""The discord.py client: passes Discord's events on to the parts that ``bot/app.py`` has composed."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING, Any, Self

import aiohttp
import discord
import msgspec
import yarl
from discord import app_commands
from discord.ext import commands

from bot.client.click import Reply
from bot.client.commands import FluentTranslator
from bot.client.gateway import (
    NOTICEABLE_SECONDS,
    BucketLocks,
    IdentifyLimiter,
    reconnect_in_background,
    sent_at,
    watch_newest_messages,
)
from bot.client.messages import hide_interaction_tokens
from bot.core.facts import OPEN
from bot.core.shards import ALL, Shards

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

KEEP_ALIVE_SECONDS = 60.0
"""How long an unused connection to Discord's API stays open: a new one costs an answer several round trips."""
IDENTIFY_TIMEOUT_SECONDS = 45.0
"""How long a connected shard waits to identify: nothing is read from its connection meanwhile, and Discord closes it
after a minute without a heartbeat. It connects again later."""
COMMANDS = "commands"


class Tree(app_commands.CommandTree["Bot"]):
    """The command tree; an error in a command is answered like any other."""

    async def on_error(self, interaction: discord.Interaction[Bot], error: app_commands.AppCommandError) -> None:
        """Answer with an apology: refusals are answered before they get here."""

        async def fail() -> None:
            raise error.__cause__ or error

        await interaction.client.app.router.guard(Reply(interaction), fail())

    async def interaction_check(self, interaction: discord.Interaction[Bot]) -> bool:
        """Whether this process runs a command or an autocompletion."""
        return await interaction.client.admits(interaction.id, interaction.guild_id)


class Bot(commands.AutoShardedBot):
    """The client for some or all shards. Cogs find everything they need in ``app``."""

    def __init__(
        self, app: App, *, shards: Shards | None, bucket_locks: BucketLocks | None = None, **options: Any
    ) -> None:
        """``shards`` are those to serve; None: all, as many as Discord recommends.

        ``bucket_locks`` are shared with other processes of the bot; None: there are none.
        """
        hide_interaction_tokens()
        # There is no voice, so warnings about its libraries would only puzzle.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        self.app = app
        if shards is not None:
            options |= {"shard_count": shards.count, "shard_ids": list(shards.numbers)}
        self._served = shards
        self._concurrency: int | None = None
        self._limiter = IdentifyLimiter(bucket_locks or BucketLocks(), self._max_concurrency)
        self._fault: Exception | None = None
        self.disconnected: set[int] = set()
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

    async def __aenter__(self) -> Self:
        """Start, with connections to Discord's API that stay open for a while between two requests."""
        self.http.connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_ALIVE_SECONDS)
        return await super().__aenter__()

    async def setup_hook(self) -> None:
        """Open storage and load the cogs, before Discord is connected."""
        watch_newest_messages(self, self.app.seats.received)
        await self.app.open()

    async def choose_shards(self) -> Shards:
        """The shards to serve; asks Discord if they were not given. Call it after the login."""
        if self._served is None:
            count = await self._ask_gateway()
            self._served = Shards(0, count - 1, count)
            self.shard_count, self.shard_ids = count, list(self._served.numbers)
            log.info("Discord recommends shards=%s", count)
        return self._served

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards and serve them, until closed."""
        serving = asyncio.create_task(self._serve(), name="serving")
        try:
            await super().connect(reconnect=reconnect)
        finally:
            serving.cancel()
            await asyncio.wait([serving])
        if self._fault is not None:
            raise self._fault

    def give_up(self, error: Exception) -> None:
        """Disconnect; ``connect`` then raises this error."""
        self._fault = error
        self._ending = asyncio.create_task(self.close(), name="giving up")

    async def _serve(self) -> None:
        await self.wait_until_ready()
        try:
            await self.app.serve()
        except Exception as error:  # noqa: BLE001, connect raises it
            self.give_up(error)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard when it may identify."""
        await self._limiter.acquire(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)
        reconnect_in_background(self, shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait until a shard may identify, also one that has lost its session."""
        async with asyncio.timeout(IDENTIFY_TIMEOUT_SECONDS):
            await self._limiter.acquire(shard_id or 0)
        await self._limiter.identified(shard_id or 0)

    async def close(self) -> None:
        """Stop everything."""
        await self.app.close()

    async def disconnect(self) -> None:
        """Close the connection to Discord."""
        await super().close()
        await self._limiter.close()

    async def _max_concurrency(self) -> int:
        """How many shards may identify at once; one if Discord does not say."""
        if self._concurrency is None and self.shard_count != 1:
            try:
                await self._ask_gateway()
            except (discord.GatewayNotFound, aiohttp.ClientError, OSError):
                log.warning("Discord does not say how many shards may identify at once: one")
        return self._concurrency or 1

    async def _ask_gateway(self) -> int:
        """The number of shards Discord recommends."""
        count, _, limits = await self.http.get_bot_gateway()
        self._concurrency = limits["max_concurrency"]
        return count

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

    def receives(self, guild: int) -> bool:
        """Whether events of a server reach us now."""
        return not (self.disconnected and (self._served or ALL).shard_of(guild) in self.disconnected)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note a shard that has lost its connection."""
        self.disconnected.add(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note a shard that is connected, perhaps again."""
        if shard_id in self.disconnected:
            self.disconnected.remove(shard_id)
            self.app.ask_again()

    on_shard_resumed = on_shard_connect

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
