"""The Discord permissions that the bot needs, and those that members have."""

from __future__ import annotations

from typing import Any

import discord

from bot.core.table import Table

BOARD = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
"""To show a table in a channel."""
THREAD = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history")
"""To show a table in a thread."""
OPEN_THREAD = ("create_public_threads", "send_messages_in_threads")
"""To give a table a thread of its own."""
PUBLIC_CHANNEL_TYPES = (
    discord.ChannelType.text,
    discord.ChannelType.voice,
    discord.ChannelType.news,
    discord.ChannelType.stage_voice,
    discord.ChannelType.news_thread,
    discord.ChannelType.public_thread,
)
"""Channels whose tables are seen by everybody who can view the channel, or the thread's parent."""
WRITE = ("view_channel", "send_messages")
"""To announce something in a channel."""
INVITE = tuple(dict.fromkeys((*BOARD, *OPEN_THREAD)))
"""All permissions that the invite link asks for."""


def lacking(permissions: discord.Permissions, needed: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the needed permissions that are missing."""
    if permissions.administrator:
        return ()
    return tuple(name for name in needed if not getattr(permissions, name))


def lacking_in(channel: discord.abc.GuildChannel | discord.Thread, needed: tuple[str, ...]) -> tuple[str, ...]:
    """The permissions the bot lacks in a channel."""
    return lacking(channel.permissions_for(channel.guild.me), needed)


def lacking_to_write(guild: discord.Guild, number: int) -> tuple[str, ...]:
    """The permissions the bot lacks to announce something in a channel; it cannot view a channel it does not know."""
    channel = guild.get_channel_or_thread(number)
    return WRITE[:1] if channel is None else lacking_in(channel, WRITE)


def lacking_here(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """The permissions the bot lacks to show a table where the interaction happened."""
    needed = THREAD if isinstance(interaction.channel, discord.Thread) else BOARD
    return lacking(interaction.app_permissions, needed)


def opens_publicly(interaction: discord.Interaction[Any]) -> bool:
    """Whether a table opened by this interaction is public (``TableFacts.public``): False where Discord does not say.

    The type comes with the interaction, or from the cache; that of a thread never changes.
    """
    return getattr(interaction.channel, "type", None) in PUBLIC_CHANNEL_TYPES


def sees(interaction: discord.Interaction[Any], table: Table) -> bool:
    """Whether the member who clicked or typed may see a table at which they do not sit.

    Members see public tables of the channels they can view. Discord does not tell us who is in a private thread, so a
    private table is seen from within its thread, and by members who manage the threads of its channel.
    """
    guild, member = interaction.guild, interaction.user
    if table.alone or guild is None or guild.id != table.guild or not isinstance(member, discord.Member):
        return False
    place = table.place if table.public else table.thread
    if place is not None and interaction.channel_id == place:
        return True
    channel = guild.get_channel(table.channel)
    if channel is None:
        return False
    given = channel.permissions_for(member)
    return given.view_channel and (table.public or given.manage_threads)


def may_write(interaction: discord.Interaction[Any], *more: str) -> bool:
    """Whether the member may write where the interaction happened, and has these permissions too."""
    needed = "send_messages_in_threads" if isinstance(interaction.channel, discord.Thread) else "send_messages"
    return not lacking(interaction.permissions, (needed, *more))


def invite(application: int) -> str:
    """The link that adds the bot to a server with exactly what it needs."""
    permissions = discord.Permissions(**dict.fromkeys(INVITE, True))
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=permissions, scopes=scopes)
