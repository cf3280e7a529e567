"""The things a Discord is made of, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12

SUPPRESS_EMBEDS = 1 << 2
HAS_THREAD = 1 << 5
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
IS_COMPONENTS_V2 = 1 << 15


@dataclass(eq=False, kw_only=True)
class User:
    """Somebody, or the bot."""

    id: str
    username: str
    global_name: str | None = None
    bot: bool = False
    locale: str = "fr"
    dms_open: bool = True
    guilds: list[str] = field(default_factory=list)
    """The servers this person is in, the oldest membership first."""

    @property
    def name(self) -> str:
        """The display name."""
        return self.global_name or self.username


@dataclass(eq=False, kw_only=True)
class Role:
    """A set of permissions with a name."""

    id: str
    name: str
    permissions: int
    position: int = 0
    colour: int = 0


@dataclass(eq=False, kw_only=True)
class Member:
    """Somebody in a server."""

    user: User
    roles: list[str] = field(default_factory=list)
    joined: str = ""


@dataclass(kw_only=True)
class Overwrite:
    """The permissions that a channel allows and denies to a role (kind 0) or a member (kind 1)."""

    id: str
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False, kw_only=True)
class Guild:
    """A server."""

    id: str
    name: str
    owner_id: str
    locale: str = "fr"
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    """Its channels and their threads, in the order in which they were made."""


@dataclass(eq=False, kw_only=True)
class Attachment:
    """A file somebody sent."""

    id: str
    channel_id: str
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False


@dataclass(eq=False, kw_only=True)
class Message:
    """A message; `only_for` holds the one person who sees an ephemeral one."""

    id: str
    channel_id: str
    author: User
    timestamp: str
    content: str = ""
    type: int = 0
    flags: int = 0
    components: list[dict[str, Any]] = field(default_factory=list)
    embeds: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    edited: str | None = None
    nonce: str | None = None
    reference: str | None = None
    only_for: str | None = None
    by_interaction: bool = False
    metadata: dict[str, Any] | None = None
    thread_id: str | None = None

    @property
    def v2(self) -> bool:
        """Whether this message is made of components only."""
        return bool(self.flags & IS_COMPONENTS_V2)


@dataclass(eq=False, kw_only=True)
class Thread:
    """The additional fields of a thread."""

    parent_id: str
    owner_id: str
    created: str
    changed: str
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive: int = 1440
    members: dict[str, str] = field(default_factory=dict)


@dataclass(eq=False, kw_only=True)
class Channel:
    """A text channel, a thread or a direct conversation, with its messages."""

    id: str
    type: int = TEXT
    name: str = ""
    guild_id: str | None = None
    position: int = 0
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipients: list[str] = field(default_factory=list)
    thread: Thread | None = None
    messages: dict[str, Message] = field(default_factory=dict)
    last_message_id: str | None = None
    """The newest message that everybody sees, even if it has been deleted since."""

    def add(self, message: Message) -> None:
        """Add a new message."""
        self.messages[message.id] = message
        if message.only_for is None:
            self.last_message_id = message.id
