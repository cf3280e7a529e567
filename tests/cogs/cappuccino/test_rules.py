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
from tests.cogs.cappuccino.tabletop import after, building, changed, opened, played, position, stacks_of, ways
from tests.kit.refusals import fault, refused

CAT, PANDA, LEAF, FLOWER = range(4)
PICTURE = {
    (0, 0): ("flower", 2),
    (1, 0): ("panda", 2),
    (0, 1): ("cat", 1),
    (-1, 0): ("panda", 3),
    (3, 0): ("cat", 1),
}


# ---- the worked examples


def test_example_1_the_picture_of_the_sheet():
    state = position(4, PICTURE, FLOWER)
    assert ways(state) == {((0, 0), (1, 0)), ((0, 0), (0, 1))}
    state = after(state, ((0, 0), (1, 0)))
    assert stacks_of(state)[1, 0] == ("flower", 4)
    assert (0, 0) not in stacks_of(state)
    assert state.board.isolated(state.public.piles, state.board.index[-1, 0])
    assert not state.board.isolated(state.public.piles, state.board.index[0, 1])
    assert CAT in state.public.blocked


def test_example_2_blocked_yet_not_isolated():
    state = position(2, {(0, 0): ("cat", 1), (1, 0): ("panda", 2)}, PANDA)
    assert state.public.blocked == (CAT,)
    assert ways(state) == {((1, 0), (0, 0))}
    state = after(state, ((1, 0), (0, 0)))
    assert state.outcome() == Outcome((PANDA,), (0, 3))


def test_example_3_a_race():
    state = after(position(2, {(0, 0): ("cat", 2), (1, 0): ("panda", 2)}), ((0, 0), (1, 0)))
    assert state.outcome() == Outcome((CAT,), (4, 0))


def test_example_4_running_away():
    stacks = {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (2, 0): ("cat", 1)}
    state = after(position(2, stacks, PANDA), ((1, 0), (0, 0)))
    assert state.outcome() == Outcome((PANDA,), (1, 2))
    state = after(position(2, stacks, CAT), ((0, 0), (1, 0)))
    assert state.public.blocked == (PANDA,)
    assert state.public.active == CAT
    assert after(state, ((1, 0), (2, 0))).outcome() == Outcome((CAT,), (3, 0))


def test_example_5_the_pandas_final_pile():
    stacks = {(0, 0): ("panda", 6), (3, 0): ("panda", 5), (6, 0): ("panda", 2), (9, 0): ("panda", 1)}
    assert position(2, stacks).public.scores == (0, 14)


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
    stacks = {(-1, 0): ("cat", 2), (0, 0): ("panda", 1), (1, 0): ("flower", 2), (5, 0): ("leaf", 1), (6, 0): ("cat", 1)}
    state = after(position(4, stacks, early_resolution=True), ((-1, 0), (0, 0)))
    assert stacks_of(state) == {(5, 0): ("leaf", 1), (6, 0): ("cat", 1)}
    assert state.public.retired == (5, 0, 0, 0)
    assert state.public.last.settled == (Settled("cat", 5, ((0, 0), (1, 0))),)
    assert state.public.active == LEAF  # no turn was used; panda and flower have nothing left
    level = after(position(4, stacks | {(-1, 0): ("cat", 1)}, early_resolution=True), ((-1, 0), (0, 0)))
    assert stacks_of(level)[0, 0] == ("cat", 2)
    assert stacks_of(level)[1, 0] == ("flower", 2)
    assert level.public.retired == (0, 0, 0, 0)


def test_example_9_capture_of_ones_own():
    state = position(2, {(0, 0): ("cat", 2), (1, 0): ("cat", 2), (2, 0): ("panda", 3), (3, 0): ("panda", 1)})
    state = after(state, ((0, 0), (1, 0)))
    assert ((2, 0), (1, 0)) not in ways(state, PANDA)
    assert ((1, 0), (2, 0)) in ways(changed(state, active=CAT))


def test_example_10_start():
    _, state = played(2, {}, 1)[0]
    for seat in (0, 1):
        moves = changed(state, active=seat).legal(seat)
        assert moves
        for move in moves:
            assert stacks_of(changed(state, active=seat).play(seat, move))[move.to][1] == 2


# ---- the edge cases


