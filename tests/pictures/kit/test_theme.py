"""Texts are readable, and colours differ for colour-blind players too."""

from itertools import combinations

import pytest

from bot.pictures.kit import canvas as png
from bot.pictures.kit import theme
from tests.pictures.kit.vision import EYES, contrast, difference

PALES = {f"pale {name}": theme.pale(colour) for name, colour in theme.CUPS.items()}
TEXTS = [
    *((theme.PAPER, ground) for ground in (theme.TABLE, theme.PLATE, theme.SHADE, theme.BACK)),
    *((theme.MUTED, ground) for ground in (theme.TABLE, theme.PLATE, theme.SHADE, theme.HEM)),
    *((theme.ACCENT, ground) for ground in (theme.TABLE, theme.PLATE, theme.SHADE)),
    *((theme.INK, ground) for ground in (theme.PAPER, theme.ACCENT, theme.COIN, theme.CUP, theme.YES, theme.NO)),
    *((theme.INK, ground) for ground in theme.THINGS),
    *((theme.INK, ground) for ground in PALES.values()),
    *((theme.PAPER, theme.quiet(colour)) for colour in theme.CUPS.values()),
    (theme.FAINT_INK, theme.PAPER),
]


@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_texts_are_readable(text, ground):
    assert contrast(text, ground) >= 4.5


@pytest.mark.parametrize("thing", [*theme.THINGS, theme.PAPER, theme.CUP, theme.COIN, theme.ACCENT, theme.WOOD])
@pytest.mark.parametrize("ground", [theme.TABLE])
def test_things_stand_out_from_the_table(thing, ground):
    assert contrast(thing, ground) >= 3


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(
    ("family", "least"),
    [
        (tuple(theme.TOKENS.values()), 20),
        (tuple(theme.CUPS.values()), 20),
        (tuple(theme.pale(colour) for colour in theme.CUPS.values()), 10),
        (tuple(theme.CLOTHS.values()), 20),
        ((theme.YES, theme.NO, theme.TOKENS["blue"]), 20),
        # Six colours cannot be as far apart; each has the seat's number on it.
        (theme.SEATS, 15),
    ],
)
def test_colours_of_one_family_differ_for_every_eye(family, least, eye):
    assert min(difference(one, other, eye) for one, other in combinations(family, 2)) >= least


def test_ink_is_chosen_by_contrast():
    for ground in (theme.PAPER, theme.INK, theme.TABLE, theme.ACCENT, theme.COIN, theme.MUTED, theme.NO):
        assert theme.ink_on(ground) == max(theme.INK, theme.PAPER, key=lambda ink, on=ground: contrast(ink, on))


def test_the_palette_holds_every_colour_of_the_theme_exactly():
    assert len(png.solid()) == png.SOLID
    assert set(theme.EVERY) <= set(png.solid())
    assert len(set(png.solid())) == png.SOLID
