"""The reason for refusing a move; called only for moves that are not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.game import Deal, Illegal, Seat
from cogs.tripot.moves import Challenge, Commit, MeetChallenge, Moves, Resolve

if TYPE_CHECKING:
    from cogs.tripot.rules import State

KINDS: dict[str, type[Moves]] = {"challenge": Challenge, "answer": MeetChallenge, "actions": Commit, "resolve": Resolve}
"""The only kind of player's move in each phase."""


def refusal(state: State, seat: Seat, move: Moves) -> Illegal:
    """The most helpful reason for refusing an illegal move."""
    public = state.public
    if public.phase == "actions":
        if not public.duels_of(seat):
            return Illegal("no-duel")
    elif seat not in public.waited:
        return Illegal("not-your-turn", seat=public.waited[0])
    if not isinstance(move, KINDS[public.phase]):
        return Illegal("wrong-phase", phase=public.phase)
    return _choice(state, seat, move)


def _choice(state: State, seat: Seat, move: Moves) -> Illegal:
    """The reason for refusing a move of the right kind in the right phase."""
    public = state.public
    match move:
        case Challenge(opponent=opponent) if not 0 <= opponent < public.seats:
            return Illegal("no-such-seat", number=opponent)
        case Challenge(opponent=opponent) if opponent == seat:
            return Illegal("self-challenge")
        case Challenge(opponent=opponent) if hindrance := state.hindrance(opponent):
            return Illegal("opponent-empty" if hindrance == "empty" else "opponent-busy", other=opponent)
        case Challenge(card=card) | MeetChallenge(card=card):
            return Illegal("not-in-hand", card=card, cards=" ".join(map(str, public.hands[seat])))
        case Resolve(duel=number) if not 0 <= number < len(public.duels):
            return Illegal("no-such-duel", number=number + 1)
        case Resolve(duel=number) if seat not in public.duels[number].seats:
            return Illegal("not-your-duel", number=number + 1)
        case Resolve(duel=number):
            return Illegal("already-resolved", number=number + 1)
        case Commit(actions=actions):
            return _commit(public.duels_of(seat), tuple(number for number, _ in actions))
        case Deal():  # refused above
            raise AssertionError


def _commit(mine: tuple[int, ...], named: tuple[int, ...]) -> Illegal:
    """A commit names every duel of the seat once, ascending, with different actions."""
    numbers = " ".join(str(number + 1) for number in mine)
    if named == mine:
        return Illegal("same-action")
    if tuple(sorted(named)) == mine:
        return Illegal("duels-in-order", numbers=numbers)
    return Illegal("every-duel", count=len(mine), numbers=numbers)
