"""PtiPassPass seen again, with everything face up."""

from __future__ import annotations

from msgspec.structs import replace

from cogs.ptipasspass.rules import State
from cogs.ptipasspass.view import Opened, PtiPassPassView


def opened(state: State) -> PtiPassPassView:
    """The table with every hand, all that lies under cups, and the token in the fist."""
    view, secrets = state.view(None), state.secrets
    # While a round that has ended is looked at, it lies open anyway; the next one is not begun.
    if view.phase in {"deal", "over"} or view.public.ended:
        return view
    return replace(view, public=replace(view.public, opened=Opened(secrets.hands, secrets.cups, secrets.fist)))
