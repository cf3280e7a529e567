"""How a table says no."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """The table says no: a key into the kernel's strings (``refusal-<key>``) and its blanks."""

    def __init__(self, key: str, **blanks: Any) -> None:
        super().__init__(key, blanks)
        self.key = key
        self.blanks = blanks
