"""The worked examples and edge cases of the specification, deals, refusals, and invariants over random games."""

from collections import Counter
from itertools import islice
from operator import attrgetter
from random import Random

import pytest

from bot.core.game import CHANCE, Outcome
from cogs.cappuccino.board import REACH, board_of
from cogs.cappuccino.cells import ORIGIN, STEPS, Frame, connected, neighbours, reading_order, row_name
from cogs.cappuccino.deal import clumping, pairs, shape
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import COLOURS, CUPS_PER_COLOUR, Deal, PlaceCup, Stack
from cogs.cappuccino.rules import state_of
from cogs.cappuccino.view import Settled, few_ways
from tests.cogs.cappuccino.positions import (
    PICTURE,
    building,
    changed,
    moved,
    opened,
    position,
    random_game,
    row,
    stacks_of,
    ways,
)
from tests.kit.rules import afterwards, holds_in, played, random_games, refused, refuses

CAT, PANDA, LEAF, FLOWER = range(4)


# ---- the worked examples and the edge cases


def test_example_1_the_picture_of_the_sheet():
    state = position(4, PICTURE, FLOWER)
    assert ways(state) == {((0, 0), (1, 0)), ((0, 0), (0, 1))}
    state = played(state, Stack((0, 0), (1, 0)))
    assert stacks_of(state)[1, 0] == ("flower", 4)
    assert (0, 0) not in stacks_of(state)
    assert state.board.isolated(state.public.piles, state.board.index[-1, 0])
    assert not state.board.isolated(state.public.piles, state.board.index[0, 1])
    assert CAT in state.public.blocked


CAUGHT, RUN, OWN = row("c1 p2", PANDA), row("c1 p1 c1"), row("c2 c2 p3 p1")
ALONE, WORST, APART = row("c1 p1 c1", PANDA, 3), row("c2 p1 l3", seats=3), row("p9 . . c1 p1")
TWO_COLOURS = row("c1 l1 p1", two_colours=True)
EARLY = moved(row("c2 p1 f2 . . . l1 c1", seats=4, early_resolution=True), "0>1")
LEVEL = moved(row("c1 p1 f2 . . . l1 c1", seats=4, early_resolution=True), "0>1")
AFTER = {
    "example 2: it may be captured": (CAUGHT, {"ways": {(1, 0)}, "blocked": (CAT,)}),
    "example 2: blocked yet not isolated": (moved(CAUGHT, "1>0"), {"outcome": Outcome((PANDA,), (0, 3))}),
    "example 3: a race": (moved(row("c2 p2"), "0>1"), {"outcome": Outcome((CAT,), (4, 0))}),
    "example 4: running away": (moved(row("c1 p1 c1", PANDA), "1>0"), {"outcome": Outcome((PANDA,), (1, 2))}),
    "example 4: the panda is blocked at once": (moved(RUN, "0>1"), {"blocked": (PANDA,)}),
    "example 4: and the cat wins": (moved(RUN, "0>1 1>2"), {"outcome": Outcome((CAT,), (3, 0))}),
    "example 5: the panda's final pile": (row("p6 . . p5 . . p2 . . p1"), {"scores": (0, 14)}),
    "example 8: early resolution; the turns of panda and flower, who have nothing left, are not used": (
        EARLY,
        {"stacks": {6: ("leaf", 1), 7: ("cat", 1)}, "retired": (5, 0, 0, 0), "active": LEAF,
         "last.settled": (Settled("cat", 5, ((1, 0), (2, 0))),)},
    ),
    "example 8: nothing is certain between equals": (
        LEVEL,
        {"stacks": {1: ("cat", 2), 2: ("flower", 2), 6: ("leaf", 1), 7: ("cat", 1)}, "retired": (0, 0, 0, 0)},
    ),
    "example 9: an own stack is captured": (OWN, {"ways": {(0, 1), (1, 0)}}),
    "example 9: and out of reach at once": (moved(OWN, "0>1"), {"ways": {(2, 3)}}),
    "case 1: one may cover one's own stack": (row("c2 c1"), {"ways": {(0, 1)}}),
    "case 2: equal heights are enough": (row("c3 p3"), {"ways": {(0, 1)}}),
    "case 3: a taller target is out of reach": (row("p1 c2 p3"), {"ways": {(1, 0)}}),
    "case 5: stacks never split": (
        moved(row("c2 p1"), "0>1"),
        {"layers": {(0, 0): (), (1, 0): ("panda", "cat", "cat")}},
    ),
    "case 6: a player without a stack is out": (
        moved(ALONE, "1>0"),
        {"blocked": (CAT, PANDA, LEAF), "outcome": Outcome((PANDA,), (1, 2, 0))},
    ),
    "case 7: a stack among taller ones can be captured": (
        moved(row("p2 c1 p2 . . c1", PANDA), "2>1"), {"scores": (1, 5)},
    ),
    "case 8: the only move": (WORST, {"ways": {(0, 1)}}),
    "case 8: a bad move must be played": (moved(WORST, "0>1 2>1"), {"scores": (0, 0, 6)}),
    "case 9: the last one able to move plays on alone": (
        moved(row("c2 c2 c2 . . p9"), "0>1 1>2"), {"outcome": Outcome((PANDA,), (6, 9))},
    ),
    "case 14: an isolated stack is safe": (APART, {"safe": (0, 9)}),
    "case 14: and counts": (moved(APART, "3>4"), {"outcome": Outcome((PANDA,), (2, 9))}),
    "case 15: both own colours move": (TWO_COLOURS, {"ways": {(0, 1), (1, 0), (1, 2)}}),
    "case 15: one may capture one's own other colour": (moved(TWO_COLOURS, "0>1"), {"scores": (2, 1)}),
}  # fmt: skip


