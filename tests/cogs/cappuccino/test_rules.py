"""The worked examples and edge cases of the specification, deals and refusals."""

from random import Random

import pytest

from bot.core.game import CHANCE, Outcome
from cogs.cappuccino.board import REACH, board_of
from cogs.cappuccino.cells import ORIGIN, STEPS, Frame, connected, neighbours, reading_order, row_name
from cogs.cappuccino.deal import clumping, pairs, shape
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import COLOURS, Deal, PlaceCup, Stack
from cogs.cappuccino.view import Settled
from tests.cogs.cappuccino.tabletop import (
    after,
    building,
    changed,
    moved,
    opened,
    played,
    position,
    row,
    stacks_of,
    ways,
)
from tests.kit.refusals import refused

CAT, PANDA, LEAF, FLOWER = range(4)
PICTURE = {
    (0, 0): ("flower", 2),
    (1, 0): ("panda", 2),
    (0, 1): ("cat", 1),
    (-1, 0): ("panda", 3),
    (3, 0): ("cat", 1),
}


# ---- the worked examples and the edge cases


def test_example_1_the_picture_of_the_sheet():
    state = position(4, PICTURE, FLOWER)
    assert ways(state) == {((0, 0), (1, 0)), ((0, 0), (0, 1))}
    state = after(state, ((0, 0), (1, 0)))
    assert stacks_of(state)[1, 0] == ("flower", 4)
    assert (0, 0) not in stacks_of(state)
    assert state.board.isolated(state.public.piles, state.board.index[-1, 0])
    assert not state.board.isolated(state.public.piles, state.board.index[0, 1])
    assert CAT in state.public.blocked


AFTER = {
    "example 2: blocked yet not isolated": (row("c1 p2", PANDA), "1>0", Outcome((PANDA,), (0, 3))),
    "example 3: a race": (row("c2 p2"), "0>1", Outcome((CAT,), (4, 0))),
    "example 4: running away": (row("c1 p1 c1", PANDA), "1>0", Outcome((PANDA,), (1, 2))),
    "example 4: the panda is blocked at once": (row("c1 p1 c1"), "0>1 1>2", Outcome((CAT,), (3, 0))),
    "case 6: a player without a stack is out": (row("c1 p1 c1", PANDA, 3), "1>0", Outcome((PANDA,), (1, 2, 0))),
    "case 9: the last one able to move plays on alone": (
        row("c2 c2 c2 . . p9"),
        "0>1 1>2",
        Outcome((PANDA,), (6, 9)),
    ),
    "case 14: an isolated stack is safe and counts": (row("p9 . . c1 p1"), "3>4", Outcome((PANDA,), (2, 9))),
}
SCORES = {
    "example 5: the panda's final pile": (row("p6 . . p5 . . p2 . . p1"), "", (0, 14)),
    "case 7: a stack among taller ones can be captured": (row("p2 c1 p2 . . c1", PANDA), "2>1", (1, 5)),
    "case 8: a bad move must be played": (row("c2 p1 l3", seats=3), "0>1 2>1", (0, 0, 6)),
    "case 15: one may capture one's own other colour": (row("c1 l1 p1", two_colours=True), "0>1", (2, 1)),
}
WAYS = {
    "example 2: it may be captured": (row("c1 p2", PANDA), {(1, 0)}),
    "example 9: an own stack is captured": (row("c2 c2 p3 p1"), {(0, 1), (1, 0)}),
    "example 9: and out of reach at once": (moved(row("c2 c2 p3 p1"), "0>1"), {(2, 3)}),
    "case 1: one may cover one's own stack": (row("c2 c1"), {(0, 1)}),
    "case 2: equal heights are enough": (row("c3 p3"), {(0, 1)}),
    "case 3: a taller target is out of reach": (row("p1 c2 p3"), {(1, 0)}),
    "case 8: the only move": (row("c2 p1 l3", seats=3), {(0, 1)}),
    "case 15: both own colours move": (row("c1 l1 p1", two_colours=True), {(0, 1), (1, 0), (1, 2)}),
}


