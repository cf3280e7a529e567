"""The rules of Plus ou moins: who names a number, and what it tells."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, BadRecord, Illegal, Options, Outcome, Seat, View
from cogs.plusoumoins.moves import MOST, Deal, Guess, Moves
from cogs.plusoumoins.view import HuntView, Named, Public, Secrets, guess_secrets


class State(msgspec.Struct, frozen=True):
    """One moment of a game."""

    public: Public
    secrets: Secrets

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whom we wait for."""
        match self.public.phase:
            case "deal":
                return frozenset({CHANCE})
            case "guess":
                return frozenset({self.public.turn})
            case "over":
                return frozenset()

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat."""
        public = self.public
        if seat not in self.to_act:
            return ()
        return deals(public.seats) if seat == CHANCE else guesses(public.low, public.high)

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move."""
        if move not in self.legal(seat):
            raise _refusal(self.public, seat, move)
        match move:
            case Deal():
                return State(replace(self.public, phase="guess", turn=move.first), Secrets(move.number))
            case Guess():
                return State(_named(self.public, seat, move.number, self.secrets.number), self.secrets)

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """A number nobody knows, and the first player unless one is asked for."""
        return Deal(rng.randrange(self.public.seats) if first is None else first, rng.randint(1, MOST))

    def view(self, seat: Seat | None) -> HuntView:
        """All that a seat may know: what everybody knows."""
        return View(seat=seat, to_act=tuple(sorted(self.to_act)), public=self.public)

    def outcome(self) -> Outcome | None:
        """One point for whoever found the number."""
        if self.public.phase != "over":
            return None
        winner = self.public.turn
        return Outcome(winners=(winner,), scores=tuple(int(seat == winner) for seat in range(self.public.seats)))


def start(seats: int, _options: Options) -> State:
    """The table before the deal."""
    return State(Public(seats=seats), Secrets())


def guess(view: HuntView, rng: Random) -> State:
    """One of the states in which this seat would see just this."""
    return State(view.public, guess_secrets(view, rng))


def default(view: HuntView, _legal: Collection[Moves]) -> Guess:
    """The middle, for somebody whose time is up."""
    return Guess((view.public.low + view.public.high) // 2)


# The keys of a dictionary answer ``in`` at once and keep their order; what is asked for often is made once.


@lru_cache
def deals(seats: int) -> Collection[Deal]:
    """Every deal."""
    return dict.fromkeys(Deal(first, number) for first in range(seats) for number in range(1, MOST + 1)).keys()


@lru_cache
def guesses(low: int, high: int) -> Collection[Guess]:
    """Every number between the bounds."""
    return dict.fromkeys(Guess(number) for number in range(low, high + 1)).keys()


def _named(public: Public, seat: Seat, number: int, hidden: int) -> Public:
    """What everybody knows once a number has been named."""
    last = Named(seat, number)
    if number == hidden:
        return replace(public, phase="over", last=last)
    following = (seat + 1) % public.seats
    if number < hidden:
        return replace(public, turn=following, low=number + 1, last=last)
    return replace(public, turn=following, high=number - 1, last=last)


def _refusal(public: Public, seat: Seat, move: Moves) -> Illegal | BadRecord:
    """Why a move that is not legal is not: a person can make a wrong guess, a record anything."""
    if seat == CHANCE or isinstance(move, Deal) or public.phase == "deal":
        return BadRecord("chance names a first player and hides a number from 1 to 20, once, before all else")
    if public.phase == "over":
        return BadRecord("the game is over")
    if seat != public.turn:
        return Illegal("not-your-turn", seat=public.turn)
    return Illegal("out-of-bounds", low=public.low, high=public.high)
