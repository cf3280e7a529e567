"""The Discord permissions that the bot needs."""

from __future__ import annotations

import discord

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


def invite(application: int) -> str:
    """The link that adds the bot to a server with exactly what it needs."""
    permissions = discord.Permissions(**dict.fromkeys(INVITE, True))
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=permissions, scopes=scopes)
