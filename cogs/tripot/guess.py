"""A whole state that a view allows: what is face down is drawn afresh."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from bot.core.game import Seat
from cogs.tripot import moves
from cogs.tripot.moves import Actions
from cogs.tripot.rules import State
from cogs.tripot.views import Pending, TripotView


def guess(view: TripotView, rng: Random) -> State:
    """A state with this very view, the other seats' hidden card and tokens drawn among the possible ones."""
    pending = view.pending
    if pending and pending.card is None:
        pending = replace(pending, card=rng.choice(view.hands[pending.challenger]))
    return State(
        hands=view.hands,
        points=view.points,
        sealed=tuple(_sealed(view, seat, rng) for seat in range(view.seats)),
        phase=view.phase,
        round=view.round,
        first=view.first,
        turn=_turn(view, pending),
        reserve=view.reserve,
        pending=pending,
        duels=view.duels,
        ended=view.ended,
        last=view.last,
        flash=view.flash,
    )


def _turn(view: TripotView, pending: Pending | None) -> Seat:
    """Who challenges or resolves."""
    if pending:
        return pending.challenger
    return view.to_act[0] if view.phase in {"deal", "challenge", "resolve"} else view.first


def _sealed(view: TripotView, seat: Seat, rng: Random) -> Actions:
    """What a seat may have laid: anything that agrees with its tokens already turned up."""
    if seat == view.seat or seat not in view.sealed:
        return view.own if seat == view.seat else ()
    shown = {
        number: duel.tokens[duel.seats.index(seat)]
        for number, duel in enumerate(view.duels)
        if duel.tokens and seat in duel.seats
    }
    possible = moves.commits(view.duels_of(seat))
    return rng.choice([move.actions for move in possible if shown.items() <= dict(move.actions).items()])
