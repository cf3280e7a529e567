"""The bot's application commands: which there are, and who may use which where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bot.sandbox.model import objects
from bot.sandbox.model.events import Event
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
MOST = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15}
DAILY = 200
IN_GUILD, IN_BOT_DM = 0, 1
FALLBACKS = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}


class Commands:
    """The commands registered, globally (scope "") and by server."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._scopes: dict[str, dict[str, Json]] = {}
        self._created: list[float] = []

    def all(self, scope: str = "") -> list[Json]:
        """The commands of one scope."""
        return list(self._scopes.get(scope, {}).values())

    def get(self, command_id: str, scope: str = "") -> Json:
        """One command of a scope, or Discord's refusal."""
        if command_id not in self._scopes.get(scope, {}):
            raise refusal(10063)
        return self._scopes[scope][command_id]

    def find(self, command_id: str) -> Json:
        """A command by id in any scope, or Discord's refusal."""
        for each in self._scopes.values():
            if command_id in each:
                return each[command_id]
        raise refusal(10063)

    def replace(self, read: Sequence[Json], scope: str = "") -> list[Json]:
        """Put these commands in place of all others of the scope."""
        for kind, most in MOST.items():
            if sum(each["type"] == kind for each in read) > most:
                raise refusal(30032)
        self._scopes[scope] = self._settle(read, scope)
        self._world.events.tell(Event(name="COMMANDS", for_bot=False))
        return self.all(scope)

    def put(self, read: Json, scope: str = "", command_id: str | None = None) -> tuple[Json, bool]:
        """Create or change one command; says whether it is new."""
        others = [each for each in self.all(scope) if each["id"] != command_id]
        same = next((each for each in others if (each["type"], each["name"]) == (read["type"], read["name"])), None)
        kept = {each["id"]: each for each in others if each is not same}
        if sum(each["type"] == read["type"] for each in kept.values()) >= MOST[read["type"]]:
            raise refusal(30032)
        settled = self._settle([read], scope, command_id)
        self._scopes[scope] = kept | settled
        self._world.events.tell(Event(name="COMMANDS", for_bot=False))
        return next(iter(settled.values())), same is None and command_id is None

    def remove(self, command_id: str, scope: str = "") -> None:
        """Take one command away."""
        self.get(command_id, scope)
        del self._scopes[scope][command_id]
        self._world.events.tell(Event(name="COMMANDS", for_bot=False))

    def _settle(self, read: Iterable[Json], scope: str, command_id: str | None = None) -> dict[str, Json]:
        old = {(each["type"], each["name"]): each["id"] for each in self.all(scope)}
        settled = {}
        for each in read:
            key = command_id or old.get((each["type"], each["name"]))
            if key is None:
                self._count_creation()
                key = self._world.ids.new()
            extra = {"guild_id": scope} if scope else {}
            version = self._world.ids.new()
            settled[key] = {
                "id": key,
                "application_id": self._world.application_id,
                "version": version,
                **each,
                **extra,
            }
        return settled

    def _count_creation(self) -> None:
        now = self._world.clock.now()
        self._created = [each for each in self._created if each > now - 86_400]
        if len(self._created) >= DAILY:
            raise refusal(30034)
        self._created.append(now)

    def usable(self, user: objects.User, channel: objects.Channel) -> list[Json]:
        """The commands somebody may use in a channel."""
        every = self.all() + (self.all(channel.guild_id) if channel.guild_id else [])
        return [each for each in every if self.may_use(user, channel, each)]

    def may_use(self, user: objects.User, channel: objects.Channel, command: Json) -> bool:
        """Whether somebody may use a command in a channel."""
        if command.get("guild_id") not in (None, channel.guild_id):
            return False
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