@pytest.mark.parametrize("name", AFTER)
def test_outcomes(name):
    state, moves, outcome = AFTER[name]
    assert moved(state, moves).outcome() == outcome


@pytest.mark.parametrize("name", SCORES)
def test_scores(name):
    state, moves, scores = SCORES[name]
    assert moved(state, moves).public.scores == scores


@pytest.mark.parametrize("name", WAYS)
def test_legal_moves(name):
    state, expected = WAYS[name]
    assert ways(state) == {((source, 0), (target, 0)) for source, target in expected}


def test_who_is_blocked_or_safe():
    assert row("c1 p2", PANDA).public.blocked == (CAT,)
    assert moved(row("c1 p1 c1"), "0>1").public.blocked == (PANDA,)
    assert moved(row("c1 p1 c1", PANDA, 3), "1>0").public.blocked == (CAT, PANDA, LEAF)
    assert row("p9 . . c1 p1").public.totals[PANDA].safe == 9


def test_case_5_stacks_never_split():
    state = moved(row("c2 p1"), "0>1")
    assert state.public.layers == {(0, 0): (), (1, 0): ("panda", "cat", "cat")}


@pytest.mark.parametrize(
    ("heights", "outcome"),
    [((11, 14, 13, 26), Outcome((1,), (13, 26))), ((13, 20, 20, 11), Outcome((0, 1), (20, 20)))],
)
def test_example_6_two_colours(heights, outcome):
    stacks = {(3 * n, 0): (COLOURS[n], height) for n, height in enumerate(heights)}
    state = position(2, stacks, two_colours=True)
    assert changed(state, phase="over", active=None).outcome() == outcome
    assert sum(total.cups for total in state.public.totals) == 64


def test_example_7_advanced():
    assert {move.cell for move in building(2, ORIGIN).legal(1)} == set(neighbours(ORIGIN))
    assert {move.cell for move in building(2, ORIGIN, (1, 0)).legal(0)} == {(0, 1), (1, -1)}


def test_example_8_early_resolution():
    state = moved(row("c2 p1 f2 . . . l1 c1", seats=4, early_resolution=True), "0>1")
    assert stacks_of(state) == {(6, 0): ("leaf", 1), (7, 0): ("cat", 1)}
    assert state.public.retired == (5, 0, 0, 0)
    assert state.public.last.settled == (Settled("cat", 5, ((1, 0), (2, 0))),)
    assert state.public.active == LEAF  # no turn was used; panda and flower have nothing left
    level = moved(row("c1 p1 f2 . . . l1 c1", seats=4, early_resolution=True), "0>1")
    assert stacks_of(level)[1, 0] == ("cat", 2)
    assert stacks_of(level)[2, 0] == ("flower", 2)
    assert level.public.retired == (0, 0, 0, 0)


def test_islands_are_told_from_the_target_on_then_in_reading_order():
    stacks = {(0, 0): ("cat", 1), (-1, 1): ("leaf", 1), (0, -1): ("panda", 1), (1, 0): ("flower", 1)}
    state = after(position(4, stacks, early_resolution=True), ((0, 0), (-1, 1)))
    assert [each.colour for each in state.public.last.settled] == ["cat", "panda", "flower"]


def test_a_stack_that_leaves_the_middle_of_a_full_circle_can_decide_it():
    around = neighbours((0, 0))
    stacks = dict.fromkeys(((0, 0), *around), ("cat", 1)) | {around[2]: ("panda", 1)}
    state = after(position(4, stacks, early_resolution=True), ((0, 0), around[2]))
    assert state.public.last.settled == (Settled("cat", 7, around),)


def test_example_10_start():
    _, state = played(2, {}, 1)[0]
    for seat in (0, 1):
        moves = changed(state, active=seat).legal(seat)
        assert moves
        for move in moves:
            assert stacks_of(changed(state, active=seat).play(seat, move))[move.to][1] == 2


@pytest.mark.parametrize("seats", GAME.seats)
def test_case_10_everybody_can_move_at_the_start_of_an_advanced_game(seats):
    _, state = played(seats, {"advanced": True}, 3, until=16 * seats)[16 * seats]
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
        state = state.play(state.public.active, PlaceCup(far, COLOURS[state.public.active]))


