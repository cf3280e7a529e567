"""Addresses: what a custom_id says. A button carries where it leads, never what the table is like.

``verb:table:painted:step.step`` — the table's number and the revision its page was painted at are in base 36.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from bot.core.game import Path
from bot.pages.page import ID_LIMIT, MENU_LIMIT

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_STEPS = re.compile(r"[A-Za-z0-9,_~-]+(?:\.[A-Za-z0-9,_~-]+)*")
_PATTERN = re.compile(rf"([a-z]+):([0-9a-z]{{0,13}}):([0-9a-z]{{0,13}}):({_STEPS.pattern})?")
_VALUE = 100
"""Discord's limit on the characters of a menu's value."""
_END = 2**63
"""The first number that no database holds."""


class Address(NamedTuple):
    """Where a click leads."""

    verb: str
    table: int = 0
    painted: int = 0
    path: Path = ()

    def __str__(self) -> str:
        return f"{self.verb}:{base36(self.table)}:{base36(self.painted)}:{'.'.join(self.path)}"

    @classmethod
    def parse(cls, custom_id: str) -> Address | None:
        """The address a custom_id spells; None if it is not one of ours (any more)."""
        match = _PATTERN.fullmatch(custom_id) if len(custom_id) <= ID_LIMIT else None
        if not match:
            return None
        verb, *numbers, path = match.groups()
        table, painted = (int(number or "0", 36) for number in numbers)
        if table >= _END or painted >= _END:
            return None
        return cls(verb, table, painted, tuple(path.split(".")) if path else ())

    def extended(self, values: Collection[object]) -> Address | None:
        """Where the values chosen from a menu lead from here; None if one of them is not ours (any more)."""
        # One of several menus of a page is told apart by a last step like ``~m1``, which is none.
        path = self.path[:-1] if values and self.path and self.path[-1].startswith("~") else self.path
        for count, value in enumerate(values):
            if count == MENU_LIMIT or not isinstance(value, str) or len(value) > _VALUE:
                return None
            if not _STEPS.fullmatch(value):
                return None
            path += tuple(value.split("."))
        return self._replace(path=path)


@lru_cache(10_000)
def base36(number: int) -> str:
    """A number in as few letters and digits as possible."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
