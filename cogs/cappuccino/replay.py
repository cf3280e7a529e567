"""Cappuccino seen again: the moves worth another look. Nothing in it is ever hidden."""

from __future__ import annotations

from bot.core.game import Played
from cogs.cappuccino.view import Stacked

MANY = 3
"""Cups taken from somebody at once that people talk about afterwards."""


def telling(played: Played) -> bool:
    """Whether a move took many cups, settled an island, or left somebody without a move."""
    public, last = played.after.public, played.after.public.last
    if not isinstance(last, Stacked):
        return False
    taken = last.added if public.terms.owner(last.under) != last.seat else 0
    return taken >= MANY or bool(last.settled or last.blocked)
