"""The rules of Trio: one immutable state, and the only place that knows what may be played."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random
from typing import TypeVar

import msgspec

from bot.core.game import CHANCE, Options, Outcome, Seat
from cogs.trio.deals import Deals, draw
from cogs.trio.moves import ENDS, Deal, Decline, Moves, Offer, Reveal, RevealCentre, RevealHand
from cogs.trio.refusals import refusal
from cogs.trio.terms import NUMBERS, Terms, agree
from cogs.trio.views import FLASH_SECONDS, Answer, Glimpse, Last, Missed, Phase, Shown, Took, TrioView

T = TypeVar("T")

NOBODY: frozenset[Seat] = frozenset()
ONLY = {seat: frozenset({seat}) for seat in range(CHANCE, 6)}
PLACES = tuple(RevealCentre(place) for place in range(9))
HANDS = tuple(tuple(RevealHand(seat, end) for end in ENDS) for seat in range(6))
OFFERS = {number: Offer(number) for number in NUMBERS}
DECLINE = Decline()


class Exchange(msgspec.Struct, frozen=True):
    """The sealed answers of one exchange; kept until the turn after it ends, so that one can see what one got."""

    answers: tuple[Answer, ...]
    offers: tuple[int, ...]
    """By seat: the card sealed, or given once the team has exchanged; 0 for none."""


class TrioState(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a game of Trio."""

    terms: Terms
    phase: Phase = "deal"
    active: Seat = 0
    """Whose turn it is; during an exchange, whose turn comes after it; at the end, who took the last trio."""
    hands: tuple[tuple[int, ...], ...] = ()
    """Ascending; a card that is face up on the table is out of its hand."""
    centre: tuple[int, ...] = ()
    """By place; 0 where no face-down card lies."""
    shown: tuple[Shown, ...] = ()
    trios: tuple[tuple[int, ...], ...] = ()
    exchange: Exchange | None = None
    last: Last = None
    flash: Glimpse | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whom we wait for; in an exchange, every member of an open team who has not answered."""
        if self.phase == "reveal":
            return ONLY[self.active]
        if self.exchange and self.phase == "exchange":
            pairs = zip(self.exchange.answers, self.terms.pairs, strict=True)
            return frozenset(
                seat for answer, pair in pairs if answer == "open" for seat in pair if not self.exchange.offers[seat]
            )
        return ONLY[CHANCE] if self.phase == "deal" else NOBODY

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat."""
        if seat not in self.to_act:
            return ()
        if self.phase == "reveal":
            return _reveals(tuple(map(bool, self.hands)), tuple(map(bool, self.centre)))
        if self.phase == "exchange":
            return dict.fromkeys((*(OFFERS[number] for number in self.hands[seat]), DECLINE)).keys()
        return Deals(self.terms)

    def play(self, seat: Seat, move: Moves) -> TrioState:
        """The state after a move; Illegal says why there is none."""
        if move not in self.legal(seat):
            raise refusal(self, seat, move)
        if isinstance(move, Deal):
            return self._deal(move)
        if isinstance(move, Offer | Decline):
            return self._answer(seat, move)
        return self._reveal(move)

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """A shuffled deal, and its first player unless one is asked for."""
        return draw(self.terms, rng, first)

    def view(self, seat: Seat | None) -> TrioView:
        """All that this seat may know; onlookers see what lies open."""
        exchange = self.exchange
        hand: tuple[int, ...] = ()
        offered = received = None
        if seat is not None and self.phase != "deal":
            hand = self.hands[seat]
            if exchange:
                offered = exchange.offers[seat] or None
                if exchange.answers[self.terms.team(seat)] == "swapped":
                    received = exchange.offers[self.terms.partner(seat)]
        return TrioView(
            seat=seat,
            to_act=tuple(sorted(self.to_act)),
            terms=self.terms,
            phase=self.phase,
            active=self.active,
            hand=hand,
            counts=tuple(map(len, self.hands)),
            centre=tuple(map(bool, self.centre)),
            shown=self.shown,
            trios=self.trios,
            answers=exchange.answers if exchange else (),
            offered=offered,
            received=received,
            last=self.last,
            flash=self.flash,
        )

    def outcome(self) -> Outcome | None:
        """The side that took the last trio; a seat's score is the trios it took itself."""
        if self.phase != "over":
            return None
        return Outcome(self.terms.side(self.active), tuple(map(len, self.trios)))

    def _deal(self, deal: Deal) -> TrioState:
        exchange = _opened(self.terms, deal.hands)
        return TrioState(
            terms=self.terms,
            phase="exchange" if exchange else "reveal",
            active=deal.first,
            hands=deal.hands,
            centre=deal.centre,
            trios=((),) * self.terms.seats,
            exchange=exchange,
        )

    def _reveal(self, move: Reveal) -> TrioState:
        hands, centre = self.hands, self.centre
        if isinstance(move, RevealCentre):
            number = centre[move.place]
            centre = _with(centre, move.place, 0)
        else:
            hand = hands[move.seat]
            number, rest = (hand[0], hand[1:]) if move.end == "lowest" else (hand[-1], hand[:-1])
            hands = _with(hands, move.seat, rest)
        shown = (*self.shown, Shown(number, move))
        if number != shown[0].number:
            return self._miss(shown)
        if len(shown) == 3:
            return self._take(number, shown, hands, centre)
        return TrioState(
            terms=self.terms,
            phase="reveal",
            active=self.active,
            hands=hands,
            centre=centre,
            shown=shown,
            trios=self.trios,
            exchange=self.exchange,
        )

    def _miss(self, shown: tuple[Shown, ...]) -> TrioState:
        hands, centre = self.hands, self.centre
        # The odd card has not left its place yet; the others go back in the opposite order, each to the end it left.
        for card in reversed(self.shown):
            by = card.by
            if isinstance(by, RevealCentre):
                centre = _with(centre, by.place, card.number)
            else:
                hand = hands[by.seat]
                hands = _with(hands, by.seat, (card.number, *hand) if by.end == "lowest" else (*hand, card.number))
        return TrioState(
            terms=self.terms,
            phase="reveal",
            active=(self.active + 1) % self.terms.seats,
            hands=hands,
            centre=centre,
            trios=self.trios,
            last=Missed(self.active, tuple(card.by for card in shown)),
            flash=Glimpse(seconds=FLASH_SECONDS, cards=shown),
        )

    def _take(
        self, number: int, shown: tuple[Shown, ...], hands: tuple[tuple[int, ...], ...], centre: tuple[int, ...]
    ) -> TrioState:
        seat, terms = self.active, self.terms
        trios = _with(self.trios, seat, (*self.trios[seat], number))
        won = terms.wins(number, [owned for ally in terms.side(seat) for owned in trios[ally]])
        exchange = None if won else _opened(terms, hands, winner=seat)
        return TrioState(
            terms=terms,
            phase="over" if won else "exchange" if exchange else "reveal",
            active=seat if won else (seat + 1) % terms.seats,
            hands=hands,
            centre=centre,
            trios=trios,
            exchange=exchange,
            last=Took(seat, number, tuple(card.by for card in shown)),
        )

    def _answer(self, seat: Seat, move: Offer | Decline) -> TrioState:
        terms, hands, exchange = self.terms, self.hands, self.exchange
        assert exchange is not None  # there is no answer to give outside an exchange
        answers: tuple[Answer, ...] = exchange.answers
        offers, partner = exchange.offers, terms.partner(seat)
        if isinstance(move, Decline):
            answers = _with(answers, terms.team(seat), "kept")
            offers = _with(offers, partner, 0)  # A sealed card that was not wanted is forgotten.
        else:
            offers = _with(offers, seat, move.card)
            if theirs := offers[partner]:
                answers = _with(answers, terms.team(seat), "swapped")
                hands = _with(hands, seat, _traded(hands[seat], move.card, theirs))
                hands = _with(hands, partner, _traded(hands[partner], theirs, move.card))
        return TrioState(
            terms=terms,
            phase="exchange" if "open" in answers else "reveal",
            active=self.active,
            hands=hands,
            centre=self.centre,
            trios=self.trios,
            exchange=Exchange(answers, offers),
            last=self.last,
        )


