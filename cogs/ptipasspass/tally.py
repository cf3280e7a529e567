"""Statistics and honours of a finished game of PtiPassPass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from bot.core.game import Honour, Played, Seat, Tally
from bot.core.records import blank
from cogs.ptipasspass.cups import board
from cogs.ptipasspass.moves import AnnounceColour, Doublon, Lift, Menteur, Moves
from cogs.ptipasspass.rules import State
from cogs.ptipasspass.view import PtiPassPassView

FIGURES = ("lies", "caught", "right", "wrong", "gained", "misses")
"""Lies told and those found out; shouts that were right and wrong, of either kind; tokens taken by
challenges, without the one that stayed in the fist; lifts without a good set."""
TOTALS = ("rounds", "voids")

HONOURS = (
    Honour(key="unseen", earned=lambda deed: deed.figures["lies"] >= 5 and not deed.figures["caught"]),
    Honour(key="honest", earned=lambda deed: deed.won and not deed.figures["lies"]),
    Honour(key="shouts", earned=lambda deed: deed.figures["right"] >= 3 and not deed.figures["wrong"]),
    Honour(key="sure", earned=lambda deed: deed.won and not deed.figures["misses"]),
    Honour(key="hasty", earned=lambda deed: deed.figures["wrong"] >= 6),
)


def tally(seats: int, log: Iterable[Played[State, Moves]]) -> Tally:
    """The figures of a finished game."""
    figures = blank(FIGURES, seats)
    rounds, voids = 1, 0
    for before, seat, move, after in log:
        public, secrets, own = before.public, before.secrets, figures[seat]
        won = after.public.victories != public.victories
        match move:
            case AnnounceColour(colour=colour):
                own["lies"] += colour != secrets.fist
            case Doublon():
                assert public.aimed is not None, "a shout is about the aimed cup"
                found = len(secrets.cups[board(public.layout, seats).place[public.aimed]])
                own["right" if found else "wrong"] += 1
                figures[public.active if found else seat]["gained"] += found or 1
            case Menteur() if public.stated != secrets.fist:
                own["right"] += 1
                figures[public.active]["caught"] += 1
            case Menteur():
                own["wrong"] += 1
                own["gained"] += 1
            case Lift():
                own["misses"] += not won
            case _:
                pass
        if after.public.round != public.round:
            rounds += 1
            voids += not won
    return Tally(figures, {"rounds": rounds, "voids": voids})


def signs(views: Sequence[PtiPassPassView], seat: Seat) -> list[str]:
    """One sign for each round: won by a seat, by another one, or void."""
    found: list[str] = []
    for before, after in pairwise(view.public for view in views):
        if after.round != before.round or after.phase == "over":
            won = after.victories != before.victories
            mine = after.victories[seat] != before.victories[seat]
            found.append("🟩" if mine else "🟥" if won else "⬜")
    return found