def look(state, name):
    """A fact of a state: in a row of stacks, by their places in it."""
    match name:
        case "ways":
            return {(source[0], target[0]) for source, target in ways(state)}
        case "stacks":
            return {cell[0]: stack for cell, stack in stacks_of(state).items()}
        case "safe":
            return tuple(total.safe for total in state.public.totals)
        case "outcome":
            return state.outcome()
    return attrgetter(name)(state.public)


test_afterwards = afterwards(AFTER, look)


@pytest.mark.parametrize(
    ("heights", "outcome"),
    [((11, 14, 13, 26), Outcome((1,), (13, 26))), ((13, 20, 20, 11), Outcome((0, 1), (20, 20)))],
)
def test_example_6_two_colours(heights, outcome):
    stacks = {(3 * n, 0): (COLOURS[n], height) for n, height in enumerate(heights)}
    state = position(2, stacks, two_colours=True)
    assert changed(state, phase="over", active=None).outcome() == outcome
    assert sum(total.cups for total in state.public.totals) == 64


@pytest.mark.parametrize("seats", GAME.seats)
def test_example_7_and_case_13_the_third_placer_is_under_the_two_contact_rule(seats):
    assert {move.cell for move in building(seats, ORIGIN).legal(PANDA)} == set(neighbours(ORIGIN))
    assert {move.cell for move in building(seats, ORIGIN, (1, 0)).legal(2 % seats)} == {(0, 1), (1, -1)}


def test_islands_are_told_from_the_target_on_then_in_reading_order():
    stacks = {(0, 0): ("cat", 1), (-1, 1): ("leaf", 1), (0, -1): ("panda", 1), (1, 0): ("flower", 1)}
    state = played(position(4, stacks, early_resolution=True), Stack((0, 0), (-1, 1)))
    assert [each.colour for each in state.public.last.settled] == ["cat", "panda", "flower"]


def test_a_stack_that_leaves_the_middle_of_a_full_circle_can_decide_it():
    around = neighbours((0, 0))
    stacks = dict.fromkeys(((0, 0), *around), ("cat", 1)) | {around[2]: ("panda", 1)}
    state = played(position(4, stacks, early_resolution=True), Stack((0, 0), around[2]))
    assert state.public.last.settled == (Settled("cat", 7, around),)


