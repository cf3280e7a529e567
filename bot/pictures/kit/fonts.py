"""Text: measuring it, making it fit, and masks of it to put on pictures.

Our own words are in Manrope; a name may be in any script, and each character is drawn with the first font that has it.
What no font has is left out, never a box; names.py says how a name is spelt without it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

from bot.pictures.kit.colour import Colour
from bot.pictures.kit.glyphs import coverage
from bot.pictures.kit.sprites import SPRITES, Sprite
from bot.pictures.kit.theme import INK, PAPER, SMALLEST

FOLDER = Path(__file__).parents[3] / "data" / "fonts"
"""Beside the packages, in the source tree and where a wheel is installed. It is not looked for as the package ``data``:
whoever else is called so would be found instead."""

CAPITAL = 0.72
"""The height of our capitals and digits, in parts of the size: the middle of a text is the middle of these."""
ASCENT, DESCENT = 1.1, 0.5
"""What a mask keeps above and below the line the letters stand on: enough for accents, vowel signs and tails."""


class Face(NamedTuple):
    """A font file."""

    file: str
    shaped: bool = False
    """Whether its script must be shaped: joined, reordered, written from the right."""
    bolder: float = 0
    """How much its strokes are thickened to match ours, in parts of the size."""


OWN = Face("Manrope-Bold.ttf")
STRONG = Face("Manrope-ExtraBold.ttf")
OTHERS = (
    Face("Hebrew.ttf", shaped=True),
    Face("Arabic.ttf", shaped=True),
    Face("Devanagari.ttf", shaped=True),
    Face("Bengali.ttf", shaped=True),
    Face("Tamil.ttf", shaped=True),
    Face("Thai.ttf", shaped=True),
    Face("Armenian.ttf"),
    Face("Georgian.ttf"),
    Face("EastAsia.ttf", bolder=0.022),
)


@cache
def shaping() -> bool:
    """Whether this machine can shape scripts that need it: Pillow looks for the library FriBiDi at run time."""
    return bool(features.check("raqm"))


@cache
def covered(face: Face) -> frozenset[int]:
    """The code points a face can draw here; none when it must be shaped and cannot be."""
    if face.shaped and not shaping():
        return frozenset()
    return coverage(FOLDER / face.file)


@lru_cache(maxsize=64)
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    # Without shaping the result is the same on every machine, and quicker.
    layout = ImageFont.Layout.RAQM if face.shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(FOLDER / face.file, size, layout_engine=layout)


@lru_cache(maxsize=4096)
def _face(char: str, *, strong: bool) -> Face | None:
    faces = (STRONG if strong else OWN, *OTHERS)
    return next((face for face in faces if ord(char) in covered(face)), None)


def drawable(char: str) -> bool:
    """Whether some font has this character."""
    return _face(char, strong=False) is not None


def _runs(text: str, *, strong: bool) -> list[tuple[Face, str]]:
    """A text cut where the font changes, from left to right; characters that no font has are left out."""
    own = STRONG if strong else OWN
    chars: list[tuple[Face, str]] = []
    for char in text:
        if char.isspace():
            # Every space is drawn as the plain one: few fonts have the narrow one that French puts before « ! ».
            # In a shaped script it belongs to the words beside it; else their order could not be kept.
            chars.append((chars[-1][0] if chars and chars[-1][0].shaped else own, " "))
        elif face := _face(char, strong=strong):
            chars.append((face, char))
    runs = [(face, "".join(char for _, char in group)) for face, group in groupby(chars, key=lambda pair: pair[0])]
    first = next((unicodedata.bidirectional(char) for char in text if char.isalpha()), "L")
    return runs[::-1] if first in ("R", "AL") else runs


@lru_cache(maxsize=4096)
def measure(text: str, size: int, *, strong: bool = False) -> int:
    """How many pixels wide a text is."""
    return round(sum(_font(face, size).getlength(part) for face, part in _runs(text, strong=strong)))


def _clusters(text: str) -> Iterator[str]:
    """A text in pieces that may not be cut: a letter with its marks."""
    piece = ""
    for char in text:
        if piece and not unicodedata.combining(char) and unicodedata.category(char) not in ("Mc", "Mn"):
            yield piece
            piece = ""
        piece += char
    if piece:
        yield piece


@lru_cache(maxsize=2048)
def fit(text: str, width: int, size: int, *, least: int = SMALLEST, strong: bool = False) -> tuple[str, int]:
    """The text and the size at which it fits a width: smaller first, down to ``least``, then cut with an ellipsis."""
    for smaller in range(size, least - 1, -1):
        if measure(text, smaller, strong=strong) <= width:
            return text, smaller
    pieces = list(_clusters(text))
    while pieces:
        pieces.pop()
        shorter = "".join(pieces).rstrip() + "…"
        if measure(shorter, least, strong=strong) <= width:
            return shorter, least
    return "", least


def mask(text: str, size: int, *, strong: bool = False) -> Sprite:
    """The text as a mask, one pixel of air on each side; its base line is at ``round(ASCENT * size)``."""
    return SPRITES.get((mask, text, size, strong), lambda: _mask(text, size, strong=strong))


def _mask(text: str, size: int, *, strong: bool) -> Sprite:
    image = Image.new("L", (measure(text, size, strong=strong) + 2, round((ASCENT + DESCENT) * size)))
    draw = ImageDraw.Draw(image)
    x = 1.0
    for face, part in _runs(text, strong=strong):
        font = _font(face, size)
        draw.text((x, round(ASCENT * size)), part, fill=255, font=font, anchor="ls", stroke_width=face.bolder * size)
        x += font.getlength(part)
    return image


def write(
    image: Image.Image,
    text: str,
    x: float,
    y: float,
    *,
    size: int = 26,
    colour: Colour = PAPER,
    anchor: str = "mm",
    width: int | None = None,
    strong: bool = False,
) -> int:
    """Write a text on an image and return how wide it is.

    The anchor says what of the text stands at (x, y): ``l``, ``m``, ``r`` across, then ``t`` (top of the capitals),
    ``m`` (their middle) or ``b`` (the line they stand on). With a width the text is made to fit it.
    """
    written = placed(text, x, y, size=size, anchor=anchor, width=width, strong=strong)
    if written is None:
        return 0
    stencil, left, top = written
    image.paste(colour, (left, top), stencil)
    return stencil.width - 2


def inscribe(
    piece: Image.Image,
    text: str,
    y: float,
    share: float,
    *,
    colour: Colour = INK,
    room: float | None = None,
    strong: bool = True,
) -> None:
    """Write a text in the middle of a piece, at that height: its size, and the room it has, are shares of its width."""
    size, width = max(SMALLEST, round(piece.width * share)), None if room is None else round(piece.width * room)
    write(piece, text, piece.width / 2, y, size=size, colour=colour, width=width, strong=strong)


def placed(
    text: str, x: float, y: float, *, size: int, anchor: str, width: int | None, strong: bool
) -> tuple[Sprite, int, int] | None:
    """The mask of a text (two pixels wider than it) and where its upper left corner comes; None if nothing is left."""
    if size < SMALLEST:
        raise ValueError(f"a text of {size} px is too small to read on a phone")
    if width is not None:
        text, size = fit(text, width, size, strong=strong)
    if not text:
        return None
    stencil = mask(text, size, strong=strong)
    length = stencil.width - 2
    left = x - {"l": 0, "m": length / 2, "r": length}[anchor[0]] - 1
    line = y + {"t": CAPITAL * size, "m": CAPITAL * size / 2, "b": 0}[anchor[1]]
    return stencil, round(left), round(line) - round(ASCENT * size)
