"""The move played for somebody whose time is up."""

from __future__ import annotations

from collections.abc import Collection

from cogs.tripot.moves import Answer, AnyMove, Challenge, Commit, Resolve
from cogs.tripot.views import TripotView

SAFEST = ("defend", "cooperate", "attack")
"""An opponent who knows this default wins least from a defender: the one good reply costs the defender a point."""


def default(view: TripotView, legal: Collection[AnyMove]) -> AnyMove:
    """A safe move: the lowest card, against the next seat; the safest action where most is staked; the first duel."""
    seat = view.seat or 0

    def order(move: AnyMove) -> tuple[int, ...]:
        match move:
            case Challenge(opponent=opponent, card=card):
                return (card, (opponent - seat) % view.seats)
            case Answer(card=card):
                return (card,)
            case Resolve(duel=duel):
                return (duel,)
            case Commit(actions=actions):
                stakes = {number: _stake(view, number) for number, _ in actions}
                dearest = sorted(actions, key=lambda laid: (-stakes[laid[0]], laid[0]))
                return tuple(SAFEST.index(action) for _, action in dearest)
            case _:
                return ()

    return min(legal, key=order)


def _stake(view: TripotView, number: int) -> int:
    """What the view's own seat has staked in a duel."""
    duel = view.duels[number]
    return duel.stakes[0 if duel.seats[0] == view.seat else 1]
