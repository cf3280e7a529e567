"""What everybody may know, what is hidden, and what one seat alone knows of it."""

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
"""How a round ended: with a good set, because none can be made any more, or after too many turns without placing."""


class TurnEnd(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """How somebody's turn ended. It never names a colour that was only shown for a while."""

    active: Seat
    end: End | None = None
    """Set when the turn ended the round as well."""


class Placed(TurnEnd, frozen=True, kw_only=True, tag="placed"):
    """Everybody agreed: the token is under the cup."""

    cup: Cup
    stated: Colour


class Doubled(TurnEnd, frozen=True, kw_only=True, tag="doubled"):
    """Somebody shouted "Doublon !"; the cup held so many tokens (none: the shout was wrong)."""

    by: Seat
    cup: Cup
    found: int


class Accused(TurnEnd, frozen=True, kw_only=True, tag="accused"):
    """Somebody shouted "Menteur !"."""

    by: Seat
    cup: Cup
    lied: bool


class Lifted(TurnEnd, frozen=True, kw_only=True, tag="lifted"):
    """Three cups were lifted, perhaps after a swap."""

    cups: Line
    swapped: Pair | None


Last = Placed | Doubled | Accused | Lifted


class FaceUpTokens(msgspec.Struct, frozen=True):
    """Everything face up, as it lies when the game or a round is over, or in a replay."""

    hands: tuple[Tokens, ...]
    cups: tuple[Tokens, ...]
    """In the board's reading order."""
    fist: Colour | None = None
    """In a replay, the token in the active player's fist."""


class Shown(Flash, frozen=True, kw_only=True, tag_field="kind"):
    """What is shown for the moment."""

    ended: FaceUpTokens | None = None
    """When the round ended with it: all that lay on the table then. The next round is set out already."""


class OpenCups(Shown, frozen=True, kw_only=True, tag="cups"):
    """What lies under lifted cups, for the moment."""

    cups: tuple[Cup, ...]
    tokens: tuple[Tokens, ...]


class OpenFist(Shown, frozen=True, kw_only=True, tag="fist"):
    """The token shown after "Menteur !", for the moment, and what it was said to be."""

    token: Colour
    stated: Colour


class OpenRound(Shown, frozen=True, kw_only=True, tag="round"):
    """A round that a placement has ended, for the moment."""


class Public(game.Public, frozen=True, kw_only=True):
    """All that everybody may know."""

    layout: Layout
    seats: int
    phase: Phase
    round: int = 1
    active: Seat
    """Whose turn it is; chance before the deal, the winner at the end."""
    counts: tuple[int, ...]
    """How many tokens each seat holds, the one in the fist not counted."""
    victories: tuple[int, ...]
    unplaced: int = 0
    """Turns in a row, of this round, that ended without a placement: failed lifts and challenges."""
    aimed: Cup | None = None
    stated: Colour | None = None
    swapped: Pair | None = None
    last: Last | None = None
    """The previous turn; nothing older is kept, for memory is the game."""
    flash: OpenCups | OpenFist | OpenRound | None = None
    opened: FaceUpTokens | None = None
    """Once the game is over, and in replays."""

    @property
    def asking(self) -> bool:
        """Whether one of the two windows is open: everybody but the active player answers."""
        return self.phase in WINDOWS

    @property
    def fist_closed(self) -> bool:
        """Whether the active player has a token in the fist."""
        return self.aimed is not None

    @property
    def ended(self) -> FaceUpTokens | None:
        """The round that has just ended, as long as it is shown."""
        return self.flash.ended if self.flash else None

    @property
    def stopped(self) -> bool:
        """Whether nothing is played: the game is over, or a round that has just ended is looked at."""
        return self.phase == "over" or self.ended is not None

    @property
    def face_up(self) -> FaceUpTokens | None:
        """All that lies on the table, where everybody may see it."""
        return self.opened or self.ended

    @property
    def all_empty(self) -> bool:
        """Whether no cup holds anything: every token is in a hand or in the fist."""
        return sum(self.counts) + self.fist_closed == len(COLOURS) * self.seats


class Secrets(msgspec.Struct, frozen=True):
    """What is hidden from somebody, or from everybody. Cups are in the board's reading order."""

    hands: tuple[Tokens, ...]
    cups: tuple[Tokens, ...]
    fist: Colour | None = None
    passed: Colour | None = None
    """The token that a wrong "Doublon !" has just moved from fist to fist.

    None when the shout ended the round too: that token is back with all the others.
    """


class Own(msgspec.Struct, frozen=True):
    """What one seat alone knows."""

    hand: Tokens
    fist: Colour | None
    """The token in one's own fist."""
    passed: Colour | None
    """The token that has just passed unseen: its giver and its taker know it."""


PtiPassPassView = View[Public, Own]


def hurry(view: PtiPassPassView) -> bool:
    """Whether we wait for answers in one of the two windows."""
    return view.public.asking


def windows_left(view: PtiPassPassView) -> int:
    """How many windows the token in the fist has still to pass, the open one counted."""
    return {"doublon": 2, "announce": 1, "menteur": 1}.get(view.phase, 0)


# ---- secrets that a view allows

TRIES = 200
"""How often we draw again when a draw contradicts what the last lift showed. A few are enough for any real view."""

Heap = list[Colour]
Guessed = tuple[tuple[Tokens, ...], tuple[Tokens, ...], Colour | None, Colour | None]
"""Hands, cups in the board's reading order, the token in the fist, and the one that has just passed unseen."""


def guess_secrets(view: PtiPassPassView, rng: Random) -> Secrets:
    """Secrets that give this seat this very view, drawn among all that are possible."""
    return Secrets(*guess_tokens(view, rng))


def guess_tokens(view: PtiPassPassView, rng: Random) -> Guessed:
    """Where all tokens may be, drawn among all places that give this seat this very view."""
    if opened := view.public.opened:
        return opened.hands, opened.cups, None, None
    hands, cups = _draw(view, rng)
    for _ in range(TRIES):
        if _plausible(view.public, cups):
            break
        hands, cups = _draw(view, rng)
    return _gathered(view, hands, cups, rng)


def _draw(view: PtiPassPassView, rng: Random) -> tuple[list[Heap], dict[Cup, Heap]]:
    """Hands (a closed fist's token still among them) and cups as they stood when the turn began."""
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
    """Whether the round's first turn is not over, so that everybody has, fist included, one token of each colour."""
    return public.phase != "over" and (public.last is None or public.last.end is not None)


def _known(view: PtiPassPassView) -> tuple[list[Heap], dict[Cup, Heap]]:
    """The tokens whose owner or cup this seat can name."""
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
    """Cups that hold what is known and nothing more."""
    if isinstance(public.last, Doubled):
        return {public.last.cup}  # emptied, or shown to be empty
    return set(public.flash.cups) if isinstance(public.flash, OpenCups) else set()


def _surely_filled(public: Public) -> tuple[Cup, ...]:
    """Cups that hold at least one token, though nobody may know which."""
    if isinstance(public.last, Placed):
        return (public.last.cup,)
    if isinstance(public.last, Lifted) and public.last.end == "won" and public.flash is None:
        return public.last.cups
    return ()


def _plausible(public: Public, cups: dict[Cup, Heap]) -> bool:
    """Whether the last lift would have gone as it did, and the round would not have ended already."""
    if _round_is_fresh(public):
        return True
    if isinstance(public.last, Lifted):
        tokens = [tuple(cups[cup]) for cup in public.last.cups]
        if good_set(*tokens) != (public.last.end == "won"):
            return False
    everything_is_out = public.phase in ("reveal", "lift") and not any(public.counts)
    return not (everything_is_out and hopeless(tuple(map(tuple, cups.values()))))


def _gathered(view: PtiPassPassView, hands: list[Heap], cups: dict[Cup, Heap], rng: Random) -> Guessed:
    """The drawn hands and cups as they are now, with the fist closed and the cups swapped since the turn began."""
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
