"""Addresses: the content of a custom_id. A button carries where it leads, never the state of a table.

``verb:table:revision:step.step``: the table's number and the revision at which its page was rendered are in base 36.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from bot.core.game import Path
from bot.pages.page import ID_LIMIT, MENU_LIMIT, Button
from bot.text.strings import Speech

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_STEPS = re.compile(r"[A-Za-z0-9,_~-]+(?:\.[A-Za-z0-9,_~-]+)*")
_PATTERN = re.compile(rf"([a-z]+):([0-9a-z]{{0,13}}):([0-9a-z]{{0,13}}):({_STEPS.pattern})?")
_VALUE_LIMIT = 100
"""Discord's limit on the characters of a menu's value."""
_NUMBER_LIMIT = 2**63
"""Databases store smaller numbers only."""


class Address(NamedTuple):
    """Where a click leads."""

    verb: str
    table: int = 0
    revision: int = 0
    path: Path = ()

    def __str__(self) -> str:
        return f"{self.verb}:{base36(self.table)}:{base36(self.revision)}:{'.'.join(self.path)}"

    @classmethod
    def parse(cls, custom_id: str) -> Address | None:
        """The address in a custom_id; None if it is not one of ours, or of an old version."""
        match = _PATTERN.fullmatch(custom_id) if len(custom_id) <= ID_LIMIT else None
        if not match:
            return None
        verb, number, revision, path = match.groups()
        table, revision = int(number or "0", 36), int(revision or "0", 36)
        if table >= _NUMBER_LIMIT or revision >= _NUMBER_LIMIT:
            return None
        return cls(verb, table, revision, tuple(path.split(".")) if path else ())

    def extended(self, values: Collection[object]) -> Address | None:
        """The address with the values chosen from a menu as steps; None if one of them is not ours."""
        # Several menus on a page need different ids: they end in a step like ``~m1``, which is not part of the path.
        path = self.path[:-1] if values and self.path and self.path[-1].startswith("~") else self.path
        for count, value in enumerate(values):
            if count == MENU_LIMIT or not isinstance(value, str) or len(value) > _VALUE_LIMIT:
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


def rules_button(game: str, say: Speech, table: int = 0) -> Button:
    """The button that shows a game's rules: in the seat message of that table, else in a message of their own."""
    return Button(say("rules-button"), str(Address("rules", table, 0, (game,))))
