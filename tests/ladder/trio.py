"""Reference players of Trio, and the rows of its ladder."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cogs.trio.moves import RevealCentre, RevealHand
from tests.ladder.table import climbs


def _remembering(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """Asks for cards it has seen: three of a number it knows of, else its own number first, else anything new."""
    public, own = views[-1].public, views[-1].own
    if not isinstance(legal[0], RevealCentre | RevealHand):
        return rng.choice(legal)
    seen: dict[Any, int] = {}
    for view in views:
        for card in view.public.flash.cards if view.public.flash else ():
            seen[card.by] = card.number
    seat = views[-1].seat
    if own.hand:
        seen |= {RevealHand(seat, "lowest"): own.hand[0], RevealHand(seat, "highest"): own.hand[-1]}
    ways: dict[int, list[Any]] = {}
    for move in legal:
        if move in seen:
            ways.setdefault(seen[move], []).append(move)
    if public.shown:
        return rng.choice(ways.get(public.shown[0].number) or [move for move in legal if move not in seen] or legal)
    known = max(map(len, ways.values()), default=0)
    return rng.choice([move for moves in ways.values() if len(moves) == known for move in moves] or legal)


PLAYERS = {"remembers": _remembering}

ROWS = (*climbs(3, 150), *climbs(4, 150), *climbs(4, 1200, ("teams", True)))