def test_example_10_start():
    state = random_game(2)[1]
    for seat in (0, 1):
        moves = changed(state, active=seat).legal(seat)
        assert moves
        for move in moves:
            assert stacks_of(changed(state, active=seat).play(seat, move))[move.to][1] == 2


@pytest.mark.parametrize("seats", GAME.seats)
def test_case_10_everybody_can_move_at_the_start_of_an_advanced_game(seats):
    state = random_game(seats, seed=3, advanced=True)[16 * seats + 1]
    assert state.public.phase == "stack"
    assert state.public.active == state.public.first
    assert state.public.blocked == ()


BAY = ((0, 0), (0, 1), (-1, 1), (-1, 0), (1, 0), (1, -1), (2, -1), (2, -2), (1, -2), (-2, 1), (-2, 0), (-1, -1))
"""Twelve cups around a bay whose two capes, (1, -2) and (-1, -1), do not touch each other."""


def test_case_12_two_contacts_need_not_touch_each_other():
    mouth = (0, -2)
    assert set(neighbours(mouth)).intersection(BAY) == {(1, -2), (-1, -1)}
    assert PlaceCup(mouth, "cat") in building(2, *BAY).legal(0)
    assert PlaceCup((0, -1), "panda") in building(2, *BAY, mouth).legal(1), "a hole may be left and filled"


@pytest.mark.parametrize("step", STEPS)
def test_no_board_grows_beyond_its_reach(step):
    """Always placing as far out as possible, in any direction, stays inside the numbered plane."""
    state = building(4)
    while state.public.phase == "place":
        assert all(abs(q) < REACH and abs(r) < REACH for q, r in state.public.free)
        far = max(state.public.free, key=lambda cell: cell[0] * step[0] + cell[1] * step[1])
        state = played(state, PlaceCup(far, COLOURS[state.public.active]))


# ---- boards, names and deals


@pytest.mark.parametrize(("cups", "touching"), [(32, 75), (48, 117), (64, 161)])
def test_default_layouts(cups, touching):
    cells = shape(cups)
    assert len(set(cells)) == cups
    assert len(pairs(board_of(cells))) == touching
    assert list(cells) == sorted(cells, key=reading_order)
    assert connected(cells)
    outside = {(q, r) for q in range(-20, 20) for r in range(-3, 12)} - set(cells)
    assert connected(outside)  # no holes


def test_first_cells_of_the_layouts():
    assert shape(32)[:13] == (*((q, 0) for q in range(-3, 3)), *((q, 1) for q in range(-4, 3)))
    for cups in (48, 64):
        assert shape(cups)[:16] == (*((q, 0) for q in range(-4, 4)), *((q, 1) for q in range(-4, 4)))


