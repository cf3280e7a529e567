"""Statistics and honours of a finished game of Pinocchio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.core.game import Honour, Played, Seat, Tally
from bot.core.records import blank
from cogs.pinocchio.moves import AnnounceCard, Believe, Doubt, Moves
from cogs.pinocchio.rules import State
from cogs.pinocchio.view import PinocchioView

FIGURES = ("lies", "caught", "right", "wrong", "swallowed", "streak")
"""Lies told and those found out; doubts that were right and wrong; lies believed; most lies in a row not found out."""
TOTALS = ("doubts", "lies")

HONOURS = (
    Honour(key="unseen", earned=lambda deed: deed.figures["lies"] >= 7 and not deed.figures["caught"]),
    Honour(key="honest", earned=lambda deed: deed.won and not deed.figures["lies"]),
    Honour(key="doubts", earned=lambda deed: deed.figures["right"] >= 3 and not deed.figures["wrong"]),
    Honour(key="streak", earned=lambda deed: deed.figures["streak"] >= 10),
    Honour(key="trusting", earned=lambda deed: deed.figures["swallowed"] >= 6),
    Honour(key="caught", earned=lambda deed: deed.figures["caught"] >= 5),
)


def tally(seats: int, log: Iterable[Played[State, Moves]]) -> Tally:
    """The figures of a finished game."""
    figures = blank(FIGURES, seats)
    run = [0] * seats
    for before, seat, move, after in log:
        own = figures[seat]
        match move:
            case AnnounceCard() if move.card != before.drawn:
                own["lies"] += 1
                run[seat] += 1
                own["streak"] = max(own["streak"], run[seat])
            case Doubt():
                verdict = after.public.verdict
                assert verdict is not None, "a doubt is judged at once"
                own["right" if verdict.lie else "wrong"] += 1
                if verdict.lie:
                    figures[verdict.announcer]["caught"] += 1
                    # A lie that was found out ends the streak.
                    run[verdict.announcer] = 0
            case Believe():
                said = before.public.announcement
                own["swallowed"] += said is not None and before.top != said.card
            case _:
                pass
    doubts = sum(own["right"] + own["wrong"] for own in figures)
    return Tally(figures, {"doubts": doubts, "lies": sum(own["lies"] for own in figures)})


def signs(views: Sequence[PinocchioView], seat: Seat) -> list[str]:
    """One sign for each doubt that a seat shouted or heard: whether it made the seat's nose longer."""
    verdicts = (view.public.verdict for view in views if view.public.last == "doubt")
    own = [verdict for verdict in verdicts if verdict and seat in (verdict.doubter, verdict.announcer)]
    return ["🟥" if verdict.punished == seat else "🟩" for verdict in own]
