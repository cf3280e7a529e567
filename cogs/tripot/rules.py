"""The rules as a value: one moment of a game, what may be played in it, and what comes after."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, Options, Outcome, Seat
from cogs.tripot import moves
from cogs.tripot.duel import Duel
from cogs.tripot.moves import Actions, Answer, AnyMove, Challenge, Commit, Deal, Hand, Resolve
from cogs.tripot.refusals import refusal
from cogs.tripot.views import (
    Answered,
    AnyEvent,
    Challenged,
    Dealt,
    Lone,
    Pending,
    Phase,
    Resolved,
    Reveal,
    Sealed,
    Skip,
    TripotView,
)

CARDS: Hand = (1, 2, 2, 3, 3, 4, 4, 5)
POINTS = 15
MOST_DUELS = 3


def start(seats: int, _options: Options) -> State:
    """The table before anybody knows who is first."""
    return State(hands=(CARDS,) * seats, points=(POINTS,) * seats, sealed=((),) * seats)


class State(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a game."""

    hands: tuple[Hand, ...]
    """A card face down in a challenge stays here until it is answered, so hands are public knowledge."""
    points: tuple[int, ...]
    sealed: tuple[Actions, ...]
    """What each seat has laid this round."""
    phase: Phase = "deal"
    round: int = 0
    first: Seat = CHANCE
    turn: Seat = CHANCE
    """Who challenges or resolves; meaningless in other phases."""
    reserve: int = 0
    """What the reserve has received, less what it has paid: it may be negative."""
    pending: Pending | None = None
    duels: tuple[Duel, ...] = ()
    ended: tuple[Duel, ...] = ()
    """The last round's duels, kept for everybody to read until the next challenge."""
    last: AnyEvent | None = None
    flash: Reveal | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.points)

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whom we wait for: in the action phase, everybody with a duel who has laid nothing yet."""
        match self.phase:
            case "answer" if self.pending:
                return frozenset((self.pending.opponent,))
            case "actions":
                return frozenset(seat for duel in self.duels for seat in duel.seats if not self.sealed[seat])
            case "over":
                return frozenset()
            case _:
                return frozenset((self.turn,))

    def legal(self, seat: Seat) -> Collection[AnyMove]:
        """All moves of a seat. In the action phase those who have laid their actions may still change them."""
        if self.phase == "actions":
            return moves.commits(self.duels_of(seat))
        if seat not in self.to_act:
            return ()
        match self.phase:
            case "deal":
                return moves.deals(self.seats)
            case "challenge":
                return moves.challenges(self.opponents(seat), self.hands[seat])
            case "answer":
                return moves.answers(self.hands[seat])
            case _:
                return moves.resolves(self.unresolved(seat))

    def play(self, seat: Seat, move: AnyMove) -> State:
        """The state after a move; Illegal says why it cannot be made."""
        if move not in self.legal(seat):
            raise refusal(self, seat, move)
        match move:
            case Deal(first=first):
                return replace(self, phase="challenge", round=1, first=first, turn=first, last=Dealt())
            case Challenge(opponent=opponent, card=card):
                pending = Pending(challenger=seat, opponent=opponent, card=card)
                event = Challenged(seat, opponent)
                return replace(self, phase="answer", pending=pending, ended=(), last=event, flash=None)
            case Answer(card=card):
                return self._answer(card)
            case Commit(actions=actions):
                return self._commit(seat, actions)
            case Resolve(duel=duel):
                return self._resolve(duel)

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """The first player, drawn unless asked for: nothing else is left to chance."""
        return Deal(rng.randrange(self.seats) if first is None else first)

    def outcome(self) -> Outcome | None:
        """The richest win, together if they are as rich."""
        if self.phase != "over":
            return None
        most = max(self.points)
        return Outcome(tuple(seat for seat, points in enumerate(self.points) if points == most), self.points)

    def view(self, seat: Seat | None) -> TripotView:
        """All that a seat may know: of what is face down, only its own."""
        pending = self.pending
        if pending and pending.challenger != seat:
            pending = Pending(challenger=pending.challenger, opponent=pending.opponent, card=None)
        return TripotView(
            seat=seat,
            to_act=tuple(sorted(self.to_act)),
            phase=self.phase,
            round=self.round,
            first=self.first,
            points=self.points,
            reserve=self.reserve,
            hands=self.hands,
            pending=pending,
            duels=self.duels,
            ended=self.ended,
            sealed=tuple(other for other, actions in enumerate(self.sealed) if actions),
            own=() if seat is None else self.sealed[seat],
            last=self.last,
            flash=self.flash,
        )

    def duels_of(self, seat: Seat) -> tuple[int, ...]:
        """The numbers of a seat's duels this round, ascending."""
        return tuple([number for number, duel in enumerate(self.duels) if seat in duel.seats])

    def unresolved(self, seat: Seat) -> tuple[int, ...]:
        """The numbers of a seat's duels still to be turned up, ascending."""
        return tuple([n for n, duel in enumerate(self.duels) if duel.tokens is None and seat in duel.seats])

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Whom a seat could challenge: anybody else with a card to answer with and a slot for the duel."""
        return tuple([other for other in range(self.seats) if other != seat and not self.hindrance(other)])

    def hindrance(self, seat: Seat) -> Literal["empty", "busy"] | None:
        """What keeps a seat out of another duel this round, if anything does."""
        if not self.hands[seat]:
            return "empty"
        return "busy" if len(self.duels_of(seat)) >= MOST_DUELS else None

    def _answer(self, card: int) -> State:
        """Both cards are turned up, the stakes are paid, and the next player challenges, if anybody can."""
        pending = self.pending
        if pending is None or pending.card is None:
            raise AssertionError("an answer was legal, so a challenge waits")
        pair = (pending.challenger, pending.opponent)
        hands, points = list(self.hands), list(self.points)
        duel = Duel.meet(pair, (pending.card, card), (points[pair[0]], points[pair[1]]))
        for seat, played, stake in zip(pair, duel.cards, duel.stakes, strict=True):
            hands[seat] = _without(hands[seat], played)
            points[seat] -= stake
        met = replace(self, hands=tuple(hands), points=tuple(points), pending=None, duels=(*self.duels, duel))
        turn, skipped = _next_challenger(met)
        event = Answered(len(self.duels), skipped)
        if turn is None:
            return replace(met, phase="actions", turn=self.first, last=event)
        return replace(met, phase="challenge", turn=turn, last=event)

    def _commit(self, seat: Seat, actions: Actions) -> State:
        """The actions are sealed; the last seat's close the phase."""
        changed = bool(self.sealed[seat])
        sealed = (*self.sealed[:seat], actions, *self.sealed[seat + 1 :])
        after = replace(self, sealed=sealed, last=self.last if changed else Sealed(seat))
        return after if after.to_act else replace(after, phase="resolve", turn=_next_resolver(after))

    def _resolve(self, number: int) -> State:
        """Both actions are turned up and the duel is settled; the last one ends the round."""
        duel = self.duels[number]
        one, two = duel.seats
        tokens = (dict(self.sealed[one])[number], dict(self.sealed[two])[number])
        settled = duel.resolve(tokens, (self.points[one], self.points[two]))
        points = list(self.points)
        gains = settled.gains or (0, 0)
        points[one] += gains[0]
        points[two] += gains[1]
        after = replace(
            self,
            points=tuple(points),
            reserve=self.reserve + duel.pot - sum(gains),
            duels=(*self.duels[:number], settled, *self.duels[number + 1 :]),
            last=Resolved(number),
            flash=Reveal(duel=number),
        )
        if any(duel.tokens is None for duel in after.duels):
            return replace(after, turn=_next_resolver(after))
        return _next_round(after)


