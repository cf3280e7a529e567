"""Game tree search: a mutable position with make and undo, and alpha-beta or max-n over it.

Of a stack only its height and its top colour matter, because stacks never split. A position maintains an estimate of
each colour's final score: each stack counts its cups, discounted while another player could take it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import exp, sqrt
from random import Random

from cogs.cappuccino.board import FinishedBoard, board_of
from cogs.cappuccino.moves import Moves, Stack
from cogs.cappuccino.view import Public

SAFE, OPEN, DANGER = 20, 17, 11
"""The value of a cup in an isolated stack, in one that nobody can take now, and in one in danger."""
WIN = 10**6
"""The value of a victory, more than any number of cups."""
END = 10 * WIN
OVER_TALLEST = 4 * 16 + 1
"""More cups than any stack can have."""
LETTERS = "cplf"
"""The colours in the order of the seats that play them."""

NO_LIMIT = 64
"""A search depth that no game reaches."""
WIDTH = 8
"""With three or four seats, how many answers to a move are searched: those that take the most cups."""

Step = tuple[int, int]
"""A move: the place it leaves, and the place it goes to."""

Near = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def tables(board: FinishedBoard) -> tuple[list[dict[int, tuple[int, ...]]], list[list[int]]]:
    """For each move the places whose value it can change; and for each stack a random number for hash keys."""
    around = [
        {target: tuple(sorted({*near, *board.near[target], source, target})) for target in near}
        for source, near in enumerate(board.near)
    ]
    rng = Random(len(board.cells))
    return around, [[rng.getrandbits(62) for _ in range(len(LETTERS) * OVER_TALLEST)] for _ in board.cells]


class SearchPosition:
    """A position, changed in place."""

    def __init__(self, public: Public) -> None:
        board = board_of(public.cells)
        self._index = board.index
        self.near: Near = board.near
        self._around, self._keys = tables(board)
        self.seats = public.setup.seats
        self.heights = [len(pile) for pile in public.piles]
        self.colours = [LETTERS.index(pile[-1]) if pile else 0 for pile in public.piles]
        self.owners = [colour % self.seats for colour in self.colours]
        self.retired: Sequence[int] = public.retired
        self.estimates = [SAFE * cups for cups in public.retired]
        """The estimated final score of each colour, in 1/SAFE cups."""
        self.key = 0
        """A hash of the stacks."""
        self._worths = [0] * len(public.piles)
        self._made: list[tuple[int, ...]] = []
        places = range(len(public.piles))
        self._weigh(places)
        for place in places:
            if height := self.heights[place]:
                self.key ^= self._keys[place][self.colours[place] * OVER_TALLEST + height]

    def steps_of(self, legal: Collection[Moves]) -> dict[Step, Stack]:
        """Legal moves by the places they leave and go to."""
        stacks = [move for move in legal if isinstance(move, Stack)]
        return {(self._index[move.from_], self._index[move.to]): move for move in stacks}

    def steps(self, seat: int) -> list[Step]:
        """The moves of a seat, those that take the most cups of others first."""
        heights, owners, near = self.heights, self.owners, self.near
        found: list[tuple[int, int, int]] = []
        for place, owner in enumerate(owners):
            if owner == seat and (height := heights[place]):
                found += [
                    (0 if owners[other] == seat else -tall, place, other)
                    for other in near[place]
                    if 0 < (tall := heights[other]) <= height
                ]
        found.sort()
        return [(place, other) for _, place, other in found]

    def make(self, source: int, target: int) -> None:
        """Put a stack on another."""
        heights, colours, worths, estimates = self.heights, self.colours, self._worths, self.estimates
        moved, under, colour, covered = heights[source], heights[target], colours[source], colours[target]
        changed = self._around[source][target]
        self._made.append((source, target, under, covered, self.key, *estimates, *[worths[each] for each in changed]))
        start, end, shift = self._keys[source], self._keys[target], colour * OVER_TALLEST
        self.key ^= start[shift + moved] ^ end[covered * OVER_TALLEST + under] ^ end[shift + moved + under]
        estimates[colour] -= worths[source]
        estimates[covered] -= worths[target]
        heights[source] = worths[source] = worths[target] = 0
        heights[target], colours[target], self.owners[target] = moved + under, colour, self.owners[source]
        self._weigh(changed)

    def take_back(self) -> None:
        """Undo the last move."""
        source, target, under, covered, self.key, *rest = self._made.pop()
        heights, count = self.heights, len(self.estimates)
        heights[source], heights[target] = heights[target] - under, under
        self.colours[target], self.owners[target] = covered, covered % self.seats
        self.estimates[:] = rest[:count]
        for place, worth in zip(self._around[source][target], rest[count:], strict=True):
            self._worths[place] = worth

    def _weigh(self, places: Sequence[int]) -> None:
        """Update the estimates at these places."""
        heights, owners, worths, near = self.heights, self.owners, self._worths, self.near
        for place in places:
            if height := heights[place]:
                owner, weight = owners[place], SAFE
                for other in near[place]:
                    if rival := heights[other]:
                        if rival >= height and owners[other] != owner:
                            weight = DANGER
                            break
                        weight = OPEN
                if (worth := weight * height) != worths[place]:
                    self.estimates[self.colours[place]] += worth - worths[place]
                    worths[place] = worth

    def standing(self, me: int) -> int:
        """The evaluation for a seat: mainly against the strongest opponent, and against all of them."""
        estimates, seats = self.estimates, self.seats
        if len(estimates) != seats:
            # Only a seat's better colour scores; the other one still keeps cups from the rival.
            pairs = [estimates[seat::seats] for seat in range(seats)]
            totals = [(7 * max(pair) + min(pair)) // 8 for pair in pairs]
        elif seats == 2:
            return estimates[me] - estimates[1 - me]
        else:
            totals = list(estimates)
        mine = totals.pop(me)
        return 3 * mine - 2 * max(totals) - sum(totals) // len(totals)

    def result(self, me: int) -> int:
        """The exact value when nobody can move: a victory, a shared one or a defeat, and its margin."""
        totals = list(self.retired)
        for height, colour in zip(self.heights, self.colours, strict=True):
            totals[colour] += height
        scores = [max(totals[seat :: self.seats]) for seat in range(self.seats)]
        mine, rival = scores.pop(me), max(scores)
        return (WIN if mine > rival else -WIN if mine < rival else 0) + mine - rival

    def chance(self, value: int) -> float:
        """The chance to win with a move of this value; fitted to 5,200 moves of 150 games between searching players."""
        if abs(value) > WIN // 2:
            return float(value > 0)
        cups = 11 if len(self.estimates) == 2 else 42  # ``standing`` weighs a seat's own cups three times
        scale = cups * sqrt(sum(height > 0 for height in self.heights))
        return 1 / (1 + (self.seats - 1) * exp(-value / scale))


class _Spent(Exception):
    """The search has used up its budget."""


class Search:
    """Iteratively deepened search within a budget of moves.

    Between two seats it is alpha-beta. With more, every seat plays for itself (max-n): that measured stronger than
    alpha-beta against all others together. Moves in different corners commute, so positions are cached in a
    transposition table.
    """

    def __init__(self, position: SearchPosition, me: int, budget: int) -> None:
        self._position = position
        self._me = me
        self._left = budget
        self._known: dict[tuple[int, int], tuple[int, int, int, Step]] = {}
        """(position, seat to move) → value, kind of bound, depth of that search, and best move."""
        self._apart: dict[tuple[int, int, int], list[int]] = {}
        """(position, seat to move, depth) → the value for each seat, with more than two seats."""

    def best(self, steps: Sequence[Step], deepest: int) -> Step:
        """The best of these moves; ties go to the earlier one."""
        order = list(steps)
        for depth in range(1, deepest + 1):
            try:
                order, value = self._choose(order, depth)
            except _Spent:
                break
            if abs(value) > WIN // 2:
                break  # the result is certain
        return order[0]

    def values(self, steps: Sequence[Step], deepest: int) -> dict[Step, int]:
        """The value of each of these moves, the best first, all searched to the same depth."""
        found = dict.fromkeys(steps, 0)
        for depth in range(1, deepest + 1):
            try:
                values = {step: self._after(step, depth, -END) for step in found}
            except _Spent:
                break
            found = dict(sorted(values.items(), key=lambda each: -each[1]))
            if all(abs(value) > WIN // 2 for value in values.values()):
                break  # every result is certain
        return found

    def _choose(self, steps: list[Step], depth: int) -> tuple[list[Step], int]:
        """These moves with the best one first, and its value."""
        low, best = -END, steps[0]
        for step in steps:
            value = self._after(step, depth, low)
            if value > low:
                low, best = value, step
        return [best, *(step for step in steps if step != best)], low

    def _after(self, step: Step, depth: int, low: int) -> int:
        """The value of a move for the searching seat; between two seats, exact above ``low``."""
        position = self._position
        seat = (self._me + 1) % position.seats
        position.make(*step)
        try:
            if position.seats == 2:
                return self._value(seat, depth - 1, low, END)
            return self._values(seat, depth - 1)[self._me]
        finally:
            position.take_back()

    def _value(self, seat: int, depth: int, low: int, high: int) -> int:
        """The value of the position for the searching seat when it is ``seat``'s turn; exact between the two bounds."""
        position = self._position
        if depth <= 0:
            return position.standing(self._me)
        key = position.key, seat
        first = None
        if key in self._known:
            value, bound, deep, first = self._known[key]
            if deep >= depth and (bound == 0 or (value >= high if bound > 0 else value <= low)):
                return value
        seat, steps = self._turn(seat, first)
        if not steps:
            return position.result(self._me)
        mine, after = seat == self._me, (seat + 1) % position.seats
        floor, ceiling, best, choice = low, high, -END if mine else END, steps[0]
        for step in steps:
            position.make(*step)
            try:
                value = self._value(after, depth - 1, floor, ceiling)
            finally:
                position.take_back()
            if value > best if mine else value < best:
                best, choice = value, step
                if mine:
                    floor = max(floor, value)
                else:
                    ceiling = min(ceiling, value)
                if floor >= ceiling:
                    break
        self._known[key] = best, 1 if best >= high else -1 if best <= low else 0, depth, choice
        return best

    def _values(self, seat: int, depth: int) -> list[int]:
        """The value of the position for each seat when it is ``seat``'s turn and every seat plays for itself."""
        position = self._position
        seats = range(position.seats)
        if depth <= 0:
            return [position.standing(each) for each in seats]
        key = position.key, seat, depth
        if key in self._apart:
            return self._apart[key]
        seat, steps = self._turn(seat, None)
        if not steps:
            return [position.result(each) for each in seats]
        found: list[list[int]] = []
        for step in steps[:WIDTH]:
            position.make(*step)
            try:
                found.append(self._values((seat + 1) % position.seats, depth - 1))
            finally:
                position.take_back()
        self._apart[key] = best = max(found, key=lambda values: values[seat])
        return best

    def _turn(self, seat: int, first: Step | None) -> tuple[int, list[Step]]:
        """The next seat that can move, and its moves in search order; no moves: the game is over."""
        position = self._position
        for _ in range(position.seats):
            if steps := position.steps(seat):
                self._left -= len(steps)
                if self._left < 0:
                    raise _Spent
                if first is not None and first in steps:
                    steps.remove(first)
                    steps.insert(0, first)
                return seat, steps
            # A seat that cannot move is skipped, and never gets a move again.
            seat = (seat + 1) % position.seats
        return seat, []
