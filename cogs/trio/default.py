"""What is played for somebody whose time is up."""

from __future__ import annotations

from collections.abc import Collection

from cogs.trio.moves import Decline, Moves, RevealCentre, RevealHand
from cogs.trio.views import TrioView


def default(view: TrioView, legal: Collection[Moves]) -> Moves:
    """Keep one's cards; else turn up the centre, then the lowest of an opponent: one's own side is shown last."""
    if Decline() in legal:
        return Decline()
    ours = view.terms.side(view.active)

    def exposes(move: Moves) -> tuple[bool, bool, int]:
        if isinstance(move, RevealHand):
            distance = (move.seat - view.active) % view.terms.seats
            return (move.seat in ours, True, 2 * distance + (move.end == "highest"))
        return (False, False, move.place if isinstance(move, RevealCentre) else 0)

    return min(legal, key=exposes)
