"""Why a move is refused: asked only once the rules have found that it is not a legal one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.game import CHANCE, Illegal, Seat
from cogs.trio.deals import fault
from cogs.trio.moves import Deal, Moves, Offer, RevealCentre, RevealHand

if TYPE_CHECKING:
    from cogs.trio.rules import TrioState


def refusal(state: TrioState, seat: Seat, move: Moves) -> Illegal:
    """The reason for which a state refuses a seat's move."""
    if state.phase == "over":
        return Illegal("over")
    if seat == CHANCE or isinstance(move, Deal) or state.phase == "deal":
        return _deal(state, seat, move)
    if not 0 <= seat < state.terms.seats:
        return Illegal("no-such-seat", number=seat + 1)
    if isinstance(move, RevealCentre | RevealHand):
        return _reveal(state, seat, move)
    return _answer(state, seat, move)


def _deal(state: TrioState, seat: Seat, move: Moves) -> Illegal:
    if state.phase != "deal":
        return Illegal("already-dealt")
    if seat != CHANCE:
        return Illegal("only-chance-deals" if isinstance(move, Deal) else "not-dealt")
    if not isinstance(move, Deal):
        return Illegal("bad-deal", reason="chance can only deal")
    return Illegal("bad-deal", reason=fault(state.terms, move))


def _reveal(state: TrioState, seat: Seat, move: RevealCentre | RevealHand) -> Illegal:
    if state.phase == "exchange":
        return Illegal("exchange-first")
    if seat != state.active:
        return Illegal("not-your-turn", seat=state.active)
    if isinstance(move, RevealCentre):
        if not state.centre:
            return Illegal("no-centre")
        if not 0 <= move.place < len(state.centre):
            return Illegal("no-such-place", place=move.place + 1, places=len(state.centre))
        out = any(card.by == move for card in state.shown)
        return Illegal("place-shown" if out else "place-empty", place=move.place + 1)
    if not 0 <= move.seat < state.terms.seats:
        return Illegal("no-such-seat", number=move.seat + 1)
    out = any(isinstance(card.by, RevealHand) and card.by.seat == move.seat for card in state.shown)
    if move.seat == seat:
        return Illegal("own-hand-shown" if out else "own-hand-empty")
    return Illegal("hand-shown" if out else "hand-empty", seat=move.seat)


def _answer(state: TrioState, seat: Seat, move: Moves) -> Illegal:
    if not state.terms.teams:
        return Illegal("no-teams")
    if state.phase != "exchange" or state.exchange is None:
        return Illegal("no-exchange", seat=state.active)
    answer = state.exchange.answers[state.terms.team(seat)]
    if answer == "out":
        return Illegal("not-in-exchange")
    if answer != "open":
        return Illegal("team-closed")
    if state.exchange.offers[seat]:
        return Illegal("already-answered")
    return Illegal("not-held", card=move.card if isinstance(move, Offer) else 0)
