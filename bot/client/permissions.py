"""Which Discord permissions the bot needs and lacks, and who may see and say something where they are."""

from __future__ import annotations

from typing import Any

import discord

from bot.client.reply import Reply
from bot.core.refusal import Refusal
from bot.service.servers import Servers

BOARD = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
"""To show a table in a channel."""
THREAD = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history")
"""To show a table in a thread."""
OPEN_THREAD = ("create_public_threads", "send_messages_in_threads")
"""To give a table a thread of its own."""
INVITE = tuple(dict.fromkeys((*BOARD, *OPEN_THREAD)))
"""What the invitation asks for: all of it, and nothing more."""


def lacking(permissions: discord.Permissions, needed: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the needed permissions that are not there."""
    if permissions.administrator:
        return ()
    return tuple(name for name in needed if not getattr(permissions, name))


def lacking_in(channel: discord.abc.GuildChannel | discord.Thread, needed: tuple[str, ...]) -> tuple[str, ...]:
    """What the bot lacks in a channel."""
    return lacking(channel.permissions_for(channel.guild.me), needed)


def lacking_here(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What the bot lacks to show a table where somebody clicked or typed."""
    needed = THREAD if isinstance(interaction.channel, discord.Thread) else BOARD
    return lacking(interaction.app_permissions, needed)


def sees(interaction: discord.Interaction[Any], channel: int, thread: int | None) -> bool:
    """Whether whoever clicked or typed may look into a channel of the server they are in, or a thread of it.

    Who is in a private thread Discord does not tell us: it is seen from within, and by those who manage threads.
    """
    guild, member = interaction.guild, interaction.user
    found = guild.get_channel(channel) if guild else None
    if guild is None or found is None or not isinstance(member, discord.Member):
        return False
    given, within = found.permissions_for(member), guild.get_thread(thread or 0)
    private = within is not None and within.is_private() and interaction.channel_id != thread
    return given.view_channel and (not private or given.manage_threads)


def may_write(interaction: discord.Interaction[Any], *more: str) -> bool:
    """Whether whoever clicked may write where they did, and has these permissions too."""
    needed = "send_messages_in_threads" if isinstance(interaction.channel, discord.Thread) else "send_messages"
    return not lacking(interaction.permissions, (needed, *more))


async def require_voice(reply: Reply, servers: Servers) -> None:
    """Refuse whom moderators do not let play here, and whoever may not write here, to have the bot tell something."""
    guild = reply.interaction.guild_id
    if guild is None:
        return
    if reply.user in (await servers.get(guild)).banned:
        raise Refusal("voice-banned")
    if not may_write(reply.interaction):
        raise Refusal("voice-silent")


def invite(application: int) -> str:
    """The link that adds the bot to a server with exactly what it needs."""
    permissions = discord.Permissions(**dict.fromkeys(INVITE, True))
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=permissions, scopes=scopes)
