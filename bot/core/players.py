"""Who sits at a table."""

from __future__ import annotations

import msgspec

AWAY_AFTER = 1
"""Whoever lets so many turns run out is played for at once, until they come back: others wait for them once."""

NOBODY = 0
"""The number of somebody who is not to be remembered: no person has it, and it can be at a table several times."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table."""

    user: int
    name: str
    missed: int = 0
    left: bool = False

    @property
    def away(self) -> bool:
        """Whether the table plays for them at once instead of waiting."""
        return self.left or self.missed >= AWAY_AFTER
