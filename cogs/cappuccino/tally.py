"""Statistics and honours of a finished game of Cappuccino."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.core.game import Honour, Played, Seat, Tally
from bot.core.records import blank
from cogs.cappuccino.moves import Moves
from cogs.cappuccino.rules import State
from cogs.cappuccino.view import CappuccinoView, Stacked

FIGURES = ("tallest", "taken", "lost", "biggest", "joined", "moves")
"""The tallest stack made; cups in stacks of others covered, and in own stacks covered by others; most taken at once;
own stacks put on own ones; stacks moved."""
TOTALS = ("tallest", "stacks")

MEMORABLE_CUPS = 3
"""From this many cups taken at once a move is memorable."""

HONOURS = (
    Honour(key="tower", earned=lambda deed: deed.figures["tallest"] >= 12),
    Honour(key="spared", earned=lambda deed: deed.won and deed.figures["lost"] <= 8),
    Honour(key="scoop", earned=lambda deed: deed.figures["biggest"] >= 5),
    Honour(key="taker", earned=lambda deed: deed.figures["taken"] >= 20),
    Honour(key="joiner", earned=lambda deed: deed.figures["joined"] >= 5),
)


def tally(seats: int, log: Iterable[Played[State, Moves]]) -> Tally:
    """The figures of a finished game."""
    figures = blank(FIGURES, seats)
    stacks = 0
    for played in log:
        public = played.after.public
        last = public.last
        if not isinstance(last, Stacked):
            continue
        own = figures[last.seat]
        own["moves"] += 1
        own["tallest"] = max(own["tallest"], last.height + last.added)
        owner = public.setup.owner(last.under)
        if owner == last.seat:
            own["joined"] += 1
        else:
            own["taken"] += last.added
            own["biggest"] = max(own["biggest"], last.added)
            figures[owner]["lost"] += last.added
        if public.active is None:
            stacks = sum(map(bool, public.piles))
    return Tally(figures, {"tallest": max(own["tallest"] for own in figures), "stacks": stacks})


def telling(played: Played[State, Moves]) -> bool:
    """Whether a move took many cups, settled an island, or left a player without a move."""
    public, last = played.after.public, played.after.public.last
    if not isinstance(last, Stacked):
        return False
    taken = last.added if public.setup.owner(last.under) != last.seat else 0
    return taken >= MEMORABLE_CUPS or bool(last.settled or last.blocked)


def signs(views: Sequence[CappuccinoView], seat: Seat) -> list[str]:
    """One sign for each move of a seat: it covered cups of others, or its own."""
    lasts = (view.public.last for view in views)
    moves = [last for last in lasts if isinstance(last, Stacked) and last.seat == seat]
    setup = views[0].public.setup
    return ["🟦" if setup.owner(last.under) == seat else "🟪" for last in moves]