def start(seats: int, options: Options) -> TrioState:
    """The state before the deal."""
    return TrioState(terms=agree(seats, options))


@lru_cache(maxsize=4096)
def _reveals(held: tuple[bool, ...], filled: tuple[bool, ...]) -> Collection[Reveal]:
    """Every card that may be turned up, from which hands hold cards and which places of the centre do."""
    centre = (PLACES[place] for place, full in enumerate(filled) if full)
    ends = (move for seat, full in enumerate(held) if full for move in HANDS[seat])
    return dict.fromkeys((*ends, *centre)).keys()


def _opened(terms: Terms, hands: tuple[tuple[int, ...], ...], winner: Seat | None = None) -> Exchange | None:
    """The exchange that opens now, for every team but the winner's whose two members hold a card; None if for none."""
    answers: tuple[Answer, ...] = tuple(
        "open" if winner not in pair and all(hands[seat] for seat in pair) else "out" for pair in terms.pairs
    )
    return Exchange(answers, (0,) * terms.seats) if "open" in answers else None


def _traded(hand: tuple[int, ...], given: int, received: int) -> tuple[int, ...]:
    """A hand after one card left it and another came, in order again."""
    cards = [*hand, received]
    cards.remove(given)
    return tuple(sorted(cards))


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same tuple but for one item."""
    return (*items[:index], item, *items[index + 1 :])
