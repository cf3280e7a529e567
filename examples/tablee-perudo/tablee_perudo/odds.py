"""How likely a bid is, for a seat that sees its own dice and hears the bids of the others."""

from __future__ import annotations

from tablee_perudo.moves import JOKER
from tablee_perudo.view import PerudoView

TRUST = 0.6
"""How often one die of a player who has bid on a face shows that face, beyond what chance gives."""


def chance_of_die(view: PerudoView, face: int) -> float:
    """The chance that a hidden die counts for a face."""
    return 1 / 6 if face == JOKER or view.public.palifico else 1 / 3


def likelihood(view: PerudoView, face: int, count: int, *, listening: bool) -> float:
    """The probability that at least so many dice count for a face.

    ``listening``: one die of every other player whose last bid was on that face is probably one of them.
    """
    public, own = view.public, view.own.dice if view.own else ()
    needed = count - sum(public.matches(die, face) for die in own)
    hidden = public.total - len(own)
    last = {claim.seat: claim.face for claim in public.claims}
    hinted = sum(said == face and seat != view.seat for seat, said in last.items()) if listening else 0
    chance = chance_of_die(view, face)
    chances = [chance] * (hidden - hinted) + [chance + (1 - chance) * TRUST] * hinted
    return _at_least(needed, chances)


def _at_least(needed: int, chances: list[float]) -> float:
    """The probability that at least so many of independent events happen."""
    if needed <= 0:
        return 1.0
    spread = [1.0]
    for chance in chances:
        spread = [
            (spread[hits] if hits < len(spread) else 0.0) * (1 - chance) + (spread[hits - 1] * chance if hits else 0.0)
            for hits in range(len(spread) + 1)
        ]
    return sum(spread[needed:])
