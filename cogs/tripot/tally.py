"""What remains of a game of Le Tripot du Chaos: who kept peace, who betrayed, who saw it coming; what that earns."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.game import Honour, Played, Tally
from bot.core.records import blank
from cogs.tripot.moves import Action, Moves, Resolve
from cogs.tripot.rules import State

FIGURES = ("betrayals", "betrayed", "pacts", "parries", "plunder", "biggest")
"""Attacks on somebody who cooperated, and by whom one was attacked so; duels in which both cooperated; attacks that met
one's defence; stakes of others taken by attacking; the biggest pot one took alone."""
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
    """What a duel adds to the figures of one of its sides: the two actions, its own first, and the other's stake."""
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
