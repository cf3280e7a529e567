"""The rules: one moment of the game and what each move makes of it."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from bot.core.game import CHANCE, Options, Outcome, Seat
from cogs.ptipasspass.layouts import Cup, Layout, Line, Pair, board
from cogs.ptipasspass.moves import (
    COLOURS,
    Aim,
    Announce,
    Colour,
    Deal,
    Doublon,
    Lift,
    Menteur,
    Menu,
    Moves,
    Ok,
    Swap,
    in_reading_order,
)
from cogs.ptipasspass.refusals import refusal
from cogs.ptipasspass.views import (
    Accused,
    Doubled,
    Last,
    Lifted,
    OpenCups,
    OpenFist,
    Phase,
    Placed,
    TableView,
    Tokens,
)

_T = TypeVar("_T")

VICTORIES_TO_WIN = 2
UNPLACED_PER_SEAT = 12
"""So many turns in a row without a placement, times the number of seats, and the round is void."""

SECONDS_FOR_ONE = 5
SECONDS_FOR_THREE = 8

NOTHING = Menu()
DOUBLON_ANSWERS = Menu([Ok(), Doublon()])
MENTEUR_ANSWERS = Menu([Ok(), Menteur()])
ANNOUNCEMENTS = Menu(Announce(colour) for colour in COLOURS)


@lru_cache
def _deals(seats: int) -> Menu:
    return Menu(Deal(first) for first in range(seats))


@lru_cache
def _aims(layout: Layout, seats: int, colours: Tokens) -> Menu:
    return Menu(Aim(colour, cup) for colour in colours for cup in board(layout, seats).cups)


@lru_cache
def _lifts(layout: Layout, seats: int) -> Menu:
    return Menu(Lift(line) for line in board(layout, seats).lines)


@lru_cache
def _swaps_and_lifts(layout: Layout, seats: int) -> Menu:
    return Menu([*(Swap(pair) for pair in board(layout, seats).pairs), *_lifts(layout, seats)])


def good_set(one: Tokens, two: Tokens, three: Tokens) -> bool:
    """Whether one token of each cup can be picked so that the three are all equal or all different."""
    return any(len(set(picked)) != 2 for picked in product(set(one), set(two), set(three)))


def hopeless(cups: tuple[Tokens, ...]) -> bool:
    """Whether no three cups, wherever they stand, make a good set: swaps could bring any three into line."""
    return not any(good_set(*three) for three in combinations(filter(None, cups), 3))


def gather(*tokens: Colour) -> Tokens:
    """Tokens put together."""
    return tuple(sorted(tokens))


def without(tokens: Tokens, colour: Colour) -> Tokens:
    """Tokens after one of a colour is taken away."""
    place = tokens.index(colour)
    return tokens[:place] + tokens[place + 1 :]


def _changed(items: tuple[_T, ...], place: int, item: _T) -> tuple[_T, ...]:
    return (*items[:place], item, *items[place + 1 :])


class State(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a game. Cups are in the board's reading order."""

    layout: Layout
    seats: int
    phase: Phase
    to_act: frozenset[Seat]
    active: Seat
    hands: tuple[Tokens, ...]
    cups: tuple[Tokens, ...]
    victories: tuple[int, ...]
    round: int = 1
    unplaced: int = 0
    fist: Colour | None = None
    aimed: Cup | None = None
    stated: Colour | None = None
    swapped: Pair | None = None
    last: Last | None = None
    passed: Colour | None = None
    flash: OpenCups | OpenFist | None = None

    def legal(self, seat: Seat) -> Menu:
        """All moves of a seat."""
        if seat not in self.to_act:
            return NOTHING
        match self.phase:
            case "doublon":
                return DOUBLON_ANSWERS
            case "menteur":
                return MENTEUR_ANSWERS
            case "aim":
                return _aims(self.layout, self.seats, tuple(dict.fromkeys(self.hands[seat])))
            case "announce":
                return ANNOUNCEMENTS
            case "reveal":
                return _swaps_and_lifts(self.layout, self.seats)
            case "lift":
                return _lifts(self.layout, self.seats)
            case "deal":
                return _deals(self.seats)
            case "over":
                return NOTHING

    def play(self, seat: Seat, move: Moves) -> State:
        """The state after a move, whose cups may be named in any order; raises Illegal."""
        move = in_reading_order(move)
        if move not in self.legal(seat):
            raise refusal(self, seat, move)
        match move:
            case Ok():
                return self._agree(seat)
            case Aim(token=token, cup=cup):
                hands = _changed(self.hands, seat, without(self.hands[seat], token))
                return self._ask("doublon", hands=hands, fist=token, aimed=cup)
            case Announce(colour=colour):
                return self._ask("menteur", stated=colour)
            case Doublon():
                return self._shout_doublon(seat)
            case Menteur():
                return self._shout_menteur(seat)
            case Swap(cups=(first, second)):
                here, there = self._place(first), self._place(second)
                cups = _changed(_changed(self.cups, here, self.cups[there]), there, self.cups[here])
                return replace(self, phase="lift", cups=cups, swapped=(first, second), flash=None)
            case Lift(cups=cups):
                return self._lift(cups)
            case Deal(first=first):
                return replace(self, phase="aim", active=first, to_act=frozenset({first}))

    def chance(self, rng: Random, first: Seat | None = None) -> Deal:
        """Who begins: the only thing this game leaves to chance."""
        return Deal(rng.randrange(self.seats) if first is None else first)

    def view(self, seat: Seat | None) -> TableView:
        """All that this seat may know."""
        knows_passed = isinstance(self.last, Doubled) and seat in (self.last.active, self.last.by)
        return TableView(
            seat=seat,
            to_act=tuple(sorted(self.to_act)),
            layout=self.layout,
            seats=self.seats,
            phase=self.phase,
            round=self.round,
            active=self.active,
            counts=tuple(map(len, self.hands)),
            victories=self.victories,
            unplaced=self.unplaced,
            aimed=self.aimed,
            stated=self.stated,
            swapped=self.swapped,
            last=self.last,
            flash=self.flash,
            hand=None if seat is None else self.hands[seat],
            fist=self.fist if seat == self.active else None,
            passed=self.passed if knows_passed else None,
        )

    def outcome(self) -> Outcome | None:
        """The winner, and everybody's victory tokens."""
        return Outcome((self.active,), self.victories) if self.phase == "over" else None

    def _place(self, cup: Cup) -> int:
        return board(self.layout, self.seats).place[cup]

    def _ask(self, window: Phase, **changes: Any) -> State:
        """Open a window: everybody but the active player answers."""
        others = frozenset(range(self.seats)) - {self.active}
        return replace(self, phase=window, to_act=others, flash=None, **changes)

    def _agree(self, seat: Seat) -> State:
        waiting = self.to_act - {seat}
        if waiting:
            return replace(self, to_act=waiting, flash=None)
        if self.phase == "doublon":
            return replace(self, phase="announce", to_act=frozenset({self.active}), flash=None)
        fist, cup, stated = cast("tuple[Colour, Cup, Colour]", (self.fist, self.aimed, self.stated))
        place = self._place(cup)
        cups = _changed(self.cups, place, gather(fist, *self.cups[place]))
        return self._pass_on(Placed(active=self.active, cup=cup, stated=stated), cups=cups)

    def _shout_doublon(self, by: Seat) -> State:
        fist, cup = cast("tuple[Colour, Cup]", (self.fist, self.aimed))
        place = self._place(cup)
        found = self.cups[place]
        taker = self.active if found else by
        return self._pass_on(
            Doubled(active=self.active, by=by, cup=cup, found=len(found)),
            hands=_changed(self.hands, taker, gather(fist, *found, *self.hands[taker])),
            cups=_changed(self.cups, place, ()),
            flash=OpenCups(seconds=SECONDS_FOR_ONE, cups=(cup,), tokens=(found,)),
            passed=None if found else fist,
        )

    def _shout_menteur(self, by: Seat) -> State:
        fist, cup = cast("tuple[Colour, Cup]", (self.fist, self.aimed))
        lied = self.stated != fist
        taker = self.active if lied else by
        return self._pass_on(
            Accused(active=self.active, by=by, cup=cup, lied=lied),
            hands=_changed(self.hands, taker, gather(fist, *self.hands[taker])),
            flash=OpenFist(seconds=SECONDS_FOR_ONE, token=fist),
        )

    def _lift(self, line: Line) -> State:
        tokens = tuple(self.cups[self._place(cup)] for cup in line)
        flash = OpenCups(seconds=SECONDS_FOR_THREE, cups=line, tokens=tokens)
        last = Lifted(active=self.active, cups=line, swapped=self.swapped)
        if not good_set(*tokens):
            return self._pass_on(last, flash=flash)
        last = replace(last, end="won")
        victories = _changed(self.victories, self.active, self.victories[self.active] + 1)
        if victories[self.active] == VICTORIES_TO_WIN:
            return replace(
                self, phase="over", to_act=frozenset(), victories=victories, swapped=None, last=last, flash=flash
            )
        return self._pass_on(last, victories=victories, flash=flash)

    def _pass_on(self, last: Last, *, flash: OpenCups | OpenFist | None = None, **changes: Any) -> State:
        """End the turn: the left neighbour is next, in a new round when this one is won or void."""
        following = (self.active + 1) % self.seats
        unplaced = 0 if isinstance(last, Placed) else self.unplaced + 1
        state = replace(
            self,
            active=following,
            to_act=frozenset({following}),
            unplaced=unplaced,
            fist=None,
            aimed=None,
            stated=None,
            swapped=None,
            **{"last": last, "passed": None, "flash": flash, **changes},
        )
        if last.end is None:
            if unplaced >= UNPLACED_PER_SEAT * self.seats:
                last = replace(last, end="endless")
            elif not any(state.hands) and hopeless(state.cups):
                last = replace(last, end="hopeless")
        if last.end is None:
            return replace(state, phase="aim" if state.hands[following] else "reveal")
        return replace(
            state, **_set_out(self.seats), phase="aim", round=self.round + 1, unplaced=0, last=last, passed=None
        )


def _set_out(seats: int) -> dict[str, Any]:
    """A round's beginning: one token of each colour to everybody, and empty cups."""
    return {"hands": (COLOURS,) * seats, "cups": ((),) * (3 * seats)}


def start(seats: int, options: Options) -> State:
    """The game before chance has named the first player."""
    return State(
        layout=cast("Layout", options["layout"]),
        seats=seats,
        phase="deal",
        to_act=frozenset({CHANCE}),
        active=CHANCE,
        victories=(0,) * seats,
        **_set_out(seats),
    )
