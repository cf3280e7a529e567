"""The rules as a value: one moment of a game, what may be played in it, and what comes after."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.core.game import Deal, Options, Outcome, Seat, View, replaced, without
from cogs.tripot import moves
from cogs.tripot.duel import MOST_DUELS, Duel
from cogs.tripot.moves import Actions, Answer, Challenge, Commit, Hand, Moves, Resolve
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
"""An opponent who knows this default wins least from a defender: the one good reply costs the defender a point."""


def start(seats: int, _options: Options) -> State:
    """The table before anybody knows who is first."""
    return State(Public(hands=(CARDS,) * seats, points=(POINTS,) * seats), Secrets(((),) * seats))


def guess(view: TripotView, rng: Random) -> State:
    """A state with this very view."""
    return State(view.public, guess_secrets(view, rng))


class State(msgspec.Struct, frozen=True):
    """One moment of a game."""

    public: Public
    secrets: Secrets

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whom we wait for: in the action phase, everybody with a duel who has laid nothing yet."""
        return frozenset(self.public.waited)

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat. In the action phase those who have laid their actions may still change them."""
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
        """The state after a move; Illegal says why it cannot be made."""
        if move not in self.legal(seat):
            raise refusal(self, seat, move)
        match move:
            case Challenge():
                return self._challenge(seat, move.opponent, move.card)
            case Answer():
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
        """The first player, drawn unless asked for: nothing else is left to chance."""
        return Deal(rng.randrange(self.public.seats) if first is None else first)

    def outcome(self) -> Outcome | None:
        """The richest win, together if they are as rich."""
        if self.public.phase != "over":
            return None
        points = self.public.points
        most = max(points)
        return Outcome(tuple([seat for seat, own in enumerate(points) if own == most]), points)

    def view(self, seat: Seat | None) -> TripotView:
        """All that a seat may know: of what is face down, only its own."""
        own, pending = None, self.public.pending
        if seat is not None:
            mine = pending is not None and pending.challenger == seat
            own = Own(self.secrets.actions[seat], self.secrets.card if mine else None)
        return View(seat=seat, to_act=self.public.waited, public=self.public, own=own)

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Whom a seat could challenge: anybody else with a card to answer with and a slot for the duel."""
        return tuple([other for other in _free(self.public.hands, self.public.duels) if other != seat])

    def hindrance(self, seat: Seat) -> Literal["empty", "busy"] | None:
        """What keeps a seat out of another duel this round, if anything does."""
        if not self.public.hands[seat]:
            return "empty"
        return "busy" if len(self.public.duels_of(seat)) >= MOST_DUELS else None

    def _challenge(self, seat: Seat, opponent: Seat, card: int) -> State:
        """The card lies face down until it is answered."""
        pending, event = Pending(seat, opponent), Challenged(seat, opponent)
        public = replace(
            self.public, phase="answer", waited=(opponent,), pending=pending, ended=(), last=event, flash=None
        )
        return State(public, Secrets(self.secrets.actions, card))

    def _answer(self, card: int) -> State:
        """Both cards are turned up, the stakes are paid, and the next player challenges, if anybody can."""
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
        """The actions are sealed; the last seat's close the phase."""
        public, laid = self.public, self.secrets.actions
        secrets = Secrets(replaced(laid, seat, actions))
        if seat not in public.waited:
            return State(public, secrets)
        if waited := tuple([other for other in public.waited if other != seat]):
            return State(replace(public, waited=waited, last=Sealed(seat)), secrets)
        waited = _next_resolver(public.first, public.seats, public.duels)
        return State(replace(public, phase="resolve", waited=waited, last=Sealed(seat)), secrets)

    def _resolve(self, number: int) -> State:
        """Both actions are turned up and the duel is settled; the last one ends the round."""
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
    """A safe move: the lowest card, against the next seat; the safest action where most is staked; the first duel."""
    public, seat = view.public, view.seat or 0

    def stake(number: int) -> int:
        duel = public.duels[number]
        return duel.stakes[duel.seats.index(seat)]

    def order(move: Moves) -> tuple[int, ...]:
        match move:
            case Challenge(opponent=opponent, card=card):
                return (card, (opponent - seat) % public.seats)
            case Answer(card=card):
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
    """Everybody who has a duel, ascending."""
    return tuple(sorted({seat for duel in duels for seat in duel.seats}))


def _free(hands: Sequence[Hand], duels: tuple[Duel, ...]) -> list[Seat]:
    """Everybody with a card left and a slot for another duel."""
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
    """Who challenges after a seat (nobody: all had their turn), and who loses their turn before that."""
    free, skipped = _free(hands, duels), ()
    while (seat := (seat + 1) % len(hands)) != first:
        if seat in free and len(free) > 1:
            return seat, skipped
        # Whoever began the round without a card has no turn to lose.
        if hands[seat] or seat in _duellists(duels):
            skipped += (Skip(seat, "nobody" if seat in free else "busy" if hands[seat] else "empty"),)
    return None, skipped


def _next_resolver(seat: Seat, seats: int, duels: tuple[Duel, ...]) -> tuple[Seat, ...]:
    """The first from this seat on that has a duel to turn up; nobody: all are."""
    able = [each for duel in duels if duel.tokens is None for each in duel.seats]
    while able and seat not in able:
        seat = (seat + 1) % seats
    return (seat,) if able else ()


def _next_round(public: Public) -> State:
    """The tokens return to their owners; a new round starts unless at most one seat still has cards."""
    seats = public.seats
    # Clockwise from the seat after the first player, whose own turn to be first comes last.
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
    """The only seat that still has cards takes their sum from the reserve."""
    bonus = sum(public.hands[seat])
    points = tuple([own + bonus if other == seat else own for other, own in enumerate(public.points)])
    last = replace(public.last, lone=Lone(seat, bonus)) if isinstance(public.last, DuelResolved) else public.last
    return replace(public, points=points, reserve=public.reserve - bonus, last=last)


def opened(state: State) -> TripotView:
    """The table with the card of a challenge and all actions that are laid."""
    view = state.view(None)
    if view.phase in {"deal", "over"}:
        return view
    return replace(view, public=replace(view.public, uncovered=state.secrets))
