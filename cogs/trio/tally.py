"""Statistics and honours of a finished game of Trio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from bot.core.game import Honour, Played, Seat, Tally
from bot.core.records import blank
from cogs.trio.moves import Moves, Offer, Reveal, RevealCentre
from cogs.trio.rules import State
from cogs.trio.view import Secrets, TrioView

FIGURES = ("first_sight", "stolen", "near", "misses", "revealed", "exchanges")
"""Trios of a number that no failed turn had revealed; trios of which an opponent was the last to show two cards in
one turn; turns that failed with the third card; all turns that failed; cards turned up; cards given to the partner."""
TOTALS = ("turns", "trios")
TRIO_CARDS = 3

HONOURS = (
    Honour(key="sight", earned=lambda deed: deed.figures["first_sight"] >= 2),
    Honour(key="flawless", earned=lambda deed: deed.won and not deed.figures["misses"]),
    Honour(key="thief", earned=lambda deed: deed.figures["stolen"] >= 2),
    Honour(key="near", earned=lambda deed: deed.figures["near"] >= 5),
    Honour(key="partners", earned=lambda deed: deed.won and deed.figures["exchanges"] >= 3),
)


def tally(seats: int, log: Iterable[Played[State, Moves]]) -> Tally:
    """The figures of a finished game."""
    figures = blank(FIGURES, seats)
    seen: set[int] = set()
    pairs: dict[int, Seat] = {}
    """For each number of which a failed turn showed two cards, the seat of the last such turn."""
    turns = trios = 0
    for before, seat, move, after in log:
        if isinstance(move, Offer):
            public = after.public
            if public.answers[public.setup.team(seat)] == "swapped":
                for partner in public.setup.side(seat):
                    figures[partner]["exchanges"] += 1
        elif isinstance(move, Reveal):
            own, numbers = figures[seat], [card.number for card in before.public.shown]
            own["revealed"] += 1
            numbers.append(_number(before.secrets, move))
            first, last = numbers[0], numbers[-1]
            if first != last:
                turns += 1
                own["misses"] += 1
                own["near"] += len(numbers) == 3
                seen.update(numbers)
                if len(numbers) == 3:
                    pairs[first] = seat
            elif len(numbers) == 3:
                turns += 1
                trios += 1
                own["first_sight"] += first not in seen
                own["stolen"] += first in pairs and pairs[first] not in after.public.setup.side(seat)
    return Tally(figures, {"turns": turns, "trios": trios})


def _number(secrets: Secrets, move: Reveal) -> int:
    """The number on the card that a move turns up."""
    if isinstance(move, RevealCentre):
        return secrets.centre[move.place]
    return secrets.hands[move.seat][0 if move.end == "lowest" else -1]


def telling(played: Played[State, Moves]) -> bool:
    """Whether a move won a trio."""
    return played.after.public.trios != played.before.public.trios and played.seat >= 0


def signs(views: Sequence[TrioView], seat: Seat) -> list[str]:
    """One sign for each turn of a seat: a trio, failed with the third card, or before."""
    found: list[str] = []
    for before, after in pairwise(view.public for view in views):
        last, taken = after.last, after.trios != before.trios
        if last and last.seat == seat and (taken or after.flash):
            found.append("🟩" if taken else "🟨" if len(last.asked) == TRIO_CARDS else "⬜")
    return found
