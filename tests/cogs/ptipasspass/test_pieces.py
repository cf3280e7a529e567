"""Each thing that is drawn: that it differs from others without colour."""

from itertools import combinations

from cogs.ptipasspass import pieces
from cogs.ptipasspass.cups import COLOURS
from tests.kit.shapes import outline_difference, shape_difference


def test_tokens_differ_by_outline():
    for one, other in combinations(COLOURS, 2):
        assert outline_difference(pieces.token(one), pieces.token(other)) > 0.06


def test_lifted_cups_show_any_number_of_tokens():
    empty, *others = [pieces.lifted(tuple(COLOURS[place % 3] for place in range(count)), "B2") for count in range(9)]
    assert {each.size for each in (empty, *others)} == {(104, 104)}
    assert all(shape_difference(each, empty) > 0.005 for each in others)
    assert len({each.tobytes() for each in others}) == 8


def test_cups_are_drawn_once():
    assert pieces.cup("A1") is pieces.cup("A1")
