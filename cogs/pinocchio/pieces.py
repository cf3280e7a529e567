"""Sprites of Pinocchio: garments and their cards, piles, and noses.

Colours also have patterns: red cloth is plain, yellow is dotted, blue is striped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import ImageChops

from bot.pictures.kit import signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import fit, measure
from bot.pictures.kit.pen import Pen, Point, Sprite, bent, regular, sprite
from bot.pictures.kit.theme import CLOTHS, INK, PAPER, WOOD, WOOD_EDGE, Colour

OUTLINE = 4.5
"""The outline of a garment, in hundredths of its size."""
RING_LENGTH = 16
"""The length of one ring of a nose, when there is enough space."""


def _bonnet(pen: Pen, grow: float, fill: Colour) -> None:
    pen.shape([(14, 66), (10, 18), (38, 6), (52, 10)], [(52, 10), (80, 14), (88, 40), (86, 66)], fill=fill)
    pen.polygon([(16, 64), (50, 14), (84, 64)], fill, soft=grow)
    pen.rounded((8 - grow, 62 - grow, 92 + grow, 86 + grow), 11, fill)
    pen.disc(50, 11, 10 + grow, fill)
    if grow:
        pen.curve([(14, 66), (10, 18), (38, 6), (52, 10)], grow * 2, fill)
        pen.curve([(52, 10), (80, 14), (88, 40), (86, 66)], grow * 2, fill)


def _bonnet_lines(pen: Pen, line: Colour) -> None:
    pen.line([(10, 62), (90, 62)], OUTLINE, line)
    for x in (28, 43, 57, 72):
        pen.line([(x, 68), (x, 80)], OUTLINE * 0.8, line)
    pen.arc((38, -1, 62, 23), 20, 160, OUTLINE, line)


def _shoe(x: float, y: float) -> list[Point]:
    """The outline of a clog whose turned-up toe looks right."""
    heel = [(8, 34), (28, 32)]
    instep = bent([(28, 32), (36, 50), (58, 50)])
    toe = bent([(58, 50), (78, 50), (88, 36)])
    tip = bent([(88, 36), (94, 58), (72, 64)])
    sole = [(24, 65), (10, 62)]
    return [(px + x, py + y) for px, py in (*heel, *instep, *toe, *tip, *sole)]


_FAR, _NEAR = (8, -20), (-4, 22)
"""The farther shoe stands a little behind and to the right."""


def _sabots(pen: Pen, grow: float, fill: Colour) -> None:
    pen.polygon(_shoe(*_FAR), fill, soft=3 + grow)
    pen.polygon(_shoe(*_NEAR), fill, soft=3 + grow)


def _sabots_lines(pen: Pen, line: Colour) -> None:
    for x, y in (_FAR, _NEAR):
        pen.ellipse((8 + x, 29 + y, 30 + x, 40 + y), line)
        pen.curve([(10 + x, 56 + y), (40 + x, 62 + y), (70 + x, 57 + y)], OUTLINE * 0.8, line)


def _bow_tie(pen: Pen, grow: float, fill: Colour) -> None:
    pen.polygon([(8, 24), (46, 42), (46, 58), (8, 76)], fill, soft=5 + grow)
    pen.polygon([(92, 24), (54, 42), (54, 58), (92, 76)], fill, soft=5 + grow)
    pen.rounded((37 - grow, 36 - grow, 63 + grow, 64 + grow), 9, fill)


def _bow_tie_lines(pen: Pen, line: Colour) -> None:
    pen.rounded((37, 36, 63, 64), 8, None, line, OUTLINE)
    for start, end in (((33, 45), (18, 38)), ((33, 55), (18, 62)), ((67, 45), (82, 38)), ((67, 55), (82, 62))):
        pen.line([start, end], OUTLINE * 0.8, line)


def _jacket(pen: Pen, grow: float, fill: Colour) -> None:
    pen.polygon([(34, 10), (66, 10), (76, 16), (76, 90), (24, 90), (24, 16)], fill, soft=3 + grow)
    pen.polygon([(28, 14), (24, 40), (12, 74), (3, 68), (14, 22)], fill, soft=3 + grow)
    pen.polygon([(72, 14), (76, 40), (88, 74), (97, 68), (86, 22)], fill, soft=3 + grow)


def _jacket_lines(pen: Pen, line: Colour) -> None:
    pen.polygon([(38, 8), (62, 8), (50, 36)], PAPER)
    pen.line([(36, 8), (50, 38), (64, 8)], OUTLINE, line)
    pen.line([(50, 38), (50, 92)], OUTLINE, line)
    pen.line([(25, 34), (23, 58)], OUTLINE * 0.9, line)
    pen.line([(75, 34), (77, 58)], OUTLINE * 0.9, line)
    for y in (52, 68):
        pen.disc(58, y, 3.6, line)
    pen.line([(30, 72), (41, 72)], OUTLINE * 0.9, line)


def _dungarees(pen: Pen, grow: float, fill: Colour) -> None:
    pen.line([(31, 8), (31, 30)], 9 + 2 * grow, fill)
    pen.line([(69, 8), (69, 30)], 9 + 2 * grow, fill)
    pen.polygon(
        [(28, 28), (72, 28), (74, 48), (82, 54), (84, 92), (57, 92), (50, 66), (43, 92), (16, 92), (18, 54), (26, 48)],
        fill,
        soft=3 + grow,
    )


def _dungarees_lines(pen: Pen, line: Colour) -> None:
    pen.line([(18, 54), (82, 54)], OUTLINE, line)
    pen.rounded((38, 33, 62, 48), 4, None, line, OUTLINE * 0.9)
    pen.disc(31, 29, 4, line)
    pen.disc(69, 29, 4, line)
    pen.line([(50, 57), (50, 66)], OUTLINE * 0.9, line)


_SHAPES: Mapping[str, tuple[Callable[[Pen, float, Colour], None], Callable[[Pen, Colour], None]]] = MappingProxyType(
    {
        "bonnet": (_bonnet, _bonnet_lines),
        "sabots": (_sabots, _sabots_lines),
        "bowtie": (_bow_tie, _bow_tie_lines),
        "jacket": (_jacket, _jacket_lines),
        "dungarees": (_dungarees, _dungarees_lines),
    }
)
"""The cut of each garment (grown by some width, for the outline) and its seams."""


def _weave(pen: Pen, colour: str) -> None:
    """The pattern of a cloth, over the pen's whole square."""
    if colour == "yellow":
        for row in range(8):
            for column in range(8):
                pen.disc(column * 15 + (row % 2) * 7.5, row * 13 + 4, 3.2, theme.deep(CLOTHS["yellow"]))
    elif colour == "blue":
        for offset in range(-100, 110, 17):
            pen.line([(offset, 100), (offset + 100, 0)], 5, theme.pale(CLOTHS["blue"]))


