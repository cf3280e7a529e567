"""Figures and honours of a finished game of Perudo."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.game import Honour, Played, Tally
from bot.core.records import blank

from tablee_perudo.moves import DICE, Bid, Doubt, Moves
from tablee_perudo.rules import State

FIGURES = ("bids", "right", "wrong", "caught", "dice")
"""Bids; doubts that were right and wrong; false bids that were doubted; dice left at the end."""
TOTALS = ("rounds", "bids")

HONOURS = (
    Honour(key="untouched", earned=lambda deed: deed.won and deed.figures["dice"] == DICE),
    Honour(key="hanging", earned=lambda deed: deed.won and deed.figures["dice"] == 1),
    Honour(key="hunter", earned=lambda deed: deed.figures["right"] >= 5 and not deed.figures["wrong"]),
    Honour(key="unseen", earned=lambda deed: deed.figures["bids"] >= 10 and not deed.figures["caught"]),
)


def tally(seats: int, log: Iterable[Played[State, Moves]]) -> Tally:
    """The figures of a finished game."""
    figures = blank(FIGURES, seats)
    (whole,) = blank(TOTALS, 1)
    for _, seat, move, after in log:
        public = after.public
        match move:
            case Bid():
                figures[seat]["bids"] += 1
                whole["bids"] += 1
            case Doubt():
                verdict = public.verdict
                assert verdict is not None, "a doubt is judged at once"
                whole["rounds"] += 1
                if verdict.loser == seat:
                    figures[seat]["wrong"] += 1
                else:
                    figures[seat]["right"] += 1
                    figures[verdict.loser]["caught"] += 1
            case _:
                continue
        for each, left in zip(figures, public.dice, strict=True):
            each["dice"] = left
    return Tally(figures, whole)
