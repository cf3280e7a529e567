"""The rules of Pinocchio: who decides, who announces, whose nose grows."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import msgspec

from bot.core.game import CHANCE, Illegal, Options, Outcome, Seat
from cogs.pinocchio.deals import Deals, fault, pile_size, shuffled
from cogs.pinocchio.moves import ANNOUNCEMENTS, FITTING, JUDGEMENTS, Announce, Believe, Card, Deal, Doubt, Moves
from cogs.pinocchio.views import Announcement, Event, Phase, PinocchioView, Shown, Verdict

NOSES = 28
"""Nose cards in the box. Doubted cards are never neighbours, so at most 23 of them are ever needed."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a game.

    Nobody is ever skipped, so the deal and the number of cards laid say where every card is: card k of the game is
    laid by seat ``first + k``, from the top of what is left of that seat's pile.
    """

    seats: int
    phase: Phase = "deal"
    first: Seat = 0
    piles: tuple[tuple[Card, ...], ...] = ()
    """As dealt, top card first."""
    aside: tuple[Card, ...] = ()
    laid: int = 0
    noses: tuple[int, ...]
    said: Card | None = None
    """The announcement of the card on top of the heap."""
    protected: bool = False
    """Whether that announcement cannot be doubted."""
    verdict: Verdict | None = None
    last: Event = "deal"
    shown: bool = False
    """Whether the top of the heap lies face up."""

    @property
    def turn(self) -> Seat:
        """Whose turn it is, while the game is on."""
        return (self.first + self.laid) % self.seats

    @property
    def total(self) -> int:
        """How many cards the game lasts."""
        return self.seats * pile_size(self.seats)

    @property
    def drawn(self) -> Card | None:
        """The card in the active player's hand."""
        return self.piles[self.turn][self.laid // self.seats] if self.phase == "announce" else None

    @property
    def top(self) -> Card:
        """The card on top of the heap."""
        return self.piles[(self.turn - 1) % self.seats][(self.laid - 1) // self.seats]

    @property
    def free(self) -> bool:
        """Whether the announcement now to be made may be anything."""
        return self.phase == "announce" and self.last in {"deal", "doubt"}

    @property
    def reserve(self) -> int:
        """Noses nobody has."""
        return NOSES - sum(self.noses)

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whom we wait for."""
        if self.phase == "over":
            return frozenset()
        return frozenset((CHANCE if self.phase == "deal" else self.turn,))

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat. Chance's deals can only be asked for, not listed."""
        if self.phase == "deal":
            return Deals(self.seats) if seat == CHANCE else ()
        if self.phase == "over" or seat != self.turn:
            return ()
        if self.phase == "judge":
            return JUDGEMENTS
        return ANNOUNCEMENTS if self.said is None or self.free else FITTING[self.said]

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move."""
        if move not in self.legal(seat):
            raise self._refusal(seat, move)
        match move:
            case Announce():
                return self._announced(move)
            case Believe():
                return self._judged("believe")
            case Doubt():
                return self._doubted()
            case Deal():
                return msgspec.structs.replace(
                    self, phase="announce", first=move.first, piles=move.piles, aside=move.aside
                )

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """The deal."""
        return shuffled(self.seats, rng, first)

    def view(self, seat: Seat | None) -> PinocchioView:
        """All that a seat may know."""
        dealt = self.phase != "deal"
        standing = self.said and Announcement(
            seat=(self.turn - 1) % self.seats, card=self.said, protected=self.protected
        )
        return PinocchioView(
            seat=seat,
            to_act=tuple(self.to_act),
            flash=Shown(card=self.top) if self.shown else None,
            seats=self.seats,
            phase=self.phase,
            first=self.first if dealt else None,
            piles=tuple(self._left(owner) for owner in range(self.seats)),
            heap=self.laid,
            aside=len(self.aside),
            noses=self.noses,
            reserve=self.reserve,
            announcement=standing,
            verdict=self.verdict,
            last=self.last,
            free=self.free,
            card=self.drawn if seat == self.turn else None,
        )

    def outcome(self) -> Outcome | None:
        """The shortest nose wins, and several may have it."""
        if self.phase != "over":
            return None
        shortest = min(self.noses)
        return Outcome(
            winners=tuple(seat for seat, nose in enumerate(self.noses) if nose == shortest), scores=self.noses
        )

    def _left(self, owner: Seat) -> int:
        """Cards left in a pile, without the one in the hand."""
        if self.phase == "deal":
            return 0
        taken = self.laid + (self.phase == "announce") - (owner - self.first) % self.seats
        return pile_size(self.seats) - -(-taken // self.seats)

    def _announced(self, move: Announce) -> State:
        laid = self.laid + 1
        protected = self.last == "doubt"
        return State(
            seats=self.seats,
            phase=_next_phase(laid, self.total) if protected else "judge",
            first=self.first,
            piles=self.piles,
            aside=self.aside,
            laid=laid,
            noses=self.noses,
            said=move.card,
            protected=protected,
            verdict=self.verdict,
            last="announce",
        )

    def _doubted(self) -> State:
        doubter = self.turn
        verdict = Verdict(doubter=doubter, announcer=(doubter - 1) % self.seats, lie=self.top != self.said)
        noses = list(self.noses)
        noses[verdict.punished] += 1
        judged = self._judged("doubt")
        return msgspec.structs.replace(judged, verdict=verdict, noses=tuple(noses), shown=True)

    def _judged(self, last: Event) -> State:
        return msgspec.structs.replace(self, phase=_next_phase(self.laid, self.total), last=last)

    def _refusal(self, seat: Seat, move: Moves) -> Illegal:
        """Why a move that is not legal is not."""
        if self.phase == "over":
            return Illegal("over")
        if isinstance(move, Deal):
            if seat != CHANCE:
                return Illegal("not-yours-to-deal")
            if self.phase != "deal":
                return Illegal("already-dealt")
            return Illegal("bad-deal", reason=fault(move, self.seats))
        if seat == CHANCE:
            return Illegal("chance-only-deals")
        if self.phase == "deal":
            return Illegal("not-dealt")
        judging = isinstance(move, Believe | Doubt)
        if seat != self.turn:
            return Illegal(
                "not-yours-to-judge" if judging and self.phase == "judge" else "not-your-turn", seat=self.turn
            )
        if judging:
            return self._no_judgement()
        if self.phase == "judge":
            return Illegal("judge-first")
        if self.said is None or self.free:
            return Illegal("no-such-card")
        return Illegal("misfit", garment=self.said.garment, colour=self.said.colour)

    def _no_judgement(self) -> Illegal:
        """Why there is nothing for the active player to believe or doubt."""
        if self.said is None:
            return Illegal("nothing-said")
        return Illegal("protected" if self.last == "announce" else "already-judged")


def start(seats: int, _options: Options) -> State:
    """The table before the deal."""
    return State(seats=seats, noses=(0,) * seats)


def _next_phase(laid: int, total: int) -> Phase:
    """What follows when nothing is left to judge: the next card, or the end."""
    return "announce" if laid < total else "over"
