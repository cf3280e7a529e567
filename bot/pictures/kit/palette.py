"""The fixed palette of the files: the theme's colours exactly, the rest for smooth edges.

A palette chosen anew for each picture costs more time than drawing it and shifts colours from picture to picture. Ours
is fixed, so equal things are equal bytes, and turning a picture into indices is one look-up a pixel.
"""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from bot.pictures.kit import theme
from bot.pictures.kit.colour import Colour, mix

ALPHAS = (0, 64, 128, 192)
"""How opaque the last entries are: they smooth the round corners of the picture itself."""

SOLID = 256 - len(ALPHAS)

ALIKE = 150
"""Colours closer than this look the same: one of them is enough."""


def _distance(one: Colour, other: Colour) -> int:
    # The eye is most exact in green; the usual cheap weights.
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 3 * red * red + 6 * green * green + blue * blue


@cache
def solid() -> tuple[Colour, ...]:
    """All opaque colours: those of the theme, then the edges between them that are least like any colour already in."""
    chosen = list(theme.EVERY)
    blends = dict.fromkeys(
        mix(colour, ground, share) for ground in theme.GROUNDS for colour in theme.EVERY for share in (0.33, 0.67)
    )
    gaps = {blend: min(_distance(blend, colour) for colour in chosen) for blend in blends}
    while len(chosen) < SOLID:
        best = max(gaps, key=gaps.__getitem__)
        chosen.append(best)
        nearer = {blend: min(gap, _distance(blend, best)) for blend, gap in gaps.items()}
        gaps = {blend: gap for blend, gap in nearer.items() if gap > ALIKE}
    return tuple(chosen)


@cache
def colours() -> bytes:
    """All entries, three bytes each."""
    return bytes(channel for colour in (*solid(), *([theme.TABLE] * len(ALPHAS))) for channel in colour)


@cache
def _reference() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(colours())
    return image


TRANSPARENCY = bytes([255] * SOLID + list(ALPHAS))
"""How opaque each entry is, as a PNG file says it."""


def indexed(image: Image.Image) -> Image.Image:
    """An RGB image as indices into the palette; never an entry that is not opaque."""
    # Entries equal to TABLE at the end are never chosen: the first of equals is taken. A test holds this.
    return image.quantize(palette=_reference(), dither=Image.Dither.NONE)


@cache
def corner(radius: int) -> tuple[Image.Image, Image.Image]:
    """The upper left corner of a round picture: the indices to put there, and where."""
    scale = 8
    inside = Image.new("L", (radius * scale, radius * scale), 0)
    ImageDraw.Draw(inside).ellipse((0, 0, 2 * radius * scale, 2 * radius * scale), fill=255)
    cover = inside.reduce(scale)
    steps = len(ALPHAS)
    level = cover.point([min(value * steps // 255, steps) for value in range(256)])
    index = level.point([min(SOLID + value, 255) for value in range(256)])
    where = level.point([255 if value < steps else 0 for value in range(256)])
    indices = Image.new("P", index.size)
    indices.putdata(index.tobytes())
    return indices, where
