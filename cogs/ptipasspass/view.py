"""Views of PtiPassPass: public and private knowledge, and random secrets consistent with a view."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Literal

import msgspec

from bot.core import game
from bot.core.game import Flash, Seat, View
from cogs.ptipasspass.cups import COLOURS, Colour, Cup, Layout, Line, Pair, Tokens, board, gather, good_set, hopeless

Phase = Literal["deal", "aim", "doublon", "announce", "menteur", "reveal", "lift", "over"]
"""``doublon`` and ``menteur`` are the two windows; ``reveal`` may still swap, ``lift`` has swapped."""

WINDOWS: frozenset[Phase] = frozenset({"doublon", "menteur"})

End = Literal["won", "hopeless", "endless"]
"""How a round ended: with a good set, without any possible one, or after too many turns without a placement."""


class TurnEnd(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """How a turn ended. It never contains a colour that was only revealed for a while."""

    active: Seat
    end: End | None = None
    """Set when the turn ended the round as well."""


class Placed(TurnEnd, frozen=True, kw_only=True, tag="placed"):
    """Everybody agreed: the token is under the cup."""

    cup: Cup
    stated: Colour


class Doubled(TurnEnd, frozen=True, kw_only=True, tag="doubled"):
    """A player shouted "Doublon !"; the cup held ``found`` tokens (0: the shout was wrong)."""

    by: Seat
    cup: Cup
    found: int


class Accused(TurnEnd, frozen=True, kw_only=True, tag="accused"):
    """A player shouted "Menteur !"."""

    by: Seat
    cup: Cup
    lied: bool


class Lifted(TurnEnd, frozen=True, kw_only=True, tag="lifted"):
    """Three cups were lifted, perhaps after a swap."""

    cups: Line
    swapped: Pair | None


Last = Placed | Doubled | Accused | Lifted


class FaceUpTokens(msgspec.Struct, frozen=True):
    """All tokens, when the game or a round is over, or in a replay."""

    hands: tuple[Tokens, ...]
    cups: tuple[Tokens, ...]
    """In the board's reading order."""
    fist: Colour | None = None
    """In a replay, the token in the active player's fist."""


class Shown(Flash, frozen=True, kw_only=True, tag_field="kind"):
    """Base of temporary reveals."""

    ended: FaceUpTokens | None = None
    """If it ended the round: all tokens of that round. The state already has the next round."""


class OpenCups(Shown, frozen=True, kw_only=True, tag="cups"):
    """The contents of lifted cups."""

    cups: tuple[Cup, ...]
    tokens: tuple[Tokens, ...]


class OpenFist(Shown, frozen=True, kw_only=True, tag="fist"):
    """The token revealed after "Menteur !", and its announced colour."""

    token: Colour
    stated: Colour


class OpenRound(Shown, frozen=True, kw_only=True, tag="round"):
    """A round that a placement has ended."""


class Public(game.Public, frozen=True, kw_only=True):
    """Everything public."""

    layout: Layout
    seats: int
    phase: Phase
    round: int = 1
    active: Seat
    """The seat whose turn it is; CHANCE before the deal, the winner at the end."""
    counts: tuple[int, ...]
    """Tokens held by each seat, without the one in the fist."""
    victories: tuple[int, ...]
    unplaced: int = 0
    """Turns of this round in a row without a placement: failed lifts and challenges."""
    aimed: Cup | None = None
    stated: Colour | None = None
    swapped: Pair | None = None
    last: Last | None = None
    """The previous turn; nothing older, because remembering is the game."""
    flash: OpenCups | OpenFist | OpenRound | None = None
    opened: FaceUpTokens | None = None
    """Once the game is over, and in replays."""

    @property
    def asking(self) -> bool:
        """Whether one of the two windows is open, in which all seats but the active one answer."""
        return self.phase in WINDOWS

    @property
    def fist_closed(self) -> bool:
        """Whether the active player has a token in the fist."""
        return self.aimed is not None

    @property
    def ended(self) -> FaceUpTokens | None:
        """The round that has just ended, while it is displayed."""
        return self.flash.ended if self.flash else None

    @property
    def stopped(self) -> bool:
        """Whether the game is over or the end of a round is displayed."""
        return self.phase == "over" or self.ended is not None

    @property
    def face_up(self) -> FaceUpTokens | None:
        """All tokens, when they are face up."""
        return self.opened or self.ended

    @property
    def all_empty(self) -> bool:
        """Whether every token is in a hand or in the fist."""
        return sum(self.counts) + self.fist_closed == len(COLOURS) * self.seats


