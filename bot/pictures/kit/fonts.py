"""Text: its width, its masks to put on pictures, and names in characters that can be drawn.

Our own words are in Manrope; a name may be in any script, and each character is drawn with the first font that has it.
Characters without a font are left out, never drawn as a box.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

from bot.pictures.kit.pen import Sprite, sprite
from bot.pictures.kit.theme import INK, PAPER, SMALLEST, Colour

FOLDER = Path(__file__).parents[3] / "data" / "fonts"
"""Beside the packages, in the source tree and in an installed wheel. Not looked up as the package ``data``: another
distribution may have one of that name."""

CAPITAL = 0.72
"""The height of our capitals and digits relative to the size; texts are centred by it."""
ASCENT, DESCENT = 1.1, 0.5
"""The height of a mask above and below the base line: enough for accents, vowel signs and descenders."""


class FontFile(NamedTuple):
    """A font and how to draw with it."""

    file: str
    shaped: bool = False
    """Whether its script needs shaping: joined letters, reordering, right to left."""
    bolder: float = 0
    """Extra stroke width to match ours, relative to the size."""


OWN = FontFile("Manrope-Bold.ttf")
STRONG = FontFile("Manrope-ExtraBold.ttf")
OTHERS = (
    FontFile("Hebrew.ttf", shaped=True),
    FontFile("Arabic.ttf", shaped=True),
    FontFile("Devanagari.ttf", shaped=True),
    FontFile("Bengali.ttf", shaped=True),
    FontFile("Tamil.ttf", shaped=True),
    FontFile("Thai.ttf", shaped=True),
    FontFile("Armenian.ttf"),
    FontFile("Georgian.ttf"),
    FontFile("EastAsia.ttf", bolder=0.022),
)


@cache
def shaping() -> bool:
    """Whether this machine can shape scripts: Pillow looks for the library FriBiDi at run time."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=64)
def _font(face: FontFile, size: int) -> ImageFont.FreeTypeFont:
    # Without shaping the result is the same on every machine, and faster.
    layout = ImageFont.Layout.RAQM if face.shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(FOLDER / face.file, size, layout_engine=layout)


@lru_cache(maxsize=4096)
def _face(char: str, *, strong: bool) -> FontFile | None:
    faces = (STRONG if strong else OWN, *OTHERS)
    return next((face for face in faces if has(face, char)), None)


def has(face: FontFile, char: str) -> bool:
    """Whether a face can draw a character; not if it needs shaping and this machine cannot shape."""
    return (shaping() or not face.shaped) and _glyph(face, char) != _glyph(face, _NO_CHARACTER)


_NO_CHARACTER = "\U0010ffff"
"""Drawn as the box for missing characters."""


def _glyph(face: FontFile, char: str) -> tuple[float, bytes]:
    font, image = _font(FontFile(face.file), SMALLEST), Image.new("L", (2 * SMALLEST, 2 * SMALLEST))
    ImageDraw.Draw(image).text((0, 0), char, fill=255, font=font)
    return font.getlength(char), image.tobytes()


def drawable(char: str) -> bool:
    """Whether some font has this character."""
    return _face(char, strong=False) is not None


def _runs(text: str, *, strong: bool) -> list[tuple[FontFile, str]]:
    """A text split where the font changes, from left to right, without characters that no font has."""
    own = STRONG if strong else OWN
    chars: list[tuple[FontFile, str]] = []
    for char in text:
        if char.isspace():
            # Every space is drawn as U+0020: few fonts have the narrow one that French puts before « ! ».
            # In a shaped script it is part of the run, which keeps the order of words.
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
    """A text in pieces that may not be split: a letter with its marks."""
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


@sprite
def mask(text: str, size: int, *, strong: bool = False) -> Sprite:
    """The text as a mask with one empty pixel on each side; its base line is at ``round(ASCENT * size)``."""
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
) -> None:
    """Write a text on an image.

    The anchor is the point of the text at (x, y): ``l``, ``m`` or ``r``, then ``t`` (top of the capitals), ``m`` (their
    middle) or ``b`` (the base line). With a width the text is made to fit it.
    """
    written = placed(text, x, y, size=size, anchor=anchor, width=width, strong=strong)
    if written is not None:
        stencil, left, top = written
        image.paste(colour, (left, top), stencil)


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
    """Write a text centred on a piece, at that height; its size and the room it has are shares of the piece's width."""
    size, width = max(SMALLEST, round(piece.width * share)), None if room is None else round(piece.width * room)
    write(piece, text, piece.width / 2, y, size=size, colour=colour, width=width, strong=strong)


def placed(
    text: str, x: float, y: float, *, size: int, anchor: str, width: int | None, strong: bool
) -> tuple[Sprite, int, int] | None:
    """The mask of a text (two pixels wider than it) and its upper left corner; None if nothing is left to draw."""
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


# Letters that Unicode does not decompose to plain ones, though people use them so.
_LOOKALIKES = str.maketrans(
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢɐɔǝɟɥıɯɹʇʌʍʎøØłŁđĐħĦŧŦ",
    "abcdefghijklmnopqrstuvwyzacefhimrtvwyoOlLdDhHtT",
)

_SIGNS = {"🤖": "◊"}
"""Emoji with a drawable substitute: the names of opponents begin with this one."""

_MOST_MARKS = 2
"""Combining marks allowed on one letter: more would cover its neighbours."""


@lru_cache(maxsize=2048)
def legible(name: str, spare: str) -> str:
    """The name in characters that some font has, without emoji; ``spare`` if no letter or digit is left."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        if unicodedata.category(char) == "Mn":
            marks += 1
            if marks > _MOST_MARKS or not kept or kept[-1].isspace() or kept[-1].isascii():
                continue
        else:
            marks = 0
        kept.extend(_plain(char))
    text = " ".join("".join(kept).split())
    return text if any(char.isalnum() for char in text) else spare


def _plain(char: str) -> str:
    """A character, its substitute, or nothing."""
    if char.isspace():
        return " "
    if unicodedata.category(char)[0] == "C":
        return ""
    if char in _SIGNS:
        return _SIGNS[char]
    if drawable(char):
        return char
    for form in (
        unicodedata.normalize("NFKC", char),
        char.translate(_LOOKALIKES),
        "".join(part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part)),
    ):
        if form != char and form and all(drawable(part) for part in form):
            return form
    return ""
