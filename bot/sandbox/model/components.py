"""The components of messages and modals: their kinds, their order and their ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)


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
