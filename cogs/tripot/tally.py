"""Statistics and honours of a finished game of Le Tripot du Chaos."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.core.game import Honour, Played, Seat, Tally
from bot.core.records import blank
from cogs.tripot.moves import Action, Moves, Resolve
from cogs.tripot.rules import State
from cogs.tripot.view import DuelResolved, TripotView

FIGURES = ("betrayals", "betrayed", "pacts", "parries", "plunder", "biggest")
"""Attacks on a cooperating player, and attacks suffered while cooperating; duels in which both cooperated; defences
against an attack; stakes taken by attacking; the biggest pot taken alone."""
TOTALS = ("duels", "biggest", "rounds")

HONOURS = (
    Honour(
        key="peaceful", earned=lambda deed: deed.won and not deed.figures["betrayals"] and deed.figures["pacts"] >= 2
    ),
    Honour(key="pacts", earned=lambda deed: deed.figures["pacts"] >= 3),
    Honour(key="traitor", earned=lambda deed: deed.figures["betrayals"] >= 3),
    Honour(key="resilient", earned=lambda deed: deed.won and deed.figures["betrayed"] >= 2),
    Honour(key="parries", earned=lambda deed: deed.figures["parries"] >= 3),
    Honour(key="biggest", earned=lambda deed: deed.figures["biggest"] >= 9),
)


def tally(seats: int, log: Iterable[Played[State, Moves]]) -> Tally:
    """The figures of a finished game."""
    figures = blank(FIGURES, seats)
    duels = biggest = rounds = 0
    for before, _, move, _ in log:
        if not isinstance(move, Resolve):
            continue
        duel, laid = before.public.duels[move.duel], before.secrets.actions
        first, second = duel.seats
        one: Action = dict(laid[first])[move.duel]
        two: Action = dict(laid[second])[move.duel]
        duels += 1
        biggest = max(biggest, duel.pot)
        rounds = before.public.round
        _count(figures[first], (one, two), duel.pot, duel.stakes[1])
        _count(figures[second], (two, one), duel.pot, duel.stakes[0])
    return Tally(figures, {"duels": duels, "biggest": biggest, "rounds": rounds})


def _count(own: dict[str, int], actions: tuple[Action, Action], pot: int, theirs: int) -> None:
    """Add a duel to the figures of one side. ``actions`` has its own first; ``theirs`` is the other's stake."""
    match actions:
        case "attack", "cooperate":
            own["betrayals"] += 1
            own["plunder"] += theirs
            own["biggest"] = max(own["biggest"], pot)
        case "attack", "attack":
            own["plunder"] += theirs
        case "cooperate", "attack":
            own["betrayed"] += 1
        case "cooperate", "cooperate":
            own["pacts"] += 1
        case "defend", "attack":
            own["parries"] += 1
            own["biggest"] = max(own["biggest"], pot)
        case _:
            pass


def signs(views: Sequence[TripotView], seat: Seat) -> list[str]:
    """One sign for each duel of a seat: a pact, a gain, a loss, or neither."""
    found: list[str] = []
    for public in (view.public for view in views):
        if isinstance(public.last, DuelResolved):
            duel = (public.duels or public.ended)[public.last.duel]
            if seat in duel.seats and duel.nets is not None:
                net = duel.nets[duel.seats.index(seat)]
                gain = "🟩" if net > 0 else "🟥" if net < 0 else "⬜"
                found.append("🤝" if duel.tokens == ("cooperate", "cooperate") else gain)
    return found
