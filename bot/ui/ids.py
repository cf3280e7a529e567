"""Addresses: what a custom_id says. A button carries where it leads, never what the table is like.

``verb:table:painted:step.step`` — the table's number and the revision its page was painted at are in base 36.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.game import Path

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PATTERN = re.compile(r"([a-z]+):([0-9a-z]{0,13}):([0-9a-z]{0,13}):([A-Za-z0-9,_.~-]*)")


class Address(NamedTuple):
    """Where a click leads."""

    verb: str
    table: int = 0
    painted: int = 0
    path: Path = ()

    def __str__(self) -> str:
        return f"{self.verb}:{_base36(self.table)}:{_base36(self.painted)}:{'.'.join(self.path)}"

    @classmethod
    def parse(cls, custom_id: str) -> Address | None:
        """The address a custom_id spells; None if it is not one of ours (any more)."""
        match = _PATTERN.fullmatch(custom_id)
        if not match:
            return None
        verb, table, painted, path = match.groups()
        steps = tuple(path.split(".")) if path else ()
        return cls(verb, int(table or "0", 36), int(painted or "0", 36), steps)


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
