"""Message components: what Discord accepts in a message, and the ids it gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.form import Form
from bot.sandbox.menus import emoji, select

Json = dict[str, Any]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
AT_TOP = (*IN_CONTAINER, CONTAINER)

MOST_COMPONENTS = 40
MOST_TEXT = 4000
LINK, PREMIUM = 5, 6


@dataclass
class Tally:
    """What is counted over the whole message."""

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
    read = [each for each in (_read(entry, tally, AT_TOP if v2 else (ROW,)) for entry in entries) if each]
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
    number(read)
    return read


def number(components: list[Json]) -> None:
    """Give an id to every component that came without one, as Discord does."""
    taken = {each["id"] for each in walk(components) if each.get("id")}
    free = (candidate for candidate in range(1, 10_000) if candidate not in taken)
    for each in walk(components):
        if not each.get("id"):
            each["id"] = next(free)


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, outer ones first."""
    for each in components:
        yield each
        yield from walk(each.get("components", []))
        for key in ("accessory", "component"):
            if key in each:
                yield from walk([each[key]])


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
    read = [_read(each, tally, (BUTTON, *SELECTS)) for each in entries]
    width = sum(5 if each and each["type"] in SELECTS else 1 for each in read)
    if width > 5:
        form.fault("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
    return {"components": [each for each in read if each]}


def _button(form: Form, tally: Tally) -> Json:
    style = form.one_of("style", (1, 2, 3, 4, LINK, PREMIUM), required=True)
    label = form.text("label", 80)
    icon = emoji(form)
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
    read = [_read(each, tally, (TEXT,)) for each in texts]
    accessory = form.object("accessory", required=True)
    aside = _read(accessory, tally, (BUTTON, THUMBNAIL)) if accessory else None
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


READERS: dict[int, Callable[[Form, Tally], Json]] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _thumbnail,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
}
