"""PNG files: our fixed palette, and pictures joined from stripes that were compressed separately."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures.kit import theme
from bot.pictures.kit.theme import Colour, mix

# One palette for all files: choosing one for each picture would take longer than drawing it, and shift colours from
# picture to picture.
ALPHAS = (0, 64, 128, 192)
"""The opacity of the last entries, which smooth the round corners of the picture."""
SOLID = 256 - len(ALPHAS)
ALIKE = 150
"""Colours closer than this share an entry."""


def _distance(one: Colour, other: Colour) -> int:
    # The usual weights: the eye is most sensitive to green.
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 3 * red * red + 6 * green * green + blue * blue


@cache
def solid() -> tuple[Colour, ...]:
    """All opaque colours: the theme's, then blends of them for smooth edges, the most different first."""
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
"""The opacity of each entry."""


def indexed(image: Image.Image) -> Image.Image:
    """An RGB image as indices into the palette; never an entry that is not opaque."""
    # The transparent entries equal TABLE and are never chosen: Pillow takes the first of equal entries.
    return image.quantize(palette=_reference(), dither=Image.Dither.NONE)


@cache
def corner(radius: int) -> tuple[Image.Image, Image.Image]:
    """The upper left corner of a picture: its indices, and the mask to paste them with."""
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


SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD, END = b"\x78\x9c", b"\x03\x00"
"""The header of a zlib stream, and an empty last block."""
LEVEL = 6
"""From level 7 on the time grows much faster than the file shrinks."""
_ADLER = 65521


class Stripe(NamedTuple):
    """Some rows of a picture, compressed."""

    data: bytes
    check: int
    """The Adler-32 of the uncompressed rows."""
    size: int
    """Bytes of the uncompressed rows."""


def stripe(rows: bytes) -> Stripe:
    """Compress rows; each begins with a byte 0: no filter."""
    squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    # A full flush ends on a byte boundary without references to earlier data, so stripes can be joined in any order.
    return Stripe(squeeze.compress(rows) + squeeze.flush(zlib.Z_FULL_FLUSH), zlib.adler32(rows), len(rows))


def joined(width: int, height: int, stripes: Iterable[Stripe]) -> bytes:
    """The PNG file of a picture from all its stripes."""
    low, high, parts = 1, 0, [HEAD]
    for one in stripes:
        # The Adler-32 of the whole from those of its parts.
        high = (high + (one.check >> 16) + one.size * (low - 1)) % _ADLER
        low = (low + (one.check & 0xFFFF) - 1) % _ADLER
        parts.append(one.data)
    parts += [END, struct.pack(">I", high << 16 | low)]
    return b"".join(
        [
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", colours()),
            _chunk(b"tRNS", TRANSPARENCY),
            _chunk(b"IDAT", b"".join(parts)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
