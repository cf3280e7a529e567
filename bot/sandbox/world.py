"""The world of the sandbox: one server with its people, channels and messages, and the bot among them."""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING, Any

from bot.sandbox import model, payloads, permissions
from bot.sandbox.clock import Clock, Snowflakes
from bot.sandbox.errors import refusal
from bot.sandbox.events import Event, Events
from bot.sandbox.files import Files
from bot.sandbox.permissions import Permission

if TYPE_CHECKING:
    from bot.sandbox.commands import Commands
    from bot.sandbox.interactions import Interactions


class World:
    """Everything there is. It outlives the bot: the bot may die, come back and find it as it was.

    `answer_within` is how long the bot has for a first answer to an interaction; Discord gives three seconds.
    `hint` is the command that the page proposes to type first ("/menteur nouvelle"); without it, the bot's first.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        token: str | None = None,
        answer_within: float = 3.0,
        hint: str | None = None,
    ) -> None:
        from bot.sandbox import cast, commands, interactions  # noqa: PLC0415 - they build upon the world

        self.clock = clock or Clock()
        self.ids = Snowflakes(self.clock)
        self.events = Events()
        self.files = Files(self.clock)
        self.users: dict[str, model.User] = {}
        self.guilds: dict[str, model.Guild] = {}
        self.channels: dict[str, model.Channel] = {}
        self.emojis: dict[str, dict[str, Any]] = {}
        self.sleepers: dict[str, float] = {}
        """When each active thread falls asleep if nothing happens in it."""
        self.answer_within = answer_within
        self.hint = hint
        self.privileged_intents = 0
        self.bot = model.User(id=self.ids.new(), username="tablee", global_name="Tablée", bot=True)
        self.users[self.bot.id] = self.bot
        self.application_id = self.bot.id
        # In the shape of Discord's tokens: the application's id comes first.
        owner = base64.b64encode(self.bot.id.encode()).decode().rstrip("=")
        self.token = token or f"{owner}.sandbox.{secrets.token_urlsafe(24)}"
        self.commands: Commands = commands.Commands(self)
        self.interactions: Interactions = interactions.Interactions(self)
        cast.settle(self)

    # looking things up

    @property
    def guild(self) -> model.Guild:
        """The server everybody starts in."""
        return next(iter(self.guilds.values()))

    @property
    def people(self) -> list[model.User]:
        """Everybody who is not a bot."""
        return [each for each in self.users.values() if not each.bot]

    def person(self, name: str) -> model.User:
        """Somebody by id, user name or displayed name."""
        for each in self.users.values():
            if name in (each.id, each.username, each.global_name):
                return each
        raise refusal(10013)

    def place(self, name: str) -> model.Channel:
        """A channel or thread by id or name."""
        for each in self.channels.values():
            if name in (each.id, each.name):
                return each
        raise refusal(10003)

    def channel(self, channel_id: str) -> model.Channel:
        """A channel by id, or Discord's refusal."""
        if channel_id not in self.channels:
            raise refusal(10003)
        return self.channels[channel_id]

    def threads_of(self, channel: model.Channel) -> list[model.Channel]:
        """The threads that hang on a channel."""
        return [each for each in self.channels.values() if each.thread and each.thread.parent_id == channel.id]

    # who may do what

    def permissions(self, user_id: str, channel: model.Channel) -> int:
        """What somebody may do in a channel or thread; 0 if they do not see it."""
        if channel.guild_id is None:
            return permissions.DIRECT if user_id in channel.recipients else 0
        base = self.channels.get(channel.thread.parent_id) if channel.thread else channel
        if base is None or channel.guild_id not in self.guilds:
            return 0
        bits = permissions.in_channel(self.guilds[channel.guild_id], user_id, base)
        secret = channel.type == model.PRIVATE_THREAD and channel.thread and user_id not in channel.thread.members
        return 0 if secret and not bits & Permission.MANAGE_THREADS else bits

    def sees(self, user_id: str, channel: model.Channel) -> bool:
        """Whether somebody sees a channel or thread."""
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def need(self, user_id: str, channel: model.Channel, *wanted: Permission) -> None:
        """Refuse as Discord does whoever does not see the channel (50001) or lacks a permission in it (50013)."""
        bits = self.permissions(user_id, channel)
        if not bits & Permission.VIEW_CHANNEL:
            raise refusal(50001)
        for each in wanted:
            if not bits & each:
                raise refusal(50013)

    def shows(self, user_id: str, message: model.Message) -> bool:
        """Whether somebody sees a message."""
        if message.only_for is not None:
            return message.only_for == user_id
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.sees(user_id, channel)

    # telling

    def tell_channel(self, name: str, channel: model.Channel, **extra: Any) -> None:
        """Tell everybody who sees a channel what became of it."""
        data = {**payloads.channel(self, channel), **extra}
        self.events.tell(Event(name=name, data=data, channel=channel, guild_id=channel.guild_id))

    def tell_message(self, name: str, message: model.Message, *, gone: bool = False) -> None:
        """Tell everybody who sees a message what became of it."""
        channel = self.channels[message.channel_id]
        data: dict[str, Any] = {"id": message.id, "channel_id": channel.id} if gone else payloads.message(self, message)
        if channel.guild_id:
            data["guild_id"] = channel.guild_id
            author = self.guilds[channel.guild_id].members.get(message.author.id)
            if not gone and author:
                data["member"] = payloads.partial_member(author) | {"mute": False, "deaf": False}
        self.events.tell(
            Event(
                name=name,
                data=data,
                channel=channel,
                guild_id=channel.guild_id,
                person=message.only_for,
                for_bot=message.only_for is None,
            )
        )
