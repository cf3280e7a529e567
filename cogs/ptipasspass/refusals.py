"""Why a move is refused, precisely enough to say what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.game import CHANCE, Illegal, Seat
from cogs.ptipasspass.layouts import Cup, board
from cogs.ptipasspass.moves import Aim, Announce, Deal, Doublon, Lift, Menteur, Moves, Ok, Swap
from cogs.ptipasspass.views import WINDOWS

if TYPE_CHECKING:
    from cogs.ptipasspass.rules import State


def refusal(state: State, seat: Seat, move: Moves) -> Illegal:
    """The reason for a move that is not among the legal ones."""
    if state.phase == "over":
        return Illegal("over")
    if seat == CHANCE or isinstance(move, Deal):
        return _bad_deal(state, seat, move)
    if not 0 <= seat < state.seats:
        return Illegal("no-such-seat", number=seat)
    if state.phase == "deal":
        return Illegal("not-dealt")
    if seat not in state.to_act:
        return _out_of_turn(state, seat)
    if isinstance(move, Ok | Doublon | Menteur):
        return _wrong_answer(state, move)
    if state.phase in WINDOWS:
        return Illegal("answer-first", seat=state.active)
    if isinstance(move, Announce):
        return Illegal("nothing-to-announce")
    if state.phase == "announce":
        return Illegal("announce-first", cup=state.aimed)
    return _wrong_aim(state, seat, move) if isinstance(move, Aim) else _wrong_lifting(state, seat, move)


def _bad_deal(state: State, seat: Seat, move: Moves) -> Illegal:
    if seat != CHANCE:
        return Illegal("only-chance-deals")
    if state.phase != "deal":
        return Illegal("bad-deal", reason="the game has been dealt already")
    if not isinstance(move, Deal):
        return Illegal("bad-deal", reason="chance can only deal")
    return Illegal("bad-deal", reason=f"the first player must be a seat from 0 to {state.seats - 1}")


def _out_of_turn(state: State, seat: Seat) -> Illegal:
    if state.phase not in WINDOWS:
        return Illegal("not-your-turn", seat=state.active)
    return Illegal("wait-for-answers") if seat == state.active else Illegal("already-answered")


def _wrong_answer(state: State, move: Ok | Doublon | Menteur) -> Illegal:
    if state.phase not in WINDOWS:
        return Illegal("nothing-to-answer")
    return Illegal("doublon-too-late") if isinstance(move, Doublon) else Illegal("menteur-too-early")


def _wrong_aim(state: State, seat: Seat, move: Aim) -> Illegal:
    if state.phase != "aim":
        return Illegal("nothing-to-aim")
    if move.token not in state.hands[seat]:
        return Illegal("token-not-held", colour=move.token)
    return Illegal("no-such-cup", cup=move.cup)


def _wrong_lifting(state: State, seat: Seat, move: Swap | Lift) -> Illegal:
    if state.phase == "aim":
        return Illegal("place-first", count=len(state.hands[seat]))
    unknown = _unknown(state, move.cups)
    if isinstance(move, Swap):
        if state.phase == "lift":
            return Illegal("already-swapped")
        if unknown:
            return Illegal("no-such-cup", cup=unknown)
        first, second = move.cups
        if first == second:
            return Illegal("same-cup", cup=first)
        return Illegal("not-neighbours", first=first, second=second)
    return Illegal("no-such-cup", cup=unknown) if unknown else Illegal("not-a-line", cups=", ".join(move.cups))


def _unknown(state: State, cups: tuple[Cup, ...]) -> Cup | None:
    return next((cup for cup in cups if cup not in board(state.layout, state.seats).place), None)
