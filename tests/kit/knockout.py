"""A tiny game in which players are eliminated: in turn everybody sends another player out, and the last one wins."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import msgspec

from bot.core import game
from bot.core.game import CHANCE, Game, Illegal, Move, Options, Outcome, Seat, Verb, View, first_player
from bot.core.moves import Spelling


class Deal(game.Deal, frozen=True, tag="deal"):
    """The deal: it draws the first player."""


class Pass(Move, frozen=True, tag="pass"):
    """Send nobody out."""


class Knock(Move, frozen=True, tag="knock"):
    seat: Seat


Moves = Deal | Pass | Knock


class Public(game.Public, frozen=True, kw_only=True):
    phase: str = "play"
    seats: int
    turn: Seat = CHANCE
    out: tuple[Seat, ...] = ()
    """The eliminated seats, the first one first."""


KnockoutView = View[Public, None]


class State(msgspec.Struct, frozen=True):
    public: Public

    @property
    def inside(self) -> list[Seat]:
        return [seat for seat in range(self.public.seats) if seat not in self.public.out]

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset({self.public.turn}) if len(self.inside) > 1 else frozenset()

    def legal(self, seat: Seat) -> Collection[Moves]:
        if seat not in self.to_act:
            return ()
        if seat == CHANCE:
            return tuple(map(Deal, range(self.public.seats)))
        return (Pass(), *(Knock(other) for other in self.inside if other != seat))

    def play(self, seat: Seat, move: Moves) -> State:
        if move not in self.legal(seat):
            raise Illegal("not-now")
        if isinstance(move, Deal):
            return State(Public(seats=self.public.seats, turn=move.first))
        out = (*self.public.out, move.seat) if isinstance(move, Knock) else self.public.out
        following = ((seat + step) % self.public.seats for step in range(1, self.public.seats + 1))
        turn = next(other for other in following if other not in out)
        return State(Public(seats=self.public.seats, turn=turn, out=out))

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        return Deal(first_player(rng, self.public.seats, first))

    def view(self, seat: Seat | None) -> KnockoutView:
        return View(seat=seat, to_act=tuple(self.to_act), public=self.public, own=None)

    def outcome(self) -> Outcome | None:
        if self.to_act:
            return None
        order = (*self.public.out, *self.inside)
        return Outcome((order[-1],), tuple(order.index(seat) for seat in range(self.public.seats)))


def _start(seats: int, _options: Options) -> State:
    return State(Public(seats=seats))


def _guess(view: KnockoutView, _rng: Random) -> State:
    return State(view.public)


def _default(_view: KnockoutView, legal: Collection[Any]) -> Any:
    return next(iter(legal))


KNOCKOUT: Game[State, Moves, KnockoutView] = Game(
    key="knockout",
    seats=(2, 3, 4),
    view=KnockoutView,
    start=_start,
    guess=_guess,
    default=_default,
    spelling=Spelling(Moves, {}),
    verbs=(Verb(key="pass"), Verb(key="knock", steps=("seat",))),
    face=None,  # type: ignore[arg-type] - these tests read no words
    out=lambda view: view.public.out,
)
