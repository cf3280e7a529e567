"""The figures of a game of Cappuccino: who built high, who took, who lost."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.game import Played, Tally
from bot.core.tally import blank
from cogs.cappuccino.moves import Stack

FIGURES = ("tallest", "taken", "lost", "biggest", "joined", "moves")
"""The tallest stack one made; cups of others that one covered, and own ones that others covered, in stacks as they
stood; the most taken at once; own stacks put on own ones; stacks moved in all."""
TOTALS = ("tallest", "stacks")


def tally(seats: int, log: Iterable[Played]) -> Tally:
    """The figures of a finished game."""
    figures = blank(FIGURES, seats)
    stacks = 0
    for _, seat, move, after in log:
        if not isinstance(move, Stack):
            continue
        public = after.public
        last, own = public.last, figures[seat]
        own["moves"] += 1
        own["tallest"] = max(own["tallest"], last.height + last.added)
        owner = public.terms.owner(last.under)
        if owner == seat:
            own["joined"] += 1
        else:
            own["taken"] += last.added
            own["biggest"] = max(own["biggest"], last.added)
            figures[owner]["lost"] += last.added
        if public.active is None:
            stacks = sum(map(bool, public.piles))
    return Tally(figures, {"tallest": max(own["tallest"] for own in figures), "stacks": stacks})
