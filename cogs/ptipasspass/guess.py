"""A full state that a view allows: what the seat knows is kept, everything else is drawn afresh."""

from __future__ import annotations

from collections import Counter
from random import Random

from cogs.ptipasspass.layouts import Cup, board
from cogs.ptipasspass.moves import COLOURS, Colour
from cogs.ptipasspass.rules import State, gather, good_set, hopeless
from cogs.ptipasspass.views import WINDOWS, Accused, Doubled, Lifted, OpenCups, OpenFist, Phase, Placed, TableView

TRIES = 200
"""How often we draw again when a draw contradicts what the last lift showed. A few are enough for any real view."""

FIST_OUT: frozenset[Phase] = frozenset({*WINDOWS, "announce"})

Heap = list[Colour]


def guess(view: TableView, rng: Random) -> State:
    """A state with this very view for this seat, the rest drawn among what is possible."""
    hands, cups = _draw(view, rng)
    for _ in range(TRIES):
        if _plausible(view, cups):
            break
        hands, cups = _draw(view, rng)
    return _state(view, hands, cups, rng)


def _draw(view: TableView, rng: Random) -> tuple[list[Heap], dict[Cup, Heap]]:
    """Hands (a closed fist's token still among them) and cups as they stood when the turn began."""
    sizes = [count + (view.phase in FIST_OUT and seat == view.active) for seat, count in enumerate(view.counts)]
    if _round_is_fresh(view):
        return [list(COLOURS) for _ in sizes], {cup: [] for cup in board(view.layout, view.seats).cups}

    hands, cups = _known(view)
    unknown = Counter(dict.fromkeys(COLOURS, view.seats))
    unknown.subtract(token for heap in (*hands, *cups.values()) for token in heap)
    pool: Heap = list(unknown.elements())
    rng.shuffle(pool)
    for hand, size in zip(hands, sizes, strict=True):
        missing = size - len(hand)
        hand.extend(pool[:missing])
        del pool[:missing]
    for cup in board(view.layout, view.seats).cups:
        cups.setdefault(cup, [])
    closed = _seen_into(view)
    free = [cup for cup in cups if cup not in closed]
    for cup in _surely_filled(view):
        cups[cup].append(pool.pop())
    for token in pool:
        cups[rng.choice(free)].append(token)
    return hands, cups


def _round_is_fresh(view: TableView) -> bool:
    """Whether the round's first turn is not over, so that everybody has, fist included, one token of each colour."""
    return view.phase != "over" and (view.last is None or view.last.end is not None)


def _known(view: TableView) -> tuple[list[Heap], dict[Cup, Heap]]:
    """The tokens whose owner or cup this seat can name."""
    hands: list[Heap] = [[] for _ in range(view.seats)]
    cups: dict[Cup, Heap] = {}
    last, flash = view.last, view.flash
    if isinstance(flash, OpenFist) and isinstance(last, Accused):
        hands[last.active if last.lied else last.by].append(flash.token)
    elif isinstance(flash, OpenCups) and isinstance(last, Doubled):
        hands[last.active] += flash.tokens[0]
    elif isinstance(flash, OpenCups):
        cups |= {cup: list(tokens) for cup, tokens in zip(flash.cups, flash.tokens, strict=True)}
    if isinstance(last, Doubled) and view.passed is not None:
        hands[last.by].append(view.passed)
    if view.seat is not None and view.hand is not None:
        hands[view.seat] = [*view.hand, *([view.fist] if view.fist else [])]
    return hands, cups


def _seen_into(view: TableView) -> set[Cup]:
    """Cups that hold what is known and nothing more."""
    if isinstance(view.last, Doubled):
        return {view.last.cup}  # emptied, or shown to be empty
    return set(view.flash.cups) if isinstance(view.flash, OpenCups) else set()


def _surely_filled(view: TableView) -> tuple[Cup, ...]:
    """Cups that hold at least one token, though nobody may know which."""
    if isinstance(view.last, Placed):
        return (view.last.cup,)
    if isinstance(view.last, Lifted) and view.last.end == "won" and view.flash is None:
        return view.last.cups
    return ()


def _plausible(view: TableView, cups: dict[Cup, Heap]) -> bool:
    """Whether the last lift would have gone as it did, and the round would not have ended already."""
    if _round_is_fresh(view):
        return True
    if isinstance(view.last, Lifted):
        tokens = [tuple(cups[cup]) for cup in view.last.cups]
        if good_set(*tokens) != (view.last.end == "won"):
            return False
    everything_is_out = view.phase in ("reveal", "lift") and not any(view.counts)
    return not (everything_is_out and hopeless(tuple(map(tuple, cups.values()))))


def _state(view: TableView, hands: list[Heap], cups: dict[Cup, Heap], rng: Random) -> State:
    passed = view.passed
    if passed is None and isinstance(view.last, Doubled) and not view.last.found and view.last.end is None:
        passed = rng.choice(hands[view.last.by])
    fist = view.fist
    if view.phase in FIST_OUT:
        fist = fist or rng.choice(hands[view.active])
        hands[view.active].remove(fist)
    if view.swapped:
        first, second = view.swapped
        cups[first], cups[second] = cups[second], cups[first]
    return State(
        layout=view.layout,
        seats=view.seats,
        phase=view.phase,
        to_act=frozenset(view.to_act),
        active=view.active,
        hands=tuple(gather(*hand) for hand in hands),
        cups=tuple(gather(*cups[cup]) for cup in board(view.layout, view.seats).cups),
        victories=view.victories,
        round=view.round,
        unplaced=view.unplaced,
        fist=fist,
        aimed=view.aimed,
        stated=view.stated,
        swapped=view.swapped,
        last=view.last,
        passed=passed,
        flash=view.flash,
    )