@pytest.mark.parametrize("seats", [3, 4])
def test_case_13_the_third_placer_is_under_the_two_contact_rule(seats):
    assert {move.cell for move in building(seats, ORIGIN, (1, 0)).legal(LEAF)} == {(0, 1), (1, -1)}


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
    assert Deal(1, LINE) in opened(2).legal(CHANCE)
    far = tuple((q + 10**6, -(10**6), colour) for q, _, colour in LINE)
    state = opened(2).play(CHANCE, Deal(1, far))
    assert state.public.frame.name(state.public.cells[0]) == "A1"


# ---- refusals

ROW = row("c1 p1 p3 . . . . . c1")
GAP = moved(row("c1 p1 c1 p1"), "0>1 3>2")
THIRD = building(2, ORIGIN, (1, 0))


@pytest.mark.parametrize(
    ("state", "seat", "move", "key", "blanks"),
    [
        (row("p1 c2 p3"), 0, Stack((1, 0), (2, 0)), "too-tall", {"cell": "A3", "height": 2, "target": "A5", "tall": 3}),
        (ROW, 1, Stack((0, 0), (1, 0)), "not-your-turn", {"seat": 0}),
        (ROW, 0, PlaceCup((0, 1), "cat"), "nothing-to-place", None),
        (moved(ROW, "0>1"), 0, Stack((1, 0), (2, 0)), "blocked", None),
        (ROW, 0, Stack((0, 1), (0, 0)), "no-stack", None),
        (ROW, 0, Stack((1, 0), (0, 0)), "not-yours", {"cell": "A3", "colour": "panda", "other": 1}),
        (ROW, 0, Stack((0, 0), (0, 0)), "same-cell", None),
        (ROW, 0, Stack((0, 0), (2, 0)), "too-far", {"cell": "A1", "target": "A5"}),
        (GAP, 0, Stack((1, 0), (0, 0)), "void", None),
        (GAP, 0, Stack((1, 0), (1, 1)), "void", None),
        (building(2), 0, PlaceCup((1, 0), "cat"), "first-cup", {"cell": "A1"}),
        (building(2), 0, Stack((0, 0), (1, 0)), "place-first", {"left": 32}),
        (THIRD, 0, PlaceCup((0, 1), "panda"), "not-your-colour", None),
        (THIRD, 0, PlaceCup((1, 0), "cat"), "cell-taken", None),
        (THIRD, 0, PlaceCup((2, 0), "cat"), "too-few-contacts", {"cell": "B5", "needed": 2, "touching": 1}),
    ],
)
def test_a_refusal_names_its_reason(state, seat, move, key, blanks):
    refusal = refused(state, seat, move)
    assert refusal.key == key
    assert blanks in (None, refusal.blanks)


def test_far_cells_touch_nothing():
    second = refused(building(2, ORIGIN), 1, PlaceCup((2, 0), "panda"))  # case 11
    assert (second.key, second.blanks["needed"], second.blanks["touching"]) == ("too-few-contacts", 1, 0)
    assert refused(THIRD, 0, PlaceCup((10**6, -3), "cat")).blanks["touching"] == 0


def test_two_colours_run_out_one_by_one():
    two = opened(2, advanced=True, two_colours=True).play(CHANCE, Deal(0, ()))
    for _ in range(32):
        moves = {move.colour: move for move in reversed(list(two.legal(two.public.active)))}
        two = two.play(two.public.active, moves["cat" if two.public.active == 0 else "panda"])
    assert refused(two, 0, PlaceCup(two.public.free[0], "cat")).key == "none-left"
    assert {move.colour for move in two.legal(0)} == {"leaf"}


def test_two_colours_have_both_to_choose_from():
    two = opened(2, advanced=True, two_colours=True).play(CHANCE, Deal(1, ()))
    assert list(two.legal(1)) == [PlaceCup(ORIGIN, "panda"), PlaceCup(ORIGIN, "flower")]


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
