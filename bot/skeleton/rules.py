"""The rules of Skeleton: an immutable state, its legal moves and their effects."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from bot.core.game import Illegal, Options, Outcome, Seat, first_player, replaced
from bot.core.moves import Deals
from bot.core.turns import TurnState
from bot.skeleton.moves import DECK, HAND, Deal, Lay, Moves
from bot.skeleton.view import Own, Public, SeatView, Secrets, guess_secrets


class State(TurnState[Public, Secrets, Own, Moves], frozen=True):
    """One moment of a game: the public part, and the hands."""

    def deals(self) -> Deals[Deal]:
        """Every valid deal."""
        return deals(self.public.seats)

    def moves(self) -> Collection[Moves]:
        """The cards of the hand whose turn it is."""
        return tuple(map(Lay, self.secrets.hands[self.public.turn]))

    def after(self, move: Moves) -> State:
        """The state after a legal move."""
        public, hands = self.public, self.secrets.hands
        match move:
            case Deal():
                public = replace(public, phase="lay", turn=move.first, first=move.first, laid=move.deck[:1])
                cuts = range(1, 1 + HAND * public.seats, HAND)
                return State(public, Secrets(tuple(tuple(sorted(move.deck[cut : cut + HAND])) for cut in cuts)))
            case Lay():
                left = tuple(card for card in hands[public.turn] if card != move.card)
                hands = replaced(hands, public.turn, left)
                phase = "lay" if any(hands) else "over"
                turn = (public.turn + 1) % public.seats
                return State(replace(public, phase=phase, turn=turn, laid=(*public.laid, move.card)), Secrets(hands))

    def refusal(self, move: Moves) -> Illegal:
        """Why this card may not be laid."""
        assert isinstance(move, Lay), "deals are refused by the kernel"
        return Illegal("not-in-hand", card=move.card)

    def own(self, seat: Seat) -> Own:
        """The hand of a seat."""
        return Own(self.secrets.hands[seat])

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """A shuffled deck; the first player is drawn too unless given."""
        return Deal(first_player(rng, self.public.seats, first), tuple(rng.sample(DECK, len(DECK))))

    def result(self) -> Outcome:
        """The seats with the most points win; ties share the victory."""
        scores = tuple(map(self.public.score, range(self.public.seats)))
        return Outcome(winners=tuple(seat for seat, score in enumerate(scores) if score == max(scores)), scores=scores)


def start(seats: int, _options: Options) -> State:
    """The table before the deal."""
    return State(Public(seats=seats), Secrets())


def guess(view: SeatView, rng: Random) -> State:
    """A random state that gives this seat this view."""
    return State(view.public, guess_secrets(view, rng))


def opened(state: State) -> SeatView:
    """The view with every hand face up, for replays."""
    view = state.view(None)
    return replace(view, public=replace(view.public, uncovered=state.secrets.hands))


def default(_view: SeatView, legal: Collection[Moves]) -> Moves:
    """The lowest card, for a player who ran out of time."""
    return next(iter(legal))


@lru_cache
def deals(seats: int) -> Deals[Deal]:
    """Every valid deal; they are too many to list, so a function finds faults."""

    def drawn(deal: Deal) -> str | None:
        return None if sorted(deal.deck) == list(DECK) else "the deck must have every card once"

    return Deals(Deal, seats, lambda first: Deal(first, tuple(DECK)), drawn)