def test_case_1_one_may_cover_ones_own_stack():
    assert ((0, 0), (1, 0)) in ways(position(2, {(0, 0): ("cat", 2), (1, 0): ("cat", 1)}))


def test_case_2_equal_heights_are_enough():
    assert ((0, 0), (1, 0)) in ways(position(2, {(0, 0): ("cat", 3), (1, 0): ("panda", 3)}))


def test_case_3_a_taller_target_is_out_of_reach():
    state = position(2, {(0, 0): ("cat", 2), (1, 0): ("panda", 3), (-1, 0): ("panda", 1)})
    error = refused(state, CAT, Stack((0, 0), (1, 0)))
    assert (error.key, error.blanks) == ("too-tall", {"cell": "A3", "height": 2, "target": "A5", "tall": 3})


def test_case_4_no_void_no_jump():
    state = position(2, {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (2, 0): ("cat", 1), (3, 0): ("panda", 1)})
    assert refused(state, CAT, Stack((0, 0), (2, 0))).key == "too-far"
    state = after(state, ((0, 0), (1, 0)), ((3, 0), (2, 0)))
    assert refused(state, CAT, Stack((1, 0), (0, 0))).key == "void"
    assert refused(state, CAT, Stack((1, 0), (1, 1))).key == "void"


def test_case_5_stacks_never_split():
    state = after(position(2, {(0, 0): ("cat", 2), (1, 0): ("panda", 1)}), ((0, 0), (1, 0)))
    assert state.public.layers[1, 0] == ("panda", "cat", "cat")
    assert state.public.layers[0, 0] == ()


def test_case_6_a_player_without_a_stack_is_out():
    state = after(position(3, {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (2, 0): ("cat", 1)}, PANDA), ((1, 0), (0, 0)))
    assert state.public.blocked == (CAT, PANDA, LEAF)
    assert state.outcome() == Outcome((PANDA,), (1, 2, 0))


def test_case_7_a_stack_among_taller_ones_can_still_be_captured():
    state = position(2, {(0, 0): ("cat", 1), (1, 0): ("panda", 2), (-1, 0): ("panda", 2), (5, 0): ("cat", 1)}, PANDA)
    assert CAT in state.public.blocked
    assert after(state, ((1, 0), (0, 0))).public.scores == (1, 5)


def test_case_8_a_bad_move_must_be_played():
    state = position(3, {(0, 0): ("cat", 2), (1, 0): ("panda", 1), (2, 0): ("leaf", 3)})
    assert list(state.legal(CAT)) == [Stack((0, 0), (1, 0))]
    assert after(state, ((0, 0), (1, 0)), ((2, 0), (1, 0))).public.scores == (0, 0, 6)


def test_case_9_the_last_one_able_to_move_plays_on_alone():
    state = position(2, {(0, 0): ("cat", 2), (1, 0): ("cat", 2), (2, 0): ("cat", 2), (5, 0): ("panda", 9)})
    state = after(state, ((0, 0), (1, 0)))
    assert state.public.active == CAT
    assert after(state, ((1, 0), (2, 0))).outcome() == Outcome((PANDA,), (6, 9))


@pytest.mark.parametrize("seats", GAME.seats)
def test_case_10_everybody_can_move_at_the_start_of_an_advanced_game(seats):
    _, state = played(seats, {"advanced": True}, 3, until=16 * seats)[16 * seats]
    assert state.public.phase == "stack"
    assert state.public.active == state.public.first
    assert state.public.blocked == ()


def test_case_11_the_second_cup_touches_the_first():
    error = refused(building(2, ORIGIN), 1, PlaceCup((2, 0), "panda"))
    assert (error.key, error.blanks["needed"], error.blanks["touching"]) == ("too-few-contacts", 1, 0)


BAY = ((0, 0), (0, 1), (-1, 1), (-1, 0), (1, 0), (1, -1), (2, -1), (2, -2), (1, -2), (-2, 1), (-2, 0), (-1, -1))
"""Twelve cups around a bay whose two capes, (1, -2) and (-1, -1), do not touch each other."""


def test_case_12_two_contacts_need_not_touch_each_other():
    state = building(2, *BAY)
    mouth = (0, -2)
    assert set(neighbours(mouth)).intersection(BAY) == {(1, -2), (-1, -1)}
    assert PlaceCup(mouth, "cat") in state.legal(0)