def _lay(cloth: Pen, whole: Pen, colour: str, side: float) -> None:
    """Paste cloth on a sprite, with its pattern over a square of that side."""
    weave = Pen(*cloth.size)
    _weave(weave.square(0, 0, side), colour)
    # Mask the pattern with the cloth.
    stencil = ImageChops.multiply(weave.image.getchannel("A"), cloth.image.getchannel("A"))
    cloth.image.paste(weave.image, (0, 0), stencil)
    whole.image.alpha_composite(cloth.image)


@sprite
def garment(name: str, colour: str, size: int = 96) -> Sprite:
    """A garment in a cloth: a square."""
    cut, seams = _SHAPES[name]
    whole = Pen(size, size)
    # A little smaller than the square, so that the outline stays inside.
    place = (size * 0.06, size * 0.06, size * 0.88)
    cut(whole.square(*place), OUTLINE, INK)
    cloth = Pen(size, size)
    cut(cloth.square(*place), 0, CLOTHS[colour])
    _lay(cloth, whole, colour, size)
    seams(whole.square(*place), INK)
    return whole.done()


@sprite
def uncoloured(name: str) -> Sprite:
    """A garment without a colour."""
    return garment(name, "red", 48).convert("LA").convert("RGBA")


@sprite
def swatch(colour: str, size: int = 40) -> Sprite:
    """A round patch of cloth: a colour without a garment."""
    patch = Pen(size, size)
    patch.disc(size / 2, size / 2, size / 2, INK)
    cloth = Pen(size, size)
    cloth.disc(size / 2, size / 2, size / 2 - 2, CLOTHS[colour])
    _lay(cloth, patch, colour, max(size, 44))
    return patch.done()


