"""Canvas: a game puts sprites and texts on it and gets a PNG file with our fixed palette.

A file is joined from stripes that were compressed separately.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from cachetools import LRUCache
from PIL import Image, ImageDraw

from bot.pictures.kit import fonts, theme
from bot.pictures.kit.pen import Box, Pen, Point, Sprite, bent, number, sprite
from bot.pictures.kit.theme import Colour, mix

STRIPE = 32
"""Rows of a picture that are drawn, compressed and cached together: a move changes few stripes."""
assert STRIPE >= theme.CORNER, "a round corner is in one stripe"

Paint = Callable[[Image.Image, int], None]
"""Draws on an image whose first row is that row of the picture."""


class Layer(NamedTuple):
    """Something on the canvas."""

    key: Hashable
    """Equal for two layers exactly if they look the same."""
    top: int
    bottom: int
    paint: Paint


class Stripe(NamedTuple):
    """Some rows of a picture, compressed."""

    data: bytes
    check: int
    """The Adler-32 of the uncompressed rows."""
    size: int
    """Bytes of the uncompressed rows."""
    layers: int = 0
    """The number of layers in its key."""


STRIPES: LRUCache[Hashable, Stripe] = LRUCache(8 * 2**20, lambda it: len(it.data) + 250 * it.layers + 500)
"""The most recent stripes of all tables: some two hundred pictures. The keys take most of the memory."""


class Canvas:
    """A tablecloth to put things on; ``png`` returns the file. Its height may be set after everything is put on it.

    Coordinates are pixels from the upper left corner. Later layers cover earlier ones. Nothing is drawn before ``png``,
    and then only the stripes that are not in the cache: six pictures with the same board and other hands below it
    cost one board.
    """

    def __init__(self, height: int = 0, width: int = theme.WIDTH) -> None:
        self.width, self.height = width, height
        self._layers: list[Layer] = []

    def put(self, thing: Sprite, x: float, y: float, *, anchor: str = "mm", strength: float = 1) -> None:
        """Put a sprite with its anchor (``l``, ``m`` or ``r``, then ``t``, ``m`` or ``b``) at (x, y).

        A strength under 1 makes it transparent: for pieces that are out of play.
        """
        left = round(x - {"l": 0, "m": thing.width / 2, "r": thing.width}[anchor[0]])
        top = round(y - {"t": 0, "m": thing.height / 2, "b": thing.height}[anchor[1]])

        def paint(image: Image.Image, up: int) -> None:
            stencil = thing
            if strength < 1:
                stencil = thing.getchannel("A").point([round(value * strength) for value in range(256)])
            image.paste(thing, (left, top - up), stencil)

        self._layers.append(Layer((number(thing), left, top, strength), top, top + thing.height, paint))

    def text(
        self,
        words: str,
        x: float,
        y: float,
        *,
        size: int = 26,
        colour: Colour = theme.PAPER,
        anchor: str = "mm",
        width: int | None = None,
        strong: bool = False,
    ) -> int:
        """Write on the picture and return how wide the text is; see fonts.write."""
        written = fonts.placed(words, x, y, size=size, anchor=anchor, width=width, strong=strong)
        if written is None:
            return 0
        stencil, left, top = written

        def paint(image: Image.Image, up: int) -> None:
            image.paste(colour, (left, top - up), stencil)

        self._layers.append(Layer((number(stencil), left, top, colour), top, top + stencil.height, paint))
        return stencil.width - 2

    def panel(self, box: Box, fill: Colour = theme.PLATE, *, radius: int = 18) -> None:
        """A filled rectangle with round corners."""
        left, top, right, bottom = (round(side) for side in box)
        radius = min(radius, (right - left) // 2, (bottom - top) // 2)

        def paint(image: Image.Image, up: int) -> None:
            draw, high, low = ImageDraw.Draw(image), top - up, bottom - up
            if radius < 1:
                draw.rectangle((left, high, right - 1, low - 1), fill=fill)
                return
            draw.rectangle((left + radius, high, right - radius - 1, low - 1), fill=fill)
            draw.rectangle((left, high + radius, right - 1, low - radius - 1), fill=fill)
            places = ((left, high), (right - radius, high), (left, low - radius), (right - radius, low - radius))
            for stencil, place in zip(_corners(radius), places, strict=True):
                image.paste(fill, place, stencil)

        self._layers.append(Layer((left, top, right, bottom, radius, fill), top, bottom, paint))

    def frame(self, box: Box, colour: Colour = theme.ACCENT, *, radius: int = 18, width: int = 5, gap: int = 0) -> None:
        """A line along the inner edge of a box (``gap`` moves it outwards), to highlight it."""
        left, top, right, bottom = (round(side) for side in box)
        size = (right - left + 2 * gap, bottom - top + 2 * gap)
        self.put(_frame(*size, radius + gap, width, colour), left - gap, top - gap, anchor="lt")

    def line(self, points: tuple[Point, ...], colour: Colour = theme.HEM, *, width: float = 4) -> None:
        """A line through points, with round ends and joints."""
        left = int(min(x for x, _ in points) - width)
        top = int(min(y for _, y in points) - width)
        moved = tuple((x - left, y - top) for x, y in points)
        self.put(_line(moved, width, colour), left, top, anchor="lt")

    def link(
        self,
        start: Point,
        end: Point,
        *,
        colour: Colour = theme.MUTED,
        width: float = 6,
        bend: float = 0,
        gap: float = 0,
    ) -> None:
        """An arrow, ``bend`` pixels left of the straight line, that leaves ``gap`` pixels at both ends."""
        path = bent(_control(start, end, bend)) if bend else [start, end]
        path = _shortened(path, gap)
        path = _shortened(path[::-1], gap)[::-1]
        if len(path) < 2:
            return
        left = min(x for x, _ in path) - width * 3
        top = min(y for _, y in path) - width * 3
        moved = tuple((round(x - left, 1), round(y - top, 1)) for x, y in path)
        self.put(_link(moved, colour, width), round(left), round(top), anchor="lt")

    @property
    def image(self) -> Image.Image:
        """The picture as it is now, in full colour and without its round corners."""
        return self._drawn(0, self.height)

    def png(self) -> bytes:
        """The picture as a PNG file with our palette and round corners."""
        # The last stripe is high enough for the round corners.
        bounds = [*range(0, max(1, self.height + 1 - theme.CORNER), STRIPE), self.height]
        end = len(bounds) - 2
        lying: list[list[Layer]] = [[] for _ in range(end + 1)]
        for layer in self._layers:
            for index in range(min(end, max(0, layer.top // STRIPE)), min(end, (layer.bottom - 1) // STRIPE) + 1):
                lying[index].append(layer)
        # Only the last stripe depends on the height.
        keys = [
            (self.width, self.height if index == end else 0, index, *[layer.key for layer in each])
            for index, each in enumerate(lying)
        ]
        found = [STRIPES.get(key) for key in keys]
        missing = [index for index, stripe in enumerate(found) if stripe is None]
        for index, stripe in zip(missing, self._made(bounds, missing), strict=True):
            found[index] = STRIPES[keys[index]] = stripe._replace(layers=len(lying[index]))
        return _joined(self.width, self.height, filter(None, found))

    def _drawn(self, top: int, bottom: int) -> Image.Image:
        """The rows from ``top`` to ``bottom``."""
        image = Image.new("RGB", (self.width, bottom - top), theme.TABLE)
        _hem(image, top, self.height)
        for layer in self._layers:
            if layer.top < bottom and layer.bottom > top:
                layer.paint(image, top)
        return image

    def _made(self, bounds: list[int], wanted: list[int]) -> Iterator[Stripe]:
        """Some of the stripes, with our palette and round corners, ready for the file."""
        heights = [bounds[index + 1] - bounds[index] for index in wanted]
        places = list(accumulate(heights, initial=0))
        page = Image.new("RGB", (self.width, places[-1]))
        start = 0
        for place in range(1, len(wanted) + 1):
            # Adjacent stripes are drawn together: they share layers.
            if place == len(wanted) or wanted[place] != wanted[place - 1] + 1:
                page.paste(self._drawn(bounds[wanted[start]], bounds[wanted[place - 1] + 1]), (0, places[start]))
                start = place
        # One column more: the filter byte of each row, 0 for none.
        indices = Image.new("P", (self.width + 1, page.height))
        indices.paste(indexed(page), (1, 0))
        ends = ((0, 0), (len(bounds) - 2, page.height - theme.CORNER))
        for (end, y), corners in zip(ends, (_rounding()[:2], _rounding()[2:]), strict=True):
            for x, (corner, where) in zip((1, self.width + 1 - theme.CORNER), corners, strict=True):
                if end in wanted:
                    indices.paste(corner, (x, y), where)
        rows, each = indices.tobytes(), indices.width
        return (compressed(rows[top * each : bottom * each]) for top, bottom in pairwise(places))


HEM_INSET, HEM_WIDTH, STITCH, STITCH_GAP = 10, 3, 9, 5


def _hem(image: Image.Image, up: int, height: int) -> None:
    """Draw the stitched hem on an image whose first row is row ``up`` of a picture of that height."""
    draw = ImageDraw.Draw(image)
    width = image.width
    right, bottom = width - HEM_INSET - HEM_WIDTH, height - HEM_INSET - HEM_WIDTH
    for y in (HEM_INSET - up, bottom - up):
        if -HEM_WIDTH < y < image.height:
            for x in _stitches(width):
                draw.rectangle((x, y, x + STITCH - 1, y + HEM_WIDTH - 1), fill=theme.HEM)
    # Counted from the top, so that the upper stripes of pictures of different heights are the same.
    for y in range(theme.CORNER, height - theme.CORNER - STITCH, STITCH + STITCH_GAP):
        if up - STITCH < y < up + image.height:
            for x in (HEM_INSET, right):
                draw.rectangle((x, y - up, x + HEM_WIDTH - 1, y - up + STITCH - 1), fill=theme.HEM)
    half = theme.CORNER
    for row, y in enumerate((0, height - half)):
        if up - half < y < up + image.height:
            for column, x in enumerate((0, width - half)):
                image.paste(theme.HEM, (x, y - up), _arcs()[2 * row + column])


@cache
def _arcs() -> tuple[Image.Image, ...]:
    """Masks of the hem in the four corners, in reading order."""
    half = theme.CORNER
    arc = _frame(2 * half, 2 * half, half - HEM_INSET, HEM_WIDTH, theme.HEM, HEM_INSET).getchannel("A")
    return tuple(arc.crop((x, y, x + half, y + half)) for y in (0, half) for x in (0, half))


@lru_cache(maxsize=64)
def _stitches(length: int) -> tuple[int, ...]:
    """The positions of stitches on a side."""
    room = length - 2 * theme.CORNER
    count = max(0, (room - STITCH_GAP) // (STITCH + STITCH_GAP))
    rest = room - count * (STITCH + STITCH_GAP) + STITCH_GAP
    return tuple(theme.CORNER + rest // 2 + index * (STITCH + STITCH_GAP) for index in range(count))


@lru_cache(maxsize=64)
def _corners(radius: int) -> tuple[Image.Image, ...]:
    """Masks of the four quarters of a disc: upper left, upper right, lower left, lower right."""
    pen = Pen(radius * 2, radius * 2)
    pen.disc(radius, radius, radius, theme.INK)
    disc = pen.done().getchannel("A")
    return tuple(disc.crop((left, top, left + radius, top + radius)) for top in (0, radius) for left in (0, radius))


@sprite
def _frame(width: int, height: int, radius: int, line: int, colour: Colour, inset: int = 0) -> Sprite:
    pen = Pen(width, height)
    box = (inset, inset, width - inset, height - inset)
    pen.rounded(box, min(radius, width / 2 - inset, height / 2 - inset), None, colour, line)
    return pen.done()


@sprite
def _line(points: tuple[Point, ...], width: float, colour: Colour) -> Sprite:
    pen = Pen(max(x for x, _ in points) + width, max(y for _, y in points) + width)
    pen.line(points, width, colour)
    return pen.done()


def _straight(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _control(start: Point, end: Point, bend: float) -> tuple[Point, Point, Point]:
    """The control points of a curve that is ``bend`` pixels left of the straight line."""
    length = math.dist(start, end) or 1
    across = ((end[1] - start[1]) / length, -(end[0] - start[0]) / length)
    x, y = _straight(start, end, 0.5)
    # A Bézier curve passes half way between the straight line and its control point.
    return start, (x + across[0] * 2 * bend, y + across[1] * 2 * bend), end


def _shortened(path: list[Point], gap: float) -> list[Point]:
    """The path without its first pixels."""
    rest = gap
    while len(path) > 1 and rest > 0:
        step = math.dist(path[0], path[1])
        if step > rest:
            return [_straight(path[0], path[1], rest / step), *path[1:]]
        rest -= step
        path = path[1:]
    return path


@sprite
def _link(path: tuple[Point, ...], colour: Colour, width: float) -> Sprite:
    pen = Pen(max(x for x, _ in path) + width * 3, max(y for _, y in path) + width * 3)
    body = _shortened(list(path)[::-1], width * 1.6)[::-1]
    _head(pen, body[-1], path[-1], width, colour)
    pen.line(body, width, colour)
    return pen.done()


def _head(pen: Pen, neck: Point, tip: Point, width: float, colour: Colour) -> None:
    length = math.dist(neck, tip) or 1
    along = ((tip[0] - neck[0]) / length, (tip[1] - neck[1]) / length)
    back = (tip[0] - along[0] * width * 3, tip[1] - along[1] * width * 3)
    side = (-along[1] * width * 1.7, along[0] * width * 1.7)
    pen.polygon(
        [tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])], colour, soft=width * 0.2
    )


# ---- the file

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


def indexed(image: Image.Image) -> Image.Image:
    """An RGB image as indices into the palette; never an entry that is not opaque."""
    # The transparent entries equal TABLE and are never chosen: Pillow takes the first of equal entries.
    return image.quantize(palette=_reference(), dither=Image.Dither.NONE)


@cache
def _rounding() -> tuple[tuple[Image.Image, Image.Image], ...]:
    """The four corners of a picture in reading order: indices, and the masks to paste them with."""
    radius, scale, steps = theme.CORNER, 8, len(ALPHAS)
    inside = Image.new("L", (radius * scale, radius * scale), 0)
    ImageDraw.Draw(inside).ellipse((0, 0, 2 * radius * scale, 2 * radius * scale), fill=255)
    level = inside.reduce(scale).point([min(value * steps // 255, steps) for value in range(256)])
    indices = Image.new("P", level.size)
    indices.putdata(level.point([min(SOLID + value, 255) for value in range(256)]).tobytes())
    where = level.point([255 if value < steps else 0 for value in range(256)])
    turns = (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180)
    return (indices, where), *((indices.transpose(turn), where.transpose(turn)) for turn in turns)


SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEAD, _ZLIB_END = b"\x78\x9c", b"\x03\x00"
"""The header of a zlib stream, and an empty last block."""
LEVEL = 6
"""From level 7 on the time grows much faster than the file shrinks."""
_ADLER = 65521


def compressed(rows: bytes) -> Stripe:
    """Compress rows; each begins with a byte 0: no filter."""
    squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    # A full flush ends on a byte boundary without references to earlier data, so stripes can be joined in any order.
    return Stripe(squeeze.compress(rows) + squeeze.flush(zlib.Z_FULL_FLUSH), zlib.adler32(rows), len(rows))


def _joined(width: int, height: int, stripes: Iterable[Stripe]) -> bytes:
    """The PNG file of a picture from all its stripes."""
    low, high, parts = 1, 0, [_ZLIB_HEAD]
    for one in stripes:
        # The Adler-32 of the whole from those of its parts.
        high = (high + (one.check >> 16) + one.size * (low - 1)) % _ADLER
        low = (low + (one.check & 0xFFFF) - 1) % _ADLER
        parts.append(one.data)
    parts += [_ZLIB_END, struct.pack(">I", high << 16 | low)]
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
