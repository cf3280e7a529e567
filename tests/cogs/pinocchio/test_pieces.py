"""Each thing that is drawn: its size, that it differs from others without colour, that it stays inside itself."""

from itertools import combinations

import pytest

from bot.pictures.kit import cards
from bot.pictures.kit.fonts import measure
from cogs.pinocchio import pieces
from cogs.pinocchio.moves import COLOURS, GARMENTS
from tests.kit.shapes import outline_difference, shape_difference


def test_garments_differ_by_cut_and_cloths_by_weave():
    for one, other in combinations(GARMENTS, 2):
        assert outline_difference(pieces.garment(one, "red"), pieces.garment(other, "red")) > 0.1
    for one, other in combinations(COLOURS, 2):
        assert shape_difference(pieces.garment("jacket", one), pieces.garment("jacket", other)) > 0.05
        assert shape_difference(pieces.swatch(one), pieces.swatch(other)) > 0.05


@pytest.mark.parametrize("name", GARMENTS)
def test_garments_stay_inside_their_square(name):
    left, top, right, bottom = pieces.garment(name, "red", 100).getchannel("A").getbbox()
    assert left >= 1
    assert top >= 1
    assert right <= 99
    assert bottom <= 99


@pytest.mark.parametrize("name", GARMENTS)
def test_a_garment_of_no_colour_is_grey(name):
    red, green, blue, alpha = pieces.uncoloured(name).split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()
    assert alpha.tobytes() == pieces.garment(name, "red", 48).getchannel("A").tobytes()


@pytest.mark.parametrize("width", [48, 72, 96, 140])
def test_a_garment_s_card_is_a_card_like_others(width):
    one, back = pieces.garment_card("bonnet", "red", width), cards.back(width)
    assert one.size == back.size
    assert one.getchannel("A").tobytes() == back.getchannel("A").tobytes()


def test_piles_grow_with_their_cards_and_then_stop():
    heights = [pieces.pile(count).height for count in range(23)]
    assert heights == sorted(heights)
    assert len(set(heights)) == 5
    assert pieces.pile(0).height == pieces.pile(1).height == cards.height(72)


def test_noses_grow_within_their_width():
    reach = [pieces.nose(count, 300).getchannel("A").getbbox()[2] for count in range(29)]
    assert reach == sorted(reach)
    assert len(set(reach[:9])) == 9
    assert max(reach) <= 300


def test_wrapped_lines_fit_and_keep_all_words():
    lines = pieces.wrap("annonce protégée, personne ne peut la mettre en doute", 240, 26)
    assert len(lines) > 1
    assert all(measure(line, 26) <= 240 for line in lines)
    assert " ".join(lines) == "annonce protégée, personne ne peut la mettre en doute"