def test_a_hole_may_be_left_and_filled():
    state = building(2, *BAY, (0, -2))
    assert set(neighbours((0, -1))) <= set(state.public.cells)
    assert PlaceCup((0, -1), "panda") in state.legal(1)


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
    state = building(seats, ORIGIN, (1, 0))
    assert state.public.active == LEAF
    assert {move.cell for move in state.legal(LEAF)} == {(0, 1), (1, -1)}


def test_case_14_an_isolated_stack_is_safe_and_counts():
    state = position(2, {(0, 0): ("panda", 9), (5, 0): ("cat", 1), (6, 0): ("panda", 1)})
    assert state.public.totals[PANDA].safe == 9
    assert after(state, ((5, 0), (6, 0))).outcome() == Outcome((PANDA,), (2, 9))


def test_case_15_one_may_capture_ones_own_other_colour():
    state = position(2, {(0, 0): ("cat", 1), (1, 0): ("leaf", 1), (2, 0): ("panda", 1)}, two_colours=True)
    assert ways(state) == {((0, 0), (1, 0)), ((1, 0), (0, 0)), ((1, 0), (2, 0))}
    assert after(state, ((0, 0), (1, 0))).public.scores == (2, 1)


# ---- early resolution


def early(stacks, *moves, two_colours=False):
    return after(position(2 if two_colours else 4, stacks, early_resolution=True, two_colours=two_colours), *moves)


def test_a_lone_stack_is_taken_off():
    state = early(
        {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (5, 0): ("leaf", 1), (6, 0): ("flower", 1)}, ((0, 0), (1, 0))
    )
    assert state.public.retired == (2, 0, 0, 0)


def test_an_island_of_one_colour_is_taken_off():
    stacks = {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (2, 0): ("cat", 1), (2, 1): ("cat", 2)}
    state = early(stacks, ((0, 0), (1, 0)))
    assert state.public.retired == (5, 0, 0, 0)
    assert state.public.phase == "over"
    assert state.outcome() == Outcome((CAT,), (5, 0, 0, 0))


def test_one_move_can_settle_several_islands():
    stacks = {(-1, 0): ("leaf", 1), (0, 0): ("cat", 1), (1, 0): ("panda", 1), (8, 0): ("panda", 1), (9, 0): ("leaf", 1)}
    state = early(stacks, ((0, 0), (1, 0)))
    assert state.public.last.settled == (Settled("cat", 2, ((1, 0),)), Settled("leaf", 1, ((-1, 0),)))
    assert state.public.retired == (2, 0, 1, 0)
    assert set(stacks_of(state)) == {(8, 0), (9, 0)}


def test_a_stack_that_leaves_the_middle_of_a_full_circle_can_decide_it():
    around = neighbours((0, 0))
    stacks = dict.fromkeys(((0, 0), *around), ("cat", 1)) | {around[2]: ("panda", 1)}
    state = early(stacks, ((0, 0), around[2]))
    assert state.public.last.settled == (Settled("cat", 7, around),)


def test_islands_are_told_from_the_target_on_then_in_reading_order():
    stacks = {(0, 0): ("cat", 1), (-1, 1): ("leaf", 1), (0, -1): ("panda", 1), (1, 0): ("flower", 1)}
    state = early(stacks, ((0, 0), (-1, 1)))
    assert [each.colour for each in state.public.last.settled] == ["cat", "panda", "flower"]


def test_the_taller_of_two_takes_all_even_of_its_owners_other_colour():
    stacks = {(0, 0): ("panda", 1), (1, 0): ("panda", 2), (2, 0): ("cat", 3), (-1, 0): ("leaf", 1)}
    state = early(stacks, ((-1, 0), (0, 0)), two_colours=True)
    assert not state.public.retired[CAT]
    stacks = {(0, 0): ("panda", 1), (2, 0): ("leaf", 3), (1, 0): ("cat", 1)}
    state = early(stacks, ((1, 0), (0, 0)), two_colours=True)
    assert state.public.retired == (2, 0, 3, 0)
    stacks = {(0, 0): ("panda", 1), (1, 0): ("leaf", 3), (-1, 0): ("cat", 1)}
    assert early(stacks, ((-1, 0), (0, 0)), two_colours=True).public.retired == (0, 0, 5, 0)


