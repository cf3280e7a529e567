"""Texts are readable, and colours differ for colour-blind players too.

The matrices of colour blindness are those of Machado, Oliveira and Fernandes (2009) for complete deficiencies, applied
to linear light.
"""

from itertools import combinations

import pytest

from bot.pictures.kit import theme
from bot.pictures.kit.theme import Colour


def linear(channel: int) -> float:
    """The linear light of an sRGB channel, 0 to 1."""
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: Colour) -> float:
    """The relative luminance of a colour, 0 to 1 (WCAG)."""
    red, green, blue = (linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, 1 to 21 (WCAG); text needs 4.5."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


Matrix = tuple[tuple[float, float, float], ...]

EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(colour: Colour, eye: str) -> tuple[float, float, float]:
    """A colour as an eye sees it, in CIE L*a*b*."""
    light = [min(max(value, 0.0), 1.0) for value in times(EYES[eye], [linear(channel) for channel in colour])]
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (part / white for part, white in zip(times(TO_XYZ, light), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Colour, other: Colour, eye: str) -> float:
    """How different two colours look to an eye: under 10 they are easily confused (CIE 1976)."""
    return sum((a - b) ** 2 for a, b in zip(lab(one, eye), lab(other, eye), strict=True)) ** 0.5


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
def test_things_stand_out_from_the_table(thing):
    assert contrast(thing, theme.TABLE) >= 3


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