@sprite
def sign(colour: str, size: int = 20) -> Sprite:
    """The sign of a colour on a button: a square, a star or a disc."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    if colour == "red":
        unit.rounded((8, 8, 92, 92), 14, CLOTHS["red"])
    elif colour == "yellow":
        unit.polygon(regular(50, 54, 52, 5, 22), CLOTHS["yellow"], soft=3)
    else:
        unit.disc(50, 50, 46, CLOTHS["blue"])
    return pen.done()


@sprite
def garment_card(name: str, colour: str, width: int = 96) -> Sprite:
    """A card with a garment in a cloth."""
    card = signs.blank_card(width).done()
    size = round(width * 0.78)
    card.alpha_composite(garment(name, colour, size), (round((width - size) / 2), round(card.height * 0.48 - size / 2)))
    return card


@sprite
def pile(count: int, width: int = 72) -> Sprite:
    """A face-down pile with its number of cards, higher with more cards; an empty place for none."""
    if count <= 0:
        return signs.card_slot(width, label="0")
    layers, step = min(5, 1 + count // 4), 4
    ground = Pen(width, signs.card_height(width) + (layers - 1) * step).done()
    for layer in range(layers - 1, 0, -1):
        ground.alpha_composite(signs.card_back(width), (0, layer * step))
    ground.alpha_composite(signs.card_back(width, label=str(count)))
    return ground


@sprite
def nose(count: int, width: int = 320, tall: int = 64) -> Sprite:
    """A face looking right with a nose of ``count`` rings (0: a button), no wider than ``width`` in all.

    Rings have the same length in every face, until a nose needs more space than there is; then they become shorter.
    """
    ring = _ring(count, width, tall)
    pen = Pen(width, tall)
    unit = pen.square(0, 0, tall)
    unit.polygon([(6, 34), (30, 2), (74, 26)], CLOTHS["red"], soft=3)
    unit.disc(42, 56, 39, WOOD_EDGE)
    unit.disc(42, 56, 35.5, WOOD)
    unit.line([(8, 33), (72, 27)], 9, INK)
    unit.disc(56, 46, 6.5, INK)
    unit.curve([(44, 72), (56, 84), (68, 74)], 5, INK)
    unit.disc(24, 62, 7, CLOTHS["red"])
    root = _nose_root(tall)
    y = tall * 0.6
    thick = tall * 0.11
    if not count:
        pen.disc(root, y, thick * 1.1, WOOD_EDGE)
        pen.disc(root, y, thick * 1.1 - 2, WOOD)
        return pen.done()
    end = root + ring * count
    pen.rounded((root - thick, y - thick, end, y + thick), thick, WOOD_EDGE)
    pen.rounded((root - thick, y - thick + 2.5, end - 2.5, y + thick - 2.5), thick - 2, WOOD)
    for index in range(1, count):
        x = root + ring * index
        pen.line([(x, y - thick + 4), (x, y + thick - 4)], min(2.5, ring / 3), WOOD_EDGE)
    return pen.done()


def nose_row(canvas: Canvas, x: float, y: float, count: int, *, width: int, tall: int) -> None:
    """Draw a nose with its number behind the tip; (x, y) is the middle of the left edge."""
    room = width - 44
    canvas.put(nose(count, room, tall), x, y, anchor="lm")
    tip = x + _nose_root(tall) + max(_ring(count, room, tall) * count, tall * 0.12)
    canvas.text(str(count), tip + 10, y + tall * 0.1, size=28, anchor="lm", strong=True)


def _face_width(tall: int) -> int:
    """The width of the face without its nose."""
    return round(tall * 0.86)


def _nose_root(tall: int) -> float:
    """The x of the beginning of the nose in the face."""
    return _face_width(tall) - tall * 0.08


def _ring(count: int, width: int, tall: int) -> float:
    """The length of one of ``count`` rings."""
    return min(RING_LENGTH, (width - _face_width(tall) - 6) / count) if count else 0.0


def wrap(text: str, width: int, size: int, *, strong: bool = False) -> list[str]:
    """The text in lines no wider than a width; a word too long for a line is cut with an ellipsis."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer, size, strong=strong) <= width:
            lines[-1] = longer
        else:
            lines.append(fit(word, width, size, least=size, strong=strong)[0])
    return lines
