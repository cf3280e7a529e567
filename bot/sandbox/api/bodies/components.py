"""Components as Discord accepts them in messages; what modals share with those is here too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.api.bodies.form import Form
from bot.sandbox.model import components as kinds

Json = dict[str, Any]

IN_CONTAINER = (kinds.ROW, kinds.SECTION, kinds.TEXT, kinds.GALLERY, kinds.FILE, kinds.SEPARATOR)
AT_TOP = (*IN_CONTAINER, kinds.CONTAINER)

MOST_COMPONENTS = 40
MOST_TEXT = 4000
LINK, PREMIUM = 5, 6
DEFAULTS = {
    kinds.USER_SELECT: ("user",),
    kinds.ROLE_SELECT: ("role",),
    kinds.MENTIONABLE_SELECT: ("user", "role"),
    kinds.CHANNEL_SELECT: ("channel",),
}
CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)


@dataclass
class Tally:
    """Totals over the whole message."""

    attachments: set[str]
    count: int = 0
    text: int = 0
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)


def read_components(form: Form, *, v2: bool, attachments: set[str]) -> list[Json] | None:
    """The message's components as Discord would keep them; None if the field is absent. Problems go to the form."""
    entries = form.objects("components", MOST_COMPONENTS if v2 else 5)
    if entries is None:
        return None
    tally = Tally(attachments)
    read = [each for each in (_read(entry, tally, AT_TOP if v2 else (kinds.ROW,)) for entry in entries) if each]
    if tally.count > MOST_COMPONENTS:
        form.fault(
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The maximum number of components in a message is {MOST_COMPONENTS}, got {tally.count}.",
        )
    if tally.text > MOST_TEXT:
        form.fault(
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Cannot have more than {MOST_TEXT} characters of displayable text, got {tally.text}.",
        )
    kinds.number(read)
    return read


def _read(form: Form, tally: Tally, allowed: tuple[int, ...]) -> Json | None:
    kind = form.one_of("type", allowed, required=True)
    tally.count += 1
    if kind is None:
        form.asked.update(form.value)
        return None
    data: Json = {"type": kind}
    identify(form, data, tally)
    data |= READERS[kind](form, tally)
    form.end()
    return {key: value for key, value in data.items() if value is not None}


