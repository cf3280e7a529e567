"""Pinocchio seen again, with everything face up."""

from __future__ import annotations

from msgspec.structs import replace

from cogs.pinocchio.rules import State
from cogs.pinocchio.view import PinocchioView, Uncovered


def opened(state: State) -> PinocchioView:
    """The table with the card on the heap, the one in a hand, and all that is still to come."""
    view, public, secrets = state.view(None), state.public, state.secrets
    if view.phase in {"deal", "over"}:
        return view
    piles = tuple(pile[len(pile) - left :] for pile, left in zip(secrets.piles, public.piles, strict=True))
    uncovered = Uncovered(held=state.drawn, piles=piles, aside=secrets.aside)
    top = state.top if public.heap else None
    return replace(view, public=replace(public, opened=top, laid_open=uncovered))
