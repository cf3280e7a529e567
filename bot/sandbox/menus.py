"""Select menus and their options, in messages and in modals."""

from __future__ import annotations

from typing import Any

from bot.sandbox.form import Form

Json = dict[str, Any]

STRING, USER, ROLE, MENTIONABLE, CHANNEL = 3, 5, 6, 7, 8
DEFAULTS = {USER: ("user",), ROLE: ("role",), MENTIONABLE: ("user", "role"), CHANNEL: ("channel",)}
CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)


def emoji(form: Form) -> Json | None:
    """A partial emoji: a name, or the id of a custom one."""
    inner = form.object("emoji")
    if inner is None:
        return None
    data: Json = {"id": inner.snowflake("id"), "name": inner.text("name", 32)}
    if inner.boolean("animated"):
        data["animated"] = True
    if not data["id"] and not data["name"]:
        inner.fault("name", "BASE_TYPE_REQUIRED", "This field is required")
    inner.end()
    return data


def select(form: Form) -> Json:
    """What every select has but its custom_id and whether it is disabled."""
    kind = form.value["type"]
    data: Json = {"placeholder": form.text("placeholder", 150)}
    least, most = form.integer("min_values", 0, 25), form.integer("max_values", 1, 25)
    data["min_values"] = 1 if least is None else least
    data["max_values"] = 1 if most is None else most
    if data["min_values"] > data["max_values"]:
        form.fault("max_values", "NUMBER_TYPE_MIN", "max_values must not be below min_values.")
    required = form.boolean("required")
    if required is not None:
        data["required"] = required
    if kind == STRING:
        data["options"] = choices(form, 25, with_emoji=True)
        if data["max_values"] > len(data["options"]):
            form.fault("max_values", "NUMBER_TYPE_MAX", "max_values must not exceed the number of options.")
        if sum(each.get("default", False) for each in data["options"]) > data["max_values"]:
            form.fault("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values.")
    else:
        data["default_values"] = _defaults(form, kind, data["max_values"])
    if kind == CHANNEL:
        data["channel_types"] = form.array("channel_types", len(CHANNEL_TYPES))
        for each in data["channel_types"] or []:
            if each not in CHANNEL_TYPES:
                form.fault("channel_types", "BASE_TYPE_CHOICES", f"{each!r} is no channel type.")
    return {key: value for key, value in data.items() if value is not None}


def choices(form: Form, most: int, *, least: int = 1, with_emoji: bool = False) -> list[Json]:
    """Labelled options with distinct values."""
    read: list[Json] = []
    seen: set[str] = set()
    for each in form.objects("options", most, least=least, required=True) or []:
        data: Json = {
            "label": each.text("label", 100, least=1, required=True),
            "value": each.text("value", 100, least=1, required=True),
            "description": each.text("description", 100),
            "default": each.boolean("default"),
            "emoji": emoji(each) if with_emoji else None,
        }
        if data["value"] in seen:
            each.fault(
                "value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
            )
        seen.add(data["value"])
        each.end()
        read.append({key: value for key, value in data.items() if value is not None})
    return read


def _defaults(form: Form, kind: int, most: int) -> list[Json] | None:
    entries = form.objects("default_values", most)
    if entries is None:
        return None
    read = []
    for each in entries:
        read.append(
            {"id": each.snowflake("id", required=True), "type": each.one_of("type", DEFAULTS[kind], required=True)}
        )
        each.end()
    return read
