"""Application commands and their options as Discord accepts them, with their localizations."""

from __future__ import annotations

import re
from typing import Any

from bot.sandbox.api.bodies.form import Form
from bot.sandbox.model.commands import CHAT_INPUT
from bot.sandbox.model.refusals import Problems

Json = dict[str, Any]

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
LOCALES = frozenset(
    ("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
     "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko")
)  # fmt: skip
NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")
MOST_TEXT = 8000


def check_name(form: Form, key: str, value: Any) -> None:
    """Note a name that is not of the form of chat input names."""
    if isinstance(value, str) and (not NAME.fullmatch(value) or value != value.lower()):
        form.fault(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def read_localized(form: Form, key: str, most: int, *, strict: bool) -> tuple[Json, int]:
    """A text with its localizations, and the length of the longest; `strict` for names that are typed."""
    text = form.text(key, most, least=1, required=True)
    if strict:
        check_name(form, key, text)
    data: Json = {key: text}
    longest = len(text or "")
    inner = form.object(f"{key}_localizations")
    if inner is not None:
        data[f"{key}_localizations"] = kept = {}
        for locale in inner.value:
            if locale not in LOCALES:
                inner.asked.add(locale)
                inner.fault(locale, "DICT_TYPE_CONVERT", f"'{locale}' is not a locale Discord knows.")
                continue
            value = inner.text(locale, most, least=1)
            if strict:
                check_name(inner, locale, value)
            if value is not None:
                kept[locale] = value
                longest = max(longest, len(value))
    return data, longest


def read_options(form: Form, depth: int = 0) -> tuple[list[Json], int]:
    """The options of a command, group or subcommand, and how many characters they count for."""
    read: list[Json] = []
    total = 0
    for each in form.objects("options", 25) or []:
        data, length = _option(each, depth)
        read.append(data)
        total += length
    _check_together(form, read)
    return read, total


def _option(form: Form, depth: int) -> tuple[Json, int]:
    kind = form.one_of("type", tuple(range(1, 12)), required=True)
    name, named = read_localized(form, "name", 32, strict=True)
    description, described = read_localized(form, "description", 100, strict=False)
    data: Json = {"type": kind, **name, **description}
    total = named + described
    if kind == SUBCOMMAND and depth <= 1:
        data["options"], more = read_options(form, 2)
        total += more
    elif kind == GROUP and depth == 0:
        data["options"], more = read_options(form, 1)
        total += more
        if any(each["type"] != SUBCOMMAND for each in data["options"]):
            form.fault("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds subcommands only.")
    elif kind in (SUBCOMMAND, GROUP):
        form.fault("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option type is invalid here.")
        form.asked.update(form.value)
    else:
        data["required"] = form.boolean("required") or False
        total += _details(form, data)
    form.end()
    return {key: value for key, value in data.items() if value is not None}, total


def _details(form: Form, data: Json) -> int:
    kind, total = data["type"], 0
    if kind in (STRING, INTEGER, NUMBER):
        data["autocomplete"] = form.boolean("autocomplete")
        entries = form.objects("choices", 25)
        if entries is not None:
            data["choices"] = []
            for each in entries:
                choice, length = read_choice(each, kind)
                data["choices"].append(choice)
                total += length
        if data.get("choices") and data["autocomplete"]:
            form.fault("autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", "Choices and autocomplete exclude.")
    if kind == STRING:
        data["min_length"] = form.integer("min_length", 0, 6000)
        data["max_length"] = form.integer("max_length", 1, 6000)
    if kind in (INTEGER, NUMBER):
        data["min_value"], data["max_value"] = form.raw("min_value"), form.raw("max_value")
    if kind == CHANNEL:
        data["channel_types"] = form.array("channel_types", 20)
    return total


def read_choice(form: Form, kind: int) -> tuple[Json, int]:
    """One choice of an option, and how many characters it counts for."""
    data, length = read_localized(form, "name", 100, strict=False)
    if kind == STRING:
        data["value"] = form.text("value", 100, required=True)
        length += len(data["value"] or "")
    else:
        data["value"] = form.raw("value", required=True)
        good = isinstance(data["value"], int if kind == INTEGER else (int, float)) and data["value"] is not True
        if data["value"] is not None and not good:
            form.fault("value", "NUMBER_TYPE_COERCE", f'Value "{data["value"]}" is not a number.')
    form.end()
    return data, length


def _check_together(form: Form, read: list[Json]) -> None:
    nested = [each["type"] in (SUBCOMMAND, GROUP) for each in read]
    if any(nested) and not all(nested):
        form.fault("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and options cannot be mixed.")
    optional = False
    for index, each in enumerate(read):
        if each.get("required") and optional:
            form.problems.add(
                (*form.path, "options", str(index)),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not each.get("required")
    _check_distinct(form, read)


def _check_distinct(form: Form, read: list[Json]) -> None:
    defaults = [each["name"] for each in read]
    for index, each in enumerate(read):
        names = {"": each["name"]}
        names |= {key: value for key, value in (each.get("name_localizations") or {}).items() if value != each["name"]}
        for locale, name in names.items():
            others = [other for place, other in enumerate(defaults) if place != index]
            others += [
                (other.get("name_localizations") or {}).get(locale)
                for place, other in enumerate(read)
                if place != index and locale
            ]
            if name in others:
                where = ("name_localizations", locale) if locale else ("name",)
                form.problems.add(
                    (*form.path, "options", str(index), *where),
                    "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                    "Option name already exists in these options",
                )


def read_commands(body: Any) -> list[Json]:
    """A list of commands as Discord would keep them, or a refusal naming every problem."""
    problems = Problems()
    entries = body if isinstance(body, list) else []
    if not isinstance(body, list):
        problems.add((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    read = [_command(Form(each, (str(index),), problems)) for index, each in enumerate(entries)]
    names = [each["name"] for each in read]
    for index, name in enumerate(names):
        if name in names[:index]:
            problems.add(
                (str(index),), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
    problems.refuse_if_any()
    return read


def _command(form: Form) -> Json:
    form.one_of("type", (CHAT_INPUT,))  # the page has no menus in which a command of another kind could be
    name, named = read_localized(form, "name", 32, strict=True)
    description, described = read_localized(form, "description", 100, strict=False)
    options, more = read_options(form)
    total = named + described + more
    if total > MOST_TEXT:
        form.fault(None, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_TEXT}): {total}")
    data: Json = {
        "type": CHAT_INPUT,
        **name,
        **description,
        "options": options,
        "default_member_permissions": form.snowflake("default_member_permissions"),
        "dm_permission": form.boolean("dm_permission"),
        "nsfw": form.boolean("nsfw") or False,
    }
    for key, most in (("contexts", 2), ("integration_types", 1)):
        data[key] = form.array(key, most + 1)
        for each in data[key] or []:
            if each not in range(most + 1):
                form.fault(key, "BASE_TYPE_CHOICES", f"{each!r} is not one of 0 to {most}.")
    data["integration_types"] = data["integration_types"] or [0]
    form.raw("id")
    form.end()
    return data
