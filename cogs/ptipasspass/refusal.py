"""The reason for refusing a move, precise enough to say what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.game import Deal, Illegal, Seat
from cogs.ptipasspass.cups import board
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Menteur, Moves, Ok, Swap

if TYPE_CHECKING:
    from cogs.ptipasspass.rules import State


def refusal(state: State, seat: Seat, move: Moves) -> Illegal:
    """The reason for refusing an illegal move."""
    public = state.public
    if seat not in state.to_act:
        return _out_of_turn(state, seat)
    if isinstance(move, Ok | Doublon | Menteur):
        return _wrong_answer(state, move)
    if public.asking:
        return Illegal("answer-first", seat=public.active)
    if isinstance(move, AnnounceColour):
        return Illegal("nothing-to-announce")
    if public.phase == "announce":
        return Illegal("announce-first", cup=public.aimed)
    assert not isinstance(move, Deal), "no player deals"
    return _wrong_aim(state, seat, move) if isinstance(move, Aim) else _wrong_lifting(state, seat, move)


def _out_of_turn(state: State, seat: Seat) -> Illegal:
    public = state.public
    if not public.asking:
        return Illegal("not-your-turn", seat=public.active)
    return Illegal("wait-for-answers") if seat == public.active else Illegal("already-answered")


def _wrong_answer(state: State, move: Ok | Doublon | Menteur) -> Illegal:
    if not state.public.asking:
        return Illegal("nothing-to-answer")
    return Illegal("doublon-too-late") if isinstance(move, Doublon) else Illegal("menteur-too-early")


def _wrong_aim(state: State, seat: Seat, move: Aim) -> Illegal:
    if state.public.phase != "aim":
        return Illegal("nothing-to-aim")
    if move.token not in state.secrets.hands[seat]:
        return Illegal("not-in-hand", colour=move.token)
    return Illegal("no-such-cup", cup=move.cup)


def _wrong_lifting(state: State, seat: Seat, move: Swap | Lift) -> Illegal:
    public = state.public
    if public.phase == "aim":
        return Illegal("place-first", count=public.counts[seat])
    if isinstance(move, Swap) and public.phase == "lift":
        return Illegal("already-swapped")
    known = board(public.layout, public.seats).place
    for cup in move.cups:
        if cup not in known:
            return Illegal("no-such-cup", cup=cup)
    if isinstance(move, Lift):
        return Illegal("not-a-line", cups=", ".join(move.cups))
    first, second = move.cups
    if first == second:
        return Illegal("same-cup", cup=first)
    return Illegal("not-neighbours", first=first, second=second)