def identify(form: Form, data: Json, tally: Tally) -> None:
    """Read a component's numeric id, unique in the message."""
    given = form.integer("id", 0, 2**31 - 1)
    if given and given in tally.ids:
        form.fault("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
    if given:
        tally.ids.add(given)
        data["id"] = given


def custom_id(form: Form, seen: set[str]) -> str | None:
    """Read a custom_id, unique in the message or modal."""
    value = form.text("custom_id", 100, least=1, required=True)
    if value and value in seen:
        form.fault("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
    if value:
        seen.add(value)
    return value


def _row(form: Form, tally: Tally) -> Json:
    entries = form.objects("components", 5, least=1, required=True) or []
    read = [_read(each, tally, (kinds.BUTTON, *kinds.SELECTS)) for each in entries]
    width = sum(5 if each and each["type"] in kinds.SELECTS else 1 for each in read)
    if width > 5:
        form.fault("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
    return {"components": [each for each in read if each]}


def _button(form: Form, tally: Tally) -> Json:
    style = form.one_of("style", (1, 2, 3, 4, LINK, PREMIUM), required=True)
    label = form.text("label", 80)
    icon = _emoji(form)
    data: Json = {"style": style, "label": label, "emoji": icon, "disabled": form.boolean("disabled") or False}
    if style == LINK:
        data["url"] = form.text("url", 512, least=1, required=True)
        if data["url"] and not data["url"].startswith(("http://", "https://", "discord://")):
            form.fault("url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'discord').")
        if form.raw("custom_id"):
            form.fault("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL", "A custom id and url cannot both be specified")
    elif style == PREMIUM:
        form.fault("style", "SANDBOX_UNSUPPORTED", "The sandbox sells nothing.")
        form.asked.update(form.value)
    else:
        data["custom_id"] = custom_id(form, tally.custom_ids)
        if form.raw("url"):
            form.fault("url", "BUTTON_COMPONENT_CUSTOM_ID_URL", "A custom id and url cannot both be specified")
    if not label and not icon and style:
        form.fault("label", "BASE_TYPE_REQUIRED", "A label or an emoji is required")
    return data


def _select(form: Form, tally: Tally) -> Json:
    name = custom_id(form, tally.custom_ids)
    disabled = form.boolean("disabled") or False
    return {"custom_id": name, "disabled": disabled, **select(form)}


def _section(form: Form, tally: Tally) -> Json:
    texts = form.objects("components", 3, least=1, required=True) or []
    read = [_read(each, tally, (kinds.TEXT,)) for each in texts]
    accessory = form.object("accessory", required=True)
    aside = _read(accessory, tally, (kinds.BUTTON, kinds.THUMBNAIL)) if accessory else None
    return {"components": [each for each in read if each], "accessory": aside}


def _text(form: Form, tally: Tally) -> Json:
    content = form.text("content", MOST_TEXT, least=1, required=True)
    tally.text += len(content or "")
    return {"content": content}


def _media(form: Form, key: str, tally: Tally, *, local: bool = False) -> Json:
    inner = form.object(key, required=True)
    if inner is None:
        return {"url": ""}
    url = inner.text("url", 2048, least=1, required=True) or ""
    inner.end()
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in tally.attachments:
            inner.fault(
                "url",
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment {url} was not found",
            )
    elif url and (local or not url.startswith(("http://", "https://"))):
        inner.fault("url", "URL_TYPE_INVALID_SCHEME", "Only attachment:// is allowed here." if local else "Not a URL.")
    return {"url": url}


def _thumbnail(form: Form, tally: Tally) -> Json:
    return {
        "media": _media(form, "media", tally),
        "description": form.text("description", 1024),
        "spoiler": form.boolean("spoiler") or False,
    }


def _gallery(form: Form, tally: Tally) -> Json:
    items = form.objects("items", 10, least=1, required=True) or []
    read = [_thumbnail(each, tally) for each in items]
    for each in items:
        each.end()
    return {"items": read}


def _file(form: Form, tally: Tally) -> Json:
    return {"file": _media(form, "file", tally, local=True), "spoiler": form.boolean("spoiler") or False}


def _separator(form: Form, _: Tally) -> Json:
    divider = form.boolean("divider")
    return {"divider": divider is not False, "spacing": form.one_of("spacing", (1, 2)) or 1}


def _container(form: Form, tally: Tally) -> Json:
    entries = form.objects("components", MOST_COMPONENTS, least=1, required=True) or []
    read = [_read(each, tally, IN_CONTAINER) for each in entries]
    return {
        "accent_color": form.integer("accent_color", 0, 0xFFFFFF),
        "spoiler": form.boolean("spoiler") or False,
        "components": [each for each in read if each],
    }


def _emoji(form: Form) -> Json | None:
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
    """The fields common to all selects, except custom_id and disabled."""
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
    if kind == kinds.STRING_SELECT:
        data["options"] = choices(form, 25, with_emoji=True)
        if data["max_values"] > len(data["options"]):
            form.fault("max_values", "NUMBER_TYPE_MAX", "max_values must not exceed the number of options.")
        if sum(each.get("default", False) for each in data["options"]) > data["max_values"]:
            form.fault("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values.")
    else:
        data["default_values"] = _defaults(form, kind, data["max_values"])
    if kind == kinds.CHANNEL_SELECT:
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
            "emoji": _emoji(each) if with_emoji else None,
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


READERS: dict[int, Callable[[Form, Tally], Json]] = {
    kinds.ROW: _row,
    kinds.BUTTON: _button,
    **dict.fromkeys(kinds.SELECTS, _select),
    kinds.SECTION: _section,
    kinds.TEXT: _text,
    kinds.THUMBNAIL: _thumbnail,
    kinds.GALLERY: _gallery,
    kinds.FILE: _file,
    kinds.SEPARATOR: _separator,
    kinds.CONTAINER: _container,
}
