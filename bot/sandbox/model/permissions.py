"""Permissions: Discord's bits and how they are combined."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sandbox.model.objects import Channel, Guild


class Permission(IntFlag):
    """The permissions the sandbox looks at, with Discord's numbers."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51

    @classmethod
    def named(cls, names: list[str]) -> int:
        """The bits of these names, in either case; an unknown name is a KeyError."""
        bits = 0
        for name in names:
            bits |= cls[name.upper()]
        return bits


EVERYTHING = (1 << 53) - 1

EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.ADD_REACTIONS
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)

MODERATOR = (
    Permission.MANAGE_GUILD
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.MANAGE_ROLES
    | Permission.MENTION_EVERYONE
    | Permission.PIN_MESSAGES
    | Permission.CREATE_PRIVATE_THREADS
)

BOT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.MANAGE_THREADS
    | Permission.PIN_MESSAGES
)

DIRECT = EVERYONE | Permission.PIN_MESSAGES


def in_guild(guild: Guild, user_id: str) -> int:
    """A member's permissions in a server, channels aside."""
    if user_id == guild.owner_id:
        return EVERYTHING
    member = guild.members[user_id]
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return EVERYTHING if bits & Permission.ADMINISTRATOR else bits


def in_channel(guild: Guild, user_id: str, channel: Channel) -> int:
    """A member's permissions in a channel; for a thread, pass its parent."""
    if user_id not in guild.members:
        return 0
    bits = in_guild(guild, user_id)
    if bits == EVERYTHING:
        return bits
    member = guild.members[user_id]
    everyone = channel.overwrites.get(guild.id)
    if everyone:
        bits = bits & ~everyone.deny | everyone.allow
    rules = [channel.overwrites[role] for role in member.roles if role in channel.overwrites]
    allow = deny = 0
    for rule in rules:
        allow |= rule.allow
        deny |= rule.deny
    bits = bits & ~deny | allow
    own = channel.overwrites.get(user_id)
    if own:
        bits = bits & ~own.deny | own.allow
    return bits if bits & Permission.VIEW_CHANNEL else 0
