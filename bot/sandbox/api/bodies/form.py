"""Reads a request body field by field: read fields are validated, unread ones are reported as unknown."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from bot.sandbox.model.refusals import Path, Problems


class Form:
    """One JSON object under examination."""

    def __init__(self, value: Any, path: Path = (), problems: Problems | None = None) -> None:
        self.path = path
        self.problems = problems or Problems()
        self.asked: set[str] = set()
        if not isinstance(value, Mapping):
            self.problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            value = {}
        self.value: Mapping[str, Any] = value

    def has(self, key: str) -> bool:
        """Whether the field is there at all, null included."""
        return key in self.value

    def fault(self, key: str | None, code: str, message: str) -> None:
        """Note a problem with one field, or with the object itself."""
        self.problems.add((*self.path, key) if key else self.path, code, message)

    def raw(self, key: str, *, required: bool = False) -> Any:
        """The field as it came; None if absent."""
        self.asked.add(key)
        value = self.value.get(key)
        if value is None and required:
            self.fault(key, "BASE_TYPE_REQUIRED", "This field is required")
        return value

    def text(self, key: str, most: int, *, least: int = 0, required: bool = False) -> str | None:
        """A string of a length Discord allows."""
        value = self.raw(key, required=required)
        if value is None:
            return None
        if not isinstance(value, str):
            self.fault(key, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        if least <= len(value) <= most:
            return value
        if not value and least:
            self.fault(key, "BASE_TYPE_REQUIRED", "This field is required")
        elif least:
            self.fault(key, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        else:
            self.fault(key, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        return None

    def integer(self, key: str, least: int, most: int) -> int | None:
        """A whole number in range."""
        value = self.raw(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < least:
            self.fault(key, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.fault(key, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        else:
            return value
        return None

    def boolean(self, key: str) -> bool | None:
        """True, false, or None if absent."""
        value = self.raw(key)
        if value is None or isinstance(value, bool):
            return value
        self.fault(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return None

    def one_of(self, key: str, allowed: Collection[Any], *, required: bool = False) -> Any:
        """One of the values Discord knows."""
        value = self.raw(key, required=required)
        if value is None:
            return None
        if isinstance(value, bool) or value not in allowed:
            listed = ", ".join(repr(each) for each in allowed)
            self.fault(key, "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
            return None
        return value

    def snowflake(self, key: str, *, required: bool = False) -> str | None:
        """An id, as a string."""
        value = self.raw(key, required=required)
        if value is None:
            return None
        if isinstance(value, bool) or not re.fullmatch(r"\d{1,20}", str(value)):
            self.fault(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None
        return str(value)

    def array(self, key: str, most: int, *, least: int = 0, required: bool = False) -> list[Any] | None:
        """A list with a number of entries Discord allows."""
        value = self.raw(key, required=required)
        if value is None:
            return None
        if not isinstance(value, list):
            self.fault(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return None
        if not least <= len(value) <= most:
            self.fault(key, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return value

    def objects(self, key: str, most: int, *, least: int = 0, required: bool = False) -> list[Form] | None:
        """A list of objects, each to be examined in turn."""
        value = self.array(key, most, least=least, required=required)
        if value is None:
            return None
        return [Form(each, (*self.path, key, str(index)), self.problems) for index, each in enumerate(value)]

    def object(self, key: str, *, required: bool = False) -> Form | None:
        """A nested object to be examined."""
        value = self.raw(key, required=required)
        return None if value is None else Form(value, (*self.path, key), self.problems)

    def unsupported(self, *keys: str) -> None:
        """Fields Discord has and the sandbox has not: refused unless empty."""
        for key in keys:
            if self.raw(key):
                self.fault(key, "SANDBOX_UNSUPPORTED", f"The sandbox does not do {key}.")

    def end(self) -> None:
        """Every field left unasked is unknown, and said to be."""
        for key in self.value:
            if key not in self.asked:
                self.fault(str(key), "SANDBOX_UNKNOWN_FIELD", f"Discord describes no field '{key}' here.")

    def finish(self) -> None:
        """Nothing more is asked for: refuse the body if anything was wrong with it."""
        self.end()
        self.problems.refuse_if_any()
