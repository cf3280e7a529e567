"""A base for games in which one seat acts at a time: whose turn it is, what is legal, refusals, flashes and views.

A game derives ``TurnPublic`` and ``TurnState``. Games in which several seats answer at once write ``State`` themselves.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any, Generic, Self, TypeVar

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, BadRecord, Illegal, MoveT, Outcome, OwnT, Public, Seat, View
from bot.core.moves import Deals, Draws

DEAL, OVER = "deal", "over"
"""The phases before the deal and after the end; a game names those between."""


class TurnPublic(Public, frozen=True, kw_only=True):
    """Base of all that everybody may know; ``phase`` is ``deal`` before the deal and ``over`` at the end."""

    phase: str = DEAL
    seats: int
    turn: Seat = CHANCE
    """The seat that acts next: ``CHANCE`` before the deal, and whenever chance must draw. No matter at the end."""


TurnPublicT = TypeVar("TurnPublicT", bound=TurnPublic)
SecretsT = TypeVar("SecretsT")


class TurnState(msgspec.Struct, Generic[TurnPublicT, SecretsT, OwnT, MoveT], frozen=True):
    """One moment of a game: all that is public, and all that somebody does not know.

    A game adds ``deals``, ``moves``, ``after``, ``refusal``, ``chance`` and ``result``; with hidden things also
    ``own``, and with draws after the deal also ``draws``.
    """

    public: TurnPublicT
    secrets: SecretsT

    # ---- what a game adds

    def deals(self) -> Deals[Any]:
        """All legal deals."""
        raise NotImplementedError

    def draws(self) -> Draws[Any]:
        """All that chance may draw now, after the deal."""
        raise NotImplementedError

    def moves(self) -> Collection[MoveT]:
        """All legal moves of the seat whose turn it is."""
        raise NotImplementedError

    def after(self, move: MoveT) -> Self:
        """The state after a legal move of ``public.turn``, or of chance. The flash has been cleared already."""
        raise NotImplementedError

    def refusal(self, move: MoveT) -> Illegal | BadRecord:
        """Why the seat whose turn it is may not make this move."""
        raise NotImplementedError

    def chance(self, rng: Random, first: Seat | None = None) -> MoveT:
        """Chance's move now: the deal, with the first player if it is given, or a later draw."""
        raise NotImplementedError

    def own(self, _seat: Seat) -> OwnT | None:
        """All that only this seat may know, after the deal."""
        return None

    def result(self) -> Outcome:
        """Winners and scores, at the end."""
        raise NotImplementedError

    # ---- the contract

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seat that must act."""
        return frozenset() if self.public.phase == OVER else frozenset((self.public.turn,))

    def legal(self, seat: Seat) -> Collection[MoveT]:
        """All moves of a seat."""
        if self.public.phase == OVER or seat != self.public.turn:
            return ()
        if seat != CHANCE:
            return self.moves()
        return self.deals() if self.public.phase == DEAL else self.draws()

    def play(self, seat: Seat, move: MoveT) -> Self:
        """The state after a move. Pure; raises Illegal."""
        if move not in self.legal(seat):
            raise self._refusal(seat, move)
        state = self
        if self.public.flash is not None:
            state = replace(self, public=replace(self.public, flash=None))
        return state.after(move)

    def _refusal(self, seat: Seat, move: MoveT) -> Illegal | BadRecord:
        if self.public.turn == CHANCE:
            return Illegal("chance-first")
        return self.refusal(move) if seat == self.public.turn else Illegal("not-your-turn", seat=self.public.turn)

    def view(self, seat: Seat | None) -> View[TurnPublicT, OwnT]:
        """All that this seat may know; ``None`` for onlookers."""
        own = None if seat is None or self.public.phase == DEAL else self.own(seat)
        return View(seat=seat, to_act=tuple(self.to_act), public=self.public, own=own)

    def outcome(self) -> Outcome | None:
        """Winners and scores; ``None`` until the game is over."""
        return self.result() if self.public.phase == OVER else None
