"""The rules of Plus ou moins: an immutable state, its legal moves and their effects."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, BadRecord, Illegal, Options, Outcome, Seat, View
from bot.core.moves import Deals, bad_record
from cogs.plusoumoins.moves import DECK, HAND, Deal, Lay, Moves
from cogs.plusoumoins.view import Own, PlusOuMoinsView, Public, Secrets, guess_secrets


class State(msgspec.Struct, frozen=True):
    """One moment of a game: the public part, and the hands."""

    public: Public
    secrets: Secrets

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seat that must act."""
        if self.public.phase == "over":
            return frozenset()
        return frozenset({CHANCE if self.public.phase == "deal" else self.public.turn})

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat: the cards of its hand."""
        if seat not in self.to_act:
            return ()
        return deals(self.public.seats) if seat == CHANCE else tuple(map(Lay, self.secrets.hands[seat]))

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move."""
        if move not in self.legal(seat):
            raise _refusal(self, seat, move)
        match move:
            case Deal():
                public = replace(self.public, phase="lay", first=move.first, laid=move.deck[:1])
                hands = [sorted(move.deck[place : place + HAND]) for place in range(1, 1 + HAND * public.seats, HAND)]
                return State(public, Secrets(tuple(map(tuple, hands))))
            case Lay():
                public = replace(self.public, laid=(*self.public.laid, move.card))
                hands = list(self.secrets.hands)
                hands[seat] = tuple(card for card in hands[seat] if card != move.card)
                return State(public if any(hands) else replace(public, phase="over"), Secrets(tuple(hands)))

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """A shuffled deck; the first player is drawn too unless given."""
        return Deal(rng.randrange(self.public.seats) if first is None else first, tuple(rng.sample(DECK, len(DECK))))

    def view(self, seat: Seat | None) -> PlusOuMoinsView:
        """Everything a seat may know: of the hands, its own; an onlooker none."""
        own = None if seat is None or self.public.phase == "deal" else Own(self.secrets.hands[seat])
        return View(seat=seat, to_act=tuple(self.to_act), public=self.public, own=own)

    def outcome(self) -> Outcome | None:
        """The seats with the most points win; ties share the victory."""
        if self.public.phase != "over":
            return None
        scores = tuple(map(self.public.score, range(self.public.seats)))
        return Outcome(winners=tuple(seat for seat, score in enumerate(scores) if score == max(scores)), scores=scores)


def start(seats: int, _options: Options) -> State:
    """The table before the deal."""
    return State(Public(seats=seats), Secrets())


def guess(view: PlusOuMoinsView, rng: Random) -> State:
    """A random state that gives this seat this view."""
    return State(view.public, guess_secrets(view, rng))


def opened(state: State) -> PlusOuMoinsView:
    """The view with every hand face up, for replays."""
    view = state.view(None)
    return replace(view, public=replace(view.public, uncovered=state.secrets.hands))


def default(_view: PlusOuMoinsView, legal: Collection[Moves]) -> Moves:
    """The lowest card, for a player who ran out of time."""
    return next(iter(legal))


@lru_cache
def deals(seats: int) -> Deals[Deal]:
    """Every valid deal; they are too many to list, so a function finds faults."""

    def drawn(deal: Deal) -> str | None:
        return None if sorted(deal.deck) == list(DECK) else "the deck must have every card once"

    return Deals(Deal, seats, lambda first: Deal(first, tuple(DECK)), drawn)


def _refusal(state: State, seat: Seat, move: Moves) -> Illegal | BadRecord:
    """The reason for refusing an illegal move: a player can choose a wrong card, a record can hold anything."""
    public = state.public
    if fault := bad_record(state, deals(public.seats), seat, move):
        return fault
    if seat != public.turn:
        return Illegal("not-your-turn", seat=public.turn)
    assert isinstance(move, Lay), "deals are refused above"
    return Illegal("not-in-hand", card=move.card)
