"""The rules of Le Tripot du Chaos: an immutable state, its legal moves and their effects."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.core.game import Deal, Options, Outcome, Seat, View, first_player, replaced, without
from cogs.tripot import moves
from cogs.tripot.duel import MOST_DUELS, Duel
from cogs.tripot.moves import Actions, Challenge, Commit, Hand, MeetChallenge, Moves, Resolve
from cogs.tripot.refusal import refusal
from cogs.tripot.view import (
    Answered,
    Challenged,
    DuelResolved,
    FirstPlayerDrawn,
    Lone,
    Own,
    Pending,
    Public,
    Sealed,
    Secrets,
    Shown,
    Skip,
    TripotView,
    guess_secrets,
)

CARDS: Hand = (1, 2, 2, 3, 3, 4, 4, 5)
POINTS = 15
SAFEST = ("defend", "cooperate", "attack")
"""Defending loses least against an opponent who knows this default: the best reply costs one point."""


def start(seats: int, _options: Options) -> State:
    """The state before the first player is drawn."""
    return State(Public(hands=(CARDS,) * seats, points=(POINTS,) * seats), Secrets(((),) * seats))


def guess(view: TripotView, rng: Random) -> State:
    """A random state that gives this seat this view."""
    return State(view.public, guess_secrets(view, rng))


class State(msgspec.Struct, frozen=True):
    """One moment of a game."""

    public: Public
    secrets: Secrets

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that must act; in the action phase, all with a duel that have not committed."""
        return frozenset(self.public.waited)

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat. In the action phase a seat may change its commitment."""
        public = self.public
        if public.phase == "actions":
            return moves.commits(public.duels_of(seat))
        if seat not in public.waited:
            return ()
        if public.phase == "challenge":
            return moves.challenges(self.opponents(seat), public.hands[seat])
        if public.phase == "answer":
            return moves.answers(public.hands[seat])
        if public.phase == "resolve":
            duels = public.duels
            return moves.resolves(tuple([n for n in public.duels_of(seat) if duels[n].tokens is None]))
        return moves.deals(public.seats)

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move; raises Illegal with the reason."""
        if move not in self.legal(seat):
            raise refusal(self, seat, move)
        match move:
            case Challenge():
                return self._challenge(seat, move.opponent, move.card)
            case MeetChallenge():
                return self._answer(move.card)
            case Commit():
                return self._commit(seat, move.actions)
            case Resolve():
                return self._resolve(move.duel)
            case Deal():
                first = move.first
                dealt = replace(
                    self.public, phase="challenge", round=1, first=first, waited=(first,), last=FirstPlayerDrawn()
                )
                return State(dealt, self.secrets)

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """The first player, drawn unless given; nothing else is random."""
        return Deal(first_player(rng, self.public.seats, first))

    def outcome(self) -> Outcome | None:
        """The seats with the most points win; ties share the victory."""
        if self.public.phase != "over":
            return None
        points = self.public.points
        most = max(points)
        return Outcome(tuple([seat for seat, own in enumerate(points) if own == most]), points)

    def view(self, seat: Seat | None) -> TripotView:
        """Everything a seat may know: of face-down cards and actions, only its own."""
        own, pending = None, self.public.pending
        if seat is not None:
            mine = pending is not None and pending.challenger == seat
            own = Own(self.secrets.actions[seat], self.secrets.card if mine else None)
        return View(seat=seat, to_act=self.public.waited, public=self.public, own=own)

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that a seat could challenge: others with a card and a free duel."""
        return tuple([other for other in _free(self.public.hands, self.public.duels) if other != seat])

    def hindrance(self, seat: Seat) -> Literal["empty", "busy"] | None:
        """The reason why a seat cannot have another duel this round, if any."""
        if not self.public.hands[seat]:
            return "empty"
        return "busy" if len(self.public.duels_of(seat)) >= MOST_DUELS else None

    def _challenge(self, seat: Seat, opponent: Seat, card: int) -> State:
        """Put the card face down until it is answered."""
        pending, event = Pending(seat, opponent), Challenged(seat, opponent)
        public = replace(
            self.public, phase="answer", waited=(opponent,), pending=pending, ended=(), last=event, flash=None
        )
        return State(public, Secrets(self.secrets.actions, card))

    def _answer(self, card: int) -> State:
        """Turn up both cards, pay the stakes, and pass to the next challenger, if any."""
        public, hidden = self.public, self.secrets.card
        assert public.pending is not None
        assert hidden is not None
        one, two = public.pending.challenger, public.pending.opponent
        hands, points = list(public.hands), list(public.points)
        duel = Duel.meet((one, two), (hidden, card), (points[one], points[two]))
        hands[one], hands[two] = without(hands[one], hidden), without(hands[two], card)
        points[one] -= duel.stakes[0]
        points[two] -= duel.stakes[1]
        duels = (*public.duels, duel)
        turn, skipped = _next_challenger(one, public.first, hands, duels)
        after = replace(
            public,
            phase="actions" if turn is None else "challenge",
            waited=_duellists(duels) if turn is None else (turn,),
            hands=tuple(hands),
            points=tuple(points),
            pending=None,
            duels=duels,
            last=Answered(len(public.duels), skipped),
        )
        return State(after, Secrets(self.secrets.actions))

    def _commit(self, seat: Seat, actions: Actions) -> State:
        """Store the sealed actions; the last seat's end the phase."""
        public, laid = self.public, self.secrets.actions
        secrets = Secrets(replaced(laid, seat, actions))
        if seat not in public.waited:
            return State(public, secrets)
        if waited := tuple([other for other in public.waited if other != seat]):
            return State(replace(public, waited=waited, last=Sealed(seat)), secrets)
        waited = _next_resolver(public.first, public.seats, public.duels)
        return State(replace(public, phase="resolve", waited=waited, last=Sealed(seat)), secrets)

    def _resolve(self, number: int) -> State:
        """Turn up both actions and settle the duel; the last one ends the round."""
        public, laid = self.public, self.secrets.actions
        duel = public.duels[number]
        one, two = duel.seats
        points = list(public.points)
        duel = duel.resolve((dict(laid[one])[number], dict(laid[two])[number]), (points[one], points[two]))
        gains = duel.gains or (0, 0)
        points[one] += gains[0]
        points[two] += gains[1]
        duels = replaced(public.duels, number, duel)
        waited = _next_resolver(public.waited[0], public.seats, duels)
        after = replace(
            public,
            waited=waited,
            points=tuple(points),
            reserve=public.reserve + duel.pot - gains[0] - gains[1],
            duels=duels,
            last=DuelResolved(number),
            flash=Shown(duel=number),
        )
        return State(after, self.secrets) if waited else _next_round(after)


