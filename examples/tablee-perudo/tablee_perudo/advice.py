"""Why a move is good, in one sentence, from the views of its seat."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Say, percent

from tablee_perudo.moves import Bid, Doubt, Moves
from tablee_perudo.odds import likelihood
from tablee_perudo.view import PerudoView


def reason(views: Sequence[PerudoView], move: Moves, say: Say) -> str:
    """One true sentence on why that move is good."""
    view = views[-1]
    public, own = view.public, view.own.dice if view.own else ()
    match move:
        case Bid(face=face, count=count):
            mine = sum(public.matches(die, face) for die in own)
            chance = percent(likelihood(view, face, count, listening=False))
            return say("advice-bid", face=face, count=count, mine=mine, chance=chance)
        case Doubt():
            claim = public.claim
            assert claim is not None, "there is a bid to doubt"
            mine = sum(public.matches(die, claim.face) for die in own)
            chance = percent(likelihood(view, claim.face, claim.count, listening=False))
            return say("advice-doubt", face=claim.face, count=claim.count, mine=mine, chance=chance)
        case _:
            raise ValueError("chance needs no advice")
