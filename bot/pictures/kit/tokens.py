"""Tokens: one shape a colour, victory tokens, coins, and the three actions of a duel."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.pictures.kit import theme
from bot.pictures.kit.colour import Colour
from bot.pictures.kit.emblem import emblem
from bot.pictures.kit.fonts import write
from bot.pictures.kit.pen import Pen, Point, regular
from bot.pictures.kit.sprites import Sprite, sprite
from bot.pictures.kit.theme import deep, pale

SHAPES: Mapping[str, str] = MappingProxyType({"blue": "●", "green": "▲", "orange": "◆", "white": "■"})
"""The shape of each colour, as a character for texts."""

_CORNERS: Mapping[str, tuple[Point, ...]] = MappingProxyType(
    {
        "green": ((50, 14), (88, 80), (12, 80)),
        "orange": ((50, 9), (90, 49), (50, 89), (10, 49)),
        "white": ((18, 17), (82, 17), (82, 81), (18, 81)),
    }
)


def _shape(pen: Pen, colour: str, fill: Colour, *, shrink: float = 0, drop: float = 0) -> None:
    if colour == "blue":
        pen.disc(50, 49 + drop, 44 - shrink * 1.05, fill)
        return
    corners = _CORNERS[colour]
    x0 = sum(x for x, _ in corners) / len(corners)
    y0 = sum(y for _, y in corners) / len(corners)
    # Moving the corners towards the middle moves the sides in by less in a square than in a triangle.
    share = 1 - shrink / {"green": 24, "orange": 32, "white": 36}[colour]
    pen.polygon(
        [(x0 + (x - x0) * share, y0 + (y - y0) * share + drop) for x, y in corners], fill, soft=8 if share > 0.7 else 4
    )


@sprite
def token(colour: str, size: int = 48) -> Sprite:
    """A token, ``blue`` ●, ``green`` ▲, ``orange`` ◆ or ``white`` ■: a square."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    _shape(unit, colour, theme.SHADE, shrink=-2, drop=6)
    _shape(unit, colour, deep(theme.TOKENS[colour]), drop=6)
    _shape(unit, colour, theme.TOKENS[colour])
    _shape(unit, colour, theme.PAPER_EDGE if colour == "white" else pale(theme.TOKENS[colour]), shrink=13)
    _shape(unit, colour, theme.TOKENS[colour], shrink=17)
    return pen.done()


@sprite
def hidden_token(size: int = 48) -> Sprite:
    """A token whose colour is not shown: a dark disc with a question mark."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.disc(50, 53, 43, theme.SHADE)
    unit.disc(50, 48, 43, theme.MUTED)
    unit.disc(50, 48, 37, theme.PLATE)
    done = pen.done()
    write(done, "?", size / 2, size * 0.48, size=max(theme.SMALLEST, round(size * 0.56)), strong=True)
    return done


@sprite
def victory(size: int = 48, *, won: bool = True) -> Sprite:
    """A victory token, a white disc with a star; not won, its empty place."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    if won:
        unit.disc(50, 54, 43, theme.PAPER_EDGE)
        unit.disc(50, 48, 43, theme.PAPER)
        unit.polygon(regular(50, 50, 29, 5, inner=13), theme.COIN_EDGE, soft=3)
        unit.polygon(regular(50, 50, 25, 5, inner=11), theme.COIN, soft=2)
    else:
        unit.ring(50, 50, 43, 6, theme.MUTED)
        unit.polygon(regular(50, 51, 22, 5, inner=10), theme.MUTED, soft=2)
        unit.polygon(regular(50, 51, 14, 5, inner=6), theme.PLATE, soft=1)
    return pen.done()


@sprite
def coin(value: int | None = None, size: int = 52) -> Sprite:
    """A coin with an amount on it, or, without a value, a small blank one for use as an icon."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    unit.disc(50, 54, 44, theme.COIN_EDGE)
    unit.disc(50, 47, 44, theme.COIN)
    unit.ring(50, 47, 37, 4, theme.COIN_EDGE)
    done = pen.done()
    if value is not None:
        write(
            done,
            str(value),
            size / 2,
            size * 0.47,
            size=max(theme.SMALLEST, round(size * 0.5)),
            colour=theme.INK,
            strong=True,
        )
    return done


ACTIONS = ("cooperate", "attack", "defend")


def _cooperate(pen: Pen) -> None:
    pen.ring(38, 50, 22, 9, theme.INK)
    pen.ring(62, 50, 22, 9, theme.INK)


def _attack(pen: Pen) -> None:
    pen.polygon([(76, 16), (80, 32), (45, 67), (35, 57)], theme.INK, soft=3)
    pen.line([(24, 55), (47, 78)], 9, theme.INK)
    pen.line([(32, 70), (20, 82)], 11, theme.INK)


def _defend(pen: Pen) -> None:
    pen.shape(
        [(50, 14), (64, 24), (82, 24)],
        [(82, 24), (84, 66), (50, 88)],
        [(50, 88), (16, 66), (18, 24)],
        [(18, 24), (36, 24), (50, 14)],
        fill=theme.INK,
    )
    pen.shape([(50, 24), (60, 32), (73, 33)], [(73, 33), (74, 62), (50, 77)], fill=theme.SEATS[1])


_FACES = MappingProxyType(
    {
        "cooperate": (_cooperate, theme.YES),
        "attack": (_attack, theme.NO),
        "defend": (_defend, theme.TOKENS["blue"]),
    }
)


@sprite
def action(name: str | None, size: int = 72) -> Sprite:
    """An action token: rings to ``cooperate``, a sword to ``attack``, a shield to ``defend``; None: face down."""
    pen = Pen(size, size)
    unit = pen.square(0, 0, size)
    if name is None:
        unit.rounded((6, 10, 94, 98), 26, theme.BACK_EDGE)
        unit.rounded((6, 3, 94, 91), 26, theme.BACK)
        emblem(unit, 50, 47, 26, theme.BACK_PATTERN)
        return pen.done()
    draw, fill = _FACES[name]
    unit.rounded((6, 10, 94, 98), 26, deep(fill))
    unit.rounded((6, 3, 94, 91), 26, fill)
    draw(pen.square(size * 0.13, size * 0.1, size * 0.74))
    return pen.done()
