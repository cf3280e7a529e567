"""The bot's application commands: which there are, and who may use which where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.sandbox.model import objects
from bot.sandbox.model.events import Event
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]

CHAT_INPUT = 1
MOST, DAILY = 100, 200
IN_GUILD, IN_BOT_DM = 0, 1
FALLBACKS = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}


class Commands:
    """The commands registered."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_id: dict[str, Json] = {}
        self._created: list[float] = []

    def all(self) -> list[Json]:
        """Every command."""
        return list(self._by_id.values())

    def find(self, command_id: str) -> Json:
        """A command by id, or Discord's refusal."""
        if command_id not in self._by_id:
            raise refusal(10063)
        return self._by_id[command_id]

    def replace(self, read: Sequence[Json]) -> list[Json]:
        """Put these commands in place of all others."""
        if len(read) > MOST:
            raise refusal(30032)
        self._by_id = self._settled(read)
        self._world.events.tell(Event(name="COMMANDS", for_bot=False))
        return self.all()

    def _settled(self, read: Sequence[Json]) -> dict[str, Json]:
        """The same with their ids: those whose name there was keep theirs."""
        old = {each["name"]: each["id"] for each in self.all()}
        settled = {}
        for each in read:
            key = old.get(each["name"])
            if key is None:
                self._count_creation()
                key = self._world.ids.new()
            about = {"application_id": self._world.application_id, "version": self._world.ids.new()}
            settled[key] = {"id": key, **about, **each}
        return settled

    def _count_creation(self) -> None:
        now = self._world.clock.now()
        self._created = [each for each in self._created if each > now - 86_400]
        if len(self._created) >= DAILY:
            raise refusal(30034)
        self._created.append(now)

    def usable(self, user: objects.User, channel: objects.Channel) -> list[Json]:
        """The commands somebody may use in a channel."""
        return [each for each in self.all() if self.may_use(user, channel, each)]

    def may_use(self, user: objects.User, channel: objects.Channel, command: Json) -> bool:
        """Whether somebody may use a command in a channel."""
        contexts = command.get("contexts")
        here = IN_GUILD if channel.guild_id else IN_BOT_DM
        if contexts is not None and here not in contexts:
            return False
        if channel.guild_id is None:
            return self._world.bot.id in channel.recipients and command.get("dm_permission") is not False
        if channel.thread and channel.thread.archived:
            return False
        bits = self._world.permissions(user.id, channel)
        if not bits & Permission.USE_APPLICATION_COMMANDS:
            return False
        wanted = command["default_member_permissions"]
        if wanted is None or bits & Permission.ADMINISTRATOR:
            return True
        return int(wanted) != 0 and bits & int(wanted) == int(wanted)


def localized(command: Json, key: str, locale: str) -> str:
    """A command's, option's or choice's text for somebody's language."""
    found = command.get(f"{key}_localizations") or {}
    return found.get(locale) or found.get(FALLBACKS.get(locale, "")) or command.get(key, "")