def _next_challenger(state: State) -> tuple[Seat | None, tuple[Skip, ...]]:
    """Who challenges next (nobody: all had their turn), and who loses their turn before that."""
    skipped: list[Skip] = []
    seat = (state.turn + 1) % state.seats
    while seat != state.first:
        reason = state.hindrance(seat) or (None if state.opponents(seat) else "nobody")
        if reason is None:
            return seat, tuple(skipped)
        # Whoever began the round without a card has no turn to lose.
        if state.hands[seat] or state.duels_of(seat):
            skipped.append(Skip(seat, reason))
        seat = (seat + 1) % state.seats
    return None, tuple(skipped)


def _next_resolver(state: State) -> Seat:
    """The first seat from the first player on that has a duel to turn up."""
    order = ((state.first + step) % state.seats for step in range(state.seats))
    return next(seat for seat in order if state.unresolved(seat))


def _next_round(state: State) -> State:
    """The tokens return to their owners; a new round starts unless at most one seat still has cards."""
    ended = replace(state, ended=state.duels, duels=(), sealed=((),) * state.seats)
    # Clockwise from the seat after the first player, whose own turn to be first comes last.
    order = [(state.first + step) % state.seats for step in range(1, state.seats + 1)]
    holders = [seat for seat in order if state.hands[seat]]
    if len(holders) > 1:
        return replace(ended, phase="challenge", round=state.round + 1, first=holders[0], turn=holders[0])
    over = replace(ended, phase="over")
    return _pay_lone(over, holders[0]) if holders else over


def _pay_lone(state: State, seat: Seat) -> State:
    """The only seat that still has cards takes their sum from the reserve."""
    bonus = sum(state.hands[seat])
    points = tuple(own + bonus if other == seat else own for other, own in enumerate(state.points))
    last = replace(state.last, lone=Lone(seat, bonus)) if isinstance(state.last, Resolved) else state.last
    return replace(state, points=points, reserve=state.reserve - bonus, last=last)


def _without(hand: Hand, card: int) -> Hand:
    """The hand after one such card has left it."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
