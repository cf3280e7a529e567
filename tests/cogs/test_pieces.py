"""Sprites of all games: they differ without colour, stay inside their box, and grow as they should."""

from itertools import combinations, product

import pytest
from PIL import ImageChops

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import fit
from bot.pictures.kit.pen import Pen
from cogs.cappuccino import pieces as cappuccino
from cogs.pinocchio import pieces as pinocchio
from cogs.pinocchio.moves import COLOURS, GARMENTS
from cogs.ptipasspass import pieces as ptipasspass
from cogs.ptipasspass.cups import COLOURS as TOKENS
from cogs.tripot import pieces as tripot


def shape_difference(one, other):
    """The share of pixels whose lightness on the table clearly differs."""
    greys = []
    for thing in (one, other):
        canvas = Canvas(thing.height, thing.width)
        canvas.panel((0, 0, *thing.size), theme.TABLE, radius=0)
        canvas.put(thing, 0, 0, anchor="lt")
        greys.append(canvas.image.convert("L"))
    return share_above(40, *greys)


def outline_difference(one, other):
    return share_above(128, one.getchannel("A"), other.getchannel("A"))


def share_above(least, one, other):
    return sum(ImageChops.difference(one, other).histogram()[least + 1 :]) / (one.width * one.height)


def symbol(name):
    pen = Pen(40, 40)
    cappuccino.draw_symbol(pen.square(0, 0, 40), name, theme.PAPER)
    return pen.done()


@pytest.mark.parametrize(
    ("draw", "names", "difference", "least"),
    [
        (symbol, theme.CUPS, outline_difference, 0.08),
        (ptipasspass.token, TOKENS, outline_difference, 0.06),
        (lambda name: pinocchio.garment(name, "red"), GARMENTS, outline_difference, 0.1),
        (lambda colour: pinocchio.garment("jacket", colour), COLOURS, shape_difference, 0.05),
        (pinocchio.swatch, COLOURS, shape_difference, 0.05),
        (lambda name: tripot.action_token(name, 72), ("cooperate", "attack", "defend", None), shape_difference, 0.05),
    ],
    ids=[
        *("cappuccino symbols", "ptipasspass tokens", "pinocchio garments", "pinocchio cloths"),
        *("pinocchio swatches", "tripot actions"),
    ],
)
def test_they_differ_without_colour(draw, names, difference, least):
    assert min(difference(draw(one), draw(other)) for one, other in combinations(names, 2)) > least


def test_lifted_cups_of_ptipasspass_show_any_number_of_tokens():
    empty, *others = [
        ptipasspass.lifted(tuple(TOKENS[place % 3] for place in range(count)), "B2") for count in range(9)
    ]
    assert {each.size for each in (empty, *others)} == {(104, 104)}
    assert all(shape_difference(each, empty) > 0.005 for each in others)
    assert len({each.tobytes() for each in others}) == 8


def test_no_seat_of_ptipasspass_has_the_colour_of_a_token():
    assert len(set(ptipasspass.SEATS)) == 6
    for token, seat in product((theme.TOKENS[colour] for colour in TOKENS), ptipasspass.SEATS):
        assert sum(abs(one - other) for one, other in zip(token, seat, strict=True)) > 90


@pytest.mark.parametrize("name", GARMENTS)
def test_garments_of_pinocchio_stay_inside_their_square_and_without_colour_are_grey(name):
    left, top, right, bottom = pinocchio.garment(name, "red", 100).getchannel("A").getbbox()
    assert min(left, top) >= 1
    assert max(right, bottom) <= 99
    red, green, blue, alpha = pinocchio.uncoloured(name).split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()
    assert alpha.tobytes() == pinocchio.garment(name, "red", 48).getchannel("A").tobytes()


@pytest.mark.parametrize("name", ["Bastien", "Chloé", "Dimitri", "Éloïse", "Maëlle"])
def test_a_common_first_name_is_not_cut_in_a_duel_of_tripot(name):
    assert fit(name, tripot.NAME_WIDTH, tripot.NAME_SIZE)[0] == name
