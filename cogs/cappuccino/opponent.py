"""Opponents of Cappuccino: nothing is hidden, so levels differ in search depth and in overlooked moves."""

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
"""Search depth in moves: 0 takes the most cups now; 2 is its own move and the reply; 64 has no limit."""
MOVE_BUDGET = {2: 40_000, 3: 25_000, 4: 25_000}
"""Moves that a search may try, by number of seats."""
OVERLOOKED: dict[Level, float] = {"novice": 0.3, "regular": 0.1, "expert": 0.0}
"""The share of its own moves that a level overlooks."""


def choose(views: Sequence[CappuccinoView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """The move of an opponent of this level with these views, the last one current."""
    view = views[-1]
    assert view.seat is not None
    if view.public.phase == "place":
        return _place(view.public, [move for move in legal if isinstance(move, PlaceCup)], level, rng)
    board = board_of(view.public.cells)
    moves = {_step(board, move): move for move in legal if isinstance(move, Stack)}
    # Shuffle before sorting, to break ties at random.
    steps = rng.sample(sorted(moves), len(moves))
    seen = [step for step in steps if rng.random() >= OVERLOOKED[level]] or steps
    position = SearchPosition(board, view.public)
    seen.sort(key=lambda step: -_gain(position, step))
    if level == "novice":
        return moves[seen[0]]  # the most cups, whatever it exposes
    return moves[Search(position, view.seat, MOVE_BUDGET[position.seats]).best(seen, DEEPEST[level])]


def _step(board: FinishedBoard, move: Stack) -> Step:
    return board.index[move.from_], board.index[move.to]


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
