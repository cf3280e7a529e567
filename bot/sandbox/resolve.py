"""The `resolved` part of an interaction: the people, roles, channels and files its values speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import components as kinds
from bot.sandbox import model, options, payloads
from bot.sandbox.bodies import Uploads
from bot.sandbox.errors import Refusal, refusal
from bot.sandbox.files import clean_name, content_type

if TYPE_CHECKING:
    from bot.sandbox.world import World

Json = dict[str, Any]


class Resolved:
    """Collects what values refer to while they are read."""

    def __init__(self, world: World, channel: model.Channel, uploads: Uploads) -> None:
        self._world = world
        self._channel = channel
        self._uploads = uploads
        self._found: dict[str, Json] = {}

    def payload(self) -> Json:
        """The `resolved` field, if there is anything in it."""
        return {"resolved": self._found} if self._found else {}

    def option(self, kind: int, value: Any) -> Any:
        """The value of a command option as the interaction carries it."""
        if kind == options.USER:
            return self._user(value)
        if kind == options.ROLE:
            return self._role(value)
        if kind == options.CHANNEL:
            return self._place(value)
        if kind == options.MENTIONABLE:
            return self._mentionable(value)
        if kind == options.ATTACHMENT:
            return self._file(value)
        return value

    def choose(self, select: Json, values: list[str]) -> list[str]:
        """The values chosen in a select, or a refusal of what it does not offer."""
        low, high = select.get("min_values", 1), select.get("max_values", 1)
        if not low <= len(set(values)) == len(values) <= high:
            raise Refusal(400, 50035, f"Between {low} and {high} distinct values are to be chosen.")
        if select["type"] == kinds.STRING_SELECT:
            offered = {each["value"] for each in select["options"]}
            if not set(values) <= offered:
                raise Refusal(400, 50035, "The select does not offer that value.")
            return values
        return [self._selected(select["type"], each) for each in values]

    def filled(self, component: Json, answers: dict[str, Any]) -> Json:
        """A modal's component as its submission carries it."""
        data: Json = {"type": component["type"], "id": component["id"]}
        if "component" in component:
            return data | {"component": self.filled(component["component"], answers)}
        if "components" in component:
            return data | {"components": [self.filled(each, answers) for each in component["components"]]}
        if "custom_id" not in component:
            return data
        kind, answer = component["type"], answers.get(component["custom_id"])
        data["custom_id"] = component["custom_id"]
        if kind == kinds.TEXT_INPUT:
            data["value"] = answer or ""
        elif kind == kinds.RADIO_GROUP:
            data["value"] = answer
        elif kind == kinds.CHECKBOX:
            data["value"] = bool(answer)
        elif kind == kinds.FILE_UPLOAD:
            data["values"] = [self._file(each) for each in answer or []]
        elif kind in (kinds.STRING_SELECT, kinds.CHECKBOX_GROUP):
            data["values"] = list(answer or [])
        else:
            data["values"] = [self._selected(kind, each) for each in answer or []]
        return data

    def target(self, kind: int, target: str, user: model.User) -> None:
        """What a context menu was used on."""
        if kind == 2:
            self._user(target)
            return
        message = self._channel.messages.get(target)
        if message is None or not self._world.shows(user.id, message):
            raise refusal(10008)
        self._found.setdefault("messages", {})[target] = payloads.message(self._world, message)

    def _selected(self, kind: int, value: str) -> str:
        if kind == kinds.USER_SELECT:
            return self._user(value)
        if kind == kinds.ROLE_SELECT:
            return self._role(value)
        if kind == kinds.CHANNEL_SELECT:
            return self._place(value)
        return self._mentionable(value)

    def _mentionable(self, value: Any) -> str:
        return self._user(value) if value in self._world.users else self._role(value)

    def _user(self, value: Any) -> str:
        if value not in self._world.users:
            raise refusal(10013)
        self._found.setdefault("users", {})[value] = payloads.user(self._world.users[value])
        guild = self._world.guilds.get(self._channel.guild_id or "")
        if guild and value in guild.members:
            bits = str(self._world.permissions(value, self._channel))
            member = payloads.partial_member(guild.members[value]) | {"permissions": bits}
            self._found.setdefault("members", {})[value] = member
        return value

    def _role(self, value: Any) -> str:
        guild = self._world.guilds.get(self._channel.guild_id or "")
        if guild is None or value not in guild.roles:
            raise refusal(10011)
        self._found.setdefault("roles", {})[value] = payloads.role(guild.roles[value])
        return value

    def _place(self, value: Any) -> str:
        channel = self._world.channel(str(value))
        data = payloads.channel(self._world, channel) | {
            "permissions": str(self._world.permissions(self._world.bot.id, channel)),
            "app_permissions": str(self._world.permissions(self._world.bot.id, channel)),
        }
        self._found.setdefault("channels", {})[channel.id] = data
        return channel.id

    def _file(self, value: Any) -> str:
        if value not in self._uploads:
            raise Refusal(400, 50035, f"There is no uploaded file {value!r}.")
        name, data = self._uploads[value]
        file = self._world.files.keep(
            model.Attachment(
                id=self._world.ids.new(),
                channel_id=self._channel.id,
                filename=clean_name(name),
                data=data,
                content_type=content_type(name),
                ephemeral=True,
            )
        )
        self._found.setdefault("attachments", {})[file.id] = payloads.attachment(self._world, file)
        return file.id
