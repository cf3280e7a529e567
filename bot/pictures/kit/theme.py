"""The one palette and the few sizes all pictures share.

A picture brings its own ground, a petrol tablecloth, so it reads the same on Discord's dark and light themes. Things
that lie on it are light; what is written on a coloured thing is written in INK, what is written on the table in PAPER.
Nothing is told by colour alone: each colour of a game has its own shape, symbol or cloth. The tests of this module hold
the contrasts, and how far apart the colours stay for eyes that see fewer of them.

Colours that one game alone uses are here too, unlike its drawings: all files have the same palette, which holds every
colour exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.pictures.kit.colour import Colour, contrast, mix, rgb

WIDTH = 720
"""Pictures are this wide: twice what a phone shows."""
SMALLEST = 22
"""No text is smaller: half of it on a phone is the least one reads without effort."""
MARGIN = 24
"""From the edge of a picture to what lies on the table."""
CORNER = 28
"""The radius of a picture's corners."""

TABLE = rgb("#17363C")
HEM = rgb("#2C565E")
"""The stitched line along the edge of the tablecloth, and other lines that carry no meaning."""
SHADE = rgb("#0E252A")
"""What lies in the shadow of something, and the holes of things."""
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
"""Whose turn it is, what is meant, what has just changed. Nothing else is this yellow ring."""
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
"""Cups by symbol."""
CLOTHS: Mapping[str, Colour] = MappingProxyType(
    {"red": rgb("#E5625A"), "yellow": rgb("#F6CB4B"), "blue": rgb("#4A97EE")}
)
"""Garments by colour; each has its own weave."""
SEATS: tuple[Colour, ...] = tuple(
    rgb(code) for code in ("#F9B548", "#3F8DE8", "#62CF8F", "#F3F4F1", "#DB5F9A", "#C4B2F7")
)
"""The colour of each seat's disc; the seat's number stands on it."""


def deep(colour: Colour) -> Colour:
    """The darker colour of a thing's lower edge: what gives flat things their thickness."""
    return mix(colour, INK, 0.38)


def pale(colour: Colour) -> Colour:
    """The lighter colour of a thing's upper face."""
    return mix(colour, PAPER, 0.45)


def quiet(colour: Colour) -> Colour:
    """The colour of a thing that has stepped back into the shade of the table."""
    return mix(colour, TABLE, 0.72)


def ink_on(ground: Colour) -> Colour:
    """What to write with on a ground: INK on what is light, PAPER on what is dark."""
    return max(INK, PAPER, key=lambda ink: contrast(ink, ground))


GROUNDS: tuple[Colour, ...] = (TABLE, PLATE, PAPER, INK, SHADE, BACK, CUP)
"""What other things lie on, most often: edges are smooth on these."""

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
"""Every colour that is used flat: each is in the palette of the files exactly as it is here."""
