"""Trio seen again: everything face up, and the moves worth another look."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.game import Played
from cogs.trio.rules import State
from cogs.trio.view import Opened, TrioView


def opened(state: State) -> TrioView:
    """The table with every hand, the centre and, while an exchange is under way, the sealed cards."""
    view, secrets = state.view(None), state.secrets
    if view.phase in {"deal", "over"}:
        return view
    offers = secrets.offers if view.phase == "exchange" else ()
    return replace(view, public=replace(view.public, opened=Opened(secrets.hands, secrets.centre, offers)))


def telling(played: Played) -> bool:
    """Whether a move won a trio; turns that miss are most of the game."""
    return played.after.public.trios != played.before.public.trios and played.seat >= 0
