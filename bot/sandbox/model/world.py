"""The world of the sandbox: servers with their people, channels and messages, and the bot among them."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from bot.sandbox.model import objects, payloads, permissions, servers
from bot.sandbox.model.clock import Clock, Snowflakes
from bot.sandbox.model.commands import Commands
from bot.sandbox.model.events import Event, Events
from bot.sandbox.model.files import Files
from bot.sandbox.model.interactions import Interactions
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import refusal


class World:
    """Everything there is. It outlives the bot: the bot may die, come back and find it as it was.

    `answer_within` is how long the bot has for a first answer to an interaction; Discord gives three seconds.
    The page proposes `hints`, commands such as "/menteur nouvelle", below a `poster`, a PNG; without them the bot's
    first command. `restart_bot` is called when somebody presses that button, which the page has only then.
    There are `guilds` servers: the first with the whole cast, each other one with so many `people` of its own. To the
    bot `shards` are recommended, of which it may start `max_concurrency` at once.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        token: str | None = None,
        answer_within: float = 3.0,
        hints: Sequence[str] = (),
        poster: bytes = b"",
        restart_bot: Callable[[], object] | None = None,
        guilds: int = 1,
        people: int = 0,
        shards: int = 1,
        max_concurrency: int = 1,
    ) -> None:
        self.clock = clock or Clock()
        self.ids = Snowflakes(self.clock)
        self.events = Events()
        self.files = Files(self.clock)
        self.users: dict[str, objects.User] = {}
        self.guilds: dict[str, objects.Guild] = {}
        self.channels: dict[str, objects.Channel] = {}
        self.archive_due: dict[str, float] = {}
        """When each active thread is archived if nothing happens in it."""
        self.answer_within = answer_within
        self.hints = hints
        self.poster = poster
        self.restart_bot = restart_bot
        self.shards = shards
        self.max_concurrency = max_concurrency
        self.bot = objects.User(id=self.ids.new(), username="tablee", global_name="Tablée", bot=True)
        self.users[self.bot.id] = self.bot
        self.application_id = self.bot.id
        self.token = token or self.reset_token()
        self.commands = Commands(self)
        self.interactions = Interactions(self)
        self._conversations: dict[str, list[objects.Channel]] = {}
        self.guild = servers.found_first(self)
        """The server everybody starts in."""
        for _ in range(guilds - 1):
            servers.found_another(self, people)

    def reset_token(self) -> str:
        """Give the bot another token: the one it has is no longer good."""
        # In the shape of Discord's tokens: the application's id comes first.
        owner = base64.b64encode(self.bot.id.encode()).decode().rstrip("=")
        self.token = f"{owner}.sandbox.{secrets.token_urlsafe(24)}"
        return self.token

    # looking things up

    @property
    def people(self) -> list[objects.User]:
        """Everybody who is not a bot."""
        return [each for each in self.users.values() if not each.bot]

    def person(self, name: str) -> objects.User:
        """Somebody by id, user name or displayed name."""
        if name in self.users:
            return self.users[name]
        for each in self.users.values():
            if name in (each.id, each.username, each.global_name):
                return each
        raise refusal(10013)

    def place(self, name: str) -> objects.Channel:
        """A channel or thread by id or name."""
        if name in self.channels:
            return self.channels[name]
        for each in self.channels.values():
            if name in (each.id, each.name):
                return each
        raise refusal(10003)

    def channel(self, channel_id: str) -> objects.Channel:
        """A channel by id, or Discord's refusal."""
        if channel_id not in self.channels:
            raise refusal(10003)
        return self.channels[channel_id]

    def threads_of(self, channel: objects.Channel) -> list[objects.Channel]:
        """The threads that hang on a channel."""
        beside = self.guilds[channel.guild_id].channels.values() if channel.guild_id else ()
        return [each for each in beside if each.thread and each.thread.parent_id == channel.id]

    def conversations(self, user_id: str) -> list[objects.Channel]:
        """The direct conversations of somebody."""
        return self._conversations.get(user_id, [])

    def places_of(self, user: objects.User) -> list[objects.Channel]:
        """Every channel, thread and conversation that somebody sees."""
        found = [each for key in user.guilds for each in self.guilds[key].channels.values()]
        return [each for each in found if self.sees(user.id, each)] + self.conversations(user.id)

    # places come and go

    def put(self, channel: objects.Channel) -> None:
        """A new place is there."""
        self.channels[channel.id] = channel
        if channel.guild_id:
            self.guilds[channel.guild_id].channels[channel.id] = channel
        for each in channel.recipients:
            self._conversations.setdefault(each, []).append(channel)

    def take_away(self, channel: objects.Channel) -> None:
        """A place is there no more."""
        self.channels.pop(channel.id, None)
        if channel.guild_id:
            self.guilds[channel.guild_id].channels.pop(channel.id, None)
        for each in channel.recipients:
            self._conversations[each].remove(channel)

    # who may do what

    def permissions(self, user_id: str, channel: objects.Channel) -> int:
        """A member's permissions in a channel or thread; 0 if they do not see it."""
        if channel.guild_id is None:
            return permissions.DIRECT if user_id in channel.recipients else 0
        base = self.channels.get(channel.thread.parent_id) if channel.thread else channel
        if base is None or channel.guild_id not in self.guilds:
            return 0
        bits = permissions.in_channel(self.guilds[channel.guild_id], user_id, base)
        secret = channel.type == objects.PRIVATE_THREAD and channel.thread and user_id not in channel.thread.members
        return 0 if secret and not bits & Permission.MANAGE_THREADS else bits

    def sees(self, user_id: str, channel: objects.Channel) -> bool:
        """Whether somebody sees a channel or thread."""
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def need(self, user_id: str, channel: objects.Channel, *wanted: Permission) -> None:
        """Raise Discord's refusal if a member does not see the channel (50001) or lacks a permission in it (50013)."""
        bits = self.permissions(user_id, channel)
        if not bits & Permission.VIEW_CHANNEL:
            raise refusal(50001)
        for each in wanted:
            if not bits & each:
                raise refusal(50013)

    def shows(self, user_id: str, message: objects.Message) -> bool:
        """Whether somebody sees a message."""
        if message.only_for is not None:
            return message.only_for == user_id
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.sees(user_id, channel)

    # telling

    def tell_channel(self, name: str, channel: objects.Channel, **extra: Any) -> None:
        """Tell everybody who sees a channel what became of it."""
        data = {**payloads.channel(self, channel), **extra}
        self.events.tell(Event(name=name, data=data, channel=channel, guild_id=channel.guild_id))

    def tell_message(self, name: str, message: objects.Message, *, gone: bool = False) -> None:
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
