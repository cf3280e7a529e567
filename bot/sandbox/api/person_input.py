"""A person's input to commands, selects and modals, checked as Discord's client checks it, and resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox.api.bodies import command as options
from bot.sandbox.api.bodies.message import Uploads
from bot.sandbox.model import components as kinds
from bot.sandbox.model import objects, payloads
from bot.sandbox.model.files import clean_name, content_type
from bot.sandbox.model.refusals import Path, Problems, Refusal, refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]

OPTIONS = {
    options.USER: kinds.USER_SELECT,
    options.ROLE: kinds.ROLE_SELECT,
    options.CHANNEL: kinds.CHANNEL_SELECT,
    options.MENTIONABLE: kinds.MENTIONABLE_SELECT,
}
"""The options for which one chooses as in a select."""


@dataclass(eq=False)
class Resolved:
    """The `resolved` part of an interaction: the people, roles, channels and files its values speak of."""

    _world: World
    _channel: objects.Channel
    _uploads: Uploads
    _found: dict[str, Json] = field(default_factory=dict, init=False)

    def payload(self) -> Json:
        """The `resolved` field, if there is anything in it."""
        return {"resolved": self._found} if self._found else {}

    def option(self, kind: int, value: Any) -> Any:
        """The value of a command option as the interaction carries it."""
        if kind == options.ATTACHMENT:
            return self._file(value)
        return self._selected(OPTIONS[kind], value) if kind in OPTIONS else value

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

    def _selected(self, kind: int, value: Any) -> str:
        if kind == kinds.CHANNEL_SELECT:
            return self._place(value)
        person = kind == kinds.USER_SELECT or (kind == kinds.MENTIONABLE_SELECT and value in self._world.users)
        return self._user(value) if person else self._role(value)

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
            objects.Attachment(
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


def check_options(known: list[Json], given: list[Json], resolved: Resolved, *, partial: bool = False) -> list[Json]:
    """The options as an interaction carries them. `partial`: as typed so far, for autocompletion."""
    problems = Problems()
    read = _check(known, given, resolved, ("options",), problems, partial=partial)
    problems.refuse_if_any()
    return read


def _check(
    known: list[Json], given: list[Json], resolved: Resolved, path: Path, problems: Problems, *, partial: bool
) -> list[Json]:
    by_name = {each["name"]: each for each in known}
    nested = any(each["type"] in (options.SUBCOMMAND, options.GROUP) for each in known)
    if nested and len(given) != 1:
        problems.add(path, "BASE_TYPE_REQUIRED", "Exactly one subcommand is used at a time.")
    read: list[Json] = []
    for each in given:
        option = by_name.get(each.get("name", ""))
        here = (*path, str(each.get("name")))
        if option is None:
            problems.add(here, "SANDBOX_UNKNOWN_FIELD", "The command has no such option.")
        elif option["type"] in (options.SUBCOMMAND, options.GROUP):
            inner = _check(
                option.get("options", []), each.get("options") or [], resolved, here, problems, partial=partial
            )
            read.append({"name": option["name"], "type": option["type"], "options": inner})
        elif partial and each.get("focused"):
            read.append({"name": option["name"], "type": option["type"], "value": str(each["value"]), "focused": True})
        else:
            fault = None if partial else _option_fault(option, each.get("value"))
            if fault:
                problems.add(here, *fault)
                continue
            value = resolved.option(option["type"], each.get("value"))
            read.append({"name": option["name"], "type": option["type"], "value": value})
    present = {each["name"] for each in read}
    for each in known:
        if each.get("required") and each["name"] not in present and not partial:
            problems.add((*path, each["name"]), "BASE_TYPE_REQUIRED", "This field is required")
    return read


def _option_fault(option: Json, value: Any) -> tuple[str, str] | None:
    """The error of an option's value, if any."""
    kind = option["type"]
    offered = [each["value"] for each in option.get("choices", [])]
    if offered and value not in offered:
        return "BASE_TYPE_CHOICES", f"Value must be one of {offered}."
    if kind == options.STRING:
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not isinstance(value, str) or not max(least, 1) <= len(value) <= most:
            return "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
    elif kind in (options.INTEGER, options.NUMBER):
        if isinstance(value, bool) or not isinstance(value, int if kind == options.INTEGER else (int, float)):
            return "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.'
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            return "NUMBER_TYPE_MIN", f"Must be between {low} and {high}."
    elif kind == options.BOOLEAN and not isinstance(value, bool):
        return "BOOLEAN_TYPE_CONVERT", "Must be either true or false."
    return None


def focused_option(read: list[Json]) -> Json | None:
    """The option being typed in, however deep."""
    for each in read:
        found = focused_option(each["options"]) if "options" in each else each if each.get("focused") else None
        if found:
            return found
    return None


def _fields(modal: Json) -> list[Json]:
    """The parts of a modal that a person fills in."""
    return [each for each in kinds.walk(modal["components"]) if "custom_id" in each]


def check_answers(modal: Json, answers: dict[str, Any]) -> None:
    """Refuse what Discord's own client would not let a person submit."""
    problems = Problems()
    known = {each["custom_id"]: each for each in _fields(modal)}
    for name in answers:
        if name not in known:
            problems.add((name,), "SANDBOX_UNKNOWN_FIELD", "The modal has no such field.")
    for name, each in known.items():
        fault = _answer_fault(each, answers.get(name))
        if fault:
            problems.add((name,), *fault)
    problems.refuse_if_any()


def _answer_fault(field: Json, answer: Any) -> tuple[str, str] | None:
    if field["type"] == kinds.CHECKBOX:
        return None if answer in (None, True, False) else ("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
    empty = answer is None or answer in ("", [])
    if empty:
        required = field.get("required", True) and field.get("min_values") != 0
        return ("BASE_TYPE_REQUIRED", "This field is required") if required else None
    if field["type"] == kinds.TEXT_INPUT:
        least, most = field.get("min_length") or 0, field.get("max_length") or 4000
        good = isinstance(answer, str) and least <= len(answer) <= most
        return None if good else ("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    given = answer if isinstance(answer, list) else [answer]
    most = 1 if field["type"] == kinds.RADIO_GROUP else field.get("max_values") or len(field.get("options", "0" * 10))
    if not (field.get("min_values") or 0) <= len(given) <= most:
        return ("BASE_TYPE_BAD_LENGTH", "Too many or too few values.")
    offered = {each["value"] for each in field.get("options", [])}
    if "options" in field and not set(given) <= offered:
        return ("BASE_TYPE_CHOICES", "Not one of the options.")
    return None