def test_names_of_cells():
    frame = Frame.around(shape(64))
    names = [frame.name(cell) for cell in shape(64)]
    assert names[:9] == ["A1", "A3", "A5", "A7", "A9", "A11", "A13", "A15", "B2"]
    assert len(set(names)) == 64
    assert {frame.name(cell) for cell in neighbours(shape(64)[18])} == {"C3", "C7", "B4", "B6", "D4", "D6"}
    assert frame.name(shape(64)[18]) == "C5"
    assert Frame(0, 0).name((0, -1)) == "(0,-1)"
    assert [row_name(row) for row in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_the_deal_by_chance_is_balanced_and_repeats_for_a_seed():
    board = board_of(shape(64))
    deal = opened(4).chance(Random(5))
    assert deal == opened(4).chance(Random(5))
    assert deal in opened(4).legal(CHANCE)
    rng = Random(6)
    drawn = [[cup[2] for cup in opened(4).chance(rng).cups] for _ in range(10)]
    plain = [rng.sample(colours, 64) for colours in drawn]
    assert max(clumping(board, colours) for colours in drawn) < sorted(clumping(board, colours) for colours in plain)[5]
    assert opened(4).chance(rng, first=3).first == 3


LINE = tuple((q, 0, COLOURS[q % 2]) for q in range(32))


def test_any_connected_deal_will_do():
    far = tuple((q + 10**6, -(10**6), colour) for q, _, colour in LINE)
    assert Deal(1, far) in opened(2).legal(CHANCE), "although it is not listed"
    state = opened(2).play(CHANCE, Deal(1, far))
    assert state.public.frame.name(state.public.cells[0]) == "A1"


# ---- refusals

ROW = row("c1 p1 p3 . . . . . c1")
GAP = moved(row("c1 p1 c1 p1"), "0>1 3>2")
SECOND, THIRD = building(2, ORIGIN), building(2, ORIGIN, (1, 0))


test_a_refusal_names_its_reason = refuses(
    [
        (row("p1 c2 p3"), 0, Stack((1, 0), (2, 0)), "too-tall", {"cell": "A3", "height": 2, "target": "A5", "tall": 3}),
        (ROW, 1, Stack((0, 0), (1, 0)), "not-your-turn", {"seat": 0}),
        (ROW, 0, PlaceCup((0, 1), "cat"), "nothing-to-place"),
        (moved(ROW, "0>1"), 0, Stack((1, 0), (2, 0)), "blocked"),
        (ROW, 0, Stack((0, 1), (0, 0)), "no-stack"),
        (ROW, 0, Stack((1, 0), (0, 0)), "not-yours", {"cell": "A3", "colour": "panda", "other": 1}),
        (ROW, 0, Stack((0, 0), (0, 0)), "same-cell"),
        (ROW, 0, Stack((0, 0), (2, 0)), "too-far", {"cell": "A1", "target": "A5"}),
        (GAP, 0, Stack((1, 0), (0, 0)), "void"),
        (GAP, 0, Stack((1, 0), (1, 1)), "void"),
        (building(2), 0, PlaceCup((1, 0), "cat"), "first-cup", {"cell": "A1"}),
        (building(2), 0, Stack((0, 0), (1, 0)), "place-first", {"left": 32}),
        (THIRD, 0, PlaceCup((0, 1), "panda"), "not-your-colour"),
        (THIRD, 0, PlaceCup((1, 0), "cat"), "cell-taken"),
        (THIRD, 0, PlaceCup((2, 0), "cat"), "too-few-contacts", {"cell": "B5", "needed": 2, "touching": 1}),
        # Case 11: far cells touch nothing.
        (SECOND, 1, PlaceCup((2, 0), "panda"), "too-few-contacts", {"cell": "B7", "needed": 1, "touching": 0}),
        (SECOND, 1, PlaceCup((10**6, -3), "panda"), "too-few-contacts"),
    ]
)


def test_two_colours_run_out_one_by_one():
    two = opened(2, advanced=True, two_colours=True).play(CHANCE, Deal(0, ()))
    for _ in range(32):
        moves = {move.colour: move for move in reversed(list(two.legal(two.public.active)))}
        two = played(two, moves["cat" if two.public.active == 0 else "panda"])
    assert refused(two, 0, PlaceCup(two.public.free[0], "cat")).key == "none-left"
    assert {move.colour for move in two.legal(0)} == {"leaf"}


# ---- the default


def test_the_default_captures_as_much_as_it_can():
    stacks = {(0, 0): ("cat", 3), (1, 0): ("panda", 2), (0, 1): ("panda", 3), (-1, 0): ("cat", 3), (2, 0): ("panda", 3)}
    state = position(2, stacks)
    assert GAME.default(state.view(0), state.legal(0)) == Stack((0, 0), (0, 1))


def test_the_default_builds_a_compact_board():
    state = building(4)
    while state.public.phase == "place":
        seat = state.public.active
        state = state.play(seat, GAME.default(state.view(seat), state.legal(seat)))
    assert max(max(abs(q), abs(r), abs(q + r)) for q, r in state.public.cells) <= 5


# ---- invariants

games = random_games("cappuccino")


def stacking(game):
    """The moves of a game with the states before and after them, from the first stack on."""
    return [(old, move, new) for old, _, move, new in game if isinstance(move, Stack)]


def islands(cells):
    """Connected groups, found the slow way."""
    rest, found = set(cells), []
    while rest:
        group, edge = set(), [rest.pop()]
        while edge:
            cell = edge.pop()
            group.add(cell)
            near = rest.intersection(neighbours(cell))
            rest -= near
            edge += near
        found.append(group)
    return found


def moves_by_the_book(state, seat):
    """Ordered touching pairs whose first has the seat's colour on top and is at least as high."""
    stacks = stacks_of(state)
    return [
        Stack(cell, other)
        for cell, (colour, height) in stacks.items()
        for other in sorted(neighbours(cell), key=reading_order)
        if state.public.setup.owner(colour) == seat and other in stacks and stacks[other][1] <= height
    ]


@holds_in(games)
def test_cups_are_neither_made_nor_lost(game):
    for *_, state in game:
        totals = state.public.totals
        assert sum(total.cups + total.left for total in totals) == state.public.setup.cups
        layers = Counter(colour for cups in state.public.layers.values() for colour in cups)
        if not sum(state.public.retired):
            assert all(layers[total.colour] + total.left == CUPS_PER_COLOUR for total in totals)


@holds_in(games)
def test_a_move_joins_two_stacks_and_changes_no_other(game):
    for old, move, new in stacking(game):
        before = {cell: layers for cell, layers in old.public.layers.items() if layers}
        after = {cell: layers for cell, layers in new.public.layers.items() if layers}
        gone = {cell for island in new.public.last.settled for cell in island.cells}
        assert before.keys() - after.keys() == gone | {move.from_}
        expected = {**before, move.to: before[move.to] + before[move.from_]}
        assert after == {cell: layers for cell, layers in expected.items() if cell not in gone | {move.from_}}


@holds_in(games, most=12)
def test_legal_moves_are_those_of_the_book(game):
    for *_, state in game:
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


@holds_in(games)
def test_turns_go_round_those_who_can_move_and_islands_never_merge(game):
    announced, seats = [], game.setting.seats
    for old, _, new in stacking(game):
        assert set(old.public.blocked) <= set(new.public.blocked)
        assert set(new.public.last.blocked) == set(new.public.blocked) - set(old.public.blocked)
        announced += new.public.last.blocked
        if new.public.active is not None:
            step = (new.public.active - old.public.active) % seats or seats
            assert all((old.public.active + skipped) % seats in new.public.blocked for skipped in range(1, step))
        groups = islands(stacks_of(old))
        assert all(any(group <= earlier for earlier in groups) for group in islands(stacks_of(new)))
    assert sorted(announced) == list(range(seats)), "everybody is blocked in the end, once"


@holds_in(games)
def test_it_is_over_when_no_stacks_touch(game):
    for *_, state in game:
        stacks = stacks_of(state)
        touching = any(other in stacks for cell in stacks for other in neighbours(cell))
        if state.public.phase in ("stack", "over"):
            assert (state.public.phase == "over") == (not touching) == (state.outcome() is not None)
    last = game.states[-1]
    taken_off = sum(len(island.cells) for _, _, new in stacking(game) for island in new.public.last.settled)
    moves = len(stacking(game))
    assert moves == last.public.setup.cups - len(stacks_of(last)) - taken_off <= last.public.setup.cups - 1
    outcome = last.outcome()
    best = [max(total.cups for total in last.public.totals if total.seat == seat) for seat in range(game.setting.seats)]
    assert list(outcome.scores) == best
    assert list(outcome.winners) == [seat for seat, score in enumerate(best) if score == max(best)]


@holds_in(random_games("cappuccino", early_resolution=True))
def test_early_resolution_takes_off_all_that_is_certain_and_nothing_else(game):
    for old, move, new in stacking(game):
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


@holds_in(random_games("cappuccino", advanced=True))
def test_every_placement_obeys_the_contact_rule(game):
    for *_, state in islice(game, 16 * game.setting.seats + 1):
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


@holds_in(games)
def test_names_are_unambiguous(game):
    for state in game.states[1::9]:
        cells = state.public.cells + state.public.free
        assert len({state.public.frame.name(cell) for cell in cells}) == len(cells)
