"""The rules of PtiPassPass: an immutable state, its legal moves and their effects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, KeysView
from functools import lru_cache
from random import Random
from typing import cast

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, Deal, Options, Outcome, Seat, View, first_player, replaced, without
from cogs.ptipasspass.cups import COLOURS, Colour, Cup, Layout, Line, Tokens, board, gather, good_set, hopeless
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Menteur, Moves, Ok, Swap, deals, in_reading_order
from cogs.ptipasspass.refusal import refusal
from cogs.ptipasspass.view import (
    Accused,
    Doubled,
    FaceUpTokens,
    Last,
    Lifted,
    OpenCups,
    OpenFist,
    OpenRound,
    Own,
    Placed,
    PtiPassPassView,
    Public,
    Secrets,
    guess_secrets,
)

VICTORIES_TO_WIN = 2
UNPLACED_PER_SEAT = 12
"""A round is void after this many turns per seat in a row without a placement."""

SECONDS_FOR_ONE = 5
SECONDS_FOR_THREE = 8

Legal = KeysView[Moves]
"""Moves in a fixed order with a fast ``in``."""


def _listed(moves: Iterable[Moves]) -> Legal:
    return dict.fromkeys(moves).keys()


NOTHING = _listed(())
DOUBLON_ANSWERS = _listed((Ok(), Doublon()))
MENTEUR_ANSWERS = _listed((Ok(), Menteur()))
ANNOUNCEMENTS = _listed(AnnounceColour(colour) for colour in COLOURS)


@lru_cache
def _aims(layout: Layout, seats: int, colours: Tokens) -> Legal:
    return _listed(Aim(colour, cup) for colour in colours for cup in board(layout, seats).cups)


@lru_cache
def _lifts(layout: Layout, seats: int) -> Legal:
    return _listed(Lift(line) for line in board(layout, seats).lines)


@lru_cache
def _swaps_and_lifts(layout: Layout, seats: int) -> Legal:
    pairs = board(layout, seats).pairs
    # In either order: a player may choose any cup first.
    either = sorted([*pairs, *((second, first) for first, second in pairs)])
    return _listed([*map(Swap, either), *_lifts(layout, seats)])


@lru_cache
def _only(seat: Seat) -> frozenset[Seat]:
    return frozenset({seat})


@lru_cache
def _others(seats: int, seat: Seat) -> frozenset[Seat]:
    return frozenset(range(seats)) - {seat}


class State(msgspec.Struct, frozen=True):
    """One moment of a game."""

    public: Public
    secrets: Secrets
    to_act: frozenset[Seat]

    def legal(self, seat: Seat) -> Collection[Moves]:
        """All moves of a seat."""
        if seat not in self.to_act:
            return NOTHING
        public = self.public
        match public.phase:
            case "doublon":
                return DOUBLON_ANSWERS
            case "menteur":
                return MENTEUR_ANSWERS
            case "aim":
                return _aims(public.layout, public.seats, tuple(dict.fromkeys(self.secrets.hands[seat])))
            case "announce":
                return ANNOUNCEMENTS
            case "reveal":
                return _swaps_and_lifts(public.layout, public.seats)
            case "lift":
                return _lifts(public.layout, public.seats)
            case "deal":
                return deals(public.seats)
            case "over":
                return NOTHING

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move, whose cups may be in any order; raises Illegal."""
        move = in_reading_order(move)
        if move not in self.legal(seat):
            raise refusal(self, seat, move)
        match move:
            case Ok():
                return self._agree(seat)
            case Aim(token=token, cup=cup):
                return self._aim(token, cup)
            case AnnounceColour(colour=colour):
                public = replace(self.public, phase="menteur", stated=colour)
                return State(public, self.secrets, _others(public.seats, public.active))
            case Doublon():
                return self._shout_doublon(seat)
            case Menteur():
                return self._shout_menteur(seat)
            case Swap(cups=(first, second)):
                here, there, under = self._place(first), self._place(second), self.secrets.cups
                cups = replaced(replaced(under, here, under[there]), there, under[here])
                public = replace(self.public, phase="lift", swapped=(first, second), flash=None)
                return State(public, replace(self.secrets, cups=cups), self.to_act)
            case Lift(cups=cups):
                return self._lift(cups)
            case Deal(first=first):
                return State(replace(self.public, phase="aim", active=first), self.secrets, _only(first))

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """Draw the first player; nothing else is random."""
        return Deal(first_player(rng, self.public.seats, first))

    def view(self, seat: Seat | None) -> PtiPassPassView:
        """Everything this seat may know."""
        own = None if seat is None else self._own(seat)
        return View(seat=seat, to_act=tuple(sorted(self.to_act)), public=self.public, own=own)

    def _own(self, seat: Seat) -> Own:
        secrets, last = self.secrets, self.public.last
        knows_passed = isinstance(last, Doubled) and seat in (last.active, last.by)
        return Own(
            hand=secrets.hands[seat],
            fist=secrets.fist if seat == self.public.active else None,
            passed=secrets.passed if knows_passed else None,
        )

    def outcome(self) -> Outcome | None:
        """The winner, and everybody's victory tokens."""
        public = self.public
        return Outcome((public.active,), public.victories) if public.phase == "over" else None

    def _place(self, cup: Cup) -> int:
        return board(self.public.layout, self.public.seats).place[cup]

    def _aim(self, token: Colour, cup: Cup) -> State:
        public, secrets = self.public, self.secrets
        hand: Tokens = without(secrets.hands[public.active], token)
        return State(
            replace(
                public,
                phase="doublon",
                counts=replaced(public.counts, public.active, len(hand)),
                aimed=cup,
                flash=None,
            ),
            Secrets(replaced(secrets.hands, public.active, hand), secrets.cups, token, secrets.passed),
            _others(public.seats, public.active),
        )

    def _agree(self, seat: Seat) -> State:
        public, secrets = self.public, self.secrets
        if waiting := self.to_act - {seat}:
            return State(public, secrets, waiting)
        if public.phase == "doublon":
            return State(replace(public, phase="announce"), secrets, _only(public.active))
        fist, cup, stated = cast("tuple[Colour, Cup, Colour]", (secrets.fist, public.aimed, public.stated))
        place = self._place(cup)
        cups = replaced(secrets.cups, place, gather(fist, *secrets.cups[place]))
        return self._pass_on(Placed(active=public.active, cup=cup, stated=stated), Secrets(secrets.hands, cups))

    def _shout_doublon(self, by: Seat) -> State:
        public, secrets = self.public, self.secrets
        fist, cup = cast("tuple[Colour, Cup]", (secrets.fist, public.aimed))
        place = self._place(cup)
        found = secrets.cups[place]
        taker = public.active if found else by
        hands = replaced(secrets.hands, taker, gather(fist, *found, *secrets.hands[taker]))
        return self._pass_on(
            Doubled(active=public.active, by=by, cup=cup, found=len(found)),
            Secrets(hands, replaced(secrets.cups, place, ()), passed=None if found else fist),
            OpenCups(seconds=SECONDS_FOR_ONE, cups=(cup,), tokens=(found,)),
        )

    def _shout_menteur(self, by: Seat) -> State:
        public, secrets = self.public, self.secrets
        fist, cup, stated = cast("tuple[Colour, Cup, Colour]", (secrets.fist, public.aimed, public.stated))
        lied = stated != fist
        taker = public.active if lied else by
        return self._pass_on(
            Accused(active=public.active, by=by, cup=cup, lied=lied),
            Secrets(replaced(secrets.hands, taker, gather(fist, *secrets.hands[taker])), secrets.cups),
            OpenFist(seconds=SECONDS_FOR_ONE, token=fist, stated=stated),
        )

    def _lift(self, line: Line) -> State:
        public, secrets = self.public, self.secrets
        one, two, three = (secrets.cups[self._place(cup)] for cup in line)
        won = good_set(one, two, three)
        flash = OpenCups(seconds=SECONDS_FOR_THREE, cups=line, tokens=(one, two, three))
        last = Lifted(active=public.active, cups=line, swapped=public.swapped, end="won" if won else None)
        victories = replaced(public.victories, public.active, public.victories[public.active] + won)
        if victories[public.active] == VICTORIES_TO_WIN:
            opened = FaceUpTokens(secrets.hands, secrets.cups)
            public = replace(
                public, phase="over", victories=victories, swapped=None, last=last, flash=flash, opened=opened
            )
            return State(public, secrets, frozenset())
        return self._pass_on(last, Secrets(secrets.hands, secrets.cups), flash, victories)

    def _pass_on(
        self,
        last: Last,
        secrets: Secrets,
        flash: OpenCups | OpenFist | OpenRound | None = None,
        victories: tuple[int, ...] | None = None,
    ) -> State:
        """End the turn: the left neighbour is next, in a new round if this one is won or void."""
        public = self.public
        following = (public.active + 1) % public.seats
        unplaced = 0 if isinstance(last, Placed) else public.unplaced + 1
        if last.end is None:
            if unplaced >= UNPLACED_PER_SEAT * public.seats:
                last = replace(last, end="endless")
            elif not any(secrets.hands) and hopeless(secrets.cups):
                last = replace(last, end="hopeless")
        if last.end is not None:
            # Show the round as it ended, although the next one is already dealt.
            ended, seconds = FaceUpTokens(secrets.hands, secrets.cups), SECONDS_FOR_THREE
            flash = replace(flash, ended=ended, seconds=seconds) if flash else OpenRound(seconds=seconds, ended=ended)
            unplaced, secrets = 0, _set_out(public.seats)
        public = Public(
            layout=public.layout,
            seats=public.seats,
            phase="aim" if secrets.hands[following] else "reveal",
            round=public.round + (last.end is not None),
            active=following,
            counts=tuple(map(len, secrets.hands)),
            victories=victories or public.victories,
            unplaced=unplaced,
            last=last,
            flash=flash,
        )
        return State(public, secrets, _only(following))


