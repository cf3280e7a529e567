"""Why a move that is not among the legal ones cannot be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.game import CHANCE, Illegal, Seat
from cogs.tripot.moves import Answer, AnyMove, Challenge, Commit, Deal, Resolve

if TYPE_CHECKING:
    from cogs.tripot.rules import State

KINDS: dict[str, type[AnyMove]] = {"challenge": Challenge, "answer": Answer, "actions": Commit, "resolve": Resolve}
"""The one kind of move each phase takes."""


def refusal(state: State, seat: Seat, move: AnyMove) -> Illegal:
    """The most helpful reason for refusing an illegal move."""
    return _moment(state, seat, move) or _choice(state, seat, move)


def _moment(state: State, seat: Seat, move: AnyMove) -> Illegal | None:
    """The reason if this seat cannot make this kind of move now."""
    if state.phase == "over":
        return Illegal("over")
    if seat != CHANCE and not 0 <= seat < state.seats:
        return Illegal("unknown-seat", number=seat)
    if seat != CHANCE and isinstance(move, Deal):
        return Illegal("chance-only")
    if state.phase == "deal":
        return _deal(state, move) if seat == CHANCE else Illegal("not-dealt")
    if seat == CHANCE:
        return Illegal("already-dealt")
    if state.phase == "actions":
        if not state.duels_of(seat):
            return Illegal("no-duel")
    elif seat not in state.to_act:
        return Illegal("not-your-turn", seat=next(iter(state.to_act)))
    return None if isinstance(move, KINDS[state.phase]) else Illegal("wrong-phase", phase=state.phase)


def _deal(state: State, move: AnyMove) -> Illegal:
    if not isinstance(move, Deal):
        return Illegal("bad-deal", reason="the first move must be the deal")
    return Illegal("bad-deal", reason=f"first must be a seat from 0 to {state.seats - 1}")


def _choice(state: State, seat: Seat, move: AnyMove) -> Illegal:
    """The reason for refusing a move of the right kind at the right moment."""
    match move:
        case Challenge(opponent=opponent) if not 0 <= opponent < state.seats:
            return Illegal("unknown-seat", number=opponent)
        case Challenge(opponent=opponent) if opponent == seat:
            return Illegal("self-challenge")
        case Challenge(opponent=opponent) if state.hindrance(opponent) == "empty":
            return Illegal("opponent-empty", other=opponent)
        case Challenge(opponent=opponent) if state.hindrance(opponent) == "busy":
            return Illegal("opponent-busy", other=opponent)
        case Challenge(card=card) | Answer(card=card):
            return Illegal("not-in-hand", card=card, cards=" ".join(map(str, state.hands[seat])))
        case Commit():
            return _commit(state, seat, move)
        case Resolve(duel=number) if not 0 <= number < len(state.duels):
            return Illegal("unknown-duel", number=number + 1)
        case Resolve(duel=number) if seat not in state.duels[number].seats:
            return Illegal("not-your-duel", number=number + 1)
        case Resolve(duel=number):
            return Illegal("already-resolved", number=number + 1)
        case Deal():  # refused for its moment already
            return Illegal("chance-only")


def _commit(state: State, seat: Seat, move: Commit) -> Illegal:
    """A commit names every duel of the seat once, ascending, with different actions."""
    mine, named = state.duels_of(seat), tuple(number for number, _ in move.actions)
    numbers = " ".join(str(number + 1) for number in mine)
    if named == mine:
        return Illegal("same-action")
    if tuple(sorted(named)) == mine:
        return Illegal("duels-in-order", numbers=numbers)
    return Illegal("every-duel", count=len(mine), numbers=numbers)
