"""Opponents at Cappuccino: nothing is hidden, so levels differ in how far they look ahead and what they overlook."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from bot.core.game import Level
from cogs.cappuccino.board import FinishedBoard, board_of
from cogs.cappuccino.cells import neighbours
from cogs.cappuccino.moves import Moves, PlaceCup, Stack
from cogs.cappuccino.search import Search, SearchPosition, Step
from cogs.cappuccino.view import CappuccinoView, Public

DEEPEST: dict[Level, int] = {"novice": 0, "regular": 2, "expert": 64}
"""How many moves ahead a level looks: none, it takes what it can; its own and the answer; all there are."""
BUDGET = {2: 40_000, 3: 25_000, 4: 25_000}
"""How many moves an opponent may look at, for so many seats."""
OVERLOOKED: dict[Level, float] = {"novice": 0.3, "regular": 0.1, "expert": 0.0}
"""The part of its own moves that a level does not see."""


def choose(views: Sequence[CappuccinoView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """A move for the seat that has been shown these views."""
    view = views[-1]
    assert view.seat is not None
    if view.public.phase == "place":
        return _place(view.public, [move for move in legal if isinstance(move, PlaceCup)], level, rng)
    board = board_of(view.public.cells)
    moves = {_step(board, move): move for move in legal if isinstance(move, Stack)}
    # Among equals any: the moves are mixed before they are sorted.
    steps = rng.sample(sorted(moves), len(moves))
    seen = [step for step in steps if rng.random() >= OVERLOOKED[level]] or steps
    position = SearchPosition(board, view.public)
    seen.sort(key=lambda step: -_gain(position, step))
    if level == "novice":
        return moves[seen[0]]  # what takes most, whatever it lays open
    return moves[Search(position, view.seat, BUDGET[position.seats]).best(seen, DEEPEST[level])]


def _step(board: FinishedBoard, move: Stack) -> Step:
    return board.index[move.from_], board.index[move.to]


def _gain(position: SearchPosition, step: Step) -> int:
    """How many cups of others a move takes."""
    source, target = step
    return 0 if position.owners[source] == position.owners[target] else position.heights[target]


def _place(public: Public, moves: Sequence[PlaceCup], level: Level, rng: Random) -> PlaceCup:
    """Where to put a cup: where the fewest touch it, whosever they are. What touches few is taken late."""
    if level == "novice":
        return rng.choice(moves)
    taken = set(public.cells)

    def contacts(move: PlaceCup) -> int:
        return sum(cell in taken for cell in neighbours(move.cell))

    fewest = min(map(contacts, moves))
    return rng.choice([move for move in moves if contacts(move) == fewest])
