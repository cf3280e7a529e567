"""The colours and sizes of all pictures.

A picture has its own ground, a petrol tablecloth, so it looks the same on Discord's dark and light themes. Things on it
are light; texts on coloured things are in INK, texts on the table in PAPER. Nothing is expressed by colour alone: each
colour of a game has its own shape, symbol or pattern. Tests check the contrasts, also for colour-blind players.

Colours of one game only are here too: all files share one palette, which contains every colour exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""


def rgb(code: str) -> Colour:
    """The colour of a hexadecimal code such as ``#17363C``."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: share 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


WIDTH = 720
"""The width of every picture: twice a phone's."""
TALLEST = 680
"""The height of the tallest picture: a phone shows it with what happened, the question and its buttons."""
SMALLEST = 22
"""The smallest size of text: a phone shows half of it."""
MARGIN = 24
"""Between the edge of a picture and the things on it."""
CORNER = 28
"""The radius of a picture's corners."""

TABLE = rgb("#17363C")
HEM = rgb("#2C565E")
"""The stitched line along the edge of the tablecloth, and other decorative lines."""
SHADE = rgb("#0E252A")
"""Shadows and holes."""
PLATE = rgb("#24484F")
"""Seat plates and panels on the table."""
PAPER = rgb("#FBF4E4")
PAPER_EDGE = rgb("#CFC3A8")
INK = rgb("#16262B")
FAINT_INK = rgb("#56686C")
"""Secondary text on paper."""
MUTED = rgb("#B4CCCC")
"""Secondary text on the table and on plates."""
ACCENT = rgb("#FFC94D")
"""The yellow ring: whose turn it is, and what has just changed. Nothing else has this colour."""
BACK = rgb("#A84B38")
BACK_EDGE = rgb("#7A3325")
BACK_PATTERN = rgb("#C4715C")
YES = rgb("#62CF8F")
NO = rgb("#E5625A")
WOOD = rgb("#E3B27A")
WOOD_EDGE = rgb("#A9753E")
SKIN = rgb("#F3D3A6")
CUP = rgb("#D9C3A0")
CUP_EDGE = rgb("#A58A62")
COIN = rgb("#F2C14E")
COIN_EDGE = rgb("#B88524")

TOKENS: Mapping[str, Colour] = MappingProxyType(
    {"blue": rgb("#3F8DE8"), "green": rgb("#62CF8F"), "orange": rgb("#F7A23B"), "white": PAPER}
)
"""Tokens by colour; each has its own shape."""
CUPS: Mapping[str, Colour] = MappingProxyType(
    {"cat": rgb("#FABF4E"), "panda": rgb("#F1F4F6"), "leaf": rgb("#3BA36B"), "flower": rgb("#C96BB8")}
)
CLOTHS: Mapping[str, Colour] = MappingProxyType(
    {"red": rgb("#E5625A"), "yellow": rgb("#F6CB4B"), "blue": rgb("#4A97EE")}
)
"""Garments by colour; each has its own weave."""
SEATS: tuple[Colour, ...] = tuple(
    rgb(code) for code in ("#F9B548", "#3F8DE8", "#62CF8F", "#F3F4F1", "#DB5F9A", "#C4B2F7")
)
"""The colour of each seat's disc, which has the seat's number on it."""


def deep(colour: Colour) -> Colour:
    """The darker colour of a thing's lower edge, which makes it look thick."""
    return mix(colour, INK, 0.38)


def pale(colour: Colour) -> Colour:
    """The lighter colour of a thing's upper face."""
    return mix(colour, PAPER, 0.45)


def quiet(colour: Colour) -> Colour:
    """The colour of a thing that is out of play."""
    return mix(colour, TABLE, 0.72)


def ink_on(ground: Colour) -> Colour:
    """The colour of text on a ground: INK on light ones, PAPER on dark ones."""
    red, green, blue = ground
    return INK if 3 * red + 6 * green + blue > 1100 else PAPER


GROUNDS: tuple[Colour, ...] = (TABLE, PLATE, PAPER, INK, SHADE, BACK, CUP)
"""The usual grounds of other things: edges are smooth on these."""

THINGS: tuple[Colour, ...] = (*TOKENS.values(), *CUPS.values(), *CLOTHS.values(), *SEATS)

EVERY: tuple[Colour, ...] = tuple(
    dict.fromkeys(
        (
            *GROUNDS,
            *(HEM, PAPER_EDGE, FAINT_INK, MUTED, ACCENT, BACK_EDGE, BACK_PATTERN, YES, NO),
            *(WOOD, WOOD_EDGE, SKIN, CUP_EDGE, COIN, COIN_EDGE),
            *THINGS,
            *(deep(colour) for colour in (*THINGS, YES, NO)),
            *(pale(colour) for colour in THINGS),
            *(quiet(colour) for colour in CUPS.values()),
        )
    )
)
"""Every colour of flat areas: the palette of the files contains each exactly."""
