"""Le Tripot du Chaos seen again, with everything face up."""

from __future__ import annotations

from msgspec.structs import replace

from cogs.tripot.rules import State
from cogs.tripot.view import TripotView


def opened(state: State) -> TripotView:
    """The table with the card of a challenge and all actions that are laid."""
    view = state.view(None)
    if view.phase in {"deal", "over"}:
        return view
    return replace(view, public=replace(view.public, uncovered=state.secrets))
