"""Opponents of Cappuccino: nothing is hidden, so levels differ in search depth and in overlooked moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from bot.core.game import Level
from cogs.cappuccino.cells import neighbours
from cogs.cappuccino.moves import Moves, PlaceCup
from cogs.cappuccino.search import NO_LIMIT, Search, SearchPosition, Step
from cogs.cappuccino.view import CappuccinoView, Public

DEPTHS: dict[Level, int] = {"regular": 2, "expert": NO_LIMIT}
"""Search depth in moves: 2 is its own move and the reply. A novice takes the most cups now."""
MOVE_BUDGET = {2: 40_000, 3: 25_000, 4: 25_000}
"""Moves that a search may try, by number of seats."""
OVERLOOKED = 0.1
"""The share of its own moves that a regular overlooks."""


def choose(views: Sequence[CappuccinoView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """The move of an opponent of this level with these views, the last one current."""
    view = views[-1]
    assert view.seat is not None
    if view.public.phase == "place":
        return _place(view.public, [move for move in legal if isinstance(move, PlaceCup)], level, rng)
    position = SearchPosition(view.public)
    moves = position.steps_of(legal)
    # Shuffle before sorting, to break ties at random.
    steps = rng.sample(sorted(moves), len(moves))
    seen = [step for step in steps if level != "regular" or rng.random() >= OVERLOOKED] or steps
    seen.sort(key=lambda step: -_gain(position, step))
    if level == "novice":
        return moves[seen[0]]  # the most cups, whatever it exposes
    return moves[Search(position, view.seat, MOVE_BUDGET[position.seats]).best(seen, DEPTHS[level])]


def _gain(position: SearchPosition, step: Step) -> int:
    """The number of other players' cups a move takes."""
    source, target = step
    return 0 if position.owners[source] == position.owners[target] else position.heights[target]


def _place(public: Public, moves: Sequence[PlaceCup], level: Level, rng: Random) -> PlaceCup:
    """Place a cup where it touches the fewest others: such cups are taken late."""
    if level == "novice":
        return rng.choice(moves)
    taken = set(public.cells)

    def contacts(move: PlaceCup) -> int:
        return sum(cell in taken for cell in neighbours(move.cell))

    fewest = min(map(contacts, moves))
    return rng.choice([move for move in moves if contacts(move) == fewest])