def _set_out(seats: int) -> Secrets:
    """The start of a round: one token of each colour per seat, and empty cups."""
    return Secrets(hands=(COLOURS,) * seats, cups=((),) * (3 * seats))


def start(seats: int, options: Options) -> State:
    """The state before the first player is drawn."""
    public = Public(
        layout=cast("Layout", options["layout"]),
        seats=seats,
        phase="deal",
        active=CHANCE,
        counts=(len(COLOURS),) * seats,
        victories=(0,) * seats,
    )
    return State(public, _set_out(seats), _only(CHANCE))


def guess(view: PtiPassPassView, rng: Random) -> State:
    """A random state that gives this seat this view."""
    return State(view.public, guess_secrets(view, rng), frozenset(view.to_act))


def ahead(view: PtiPassPassView) -> Collection[Moves]:
    """The announcements, as soon as the active player has aimed."""
    return ANNOUNCEMENTS if view.phase == "doublon" and view.seat == view.public.active else NOTHING


def automatic(view: PtiPassPassView, _legal: Collection[Moves]) -> Moves | None:
    """Answer OK to "Doublon ?" automatically while all cups are empty."""
    return Ok() if view.phase == "doublon" and view.public.all_empty else None


def default(view: PtiPassPassView, legal: Collection[Moves]) -> Moves:
    """Answer OK; use a cup that other default moves do not; tell the truth; lift a different line each time."""
    public, own = view.public, view.own
    assert own is not None, "nobody plays for onlookers"
    if public.asking:
        return Ok()
    if public.phase == "aim":
        cups = board(public.layout, public.seats).cups
        out = 3 * public.seats - sum(public.counts)
        return Aim(max(own.hand, key=own.hand.count), cups[out % len(cups)])
    if own.fist:
        return AnnounceColour(own.fist)  # a shout cannot hurt a player who tells the truth
    lifts = [move for move in legal if isinstance(move, Lift)]
    return lifts[public.unplaced % len(lifts)]


def opened(state: State) -> PtiPassPassView:
    """The view with all hands, all cups' contents and the token in the fist face up."""
    view, secrets = state.view(None), state.secrets
    # The end of a round is displayed face up anyway, and the next round has not begun.
    if view.phase in {"deal", "over"} or view.public.ended:
        return view
    return replace(view, public=replace(view.public, opened=FaceUpTokens(secrets.hands, secrets.cups, secrets.fist)))
