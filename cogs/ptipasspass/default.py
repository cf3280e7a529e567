"""What is played for a seat whose time is up."""

from __future__ import annotations

from collections.abc import Collection

from cogs.ptipasspass.layouts import board
from cogs.ptipasspass.moves import Aim, Announce, Lift, Moves, Ok
from cogs.ptipasspass.views import WINDOWS, TableView


def default(view: TableView, legal: Collection[Moves]) -> Moves:
    """Agree; put a token where nobody who plays by default has put one; tell the truth; lift another line each time."""
    if view.phase in WINDOWS:
        return Ok()
    if view.phase == "aim" and view.hand:
        cups = board(view.layout, view.seats).cups
        out = 3 * view.seats - sum(view.counts)
        return Aim(max(view.hand, key=view.hand.count), cups[out % len(cups)])
    if view.phase == "announce" and view.fist:
        return Announce(view.fist)  # no shout can hurt somebody who tells the truth
    lifts = [move for move in legal if isinstance(move, Lift)]
    return lifts[view.unplaced % len(lifts)]