def default(view: TripotView, legal: Collection[Moves]) -> Moves:
    """A safe move: the lowest card against the next seat; the safest action on the highest stake; the first duel."""
    public, seat = view.public, view.seat or 0

    def stake(number: int) -> int:
        duel = public.duels[number]
        return duel.stakes[duel.seats.index(seat)]

    def order(move: Moves) -> tuple[int, ...]:
        match move:
            case Challenge(opponent=opponent, card=card):
                return (card, (opponent - seat) % public.seats)
            case MeetChallenge(card=card):
                return (card,)
            case Resolve(duel=duel):
                return (duel,)
            case Commit(actions=actions):
                dearest = sorted(actions, key=lambda laid: (-stake(laid[0]), laid[0]))
                return tuple(SAFEST.index(action) for _, action in dearest)
            case Deal():
                return ()

    return min(legal, key=order)


def _duellists(duels: tuple[Duel, ...]) -> tuple[Seat, ...]:
    """The seats that have a duel, ascending."""
    return tuple(sorted({seat for duel in duels for seat in duel.seats}))


def _free(hands: Sequence[Hand], duels: tuple[Duel, ...]) -> list[Seat]:
    """The seats with a card left and a free duel."""
    if len(duels) < MOST_DUELS:
        return [seat for seat, hand in enumerate(hands) if hand]
    slots = [MOST_DUELS] * len(hands)
    for duel in duels:
        one, two = duel.seats
        slots[one] -= 1
        slots[two] -= 1
    return [seat for seat, hand in enumerate(hands) if hand and slots[seat]]


def _next_challenger(
    seat: Seat, first: Seat, hands: Sequence[Hand], duels: tuple[Duel, ...]
) -> tuple[Seat | None, tuple[Skip, ...]]:
    """The next challenger after a seat (none: all had their turn), and the seats that lose their turn before."""
    free, skipped = _free(hands, duels), ()
    while (seat := (seat + 1) % len(hands)) != first:
        if seat in free and len(free) > 1:
            return seat, skipped
        # A seat that began the round without a card has no turn to lose.
        if hands[seat] or seat in _duellists(duels):
            skipped += (Skip(seat, "nobody" if seat in free else "busy" if hands[seat] else "empty"),)
    return None, skipped


def _next_resolver(seat: Seat, seats: int, duels: tuple[Duel, ...]) -> tuple[Seat, ...]:
    """The first seat from this one on that has a duel to resolve; empty if none has."""
    able = [each for duel in duels if duel.tokens is None for each in duel.seats]
    while able and seat not in able:
        seat = (seat + 1) % seats
    return (seat,) if able else ()


def _next_round(public: Public) -> State:
    """Start a new round, unless at most one seat still has cards."""
    seats = public.seats
    # Clockwise from the seat after the first player of this round.
    order = [(public.first + step) % seats for step in range(1, seats + 1)]
    holders = [seat for seat in order if public.hands[seat]]
    after = replace(public, ended=public.duels, duels=())
    if len(holders) > 1:
        first = holders[0]
        after = replace(after, phase="challenge", round=public.round + 1, first=first, waited=(first,))
    else:
        after = replace(after, phase="over")
        after = _pay_lone(after, holders[0]) if holders else after
    return State(after, Secrets(((),) * seats))


def _pay_lone(public: Public, seat: Seat) -> Public:
    """Pay the sum of its cards from the reserve to the only seat that still has cards."""
    bonus = sum(public.hands[seat])
    points = tuple([own + bonus if other == seat else own for other, own in enumerate(public.points)])
    last = replace(public.last, lone=Lone(seat, bonus)) if isinstance(public.last, DuelResolved) else public.last
    return replace(public, points=points, reserve=public.reserve - bonus, last=last)


def opened(state: State) -> TripotView:
    """The view with the card of a challenge and all sealed actions face up."""
    view = state.view(None)
    if view.phase in {"deal", "over"}:
        return view
    return replace(view, public=replace(view.public, uncovered=state.secrets))
