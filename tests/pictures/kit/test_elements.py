"""The size and position of each element."""

from itertools import combinations

import pytest
from PIL import ImageChops

from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas


@pytest.mark.parametrize("count", range(1, 7))
def test_plates_lie_on_the_table_without_touching(count):
    boxes = seats.rows(count, 100)
    assert len(boxes) == count
    for left, _, right, _ in boxes:
        assert left >= theme.MARGIN
        assert right <= theme.WIDTH - theme.MARGIN
    for one, other in combinations(boxes, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
    assert seats.below(boxes) == max(box[3] for box in boxes)


@pytest.mark.parametrize("name", ["Ana", "W" * 32, "𒀀𒀁", "", "محمد علي"])
def test_a_plate_stays_in_its_box_whatever_the_name(name):
    canvas = Canvas(200)
    empty = canvas.image.copy()
    box = (100, 50, 316, 154)
    facts = (seats.Fact(signs.padlock(32), "15"), seats.Fact(signs.card_back(24), "8"), seats.Fact(None, "+2"))
    seats.plate(canvas, box, seats.Seat(2, name, facts, active=True, mark=signs.crown()))
    assert ImageChops.difference(empty, canvas.image).getbbox() == box