def mood(before: Public, after: Public, seat: Seat) -> game.Mood | None:
    """How a seat takes the end of a turn."""
    if after.last == before.last:
        return None
    match after.last:
        case Accused(active=active, by=by, lied=lied) if seat in (active, by):
            return "glad" if lied == (seat == by) else "caught" if lied else "fooled"
        case Doubled(active=active, by=by, found=found) if seat in (active, by):
            return "glad" if bool(found) == (seat == by) else "sorry" if found else "fooled"
        case Lifted(active=active, end=end) if seat == active:
            return "glad" if end == "won" else "sorry"
    return None


class Secrets(msgspec.Struct, frozen=True):
    """The hidden tokens. Cups are in the board's reading order."""

    hands: tuple[Tokens, ...]
    cups: tuple[Tokens, ...]
    fist: Colour | None = None
    passed: Colour | None = None
    """The token that a wrong "Doublon !" has just moved from hand to hand.

    None when the shout ended the round too: that token is back with all the others.
    """


class Own(msgspec.Struct, frozen=True):
    """Private knowledge of one seat."""

    hand: Tokens
    fist: Colour | None
    """The token in the seat's own fist."""
    passed: Colour | None
    """The token that has just passed face down; its giver and its taker know it."""


PtiPassPassView = View[Public, Own]


def hurry(view: PtiPassPassView) -> bool:
    """Whether the game waits for answers in one of the two windows."""
    return view.public.asking


def windows_left(view: PtiPassPassView) -> int:
    """How many windows a seat may be asked in before its own turn; without a seat, those of the present turn."""
    public = view.public
    here = {"aim": 2, "doublon": 2, "announce": 1, "menteur": 1}.get(public.phase, 0)
    if view.seat is None:
        return here
    # The turn after this one may be the seat's own, and so on.
    later = (view.seat - public.active - 1) % public.seats
    return 0 if view.seat == public.active or public.phase == "over" else here + 2 * later


# ---- random secrets consistent with a view

MAX_DRAWS = 2_000
"""Draws of which one must agree with the last lift. Views of real games need only a few."""

Heap = list[Colour]
Guessed = tuple[tuple[Tokens, ...], tuple[Tokens, ...], Colour | None, Colour | None]
"""Hands, cups in the board's reading order, the token in the fist, and the one that has just passed face down."""


def guess_secrets(view: PtiPassPassView, rng: Random) -> Secrets:
    """Random secrets that give this seat this view."""
    return Secrets(*guess_tokens(view, rng))


def guess_tokens(view: PtiPassPassView, rng: Random) -> Guessed:
    """Random positions of all tokens that give this seat this view."""
    if opened := view.public.opened:
        return opened.hands, opened.cups, None, None
    for _ in range(MAX_DRAWS):
        hands, cups = _draw(view, rng)
        if _plausible(view.public, cups):
            return _gathered(view, hands, cups, rng)
    raise ValueError("no draw agrees with this view: it cannot come from a game")


