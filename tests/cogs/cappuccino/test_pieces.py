"""Each thing that is drawn: that it differs from others without colour, and how it grows."""

from itertools import combinations

from bot.pictures.kit import theme
from bot.pictures.kit.pen import Pen
from cogs.cappuccino import pieces
from tests.kit.shapes import outline_difference, shape_difference


def alone(name):
    pen = Pen(40, 40)
    pieces.draw_symbol(pen.square(0, 0, 40), name, theme.PAPER)
    return pen.done()


def test_symbols_differ_by_outline():
    for one, other in combinations(theme.CUPS, 2):
        assert outline_difference(alone(one), alone(other)) > 0.08


def test_stacks_grow_and_then_stop():
    heights = [pieces.stack(("cat",) * count).height for count in range(1, 9)]
    assert heights == [76 + pieces.rise(count) for count in range(1, 9)]
    assert heights[:5] == [76, 80, 84, 88, 92]
    assert set(heights[5:]) == {92}
    assert shape_difference(pieces.stack(("cat",) * 7), pieces.stack(("cat",) * 8)) > 0.005
