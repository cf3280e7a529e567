"""Invariants of Cappuccino over random games."""

from collections import Counter
from itertools import pairwise

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.cappuccino.cells import ORIGIN, connected, neighbours, reading_order
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import CUPS_PER_COLOUR, PlaceCup, Stack
from cogs.cappuccino.rules import state_of
from cogs.cappuccino.view import few_ways
from tests.cogs.cappuccino.tabletop import islands, played, stacks_of

# A game is drawn as the few facts that make it, so that a failure prints as one line.
tables = st.sampled_from([(seats, options) for seats in GAME.seats for options in GAME.variants(seats)])
seeds = st.integers(0, 2**32)
# A seed does not shrink to anything simpler: the first failure is as good as the last.
few = settings(max_examples=25, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))


def stacking(game):
    """The moves of a game with the states before and after them, from the first stack on."""
    return [(old, move, new) for (_, old), (move, new) in pairwise(game) if isinstance(move, Stack)]


def moves_by_the_book(state, seat):
    """Ordered touching pairs whose first has the seat's colour on top and is at least as high."""
    stacks = stacks_of(state)
    return [
        Stack(cell, other)
        for cell, (colour, height) in stacks.items()
        for other in sorted(neighbours(cell), key=reading_order)
        if state.public.setup.owner(colour) == seat and other in stacks and stacks[other][1] <= height
    ]


@few
@given(tables, seeds)
def test_cups_are_neither_made_nor_lost(table, seed):
    for _, state in played(*table, seed):
        totals = state.public.totals
        assert sum(total.cups + total.left for total in totals) == state.public.setup.cups
        layers = Counter(colour for cups in state.public.layers.values() for colour in cups)
        if not sum(state.public.retired):
            assert all(layers[total.colour] + total.left == CUPS_PER_COLOUR for total in totals)


@few
@given(tables, seeds)
def test_a_move_joins_two_stacks_and_changes_no_other(table, seed):
    for old, move, new in stacking(played(*table, seed)):
        before = {cell: layers for cell, layers in old.public.layers.items() if layers}
        after = {cell: layers for cell, layers in new.public.layers.items() if layers}
        gone = {cell for island in new.public.last.settled for cell in island.cells}
        assert before.keys() - after.keys() == gone | {move.from_}
        expected = {**before, move.to: before[move.to] + before[move.from_]}
        assert after == {cell: layers for cell, layers in expected.items() if cell not in gone | {move.from_}}


@settings(few, max_examples=12)
@given(tables, seeds)
def test_legal_moves_are_those_of_the_book(table, seed):
    for _, state in played(*table, seed):
        # Values updated by moves equal those computed from the public view.
        assert state == state_of(state.public)
        if state.public.phase == "stack":
            legal, book = state.legal(state.public.active), moves_by_the_book(state, state.public.active)
            assert list(legal) == book
            assert len(legal) == len(book)
            ways = state.public.ways
            assert {(cell, to) for cell, found in ways.items() for to in found} == {
                (move.from_, move.to) for move in book
            }
            assert few_ways(ways) == (len(book) <= 12)
            stacks = stacks_of(state)
            every = {Stack(cell, to) for cell in stacks for to in (*stacks, *neighbours(cell))}
            assert {move for move in every if move in legal} == set(book)
        if state.public.phase in ("stack", "over"):
            for seat in range(state.public.setup.seats):
                assert bool(moves_by_the_book(state, seat)) == (seat not in state.public.blocked)


@few
@given(tables, seeds)
def test_turns_go_round_those_who_can_move_and_islands_never_merge(table, seed):
    announced = []
    for old, _, new in stacking(played(*table, seed)):
        assert set(old.public.blocked) <= set(new.public.blocked)
        assert set(new.public.last.blocked) == set(new.public.blocked) - set(old.public.blocked)
        announced += new.public.last.blocked
        if new.public.active is not None:
            step = (new.public.active - old.public.active) % table[0] or table[0]
            assert all((old.public.active + skipped) % table[0] in new.public.blocked for skipped in range(1, step))
        groups = islands(stacks_of(old))
        assert all(any(group <= earlier for earlier in groups) for group in islands(stacks_of(new)))
    assert sorted(announced) == list(range(table[0])), "everybody is blocked in the end, once"


@few
@given(tables, seeds)
def test_it_is_over_when_no_stacks_touch(table, seed):
    game = played(*table, seed)
    for _, state in game:
        stacks = stacks_of(state)
        touching = any(other in stacks for cell in stacks for other in neighbours(cell))
        if state.public.phase in ("stack", "over"):
            assert (state.public.phase == "over") == (not touching) == (state.outcome() is not None)
    _, last = game[-1]
    taken_off = sum(len(island.cells) for _, _, new in stacking(game) for island in new.public.last.settled)
    moves = len(stacking(game))
    assert moves == last.public.setup.cups - len(stacks_of(last)) - taken_off <= last.public.setup.cups - 1
    outcome = last.outcome()
    best = [max(total.cups for total in last.public.totals if total.seat == seat) for seat in range(table[0])]
    assert list(outcome.scores) == best
    assert list(outcome.winners) == [seat for seat, score in enumerate(best) if score == max(best)]


@few
@given(st.sampled_from(GAME.seats), st.booleans(), st.booleans(), seeds)
def test_early_resolution_takes_off_all_that_is_certain_and_nothing_else(seats, advanced, two, seed):
    options = {"advanced": advanced, "two_colours": two and seats == 2, "early_resolution": True}
    for old, move, new in stacking(played(seats, options, seed)):
        before = stacks_of(old)
        mover, height = before.pop(move.from_)
        before[move.to] = (mover, height + before[move.to][1])
        retired = Counter()
        for group in islands(before):
            tops = {before[cell][0] for cell in group}
            heights = [before[cell][1] for cell in group]
            if len(tops) == 1 or (len(group) == 2 and len(set(heights)) == 2):
                retired[max((before[cell] for cell in group), key=lambda stack: stack[1])[0]] += sum(heights)
                before = {cell: stack for cell, stack in before.items() if cell not in group}
        assert stacks_of(new) == before
        gained = zip(new.public.setup.colours, new.public.retired, old.public.retired, strict=True)
        assert all(now - earlier == retired[colour] for colour, now, earlier in gained)


@few
@given(st.sampled_from(GAME.seats), st.booleans(), seeds)
def test_every_placement_obeys_the_contact_rule(seats, two, seed):
    options = {"advanced": True, "two_colours": two and seats == 2}
    for _, state in played(seats, options, seed, until=16 * seats):
        if state.public.phase != "place":
            continue
        taken = set(state.public.cells)
        around = {cell for other in taken for cell in neighbours(other)} - taken or {ORIGIN}
        needed = min(len(taken), 2)
        allowed = {cell for cell in around if len(taken.intersection(neighbours(cell))) >= needed}
        legal = state.legal(state.public.active)
        colour = next(iter(legal)).colour
        assert {cell for cell in (*around, *taken) if PlaceCup(cell, colour) in legal} == allowed
        assert state.public.free == state.unfinished.free_cells() == tuple(sorted(allowed, key=reading_order))
        assert [move.cell for move in legal] == list(state.public.free) * len({move.colour for move in legal})
        assert connected(taken)


@few
@given(tables, seeds)
def test_names_are_unambiguous(table, seed):
    for _, state in played(*table, seed)[::9]:
        cells = state.public.cells + state.public.free
        assert len({state.public.frame.name(cell) for cell in cells}) == len(cells)