def _draw(view: PtiPassPassView, rng: Random) -> tuple[list[Heap], dict[Cup, Heap]]:
    """Random hands (including the token of a closed fist) and cups as at the start of the turn."""
    public = view.public
    names = board(public.layout, public.seats).cups
    if _round_is_fresh(public):
        return [list(COLOURS) for _ in public.counts], {cup: [] for cup in names}

    hands, cups = _known(view)
    unknown = Counter(dict.fromkeys(COLOURS, public.seats))
    unknown.subtract(token for heap in (*hands, *cups.values()) for token in heap)
    pool: Heap = list(unknown.elements())
    rng.shuffle(pool)
    for seat, (hand, count) in enumerate(zip(hands, public.counts, strict=True)):
        missing = count + (public.fist_closed and seat == public.active) - len(hand)
        hand.extend(pool[:missing])
        del pool[:missing]
    for cup in names:
        cups.setdefault(cup, [])
    closed = _seen_into(public)
    free = [cup for cup in cups if cup not in closed]
    for cup in _surely_filled(public):
        cups[cup].append(pool.pop())
    for token in pool:
        cups[rng.choice(free)].append(token)
    return hands, cups


def _round_is_fresh(public: Public) -> bool:
    """Whether this is the first turn of a round, when every seat, fist included, has one token of each colour."""
    return public.phase != "over" and (public.last is None or public.last.end is not None)


def _known(view: PtiPassPassView) -> tuple[list[Heap], dict[Cup, Heap]]:
    """The tokens whose hand or cup this seat knows."""
    hands: list[Heap] = [[] for _ in view.public.counts]
    cups: dict[Cup, Heap] = {}
    last, flash, own = view.public.last, view.public.flash, view.own
    if isinstance(flash, OpenFist) and isinstance(last, Accused):
        hands[last.active if last.lied else last.by].append(flash.token)
    elif isinstance(flash, OpenCups) and isinstance(last, Doubled):
        hands[last.active] += flash.tokens[0]
    elif isinstance(flash, OpenCups):
        cups |= {cup: list(tokens) for cup, tokens in zip(flash.cups, flash.tokens, strict=True)}
    if own is not None and view.seat is not None:
        if isinstance(last, Doubled) and own.passed is not None:
            hands[last.by].append(own.passed)
        hands[view.seat] = [*own.hand, *([own.fist] if own.fist else [])]
    return hands, cups


def _seen_into(public: Public) -> set[Cup]:
    """Cups whose contents are fully known."""
    if isinstance(public.last, Doubled):
        return {public.last.cup}  # emptied, or shown to be empty
    return set(public.flash.cups) if isinstance(public.flash, OpenCups) else set()


def _surely_filled(public: Public) -> tuple[Cup, ...]:
    """Cups known to hold at least one token."""
    if isinstance(public.last, Placed):
        return (public.last.cup,)
    if isinstance(public.last, Lifted) and public.last.end == "won" and public.flash is None:
        return public.last.cups
    return ()


def _plausible(public: Public, cups: dict[Cup, Heap]) -> bool:
    """Whether the draw agrees with the last lift, and with the round not being over."""
    if _round_is_fresh(public):
        return True
    if isinstance(public.last, Lifted):
        tokens = [tuple(cups[cup]) for cup in public.last.cups]
        if good_set(*tokens) != (public.last.end == "won"):
            return False
    everything_is_out = public.phase in ("reveal", "lift") and not any(public.counts)
    return not (everything_is_out and hopeless(tuple(map(tuple, cups.values()))))


def _gathered(view: PtiPassPassView, hands: list[Heap], cups: dict[Cup, Heap], rng: Random) -> Guessed:
    """The drawn hands and cups after this turn's swap and the token taken in the fist."""
    public = view.public
    fist, passed = (view.own.fist, view.own.passed) if view.own else (None, None)
    if passed is None and isinstance(public.last, Doubled) and not public.last.found and public.last.end is None:
        passed = rng.choice(hands[public.last.by])
    if public.fist_closed:
        fist = fist or rng.choice(hands[public.active])
        hands[public.active].remove(fist)
    if public.swapped:
        first, second = public.swapped
        cups[first], cups[second] = cups[second], cups[first]
    names = board(public.layout, public.seats).cups
    return tuple(gather(*hand) for hand in hands), tuple(gather(*cups[cup]) for cup in names), fist, passed
