"""The rules of Perudo: an immutable state, its legal moves and their effects."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from bot.core.game import CHANCE, BadRecord, Illegal, Options, Outcome, Seat, first_player, replaced
from bot.core.moves import Deals, Draws
from bot.core.turns import TurnState
from msgspec.structs import replace

from tablee_perudo.moves import DICE, FACES, JOKER, Bid, Cups, Deal, Doubt, Moves, Roll
from tablee_perudo.view import Claim, Own, PerudoView, Public, Secrets, Shown, Verdict, guess_secrets, rolled

RAISE_LIMIT = 10
"""A bid may name at most so many dice more than it must: one never needs more, and the choices fit on a screen."""


class State(TurnState[Public, Secrets, Own, Moves], frozen=True):
    """One moment of a game: all that is public, and the dice under the cups."""

    def deals(self) -> Deals[Deal]:
        """Every first roll."""
        counts = (DICE,) * self.public.seats
        return Deals(
            Deal, self.public.seats, lambda first: Deal(first, _ones(counts)), lambda deal: _fault(deal, counts)
        )

    def draws(self) -> Draws[Roll]:
        """Every roll of the dice that are left."""
        counts = self.public.dice
        return Draws(Roll(_ones(counts)), lambda roll: _fault(roll, counts))

    def moves(self) -> Collection[Moves]:
        """Every higher bid; to doubt, if there is a bid."""
        public = self.public
        bids = [Bid(face, count) for face in FACES for count in counts_of(public, face)]
        return bids if public.claim is None else (*bids, Doubt())

    def after(self, move: Moves) -> State:
        """The state after a legal move."""
        public = self.public
        match move:
            case Deal():
                counts = (DICE,) * public.seats
                public = replace(public, phase="bid", turn=move.first, starter=move.first, dice=counts)
                return State(public, Secrets(move.dice))
            case Roll():
                public = replace(public, phase="bid", turn=public.starter, claims=())
                return State(public, Secrets(move.dice))
            case Bid():
                claim = Claim(public.turn, move.face, move.count)
                public = replace(public, claims=(*public.claims, claim), turn=public.following(public.turn))
                return replace(self, public=public)
            case Doubt():
                return State(_doubted(public, self.secrets.dice), Secrets())

    def refusal(self, move: Moves) -> Illegal | BadRecord:
        """Why this bid or doubt is not possible."""
        public, claim = self.public, self.public.claim
        if isinstance(move, Doubt):
            return Illegal("nothing-to-doubt")
        assert isinstance(move, Bid), "what chance draws is refused by the kernel"
        if move.face not in FACES:
            return BadRecord(f"no die shows {move.face}")
        if move.count > public.total:
            return Illegal("too-many-dice", total=public.total)
        if claim is None:
            return Illegal("no-jokers-first") if move.face == JOKER and not public.palifico else Illegal("too-bold")
        if move.count < (lowest(public, move.face) or 0):
            return Illegal("too-low", count=claim.count, face=claim.face)
        return Illegal("face-is-fixed", face=claim.face) if lowest(public, move.face) is None else Illegal("too-bold")

    def own(self, seat: Seat) -> Own | None:
        """The dice of a seat; nobody has any to hide once they have been shown."""
        return Own(self.secrets.dice[seat]) if self.public.phase == "bid" and self.public.dice[seat] else None

    def chance(self, rng: Random, first: Seat | None = None) -> Deal | Roll:
        """The first roll with the first player, or a later one."""
        public = self.public
        if public.phase == "deal":
            return Deal(first_player(rng, public.seats, first), rolled((DICE,) * public.seats, rng))
        return Roll(rolled(public.dice, rng))

    def result(self) -> Outcome:
        """The last player with dice wins; scores are the players that one has outlasted."""
        public = self.public
        order = (*public.gone, public.starter)
        return Outcome((public.starter,), tuple(order.index(seat) for seat in range(public.seats)))


def lowest(public: Public, face: int) -> int | None:
    """The lowest number of dice that may be bid with a face now; None if that face may not be bid.

    Half as many jokers, rounded up, beat a bid on another face; to return from jokers takes twice as many and one more.
    """
    claim = public.claim
    if claim is None:
        return 1 if face != JOKER or public.palifico else None
    if face == claim.face:
        return claim.count + 1
    if public.palifico:
        # The first bid has fixed the face, except for players who have a single die themselves.
        if public.dice[public.turn] > 1:
            return None
        return claim.count + (face < claim.face)
    if face == JOKER:
        return (claim.count + 1) // 2
    if claim.face == JOKER:
        return 2 * claim.count + 1
    return claim.count + (face < claim.face)


def counts_of(public: Public, face: int) -> range:
    """The numbers of dice that may be bid with a face now."""
    start = lowest(public, face)
    return range(0) if start is None else range(start, min(public.total, start + RAISE_LIMIT) + 1)


def _doubted(public: Public, dice: Cups) -> Public:
    """All dice are shown, one is lost, and chance rolls again, unless only one player is left."""
    claim = public.claim
    assert claim is not None, "there is a bid to doubt"
    found = sum(public.matches(die, claim.face) for cup in dice for die in cup)
    verdict = Verdict(claim=claim, doubter=public.turn, found=found, palifico=public.palifico)
    loser = verdict.loser
    left = replaced(public.dice, loser, public.dice[loser] - 1)
    after = replace(public, dice=left, verdict=verdict, flash=Shown(dice=dice), turn=CHANCE, phase="roll")
    if not left[loser]:
        after = replace(after, gone=(*public.gone, loser))
    inside = sum(map(bool, left))
    starter = loser if left[loser] else after.following(loser)
    # A player who has just come down to one die opens a palifico round; two players play none.
    palifico = left[loser] == 1 and inside > 2
    return replace(after, starter=starter, palifico=palifico, phase="roll" if inside > 1 else "over")


def _ones(counts: tuple[int, ...]) -> Cups:
    return tuple((1,) * count for count in counts)


def _fault(drawn: Deal | Roll, counts: tuple[int, ...]) -> str | None:
    """The fault of a roll with so many dice for each seat; None if it has none."""
    if tuple(map(len, drawn.dice)) != counts:
        return f"the seats roll {', '.join(map(str, counts))} dice"
    if any(die not in FACES for cup in drawn.dice for die in cup):
        return "a die shows 1 to 6"
    return None if all(list(cup) == sorted(cup) for cup in drawn.dice) else "dice are in ascending order"


def start(seats: int, _options: Options) -> State:
    """The table before the first roll."""
    return State(Public(seats=seats), Secrets())


def guess(view: PerudoView, rng: Random) -> State:
    """A random state that gives this seat this view."""
    return State(view.public, guess_secrets(view, rng))


def opened(state: State) -> PerudoView:
    """The view with all dice face up, for replays."""
    view = state.view(None)
    if state.public.phase != "bid":
        return view
    return replace(view, public=replace(view.public, uncovered=state.secrets.dice))


def default(view: PerudoView, legal: Collection[Moves]) -> Moves:
    """Doubt a bid on more than half of all dice; otherwise the lowest bid.

    The dice under the cup play no part in it: everybody may know this rule.
    """
    claim = view.public.claim
    if claim is not None and 2 * claim.count > view.public.total:
        return Doubt()
    return next(iter(legal))
