"""The reason for refusing a move; called only for moves that are not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.game import Illegal, Seat
from cogs.trio.moves import Moves, Offer, RevealCentre, RevealHand, place_name
from cogs.trio.view import Public

if TYPE_CHECKING:
    from cogs.trio.rules import State


def refusal(state: State, seat: Seat, move: Moves) -> Illegal:
    """The reason for refusing a seat's move."""
    public = state.public
    if isinstance(move, RevealCentre | RevealHand):
        return _reveal(public, seat, move)
    return _answer(public, seat, move)


def _reveal(public: Public, seat: Seat, move: RevealCentre | RevealHand) -> Illegal:
    if public.phase == "exchange":
        return Illegal("exchange-first")
    if seat != public.active:
        return Illegal("not-your-turn", seat=public.active)
    if isinstance(move, RevealCentre):
        if not public.centre:
            return Illegal("no-centre")
        if not 0 <= move.place < len(public.centre):
            return Illegal("no-such-place", place=place_name(move.place), places=len(public.centre))
        out = any(card.by == move for card in public.shown)
        return Illegal("place-shown" if out else "place-empty", place=place_name(move.place))
    if not 0 <= move.seat < public.setup.seats:
        return Illegal("no-such-seat", number=move.seat + 1)
    out = any(isinstance(card.by, RevealHand) and card.by.seat == move.seat for card in public.shown)
    if move.seat == seat:
        return Illegal("own-hand-shown" if out else "own-hand-empty")
    return Illegal("hand-shown" if out else "hand-empty", seat=move.seat)


def _answer(public: Public, seat: Seat, move: Moves) -> Illegal:
    if not public.setup.teams:
        return Illegal("no-teams")
    if public.phase != "exchange":
        return Illegal("no-exchange", seat=public.active)
    answer = public.answers[public.setup.team(seat)]
    if answer == "out":
        return Illegal("not-in-exchange")
    if answer != "open":
        return Illegal("team-closed")
    if seat not in public.waited:
        return Illegal("already-answered")
    return Illegal("not-in-hand", card=move.card if isinstance(move, Offer) else 0)
