"""Why a move that is not among the legal ones cannot be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.game import CHANCE, Illegal, Seat
from cogs.cappuccino.cells import neighbours
from cogs.cappuccino.deals import fault
from cogs.cappuccino.moves import AnyMove, Deal, Place, Stack
from cogs.cappuccino.site import contacts
from cogs.cappuccino.terms import LETTERS

if TYPE_CHECKING:
    from cogs.cappuccino.rules import State


def refusal(state: State, seat: Seat, move: AnyMove) -> Illegal:
    """The most helpful reason for refusing an illegal move."""
    return _moment(state, seat, move) or _choice(state, seat, move)


def _moment(state: State, seat: Seat, move: AnyMove) -> Illegal | None:
    """The reason if this seat cannot make this kind of move now."""
    phase = state.phase
    if phase == "over" or state.active is None:
        return Illegal("over")
    if seat != CHANCE and not 0 <= seat < state.terms.seats:
        return Illegal("unknown-seat", number=seat)
    if seat != CHANCE and isinstance(move, Deal):
        return Illegal("chance-only")
    if phase == "deal":
        return _deal(state, move) if seat == CHANCE else Illegal("not-dealt")
    if seat == CHANCE:
        return Illegal("already-dealt")
    if seat in state.blocked:
        return Illegal("blocked")
    if seat != state.active:
        return Illegal("not-your-turn", seat=state.active)
    if phase == "place" and not isinstance(move, Place):
        return Illegal("place-first", left=state.terms.cups - len(state.site.cells))
    return Illegal("nothing-to-place") if phase == "stack" and not isinstance(move, Stack) else None


def _deal(state: State, move: AnyMove) -> Illegal:
    if not isinstance(move, Deal):
        return Illegal("bad-deal", reason="the first move must be the deal")
    return Illegal("bad-deal", reason=fault(state.terms, move))


def _choice(state: State, seat: Seat, move: AnyMove) -> Illegal:
    """The reason for refusing a move of the right kind at the right moment."""
    if isinstance(move, Place):
        return _place(state, seat, move)
    if isinstance(move, Stack):
        return _stack(state, seat, move)
    return Illegal("chance-only")


def _place(state: State, seat: Seat, move: Place) -> Illegal:
    site = state.site
    name = site.frame.name(move.cell)
    if move.colour not in state.terms.owned(seat):
        return Illegal("not-your-colour", colour=move.colour)
    if not state.left(move.colour):
        return Illegal("none-left", colour=move.colour)
    if move.cell in site.cells:
        return Illegal("cell-taken", cell=name)
    if not site.cells:
        return Illegal("first-cup", cell=site.frame.name(site.free[0]))
    touching = contacts(move.cell, frozenset(site.cells))
    return Illegal("too-few-contacts", cell=name, needed=site.contacts_needed(), touching=touching)


def _stack(state: State, seat: Seat, move: Stack) -> Illegal:
    index, frame = state.board.index, state.board.frame
    source, target = frame.name(move.from_), frame.name(move.to)
    moved = state.piles[index[move.from_]] if move.from_ in index else ""
    under = state.piles[index[move.to]] if move.to in index else ""
    if not moved:
        return Illegal("no-stack", cell=source)
    colour = LETTERS[moved[-1]]
    if state.terms.owner(colour) != seat:
        return Illegal("not-yours", cell=source, colour=colour, other=state.terms.owner(colour))
    if move.from_ == move.to:
        return Illegal("same-cell", cell=source)
    if not under:
        return Illegal("void", cell=target)
    if move.to not in neighbours(move.from_):
        return Illegal("too-far", cell=source, target=target)
    return Illegal("too-tall", cell=source, height=len(moved), target=target, tall=len(under))
