"""A picture being made."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.kit import fonts, palette, theme
from bot.pictures.kit.colour import Colour
from bot.pictures.kit.pen import Box, Pen, Point
from bot.pictures.kit.sprites import Sprite, sprite


class Canvas:
    """A tablecloth of a given height to put things on; ``png`` gives the file.

    Coordinates are pixels from the upper left corner. What is put later lies on top.
    """

    def __init__(self, height: int, width: int = theme.WIDTH) -> None:
        self.width, self.height = width, height
        self.image = _cloth(width, height)
        self._draw = ImageDraw.Draw(self.image)

    def put(self, thing: Sprite, x: float, y: float, *, anchor: str = "mm", strength: float = 1) -> None:
        """Put a sprite down; the anchor (``l m r`` then ``t m b``) says which point of it comes to (x, y).

        A strength under 1 lets the ground through: for what is out of play.
        """
        left = round(x - {"l": 0, "m": thing.width / 2, "r": thing.width}[anchor[0]])
        top = round(y - {"t": 0, "m": thing.height / 2, "b": thing.height}[anchor[1]])
        stencil = thing
        if strength < 1:
            stencil = thing.getchannel("A").point([round(value * strength) for value in range(256)])
        self.image.paste(thing, (left, top), stencil)

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
        return fonts.write(self.image, words, x, y, size=size, colour=colour, anchor=anchor, width=width, strong=strong)

    def panel(self, box: Box, fill: Colour = theme.PLATE, *, radius: int = 18) -> None:
        """A filled rectangle with round corners."""
        left, top, right, bottom = (round(side) for side in box)
        radius = min(radius, (right - left) // 2, (bottom - top) // 2)
        if radius < 1:
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=fill)
            return
        self._draw.rectangle((left + radius, top, right - radius - 1, bottom - 1), fill=fill)
        self._draw.rectangle((left, top + radius, right - 1, bottom - radius - 1), fill=fill)
        corners = _corners(radius)
        places = ((left, top), (right - radius, top), (left, bottom - radius), (right - radius, bottom - radius))
        for stencil, place in zip(corners, places, strict=True):
            self.image.paste(fill, place, stencil)

    def frame(self, box: Box, colour: Colour = theme.ACCENT, *, radius: int = 18, width: int = 5, gap: int = 0) -> None:
        """A line round a box, inside it (``gap`` moves it outwards): the ring that says *this one*."""
        left, top, right, bottom = (round(side) for side in box)
        size = (right - left + 2 * gap, bottom - top + 2 * gap)
        self.put(_frame(*size, radius + gap, width, colour), left - gap, top - gap, anchor="lt")

    def ring(self, x: float, y: float, radius: float, colour: Colour = theme.ACCENT, *, width: int = 5) -> None:
        """A circle's line round a point; the radius is that of its outer edge."""
        side = round(radius * 2)
        self.put(_frame(side, side, side // 2, width, colour), x, y)

    def line(self, points: tuple[Point, ...], colour: Colour = theme.HEM, *, width: float = 4) -> None:
        """A line through points, with round ends and joints."""
        left = int(min(x for x, _ in points) - width)
        top = int(min(y for _, y in points) - width)
        moved = tuple((x - left, y - top) for x, y in points)
        self.put(_line(moved, width, colour), left, top, anchor="lt")

    def png(self) -> bytes:
        """The picture as a PNG file with our palette and round corners."""
        indices = palette.indexed(self.image)
        corner, where = palette.corner(theme.CORNER)
        far = (self.width - theme.CORNER, self.height - theme.CORNER)
        flips = (
            ((0, 0), ()),
            ((far[0], 0), (Image.Transpose.FLIP_LEFT_RIGHT,)),
            ((0, far[1]), (Image.Transpose.FLIP_TOP_BOTTOM,)),
            (far, (Image.Transpose.ROTATE_180,)),
        )
        for place, turns in flips:
            piece, stencil = corner, where
            for turn in turns:
                piece, stencil = piece.transpose(turn), stencil.transpose(turn)
            indices.paste(piece, place, stencil)
        file = io.BytesIO()
        # From level 7 on zlib's time grows much faster than the file shrinks.
        indices.save(file, "PNG", compress_level=6, transparency=palette.TRANSPARENCY)
        return file.getvalue()


HEM_INSET, HEM_WIDTH, STITCH, STITCH_GAP = 10, 3, 9, 5


def _cloth(width: int, height: int) -> Image.Image:
    """The empty table: one colour, with a stitched hem."""
    image = Image.new("RGB", (width, height), theme.TABLE)
    draw = ImageDraw.Draw(image)
    right, bottom = width - HEM_INSET - HEM_WIDTH, height - HEM_INSET - HEM_WIDTH
    for x in _stitches(width):
        for y in (HEM_INSET, bottom):
            draw.rectangle((x, y, x + STITCH - 1, y + HEM_WIDTH - 1), fill=theme.HEM)
    for y in _stitches(height):
        for x in (HEM_INSET, right):
            draw.rectangle((x, y, x + HEM_WIDTH - 1, y + STITCH - 1), fill=theme.HEM)
    arc = _frame(2 * theme.CORNER, 2 * theme.CORNER, theme.CORNER - HEM_INSET, HEM_WIDTH, theme.HEM, HEM_INSET)
    half = theme.CORNER
    for column, x in enumerate((0, width - half)):
        for row, y in enumerate((0, height - half)):
            box = (column * half, row * half, (column + 1) * half, (row + 1) * half)
            image.paste(theme.HEM, (x, y), arc.getchannel("A").crop(box))
    return image


def _stitches(length: int) -> list[int]:
    """Where stitches begin on a side: evenly, with a gap after each corner."""
    room = length - 2 * theme.CORNER
    count = max(0, (room - STITCH_GAP) // (STITCH + STITCH_GAP))
    rest = room - count * (STITCH + STITCH_GAP) + STITCH_GAP
    return [theme.CORNER + rest // 2 + index * (STITCH + STITCH_GAP) for index in range(count)]


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