def test_two_colours_of_one_seat_are_not_one_colour():
    stacks = {(0, 0): ("panda", 1), (1, 0): ("leaf", 2), (1, 1): ("cat", 2), (-1, 0): ("cat", 1), (9, 0): ("panda", 1)}
    state = early(stacks, ((-1, 0), (0, 0)), two_colours=True)
    assert state.public.retired == (0, 0, 0, 0)
    assert state.public.active == CAT


def test_without_the_option_nothing_is_taken_off():
    state = after(position(2, {(0, 0): ("cat", 1), (1, 0): ("panda", 1)}), ((0, 0), (1, 0)))
    assert stacks_of(state) == {(1, 0): ("cat", 2)}
    assert state.public.retired == (0, 0)


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


def test_clumping():
    board = board_of(((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)))
    assert clumping(board, ("cat", "cat", "panda", "cat", "panda")) == (3, 4)
    assert clumping(board, ("cat", "panda", "cat", "leaf", "flower")) == (1, 0)


LINE = tuple((q, 0, COLOURS[q % 2]) for q in range(32))


def test_any_connected_deal_will_do():
    assert Deal(1, LINE) in opened(2).legal(CHANCE)
    far = tuple((q + 10**6, -(10**6), colour) for q, _, colour in LINE)
    state = opened(2).play(CHANCE, Deal(1, far))
    assert state.public.frame.name(state.public.cells[0]) == "A1"


# ---- refusals


def test_refusals_by_the_moment():
    stack = Stack((0, 0), (1, 0))
    state = position(2, {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (2, 0): ("panda", 3), (8, 0): ("cat", 1)})
    assert refused(state, 1, stack).blanks == {"seat": 0}
    assert refused(state, 0, PlaceCup((0, 1), "cat")).key == "nothing-to-place"
    state = after(state, ((0, 0), (1, 0)))
    assert refused(state, 0, Stack((1, 0), (2, 0))).key == "blocked"
    over = after(state, ((2, 0), (1, 0)))
    assert fault(over, 0, stack) == "the game is over"


def test_refusals_of_a_stack():
    state = position(2, {(0, 0): ("cat", 1), (1, 0): ("panda", 1), (2, 0): ("panda", 3)})
    assert refused(state, 0, Stack((0, 1), (0, 0))).key == "no-stack"
    error = refused(state, 0, Stack((1, 0), (0, 0)))
    assert (error.key, error.blanks) == ("not-yours", {"cell": "A3", "colour": "panda", "other": 1})
    assert refused(state, 0, Stack((0, 0), (0, 0))).key == "same-cell"
    assert refused(state, 0, Stack((0, 0), (2, 0))).blanks == {"cell": "A1", "target": "A5"}


def test_refusals_of_a_placement():
    state = building(2)
    error = refused(state, 0, PlaceCup((1, 0), "cat"))
    assert (error.key, error.blanks) == ("first-cup", {"cell": "A1"})
    assert refused(state, 0, Stack((0, 0), (1, 0))).blanks == {"left": 32}
    state = building(2, ORIGIN, (1, 0))
    assert refused(state, 0, PlaceCup((0, 1), "panda")).key == "not-your-colour"
    assert refused(state, 0, PlaceCup((1, 0), "cat")).key == "cell-taken"
    assert refused(state, 0, PlaceCup((2, 0), "cat")).blanks == {"cell": "B5", "needed": 2, "touching": 1}
    assert refused(state, 0, PlaceCup((10**6, -3), "cat")).blanks["touching"] == 0
    two = opened(2, advanced=True, two_colours=True).play(CHANCE, Deal(0, ()))
    for _ in range(32):
        moves = {move.colour: move for move in reversed(list(two.legal(two.public.active)))}
        two = two.play(two.public.active, moves["cat" if two.public.active == 0 else "panda"])
    assert refused(two, 0, PlaceCup(two.public.free[0], "cat")).key == "none-left"
    assert {move.colour for move in two.legal(0)} == {"leaf"}


def test_two_colours_have_both_to_choose_from():
    two = opened(2, advanced=True, two_colours=True).play(CHANCE, Deal(1, ()))
    assert list(two.legal(1)) == [PlaceCup(ORIGIN, "panda"), PlaceCup(ORIGIN, "flower")]


# ---- paths


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
