"""Reference players of Le Tripot du Chaos, and the rows of its ladder."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from cogs.tripot.duel import gain
from cogs.tripot.moves import ACTIONS, Challenge, Commit, commits
from cogs.tripot.opponent import choose
from cogs.tripot.view import Own
from tests.ladder.table import Row, beginner, best, climbs

REPLIES = 40
"""How often a strong player lets everybody reply to everybody."""
READINGS = 20
"""How often a reader runs the code of each opponent."""


def _simple(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """A sensible beginner: challenges the richest, expects everybody to repeat their habits, and counts its points."""
    public, seat = views[-1].public, views[-1].seat
    first = legal[0]
    if isinstance(first, Challenge):
        return best(legal, lambda move: public.points[move.opponent], rng)
    if not isinstance(first, Commit):
        return rng.choice(legal)
    habits = _habits(views)
    expected = {(seat, number): habit for seat, habit in habits.items() for number in public.duels_of(seat)}
    margins = {move: _margin(public, seat, move, expected) for move in legal}
    most = max(margins.values())
    return rng.choice([move for move in legal if margins[move] > most - 0.25])


def _habits(views: Sequence[Any]) -> dict[int, Counter[Any]]:
    """How often each seat did each action in rounds that have ended, and each action once more."""
    found = {seat: Counter(ACTIONS) for seat in range(views[-1].public.seats)}
    ended: Any = ()
    for view in views:
        if view.public.ended and view.public.ended != ended:
            for duel in view.public.ended:
                for seat, token in zip(duel.seats, duel.tokens, strict=True):
                    found[seat][token] += 1
        ended = view.public.ended
    return found


def _strong(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """A careful player: lets everybody reply best to one another, starting from their habits, and mixes its replies."""
    if not isinstance(legal[0], Commit):
        return _simple(views, legal, rng)
    public, habits = views[-1].public, _habits(views)
    duellists = {seat for duel in public.duels for seat in duel.seats}
    laid = {(seat, number): Counter(habits[seat]) for seat in duellists for number in public.duels_of(seat)}
    replies = Counter[Any]()
    for _ in range(REPLIES):
        chosen = {
            seat: max(commits(public.duels_of(seat)), key=lambda move, seat=seat: _margin(public, seat, move, laid))
            for seat in duellists
        }
        replies[chosen[views[-1].seat]] += 1
        for seat, move in chosen.items():
            for number, action in move.actions:
                laid[seat, number][action] += 1
    return rng.choices(list(replies), list(replies.values()))[0]


def _reader(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """Runs the expert's own code in the seats of its opponents, with other dice, and replies best to that."""
    if not isinstance(legal[0], Commit):
        return _simple(views, legal, rng)
    public, seat = views[-1].public, views[-1].seat
    others = {other for number in public.duels_of(seat) for other in public.duels[number].seats} - {seat}
    expected = {(other, number): Counter[Any]() for other in others for number in public.duels_of(other)}
    for other in others:
        theirs = [replace(view, seat=other, own=Own((), None)) for view in views]
        for _ in range(READINGS):
            move = choose(theirs, commits(public.duels_of(other)), "expert", Random(rng.getrandbits(64)))
            expected.update({(other, n): expected[other, n] + Counter([action]) for n, action in move.actions})
    return max(legal, key=lambda move: _margin(public, seat, move, expected))


def _margin(public: Any, seat: int, move: Commit, expected: Mapping[tuple[int, int], Counter[Any]]) -> float:
    """The expected points of a move, less the points of the other duellists by how many they are."""
    total = 0.0
    for number, action in move.actions:
        duel = public.duels[number]
        side = duel.seats.index(seat)
        mine, theirs, other = duel.stakes[side], duel.stakes[1 - side], duel.seats[1 - side]
        likely = expected[other, number]
        for its, times in likely.items():
            ours = gain(action, its, mine, theirs, True)
            total += times / likely.total() * (ours - gain(its, action, theirs, mine, True) / (public.seats - 1))
    return total


PLAYERS = {
    "simple": _simple,
    "strong": _strong,
    "reader": _reader,
}

# A beginner hardly wins more against random moves than against a novice, so there is no room for a novice between them.
ROWS = (
    *[beginner(seats, 300) for seats in (2, 3, 4, 5, 6)],
    *[row for seats in (2, 3, 4, 5, 6) for row in climbs(seats, 200) if row.player != "novice"],
    Row(2, "expert", "default", 200, least=0.9),
    Row(4, "expert", "default", 200, least=0.6),
    Row(2, "expert", "simple", 200),
    Row(4, "expert", "simple", 200, least=0.42),
    Row(2, "expert", "strong", 200, least=0.45),  # near an equilibrium, which nobody beats by much
    Row(4, "expert", "strong", 200),
    Row(2, "reader", "expert", 200, least=0.0, most=0.7),
)
