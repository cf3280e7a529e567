"""The rules of Trio: an immutable state, its legal moves and their effects."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from random import Random

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, Options, Outcome, Seat, View, replaced
from cogs.trio.deal import TrioSetup, deals, draw
from cogs.trio.links import NUMBERS, wins
from cogs.trio.moves import ENDS, Deal, Decline, Moves, Offer, Reveal, RevealCentre, RevealHand
from cogs.trio.refusal import refusal
from cogs.trio.view import (
    FLASH_SECONDS,
    Answer,
    FaceUpCards,
    Missed,
    Own,
    Public,
    RevealedCard,
    Secrets,
    Shown,
    Took,
    TrioView,
    guess_secrets,
    undealt,
)

NOBODY: frozenset[Seat] = frozenset()
ONLY = {seat: frozenset({seat}) for seat in range(CHANCE, 6)}
PLACES = tuple(RevealCentre(place) for place in range(9))
HANDS = tuple(tuple(RevealHand(seat, end) for end in ENDS) for seat in range(6))
OFFERS = {number: Offer(number) for number in NUMBERS}
DECLINE = Decline()


class State(msgspec.Struct, frozen=True):
    """One moment of a game of Trio."""

    public: Public
    secrets: Secrets

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that must act; in an exchange, every member of an open team who has not answered."""
        public = self.public
        if public.phase == "reveal":
            return ONLY[public.active]
        if public.phase == "exchange":
            return frozenset(public.waited)
        return ONLY[CHANCE] if public.phase == "deal" else NOBODY

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat."""
        public = self.public
        if public.phase == "reveal":
            return _reveals(tuple(map(bool, public.counts)), public.centre) if seat == public.active else ()
        if seat not in self.to_act:
            return ()
        if public.phase == "exchange":
            return dict.fromkeys((*(OFFERS[number] for number in self.secrets.hands[seat]), DECLINE)).keys()
        return deals(public.setup)

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move; raises Illegal with the reason."""
        if move not in self.legal(seat):
            raise refusal(self, seat, move)
        if isinstance(move, Reveal):
            return self._reveal(move)
        if isinstance(move, Deal):
            return self._deal(move)
        return self._answer(seat, move)

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """A shuffled deal; its first player is drawn too unless given."""
        return draw(self.public.setup, rng, first)

    def view(self, seat: Seat | None) -> TrioView:
        """Everything this seat may know; None: an onlooker."""
        return View(
            seat=seat,
            to_act=tuple(sorted(self.to_act)),
            public=self.public,
            own=None if seat is None else self._own(seat),
        )

    def outcome(self) -> Outcome | None:
        """The side that took the last trio; a seat's score is the trios it took itself."""
        public = self.public
        if public.phase != "over":
            return None
        return Outcome(public.setup.side(public.active), tuple(map(len, public.trios)))

    def _own(self, seat: Seat) -> Own:
        public, secrets = self.public, self.secrets
        received = None
        if public.answers and public.answers[public.setup.team(seat)] == "swapped":
            received = secrets.offers[public.setup.partner(seat)]
        return Own(secrets.hands[seat], secrets.offers[seat] or None, received)

    def _deal(self, deal: Deal) -> State:
        setup = self.public.setup
        counts = tuple(map(len, deal.hands))
        answers, waited = _opened(setup, counts)
        public = Public(
            setup=setup,
            phase="exchange" if waited else "reveal",
            active=deal.first,
            counts=counts,
            centre=tuple(map(bool, deal.centre)),
            trios=((),) * setup.seats,
            answers=answers,
            waited=waited,
        )
        return State(public, Secrets(deal.hands, deal.centre, (0,) * setup.seats))

    def _reveal(self, move: Reveal) -> State:
        public, secrets = self.public, self.secrets
        counts, filled, hands, centre = public.counts, public.centre, secrets.hands, secrets.centre
        if isinstance(move, RevealCentre):
            number = centre[move.place]
        else:
            number = hands[move.seat][0 if move.end == "lowest" else -1]
        shown = (*public.shown, RevealedCard(number, move))
        if number != shown[0].number:
            return self._miss(shown)
        if isinstance(move, RevealCentre):
            centre = replaced(centre, move.place, 0)
            filled = replaced(filled, move.place, False)
        else:
            hand = hands[move.seat]
            hands = replaced(hands, move.seat, hand[1:] if move.end == "lowest" else hand[:-1])
            counts = replaced(counts, move.seat, len(hand) - 1)
        if len(shown) == 3:
            return self._take(shown, counts, filled, hands, centre)
        public = Public(
            setup=public.setup,
            phase="reveal",
            active=public.active,
            counts=counts,
            centre=filled,
            shown=shown,
            trios=public.trios,
            answers=public.answers,
        )
        return State(public, Secrets(hands, centre, secrets.offers))

    def _miss(self, shown: tuple[RevealedCard, ...]) -> State:
        public, secrets = self.public, self.secrets
        counts, filled, hands, centre = public.counts, public.centre, secrets.hands, secrets.centre
        # The last card has not left its place yet; the others go back in reverse order, each to the end it left.
        for card in reversed(public.shown):
            by = card.by
            if isinstance(by, RevealCentre):
                centre = replaced(centre, by.place, card.number)
                filled = replaced(filled, by.place, True)
            else:
                hand = hands[by.seat]
                hands = replaced(hands, by.seat, (card.number, *hand) if by.end == "lowest" else (*hand, card.number))
                counts = replaced(counts, by.seat, len(hand) + 1)
        setup = public.setup
        after = Public(
            setup=setup,
            phase="reveal",
            active=(public.active + 1) % setup.seats,
            counts=counts,
            centre=filled,
            trios=public.trios,
            last=Missed(public.active, tuple([card.by for card in shown])),
            flash=Shown(seconds=FLASH_SECONDS, cards=shown),
        )
        return State(after, Secrets(hands, centre, (0,) * setup.seats))

    def _take(
        self,
        shown: tuple[RevealedCard, ...],
        counts: tuple[int, ...],
        filled: tuple[bool, ...],
        hands: tuple[tuple[int, ...], ...],
        centre: tuple[int, ...],
    ) -> State:
        setup, seat, number = self.public.setup, self.public.active, shown[0].number
        trios = replaced(self.public.trios, seat, (*self.public.trios[seat], number))
        won = wins(setup.mode, number, [owned for ally in setup.side(seat) for owned in trios[ally]])
        answers, waited = ((), ()) if won else _opened(setup, counts, winner=seat)
        public = Public(
            setup=setup,
            phase="over" if won else "exchange" if waited else "reveal",
            active=seat if won else (seat + 1) % setup.seats,
            counts=counts,
            centre=filled,
            trios=trios,
            answers=answers,
            waited=waited,
            last=Took(seat, number, tuple(card.by for card in shown)),
            opened=FaceUpCards(hands, centre) if won else None,
        )
        return State(public, Secrets(hands, centre, (0,) * setup.seats))

    def _answer(self, seat: Seat, move: Offer | Decline) -> State:
        public, secrets = self.public, self.secrets
        team, partner = public.setup.team(seat), public.setup.partner(seat)
        answers: tuple[Answer, ...] = public.answers
        hands, offers, answered = secrets.hands, secrets.offers, {seat}
        if isinstance(move, Decline):
            answers = replaced(answers, team, "kept")
            offers = replaced(offers, partner, 0)  # the partner declined: drop the sealed card
            answered.add(partner)
        else:
            offers = replaced(offers, seat, move.card)
            if theirs := offers[partner]:
                answers = replaced(answers, team, "swapped")
                hands = replaced(hands, seat, _traded(hands[seat], move.card, theirs))
                hands = replaced(hands, partner, _traded(hands[partner], theirs, move.card))
        waited = tuple(other for other in public.waited if other not in answered)
        after = Public(
            setup=public.setup,
            phase="exchange" if waited else "reveal",
            active=public.active,
            counts=public.counts,
            centre=public.centre,
            trios=public.trios,
            answers=answers,
            waited=waited,
            last=public.last,
        )
        return State(after, Secrets(hands, secrets.centre, offers))


