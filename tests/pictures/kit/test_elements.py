"""Each element: its size, that it differs from its neighbours without colour, and that it stays inside itself."""

from itertools import combinations

import pytest
from PIL import ImageChops

from bot.pictures.kit import badges, cards, cups, garments, links, noses, seats, symbols, theme, tokens
from bot.pictures.kit.canvas import Canvas


def shape_difference(one, other):
    """The share of pixels whose lightness on the table clearly differs."""
    greys = []
    for thing in (one, other):
        canvas = Canvas(thing.height, thing.width)
        canvas.image.paste(theme.TABLE, (0, 0, *thing.size))
        canvas.put(thing, 0, 0, anchor="lt")
        greys.append(canvas.image.convert("L"))
    changed = ImageChops.difference(*greys).point([255 if value > 40 else 0 for value in range(256)])
    return changed.histogram()[255] / (one.width * one.height)


def outline_difference(one, other):
    """The share of pixels that one covers and the other does not."""
    return ImageChops.difference(one.getchannel("A"), other.getchannel("A")).point(
        [255 if value > 128 else 0 for value in range(256)]
    ).histogram()[255] / (one.width * one.height)


def test_tokens_differ_by_outline():
    for one, other in combinations(tokens.SHAPES, 2):
        assert outline_difference(tokens.token(one), tokens.token(other)) > 0.06


def test_symbols_differ_on_the_same_ground():
    for one, other in combinations(theme.CUPS, 2):
        pair = (symbols.symbol(name, 40, theme.PAPER) for name in (one, other))
        assert outline_difference(*pair) > 0.08


def test_garments_differ_by_cut_and_cloths_by_weave():
    for one, other in combinations(garments.GARMENTS, 2):
        assert outline_difference(garments.garment(one, "red"), garments.garment(other, "red")) > 0.1
    for one, other in combinations(theme.CLOTHS, 2):
        assert shape_difference(garments.garment("jacket", one), garments.garment("jacket", other)) > 0.05


@pytest.mark.parametrize("name", garments.GARMENTS)
def test_garments_stay_inside_their_square(name):
    left, top, right, bottom = garments.garment(name, "red", 100).getchannel("A").getbbox()
    assert left >= 1
    assert top >= 1
    assert right <= 99
    assert bottom <= 99


@pytest.mark.parametrize("width", [48, 72, 96, 140])
def test_cards_of_one_width_have_one_size(width):
    size = (width, cards.height(width))
    for thing in (
        cards.number_card(12, width),
        cards.number_card(12, width, links=(5,)),
        cards.number_card(12, width, stripe=theme.SEATS[0]),
        cards.back(width),
        cards.back(width, label="12"),
        cards.slot(width, label="12"),
        cards.garment_card("bonnet", "red", width, label="rouge"),
    ):
        assert thing.size == size


def test_backs_say_nothing_but_their_label():
    assert cards.back(96) is cards.back(96)
    assert cups.cup("A1") is cups.cup("A1")


@pytest.mark.parametrize("count", range(8))
def test_lifted_cups_show_any_number_of_tokens(count):
    contents = ("blue", "green", "orange")
    shown = cups.lifted(tuple(contents[index % 3] for index in range(count)), "B2")
    assert shown.size == (104, 104)
    assert (shape_difference(shown, cups.lifted((), "B2")) > 0.005) == (count > 0)


def test_stacks_grow_and_then_stop():
    heights = [cups.stack(("cat",) * count).height for count in range(1, 9)]
    assert heights[:5] == [76, 81, 86, 91, 96]
    assert set(heights[5:]) == {96}
    assert shape_difference(cups.stack(("cat",) * 7), cups.stack(("cat",) * 8)) > 0.005


def test_noses_grow_within_their_width():
    reach = [noses.nose(count, 300).getchannel("A").getbbox()[2] for count in range(29)]
    assert reach == sorted(reach)
    assert len(set(reach[:9])) == 9
    assert max(reach) <= 300


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
    facts = (seats.Fact(tokens.coin(size=32), "15"), seats.Fact(cards.back(24), "8"), seats.Fact(None, "+2"))
    seats.plate(canvas, box, seats.Seat(2, name, facts, active=True, mark=badges.crown()))
    assert ImageChops.difference(empty, canvas.image).getbbox() == box


def test_the_active_plate_has_the_ring():
    pictures = []
    for active in (False, True):
        canvas = Canvas(100)
        seats.plate(canvas, (24, 20, 300, 80), seats.Seat(0, "Ana", active=active))
        pictures.append(canvas.image)
    assert pictures[0].getpixel((160, 22)) == theme.PLATE
    assert pictures[1].getpixel((160, 22)) == theme.ACCENT


def test_seats_sit_clockwise_from_the_top():
    top, right, bottom, left = seats.circle(4, 100, 100, 50, 40)
    assert top == pytest.approx((100, 60))
    assert right == pytest.approx((150, 100))
    assert bottom == pytest.approx((100, 140))
    assert left == pytest.approx((50, 100))


def test_links_pass_through_the_points_between():
    canvas = Canvas(300)
    links.link(canvas, (100, 150), (500, 150), bend=60, colour=theme.ACCENT, heads=">")
    x, y = links.between((100, 150), (500, 150), 0.5, 60)
    assert (x, y) == pytest.approx((300, 90))
    assert canvas.image.getpixel((round(x), round(y))) == theme.ACCENT


def test_a_link_shorter_than_its_gaps_is_not_drawn():
    canvas = Canvas(100)
    empty = canvas.image.copy()
    links.link(canvas, (100, 50), (110, 50), gap=20)
    assert canvas.image == empty


def test_tags_are_as_wide_as_their_words():
    assert badges.tag("B2").width < badges.tag("protégée").width


def test_bubbles_point_where_they_should():
    canvas = Canvas(300)
    badges.bubble(canvas, (100, 50, 400, 150), (160, 200))
    assert canvas.image.getpixel((250, 100)) == theme.PAPER
    assert canvas.image.getpixel((160, 180)) == theme.PAPER
    assert canvas.image.getpixel((300, 180)) == theme.TABLE
