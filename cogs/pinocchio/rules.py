"""The rules of Pinocchio: an immutable state, its legal moves and their effects."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, BadRecord, Illegal, Options, Outcome, Seat, View
from cogs.pinocchio.deal import deals, shuffled
from cogs.pinocchio.moves import (
    ANNOUNCEMENTS,
    CARDS,
    FITTING,
    JUDGEMENTS,
    AnnounceCard,
    Believe,
    Deal,
    Doubt,
    GarmentCard,
    Moves,
)
from cogs.pinocchio.view import (
    Announcement,
    Own,
    Phase,
    PinocchioView,
    Public,
    Secrets,
    Shown,
    Uncovered,
    Verdict,
    guess_secrets,
)

_ALONE = {seat: frozenset((seat,)) for seat in range(CHANCE, 6)}
"""The set of one seat, cached because every move needs it."""


class State(msgspec.Struct, frozen=True):
    """One moment of a game. The number of cards laid determines where every card of the deal is."""

    public: Public
    secrets: Secrets

    @property
    def drawn(self) -> GarmentCard | None:
        """The card in the active player's hand."""
        public = self.public
        return self.secrets.piles[public.turn][public.heap // public.seats] if public.phase == "announce" else None

    @property
    def top(self) -> GarmentCard:
        """The card on top of the heap."""
        public = self.public
        return self.secrets.piles[(public.turn - 1) % public.seats][(public.heap - 1) // public.seats]

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seat that must act."""
        if self.public.phase == "over":
            return frozenset()
        return _ALONE[CHANCE if self.public.phase == "deal" else self.public.turn]

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat."""
        public = self.public
        if public.phase == "deal":
            return deals(public.seats) if seat == CHANCE else ()
        if public.phase == "over" or seat != public.turn:
            return ()
        if public.phase == "judge":
            return JUDGEMENTS
        bound = public.bound
        return ANNOUNCEMENTS if bound is None else FITTING[bound]

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move."""
        if move not in self.legal(seat):
            raise _refusal(self, seat, move)
        match move:
            case AnnounceCard():
                return self._became(_announced(self.public, seat, move))
            case Believe():
                return self._became(_believed(self.public))
            case Doubt():
                return self._became(_doubted(self.public, seat, self.top))
            case Deal():
                public = replace(self.public, phase="announce", first=move.first)
                return State(public, Secrets(piles=move.piles, aside=move.aside))

    def _became(self, public: Public) -> State:
        """The next state; when the game is over its last card is face up."""
        after = State(public, self.secrets)
        if public.phase != "over":
            return after
        return State(replace(public, opened=after.top), self.secrets)

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """The deal."""
        return shuffled(self.public.seats, rng, first)

    def view(self, seat: Seat | None) -> PinocchioView:
        """Everything a seat may know: of the face-down cards, the one it holds."""
        card = self.drawn if seat == self.public.turn else None
        return View(
            seat=seat, to_act=tuple(self.to_act), public=self.public, own=None if card is None else Own(card=card)
        )

    def outcome(self) -> Outcome | None:
        """The seats with the shortest nose win; ties share the victory."""
        if self.public.phase != "over":
            return None
        noses = self.public.noses
        return Outcome(winners=tuple(seat for seat, nose in enumerate(noses) if nose == min(noses)), scores=noses)


def start(seats: int, _options: Options) -> State:
    """The table before the deal."""
    return State(Public(seats=seats, noses=(0,) * seats), Secrets())


def guess(view: PinocchioView, rng: Random) -> State:
    """A random state that gives this seat this view, drawn uniformly."""
    return State(view.public, guess_secrets(view, rng))


def default(view: PinocchioView, _legal: Collection[Moves]) -> Moves:
    """Believe; announce with as little information for the next player as possible.

    Players may know this rule, so it must not reveal whether it lies. With the truth where it fits and one fixed lie
    otherwise, that lie would be recognised; repeating the previous announcement, whatever the card, would nearly always
    be a lie. So each of the eight cards that do not fit is always announced as the same one of the seven that fit:
    every announcement is a lie about as often as the truth, and the next player may as well toss a coin.
    """
    if view.own is None:  # a card is held exactly when there is something to announce
        return Believe()
    said = view.public.announcement and view.public.announcement.card
    if said is not None and view.public.shielded:
        return AnnounceCard(*said)  # nobody may doubt it, and repeating the last announcement reveals nothing
    fitting = FITTING[said or CARDS[0]]  # the first announcement is made as if another came before it
    truth = AnnounceCard(*view.own.card)
    if truth in fitting:
        return truth
    misfits = [move for move in ANNOUNCEMENTS if move not in fitting]
    return fitting[misfits.index(truth) % len(fitting)]


def _announced(public: Public, seat: Seat, move: AnnounceCard) -> Public:
    heap = public.heap + 1
    protected = public.last == "doubt"
    return Public(
        seats=public.seats,
        phase=_next_phase(heap, public.total) if protected else "judge",
        first=public.first,
        heap=heap,
        noses=public.noses,
        announcement=Announcement(seat=seat, card=move.card, protected=protected),
        verdict=public.verdict,
        last="announce",
    )


def _believed(public: Public) -> Public:
    return Public(
        seats=public.seats,
        phase=_next_phase(public.heap, public.total),
        first=public.first,
        heap=public.heap,
        noses=public.noses,
        announcement=public.announcement,
        verdict=public.verdict,
        last="believe",
    )


def _doubted(public: Public, doubter: Seat, card: GarmentCard) -> Public:
    assert public.announcement is not None
    verdict = Verdict(doubter=doubter, announcer=public.announcement.seat, lie=card != public.announcement.card)
    noses = list(public.noses)
    noses[verdict.punished] += 1
    return Public(
        seats=public.seats,
        phase=_next_phase(public.heap, public.total),
        flash=Shown(card=card),
        first=public.first,
        heap=public.heap,
        noses=tuple(noses),
        announcement=public.announcement,
        verdict=verdict,
        last="doubt",
    )


def _next_phase(heap: int, total: int) -> Phase:
    """The phase when nothing is left to judge: the next card, or the end."""
    return "announce" if heap < total else "over"


def _refusal(state: State, seat: Seat, move: Moves) -> Illegal | BadRecord:
    """The reason for refusing an illegal move."""
    public = state.public
    judging = isinstance(move, Believe | Doubt)
    if seat != public.turn:
        return Illegal(
            "not-yours-to-judge" if judging and public.phase == "judge" else "not-your-turn", seat=public.turn
        )
    if judging:
        return _no_judgement(public)
    if public.phase == "judge":
        return Illegal("judge-first")
    if public.bound is None:
        return BadRecord("there is no such card")
    return Illegal("misfit", garment=public.bound.garment, colour=public.bound.colour)


def _no_judgement(public: Public) -> Illegal:
    """The reason why the active player has nothing to judge."""
    if public.announcement is None:
        return Illegal("nothing-said")
    return Illegal("protected" if public.last == "announce" else "already-judged")


def opened(state: State) -> PinocchioView:
    """The view with the card on the heap, the one in a hand, and all piles face up."""
    view, public, secrets = state.view(None), state.public, state.secrets
    if view.phase in {"deal", "over"}:
        return view
    piles = tuple(pile[len(pile) - left :] for pile, left in zip(secrets.piles, public.piles, strict=True))
    uncovered = Uncovered(held=state.drawn, piles=piles, aside=secrets.aside)
    top = state.top if public.heap else None
    return replace(view, public=replace(public, opened=top, laid_open=uncovered))
