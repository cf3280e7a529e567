"""Explains in words why a move at Le Tripot du Chaos is good: the stakes, and the opponent's earlier actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from bot.core.game import Say, Seat, likeliest
from cogs.tripot.duel import gain
from cogs.tripot.kinds import KINDS, KindBelief, past
from cogs.tripot.moves import ACTIONS, Action, Challenge, Commit, MeetChallenge, Moves, Resolve
from cogs.tripot.prospects import hopes
from cogs.tripot.view import DuelResolved, Public, TripotView
from cogs.tripot.worth import choices

BEST: dict[Action, Action] = {"attack": "cooperate", "defend": "attack", "cooperate": "cooperate"}
"""For each action, the opponent's action that it works best against."""


def reason(views: Sequence[TripotView], move: Moves, say: Say) -> str:
    """The reason for this move."""
    view = views[-1]
    assert view.seat is not None
    public, seat = view.public, view.seat
    match move:
        case Challenge(opponent=other, card=card):
            return _staked(public, seat, other, card, say)
        case MeetChallenge(card=card):
            assert public.pending is not None
            return _staked(public, seat, public.pending.challenger, card, say)
        case Commit(actions=actions):
            number, action = max(actions, key=lambda each: (public.duels[each[0]].pot, -each[0]))
            return _laid(views, seat, number, action, say)
        case Resolve(duel=number):
            mine = dict(view.own.actions) if view.own else {}
            risky = mine.get(number) != "cooperate"
            return say("advice-resolve-poor" if not public.points[seat] and risky else "advice-resolve")
        case _:
            raise ValueError("chance needs no advice")


def odds(views: Sequence[TripotView], legal: Collection[Moves]) -> dict[Moves, float]:
    """The chance to win the game with each choice of actions, if the others play as they did before."""
    public, seat = views[-1].public, views[-1].seat
    assert seat is not None
    commits = [move for move in legal if isinstance(move, Commit)]
    if not commits:
        return {}
    belief = KindBelief(past(views), public.seats, KINDS)
    others = [other for other in range(public.seats) if other != seat and public.duels_of(other)]
    expected = {other: belief.expected(public, other) for other in others}
    chances = dict(zip(choices(len(public.duels_of(seat))), hopes(public, seat, expected, Random(0)), strict=True))
    return likeliest({move: chances[tuple(ACTIONS.index(action) for _, action in move.actions)] for move in commits})


def _staked(public: Public, seat: Seat, other: Seat, card: int, say: Say) -> str:
    points = public.points[other]
    rivals = [public.points[each] for each in range(public.seats) if each != seat]
    first = "yes" if public.seats > 2 and points == max(rivals) > min(rivals) else "no"
    return say("advice-card", other=other, card=card, stake=min(card, points), points=points, first=first)


def _laid(views: Sequence[TripotView], seat: Seat, number: int, action: Action, say: Say) -> str:
    """The reason for an action: its best result, and how often the opponent did the action it works against."""
    public = views[-1].public
    duel = public.duels[number]
    side = duel.seats.index(seat)
    other, hoped = duel.seats[1 - side], BEST[action]
    stake, theirs = duel.stakes[side], duel.stakes[1 - side]
    brings = gain(action, hoped, stake, theirs, public.points[seat] > 0)
    told = say("advice-action", duel=number + 1, action=action, other=other, pot=duel.pot, brings=brings)
    done = _done(views)[other]
    total = sum(done.values())
    if 3 * done[hoped] < total or not total:
        return told  # The best result is the only reason, or staying unpredictable.
    return f"{told} {say('advice-habit', other=other, hoped=hoped, count=done[hoped], total=total)}"


def _done(views: Sequence[TripotView]) -> dict[Seat, Counter[Action]]:
    """The actions of each seat in the duels resolved so far, counted."""
    found: dict[Seat, Counter[Action]] = {seat: Counter() for seat in range(views[-1].public.seats)}
    for view in views:
        event = view.public.last
        if isinstance(event, DuelResolved) and view.flash:
            duel = (view.public.duels or view.public.ended)[event.duel]
            for seat, token in zip(duel.seats, duel.tokens or (), strict=False):
                found[seat][token] += 1
    return found
