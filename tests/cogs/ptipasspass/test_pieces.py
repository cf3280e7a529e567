"""Each thing that is drawn: that it differs from others without colour."""

from itertools import combinations

import pytest

from cogs.ptipasspass import pieces
from cogs.ptipasspass.tokens import COLOURS
from tests.kit.shapes import outline_difference, shape_difference


def test_tokens_differ_by_outline():
    for one, other in combinations(COLOURS, 2):
        assert outline_difference(pieces.token(one), pieces.token(other)) > 0.06


@pytest.mark.parametrize("count", range(8))
def test_lifted_cups_show_any_number_of_tokens(count):
    shown = pieces.lifted(tuple(COLOURS[index % 3] for index in range(count)), "B2")
    assert shown.size == (104, 104)
    assert (shape_difference(shown, pieces.lifted((), "B2")) > 0.005) == (count > 0)