def start(seats: int, options: Options) -> State:
    """The state before the deal."""
    setup = TrioSetup.of(seats, options)
    return State(Public(setup=setup), undealt(setup))


def guess(view: TrioView, rng: Random) -> State:
    """A state that gives this seat this view."""
    return State(view.public, guess_secrets(view, rng))


def default(view: TrioView, legal: Collection[Moves]) -> Moves:
    """Decline an exchange; else reveal the centre first, then an opponent's ends, the own side's last."""
    if DECLINE in legal:
        return DECLINE
    setup, active = view.public.setup, view.public.active
    ours = setup.side(active)

    def exposes(move: Moves) -> tuple[bool, bool, int]:
        if isinstance(move, RevealHand):
            distance = (move.seat - active) % setup.seats
            return (move.seat in ours, True, 2 * distance + (move.end == "highest"))
        return (False, False, move.place if isinstance(move, RevealCentre) else 0)

    return min(legal, key=exposes)


@lru_cache(maxsize=4096)
def _reveals(held: tuple[bool, ...], filled: tuple[bool, ...]) -> Collection[Reveal]:
    """Every legal reveal, given which hands and which places of the centre hold cards."""
    centre = (PLACES[place] for place, full in enumerate(filled) if full)
    ends = (move for seat, full in enumerate(held) if full for move in HANDS[seat])
    return dict.fromkeys((*ends, *centre)).keys()


def _opened(
    setup: TrioSetup, counts: tuple[int, ...], winner: Seat | None = None
) -> tuple[tuple[Answer, ...], tuple[Seat, ...]]:
    """The new exchange, for every team but the winner's whose two members hold a card, and the seats to answer."""
    answers: tuple[Answer, ...] = tuple(
        "open" if winner not in pair and all(counts[seat] for seat in pair) else "out" for pair in setup.pairs
    )
    waited = tuple(seat for seat in range(setup.seats) if answers and answers[setup.team(seat)] == "open")
    return (answers, waited) if waited else ((), ())


def _traded(hand: tuple[int, ...], given: int, received: int) -> tuple[int, ...]:
    """A hand with one card replaced by another, sorted."""
    cards = [*hand, received]
    cards.remove(given)
    return tuple(sorted(cards))


def opened(state: State) -> TrioView:
    """The view with all hands, the centre and the cards sealed in a current exchange face up."""
    view, secrets = state.view(None), state.secrets
    if view.phase in {"deal", "over"}:
        return view
    offers = secrets.offers if view.phase == "exchange" else ()
    return replace(view, public=replace(view.public, opened=FaceUpCards(secrets.hands, secrets.centre, offers)))
